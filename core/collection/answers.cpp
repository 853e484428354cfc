#include "core/collection/run.h"

#include <numeric>
#include <ranges>
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
    "doc"sv,     "document"sv, "source"sv, "ref"sv,     "reference"sv, "passage"sv, "citation"sv,
    "snippet"sv, "chunk"sv,    "result"sv, "context"sv, "evidence"sv,  "cite"sv,    "cited"sv,
    "id"sv,      "docid"sv,    "docno"sv,  "web"sv,     "text"sv,      "abstract"sv};

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
      Sentence& sentence = sentences_.emplace_back();
      reader.for_each_member(element, [&](std::string_view name, JsonValue member) {
        if (is_called(name, citation_lists))
          read_citations(reader, member, sentence.citations);
        else if (name == "rank")
          sentence.rank = parse_whole(JsonReader::token(member)).value_or(0);
        else if (name == "text" && JsonReader::is(member, '"'))
          sentence.text = said(member);
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
  static void read_citations(JsonReader& reader, JsonValue& value,
                             std::vector<Citation>& citations) {
    const auto add = [&](JsonValue& citation) {
      Citation& added = citations.emplace_back(Citation{{}, JsonReader::place_of(citation), true});
      added.is_text = !is_number(citation);
      added.name = docno_of(reader, citation, &added.score);
    };
    if (JsonReader::is(value, '[')) return reader.for_each_element(value, add);
    if (JsonReader::is_name(value)) return add(value);
    if (JsonReader::is(value, 'n')) return;
    if (!JsonReader::is(value, '{')) reader.refuse("\"citations\" is not an array");
    reader.for_each_member(value, [&](std::string_view docno, JsonValue of_docno) {
      const char* const place = JsonReader::place_of(of_docno);
      citations.push_back({docno, place, true, score_in(reader, of_docno, docno)});
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

  // Takes the innermost brackets of texts, of other kinds only where all is a word and references.
  [[gnu::cold]] void cite_in_texts() {
    constexpr std::string_view others = "()<>{}";
    std::string_view round;
    for (std::string_view text : sentences_ | std::views::transform(&Sentence::text))
      for (std::size_t at = 0; (at = text.find_first_of("[({<\xE3")) != text.npos;) {
        const char opened = text[at];
        const bool is_wide = text.substr(at).starts_with("\u3010");
        text.remove_prefix(at + (is_wide ? 3 : 1));
        std::string_view inside = text.substr(0, 4096);
        const bool is_square = is_wide || opened == '[';
        const std::size_t end = is_square ? std::min(inside.find(']'), inside.find("\u3011"))
                                          : inside.find(others[others.find(opened) + 1]);
        if (end == text.npos || (opened == '\xE3' && !is_wide)) continue;
        inside = inside.substr(0, end);
        if (is_square) {
          text.remove_prefix(end);
          inside.remove_prefix(inside.rfind('[') + 1);
        }
        bool is_said = is_square;
        for_each_cited(inside, [&](std::string_view cited) {
          const bool is_cited = cite_as_said(cited, !is_said);
          if (is_square && !is_cited && is_likely(cited)) list_.add_unknown_citation(cited);
          is_said |= is_cited;
        });
        if (!is_said && parse_integer(inside) && is_likely(inside)) round = inside;
      }
    if (cited_.names().empty() && !round.empty()) list_.add_unknown_citation(round);
  }

  template <typename Take>
  void for_each_cited(std::string_view inside, const Take& take) const {
    if (named(inside) != nullptr) return take(inside);
    const bool are_numbers = inside.find_first_not_of("0123456789 ,") == inside.npos;
    while (!inside.empty()) {
      std::size_t at = inside.size(), size = 0;
      for (const std::string_view between :
           {",", ";", "\uFF0C", "\u3001", " and ", are_numbers ? " " : ";"})
        if (const std::size_t found = inside.find(between); found < at)
          at = found, size = between.size();
      if (const auto cited = trim(inside.substr(0, at)); !cited.empty()) take(cited);
      inside.remove_prefix(at + size);
    }
  }

  const Reference* named(std::string_view docno) const {
    const auto at = std::ranges::find(references_, docno, &Reference::docno);
    return at == references_.end() ? nullptr : &*at;
  }

  // Adds "3", "2-4", "d1", "^3^", "#3", "3\u2020source", "Doc 3", "docs: 3", "doc_3" and "PMID:
  // d1"; numbers behind words for references alone, where no reference is called so. Without
  // references, what has a digit and no blank is a docno.
  [[gnu::cold]] bool cite_as_said(const std::string_view cited, bool needs_word) {
    const auto add_found = [&](const Reference* reference) {
      return reference && (add(*reference), true);
    };
    if (needs_word && parse_double(cited)) return false;
    if (add_found(find(cited, true, first_place_))) return true;
    std::string_view said = cited.substr(0, cited.find("\u2020"));
    said.remove_prefix(said.starts_with('^') ? 1 : 0);
    said = said.substr(0, said.find_last_not_of("^.\\") + 1);
    constexpr std::string_view between = " :=.#_", digits = "0123456789";
    const std::string_view word =
        said.substr(0, std::min(said.find_first_of(between), said.find_first_of(digits)));
    std::string_view rest = said.substr(word.size());
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(between)));
    const std::string_view joined(word.end(), rest.begin());
    const bool is_known = is_called_or_plural(word, words_for_references);
    if (!has_references_) {
      if (is_known && joined.find(' ') != joined.npos) said = rest;
      if (needs_word || parse_double(said) || said.find(' ') != said.npos ||
          said.find_first_of(digits) == said.npos)
        return false;
      return add({said, said}), true;
    }
    const auto is_named_so = [&](const Reference& one) { return one.docno.starts_with(word); };
    const std::size_t dash = std::min(rest.size(), rest.find_first_of("-\u2013"));
    const std::size_t second = std::min(rest.size(), rest.find_first_of(digits, dash));
    const auto first = parse_integer(trim(rest.substr(0, dash)));
    const auto last = dash == rest.size() ? first : parse_integer(rest.substr(second));
    if (!first || !last || *first >= 1000 || *last < *first ||
        (word.empty() ? needs_word : !is_known || std::ranges::any_of(references_, is_named_so)))
      return (is_known || joined.find_first_of(" :=") != joined.npos) && add_found(named(rest));
    for (std::int64_t i = *first; i <= *last; ++i)
      if (!add_found(find(std::to_string(i), true, first_place_)))
        return list_.add_unknown_citation(cited), true;
    return true;
  }

  // Is there the name or number of a reference?
  [[gnu::cold]] bool is_likely(std::string_view said) const {
    if (said.size() > 40) return false;
    const auto is_one = [&](std::string_view name) {
      return find(name, true, first_place_) != nullptr;
    };
    for (std::string_view left = said; !left.empty();) {
      const std::size_t end = std::min(left.size(), left.find_first_of(" :=()_"));
      if (is_one(left.substr(0, end))) return true;
      left.remove_prefix(std::min(left.size(), end + 1));
    }
    return is_one(said.substr(1));
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

// The first place among references that texts name in brackets: 0 if one of a file has [0] or
// [Doc 0], not as an array of JSON.
[[gnu::cold]] std::int64_t first_place_of(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('0', at)) != text.npos; ++at) {
    if (text.substr(at + 1, 1).find_first_of("],-") == text.npos) continue;
    const std::string_view before = text.substr(0, at).substr(at - std::min<std::size_t>(at, 20));
    const std::size_t opened = before.rfind('[');
    if (opened == before.npos) continue;
    const std::string_view said = before.substr(opened + 1),
                           outside = trim(before.substr(0, opened));
    const std::string_view word = said.substr(0, said.find_last_not_of(" :.#_") + 1);
    const bool is_array = outside.empty() || outside.find_last_of(":,[") + 1 == outside.size();
    if (said.empty() ? !is_array : is_called_or_plural(word, words_for_references)) return 0;
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
    const bool is_name = are_turns && name == "run_name" && value.starts_with('"');
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
