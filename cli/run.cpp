#include "cli/run.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <utility>
#include <variant>

#include "cli/colour.h"
#include "cli/command_line.h"
#include "cli/deadline.h"
#include "cli/explain.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "pipeline/pipeline.h"
#include "report/build.h"
#include "report/escape.h"
#include "report/writers.h"

namespace empire::cli {

namespace {

void say(std::string_view line) {
  const std::string text = report::printable(line) + "\n";
  std::fputs(text.c_str(), stderr);
}

void say(const Diagnostics& diagnostics) {
  constexpr std::size_t kShown = 20;  // a large model can have a warning on every line
  for (std::size_t i = 0; i < std::min(diagnostics.size(), kShown); ++i) {
    say((diagnostics[i].where.file.empty() ? "empire: " : "") + toString(diagnostics[i]));
  }
  if (diagnostics.size() > kShown) {
    say("empire: " + std::to_string(diagnostics.size() - kShown) + " more messages are not shown");
  }
}

// Returns: whether all of it was written.
bool writeStandardOutput(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) say("empire: error: cannot write to standard output: " + std::string(std::strerror(errno)));
  return written;
}

// Writes the result to where it was asked for.
ExitCode deliver(const Invocation& invocation, std::string_view text, ExitCode code) {
  if (invocation.output.empty()) return writeStandardOutput(text) ? code : ExitCode::Input;
  const std::string wrong = writeFile(invocation.output, text);
  if (wrong.empty()) return code;
  say("empire: error: " + wrong);
  return ExitCode::Input;
}

ExitCode print(std::string_view text) { return writeStandardOutput(text) ? ExitCode::Safe : ExitCode::Input; }

/// How the work on an input file ended: a value, errors in the input, or a limit.
template <class T>
using Work = std::variant<T, Diagnostics, Exhausted>;

/// Everything that the working thread uses; it owns this together with the waiting one.
struct Job {
  Job(Invocation what, bool showProgress) : invocation(std::move(what)), progress(showProgress) {
    budget.bytes = invocation.query.memoryBytes;
    budget.cancelled = &cancelFlag();
    if (!invocation.query.files.empty()) input.name = shownName(invocation.query.files.front());
  }
  Invocation invocation;
  Budget budget;
  pipeline::Input input;
  Progress progress;
};

// Reads the input and does the work on it, within the time limit. No value: the work had to be left behind.
template <class T, class Function>
std::optional<Work<T>> work(const std::shared_ptr<Job>& job, Function function) {
  return runWithin<Work<T>>(std::chrono::milliseconds(job->invocation.query.timeoutMillis), cancelFlag(),
                            [job, function]() -> Work<T> {
                              try {
                                if (!pipeline::asksAboutCpp(job->invocation.query)) {
                                  Result<FileText> file = readFile(job->invocation.query.files.front(), job->budget);
                                  if (!file) return file.error();
                                  if (file->exhausted != Exhausted::Nothing) return file->exhausted;
                                  job->input.text = std::move(file->text);
                                }
                                Result<T> result = function(*job);
                                if (!result) return result.error();
                                return std::move(*result);
                              } catch (const std::bad_alloc&) {
                                return Exhausted::Bytes;
                              }
                            });
}

std::string reasonOf(Exhausted what) {
  if (what == Exhausted::Cancelled && wasInterrupted()) return "interrupted by a signal";
  return describe(what);
}

// Engines see only that they were cancelled; whether by the clock or by Ctrl-C is known here.
void nameInterruption(report::Report& report) {
  if (!wasInterrupted()) return;
  const std::string_view clock = describe(Exhausted::Cancelled);
  for (report::ScenarioResult& result : report.results) {
    const std::size_t at = result.reason.find(clock);
    if (at != std::string::npos) result.reason.replace(at, clock.size(), reasonOf(Exhausted::Cancelled));
  }
}

ExitCode verdictCode(const report::Report& report) {
  ExitCode code = ExitCode::Safe;
  for (const report::ScenarioResult& result : report.results) {
    if (result.verdict == solver::Verdict::Violation) return ExitCode::Violation;
    if (result.verdict == solver::Verdict::Unknown) code = ExitCode::Unknown;
  }
  return code;
}

ExitCode deliverReport(const Invocation& invocation, const report::Report& report) {
  std::ostringstream text;
  report::findWriter(invocation.format)->write(report, text);
  std::string written = text.str();
  const bool terminal = invocation.output.empty() && ::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
  if (terminal && invocation.format == "text") written = coloured(written);
  return deliver(invocation, written, invocation.exitZero ? ExitCode::Safe : verdictCode(report));
}

std::shared_ptr<Job> makeJob(Invocation invocation) {
  return std::make_shared<Job>(std::move(invocation), ::isatty(STDERR_FILENO) == 1);
}

Ending runCheck(Invocation invocation, std::string_view version) {
  const std::shared_ptr<Job> job = makeJob(std::move(invocation));
  const Invocation& asked = job->invocation;
  std::optional<Work<pipeline::Outcome>> done = work<pipeline::Outcome>(job, [](Job& j) {
    const std::unique_ptr<solver::Engine> engine = solver::findEngine(j.invocation.query.engine)->make();
    return pipeline::check(j.invocation.query, j.input, *engine, j.budget, j.progress, j.invocation.jobs);
  });
  Ending ending;
  ending.abandoned = !done.has_value();
  if (done) job->progress.finish();
  if (done && std::holds_alternative<Diagnostics>(*done)) {
    say(std::get<Diagnostics>(*done));
    ending.code = ExitCode::Input;
    return ending;
  }
  report::Report report;
  if (done && std::holds_alternative<pipeline::Outcome>(*done)) {
    pipeline::Outcome& outcome = std::get<pipeline::Outcome>(*done);
    say(outcome.warnings);
    for (const std::string& error : outcome.internalErrors) say("empire: internal error: " + error);
    if (!outcome.internalErrors.empty()) return {ExitCode::Internal, false};
    report = std::move(outcome.report);
    if (asked.timing) report.timing = report::Timing{job->progress.seconds(), outcome.searchBytes};
  } else {
    const Exhausted what = done ? std::get<Exhausted>(*done) : Exhausted::Cancelled;
    const report::FileInfo file{job->input.name, ""};
    report = report::unknownReport(asked.query, file, reasonOf(what) + " before the model was read");
  }
  nameInterruption(report);
  report.toolVersion = version;
  ending.code = deliverReport(asked, report);
  return ending;
}

Ending runModel(Invocation invocation) {
  const std::shared_ptr<Job> job = makeJob(std::move(invocation));
  std::optional<Work<pipeline::Printed>> done = work<pipeline::Printed>(job, [](Job& j) {
    return pipeline::model(j.invocation.query, j.input, *pipeline::findStage(j.invocation.emit), j.invocation.jobs);
  });
  if (done && std::holds_alternative<pipeline::Printed>(*done)) {
    const pipeline::Printed& printed = std::get<pipeline::Printed>(*done);
    say(printed.warnings);
    return {deliver(job->invocation, printed.text, ExitCode::Safe), false};
  }
  if (done && std::holds_alternative<Diagnostics>(*done)) {
    say(std::get<Diagnostics>(*done));
    return {ExitCode::Input, false};
  }
  say("empire: error: " + reasonOf(done ? std::get<Exhausted>(*done) : Exhausted::Cancelled));
  return {ExitCode::Unknown, !done.has_value()};
}

}  // namespace

Ending run(const std::vector<std::string>& arguments, std::string_view version) {
  Result<Invocation> invocation = parseCommandLine(arguments);
  if (!invocation) {
    say(invocation.error());
    return {ExitCode::Usage, false};
  }
  const std::string unwritable = invocation->output.empty() ? "" : whyNotWritable(invocation->output);
  if (!unwritable.empty()) {
    say("empire: error: " + unwritable);
    return {ExitCode::Input, false};
  }
  switch (invocation->command) {
    case Command::Help: return {print(invocation->topic.empty() ? helpText() : helpText(invocation->topic)), false};
    case Command::Version: return {print("empire " + std::string(version) + "\n"), false};
    case Command::OptionsMarkdown: return {print(optionsMarkdown()), false};
    case Command::Explain:
      return {print(invocation->topic.empty() ? listScenarios() : explainScenario(std::stoi(invocation->topic))),
              false};
    case Command::Check: return runCheck(std::move(*invocation), version);
    case Command::Model: return runModel(std::move(*invocation));
  }
  return {ExitCode::Internal, false};
}

}  // namespace empire::cli
