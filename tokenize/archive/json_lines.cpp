// Collections in JSON, one document per object: in lines, in arrays, or one after the other. The
// names of members are those of field_names.h:
//   {"id": "docno", "contents": "text"}                    (Anserini, Pyserini)
//   {"_id": "docno", "title": "title", "text": "text"}     (BEIR)
//   {"docid": "docno", "title": "title", "headings": "headings", "body": "text"}  (MS MARCO)
//   {"ClueWeb22-ID": "docno", "Clean-Text": "text"}        (ClueWeb22)
// A title and a URL are told to people with any of them.
#include <simdjson.h>

#include <deque>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/io/json.h"
#include "core/io/json_object.h"
#include "subintent/column_names.h"
#include "subintent/program.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/document_records.h"
#include "tokenize/archive/http_response.h"

namespace subintent::internal {
namespace {

using simdjson::dom::element;

// Arrays of these names hold documents, whatever others hold.
constexpr ColumnNames names_of_documents = {"documents"sv, "docs"sv, "corpus"sv, "collection"sv,
                                            "data"sv,      "rows"sv, "hits"sv};

// Python's, which are not JSON.
constexpr std::string_view not_numbers[] = {"NaN", "-Infinity", "Infinity", "nan", "-inf", "inf"};

// Finds the end of an object that a text begins with, which is seen in parts.
class ObjectEnd {
 public:
  // How much of `part`, which comes next, belongs to the object; npos if it does not end there.
  std::size_t find(std::string_view part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      const char c = part[i];
      if (is_escaped_) {
        is_escaped_ = false;
      } else if (in_string_) {
        is_escaped_ = c == '\\';
        in_string_ = c != '"';
      } else if (c == '"') {
        in_string_ = true;
      } else if (c == '{' || c == '[') {
        ++depth_;
      } else if ((c == '}' || c == ']') && --depth_ == 0) {
        return i + 1;
      }
    }
    return part.npos;
  }

 private:
  std::uint64_t depth_ = 0;
  bool in_string_ = false, is_escaped_ = false;
};

// A text with U+FFFD for halves of surrogate pairs, which RFC 8259 allows and simdjson does not.
std::string without_half_pairs(std::string_view json) {
  std::string text(json);
  const auto is_half = [&](std::size_t at, std::string_view digits) {
    return text.size() > at + 5 && text[at + 1] == 'u' && lower(text[at + 2]) == 'd' &&
           digits.find(lower(text[at + 3])) != digits.npos;
  };
  for (std::size_t at = 0; (at = text.find('\\', at)) != text.npos; at += 2)
    if (is_half(at, "89ab") && text[at + 6] == '\\' && is_half(at + 6, "cdef"))
      at += 10;
    else if (is_half(at, "89abcdef"))
      text.replace(at + 2, 4, "fffd");
  return text;
}

// Appends a text: a string, or an array of strings and of objects that have one, a line each. False
// if there is none; an array without anything is an empty one.
bool append_text(element value, std::string& text, int depth = 0) {
  std::string_view string;
  if (value.get(string) == simdjson::SUCCESS) {
    text += string;
    return true;
  }
  simdjson::dom::object object;
  if (depth > 0 && value.get(object) == simdjson::SUCCESS) {
    const bool has_part = object["content"].get(value) == simdjson::SUCCESS ||
                          object["text"].get(value) == simdjson::SUCCESS;
    return has_part && append_text(value, text, depth + 1);
  }
  simdjson::dom::array parts;
  if (depth > 3 || value.get(parts) != simdjson::SUCCESS) return false;
  bool found = false, is_empty = true;
  for (const element part : parts) {
    std::string line;
    is_empty = is_empty && part.is_null();
    if (!append_text(part, line, depth + 1)) continue;
    text.append(std::exchange(found, true) ? "\n" : "").append(line);
  }
  return found || is_empty;
}

class JsonReader : public DocumentRecords {
 public:
  JsonReader(ByteWindow& window, CollectionCounts& counts, const ReadingOptions& options)
      : DocumentRecords(window, counts, options), is_in_lines_(begins_with_line(window)) {}

