#include "trec/json_dict.h"

#include <bit>
#include <cstdint>
#include <string>

#include "support/ascii.h"
#include "support/block_masks.h"
#include "support/error.h"
#include "support/json.h"
#include "support/strings.h"
#include "trec/docno.h"

namespace subintent::internal {
namespace {

bool is_json_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string_view without_leading_blanks(std::string_view text) {
  while (!text.empty() && is_json_blank(text.front())) text.remove_prefix(1);
  return text;
}

}  // namespace

// Goes through a piece of the text. simdjson's parsers copy names and forget where they stood.
class JsonDict::Scanner {
 public:
  Scanner(const JsonDict& dict, std::string_view piece, std::string_view topic, LineInWork& line)
      : dict_(dict),
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

  void require_end() {
    if (next() != '\n') refuse("there is more behind the end of the JSON");
  }

  // Calls use(name) for each member of an object; that goes to the end of the member's value.
  template <typename Use>
  void for_each_member(Use use) {
    expect('{');
    if (next() == '}') return ++at_, void();
    while (true) {
      const std::string_view found = name();
      expect(':');
      next();
      use(found);
      if (next() == '}') return ++at_, void();
      expect(',');
      next();
    }
  }

  double number(std::string_view docno) {
    const char* const start = at_;
    const LeadingDecimal plain = leading_decimal({at_, end_});
    if (plain.end != nullptr && ends_value(plain.end)) {
      at_ = plain.end;
      return plain.value;
    }
    while (!ends_value(at_)) ++at_;
    const std::string_view digits(start, at_);
    const bool begins_well = !digits.empty() && (digits[0] == '-' || is_digit(digits[0]));
    const auto value = begins_well ? parse_double(digits) : std::nullopt;
    if (value) return *value;
    at_ = start;
    refuse("the value of '" + printable(docno) + "', '" + printable(digits) +
           "', is not a finite number");
  }

  // Goes behind the object that begins here, without a look at what it holds, in blocks of 64
  // bytes.
  std::string_view skip_object() {
    const char* const start = at_;
    const bool has_escapes = dict_.names_.are_needed();
    std::uint64_t inside = 0;   // all ones if a string goes on from the block before
    std::uint64_t escaped = 0;  // 1 if that ends with a backslash which is not escaped itself
    std::size_t depth = 0;
    for (; at_ < end_; at_ += 64) {
      std::uint64_t quotes = mask_of(at_, '"');
      if (has_escapes) quotes &= ~escaped_bytes(mask_of(at_, '\\'), escaped);
      std::uint64_t braces = mask_of(at_, '{', '}');
      if (braces != 0) braces &= ~(parities(quotes) ^ inside);
      for (; braces != 0; braces &= braces - 1) {
        const char* const brace = at_ + std::countr_zero(braces);
        depth += *brace == '{' ? 1 : -1;
        if (depth == 0 && brace < end_) return {start, at_ = brace + 1};
      }
      if (__builtin_parityll(quotes) != 0) inside = ~inside;
    }
    at_ = start;
    refuse("the object that begins here has no end");
  }

  [[noreturn]] void refuse(const std::string& what) {
    line_ = at_;
    const std::string where = topic_.empty() ? "" : "topic " + printable(topic_) + ": ";
    throw Error(dict_.file_.location(at_), where + what, dict_.advice_);
  }

 private:
  void expect(char c) {
    if (next() != c) refuse_next(c);
    ++at_;
  }

  [[noreturn]] void refuse_next(char expected) {
    const std::string found = at_ == end_ ? "the end" : "'" + printable({at_, 1}) + "'";
    refuse(std::string("is not JSON: expected '") + expected + "', found " + found);
  }

  // Bit i is set if an odd number of the bits up to it is: within quotes, the first one included.
  static std::uint64_t parities(std::uint64_t bits) {
    for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
    return bits;
  }

  bool ends_value(const char* at) const {
    return at == end_ || *at == ',' || *at == '}' || is_json_blank(*at);
  }

