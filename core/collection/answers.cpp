#include "core/collection/run.h"

#include <numeric>
#include <set>

#include "core/base/name_table.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/io/json.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* answer_advice =
    R"(write {"metadata": {"narrative_id": ..., "run_id": ...}, "references": [docno, ...], "answer": [{"text": ..., "citations": [0, ...]}, ...]} for each topic)";

// A citation of a sentence, as written: a place in the references, or a name.
struct Citation {
  std::string_view name;
  const char* place;
  bool is_text;
  std::optional<double> score = {};
};

struct Sentence {
  std::int64_t rank = 0;  // of responses that have some
  std::string_view text = {};
  std::vector<Citation> citations = {};
};

// A document, and its number or name among the references, where these have some.
struct Reference {
  std::string_view docno, id;
  std::optional<double> score = {};
};

constexpr ColumnNames sentence_lists = {"answer"sv, "responses"sv, "sentences"sv};
constexpr ColumnNames answer_lists = {"turns"sv, "results"sv,
                                      "topics"sv};  // of a run as one object
constexpr ColumnNames citation_lists = {"citations"sv,  "citation"sv,
                                        "cites"sv,      "passage_provenance"sv,
                                        "provenance"sv, "supported_citations"sv};

constexpr ColumnNames reference_numbers = {"id"sv,  "number"sv,   "index"sv, "rank"sv,
                                           "ref"sv, "position"sv, "idx"sv,   "n"sv};
constexpr ColumnNames words_for_references = {
    "doc"sv,      "document"sv, "source"sv, "ref"sv,    "reference"sv, "passage"sv,
    "citation"sv, "snippet"sv,  "chunk"sv,  "result"sv, "context"sv,   "evidence"sv};

class CitedDocuments {
 public:
  CitedDocuments(const JsonText& text, const TopicLines& topic, ListBuilder& list, LineInWork& line,
                 std::int64_t first_place)
      : text_(text), topic_(topic.topic), list_(list), line_(line), first_place_(first_place) {}

  // Sentences may come before the references.
  void read(std::string_view answer) {
    JsonReader reader(text_, answer, topic_, line_);
    JsonValue root = reader.root();
    reader.for_each_member(root, [&](std::string_view name, JsonValue value) {
      const bool are_references = is_called(name, {"references"sv});
      has_references_ |= are_references;
      if (are_references && !JsonReader::is(value, 'n')) read_references(reader, value);
      if (is_called(name, sentence_lists)) read_sentences(reader, value);
    });
    are_numbered_ = are_numbered_ && (are_keys_ || have_all_numbers());
    std::ranges::stable_sort(sentences_, {}, &Sentence::rank);
    for (const Sentence& sentence : sentences_)
      for (const Citation& citation : sentence.citations) cite(reader, citation);
    if (cited_.names().empty()) cite_in_texts();
    add_cited();
    line_ = nullptr;
  }

 private:
  // Reads an array, or an object: documents and their scores or numbers, or numbers and their
  // documents.
  void read_references(JsonReader& reader, JsonValue& value) {
    if (!JsonReader::is(value, '{')) {
      if (!JsonReader::is(value, '['))
        reader.refuse("\"references\" is neither an array nor an object");
      return reader.for_each_element(value, [&](JsonValue& reference) {
        std::string_view id;
        const std::string_view docno = docno_of(reader, reference, nullptr, &id);
        are_numbered_ |= parse_integer(id).has_value();
        references_.push_back({docno, id.empty() ? docno : id});
      });
    }
    are_numbered_ = are_keys_ = true;
    std::vector<std::string_view> numbers;
    reader.for_each_member(value, [&](std::string_view key, JsonValue of_key) {
      const std::int64_t number = parse_integer(key).value_or(-1);
      are_numbered_ &= number >= 0 && number <= std::ssize(references_) + 1 && !is_number(of_key);
      references_.push_back(
          {are_numbered_ ? docno_of(reader, of_key) : key, key, score_in(reader, of_key, key)});
      numbers.push_back(JsonReader::token(of_key));
    });
    if (are_numbered_) return;
    for (Reference& reference : references_) reference.docno = reference.id;
    are_keys_ = false;
    if (!are_ranks()) return;
    are_numbered_ = true;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      references_[i] = {references_[i].docno, numbers[i]};
  }

