// Whatever can be read must survive printing: parse(print(s)) == s.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cpds/dot.h"
#include "cpds/text.h"
#include "support/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto system = empire::cpds::parse(text, "fuzz.cpds");
  if (!system) {
    EMPIRE_CHECK(!system.error().empty() && system.error().front().where.line > 0, "an error has a place");
    return 0;
  }
  const auto again = empire::cpds::parse(empire::cpds::print(*system), "again.cpds");
  EMPIRE_CHECK(again.has_value() && *again == *system, "what was printed is read back unchanged");
  EMPIRE_CHECK(!empire::cpds::toDot(*system).empty(), "every system can be drawn");
  return 0;
}
