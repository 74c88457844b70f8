#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/interrupt.h"
#include "cli/run.h"

int main(int argc, char** argv) {
  using empire::cli::ExitCode;
  empire::cli::Ending ending;
  try {
    empire::cli::installSignalHandlers();
    ending = empire::cli::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc), EMPIRE_VERSION);
  } catch (const std::bad_alloc&) {
    std::fputs("empire: error: memory ran out\n", stderr);
    ending.code = ExitCode::Unknown;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "empire: internal error: %s\n", error.what());
    ending.code = ExitCode::Internal;
  } catch (...) {
    std::fputs("empire: internal error\n", stderr);
    ending.code = ExitCode::Internal;
  }
  const int code = static_cast<int>(ending.code);
  if (ending.abandoned) std::_Exit(code);  // what was written is flushed already
  return code;
}
