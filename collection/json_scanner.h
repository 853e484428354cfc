// A walk through JSON of objects and numbers. simdjson's parsers copy names and forget where they
// stood.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/block_numbers.h"
#include "collection/topic_lines.h"
#include "collection/unescaped_names.h"
#include "io/block_masks.h"
#include "io/json.h"
#include "io/text_file.h"

namespace subintent::internal {

inline bool is_json_blank(char c) {
  return c <= ' ' && (c == ' ' || c == '\n' || c == '\t' || c == '\r');
}

// A file, with what it takes to read and to refuse it.
struct JsonText {
  TextFile file;
  const char* advice;  // for errors
  UnescapedNames names;
};

// Goes through a piece of the text.
class JsonScanner {
 public:
  // `is_plain`: all strings of the piece are printable ASCII without escapes. `topic`, if it is
  // known, and `line` are for errors.
  JsonScanner(const JsonText& text, std::string_view piece, bool is_plain, std::string_view topic,
              LineInWork& line)
      : text_(text),
        is_plain_(is_plain),
        at_(piece.data()),
        end_(piece.data() + piece.size()),
        quotes_(piece, '"'),
        topic_(topic),
        line_(line) {}

  const char* place() const { return at_; }

  // The next character that is no blank; a line end at the end of the piece.
  char next() {
    while (at_ != end_ && is_json_blank(*at_)) ++at_;
    return at_ == end_ ? '\n' : *at_;
  }

  // Goes back to a place of the piece.
  void seek(const char* place) { at_ = place; }

  bool at_end() { return next() == '\n'; }

  void require_end() {
    if (next() != '\n') refuse("there is more behind the end of the JSON");
  }

  // Calls use(name) for each member of an object; that goes to the end of the member's value.
  template <typename Use>
  void for_each_member(Use use) {
    pass('{');
    if (next() == '}') return ++at_, void();
    while (true) {
      const std::string_view found = name();
      pass(':');
      use(found);
      if (next() == '}') return ++at_, void();
      pass(',');
    }
  }

  // The same for each element of an array, the next character of which is its first one.
  template <typename Use>
  void for_each_element(Use use) {
    pass('[');
    if (next() == ']') return ++at_, void();
    while (true) {
      use();
      if (next() == ']') return ++at_, void();
      pass(',');
    }
  }

  // The string that stands here, which is to be a name.
  std::string_view name_value() { return name(); }

  // The number that stands here, the value of `name`.
  double number(std::string_view name) {
    if (is_digit(*at_) && ends_value(at_ + 1)) return *at_++ - '0';  // as most grades
    const LeadingNumber number = leading_number_in_blocks({at_, end_});
    if (number.end == nullptr || !ends_value(number.end) || !has_json_form({at_, number.end})) {
      return rare_number(name);
    }
    at_ = number.end;
    return number.value;
  }

  // The whole number of at most nine digits that stands here, alone; nothing, and nothing is read,
  // for any other value.
  std::optional<std::uint32_t> small_number() {
    const char* at = at_;
    std::uint32_t number = 0;
    while (at != end_ && is_digit(*at) && at - at_ < 9) {
      number = 10 * number + static_cast<std::uint32_t>(*at++ - '0');
    }
    if (at == at_ || !ends_value(at) || (*at_ == '0' && at - at_ > 1)) return std::nullopt;
    at_ = at;
    return number;
  }

  // Goes behind an array of single digits and null, calling use(place, digit) for each digit and
  // use(place, -1) for null. False, back where it was, for anything else, of which some may have
  // been used.
  template <typename Use>
  bool for_each_digit(Use use) {
    const auto skip_blanks = [&](const char* at) {
      while (at != end_ && is_json_blank(*at)) ++at;
      return at;
    };
    const char* at = at_;
    if (at == end_ || *at != '[') return false;
    at = skip_blanks(at + 1);
    while (at != end_) {
      // As json.dumps() writes them.
      for (; end_ - at > 3 && is_digit(at[0]) && at[1] == ',' && at[2] == ' '; at += 3) {
        use(at, at[0] - '0');
      }
      const char* const place = at;
      if (is_digit(*at)) {
        use(place, *at++ - '0');
      } else if (std::string_view(at, end_).starts_with("null")) {
        use(place, -1);
        at += 4;
      } else {
        return false;
      }
      if (at != end_ && *at != ',') at = skip_blanks(at);
      if (at == end_) return false;
      if (*at == ']') return at_ = at + 1, true;
      if (*at != ',') return false;
      ++at;
      if (at != end_ && *at == ' ') ++at;
      if (at != end_ && !is_digit(*at)) at = skip_blanks(at);
    }
    return false;
  }

  struct Object {
    std::string_view text;
    bool is_plain = true;  // its strings are printable ASCII without escapes
  };

  // Go behind the object, the array or any value that begins here, without a look at what it means.
  Object skip_object();
  Object skip_array();
  Object skip_value();

  [[noreturn]] void refuse(const std::string& what);

 private:
  // Goes behind this character, which comes next, and the blanks after it.
  void pass(char c) {
    if (next() != c) refuse_next(c);
    ++at_;
    next();
  }

  template <char open, char close>
  Object skip_to(const char* what);

  bool ends_value(const char* at) const {
    return at == end_ || *at == ',' || *at == '}' || *at == ']' || is_json_blank(*at);
  }

  // A name without its escapes, as a view of bytes that stay where they are.
  std::string_view name() {
    if (next() != '"') refuse_next('"');
    const std::string_view quoted = skip_string();
    const std::string_view found = quoted.substr(1, quoted.size() - 2);
    return is_plain_ && !found.empty() ? found : checked_name(quoted);
  }

  // From one quote behind the other one.
  std::string_view skip_string() {
    const char* const start = at_;
    if (quotes_.next() != start) {  // from an object that was skipped, or what is not JSON
      quotes_.seek(start);
      quotes_.next();
    }
    do {
      const char* const quote = quotes_.next();
      if (quote == end_) refuse_string(start);
      at_ = quote + 1;
    } while (!is_plain_ && is_escaped(at_ - 1));
    return {start, at_};
  }

  // Stands an odd number of backslashes before it?
  static bool is_escaped(const char* quote) {
    const char* first = quote;
    while (first[-1] == '\\') --first;
    return (quote - first) % 2 != 0;
  }

  double rare_number(std::string_view name);
  std::string_view checked_name(std::string_view quoted);
  std::string_view unescaped(std::string_view quoted);
  [[noreturn]] void refuse_string(const char* start);
  [[noreturn]] void refuse_next(char expected);

  const JsonText& text_;
  bool is_plain_;
  const char* at_;
  const char* end_;
  Places<char> quotes_;
  std::string_view topic_;
  LineInWork& line_;
};

}  // namespace subintent::internal
