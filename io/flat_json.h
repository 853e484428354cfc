// The usual lines of JSON: an object of plain strings and numbers. To see that a line is one, and
// what it says, takes less time than simdjson needs to begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ascii.h"
#include "base/block_numbers.h"
#include "base/strings.h"
#include "io/block_masks.h"
#include "io/json.h"
#include "subintent/program.h"

namespace subintent::internal {

// What a member of a flat object says: a string without its quotes, or a number as it is written.
struct FlatJsonValue {
  std::string_view text;
  std::optional<double> number;
};

// One line of a TextFile, perhaps an object whose strings are printable ASCII without escapes and
// whose numbers have up to 15 digits or a point.
class FlatJsonLine {
 public:
  explicit FlatJsonLine(std::string_view line)
      : at_(line.data()), end_(line.data() + line.size()), quotes_(line, '"') {}

  // Puts the value of each member where place_of(name), a FlatJsonValue&, says. False if the line
  // is no such object: it is for a parser that knows all of JSON.
  template <typename PlaceOf>
  bool read(PlaceOf place_of) {
    if (!is_plain() || !pass('{')) return false;
    do {
      std::string_view name;
      if (!string(name) || !pass(':') || !value(place_of(name))) return false;
    } while (pass(','));
    if (!pass('}')) return false;
    skip_blanks();
    return at_ == end_;
  }

 private:
  bool is_plain() const {
    for (const char* block = at_; block < end_; block += 64) {
      const auto [backslashes, printable] = masks_where(block, any_of('\\'), from_to(' ', '~'));
      std::uint64_t others = backslashes | ~printable;
      if (end_ - block < 64) others &= (std::uint64_t{1} << (end_ - block)) - 1;
      if (others != 0) return false;
    }
    return true;
  }

  // Up to the line end at the latest, as all that goes on here.
  void skip_blanks() {
    while (*at_ == ' ') ++at_;
  }

  // Goes behind this character if it comes next.
  bool pass(char c) {
    skip_blanks();
    if (*at_ != c) return false;
    ++at_;
    return true;
  }

  bool string(std::string_view& inside) {
    skip_blanks();
    if (*at_ != '"') return false;
    quotes_.next();  // where it begins
    const char* const last = quotes_.next();
    if (last == end_) return false;
    inside = {at_ + 1, last};
    at_ = last + 1;
    return true;
  }

  bool value(FlatJsonValue& value) {
    value.number.reset();
    if (string(value.text)) return true;
    constexpr std::size_t max_digits = 15;  // of whole numbers: longer ones may be too large
    const LeadingNumber number = leading_number_in_blocks({at_, end_});
    if (number.end == nullptr || !has_json_form({at_, number.end})) return false;
    value.text = {at_, number.end};
    value.number = number.value;
    at_ = number.end;
    return value.text.size() <= max_digits || value.text.find('.') != value.text.npos;
  }

  const char* at_;
  const char* end_;
  Places<char> quotes_;
};

}  // namespace subintent::internal
