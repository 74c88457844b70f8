#include "esl/validate.h"

#include <algorithm>
#include <utility>

#include "esl/validate_report.h"
#include "esl/words.h"
#include "support/lexer.h"

namespace empire::esl {

std::vector<Diagnostic> validate(const Module& module) {
  Findings findings(module);
  checkStructure(module, findings);
  if (!findings.hasError()) {
    checkStarts(module, findings);
    checkPaths(module, findings);
  }
  return findings.take();
}

bool hasErrors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::Error; });
}

std::string shown(std::string_view name) { return "`" + quoted(name, keywords()) + "`"; }

void Findings::module(Severity severity, std::string message) {
  add(severity, SIZE_MAX, SIZE_MAX, SIZE_MAX, {}, std::move(message));
}

void Findings::declaration(Severity severity, const SourceLoc& loc, std::string message) {
  add(severity, SIZE_MAX, SIZE_MAX, SIZE_MAX, loc, std::move(message));
}

void Findings::process(Severity severity, std::size_t process, std::string message) {
  add(severity, process, SIZE_MAX, SIZE_MAX, module_.processes[process].loc, std::move(message));
}

void Findings::function(Severity severity, std::size_t process, std::size_t function, std::string message) {
  add(severity, process, function, SIZE_MAX, module_.processes[process].functions[function].loc, std::move(message));
}

void Findings::stmt(Severity severity, std::size_t process, std::size_t function, std::size_t stmt,
                    std::string message) {
  const Stmt& where = module_.processes[process].functions[function].body[stmt];
  add(severity, process, function, stmt, where.loc, std::move(message));
}

void Findings::add(Severity severity, std::size_t process, std::size_t function, std::size_t stmt, const SourceLoc& loc,
                   std::string message) {
  hasError_ = hasError_ || severity == Severity::Error;
  const bool known = loc.file.valid() && loc.file.index() < module_.files.size();
  Finding finding{{process + 1, function + 1, stmt + 1}, {}};  // SIZE_MAX + 1 is 0
  if (known) finding.diagnostic.where = module_.position(loc);
  finding.diagnostic.message = std::move(message);
  finding.diagnostic.severity = severity;
  findings_.push_back(std::move(finding));
}

std::vector<Diagnostic> Findings::take() {
  std::vector<std::size_t> order(findings_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    const Finding& x = findings_[a];
    const Finding& y = findings_[b];
    for (int i = 0; i < 3; ++i) {
      if (x.key[i] != y.key[i]) return x.key[i] < y.key[i];
    }
    return a < b;
  });
  std::vector<Diagnostic> diagnostics;
  diagnostics.reserve(order.size());
  for (std::size_t i : order) diagnostics.push_back(std::move(findings_[i].diagnostic));
  findings_.clear();
  return diagnostics;
}

}  // namespace empire::esl
