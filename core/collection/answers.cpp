#include "core/collection/answers.h"

#include <set>

#include "core/base/docno.h"
#include "core/base/name_table.h"
#include "core/collection/json_text.h"
#include "core/collection/list_builder.h"
#include "core/io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* answer_advice =
    R"(write {"metadata": {"narrative_id": ..., "run_id": ...}, "references": [docno, ...], "answer": [{"text": ..., "citations": [0, ...]}, ...]} for each topic)";

class CitedDocuments {
 public:
  CitedDocuments(const JsonText& text, const TopicLines& topic, ListBuilder& list, LineInWork& line)
      : text_(text), topic_(topic.topic), list_(list), line_(line) {}

  // Both parts of an answer may come first.
  void read(std::string_view answer) {
    JsonReader reader(text_, answer, topic_, line_);
    JsonValue root = reader.root();
    std::string_view later;  // sentences before the references
    reader.for_each_member(root, [&](std::string_view name, JsonValue value) {
      if (name == "references") {
        has_references_ = true;
        if (!JsonReader::is(value, 'n')) read_references(reader, value);
      } else if (name == "answer" || name == "responses") {
        if (JsonReader::is(value, '"') || JsonReader::is(value, 'n')) return;  // no citations
        if (!JsonReader::is(value, '[')) reader.refuse("\"answer\" is not an array");
        if (has_references_) return read_sentences(reader, value);
        later = reader.text_of(value);
      }
    });
    if (!later.empty()) {
      JsonReader behind(text_, later, topic_, line_);
      JsonValue sentences = behind.root();
      read_sentences(behind, sentences);
    }
    list_.set_names_differ();
    line_ = nullptr;
  }

 private:
  void read_references(JsonReader& reader, JsonValue& value) {
    references_.clear();
    if (JsonReader::is(value, '{')) {  // iKAT's: their scores
      reader.for_each_member(
          value, [&](std::string_view docno, JsonValue) { references_.push_back(docno); });
    } else {
      if (!JsonReader::is(value, '['))
        reader.refuse("\"references\" is neither an array nor an object");
      reader.for_each_element(
          value, [&](JsonValue& reference) { references_.push_back(docno_of(reader, reference)); });
    }
    is_cited_.assign(references_.size(), 0);
  }

  void read_sentences(JsonReader& reader, JsonValue& sentences) {
    reader.for_each_element(sentences, [&](JsonValue& sentence) {
      if (!JsonReader::is(sentence, '{')) return;
      reader.for_each_member(sentence, [&](std::string_view name, JsonValue value) {
        if (name == "citations" && !JsonReader::is(value, 'n')) read_citations(reader, value);
      });
    });
  }

  // Places in the references, names of documents, or an object whose members these are. A name that
  // no reference has, but is a place in digits, is a place.
  void read_citations(JsonReader& reader, JsonValue& citations) {
    if (JsonReader::is(citations, '{')) {
      return reader.for_each_member(citations, [&](std::string_view docno, JsonValue value) {
        cite_named(docno, JsonReader::place_of(value));
      });
    }
    if (!JsonReader::is(citations, '[')) reader.refuse("\"citations\" is not an array");
    reader.for_each_element(citations, [&](JsonValue& citation) {
      const char* const place = JsonReader::place_of(citation);
      if (JsonReader::is(citation, '"')) return cite_named(reader.name(citation), place);
      if (JsonReader::is(citation, '{')) return cite(docno_of(reader, citation), place);
      const std::string_view number = reader.token(citation);
      const auto at = JsonReader::count(citation);
      if (at && *at < references_.size())
        return cite_reference(static_cast<std::size_t>(*at), place);
      if (at && (!has_references_ || std::ranges::count(references_, number) > 0))
        return cite(number, place);
      reader.refuse("the citation " + printable(number) + " is not one of the " +
                    count_of(references_.size(), "reference") + ", which count from 0");
    });
  }

  void cite_named(std::string_view name, const char* place) {
    const auto at = parse_integer(name);
    const bool is_place = at && *at >= 0 && static_cast<std::size_t>(*at) < references_.size() &&
                          std::ranges::find(references_, name) == references_.end();
    is_place ? cite_reference(static_cast<std::size_t>(*at), place) : cite(name, place);
  }

