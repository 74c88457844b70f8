#include "cpds/dot.h"
#include "cpds/text.h"
#include "cpds/translate.h"
#include "esl/printer.h"
#include "monitors/monitor.h"
#include "pipeline/pipeline.h"

namespace empire::pipeline {

namespace {

cpds::System systemOf(const esl::Module& module, const esl::Question& question) {
  cpds::System system = cpds::translate(module);
  if (question.scenarios.empty()) return system;
  return monitors::addMonitor(std::move(system), module, monitors::questionMonitor(module, question));
}

std::string printEsl(const esl::Module& module, const esl::Question&) { return esl::print(module); }

std::string printCpds(const esl::Module& module, const esl::Question& question) {
  return cpds::print(systemOf(module, question));
}

std::string printDot(const esl::Module& module, const esl::Question& question) {
  return cpds::toDot(systemOf(module, question));
}

constexpr StageInfo kStages[] = {
    {"program", "the facts about a C++ program that the model is made from", nullptr},
    {"esl", "the model, in its canonical text form", &printEsl},
    {"cpds", "the communicating pushdown system, with the monitor of the scenarios asked", &printCpds},
    {"dot", "the same for Graphviz", &printDot},
};

}  // namespace

std::span<const StageInfo> stages() { return kStages; }

const StageInfo* findStage(std::string_view name) {
  for (const StageInfo& stage : kStages) {
    if (stage.name == name) return &stage;
  }
  return nullptr;
}

Result<Printed> model(const query::Query& query, const Input& input, const StageInfo& stage, unsigned jobs) {
  struct Quiet final : solver::Observer {
    void progress(std::string_view, std::uint64_t) override {}
  } quiet;
  if (stage.print == nullptr) {
    if (!asksAboutCpp(query)) {
      Diagnostic error;
      error.message = "--emit=program needs C++ sources; a model in ESL has no such stage";
      return error;
    }
    Result<std::string> text = printProgram(query, jobs);
    if (!text) return text.error();
    return Printed{std::move(*text), {}};
  }
  Result<Model> loaded = asksAboutCpp(query) ? loadCpp(query, jobs, quiet) : load(input);
  if (!loaded) return loaded.error();
  const Result<esl::Question> question = ask(query, loaded->module);
  if (!question) return question.error();
  return Printed{stage.print(loaded->module, *question), std::move(loaded->warnings)};
}

}  // namespace empire::pipeline
