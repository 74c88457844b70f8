#include "query/values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "query/spelling.h"

namespace empire::query {

namespace {

Diagnostic usage(std::string message) { return Diagnostic{{}, std::move(message), Severity::Error}; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::optional<std::uint64_t> wholeNumber(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

// "2.5G" is 2.5 and "G". Only plain decimals: no sign, exponent, "inf" or hexadecimal.
struct Quantity {
  double number = 0;
  std::string_view unit;
};

std::optional<Quantity> quantity(std::string_view text) {
  std::size_t at = 0;
  std::size_t digits = 0;
  while (at < text.size() && (isDigit(text[at]) || text[at] == '.')) digits += isDigit(text[at++]) ? 1 : 0;
  Quantity result;
  const auto [end, error] = std::from_chars(text.data(), text.data() + at, result.number);
  if (digits == 0 || error != std::errc() || end != text.data() + at) return std::nullopt;
  result.unit = trimmed(text.substr(at));
  return result;
}

// The number of a scenario given by number or name; 0 if it is neither.
int scenarioNumber(std::string_view word, std::span<const std::string> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == word) return static_cast<int>(i) + 1;
  }
  const std::optional<std::uint64_t> number = wholeNumber(word);
  return number && *number >= 1 && *number <= names.size() ? static_cast<int>(*number) : 0;
}

// The first and last number that one item of the list stands for; {0, 0} if it stands for nothing.
std::pair<int, int> scenarioRange(std::string_view item, std::span<const std::string> names) {
  if (item == "all") return {1, static_cast<int>(names.size())};
  if (const int one = scenarioNumber(item, names); one != 0) return {one, one};
  const std::size_t dash = item.find('-');
  if (dash == std::string_view::npos) return {0, 0};
  const int low = scenarioNumber(trimmed(item.substr(0, dash)), names);
  const int high = scenarioNumber(trimmed(item.substr(dash + 1)), names);
  return low == 0 || high == 0 || low > high ? std::pair{0, 0} : std::pair{low, high};
}

}  // namespace

Result<std::vector<int>> parseScenarios(std::string_view text, std::span<const std::string> names) {
  std::set<int> numbers;
  std::string_view rest = text;
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = trimmed(rest.substr(0, comma));
    const auto [low, high] = scenarioRange(item, names);
    if (low == 0) {
      std::string message = "there is no scenario '" + std::string(item) + "'" + guess(item, names);
      message += "; allowed are all, numbers 1 to " + std::to_string(names.size()) +
                 ", ranges such as 1-5, and the names " + listed(names);
      return usage(std::move(message));
    }
    for (int n = low; n <= high; ++n) numbers.insert(n);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return std::vector<int>(numbers.begin(), numbers.end());
}

Result<std::vector<std::string>> parseNames(std::string_view option, std::string_view text) {
  std::vector<std::string> names(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == ',' || text[i + 1] == '\\')) {
      names.back() += text[++i];
    } else if (text[i] == ',') {
      names.emplace_back();
    } else {
      names.back() += text[i];
    }
  }
  std::vector<std::string> distinct;
  for (std::string& name : names) {
    if (name.empty())
      return usage(std::string(option) + " needs names separated by commas, as in " + std::string(option) + "=a,b");
    if (std::find(distinct.begin(), distinct.end(), name) == distinct.end()) distinct.push_back(std::move(name));
  }
  return distinct;
}

Result<std::uint64_t> parseDuration(std::string_view text) {
  constexpr double kLongest = 1000.0 * 3600 * 24 * 365;
  const std::optional<Quantity> q = quantity(trimmed(text));
  double scale = 0;
  if (q) {
    if (q->unit.empty() || q->unit == "s") scale = 1000;
    if (q->unit == "ms") scale = 1;
    if (q->unit == "m" || q->unit == "min") scale = 60'000;
    if (q->unit == "h") scale = 3'600'000;
  }
  const double millis = q ? std::ceil(q->number * scale) : 0;
  if (scale == 0 || millis < 1 || millis > kLongest) {
    return usage("'" + std::string(text) +
                 "' is not a time limit; allowed are more than 0 and at most a year, in seconds (60, 2.5) " +
                 "or with a unit (500ms, 90s, 2m, 1h)");
  }
  return static_cast<std::uint64_t>(millis);
}

Result<std::uint64_t> parseBytes(std::string_view text) {
  constexpr double kMost = 1LL << 50;
  const std::optional<Quantity> q = quantity(trimmed(text));
  double scale = 0;
  if (q) {
    std::string_view unit = q->unit;
    if (unit.ends_with("iB"))
      unit.remove_suffix(2);
    else if (unit.ends_with("B"))
      unit.remove_suffix(1);
    if (unit.empty() && !q->unit.starts_with("i")) scale = 1;
    if (unit == "K" || unit == "k") scale = 1LL << 10;
    if (unit == "M") scale = 1LL << 20;
    if (unit == "G") scale = 1LL << 30;
    if (unit == "T") scale = 1LL << 40;
  }
  const double bytes = q ? std::floor(q->number * scale) : 0;
  if (scale == 0 || bytes < 1 || bytes > kMost) {
    return usage("'" + std::string(text) +
                 "' is not a memory limit; allowed are bytes, or a number with K, M, G or T (512M, 1.5G), up to 1024T");
  }
  return static_cast<std::uint64_t>(bytes);
}

Result<std::uint64_t> parseCount(std::string_view option, std::string_view text, std::uint64_t low,
                                 std::uint64_t high) {
  const std::optional<std::uint64_t> value = wholeNumber(trimmed(text));
  if (!value || *value < low || *value > high) {
    return usage("'" + std::string(text) + "' is not a value of " + std::string(option) +
                 "; allowed are whole numbers from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return *value;
}

Result<std::string> parseChoice(std::string_view kind, std::string_view kinds, std::string_view text,
                                std::span<const std::string> allowed) {
  if (std::find(allowed.begin(), allowed.end(), text) != allowed.end()) return std::string(text);
  return usage("there is no " + std::string(kind) + " '" + std::string(text) + "'" +
               allowedValues(text, kinds, allowed));
}

}  // namespace empire::query