  // Of a reference or a citation, which may be an object.
  static std::string_view docno_of(JsonReader& reader, JsonValue& value) {
    if (!JsonReader::is(value, '{')) return reader.name_or_number(value);
    const char* const place = JsonReader::place_of(value);
    PreferredMember preferred(docno_columns);
    std::string_view reference, docno, id;
    reader.for_each_member(value, [&](std::string_view name, JsonValue member) {
      if (!JsonReader::is_name(member)) return;
      std::string_view* const named = name == "reference"     ? &reference
                                      : preferred.takes(name) ? &docno
                                      : name == "id"          ? &id
                                                              : nullptr;
      if (named != nullptr) *named = reader.name_or_number(member);
    });
    if (reference.empty()) reference = docno.empty() ? id : docno;
    if (reference.empty()) reader.refuse(place, "\"docid\" is missing");
    return reference;
  }

  // Most references are cited by their places, and several times.
  void cite_reference(std::size_t at, const char* place) {
    if (is_cited_[at] != 0) return;
    is_cited_[at] = 1;
    cite(references_[at], place);
  }

  void cite(std::string_view docno, const char* place) {
    line_ = place;
    if (!cited_.insert(docno).second) return;
    list_.add(docno, 0, 1 / static_cast<double>(cited_.names().size()));
  }

  const JsonText& text_;
  std::string_view topic_;
  ListBuilder& list_;
  LineInWork& line_;
  std::vector<std::string_view> references_;
  bool has_references_ = false;
  std::vector<char> is_cited_;  // of the references
  NameTable cited_;
};

// The run that the answers are of. Throws where they are of several.
std::string run_of(const JsonRecords& records, const std::vector<TopicLines>& topics) {
  std::optional<std::string_view> run;
  for (const TopicLines& topic : topics) {
    const std::string_view found = records.noted(topic.pieces[0]);
    if (!run) run = found;
    if (*run == found) continue;
    throw Error(
        records.text().file.location(topic.pieces[0].data()),
        "is an answer of the run " + printable(found) + " behind those of " + printable(*run),
        "give each run a file of its own");
  }
  return std::string(run.value_or(""));
}

}  // namespace

bool holds_answers(std::string_view text) {
  return first_object_has(text, {{"metadata", "references", "topic_id", "narrative_id", "turn_id"},
                                 {"answer", "responses"}});
}

RunText open_answers(const TextFile& file, RunOrder) {
  JsonRecords records(file, answer_advice,
                      {"narrative_id", "topic_id", "request_id", "qid", "turn_id"}, "run_id");
  records.require_one_each("answer");
  std::vector<TopicLines> topics = records.take_topics();
  std::string tag = run_of(records, topics);
  const auto shared = std::make_shared<const JsonRecords>(std::move(records));
  RunText text{std::move(topics),
               [shared](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
                 CitedDocuments(shared->text(), topic, list, line).read(topic.pieces[0]);
               }};
  text.names = shared->names();
  text.tag = std::move(tag);
  text.has_ranks = false;
  return text;
}

namespace {

constexpr const char* turns_advice =
    R"(write {"run_name": ..., "turns": [{"turn_id": ..., "responses": [{"passage_provenance": [{"id": docno}, ...]}, ...]}, ...]})";

std::string name_of_turns(const JsonObject& object, std::string_view member) {
  const std::string name = object.text(member);
  const auto defect = docno_defect(name);
  if (defect) object.fail("\"" + std::string(member) + "\" " + *defect);
  if (name.find_first_of(" \t") != name.npos || name.starts_with('#'))
    object.fail("\"" + std::string(member) + "\" holds a blank or begins with '#'");
  return name;
}

}  // namespace

bool holds_turns(std::string_view text) {
  return first_object_has(text, {{"turns"}});
}

Turns read_turns(const TextFile& file) {
  const Location where{file.name(), 0};
  const JsonPlace place(where, turns_advice);
  simdjson::dom::parser parser;
  const JsonObject run = JsonObject::parse(parser, file.text(), place);
  Turns made;
  if (run.find({"run_name"})) made.run = run.text("run_name");
  for (const JsonObject& turn : run.objects("turns")) {
    const std::string topic = name_of_turns(turn, "turn_id");
    std::set<std::string> seen;
    for (const JsonObject& response : turn.objects("responses")) {
      if (!response.find({"passage_provenance"})) continue;
      for (const JsonObject& passage : response.objects("passage_provenance")) {
        const std::string docno = name_of_turns(passage, "id");
        if (seen.insert(docno).second) made.lines += topic + ' ' + docno + '\n';
      }
    }
  }
  return made;
}

}  // namespace subintent::internal
