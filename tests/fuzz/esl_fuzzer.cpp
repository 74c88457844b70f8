// Any bytes are parsed without a crash; what can be parsed survives printing, and can be validated.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "esl/parser.h"
#include "esl/printer.h"
#include "esl/validate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace empire;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<esl::Module> parsed = esl::parse(text, "a.esl");
  if (!parsed) {
    if (parsed.error().empty() || parsed.error().size() > 21) std::abort();
    return 0;
  }
  const std::string printed = esl::print(*parsed);
  const Result<esl::Module> again = esl::parse(printed, "b.esl");
  if (!again || *again != *parsed || esl::print(*again) != printed) std::abort();
  if (esl::validate(*parsed) != esl::validate(*again)) std::abort();
  return 0;
}
