#include "report/words.h"

#include <array>

#include "report/escape.h"
#include "support/check.h"

namespace empire::report {

namespace {

constexpr std::size_t kColumns = 80;

// T and U are the threads of the unprimed and the primed unit; x and y are l1 (or l) and l2.
constexpr std::array<std::string_view, 11> kSentences = {
    "$T reads $x, $U writes it, and $T writes back a value that does not know of $U's write.",
    "$T reads $x twice in one unit; $U writes it in between, so the two reads differ.",
    "$U reads $x between two writes of one unit of $T, and sees a state that was never meant to be seen.",
    "$T writes $x, $U overwrites it, and $T reads back what it did not write.",
    "$U writes $x between two writes of one unit of $T, and $U's write is lost.",
    "$U writes $x and $y between $T's writes of $x and of $y: memory is left with $x from $U and $y from $T.",
    "$T and $U write $x and $y in opposite orders: memory is left with $x from $U and $y from $T.",
    "$U reads $x and $y between $T's writes of $x and of $y: it sees the new $x with the old $y.",
    "$T reads $x before and $y after $U writes both: it reads the old $x with the new $y.",
    "$T reads $x and $y between $U's writes of $y and of $x: it reads the old $x with the new $y.",
    "$U reads $y before $T writes it and $x after $T wrote it: it sees the new $x with the old $y.",
};

}  // namespace

std::string whatGoesWrong(int scenario, std::string_view first, std::string_view second, std::string_view x,
                          std::string_view y) {
  EMPIRE_CHECK(scenario >= 1 && scenario <= static_cast<int>(kSentences.size()), "no such scenario");
  const std::string_view sentence = kSentences[static_cast<std::size_t>(scenario) - 1];
  std::string text;
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    if (sentence[i] != '$') {
      text += sentence[i];
      continue;
    }
    const char what = sentence[++i];
    text += what == 'T' ? first : what == 'U' ? second : what == 'x' ? x : y;
  }
  return text;
}

std::string ranges(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (!text.empty()) text += ", ";
    text += std::to_string(numbers[i]);
    if (end - i == 2) text += ", " + std::to_string(numbers[i + 1]);
    if (end - i > 2) text += "-" + std::to_string(numbers[end - 1]);
    i = end;
  }
  return text;
}

std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t blank = text.find(' ');
    const std::string_view word = text.substr(0, blank);
    const std::size_t width = columnsOf(word);
    if (column != 0 && column + 1 + width > kColumns) {
      out += '\n';
      column = 0;
    }
    if (column == 0) {
      out.append(indent, ' ');
      column = indent;
    } else {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
    if (blank == std::string_view::npos) break;
    text.remove_prefix(blank + 1);
  }
  out += '\n';
  return out;
}

}  // namespace empire::report
