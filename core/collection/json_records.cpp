#include "core/collection/json_records.h"

#include <algorithm>

#include "subintent/program.h"

namespace subintent::internal {

bool is_one_of(std::string_view name, EitherName names) {
  return std::ranges::find(names, name) != names.end();
}

namespace {

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
  for (std::size_t depth = 0; at < text.size(); ++at) {
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

JsonRecords::JsonRecords(const TextFile& file, const char* advice,
                         std::initializer_list<std::string_view> names, std::string_view noted,
                         std::string_view part)
    : text_{file, advice, UnescapedNames(file.content())} {
  if (part.empty()) part = file.text();
  LineInWork line = nullptr;
  JsonReader reader(text_, part, {}, line);
  reader.for_each_value(
      [&](JsonValue& value) { objects_.push_back(read(reader, value, names, noted)); });
  TopicPieces pieces;
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const char* const begin = objects_[i].place;
    const char* const end =
        i + 1 < objects_.size() ? objects_[i + 1].place : part.data() + part.size();
    const std::string_view text(begin, end);  // and what stands between them
    pieces.add(objects_[i].topic, text.substr(0, text.rfind('}') + 1));
  }
  topics_ = pieces.take();
}

JsonRecords::Object JsonRecords::read(JsonReader& reader, JsonValue& object,
                                      std::initializer_list<std::string_view> names,
                                      std::string_view noted) {
  Object found{JsonReader::place_of(object), {}, {}};
  if (!JsonReader::is(object, '{')) reader.refuse("is not an object of JSON");
  const auto* best = names.end();
  const auto look = [&](std::string_view name, JsonValue& value) {
    if (name == noted && JsonReader::is(value, '"')) found.noted = reader.name(value);
    const auto* const place = std::find(names.begin(), best, name);
    if (place == best || JsonReader::is(value, 'n')) return;
    found.topic = reader.name_or_number(value);
    best = place;
  };
  reader.for_each_member(object, [&](std::string_view name, JsonValue value) {
    if ((name == "metadata" || name == "query") && JsonReader::is(value, '{')) {
      return reader.for_each_member(
          value, [&](std::string_view inner, JsonValue nested) { look(inner, nested); });
    }
    look(name, value);
  });
  if (best == names.end()) {
    reader.refuse(found.place, "\"" + std::string(*names.begin()) + "\" is missing");
  }
  return found;
}

std::string_view JsonRecords::noted(std::string_view piece) const {
  return std::ranges::lower_bound(objects_, piece.data(), {}, &Object::place)->noted;
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
