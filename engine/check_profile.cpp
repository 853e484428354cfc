// Rules of a track that runs and answers are checked by.
#include <fmt/format.h>
#include <simdjson.h>

#include <filesystem>
#include <set>
#include <system_error>

#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/collection/topics.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "engine/recipe_plan.h"
#include "subintent/check.h"
#include "subintent/program.h"

namespace subintent {
namespace internal {
namespace {

namespace profile_dom = simdjson::dom;

// ----- profiles -----

// The values of rules.
enum class RuleKind { word, words, number, pattern };

struct RuleRecord {
  std::string_view name;
  RuleKind kind;
  std::string_view word;  // the only one that there is
};

constexpr RuleRecord rule_records[] = {
    {"format", RuleKind::words, ""},       {"columns", RuleKind::number, ""},
    {"second", RuleKind::pattern, ""},     {"ranks", RuleKind::word, "dense"},
    {"scores", RuleKind::word, "falling"}, {"docnos", RuleKind::word, "unique"},
    {"docno", RuleKind::pattern, ""},      {"run", RuleKind::word, "one"},
    {"topics", RuleKind::word, "all"},     {"metadata", RuleKind::words, ""},
    {"words", RuleKind::number, ""},       {"citations", RuleKind::number, ""},
    {"narrative", RuleKind::word, "exact"}};

// The rules of a profile by their names: "words" of "words 1024".
using Rules = std::map<std::string, std::string, std::less<>>;

void check_rule(const LineSplitter& lines, std::string_view name, std::string_view value) {
  const auto record = std::ranges::find(rule_records, name, &RuleRecord::name);
  const auto refuse = [&](const std::string& what, const std::string& advice) {
    throw Error(lines.location(), what, advice);
  };
  if (record == std::end(rule_records)) {
    refuse("there is no rule " + printable(name),
           advice_on(std::string(name), mapped<std::string>(rule_records, &RuleRecord::name)));
  }
  if (record->kind == RuleKind::word && value != record->word) {
    refuse(fmt::format("the rule {} is not {}", name, record->word),
           fmt::format("write {} {}, or leave it out", name, record->word));
  }
  const auto number = parse_integer(value);
  if (record->kind == RuleKind::number && !(number && *number >= 0 && *number <= 1'000'000'000))
    refuse(fmt::format("the rule {} has no number", name), "write a whole number from 0");
  if (value.empty()) refuse(fmt::format("the rule {} says nothing", name), "say what it asks for");
  if (name == "format" && value != "run" && value != "answers")
    refuse("the format is not run or answers", "write format run, or format answers");
}

Rules rules_of(std::string_view text, const std::string& name) {
  LineSplitter lines(text, name);
  Rules rules;
  std::string_view line;
  while (lines.next(line)) {
    line = trim(line);
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view rule = line.substr(0, end), value = trim(line.substr(end));
    check_rule(lines, rule, value);
    if (!rules.emplace(rule, value).second)
      throw Error(lines.location(), "the rule " + printable(rule) + " is there twice", "keep one");
  }
  if (!rules.contains("format")) {
    throw Error(Location{name, 0}, "does not say what it is for",
                "write format run, or format answers");
  }
  return rules;
}

// One that comes with the library, else a file.
Rules read_rules(const std::string& profile) {
  for (const auto& [name, text] : profile_files)
    if (name == profile) return rules_of(text, profile);
  std::error_code failed;
  if (!std::filesystem::exists(profile, failed)) {
    throw Error::argument(
        "profile", "profile: there is neither a profile nor a file called " + printable(profile),
        advice_on(profile, profile_names()));
  }
  const Content file{Source(profile)};
  return rules_of(file.bytes(), file.name());
}

// Does a name fit a pattern, in which # is one or more digits?
bool fits_pattern(std::string_view name, std::string_view pattern) {
  while (!pattern.empty()) {
    if (pattern[0] == '#') {
      const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
      if (digits == 0) return false;
      name.remove_prefix(digits);
    } else if (name.empty() || name[0] != pattern[0]) {
      return false;
    } else {
      name.remove_prefix(1);
    }
    pattern.remove_prefix(1);
  }
  return name.empty();
}

// ----- files by rules -----

// Topics with their texts; where nobody gave them, none.
using ProfileTopics = std::map<std::string, std::string, LabelLess>;

ProfileTopics read_profile_topics(const Source& source) {
  const Content file(source);
  ProfileTopics topics;
  if (trim(file.bytes()).starts_with('<')) {
    for (const auto& [topic, described] : read_topic_descriptions(source))
      topics[topic] = described.description;
    return topics;
  }
  LineSplitter lines(file.bytes(), file.name());
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    const std::size_t tab = std::min(line.find('\t'), line.size());
    topics[std::string(trim(line.substr(0, tab)))] =
        trim(line.substr(std::min(tab + 1, line.size())));
  }
  if (topics.empty()) throw Error(Location{source.name(), 0}, "contains no topics");
  return topics;
}

class ProfileCheck {
 public:
  ProfileCheck(const Rules& rules, const std::optional<ProfileTopics>& topics)
      : rules_(rules), topics_(topics) {}

  std::vector<FileFault> faults(const Content& file) {
    LineSplitter lines(file.bytes(), file.name());
    std::string_view line;
    const bool is_run = rules_.find("format")->second == "run";
    while (lines.next(line)) {
      if (trim(line).empty()) continue;
      line_ = lines.line_number();
      is_run ? check_run_line(line) : check_answer_line(trim(line));
    }
    line_ = 0;
    if (topics_ && has("topics")) {
      for (const auto& [topic, text] : *topics_)
        if (!lists_.contains(topic)) fault("topic " + printable(topic) + " is missing");
    }
    if (lists_.empty()) fault("holds no topic");
    return std::move(faults_);
  }

 private:
  // A topic of a run, or its answer.
  struct TopicList {
    std::int64_t rank = 0;
    std::optional<double> score;  // of the line before
    std::set<std::string, std::less<>> docnos;
  };

  bool has(std::string_view rule) const { return rules_.find(rule) != rules_.end(); }
  std::string_view value(std::string_view rule) const {
    const auto found = rules_.find(rule);
    return found == rules_.end() ? std::string_view() : found->second;
  }
  std::int64_t number(std::string_view rule) const {
    return parse_integer(value(rule)).value_or(0);
  }

  void fault(std::string message) { faults_.push_back({line_, std::move(message), ""}); }

  // The list of a topic, which is found to be unknown once.
  TopicList& list_of(std::string_view topic) {
    const auto [at, is_new] = lists_.try_emplace(std::string(topic));
    if (is_new && topics_ && has("topics") && !topics_->contains(topic))
      fault("topic " + printable(topic) + " is not among the topics");
    return at->second;
  }

  void check_run_name(std::string_view name) {
    if (!run_) run_ = name;
    if (has("run") && *run_ != name)
      fault("is of the run " + printable(name) + ", and those above of " + printable(*run_));
  }

  void check_docno(std::string_view docno, TopicList& list) {
    if (has("docno") && !fits_pattern(docno, value("docno"))) {
      fault(fmt::format("the docno {} is not like {}, where # is a number", printable(docno),
                        value("docno")));
    }
    if (!list.docnos.emplace(docno).second && has("docnos"))
      fault("document " + printable(docno) + " is there twice");
  }

  void check_run_line(std::string_view line) {
    const std::vector<std::string_view> columns = split_words(line);
    const auto expected = static_cast<std::size_t>(has("columns") ? number("columns") : 6);
    if (columns.size() != expected)
      fault(fmt::format("has {}, not {}", count_of(columns.size(), "column"), expected));
    if (columns.size() < 5) return;
    if (has("second") && columns[1] != value("second"))
      fault(fmt::format("column 2 is {}, not {}", printable(columns[1]), value("second")));
    TopicList& list = list_of(columns[0]);
    check_docno(columns[2], list);
    ++list.rank;
    if (has("ranks") && parse_integer(columns[3]) != list.rank)
      fault(fmt::format("the rank is {}, not {}", printable(columns[3]), list.rank));
    const auto score = parse_double(columns[4]);
    if (!score) fault("the score " + printable(columns[4]) + " is not a number");
    if (has("scores") && score && list.score && *score > *list.score) {
      fault(fmt::format("the score {} is above that of the line before, {}", printable(columns[4]),
                        shortest(*list.score)));
    }
    list.score = score;
    if (columns.size() > 5) check_run_name(columns[5]);
  }

  // ----- answers -----

  static std::string_view text_of(profile_dom::object object, std::string_view name) {
    std::string_view text;
    return object[name].get(text) == simdjson::SUCCESS ? text : std::string_view();
  }

  void check_answer_line(std::string_view line) {
    profile_dom::object answer, metadata;
    if (parser_.parse(line.data(), line.size()).get(answer) != simdjson::SUCCESS)
      return fault("is not an object of JSON");
    if (answer["metadata"].get(metadata) != simdjson::SUCCESS)
      return fault("\"metadata\" is missing");
    for (const std::string_view name : split_words(value("metadata")))
      if (trim(text_of(metadata, name)).empty())
        fault(fmt::format("\"metadata\" has no text \"{}\"", name));
    check_run_name(text_of(metadata, "run_id"));
    const std::string_view topic = text_of(metadata, "narrative_id");
    if (lists_.contains(topic)) fault("topic " + printable(topic) + " has a second answer");
    TopicList& list = list_of(topic);
    check_narrative(topic, text_of(metadata, "narrative"));
    profile_dom::array references, sentences;
    list.docnos.clear();
    if (answer["references"].get(references) != simdjson::SUCCESS)
      fault("\"references\" is not an array");
    else
      check_references(references, list);
    if (answer["answer"].get(sentences) != simdjson::SUCCESS)
      return fault("\"answer\" is not an array");
    check_sentences(sentences, references_, list);
  }

  static std::vector<std::string_view> split_words(std::string_view text) {
    std::vector<std::string_view> words;
    for (text = trim(text); !text.empty(); text = trim(text)) {
      const std::size_t end = std::min(text.find_first_of(" \t\r"), text.size());
      words.push_back(text.substr(0, end));
      text.remove_prefix(end);
    }
    return words;
  }

  void check_narrative(std::string_view topic, std::string_view narrative) {
    if (!has("narrative") || !topics_) return;
    const auto found = topics_->find(topic);
    if (found == topics_->end() || found->second == narrative) return;
    fault("the narrative of topic " + printable(topic) + " is not that of the topics");
  }

  void check_references(profile_dom::array references, TopicList& list) {
    references_ = references.size();
    for (const profile_dom::element element : references) {
      std::string_view docno;
      if (element.get(docno) != simdjson::SUCCESS)
        fault("\"references\" has something that is not a string");
      else
        check_docno(docno, list);
    }
  }

  void check_sentences(profile_dom::array sentences, std::size_t references,
                       const TopicList& list) {
    std::int64_t words = 0;
    std::size_t sentence_number = 0;
    for (const profile_dom::element element : sentences) {
      const std::string of = fmt::format("sentence {}: ", ++sentence_number);
      profile_dom::object sentence;
      if (element.get(sentence) != simdjson::SUCCESS) {
        fault(of + "is not an object");
        continue;
      }
      const std::string_view text = text_of(sentence, "text");
      if (trim(text).empty()) fault(of + "\"text\" is missing or empty");
      words += number_of_words(text);
      check_citations(of, sentence, references, list);
    }
    if (has("words") && words > number("words"))
      fault(fmt::format("the answer has {} words, more than {}", words, number("words")));
  }

  void check_citations(const std::string& of, profile_dom::object sentence, std::size_t references,
                       const TopicList& list) {
    profile_dom::array citations;
    if (sentence["citations"].get(citations) != simdjson::SUCCESS)
      return fault(of + "\"citations\" is not an array");
    const auto most = has("citations") ? number("citations") : INT64_MAX;
    if (static_cast<std::int64_t>(citations.size()) > most) {
      fault(
          fmt::format("{}has {}, more than {}", of, count_of(citations.size(), "citation"), most));
    }
    for (const profile_dom::element citation : citations) {
      std::string_view docno;
      std::uint64_t place = references;
      if (citation.get(docno) == simdjson::SUCCESS
              ? list.docnos.contains(docno)
              : citation.get(place) == simdjson::SUCCESS && place < references)
        continue;
      fault(fmt::format("{}the citation {} is not one of the {}", of, printable(minified(citation)),
                        count_of(references, "reference")));
    }
  }

  // Between white space of Unicode, as Python's str.split() has it.
  static std::int64_t number_of_words(std::string_view text) {
    std::int64_t words = 0;
    bool in_word = false;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t blank = blank_at(text.substr(at));
      if (blank == 0 && !in_word) ++words;
      in_word = blank == 0;
      at += std::max<std::size_t>(blank, 1);
    }
    return words;
  }

  // How many bytes of white space a text begins with: those of one character.
  static std::size_t blank_at(std::string_view text) {
    const auto c = static_cast<unsigned char>(text[0]);
    if (c == ' ' || (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f)) return 1;
    constexpr std::string_view wide[] = {"\u0085", "\u00a0", "\u1680", "\u2000", "\u2001",
                                         "\u2002", "\u2003", "\u2004", "\u2005", "\u2006",
                                         "\u2007", "\u2008", "\u2009", "\u200a", "\u2028",
                                         "\u2029", "\u202f", "\u205f", "\u3000"};
    for (const std::string_view blank : wide)
      if (c >= 0x80 && text.starts_with(blank)) return blank.size();
    return 0;
  }

  const Rules& rules_;
  const std::optional<ProfileTopics>& topics_;
  std::size_t line_ = 0;
  std::vector<FileFault> faults_;
  std::map<std::string, TopicList, LabelLess> lists_;
  std::optional<std::string> run_;
  std::size_t references_ = 0;  // of the answer
  profile_dom::parser parser_;
};

}  // namespace
}  // namespace internal

std::vector<std::string> profile_names() {
  return mapped<std::string>(internal::profile_files, [](const auto& file) { return file.first; });
}

FileCheck check_file(const Source& source, const std::string& profile,
                     const std::optional<Source>& topics) {
  using namespace internal;
  const Rules rules = read_rules(profile);
  std::optional<ProfileTopics> known;
  if (topics) known = read_profile_topics(*topics);
  const Content file(source);
  const Source held = source.path() == "-" ? Source::memory(file.bytes(), source.name()) : source;
  FileCheck check = check_file(held);
  std::vector<FileFault> faults = ProfileCheck(rules, known).faults(file);
  for (FileFault& fault : check.faults)  // a line that is refused is not told of twice
    if (std::ranges::count(faults, fault.line, &FileFault::line) == 0)
      faults.push_back(std::move(fault));
  std::ranges::stable_sort(faults, {}, &FileFault::line);
  check.faults = std::move(faults);
  check.properties.emplace_back("profile", profile);
  if (rules.contains("topics") && !known)
    check.properties.emplace_back("topics", "not looked at, as they are not given by `topics`");
  return check;
}

}  // namespace subintent
