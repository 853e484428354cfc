#include "collection/json_scanner.h"

#include <algorithm>
#include <array>

#include "base/docno.h"
#include "collection/json_blocks.h"
#include "io/block_masks.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// How many brackets are open, and more than how many while an object or array goes on.
struct Depths {
  static constexpr std::int64_t outside = INT64_MAX;

  // The next bracket.
  void pass(char bracket) {
    const int step = (bracket & 2) - 1;  // '[' and '{' have that bit, ']' and '}' do not
    const bool is_brace = (bracket & ('[' ^ '{')) != 0;
    braces += is_brace ? step : 0;
    squares += is_brace ? 0 : step;
  }
  bool are_within() const { return braces > within_braces && squares > within_squares; }

  std::int64_t braces = 0, squares = 0;
  std::int64_t within_braces = outside, within_squares = outside;
};

// Follows the brackets of an object, of whose braces alone the end depends, and notes the objects
// and arrays in it that are in no other. These end with the bracket that balances those of the same
// kind, and the other kind must be balanced there, too.
class Brackets {
 public:
  explicit Brackets(std::vector<std::string_view>& nested) : nested_(nested) { nested_.clear(); }

  // For a bracket in no string where one begins or ends; is it the last one?
  bool ends_with(const char* place, Depths& depths) {
    if (begin_ != nullptr) {
      nested_.emplace_back(begin_, place + 1);
      if (depths.braces != 1 || depths.squares != 0) match_ = false;
      begin_ = nullptr;
      depths.within_braces = Depths::outside;
    } else if (depths.braces + depths.squares == 2) {
      begin_ = place;
      depths.within_braces = depths.braces - 1;
      depths.within_squares = depths.squares - 1;
    }
    if (depths.squares < 0) match_ = false;
    if (depths.braces != 0) return false;
    if (!match_) nested_.clear();
    return true;
  }

 private:
  std::vector<std::string_view>& nested_;
  const char* begin_ = nullptr;  // of the one that it is in
  bool match_ = true;
};

JsonMasks masks_of(const char* block, JsonBrackets brackets) {
  const auto masks = [&](auto is_bracket) -> JsonMasks {
    const auto [quotes, backslashes, found, printable] =
        masks_where(block, any_of('"'), any_of('\\'), is_bracket, from_to(' ', '~'));
    return {quotes, backslashes, found, printable};
  };
  if (brackets == JsonBrackets::braces) return masks(any_of('{', '}'));
  if (brackets == JsonBrackets::squares) return masks(any_of('[', ']'));
  return masks([](Bytes16 bytes) {  // '[' and '{', ']' and '}' differ in one bit
    return any_of('{', '}')(bytes | ('[' ^ '{'));
  });
}

// What blocks hold that follow each other: with a kernel that of some at a time, of more the longer
// it goes on.
class MasksOfBlocks {
 public:
  MasksOfBlocks(JsonBrackets brackets, const char* end) : brackets_(brackets), end_(end) {}

  // Of the next block, the first of which may be any one before the end.
  JsonMasks next(const char* block) {
    if (kernel_ == nullptr) return masks_of(block, brackets_);
    if (used_ == count_) look(block);
    return masks_[used_++];
  }

 private:
  void look(const char* block) {
    const auto rest = static_cast<std::size_t>(end_ - block + 63) / 64;
    count_ = std::min({2 * count_ + 2, masks_.size(), rest});
    used_ = 0;
    kernel_->masks(block, count_, brackets_, masks_.data());
  }

  const JsonKernel* kernel_ = json_kernel();
  JsonBrackets brackets_;
  const char* end_;
  std::size_t count_ = 0, used_ = 0;
  std::array<JsonMasks, 30> masks_;
};

}  // namespace

JsonScanner::Object JsonScanner::skip_object() {
  if (pass_over_next()) return {{}, false};
  std::size_t depth = 0;
  return skip_to("object", JsonBrackets::braces, [&](const char* brace) {
    depth += *brace == '{' ? 1 : std::size_t(-1);
    return depth == 0;
  });
}