 private:
  // Objects in lines begin with a line that is whole, or broken. In other JSON the end of the first
  // line says that the object goes on.
  static bool begins_with_line(ByteWindow& window) {
    const std::string_view text = without_leading_blanks(window.peek(collection_detection_size));
    if (text.starts_with('[')) return false;
    const std::string_view line = trim(text.substr(0, text.find('\n')));
    return line.empty() || std::string_view("{,:[").find(line.back()) == std::string_view::npos;
  }

  std::optional<Record> next_record() override {
    if (at_ < inside_.size()) return Record{inside_[at_++]};
    auto record = is_in_lines_ ? next_line() : next_value();
    if (!std::exchange(is_first_, false) || !record || record->text.empty()) return record;
    first_ = record->text;  // to look further ends the view
    is_only_ = trim(window_.peek(in_sight_ + 64).substr(in_sight_)).empty();
    if (is_only_ && !options_.is_one_of_folder) inside_ = objects_inside(first_);
    return inside_.empty() ? Record{first_} : next_record();
  }

  // A document in a line; in a bulk file of a search engine its name is in the line before.
  std::optional<Record> next_line() {
    auto record = DocumentRecords::next_record();
    std::string_view start = record ? trim(record->text.substr(0, 20)) : "";
    if (start.starts_with('{')) start = trim(start.substr(1));
    if (!start.starts_with("\"index\"") && !start.starts_with("\"create\"")) return record;
    simdjson::dom::object members;
    std::string_view name;
    if (parse(record->text, members) != simdjson::SUCCESS || members.size() != 1 ||
        (*members.begin()).value["_id"].get(name) != simdjson::SUCCESS)
      return record;
    append_json_string(named_ = R"({"docno":)", name);
    record = DocumentRecords::next_record();
    if (!record || !record->text.starts_with('{')) return record;
    record->text = (named_ += ',').append(record->text.substr(1));
    return record;
  }

  simdjson::error_code parse(std::string_view record, simdjson::dom::object& members) {
    auto parsed = parse_json(parser_, record, not_numbers);
    if (parsed.error() == simdjson::STRING_ERROR)
      parsed = parse_json(parser_, without_half_pairs(record), not_numbers);
    return parsed.get(members);
  }

  // The documents in an object without a known name: those of an array of documents among its
  // members and theirs, as in answers of search engines; or {"docno": "text", ...} and {"docno":
  // {"text": ...}, ...}.
  [[gnu::cold]] std::vector<std::string> objects_inside(std::string_view record) {
    simdjson::dom::object members;
    if (parse(record, members) != simdjson::SUCCESS) return {};
    look_at(members);
    const bool has_docno = !fields_.docnos.empty() && !fields_.is_guess;
    if (names_.empty() || has_docno || !fields_.texts.empty() || fields_.title) return {};
    std::vector<std::string> objects = objects_of_arrays(members);
    look_at(members);
    if (!objects.empty() || fields_.is_guess || options_.names.asks_for_docno() ||
        options_.names.asks_for_texts())
      return objects;
    const auto named = named_documents(members);
    look_at(named.value_or(members));
    const bool are_objects = values_[0].is_object();
    if (!are_objects && std::ranges::none_of(values_, &element::is_string)) return {};
    if (!std::ranges::all_of(values_, [&](const element& value) {
          return are_objects ? value.is_object() : value.is_string() || value.is_null();
        }))
      return {};
    constexpr std::size_t few = 6;  // docnos have digits, or are more
    const std::string all = join(names_, ", ");
    if (!are_objects && names_.size() <= few && std::ranges::none_of(all, is_digit))
      doubt("its members " + printable(all) + " are read as docnos of texts", "it is one document",
            options_.names.advice(names_, Fields(), texts_of_values()));
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const std::string value = minified(values_[i]);
      std::string object = are_objects ? value : R"({"text":)" + value + '}';
      object.back() = object == "{}" ? ' ' : ',';  // a docno inside comes first
      append_json_string(object += R"("id":)", names_[i]);
      objects.push_back(object + '}');
    }
    return objects;
  }

