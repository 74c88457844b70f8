#include "solver/engine.h"

#include <array>

#include "solver/product/engine.h"
#include "solver/reference/engine.h"

namespace empire::solver {

namespace {

template <class T>
std::unique_ptr<Engine> make() {
  return std::make_unique<T>();
}

constexpr std::array kEngines = {
    EngineInfo{"product", "explicit search with locks, units and monitor folded in; exact on finite-state models",
               &make<ProductEngine>},
    EngineInfo{"reference", "the reference interpreter, bounded and slow; for cross-checking small models",
               &make<ReferenceEngine>},
};

}  // namespace

std::string_view nameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::Violation: return "violation";
    case Verdict::Safe: return "safe";
    case Verdict::Unknown: return "unknown";
  }
  return "";
}

std::span<const EngineInfo> engines() { return kEngines; }

const EngineInfo* findEngine(std::string_view name) {
  for (const EngineInfo& engine : kEngines) {
    if (engine.name == name) return &engine;
  }
  return nullptr;
}

}  // namespace empire::solver
