// The usual lines of JSON: an object of plain strings and numbers. To see that a line is one, and
// what it says, takes less time than simdjson needs to begin.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "support/ascii.h"
#include "support/block_masks.h"

namespace subintent::internal {

// What a member of a flat object says: a string without its quotes, or a number as it is written.
struct FlatJsonValue {
  enum class Kind { string, digits, other_number };  // digits have no sign and no point

  std::string_view text;
  Kind kind = Kind::string;
};

// One line of a TextFile, perhaps an object whose strings are printable ASCII without escapes and
// whose numbers have up to 15 characters and no exponent.
class FlatJsonLine {
 public:
  explicit FlatJsonLine(std::string_view line)
      : at_(line.data()), end_(line.data() + line.size()), quotes_(line, '"') {}

  // Calls use(name, value) for each member in turn until that returns false. False unless the line
  // is such an object and `use` took all members: ask a parser that knows all of JSON.
  template <typename Use>
  bool for_each_member(Use use) {
    if (!is_plain() || !pass('{')) return false;
    do {
      std::string_view name;
      FlatJsonValue value;
      if (!string(name) || !pass(':') || !this->value(value) || !use(name, value)) return false;
    } while (pass(','));
    if (!pass('}')) return false;
    skip_blanks();
    return at_ == end_;
  }

 private:
  bool is_plain() const {
    for (const char* block = at_; block < end_; block += 64) {
      std::uint64_t others = unprintable_mask_of(block) | mask_of(block, '\\');
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
    if (string(value.text)) return true;
    value.kind = FlatJsonValue::Kind::digits;
    const char* const start = at_;
    if (*at_ == '-') {
      value.kind = FlatJsonValue::Kind::other_number;
      ++at_;
    }
    const bool begins_with_0 = *at_ == '0';
    const std::ptrdiff_t whole = pass_digits();
    if (whole == 0 || (whole > 1 && begins_with_0)) return false;
    if (*at_ == '.') {
      value.kind = FlatJsonValue::Kind::other_number;
      ++at_;
      if (pass_digits() == 0) return false;
    }
    value.text = {start, at_};
    return at_ - start <= 15;
  }

  // Goes behind the digits that come next: how many there are.
  std::ptrdiff_t pass_digits() {
    const char* const start = at_;
    while (is_digit(*at_)) ++at_;
    return at_ - start;
  }

  const char* at_;
  const char* end_;
  Places<char> quotes_;
};

}  // namespace subintent::internal
