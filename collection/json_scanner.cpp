#include "collection/json_scanner.h"

#include "base/docno.h"
#include "base/error.h"
#include "collection/json_blocks.h"

namespace subintent::internal {
JsonScanner::Object JsonScanner::skip_object() {
  return skip_to<'{', '}'>("object");
}

JsonScanner::Object JsonScanner::skip_array() {
  return skip_to<'[', ']'>("array");
}

JsonScanner::Object JsonScanner::skip_value() {
  const char* const start = at_;
  if (next() == '{') return skip_object();
  if (next() == '[') return skip_array();
  if (next() == '"') return {skip_string(), false};
  while (!ends_value(at_)) ++at_;
  if (at_ == start) refuse("is not JSON: a value is missing");
  return {{start, at_}};
}

// In blocks of 64 bytes.
template <char open, char close>
JsonScanner::Object JsonScanner::skip_to(const char* what) {
  const char* const start = at_;
  Object object;
  std::uint64_t inside = 0;   // all ones if a string goes on from the block before
  std::uint64_t escaped = 0;  // 1 if that ends with a backslash which is not escaped itself
  std::size_t depth = 0;
  for (; at_ < end_; at_ += 64) {
    auto [quotes, backslashes, braces, printable] =
        masks_where(at_, any_of('"'), any_of('\\'), any_of(open, close), from_to(' ', '~'));
    const std::uint64_t odd = ~printable;
    if ((backslashes | escaped) != 0) {
      quotes &= ~escaped_bytes(backslashes, escaped);
      object.is_plain = false;
    }
    if ((odd | braces) != 0) {
      const std::uint64_t in_strings = parities(quotes) ^ inside;
      if ((odd & in_strings) != 0) object.is_plain = false;
      braces &= ~in_strings;
    }
    for (; braces != 0; braces &= braces - 1) {
      const char* const brace = at_ + std::countr_zero(braces);
      depth += *brace == open ? 1 : -1;
      if (depth != 0 || brace >= end_) continue;
      object.text = {start, at_ = brace + 1};
      return object;
    }
    if (__builtin_parityll(quotes) != 0) inside = ~inside;
  }
  at_ = start;
  refuse(std::string("the ") + what + " that begins here has no end");
}

// What is beyond the range of doubles, and what is no number at all.
double JsonScanner::rare_number(std::string_view name) {
  const char* const start = at_;
  while (!ends_value(at_) || (*at_ == ']' && *start == '[')) ++at_;
  const std::string_view digits(start, at_);
  const bool begins_well = *start == '-' || is_digit(*start);
  const auto value = begins_well ? parse_double(digits) : std::nullopt;
  const bool has_form = !value || has_json_form(digits);
  if (value && has_form) return *value;
  at_ = start;
  refuse("the value of '" + printable(name) + "', '" + printable(digits) + "', is not a " +
         (has_form ? "finite number" : "number of JSON"));
}

std::string_view JsonScanner::checked_name(std::string_view quoted) {
  std::string_view found = quoted.substr(1, quoted.size() - 2);
  const bool is_ascii = is_printable_ascii(found);  // so what it means is UTF-8 in any case
  if (found.find('\\') != found.npos) {
    found = unescaped(quoted);
  } else if (is_ascii && !found.empty()) {
    return found;
  }
  if (const auto defect = is_ascii ? utf8_docno_defect(found) : docno_defect(found)) {
    at_ = quoted.data();
    refuse("the name '" + printable(found) + "' " + *defect);
  }
  return found;
}

std::string_view JsonScanner::unescaped(std::string_view quoted) {
  const std::string_view inside = quoted.substr(1, quoted.size() - 2);
  char* const meant = text_.names.room(inside);
  const char* const end = unescape_json_string(inside, meant);
  if (end == nullptr) refuse("is not JSON: " + printable(quoted) + " is not a string");
  return {meant, end};
}

void JsonScanner::refuse_string(const char* start) {
  at_ = start;
  refuse("is not JSON: a quote is not closed");
}

void JsonScanner::refuse_next(char expected) {
  const std::string found = at_ == end_ ? "the end" : "'" + printable({at_, 1}) + "'";
  refuse(std::string("is not JSON: expected '") + expected + "', found " + found);
}

void JsonScanner::refuse(const std::string& what) {
  line_ = at_;
  const std::string where = topic_.empty() ? "" : "topic " + printable(topic_) + ": ";
  throw Error(text_.file.location(at_), where + what, text_.advice);
}

}  // namespace subintent::internal