  // Are the scores of several documents the numbers from 1 to theirs?
  bool are_ranks() const {
    std::set<double> numbers;
    for (const Reference& reference : references_)
      if (reference.score) numbers.insert(*reference.score);
    const auto count = static_cast<double>(references_.size());
    return count > 1 && static_cast<double>(numbers.size()) == count && *numbers.begin() == 1 &&
           *numbers.rbegin() == count;
  }

  // Are all numbers that are cited those of references, which else may be anything, such as rows?
  bool have_all_numbers() const {
    for (const Sentence& sentence : sentences_)
      for (const Citation& citation : sentence.citations)
        if (parse_integer(citation.name) &&
            !std::ranges::count(references_, citation.name, &Reference::id))
          return false;
    return true;
  }

  static bool is_number(JsonValue& value) {
    return JsonReader::is_name(value) && !JsonReader::is(value, '"');
  }

  static std::optional<double> score_in(JsonReader& reader, JsonValue& value,
                                        std::string_view name) {
    if (!is_number(value)) return std::nullopt;
    return reader.number(value, name);
  }

  // Text, or an array of sentences.
  void read_sentences(JsonReader& reader, JsonValue& value) {
    const auto add_text = [&](JsonValue& text) {
      if (JsonReader::is(text, '"')) sentences_.push_back({0, said(text)});
    };
    if (JsonReader::is(value, '"') || JsonReader::is(value, 'n')) return add_text(value);
    if (!JsonReader::is(value, '[')) reader.refuse("\"answer\" is not an array");
    reader.for_each_element(value, [&](JsonValue& element) {
      if (!JsonReader::is(element, '{')) return add_text(element);
      Sentence& made = sentences_.emplace_back();
      reader.for_each_member(element, [&](std::string_view name, JsonValue member) {
        if (is_called(name, citation_lists))
          read_citations(reader, member, made.citations);
        else if (name == "rank")
          made.rank = parse_whole(JsonReader::token(member)).value_or(0);
        else if (name == "text" && JsonReader::is(member, '"'))
          made.text = said(member);
      });
    });
  }

  // The text of a string, without escapes.
  std::string_view said(JsonValue& value) const {
    const std::string_view text = JsonReader::token(value),
                           inside = text.substr(1, text.size() - 2);
    if (inside.find('\\') == inside.npos) return inside;
    char* const meant = text_.names.room(inside);
    const char* const end = unescape_json_string(inside, meant);
    return end == nullptr ? inside : std::string_view(meant, end);
  }

  // Takes one, an array, or an object with citations as members.
  static void read_citations(JsonReader& reader, JsonValue& value, std::vector<Citation>& made) {
    const auto add = [&](JsonValue& citation) {
      Citation& added = made.emplace_back(Citation{{}, JsonReader::place_of(citation), true});
      added.is_text = !is_number(citation);
      added.name = docno_of(reader, citation, &added.score);
    };
    if (JsonReader::is(value, '[')) return reader.for_each_element(value, add);
    if (JsonReader::is_name(value)) return add(value);
    if (JsonReader::is(value, 'n')) return;
    if (!JsonReader::is(value, '{')) reader.refuse("\"citations\" is not an array");
    reader.for_each_member(value, [&](std::string_view docno, JsonValue of_docno) {
      const char* const place = JsonReader::place_of(of_docno);
      made.push_back({docno, place, true, score_in(reader, of_docno, docno)});
    });
  }

  // A reference or a citation, which may be an object, and have a score.
  static std::string_view docno_of(JsonReader& reader, JsonValue& value,
                                   std::optional<double>* score = nullptr,
                                   std::string_view* number = nullptr) {
    if (!JsonReader::is(value, '{')) return reader.name_or_number(value);
    const char* const place = JsonReader::place_of(value);
    PreferredMember preferred(docno_columns);
    std::string_view reference, docno, id;
    reader.for_each_member(value, [&](std::string_view name, JsonValue member) {
      if (!JsonReader::is_name(member)) return;
      if (name == "score" && score != nullptr) *score = score_in(reader, member, name);
      std::string_view* const named = name == "reference"     ? &reference
                                      : preferred.takes(name) ? &docno
                                      : name == "id"          ? &id
                                                              : nullptr;
      if (number != nullptr && is_called(name, reference_numbers))
        *number = reader.name_or_number(member);
      if (named != nullptr) *named = reader.name_or_number(member);
    });
    if (number != nullptr && reference.empty() && docno.empty()) *number = {};  // the only name
    if (reference.empty()) reference = docno.empty() ? id : docno;
    if (reference.empty()) reader.refuse(place, "\"docid\" is missing");
    return reference;
  }

