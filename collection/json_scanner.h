// A walk through JSON of objects and numbers. simdjson's parsers copy names and forget where they
// stood.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "base/block_numbers.h"
#include "collection/json_kernel.h"
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
    for_each_member([] {}, use);
  }

  // Before each of them it calls pass_usual(), which may go to one that comes later.
  template <typename PassUsual, typename Use>
  void for_each_member(PassUsual pass_usual, Use use) {
    pass('{');
    if (next() == '}') return ++at_, void();
    while (true) {
      pass_usual();
      const std::string_view found = name();
      pass(':');
      use(found);
      if (next() == '}') return ++at_, void();
      pass(',');
    }
  }

  // Calls `use` for each element of an array, the next character of which is its first one.
  template <typename Use>
  void for_each_element(Use use) {
    for_each_element([] {}, use);
  }

  // As with members.
  template <typename PassUsual, typename Use>
  void for_each_element(PassUsual pass_usual, Use use) {
    pass('[');
    if (next() == ']') return ++at_, void();
    while (true) {
      pass_usual();
      use();
      if (next() == ']') return ++at_, void();
      pass(',');
    }
  }

  // Goes over usual members or elements, the first of which begins here, as a function of the
  // kernel reads them, and calls use(lines) for some of them at a time.
  template <typename Use>
  void pass_usual(const char* (*JsonKernel::*read)(const char*, const char*, RankedLine*,
                                                   std::size_t*),
                  Use use) {
    if (!is_plain_) return;
    if (not_tried_ > 0) return --not_tried_, void();
    const JsonKernel* const kernel = json_kernel();
    if (kernel == nullptr) return;
    RankedLine lines[JsonKernel::batch];
    std::size_t count = 0;
    do {
      at_ = (kernel->*read)(at_, end_, lines, &count);
      if (count > 0) use(std::span(lines, count));
    } while (count == JsonKernel::batch);
    constexpr std::size_t many = 16;
    unusual_ = count < many ? std::min(2 * unusual_, JsonKernel::batch) : 1;
    not_tried_ = unusual_ - 1;
  }

  // Goes behind these characters if they stand here.
  bool pass_text(std::string_view text) {
    if (static_cast<std::size_t>(end_ - at_) < text.size()) return false;
    if (std::memcmp(at_, text.data(), text.size()) != 0) return false;
    at_ += text.size();
    return true;
  }

  // Goes to the next quote of a piece that is plain, behind at least one byte; false where there is
  // none, or the piece is not plain.
  bool find_quote() {
    if (!is_plain_) return false;
    const char* const quote = quote_after(at_);
    if (quote == end_) return false;
    at_ = quote;
    return true;
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

  // Goes behind an array of single digits and null, which is `null_value`, in one line. False, back
  // where it was, for anything else.
  bool digits(std::vector<std::int8_t>& values, std::int8_t null_value);

  struct Object {
    std::string_view text;
    bool is_plain = true;  // its strings are printable ASCII without escapes
  };

  // Go behind the object, the array or any value that begins here, without a look at what it means.
  Object skip_object();
  Object skip_array();
  Object skip_value() {
    if (next() == '"') return {skip_string(), false};
    return skip_other_value();
  }

  // Goes behind an object; `nested` are the objects and arrays that its members are, in their
  // order, or none where its brackets do not match.
  Object skip_object(std::vector<std::string_view>& nested);

  // From now on these are passed over in one step where they are skipped. They must live as long.
  void pass_over(const std::vector<std::string_view>& nested) { passed_over_ = nested; }

  [[noreturn]] void refuse(const std::string& what);

 private:
  // Goes behind this character, which comes next, and the blanks after it.
  void pass(char c) {
    if (end_ - at_ > 2 && at_[0] == c && at_[1] == ' ' && !is_json_blank(at_[2])) {
      at_ += 2;  // as json.dumps() writes it
      return;
    }
    if (next() != c) refuse_next(c);
    ++at_;
    next();
  }

  Object skip_other_value();  // than a string
  template <typename EndsWith>
  Object skip_to(const char* what, JsonBrackets brackets, EndsWith ends_with);

  // Goes behind the object or array that begins here if it is one to pass over.
  bool pass_over_next() {
    while (!passed_over_.empty() && passed_over_[0].data() < at_) {
      passed_over_ = passed_over_.subspan(1);
    }
    if (passed_over_.empty() || passed_over_[0].data() != at_) return false;
    at_ += passed_over_[0].size();
    return true;
  }

  bool ends_value(const char* at) const {
    return at == end_ || *at == ',' || *at == '}' || *at == ']' || is_json_blank(*at);
  }

  // A name without its escapes, as a view of bytes that stay where they are.
  std::string_view name() {
    if (next() != '"') refuse_next('"');
    const std::string_view quoted = is_plain_ ? skip_plain_string() : skip_string();
    const std::string_view found = quoted.substr(1, quoted.size() - 2);
    return is_plain_ && !found.empty() ? found : checked_name(quoted);
  }

  // From one quote behind the other one, where the piece is plain.
  [[gnu::always_inline]] std::string_view skip_plain_string() {
    const char* const start = at_;
    const char* const quote = quote_after(start);
    if (quote == end_) refuse_string(start);
    at_ = quote + 1;
    return {start, at_};
  }

  // From one quote behind the other one.
  std::string_view skip_string() {
    if (is_plain_) return skip_plain_string();
    const char* const start = at_;
    // It may be the first one, or come from an object that was skipped, or what is not JSON.
    if (!quotes_ || quotes_->next() != start) {
      quotes_.emplace(std::string_view(start, end_), '"');
      quotes_->next();
    }
    do {
      const char* const quote = quotes_->next();
      if (quote == end_) refuse_string(start);
      at_ = quote + 1;
    } while (is_escaped(at_ - 1));
    return {start, at_};
  }

  // The next quote, escaped or not; the end where there is none. Most names are short.
  const char* quote_after(const char* at) const {
    ++at;
    for (int part = 0; part < 2; ++part, at += sizeof(Bytes16)) {
      Bytes16 bytes;
      std::memcpy(&bytes, at, sizeof bytes);
      const std::uint32_t quotes = bits_of(reinterpret_cast<Bytes16>(bytes == '"'));
      if (quotes != 0) return std::min(at + std::countr_zero(quotes), end_);
    }
    for (; at < end_; at += 64) {
      const std::uint64_t quotes = mask_of(at, '"');
      if (quotes != 0) return std::min(at + std::countr_zero(quotes), end_);
    }
    return end_;
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
  std::optional<Places<char>> quotes_;  // for what is not plain
  std::span<const std::string_view> passed_over_;
  std::size_t unusual_ = 1;    // how many members are read without the kernel where it reads few
  std::size_t not_tried_ = 0;  // that are still to be read so
  std::string_view topic_;
  LineInWork& line_;
};

}  // namespace subintent::internal
