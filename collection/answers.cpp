#include "collection/answers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/name_table.h"
#include "collection/json_records.h"
#include "collection/list_builder.h"
#include "collection/reciprocal_ranks.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* answer_advice =
    R"(write {"metadata": {"narrative_id": ..., "run_id": ...}, "references": [docno, ...], "answer": [{"text": ..., "citations": [0, ...]}, ...]} for each topic)";

// An answer as nearly all are: an array of references that differ, and then an array of sentences
// whose citations are places in it.
class PlainAnswer {
 public:
  explicit PlainAnswer(JsonScanner& scanner) : scanner_(scanner) {}

  // False for any other answer, also one with a defect.
  bool read() {
    try {
      scanner_.for_each_member([&](std::string_view name) {
        if (name == "references") {
          read_references();
        } else if (name == "answer" || name == "responses") {
          read_sentences();
        } else {
          scanner_.skip_value();
        }
      });
    } catch (const Error&) {
      return false;
    }
    return is_plain_ && all_differ(references_);
  }

  // Adds those cited, in the order in which they first are.
  void add_cited(ListBuilder& list) const {
    list.reserve(cited_.size());
    std::array<RankedLine, LineKernel::batch> lines;
    for (std::size_t done = 0; done < cited_.size();) {
      const auto next =
          std::span(cited_).subspan(done, std::min(lines.size(), cited_.size() - done));
      const std::span made = std::span(lines).first(next.size());
      for (std::size_t i = 0; i < next.size(); ++i) {
        const std::string_view docno = references_[next[i]];
        made[i] = {docno.data(), docno.size(), 0, 0};
      }
      set_scores_of_next_ranks(made, static_cast<double>(done));
      list.add(made);
      done += next.size();
    }
  }

 private:
  void read_references() {
    is_plain_ = is_plain_ && !has_references_ && !has_sentences_ && scanner_.next() == '[';
    has_references_ = true;
    if (!is_plain_) return scanner_.skip_value(), void();
    const auto pass_names = [&] {
      if (!is_plain_) return;
      scanner_.pass_usual(&JsonKernel::read_strings, [&](std::span<const RankedLine> lines) {
        for (const RankedLine& line : lines) references_.push_back(docno_of(line));
      });
    };
    scanner_.for_each_element(pass_names, [&] {
      is_plain_ = is_plain_ && scanner_.next() == '"';
      if (!is_plain_) return scanner_.skip_value(), void();
      references_.push_back(scanner_.name_value());
    });
    is_cited_.resize(references_.size(), 0);
  }

  void read_sentences() {
    is_plain_ = is_plain_ && has_references_ && !has_sentences_ && scanner_.next() == '[';
    has_sentences_ = true;
    if (!is_plain_) return scanner_.skip_value(), void();
    scanner_.for_each_element([&] {
      if (read_usual_sentence()) return;
      if (scanner_.next() != '{') return scanner_.skip_value(), void();
      scanner_.for_each_member([&](std::string_view name) {
        if (name != "citations" || scanner_.next() == 'n') return scanner_.skip_value(), void();
        is_plain_ = is_plain_ && scanner_.next() == '[';
        if (!is_plain_) return scanner_.skip_value(), void();
        scanner_.for_each_element([&] { read_citation(); });
      });
    });
  }