  // The reference of that name, number or place. Text is the name of one before it is a place.
  const Reference* find(std::string_view name, bool is_text, std::int64_t first_place) const {
    auto at = std::ranges::find(references_, name, &Reference::id);
    if (at == references_.end()) at = std::ranges::find(references_, name, &Reference::docno);
    if (at != references_.end() && (is_text || are_numbered_)) return &*at;
    const std::int64_t place = parse_integer(name).value_or(-1) - first_place;
    if (!are_numbered_ && place >= 0 && place < std::ssize(references_))
      return &references_[static_cast<std::size_t>(place)];
    return at != references_.end() ? &*at : nullptr;
  }

  void cite(const JsonReader& reader, const Citation& citation) {
    const std::string_view name = citation.name;
    const Reference* const found = find(name, citation.is_text, 0);
    if (found == nullptr && (!references_.empty() || (has_references_ && !citation.is_text))) {
      reader.refuse(citation.place, "the citation " + printable(name) + " is not one of the " +
                                        count_of(references_.size(), "reference") +
                                        (are_numbered_ ? "" : ", which count from 0"));
    }
    line_ = citation.place;
    add(found != nullptr ? *found : Reference{name, name}, citation.score);
  }

  // References as "[3]", "[2-4]", "[d1, d2]", "[1; 3]", "[^3]" and "[Doc 3]". Brackets may hold
  // else: without references, what has a digit and no blank is a docno.
  void cite_in_texts() {
    std::vector<std::string_view> names;
    for (const Sentence& sentence : sentences_) add_bracketed(sentence.text, names);
    for (std::string_view name : names) {
      const Reference* found = find(name, true, first_place_);
      if (found == nullptr) {
        name = number_in(name);
        found = find(name, true, first_place_);
      }
      const std::size_t dash = std::min(name.size(), name.find_first_of("-\u2013"));
      const auto first = parse_integer(name.substr(0, dash));
      const auto last = dash == name.size()
                            ? first
                            : parse_integer(name.substr(
                                  std::min(name.size(), name.find_first_of("0123456789", dash))));
      if (found != nullptr)
        add(*found);
      else if (first && last && first < 1000 && !references_.empty())
        for (std::int64_t i = *first - first_place_; i <= *last - first_place_; ++i) {
          if (i >= std::ssize(references_)) {
            list_.add_unknown_citation();
            break;
          }
          if (i >= 0) add(references_[static_cast<std::size_t>(i)]);
        }
      if (!has_references_ && !parse_double(name) && name.find(' ') == name.npos &&
          name.find_first_of("0123456789") != name.npos)
        add({name, name});
    }
  }

  // 3 of "^3", "#3", "3\u2020source", "Doc 3", "docs: 3" and "doc_3", but where references are
  // called so, or there are none.
  std::string_view number_in(std::string_view name) const {
    const std::string_view before = name.substr(0, name.find("\u2020"));
    const std::size_t behind = std::min(before.size(), before.find_first_of(" :_#0123456789"));
    if (name.starts_with('^')) return name.substr(1);
    std::string_view word = before.substr(0, behind), number = before.substr(behind);
    number.remove_prefix(std::min(number.size(), number.find_first_not_of(" :_#")));
    const auto is_named_so = [&](const Reference& one) { return one.docno.starts_with(word); };
    if (references_.empty() || (!word.empty() && std::ranges::any_of(references_, is_named_so)))
      return before;
    if (word.ends_with('s')) word.remove_suffix(1);
    const bool is_numbered =
        parse_integer(number) && (word.empty() || is_called(word, words_for_references));
    return is_numbered ? number : before;
  }