  // Bit i is set where a backslash escapes byte i. `escaped` is 1 if one does so with the first
  // byte of the block, and after it with that of the next.
  static std::uint64_t escaped_bytes(std::uint64_t backslashes, std::uint64_t& escaped) {
    std::uint64_t found = escaped;
    escaped = 0;
    for (backslashes &= ~found; backslashes != 0; backslashes &= ~found) {
      const std::uint64_t first = backslashes & -backslashes;
      backslashes ^= first;
      found |= first << 1;
      escaped = first >> 63;
    }
    return found;
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
      if (quote == end_) {
        at_ = start;
        refuse("is not JSON: a quote is not closed");
      }
      at_ = quote + 1;
    } while (dict_.names_.are_needed() && is_escaped(at_ - 1));
    return {start, at_};
  }

  // Stands an odd number of backslashes before it?
  static bool is_escaped(const char* quote) {
    const char* first = quote;
    while (first[-1] == '\\') --first;
    return (quote - first) % 2 != 0;
  }

  // As it is meant, and where it stays.
  std::string_view name() {
    if (next() != '"') expect('"');
    const char* const start = at_;
    const std::string_view quoted = skip_string();
    std::string_view found = quoted.substr(1, quoted.size() - 2);
    if (dict_.is_plain_ && !found.empty()) return found;
    const bool is_ascii = is_printable_ascii(found);  // so what it means is UTF-8 in any case
    if (dict_.names_.are_needed() && found.find('\\') != found.npos) {
      found = unescaped(quoted);
    } else if (is_ascii && !found.empty()) {
      return found;
    }
    if (const auto defect = is_ascii ? utf8_docno_defect(found) : docno_defect(found)) {
      at_ = start;
      refuse("the name '" + printable(found) + "' " + *defect);
    }
    return found;
  }

  std::string_view unescaped(std::string_view quoted) {
    const std::string_view inside = quoted.substr(1, quoted.size() - 2);
    if (!unescape_json_string(inside, meant_)) {
      refuse("is not JSON: " + printable(quoted) + " is not a string");
    }
    return dict_.names_.put(inside, meant_);
  }

  const JsonDict& dict_;
  const char* at_;
  const char* end_;
  Places<char> quotes_;
  std::string_view topic_;
  LineInWork& line_;
  std::string meant_;  // by the escapes of a name
};

bool JsonDict::fits(std::string_view text) {
  text = without_leading_blanks(text);
  if (!text.starts_with('{')) return false;
  text = without_leading_blanks(text.substr(1));
  return text.starts_with('"') || text.starts_with('}');
}

JsonDict::JsonDict(const TextFile& file, const char* advice)
    : file_(file),
      advice_(advice),
      names_(file.content(), "\\"),
      is_plain_(!names_.are_needed() && !any_in_blocks(file.text(), unprintable_mask_of)) {
  LineInWork line = nullptr;
  Scanner scanner(*this, file_.text(), {}, line);
  TopicPieces pieces;
  scanner.for_each_member([&](std::string_view topic) {
    if (scanner.next() != '{') {
      scanner.refuse("the value of '" + printable(topic) + "' is not an object");
    }
    pieces.add(topic, scanner.skip_object());
  });
  scanner.require_end();
  topics_ = pieces.take();
}

std::vector<Content> JsonDict::names() const {
  if (!names_.are_needed()) return {};
  return {names_.text()};
}

void JsonDict::read(const TopicLines& topic, LineInWork& line,
                    const std::function<void(const Entry&)>& use) const {
  bool has_intents = false, has_none = false;
  for (const std::string_view piece : topic.pieces) {
    Scanner scanner(*this, piece, topic.topic, line);
    const auto use_number = [&](std::string_view intent, std::string_view docno) {
      line = scanner.place();
      use({intent, docno, scanner.number(docno), line});
    };
    scanner.for_each_member([&](std::string_view name) {
      const bool is_intent = scanner.next() == '{';
      (is_intent ? has_intents : has_none) = true;
      if (has_intents && has_none) {
        scanner.refuse("'" + printable(name) + "' stands beside members of another kind");
      }
      if (!is_intent) return use_number({}, name);
      scanner.for_each_member([&](std::string_view docno) { use_number(name, docno); });
    });
  }
  line = nullptr;
}

}  // namespace subintent::internal