JsonScanner::Object JsonScanner::skip_object(std::vector<std::string_view>& nested) {
  Brackets brackets(nested);
  Depths depths;
  return skip_to("object", JsonBrackets::both, [&](const char* bracket) {
    depths.pass(*bracket);
    if (depths.are_within()) return false;
    Depths changed = depths;  // a copy, so that the others stay in registers
    const bool ends = brackets.ends_with(bracket, changed);
    depths = changed;
    return ends;
  });
}

JsonScanner::Object JsonScanner::skip_array() {
  if (pass_over_next()) return {{}, false};
  std::size_t depth = 0;
  return skip_to("array", JsonBrackets::squares, [&](const char* bracket) {
    depth += *bracket == '[' ? 1 : std::size_t(-1);
    return depth == 0;
  });
}

JsonScanner::Object JsonScanner::skip_other_value() {
  const char* const start = at_;
  if (next() == '{') return skip_object();
  if (next() == '[') return skip_array();
  while (!ends_value(at_)) ++at_;
  if (at_ == start) refuse("is not JSON: a value is missing");
  return {{start, at_}};
}

// In blocks of 64 bytes, to the first bracket outside strings that `ends_with`.
template <typename EndsWith>
JsonScanner::Object JsonScanner::skip_to(const char* what, JsonBrackets looked_for,
                                         EndsWith ends_with) {
  const char* const start = at_;
  Object object;
  std::uint64_t inside = 0;   // all ones if a string goes on from the block before
  std::uint64_t escaped = 0;  // 1 if that ends with a backslash which is not escaped itself
  MasksOfBlocks blocks(looked_for, end_);
  for (; at_ < end_; at_ += 64) {
    auto [quotes, backslashes, brackets, printable] = blocks.next(at_);
    const std::uint64_t odd = ~printable;
    if ((backslashes | escaped) != 0) {
      quotes &= ~escaped_bytes(backslashes, escaped);
      object.is_plain = false;
    }
    if ((odd | brackets) != 0) {
      const std::uint64_t in_strings = parities(quotes) ^ inside;
      if ((odd & in_strings) != 0) object.is_plain = false;
      brackets &= ~in_strings;
    }
    for (; brackets != 0; brackets &= brackets - 1) {
      const char* const bracket = at_ + std::countr_zero(brackets);
      if (bracket >= end_) break;
      if (!ends_with(bracket)) continue;
      object.text = {start, at_ = bracket + 1};
      return object;
    }
    if (__builtin_parityll(quotes) != 0) inside = ~inside;
  }
  at_ = start;
  refuse(std::string("the ") + what + " that begins here has no end");
}

bool JsonScanner::digits(std::vector<std::int8_t>& values, std::int8_t null_value) {
  const auto skip_blanks = [&](const char* at) {
    while (at != end_ && (*at == ' ' || *at == '\t')) ++at;
    return at;
  };
  if (at_ == end_ || *at_ != '[') return false;
  const char* at = skip_blanks(at_ + 1);
  values.resize(static_cast<std::size_t>(end_ - at));  // at most
  std::int8_t* value = values.data();
  while (at != end_) {
    // As json.dumps() writes them.
    for (; end_ - at > 3 && is_digit(at[0]) && at[1] == ',' && at[2] == ' '; at += 3) {
      *value++ = static_cast<std::int8_t>(at[0] - '0');
    }
    if (is_digit(*at)) {
      *value++ = static_cast<std::int8_t>(*at++ - '0');
    } else if (std::string_view(at, end_).starts_with("null")) {
      *value++ = null_value;
      at += 4;
    } else {
      return false;
    }
    at = skip_blanks(at);
    if (at == end_ || (*at != ',' && *at != ']')) return false;
    if (*at == ']') break;
    at = skip_blanks(at + 1);
  }
  if (at == end_) return false;
  at_ = at + 1;
  values.resize(static_cast<std::size_t>(value - values.data()));
  return true;
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