  static void add_bracketed(std::string_view text, std::vector<std::string_view>& names) {
    const auto find = [&](std::string_view plain, std::string_view wide) {
      return std::min(text.find(plain), text.find(wide));
    };
    for (;;) {
      const std::size_t begin = find("[", "\u3010");
      if (begin == text.npos) return;
      text.remove_prefix(begin + (text[begin] == '[' ? 1 : 3));
      const std::size_t end = find("]", "\u3011");
      if (end == text.npos) return;
      std::string_view inside = text.substr(0, end);
      inside.remove_prefix(inside.rfind('[') + 1);
      while (!inside.empty()) {
        std::size_t at = inside.size(), size = 0;
        const bool are_numbers = inside.find_first_not_of("0123456789 ,") == inside.npos;
        for (const std::string_view between :
             {",", ";", "\uFF0C", "\u3001", " and ", are_numbers ? " " : ";"})
          if (const std::size_t found = inside.find(between); found < at)
            at = found, size = between.size();
        if (const auto name = trim(inside.substr(0, at)); !name.empty()) names.push_back(name);
        inside.remove_prefix(at + size);
      }
    }
  }

  void add(const Reference& reference, std::optional<double> score = {}) {
    if (cited_.insert(reference.docno).second)
      scores_.push_back(reference.score ? reference.score : score);
  }

  // In the order of their scores if all have some.
  void add_cited() {
    std::vector<std::size_t> order(scores_.size());
    std::iota(order.begin(), order.end(), 0);
    if (std::ranges::all_of(scores_, [](const auto& score) { return score.has_value(); }))
      std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return *scores_[i]; });
    for (const std::size_t i : order) list_.add_next(cited_.names()[i]);
    list_.set_names_differ();
  }

  const JsonText& text_;
  std::string_view topic_;
  ListBuilder& list_;
  LineInWork& line_;
  std::int64_t first_place_;
  std::vector<Reference> references_;
  bool has_references_ = false, are_numbered_ = false, are_keys_ = false;
  std::vector<Sentence> sentences_;
  NameTable cited_;
  std::vector<std::optional<double>> scores_;  // of those
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

// The first place among references that texts name in brackets: 0 if one of a file has [0], not as
// an array of JSON.
[[gnu::cold]] std::int64_t first_place_of(std::string_view text) {
  for (std::size_t at = 0; (at = text.find("[0", at)) != text.npos; ++at) {
    const std::string_view before = trim(text.substr(at - std::min<std::size_t>(at, 9), 9));
    const char behind = text.substr(at + 2, 1).empty() ? ' ' : text[at + 2];
    const bool is_array =
        at < 9 || before.empty() || before.find_last_of(":,[") + 1 == before.size();
    if (!is_array && (behind == ']' || behind == ',' || behind == '-')) return 0;
  }
  return 1;
}

// Do sentences say how far their citations support them?
[[gnu::cold]] bool are_judged(std::string_view text) {
  constexpr std::size_t looked_at = 1 << 20;
  return first_object_has(text, {{"sentences"}}) &&
         text.substr(0, looked_at).find("\"support\"") != text.npos;
}

}  // namespace

bool holds_answers(std::string_view text) {
  return first_object_has(
             text, {{"metadata", "references", "topic_id", "narrative_id", "turn_id", "request_id"},
                    sentence_lists}) &&
         !are_judged(text);
}

bool holds_turns(std::string_view text) {
  return any_first_member(text, [](std::string_view name, std::string_view value) {
    return is_called(name, answer_lists) && first_object_has(value, {sentence_lists});
  });
}

RunText open_answers(const TextFile& file, RunOrder) {
  const bool are_turns = holds_turns(file.text());
  JsonRecords records(
      file, answer_advice, {"narrative_id", "topic_id", "request_id", "qid", "qa_id", "turn_id"},
      "run_id", are_turns ? array_in(file, answer_advice, answer_lists) : std::string_view());
  records.require_one_each("answer");
  std::vector<TopicLines> topics = records.take_topics();
  std::string tag = run_of(records, topics);
  any_first_member(file.text(), [&](std::string_view name, std::string_view value) {
    const bool is_name = are_turns && name == "run_name" && trim(value).starts_with('"');
    if (is_name) tag = split(value, '"')[1];
    return is_name;
  });
  const auto shared = std::make_shared<const JsonRecords>(std::move(records));
  RunText text{
      std::move(topics), [shared, first_place = first_place_of(file.text())](
                             const TopicLines& topic, ListBuilder& list, LineInWork& line) {
        CitedDocuments(shared->text(), topic, list, line, first_place).read(topic.pieces[0]);
      }};
  text.names = shared->names();
  text.tag = std::move(tag);
  text.has_ranks = false;
  return text;
}

}  // namespace subintent::internal