  // {"docno": {"text": ...}, ...} as a member, or one of theirs, or {"docno": "text"} as "corpus".
  [[gnu::cold]] std::optional<simdjson::dom::object> named_documents(simdjson::dom::object members,
                                                                     int depth = 0) {
    for (const auto member : members) {
      simdjson::dom::object inner, first;
      if (member.value.get(inner) != simdjson::SUCCESS || inner.size() < 2) continue;
      bool are_objects = true,
           are_texts = is_called(member.key, {"documents", "docs", "corpus", "collection"});
      for (const auto one : inner) {
        are_objects = are_objects && one.value.is_object();
        are_texts = are_texts && one.value.is_string();
      }
      if (are_texts) look_at(inner);
      if (are_texts && fields_.texts.empty() && !fields_.title) return inner;
      if (are_objects && (*inner.begin()).value.get(first) == simdjson::SUCCESS) look_at(first);
      if (are_objects && !fields_.texts.empty()) return inner;
      if (depth < 3)
        if (const auto found = named_documents(inner, depth + 1)) return found;
    }
    return std::nullopt;
  }

  // If several arrays hold documents, one must be called so, or others be queries.
  [[gnu::cold]] std::vector<std::string> objects_of_arrays(simdjson::dom::object members) {
    list_all(members);
    const std::vector<std::string> names(names_.begin(), names_.end());
    std::vector<std::string> objects, found;
    std::optional<simdjson::dom::object> unknown;
    bool has_words = false;
    for (std::size_t i = 0, rank = 3; const element value : std::vector(values_)) {
      const std::string& path = names[i++];
      const std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
      simdjson::dom::array documents;
      simdjson::dom::object first;
      has_words = has_words || string_of(value).find(' ') != std::string_view::npos;
      if (value.get(documents) != simdjson::SUCCESS || documents.size() == 0 ||
          documents.at(0).get(first) != simdjson::SUCCESS)
        continue;
      look_at(first);
      if (!unknown) unknown = first;
      const std::size_t its = is_called(name, names_of_documents)                   ? 0
                              : is_called(name, {"queries", "questions", "topics"}) ? 2
                                                                                    : 1;
      if (fields_.docnos.empty() || fields_.texts.empty() || its > rank) continue;
      if (its < rank) found = objects = {};
      rank = its;
      found.push_back(printable(path));
      for (const element document : documents) objects.push_back(minified(document));
    }
    if (found.empty() && unknown && !has_words) complain_of(*unknown, true, true);
    if (found.size() > 1)
      throw UnknownNames(
          {window_.name(), 0},
          fmt::format("has several arrays of documents: {}", join(found, ", ")),
          fmt::format("write those that you mean as JSON lines, as with jq -c '.{}[]' FILE",
                      join(found, "[], .")));
    return objects;
  }

  // Arrays of objects are as their objects one after the other.
  std::optional<Record> next_value() {
    drop(std::exchange(in_sight_, 0));
    while (const std::size_t size = separators(window_.peek(1))) drop(size);
    line_ = lines_ + 1;
    const std::string_view start = window_.peek(1);
    if (start.empty()) return std::nullopt;
    const bool is_object = start[0] == '{';
    bool is_too_long = false;
    ObjectEnd end;
    for (bool is_whole = false; !is_whole;) {
      const std::string_view part = window_.peek(in_sight_ + 1).substr(in_sight_);
      if (part.empty()) return Record{{}, "JSON value without an end"};
      const std::size_t size = is_object ? end.find(part) : part.find_first_of(",[]{ \t\r\n", 1);
      is_whole = size != part.npos;
      in_sight_ += is_whole ? size : part.size();
      if (in_sight_ <= document_size_limit) continue;
      is_too_long = true;
      drop(std::exchange(in_sight_, 0));
    }
    if (!is_object) return Record{{}, "value that is not a JSON object"};
    if (is_too_long) return Record{{}, "object longer than 64 MiB"};
    return Record{window_.peek(in_sight_).substr(0, in_sight_)};
  }

