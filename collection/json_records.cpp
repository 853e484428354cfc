#include "collection/json_records.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>

#include "base/docno.h"
#include "collection/json_blocks.h"
#include "collection/next_name.h"
#include "io/block_masks.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// Which of some names it is; their count if it is none.
std::size_t number_of(std::string_view name, std::span<const std::string_view> names) {
  std::size_t i = 0;
  for (; i < names.size(); ++i) {
    if (is_same_text(names[i], name)) break;
  }
  return i;
}

// The place behind a string that begins here; the end if it has none.
std::size_t string_end(std::string_view text, std::size_t at) {
  const auto is_escaped = [&](std::size_t quote) {
    std::size_t backslashes = 0;
    while (text[quote - backslashes - 1] == '\\') ++backslashes;
    return backslashes % 2 != 0;
  };
  do {
    at = text.find('"', at + 1);
  } while (at != text.npos && is_escaped(at));
  return at == text.npos ? text.size() : at + 1;
}

// The place behind the object or array that begins here; the end if it has none. Whether brackets
// match is not looked at.
std::size_t nested_end(std::string_view text, std::size_t at) {
  std::uint64_t inside = 0, escaped = 0;  // of a string, by a backslash: from the block before
  std::size_t depth = 0;
  for (; at + 64 <= text.size(); at += 64) {
    auto [quotes, backslashes, opening, closing] = masks_where(
        text.data() + at, any_of('"'), any_of('\\'), any_of('{', '['), any_of('}', ']'));
    quotes &= ~escaped_bytes(backslashes, escaped);
    const std::uint64_t in_strings = parities(quotes) ^ inside;
    if (__builtin_parityll(quotes) != 0) inside = ~inside;
    opening &= ~in_strings;
    closing &= ~in_strings;
    for (std::uint64_t both = opening | closing; both != 0; both &= both - 1) {
      const bool opens = (opening & both & -both) != 0;
      depth += opens ? 1 : std::size_t(-1);
      if (depth == 0) return at + static_cast<std::size_t>(std::countr_zero(both)) + 1;
    }
  }
  // The rest, byte by byte.
  if (escaped != 0) ++at;
  if (inside != 0) at = at < text.size() ? string_end(text, at - 1) : at;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') at = string_end(text, at) - 1;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return at + 1;
  }
  return text.size();
}

// The names of the members of the first object; the text may end anywhere.
std::vector<std::string_view> first_members(std::string_view text) {
  std::vector<std::string_view> names;
  std::size_t at = text.find_first_not_of(" \t\r\n");
  if (at != text.npos && text[at] == '[') at = text.find_first_not_of(" \t\r\n", at + 1);
  if (at == text.npos || text[at] != '{') return names;
  for (++at; at < text.size();) {
    const char c = text[at];
    if (c == '}' || c == ']') return names;
    if (c == '{' || c == '[') {
      at = nested_end(text, at);
    } else if (c == '"') {
      const std::size_t end = string_end(text, at);
      const std::size_t next = text.find_first_not_of(" \t\r\n", end);
      if (next != text.npos && text[next] == ':') {
        names.push_back(text.substr(at + 1, end - at - 2));
      }
      at = end;
    } else {
      ++at;
    }
  }
  return names;
}

}  // namespace

bool first_object_has(std::string_view text, std::initializer_list<EitherName> names) {
  constexpr std::size_t looked_at = 1 << 20;
  const auto found = first_members(text.substr(0, looked_at));
  return std::ranges::all_of(names, [&](const EitherName& either) {
    return std::ranges::any_of(found,
                               [&](std::string_view name) { return is_one_of(name, either); });
  });
}

std::string_view name_or_number(JsonScanner& scanner) {
  if (scanner.next() == '"') return scanner.name_value();
  const char* const start = scanner.place();
  const std::string_view number = scanner.skip_value().text;
  if (!parse_integer(number)) {
    scanner.seek(start);
    scanner.refuse("'" + printable(number) + "' is not a string or a whole number");
  }
  return number;
}

JsonRecords::JsonRecords(const TextFile& file, const char* advice,
                         std::initializer_list<std::string_view> names,
                         std::initializer_list<std::string_view> noted)
    : text_{file, advice, UnescapedNames(file.content())}, noted_names_(noted) {
  LineInWork line = nullptr;
  JsonScanner scanner(text_, file.text(), false, {}, line);
  TopicPieces pieces;
  std::vector<std::string_view> nested;
  const auto read = [&] {
    if (scanner.next() != '{') scanner.refuse("is not an object of JSON");
    const auto [object, is_plain] = scanner.skip_object(nested);
    if (!is_plain) not_plain_.push_back(object.data());
    pieces.add(topic_of(object, nested, names, line), object);
  };
  if (scanner.next() == '[') {
    scanner.for_each_element(read);
    scanner.require_end();
  } else {
    while (!scanner.at_end()) read();
  }
  topics_ = pieces.take();
}

bool JsonRecords::is_plain(std::string_view piece) const {
  return !std::ranges::binary_search(not_plain_, piece.data());
}

std::span<const JsonRecords::Noted> JsonRecords::noted(std::string_view piece,
                                                       std::size_t& next) const {
  const bool is_next = next < noted_.size() && (next == 0 || noted_[next - 1].place < piece.data());
  if (!is_next || noted_[next].place < piece.data()) {
    const auto at = std::ranges::lower_bound(noted_, piece.data(), {}, &Noted::place);
    next = static_cast<std::size_t>(at - noted_.begin());
  }
  const std::size_t first = next;
  while (next < noted_.size() && noted_[next].place < piece.data() + piece.size()) ++next;
  return std::span(noted_).subspan(first, next - first);
}

std::string_view JsonRecords::topic_of(std::string_view object,
                                       const std::vector<std::string_view>& nested,
                                       std::initializer_list<std::string_view> names,
                                       LineInWork& line) {
  JsonScanner scanner(text_, object, is_plain(object), {}, line);
  scanner.pass_over(nested);
  std::string_view topic;
  std::size_t best = names.size();
  const auto look = [&](std::string_view name, bool in_metadata) {
    const std::size_t note = number_of(name, noted_names_);
    if (note != noted_names_.size()) {
      scanner.next();
      noted_.push_back({scanner.place(), note, in_metadata});
    }
    const std::size_t place = number_of(name, names);
    if (place >= best || scanner.next() == 'n') return scanner.skip_value(), void();
    topic = name_or_number(scanner);
    best = place;
  };
  scanner.for_each_member([&](std::string_view name) {
    if (name == "metadata" && scanner.next() == '{') {
      return scanner.for_each_member([&](std::string_view inner) { look(inner, true); });
    }
    look(name, false);
  });
  if (best == names.size()) {
    scanner.seek(object.data());
    scanner.refuse("\"" + std::string(*names.begin()) + "\" is missing");
  }
  return topic;
}

void JsonRecords::require_one_each(std::string_view what) const {
  for (const TopicLines& topic : topics_) {
    if (topic.pieces.size() == 1) continue;
    throw Error(text_.file.location(topic.pieces[1].data()),
                "topic " + printable(topic.topic) + " has a second " + std::string(what),
                "give the " + std::string(what) + "s of one run");
  }
}

}  // namespace subintent::internal
