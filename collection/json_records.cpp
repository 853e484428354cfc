#include "collection/json_records.h"

#include <algorithm>

#include "base/docno.h"
#include "base/error.h"
#include "base/strings.h"

namespace subintent::internal {
namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// The place behind a string that begins here; the end if it has none.
std::size_t string_end(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

// The names of the members of the first object; the text may end anywhere.
std::vector<std::string_view> first_members(std::string_view text) {
  std::vector<std::string_view> names;
  std::size_t at = text.find_first_not_of(" \t\r\n");
  if (at != text.npos && text[at] == '[') at = text.find_first_not_of(" \t\r\n", at + 1);
  if (at == text.npos || text[at] != '{') return names;
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return names;
    if (c != '"') continue;
    const std::size_t end = string_end(text, at);
    const std::size_t next = text.find_first_not_of(" \t\r\n", end);
    if (depth == 1 && next != text.npos && text[next] == ':') {
      names.push_back(text.substr(at + 1, end - at - 2));
    }
    at = end - 1;
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
                         std::initializer_list<std::string_view> names)
    : text_{file, advice, UnescapedNames(file.content())} {
  LineInWork line = nullptr;
  JsonScanner scanner(text_, file.text(), false, {}, line);
  TopicPieces pieces;
  const auto read = [&] {
    if (scanner.next() != '{') scanner.refuse("is not an object of JSON");
    const std::string_view object = scanner.skip_object().text;
    pieces.add(topic_of(object, names, line), object);
  };
  if (scanner.next() == '[') {
    scanner.for_each_element(read);
    scanner.require_end();
  } else {
    while (!scanner.at_end()) read();
  }
  topics_ = pieces.take();
}

std::string_view JsonRecords::topic_of(std::string_view object,
                                       std::initializer_list<std::string_view> names,
                                       LineInWork& line) const {
  JsonScanner scanner(text_, object, false, {}, line);
  std::string_view topic;
  std::size_t best = names.size();
  const auto look = [&](std::string_view name) {
    const auto place = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    if (place >= best || scanner.next() == 'n') return scanner.skip_value(), void();
    topic = name_or_number(scanner);
    best = place;
  };
  scanner.for_each_member([&](std::string_view name) {
    if (name == "metadata" && scanner.next() == '{') return scanner.for_each_member(look);
    look(name);
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