  static std::size_t separators(std::string_view bytes) {
    return std::min(bytes.find_first_not_of(" \t\r\n,[]"), bytes.size());
  }

  void drop(std::size_t size) {
    lines_ +=
        static_cast<std::uint64_t>(std::ranges::count(window_.peek(size).substr(0, size), '\n'));
    window_.skip(size);
  }

  std::optional<std::string> read_record(std::string_view record, Document& document) override {
    simdjson::dom::object members;
    switch (parse(record, members)) {
      case simdjson::SUCCESS:
        break;
      case simdjson::UTF8_ERROR:
        refuse("is not valid UTF-8", not_utf8_advice);
        return "line that is not valid UTF-8";
      case simdjson::DEPTH_ERROR:
        return "object nested more than 1024 deep";
      default:
        if (is_in_lines_ && trim(record).find('\r') != record.npos)
          refuse("has CR alone as line ends", "convert it with tr '\\r' '\\n'");
        return "line that is not a JSON object";
    }
    look_at(members);
    if (is_only_ && (is_frame() || (members["columns"].is_array() && members["data"].is_array()) ||
                     are_columns())) {
      refuse("holds a frame, but not as records", frames_advice);
      return "object without a docno";
    }
    const auto docno_at = [this](std::size_t place) { return docno_of(values_[place]); };
    auto docno = docno_in(names_, fields_, docno_at);
    if (docno) docno = trim(*docno);
    // 1.json is the document 1.
    const std::string name = options_.file_docno + ".json.";
    if (!docno && is_only_ && !options_.file_docno.empty() && !options_.names.asks_for_docno() &&
        (window_.name() + '.').find(name) != name.npos)
      docno = options_.file_docno;
    if (is_only_ && options_.is_beside_text && docno == options_.file_docno)
      return "object beside a text of its name";
    const bool has_text = read_text(document) || read_title(document);
    if (!docno || !has_text) {
      if (!docno && !fields_.docnos.empty())
        complain_of_type(fields_.docnos[0], "a string nor a whole number", "docno");
      if (!has_text && !fields_.texts.empty())
        complain_of_type(fields_.texts[0].place, "a string nor a list of these", "text");
      complain_of(members, docno.has_value(), has_text);
      return docno ? "object without a text" : "object without a docno";
    }
    if (const auto defect = docno_defect(*docno)) return "docno that " + *defect;
    document.docno = *docno;
    document.title = string_of(title_);
    document.url = encoded_url(trim(fields_.url ? string_of(values_[*fields_.url]) : ""));
    note_left_out_of(members, document.content.size());
    return std::nullopt;
  }

