#include "trec/json_dict.h"

#include <simdjson.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "support/ascii.h"
#include "support/block_masks.h"
#include "support/error.h"
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
    while (at_ != end_ && *at_ != ',' && *at_ != '}' && !is_json_blank(*at_)) ++at_;
    const std::string_view digits(start, at_);
    const bool begins_well = !digits.empty() && (digits[0] == '-' || is_digit(digits[0]));
    const auto value = begins_well ? parse_double(digits) : std::nullopt;
    if (!value) {
      at_ = start;
      refuse("the value of '" + printable(docno) + "', '" + printable(digits) +
             "', is not a finite number");
    }
    return *value;
  }

  // Goes behind the object that begins here, without a look at what it holds.
  std::string_view skip_object() {
    const char* const start = at_;
    if (!dict_.names_.are_needed()) return {start, skip_without_escapes()};
    std::size_t depth = 0;
    do {
      if (at_ == end_) {
        at_ = start;
        refuse("the object that begins here has no end");
      }
      const char c = *at_;
      if (c == '"') {
        skip_string();
      } else {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        ++at_;
      }
    } while (depth != 0);
    return {start, at_};
  }

  [[noreturn]] void refuse(const std::string& what) {
    line_ = at_;
    const std::string where = topic_.empty() ? "" : "topic " + printable(topic_) + ": ";
    throw Error(dict_.file_.location(at_), where + what, dict_.advice_);
  }

 private:
  void expect(char c) {
    if (next() != c) {
      const std::string found = at_ == end_ ? "the end" : "'" + printable({at_, 1}) + "'";
      refuse(std::string("is not JSON: expected '") + c + "', found " + found);
    }
    ++at_;
  }

  // A quote is then the end of a string where there is one before it, so that 64 bytes can be
  // looked at together.
  const char* skip_without_escapes() {
    const char* const start = at_;
    std::uint64_t inside = 0;  // all ones if a string goes on from the block before
    std::size_t depth = 0;
    for (; at_ < end_; at_ += 64) {
      const std::uint64_t quotes = mask_of(at_, '"');
      const std::uint64_t strings = parities(quotes) ^ inside;
      const std::uint64_t opening = mask_of(at_, '{') & ~strings;
      std::uint64_t braces = opening | (mask_of(at_, '}') & ~strings);
      for (; braces != 0; braces &= braces - 1) {
        const std::uint64_t lowest = braces & -braces;
        depth += (opening & lowest) != 0 ? 1 : -1;
        const char* const behind = at_ + std::countr_zero(braces) + 1;
        if (depth == 0 && behind <= end_) return at_ = behind;
      }
      inside = -(strings >> 63);
    }
    at_ = start;
    refuse("the object that begins here has no end");
  }

  // Bit i is set if an odd number of the bits up to it is: within quotes, the first one included.
  static std::uint64_t parities(std::uint64_t bits) {
    for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
    return bits;
  }

  // From one quote behind the other one.
  std::string_view skip_string() {
    const char* const start = at_++;
    while (true) {
      const void* const quote = std::memchr(at_, '"', static_cast<std::size_t>(end_ - at_));
      if (quote == nullptr) {
        at_ = start;
        refuse("is not JSON: a quote is not closed");
      }
      at_ = static_cast<const char*>(quote) + 1;
      if (!dict_.names_.are_needed() || !is_escaped(at_ - 1)) return {start, at_};
    }
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
    const std::string_view raw = quoted.substr(1, quoted.size() - 2);
    const bool needed = dict_.names_.are_needed();
    const std::string meant = needed ? unescaped(quoted) : std::string();
    const std::string_view found = needed ? std::string_view(meant) : raw;
    if (const auto defect = docno_defect(found)) {
      at_ = start;
      refuse("the name '" + printable(found) + "' " + *defect);
    }
    return needed ? dict_.names_.put(raw, found) : raw;
  }

  std::string unescaped(std::string_view quoted) {
    if (quoted.find('\\') == std::string_view::npos) {
      return std::string(quoted.substr(1, quoted.size() - 2));
    }
    std::string_view text;
    if (strings_.parse(quoted.data(), quoted.size()).get(text) != simdjson::SUCCESS) {
      refuse("is not JSON: " + printable(quoted) + " is not a string");
    }
    return std::string(text);
  }

  const JsonDict& dict_;
  const char* at_;
  const char* end_;
  std::string_view topic_;
  LineInWork& line_;
  simdjson::dom::parser strings_;  // of those with escapes
};

bool JsonDict::fits(std::string_view text) {
  text = without_leading_blanks(text);
  if (!text.starts_with('{')) return false;
  text = without_leading_blanks(text.substr(1));
  return text.starts_with('"') || text.starts_with('}');
}

JsonDict::JsonDict(const TextFile& file, const char* advice)
    : file_(file), advice_(advice), names_(file.content(), "\\") {
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
  return names_.are_needed() ? std::vector<Content>{names_.text()} : std::vector<Content>();
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