  // As json.dumps() writes one that has a text and then its citations; false, back where it was,
  // for any other. What has been cited by then is cited in any case.
  bool read_usual_sentence() {
    const char* const begin = scanner_.place();
    const auto read = [&] {
      if (!scanner_.pass_text(R"({"text": )") || scanner_.next() != '"') return false;
      if (!scanner_.find_quote() || !scanner_.pass_text(R"(", "citations": [)")) return false;
      if (scanner_.pass_text("]}")) return true;
      do {
        const auto at = scanner_.small_number();
        if (!at || *at >= references_.size()) return false;
        cite(*at);
      } while (scanner_.pass_text(", "));
      return scanner_.pass_text("]}");
    };
    if (read()) return true;
    scanner_.seek(begin);
    return false;
  }

  void read_citation() {
    const auto at = scanner_.small_number();
    is_plain_ = is_plain_ && at && *at < references_.size();
    if (!is_plain_) return scanner_.skip_value(), void();
    cite(*at);
  }

  void cite(std::uint32_t at) {
    if (is_cited_[at] != 0) return;
    is_cited_[at] = 1;
    cited_.push_back(at);
  }

  JsonScanner& scanner_;
  bool is_plain_ = true, has_references_ = false, has_sentences_ = false;
  std::vector<std::string_view> references_;
  std::vector<char> is_cited_;  // of the references
  std::vector<std::uint32_t> cited_;
};

// The documents of an answer while it is read.
class CitedDocuments {
 public:
  CitedDocuments(JsonScanner& scanner, ListBuilder& list, LineInWork& line)
      : scanner_(scanner), list_(list), line_(line) {}

  void read() {
    const char* const begin = scanner_.place();
    PlainAnswer plain(scanner_);
    if (!plain.read()) {
      scanner_.seek(begin);
      line_ = nullptr;
      return read_any();
    }
    plain.add_cited(list_);
    list_.set_names_differ();
    line_ = nullptr;
  }

 private:
  // Both parts of an answer may come first.
  void read_any() {
    const char *references = nullptr, *sentences = nullptr;
    scanner_.for_each_member([&](std::string_view name) {
      if (name == "references") references = scanner_.place();
      if (name == "answer" || name == "responses") sentences = scanner_.place();
      scanner_.skip_value();
    });
    const char* const end = scanner_.place();
    if (references != nullptr) read_references(references);
    if (sentences != nullptr) read_sentences(sentences);
    scanner_.seek(end);
    line_ = nullptr;
  }

  void read_references(const char* place) {
    scanner_.seek(place);
    if (scanner_.next() == 'n') return;  // null
    if (scanner_.next() == '{') {        // iKAT's: their scores
      return scanner_.for_each_member([&](std::string_view docno) {
        references_.push_back(docno);
        scanner_.skip_value();
      });
    }
    require('[', "\"references\" is neither an array nor an object");
    scanner_.for_each_element([&] { references_.push_back(name_or_number(scanner_)); });
  }

  void read_sentences(const char* place) {
    scanner_.seek(place);
    if (scanner_.next() == '"' || scanner_.next() == 'n') return;  // text without citations
    require('[', "\"answer\" is not an array");
    scanner_.for_each_element([&] {
      if (scanner_.next() != '{') return scanner_.skip_value(), void();
      scanner_.for_each_member([&](std::string_view name) {
        if (name != "citations" || scanner_.next() == 'n') return scanner_.skip_value(), void();
        read_citations();
      });
    });
  }

  // Places in the references, names of documents, or an object whose members these are. A name that
  // no reference has, but is a place in digits, is a place.
  void read_citations() {
    if (scanner_.next() == '{') {
      return scanner_.for_each_member([&](std::string_view docno) {
        cite_named(docno, scanner_.place());
        scanner_.skip_value();
      });
    }
    require('[', "\"citations\" is not an array");
    scanner_.for_each_element([&] {
      const char* const place = scanner_.place();
      if (scanner_.next() == '"') return cite_named(scanner_.name_value(), place);
      if (scanner_.next() == '{') return read_citation(place);
      const std::string_view number = scanner_.skip_value().text;
      const auto at = parse_integer(number);
      if (!at || *at < 0 || static_cast<std::size_t>(*at) >= references_.size()) {
        scanner_.seek(place);
        scanner_.refuse("the citation " + printable(number) + " is not one of the " +
                        count_of(references_.size(), "reference") + ", which count from 0");
      }
      cite_reference(static_cast<std::size_t>(*at), place);
    });
  }

  void cite_named(std::string_view name, const char* place) {
    const auto at = parse_integer(name);
    const bool is_place = at && *at >= 0 && static_cast<std::size_t>(*at) < references_.size() &&
                          std::ranges::find(references_, name) == references_.end();
    is_place ? cite_reference(static_cast<std::size_t>(*at), place) : cite(name, place);
  }

  // An object that names a document.
  void read_citation(const char* place) {
    std::string_view docno;
    scanner_.for_each_member([&](std::string_view name) {
      const bool names = name == "reference" || name == "docid" || name == "doc_id";
      if (!names || scanner_.next() != '"') return scanner_.skip_value(), void();
      docno = scanner_.name_value();
    });
    if (!docno.empty()) cite(docno, place);
  }

  // Most references are cited by their places, and several times.
  void cite_reference(std::size_t at, const char* place) {
    is_cited_.resize(references_.size(), 0);
    if (is_cited_[at] != 0) return;
    is_cited_[at] = 1;
    cite(references_[at], place);
  }

  void cite(std::string_view docno, const char* place) {
    line_ = place;
    if (!cited_.insert(docno).second) return;
    list_.add(docno, 0, 1 / static_cast<double>(cited_.names().size()));
  }

  void require(char expected, const char* what) {
    if (scanner_.next() != expected) scanner_.refuse(what);
  }

  JsonScanner& scanner_;
  ListBuilder& list_;
  LineInWork& line_;
  std::vector<std::string_view> references_;
  std::vector<char> is_cited_;  // of the references
  NameTable cited_;
};

// The run that the answers are of. Throws where they are of several.
std::string run_of(const JsonRecords& records, const std::vector<TopicLines>& topics) {
  std::optional<std::string> run;
  for (const TopicLines& topic : topics) {
    std::string found;
    std::size_t next = 0;
    for (const JsonRecords::Noted& noted : records.noted(topic.pieces[0], next)) {
      if (*noted.place != '"') continue;
      LineInWork line = nullptr;
      JsonScanner scanner = records.scanner(topic, topic.pieces[0], line);
      scanner.seek(noted.place);
      found = scanner.name_value();
    }
    if (!run) run = found;
    if (*run == found) continue;
    throw Error(
        records.file().location(topic.pieces[0].data()),
        "is an answer of the run " + printable(found) + " behind those of " + printable(*run),
        "give each run a file of its own");
  }
  return run.value_or("");
}

}  // namespace

bool holds_answers(std::string_view text) {
  return first_object_has(text, {{"metadata", "references", "topic_id", "narrative_id", "turn_id"},
                                 {"answer", "responses"}});
}

RunText open_answers(const TextFile& file, RunOrder) {
  JsonRecords records(file, answer_advice,
                      {"narrative_id", "topic_id", "request_id", "qid", "turn_id"}, {"run_id"});
  records.require_one_each("answer");
  std::vector<TopicLines> topics = records.take_topics();
  std::string tag = run_of(records, topics);
  const auto shared = std::make_shared<const JsonRecords>(std::move(records));
  RunText text{std::move(topics),
               [shared](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
                 JsonScanner scanner = shared->scanner(topic, topic.pieces[0], line);
                 CitedDocuments(scanner, list, line).read();
               }};
  text.names = shared->names();
  text.tag = std::move(tag);
  text.has_ranks = false;
  return text;
}

}  // namespace subintent::internal
