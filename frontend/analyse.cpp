#include <algorithm>
#include <memory>

#include "frontend/extract.h"
#include "frontend/frontend.h"
#include "frontend/load.h"
#include "frontend/models.h"
#include "frontend/multiplicity.h"
#include "frontend/points_to.h"
#include "frontend/sites.h"

namespace empire::frontend {

namespace {

// One object under one name, made at most once: then it needs no isolation.
bool isOneObject(PointsTo& pointsTo, const Multiplicity& multiplicity, const std::vector<const llvm::Value*>& asked) {
  unsigned count = 0;
  for (const MemoryObject& memory : pointsTo.objects()) {
    if (std::find(asked.begin(), asked.end(), memory.site) == asked.end()) continue;
    ++count;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(memory.site);
    if (instruction != nullptr && !multiplicity.once(memory.maker, instruction)) return false;
  }
  return count <= 1;
}

}  // namespace

Result<Analysed> analyse(const Request& request) {
  CompileOptions options;
  options.files = request.files;
  options.buildDir = request.buildDir;
  options.flags = request.flags;
  options.jobs = request.jobs;
  options.useCache = request.useCache;
  options.cacheDir = request.cacheDir;
  PrepareOptions prepareOptions;
  prepareOptions.isModelled = keepsItsCall;
  Result<Loaded> loaded = load(options, prepareOptions);
  if (!loaded) return loaded.error();
  const Compiled& compiled = loaded->program;
  auto isSystem = [&](const std::string& path) { return compiled.isSystem(path); };

  Analysed result;
  result.warnings = compiled.warnings;
  for (const SourceFile& file : compiled.files) {
    if (!file.system) result.files.push_back({shownPath(file.path), file.hash});
  }
  Interner<FileTag> files;
  Locations locations(files, isSystem);
  result.sites = allSites(*compiled.module, locations, files);

  std::vector<const llvm::Value*> asked;
  if (!request.siteFile.empty() || !request.siteVariable.empty()) {
    auto found = findAsked(*compiled.module, request, locations, files);
    if (!found) return found.error();
    asked = *found;
  }
  auto pointsTo = std::make_unique<PointsTo>(*compiled.module, std::vector<const llvm::Value*>());
  auto multiplicity = std::make_unique<Multiplicity>(*pointsTo);
  if (!isOneObject(*pointsTo, *multiplicity, asked)) {
    pointsTo = std::make_unique<PointsTo>(*compiled.module, asked);
    multiplicity = std::make_unique<Multiplicity>(*pointsTo);
  }
  result.program = extract({*compiled.module, *pointsTo, *multiplicity, asked, isSystem});
  const PreparedCounts& counts = loaded->counts;
  result.program.sizes = {counts.functions, counts.instructions, counts.functionsAfterInlining,
                          counts.instructionsAfterInlining};
  return result;
}

}  // namespace empire::frontend
