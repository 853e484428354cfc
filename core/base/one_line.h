// Text for people, as one line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace subintent::internal {

// `text` as a line of valid UTF-8: white space of Unicode and control characters are one blank
// between words, none at the ends; each byte that is not UTF-8 is U+FFFD. What is longer than
// `limit` characters is cut behind a word; within one only if it began in the first half of them.
// Reads no further than it has to.
std::string one_line(std::string_view text, std::size_t limit = SIZE_MAX);

// How many bytes of a line stay when no more than `room` of them may, with a mark behind them that
// something is left out: as one_line() cuts, and without a comma, semicolon or colon at the end.
std::size_t size_before_mark(std::string_view line, std::size_t room);

}  // namespace subintent::internal
