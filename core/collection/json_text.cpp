#include "core/collection/json_text.h"

#include <fmt/format.h>

#include <cstring>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/header_table.h"
#include "core/io/json.h"

namespace subintent::internal {
namespace {

namespace ondemand = simdjson::ondemand;

static_assert(TextFile::padding >= simdjson::SIMDJSON_PADDING);

// Each thread has its own, since to make one takes longer than to read a short object.
ondemand::parser& parser() {
  thread_local ondemand::parser parser;
  return parser;
}

std::string_view without_blanks_behind(std::string_view text) {
  while (!text.empty() && is_json_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Finds the control character in a string, the string that is not closed, or the line that is not
// UTF-8, which simdjson does not locate; gives the beginning if there is none of these.
const char* place_of_defect(std::string_view text) {
  const char* open = nullptr;  // the quote of the string that goes on
  const char* line = text.data();
  for (const char *at = text.data(), *end = at + text.size(); at != end; ++at) {
    if (*at == '\n') {
      if (!is_valid_utf8({line, at})) return line;
      line = at + 1;
    }
    if (*at == '"') open = open == nullptr ? at : nullptr;
    if (open == nullptr) continue;
    if (static_cast<unsigned char>(*at) < 0x20) return at;
    if (*at == '\\' && at + 1 != end) ++at;
  }
  return open != nullptr ? open : is_valid_utf8({line, text.end()}) ? text.data() : line;
}

// The structure of the first object of a text that may end anywhere.
class FirstObject {
 public:
  explicit FirstObject(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  bool any_member(const MemberTest& test) {
    take('[');
    if (next() != '{') return false;
    for (int depth = 0; (at_ = std::find_if(at_, end_, is_structure)) != end_;) {
      const char c = *at_++;
      if (c != '"') {
        depth += c == '{' || c == '[' ? 1 : -1;
        if (depth <= 0) return false;
        continue;
      }
      const char* const name = at_;
      while ((at_ = std::find(at_, end_, '"')) != end_ && is_escaped(name)) ++at_;
      const char* const name_end = at_;
      if (!take('"') || depth != 1 || !take(':')) continue;
      next();  // to the value
      if (test({name, name_end}, {at_, end_})) return true;
    }
    return false;
  }

 private:
  static bool is_structure(char c) {
    return c == '"' || c == '{' || c == '}' || c == '[' || c == ']';
  }

  // The next character that is no blank; 0 at the end.
  char next() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    return at_ == end_ ? '\0' : *at_;
  }

  bool take(char c) {
    if (next() != c || at_ == end_) return false;
    ++at_;
    return true;
  }

  // Is the quote within the string from `begin`, not its end?
  bool is_escaped(const char* begin) const {
    const char* first = at_;
    while (first != begin && first[-1] == '\\') --first;
    return (at_ - first) % 2 != 0;
  }

  const char* at_;
  const char* end_;
};

// Refuses what pandas writes of a frame, but as records, and rows of Hugging Face's server.
void refuse_frames(const TextFile& file) {
  const std::string_view text = file.text();
  char topics = 0, docnos = 0;              // what their values begin with
  bool are_rows = true, has_names = false;  // a frame by rows holds objects alone
  any_first_member(text, [&](std::string_view name, std::string_view value) {
    const char first = value.empty() ? '\0' : value[0];
    if (is_called(name, topic_columns)) topics = first;
    if (is_called(name, docno_columns)) docnos = first;
    are_rows = are_rows && first == '{';
    has_names =
        has_names || (first == '{' && first_object_has(value, {topic_columns, docno_columns}));
    return false;
  });
  const bool is_by_row = are_rows && has_names;
  const bool is_by_column = topics == docnos && (topics == '{' || topics == '[');
  if (is_by_row || is_by_column || first_object_has(text, {{"columns", "schema"}, {"data"}}) ||
      first_object_has(text, {{"rows"}, {"features"}}))
    throw Error(Location{file.name(), 0}, "holds a frame, but not as records", frames_advice);
}

std::string_view without_leading_blanks(std::string_view text) {
  while (!text.empty() && is_json_blank(text.front())) text.remove_prefix(1);
  return text;
}

}  // namespace

JsonReader::JsonReader(const JsonText& text, std::string_view piece, std::string_view topic,
                       LineInWork& line)
    : text_(text), piece_(piece), topic_(topic), line_(line), at_(piece.data()) {}

JsonValue JsonReader::root() {
  check(parser()
            .iterate(piece_.data(), piece_.size(), piece_.size() + TextFile::padding)
            .get(document_));
  JsonValue value;
  check(document_.get_value().get(value));
  return value;
}

void JsonReader::require_end() {
  const char* place = nullptr;
  if (document_.current_location().get(place) == simdjson::SUCCESS)
    refuse(place, "there is more behind the end of the JSON");
}

void JsonReader::for_each_value(const std::function<void(JsonValue&)>& use) {
  const std::size_t first = piece_.find_first_not_of(" \t\r\n");
  if (first == piece_.npos) return;
  if (piece_[first] == '[') {
    JsonValue all = root();
    for_each_element(all, use);
    return require_end();
  }
  ondemand::document_stream values;
  check(parser().iterate_many(piece_.data(), piece_.size(), piece_.size() + 32).get(values));
  for (auto next : values) {
    ondemand::document_reference document;
    check(std::move(next).get(document));
    JsonValue value;
    check(document.get_value().get(value));
    at_ = place_of(value);
    use(value);
  }
  if (const std::size_t left = values.truncated_bytes(); left > 0)
    refuse(piece_.data() + (piece_.size() - left), "the object that begins here has no end");
}

bool JsonReader::has_member(JsonValue& object, ColumnNames names) const {
  const char* const place = place_of(object);
  const std::string_view rest(place,
                              static_cast<std::size_t>(piece_.data() + piece_.size() - place));
  return any_first_member(
      rest, [&](std::string_view name, std::string_view) { return is_called(name, names); });
}

std::string_view JsonReader::text_of(JsonValue& value) {
  std::string_view text;
  if (is(value, '[')) {
    ondemand::array array;
    check(value.get_array().get(array));
    check(array.raw_json().get(text));
  } else {
    ondemand::object object;
    check(value.get_object().get(object));
    check(object.raw_json().get(text));
  }
  return without_blanks_behind(text);
}

std::string_view JsonReader::token(JsonValue& value) {
  // Behind the last token of an object that is broken there simdjson counts below 0, in 32 bits.
  constexpr std::size_t longest = INT32_MAX;
  const std::string_view raw = value.raw_json_token();
  return raw.size() > longest ? raw.substr(0, 1) : without_blanks_behind(raw);
}

void JsonReader::require(JsonValue& value, char first, const char* kind) const {
  if (is(value, first)) return;
  const std::string_view found = token(value);
  const bool may_be_json = std::string_view("{[\"-tfn0123456789").find(found[0]) != found.npos;
  refuse(found.data(),
         fmt::format("{}expected {}, found {}", may_be_json ? "" : "is not JSON: ", kind,
                     found[0] == '{'   ? "an object"
                     : found[0] == '[' ? "an array"
                                       : "'" + printable(found) + "'"));
}

std::string_view JsonReader::name(JsonValue& value) {
  require(value, '"', "a string");
  at_ = place_of(value);
  return name_at(at_);
}

std::string_view JsonReader::name_or_number(JsonValue& value) {
  if (is(value, '"')) return name(value);
  const std::string_view number = token(value);
  const std::size_t point = std::min(number.find('.'), number.size());
  const std::string_view whole = number.substr(0, point);
  if (!is_name(value) || whole.find_first_not_of("0123456789", number[0] == '-') != whole.npos ||
      number.find_first_not_of('0', point + 1) != number.npos)
    refuse(place_of(value), "'" + printable(number) + "' is not a string or a whole number");
  return whole;
}

double JsonReader::number(JsonValue& value, std::string_view name) {
  const std::string_view digits = token(value);
  double number = 0;
  if (is(value, '"'))
    if (const auto written = parse_double(this->name(value))) return *written;
  if (value.get_double().get(number) != simdjson::SUCCESS) {
    const bool has_form = !parse_double(digits) || has_json_form(digits);
    refuse(digits.data(), "the value of '" + printable(name) + "', '" + printable(digits) +
                              "', is not a " + (has_form ? "finite number" : "number of JSON"));
  }
  return number;
}

std::optional<std::uint64_t> JsonReader::count(JsonValue& value) {
  std::uint64_t count = 0;
  if (value.get_uint64().get(count) != simdjson::SUCCESS) return std::nullopt;
  return count;
}

[[gnu::cold]] std::vector<double> JsonReader::numbers(JsonValue& array, std::string_view name,
                                                      bool must) {
  std::vector<double> found;
  bool are_numbers = true;
  for_each_element(array, [&](JsonValue& one) {
    are_numbers = are_numbers && (must || (is_name(one) && !is(one, '"')));
    if (are_numbers) found.push_back(number(one, name));
  });
  return are_numbers ? found : std::vector<double>();
}

std::string_view JsonReader::name_at(const char* quote) const {
  const char* const begin = quote + 1;
  const char* end = begin;
  while (true) {
    end = static_cast<const char*>(
        std::memchr(end, '"', static_cast<std::size_t>(piece_.data() + piece_.size() - end)));
    if (end == nullptr) refuse(quote, "is not JSON: a quote is not closed");
    const char* backslash = end;
    while (backslash[-1] == '\\') --backslash;
    if ((end - backslash) % 2 == 0) break;
    ++end;
  }
  std::string_view found(begin, end);
  if (is_printable_ascii(found) && found.find('\\') == found.npos && !found.empty()) return found;
  if (found.find('\\') != found.npos) {
    char* const meant = text_.names.room(found);
    const char* const meant_end = unescape_json_string(found, meant);
    if (meant_end == nullptr)
      refuse(quote, "is not JSON: " + printable({quote, end + 1}) + " is not a string");
    found = {meant, meant_end};
  }
  if (const auto defect = docno_defect(found))
    refuse(quote, "the name '" + printable(found) + "' " + *defect);
  return found;
}

void JsonReader::refuse_json(simdjson::error_code error) const {
  refuse_cut();
  const char* place = at_;
  if (error == simdjson::UTF8_ERROR || error == simdjson::UNESCAPED_CHARS ||
      error == simdjson::UNCLOSED_STRING)
    place = place_of_defect(piece_);
  line_ = place;
  if (error == simdjson::UTF8_ERROR)
    throw Error(text_.file.location(place), "is not UTF-8", not_utf8_advice);
  refuse(place, "is not JSON: " + std::string(json_defect(simdjson::error_message(error))));
}

void JsonReader::refuse_cut() const {
  const std::string_view text = trim(text_.file.text());
  if (!is_cut_json(text)) return;
  line_ = text.data() + text.size() - 1;
  throw Error(text_.file.location(line_), cut_json, cut_json_advice);
}

void JsonReader::refuse(const char* place, const std::string& what, const char* advice) const {
  refuse_cut();
  line_ = place;
  const std::string where = topic_.empty() ? "" : "topic " + printable(topic_) + ": ";
  throw Error(text_.file.location(place), where + what, advice == nullptr ? text_.advice : advice);
}

bool any_first_member(std::string_view text, const MemberTest& test) {
  constexpr std::size_t looked_at = 1 << 20;
  return FirstObject(text.substr(0, looked_at)).any_member(test);
}

bool first_object_has(std::string_view text, std::initializer_list<ColumnNames> names) {
  return std::ranges::all_of(names, [&](ColumnNames either) {
    return any_first_member(
        text, [&](std::string_view name, std::string_view) { return is_called(name, either); });
  });
}

[[gnu::cold]] bool is_called_or_plural(std::string_view name, ColumnNames names) {
  const bool ends_in_y = name.ends_with("ies");
  if (is_called(name, names) || !name.ends_with('s')) return is_called(name, names);
  const std::string one(name.substr(0, name.size() - (ends_in_y ? 3 : 1)));
  return is_called(one + (ends_in_y ? "y" : ""), names);
}

[[gnu::cold]] bool may_be_of_documents(std::string_view name) {
  return !is_called_or_plural(name, topic_columns) && !is_called_or_plural(name, docno_columns) &&
         !is_called_or_plural(name, columns_of_parts) && !is_called(name, iteration_columns) &&
         !is_called(name, vector_columns);
}

[[gnu::cold]] std::string_view array_in(const TextFile& file, const char* advice,
                                        ColumnNames names) {
  const JsonText json{file, advice, UnescapedNames(file.content())};
  LineInWork line = nullptr;
  JsonReader reader(json, file.text(), {}, line);
  std::string_view found;
  JsonValue root = reader.root();
  const auto look = [&](std::string_view name, JsonValue& value) {
    if (is_called(name, names) && JsonReader::is(value, '[')) found = reader.text_of(value);
  };
  reader.for_each_member(root, [&](std::string_view name, JsonValue value) {
    if (name != "_source" || !JsonReader::is(value, '{')) return look(name, value);
    reader.for_each_member(value, look);
  });
  if (found.empty()) reader.refuse(fmt::format("has no array \"{}\"", *names.begin()));
  return found;
}

JsonRecords::JsonRecords(const TextFile& file, const char* advice, ColumnNames names,
                         std::string_view noted, std::string_view part)
    : text_{file, advice, UnescapedNames(file.content())} {
  if (part.empty()) part = file.text();
  refuse_frames(file);
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

JsonRecords::Object JsonRecords::read(JsonReader& reader, JsonValue& object, ColumnNames names,
                                      std::string_view noted) {
  Object found{JsonReader::place_of(object), {}, {}};
  if (!JsonReader::is(object, '{')) reader.refuse("is not an object of JSON");
  PreferredMember topic(names);
  const auto look = [&](std::string_view name, JsonValue& value) {
    const bool is_text = JsonReader::is(value, '"');
    if (name == noted && is_called(noted, experiment_columns)) {  // titles, and numbers
      const std::string_view raw = JsonReader::token(value);
      found.noted = is_text ? raw.substr(1, raw.size() - 2) : raw;
    } else if (name == noted && is_text) {
      found.noted = reader.name(value);
    }
    if (JsonReader::is(value, 'n') || !is_called(name, names)) return;
    const bool has_lines = JsonReader::token(value).find(R"(\n)") != std::string_view::npos;
    if (!has_lines && topic.takes(name)) found.topic = reader.name_or_number(value);
  };
  reader.for_each_member(object, [&](std::string_view name, JsonValue value) {
    if ((name == "metadata" || name == "query") && JsonReader::is(value, '{')) {
      return reader.for_each_member(
          value, [&](std::string_view inner, JsonValue nested) { look(inner, nested); });
    }
    if (name == "hits" && JsonReader::is(value, '['))  // each may name the topic, too
      return reader.for_each_element(value, [&](JsonValue& hit) {
        if (JsonReader::is(hit, '{'))
          reader.for_each_member(hit, [&](std::string_view inner, JsonValue nested) {
            if (is_called(inner, {"qid", "query_id", "topic_id"})) look(inner, nested);
          });
      });
    look(name, value);
  });
  if (!topic.is_found())
    reader.refuse(found.place, "\"" + std::string(*names.begin()) + "\" is missing");
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

bool JsonDict::fits(std::string_view text) {
  text = without_leading_blanks(text);
  const bool is_array = text.starts_with('[');
  if (!is_array && !text.starts_with('{')) return false;
  text = without_leading_blanks(text.substr(1));
  return text.starts_with(is_array ? '{' : '"') || text.starts_with(is_array ? ']' : '}');
}

JsonDict::JsonDict(const TextFile& file, const char* advice, bool may_be_lists)
    : text_{file, advice, UnescapedNames(file.content())} {
  refuse_frames(file);
  LineInWork line = nullptr;
  JsonReader reader(text_, file.text(), {}, line);
  JsonValue root = reader.root();
  if (JsonReader::is(root, '[')) refuse_members(reader);
  TopicPieces pieces;
  reader.for_each_member(root, [&](std::string_view topic, JsonValue value) {
    const bool is_list = may_be_lists && JsonReader::is(value, '[');
    if (!is_list && !JsonReader::is(value, '{')) refuse_members(reader);
    pieces.add(topic, reader.text_of(value));
  });
  reader.require_end();
  topics_ = pieces.take();
  open_wrapper();
  for (const TopicLines& topic : topics_) {
    if (topic.pieces.size() == 1) continue;
    throw Error(file.location(topic.pieces[1].data()),
                "topic '" + printable(topic.topic) + "' occurs twice", advice);
  }
}

void JsonDict::refuse_members(const JsonReader& reader) const {
  constexpr std::size_t most = 8;
  std::vector<std::string> names;
  any_first_member(text_.file.text(), [&](std::string_view name, std::string_view) {
    names.push_back(printable(name));
    return names.size() == most;
  });
  reader.refuse(names.empty()
                    ? "has no members"
                    : fmt::format("has the members {}, and no known form", join(names, ", ")));
}

// {"qrels": {"topic": ...}}, where "qrels" is no topic.
void JsonDict::open_wrapper() {
  if (topics_.size() != 1 || topics_[0].pieces.size() != 1) return;
  if (topics_[0].topic != "qrels" && topics_[0].topic != "run") return;
  LineInWork line = nullptr;
  JsonReader reader(text_, topics_[0].pieces[0], {}, line);
  JsonValue root = reader.root();
  TopicPieces pieces;
  bool holds_topics = JsonReader::is(root, '{');
  if (!holds_topics) return;
  reader.for_each_member(root, [&](std::string_view topic, JsonValue value) {
    holds_topics &= JsonReader::is(value, '{') || JsonReader::is(value, '[');
    if (holds_topics) pieces.add(topic, reader.text_of(value));
  });
  if (holds_topics) topics_ = pieces.take();
}

}  // namespace subintent::internal