  [[gnu::cold]] void complain_of(simdjson::dom::object members, bool has_docno, bool has_text) {
    list_all(members);
    Fields fields = options_.names.find(names_);
    for (const std::size_t place : fields.docnos)
      if (values_[place].is_null()) names_[place] = "";
    if (!has_docno) fields.docnos.clear();
    if (!has_text && !is_null(fields.texts)) fields.texts.clear();
    std::vector<std::string> values = texts_of_values();
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values_[i].is_array() && values[i] != no_value) values[i] += '\n';
    if (fields.docnos.empty() || fields.texts.empty()) complain("members", names_, fields, values);
    known_names_.clear();
  }

  // Columns as pandas writes a frame: arrays, or objects with the same names.
  [[gnu::cold]] bool is_frame() const {
    if (fields_.docnos.empty() || fields_.texts.empty()) return false;
    const element docno = values_[fields_.docnos[0]], text = values_[fields_.texts[0].place];
    simdjson::dom::array docnos, texts;
    if (docno.get(docnos) == simdjson::SUCCESS && text.get(texts) == simdjson::SUCCESS)
      return docnos.size() > 1 && docnos.size() == texts.size();
    simdjson::dom::object rows;
    return docno.get(rows) == simdjson::SUCCESS && rows.size() > 0 &&
           text[(*rows.begin()).key].error() == simdjson::SUCCESS;
  }

  // Arrays of one size, and nothing else.
  [[gnu::cold]] bool are_columns() const {
    std::set<std::size_t> sizes;
    for (const element value : values_)
      if (simdjson::dom::array cells; value.get(cells) == simdjson::SUCCESS)
        sizes.insert(cells.size());
      else if (!value.is_null())
        return false;
    return sizes.size() == 1 && *sizes.begin() > 1 && values_.size() > 1;
  }

  // A title is all of a document whose text is null, or not there while nothing else may be one.
  [[gnu::cold]] bool read_title(Document& document) {
    const std::string title(string_of(title_));
    const auto may_be_text = [&](element value) {
      const std::string text = minified(value);
      return string_of(value) != title && (std::ranges::count(text, ' ') > 1 || text.size() > 100);
    };
    const bool is_missing = fields_.texts.empty();
    if (title.empty() || options_.names.asks_for_texts() ||
        (is_missing ? fields_.docnos.empty() || fields_.is_guess : !is_null(fields_.texts)) ||
        (is_missing && seen_ == 0 && std::ranges::any_of(values_, may_be_text)))
      return false;
    set_text(document, title + '\n', {}, place());
    return true;
  }

  // Texts in objects are noted where they are longer than the one that is read.
  [[gnu::cold]] void note_left_out_of(simdjson::dom::object members, std::size_t size) {
    if (!may_leave_out(fields_)) return;
    list_all(members);
    std::vector<std::string> texts = texts_of_values();
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (texts[i].size() <= size && names_[i].find('.') != names_[i].npos) texts[i].clear();
    const bool is_noted = note_left_out(names_, options_.names.find(names_), texts, size);
    has_texts_ = has_texts_ || !fields_.texts.empty();
    if (!is_noted || has_texts_ || options_.is_one_of_folder || seen_ > first_texts) return;
    complain_of(members, true, false);
    throw UnknownNames(*complaint_);
  }

  [[gnu::cold]] void complain_of_type(std::size_t place, const std::string& types,
                                      const std::string& role) {
    if (values_[place].is_object() || values_[place].is_null()) return;
    refuse("has " + printable(names_[place]) + ", which is neither " + types,
           "write it so, or name another, as with `" + role + "=NAME`");
  }

  // Unless something was found wrong before.
  [[gnu::cold]] void refuse(const std::string& what, const std::string& advice) {
    if (!complaint_) complaint_ = UnknownNames({window_.name(), line_}, what, advice);
  }

  // Most objects have the names of the one before.
  [[gnu::cold]] void look_at(simdjson::dom::object members) {
    names_.clear();
    values_.clear();
    nested_.clear();
    list(members, "", options_.names.asks_for_nested());
    const auto is_text = [](std::string_view name) { return is_called(name, text_columns); };
    for (const char* const name : {"_source", "row", "__data__"}) {  // of hits, viewers, LlamaIndex
      simdjson::dom::object inner;
      if (members[name].get(inner) != simdjson::SUCCESS || std::ranges::any_of(names_, is_text))
        continue;
      for (const auto member : inner) {
        if (std::ranges::any_of(names_, [&](auto& one) { return same_name(one, member.key); }))
          continue;
        names_.push_back(member.key);
        values_.push_back(member.value);
      }
    }
    if (!std::ranges::equal(names_, known_names_)) {
      known_names_.assign(names_.begin(), names_.end());
      fields_ = options_.names.find(names_);
    }
    element title;
    title_.reset();
    if (fields_.title)
      title_ = values_[*fields_.title];
    else if (members["metadata"]["title"].get(title) == simdjson::SUCCESS)
      title_ = title;
  }

  void list_all(simdjson::dom::object members) {
    names_.clear();
    values_.clear();
    nested_.clear();
    list(members, "", true);
  }

  [[gnu::cold]] std::vector<std::string> texts_of_values() const {
    std::vector<std::string> texts(values_.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (!append_text(values_[i], texts[i]) && values_[i].is_array()) texts[i] = no_value;
    return texts;
  }

  // Names members of members, if asked to, by both names: "meta.id".
  [[gnu::cold]] void list(simdjson::dom::object members, const std::string& before, bool nested) {
    for (const auto member : members) {
      std::string_view name = member.key;
      if (!before.empty()) name = nested_.emplace_back(before + std::string(name));
      simdjson::dom::object inner;
      if (nested && before.size() < 256 && member.value.get(inner) == simdjson::SUCCESS) {
        list(inner, std::string(name) + '.', true);
        continue;
      }
      names_.push_back(name);
      values_.push_back(member.value);
    }
  }

  bool is_null(const std::vector<Fields::Text>& texts) const {
    return std::ranges::any_of(texts, [&](const auto& it) { return values_[it.place].is_null(); });
  }

  static std::string_view string_of(const std::optional<element>& value) {
    std::string_view text;
    if (value) static_cast<void>(value->get(text) == simdjson::SUCCESS);
    return text;
  }

  // The first text that is not empty, behind title and headings; or all that were asked for.
  bool read_text(Document& document) {
    const bool takes_all = options_.names.asks_for_texts();
    std::string before, text;
    bool found = false, is_html = false;
    for (const Fields::Text& field : fields_.texts) {
      std::string part;
      if (!append_text(values_[field.place], part) || (part.empty() && found && !takes_all))
        continue;
      before.clear();
      if (!field.is_complete && title_) append_line(*title_, before);
      if (field.has_headings && fields_.headings) append_line(values_[*fields_.headings], before);
      if (field.has_abstract && fields_.abstract) append_line(values_[*fields_.abstract], before);
      text.append(found && takes_all ? "\n" : "").append(part);
      is_html = is_html || field.is_html;
      found = true;
      if (!takes_all && !part.empty()) break;
    }
    if (found) set_text(document, before, text, place(), is_html);
    return found;
  }

  static void append_line(element part, std::string& text) {
    if (append_text(part, text)) text += '\n';
  }

  const bool is_in_lines_;
  bool is_first_ = true;  // is the first record still to come?
  bool is_only_ = false;  // is there one record alone?
  bool has_texts_ = false;
  std::string first_, named_;
  std::vector<std::string> inside_;  // objects of the only one, and
  std::size_t at_ = 0;               // how many of them were given
  std::size_t in_sight_ = 0;         // of the value that was given last
  simdjson::dom::parser parser_;
  std::vector<std::string_view> names_;  // of the members of an object
  std::vector<element> values_;
  std::optional<element> title_;
  std::deque<std::string> nested_;
  std::vector<std::string> known_names_;  // that fields_ is for
  Fields fields_;
};

// A text may begin with a bracket, too.
bool is_json(std::string_view bytes) {
  const std::string_view text = without_leading_blanks(bytes);
  if (!text.starts_with('[')) return text.starts_with('{');
  const std::string_view inside = without_leading_blanks(text.substr(1));
  return inside.starts_with('{') || inside.starts_with(']');
}

}  // namespace

CollectionFormat jsonl_format() {
  return {
      .label = "JSON lines",
      .detect = is_json,
      .open = open_reader<JsonReader>,
      .is_plain = true,
      .is_advised = true,
      .example =
          "{\"id\": \"d1\", \"contents\": \"An example\"}\n"
          "{\"id\": 2, \"title\": \"Another\", \"text\": \"with a title\"}\n",
  };
}

}  // namespace subintent::internal
