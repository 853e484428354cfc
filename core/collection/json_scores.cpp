#include "core/collection/json_scores.h"

#include <cmath>

#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/collection/nuggets.h"
#include "core/collection/score_table.h"
#include "core/io/content.h"
#include "core/io/json.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {

namespace {

// Content is followed by as many bytes as simdjson looks at.
static_assert(Content::padding >= simdjson::SIMDJSON_PADDING);

// An element that is no string is put as text into `room`.
std::string_view text_of_score(simdjson::dom::element element, std::string& room) {
  if (const auto text = as<std::string_view>(element)) return *text;
  return room = minified(element);
}

constexpr const char* object_advice =
    R"(write {"query_id": topic, "measure": name, "value": number}, as ir_measures )"
    R"(--output_format jsonl does, or {"run": name, "topic": name, "scores": {measure: value}})";

namespace answer_scores_dom = simdjson::dom;

constexpr const char* answer_score_advice =
    R"(write {"topic_id": ..., "run_id": ..., "sentences": [{"citations": [{"support": 2}]}]} or "criteria" with "weight" and "verdict")";

// A sum, and over what it is.
struct Share {
  double sum = 0;
  std::size_t count = 0;

  double value() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
  void add(double part) {
    sum += part;
    ++count;
  }
};

// -1 where it was not judged, else 0, 1 or 2.
int support_of(answer_scores_dom::element element, const JsonPlace& place) {
  const JsonObject citation(element, place);
  const answer_scores_dom::element given = citation.get("support");
  std::string room;
  const std::string_view text = trim(text_of_score(given, room));
  const std::int64_t number =
      parse_double(text) ? parse_whole(text).value_or(-2) : degree_of(given).value_or(-2);
  if (number < -1 || number > 2) place.fail("\"support\" is not 2, 1, 0 or -1");
  return static_cast<int>(number);
}

class JudgedCitations {
 public:
  void add(const JsonObject& sentence, const JsonPlace& place) {
    ++sentences_;
    const auto citations = sentence.find<answer_scores_dom::array>({"citations"}, "an array");
    if (!citations || citations->size() == 0) return;
    Share judged;
    int first = -2;
    for (const answer_scores_dom::element citation : *citations) {
      const int support = support_of(citation, place);
      if (first == -2) first = support;
      if (support < 0) continue;
      judged.add(support / 2.0);
    }
    if (first >= 0) {
      first_.add(first / 2.0);
      hard_.add(first == 2 ? 1 : 0);
    } else {
      ++first_unjudged_;
    }
    if (judged.count > 0) {
      all_.add(judged.value());
    } else {
      ++all_unjudged_;
    }
  }

  void append(JsonTopicScores& topic_scores) const {
    const auto recall = [&](const Share& share, std::size_t unjudged) {
      return Share{share.sum, sentences_ - unjudged}.value();
    };
    const AnswerCitations values = {first_.value(), recall(first_, first_unjudged_),
                                    all_.value(),   recall(all_, all_unjudged_),
                                    hard_.value(),  recall(hard_, first_unjudged_)};
    for (std::size_t i = 0; i < values.size(); ++i)
      topic_scores.scores.emplace_back(citation_score_names[i], values[i]);
  }

 private:
  Share first_, all_, hard_;
  std::size_t sentences_ = 0, first_unjudged_ = 0, all_unjudged_ = 0;
};

void append_rubric(const JsonObject& answer, JsonTopicScores& topic_scores) {
  double parts = 0, whole = 0, positive = 0;
  std::size_t number = 0;
  std::uint64_t failed = 0;  // they are not met
  const auto criteria = answer.find<answer_scores_dom::array>({"criteria"}, "an array");
  for (const answer_scores_dom::element element : *criteria) {
    const JsonObject criterion(element, answer.place().of("criterion", ++number));
    const double weight = criterion_weight(criterion);
    const std::int32_t degree = verdict_grade(criterion, failed);
    if (degree == number_two) criterion.fail("\"verdict\" is above 1");
    const double value = std::min(degree, 2) / 2.0;
    parts += weight * value;
    whole += value == 1 ? weight : 0;
    positive += std::max(weight, 0.0);
  }
  if (positive == 0) answer.fail("has no criterion of positive weight");
  topic_scores.scores = {{"rubric", parts / positive}, {"rubric-binary", whole / positive}};
}

void read_citations(const TextFile& file, CitationScores& citations) {
  LineSplitter lines(file.text(), file.name());
  AnswerScoreParser parser;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    const JsonTopicScores read = parser.parse(lines, line);
    const auto refuse = [&](const std::string& what, const char* advice) {
      throw Error(lines.location(), "topic " + printable(read.topic) + ": " + what, advice);
    };
    if (read.run.empty()) refuse("\"run_id\" is missing", "name the run of each answer");
    if (read.scores.size() != citation_score_names.size())
      refuse("has criteria, and those before it have citations", "give files of one kind");
    const auto [at, is_new] = citations[std::string(read.topic)].try_emplace(std::string(read.run));
    if (!is_new) refuse("the answer of " + printable(read.run) + " is there twice", "keep one");
    std::ranges::transform(read.scores, at->second.begin(),
                           &std::pair<std::string_view, double>::second);
  }
}

}  // namespace

JsonTopicScores JsonScoreParser::parse(const LineSplitter& lines, std::string_view line) {
  const Location where = lines.location();
  const JsonPlace place(where, object_advice);
  const JsonObject members = JsonObject::parse(parser_, line, place);
  members.require_once();
  JsonTopicScores topic_scores;
  const bool has_no_grade = members.has("turn") && members.has("judge");  // by -1: MT-bench's
  const auto add = [&](std::string_view measure, simdjson::dom::element value) {
    if (value.is_null()) return;  // the measure does not apply to the topic, or there is no score
    auto number = as<double>(value);
    if (!number) {
      const std::string_view text = trim(text_of_score(value, texts_[0]));
      if (is_empty_cell(text)) return;
      number = parse_double(text);
    }
    if (!number) place.fail("the score by " + printable(measure) + " is not a number");
    if (*number != -1 || !has_no_grade) topic_scores.scores.emplace_back(measure, *number);
  };
  auto topic = members.find(answer_topics);
  const auto prompt = members.find({"prompt"});  // of one run a text, if there is an id
  if (prompt && !members.find(run_columns) &&
      text_of_score(*topic, texts_[1]) == text_of_score(*prompt, texts_[2]))
    if (const auto id = members.find({"id"})) topic = id;
  if (topic) topic_scores.topic = text_of_score(*topic, texts_[1]);
  if (const auto turn = members.find({"turn"}); turn && topic)
    topic_scores.topic = texts_[1] = with_turn(topic_scores.topic, text_of_score(*turn, texts_[2]));
  if (const auto run = members.find({"run_id", "run", "name"}))
    topic_scores.run = text_of_score(*run, texts_[2]);
  if (const auto measure = members.find(measure_columns)) {
    const auto value = members.find(value_columns);
    if (!value && !members.has("value")) place.fail("has no measure or no value");
    if (topic && value) add(text_of_score(*measure, texts_[3]), *value);  // else a mean, or null
    return topic_scores;
  }
  const auto scores = as<simdjson::dom::object>(members.members()["scores"]);
  if (!scores && holds_nuggets(line)) refuse_nuggets(lines);
  if (!topic || members.find(docno_columns)) {
    const auto is_number = [](const auto& member) { return member.value.is_number(); };
    if (!std::ranges::all_of(members.members(), is_number))
      place.fail("is no object with topic and scores");
    place.fail("has scores of topics, but no measure", "write {measure: {topic: value}}");
  }
  if (const auto run = members.find(run_columns)) topic_scores.run = text_of_score(*run, texts_[2]);
  for (const auto [name, value] : scores.value_or(members.members())) {
    const bool is_name = is_called(name, topic_columns) || is_called(name, run_columns);
    if (scores || (value.is_number() && !is_name && !is_time_or_turn(name, double(value))))
      add(name, value);
    else if (const auto text = as<std::string_view>(value); text && !is_name)
      topic_scores.texts.emplace_back(name, *text);
  }
  return topic_scores;
}

void refuse_nuggets(const LineSplitter& lines) {
  throw Error(lines.location(), "has nuggets or criteria, and no scores",
              "give `evaluate() of them`");
}

bool has_verdict(const JsonObject& criterion) {
  return std::ranges::any_of(verdict_columns, [&](auto name) { return criterion.has(name); });
}

std::int32_t verdict_grade(const JsonObject& criterion, std::uint64_t& failed) {
  const auto verdict =
      has_verdict(criterion) ? criterion.find(verdict_columns) : criterion.require(verdict_columns);
  return verdict_grade(criterion, verdict, failed);
}

std::int32_t verdict_grade(const JsonObject& criterion,
                           const std::optional<simdjson::dom::element>& verdict,
                           std::uint64_t& failed) {
  std::string room;
  const std::string_view word = verdict ? trim(text_of_score(*verdict, room)) : "";
  if (is_called(word, {"failed", "error", "", "N/A", "NaN", "NA"})) {
    ++failed;
    return 0;
  }
  if (const auto grade = degree_of(*verdict)) return *grade;
  criterion.place().fail(
      fmt::format("the verdict {} is not {} or failed, nor {}", printable(word),
                  criterion.find({"nugget", "nugget_id"})
                      ? "support, partial_support, not_support"
                      : "satisfied, partially_satisfied, not_satisfied",
                  degree_words),
      parse_double(word) ? "of scores say which are met: write 1 for these, 0.5 for those that are "
                           "in part, 0 for others, or 2, 1, 0"
                         : "correct it; an empty one counts as not met");
}

std::optional<std::int32_t> degree_of(simdjson::dom::element given) {
  std::string room;
  return degree_of_word(trim(text_of_score(given, room)));
}

std::optional<std::int32_t> degree_of_word(std::string_view word) {
  static constexpr ColumnNames words[] = {
      {"not_satisfied"sv, "not_support"sv,   "not_supported"sv, "no_support"sv,  "ns"sv,
       "unsupported"sv,   "not_met"sv,       "unmet"sv,         "no"sv,          "n"sv,
       "none"sv,          "fail"sv,          "false"sv,         "0"sv,           "0.0"sv,
       "contradicted"sv,  "contradiction"sv, "refuted"sv,       "neutral"sv,     "not_entailed"sv,
       "missing"sv,       "missed"sv,        "absent"sv,        "not_covered"sv, "uncovered"sv,
       "not_present"sv,   "not_mentioned"sv, "omitted"sv,       "incorrect"sv,   "wrong"sv},
      {"partially_satisfied"sv, "partial_support"sv, "ps"sv, "partially_supported"sv,
       "partially_met"sv, "partial"sv, "partially"sv, "partly"sv, "0.5"sv, "partially_covered"sv,
       "partly_covered"sv, "partially_present"sv, "partially_correct"sv, "partial_match"sv},
      {"satisfied"sv,    "support"sv,    "supported"sv,
       "full_support"sv, "fs"sv,         "fully_supported"sv,
       "met"sv,          "yes"sv,        "y"sv,
       "full"sv,         "fully"sv,      "fully_satisfied"sv,
       "fully_met"sv,    "pass"sv,       "passed"sv,
       "true"sv,         "covered"sv,    "fully_covered"sv,
       "entailed"sv,     "entailment"sv, "present"sv,
       "mentioned"sv,    "included"sv,   "correct"sv}};
  if (word.starts_with('-')) return std::nullopt;  // is_called() passes over it
  if (word == "1" || word == "1.0") return number_one;
  if (word == "2" || word == "2.0") return number_two;
  for (std::int32_t degree = 0; degree < 3; ++degree)
    if (is_called(word, words[degree])) return degree;
  return std::nullopt;
}

double criterion_weight(const JsonObject& criterion) {
  const simdjson::dom::element given = criterion.require(weight_columns);
  const auto text = as<std::string_view>(given);  // of a table
  const auto weight = text ? parse_double(*text).value_or(NAN) : as<double>(given);
  if (!weight) criterion.mistyped("weight", "a number");
  if (!(std::abs(*weight) <= 1e6)) criterion.fail("\"weight\" is not a number to 1000000");
  return *weight;
}

bool holds_answer_scores(std::string_view line) {
  return first_object_has(line, {{"sentences", "criteria"}});
}

JsonTopicScores AnswerScoreParser::parse(const LineSplitter& lines, std::string_view line) {
  line = trim(line);
  const Location where = lines.location();
  const JsonObject answer = JsonObject::parse(parser_, line, JsonPlace(where, answer_score_advice));
  const auto name = [&](JsonNames names, std::string& room) -> std::string_view {
    const auto given = answer.find(names);
    if (given && !given->is_string() && !given->is_int64())
      answer.mistyped(*names.begin(), "a string or a whole number");
    return given ? text_of_score(*given, room) : "";
  };
  JsonTopicScores topic_scores;
  topic_scores.topic = name(answer_topics, topic_);
  topic_scores.run = name(run_columns, run_);
  if (topic_scores.topic.empty()) answer.fail("\"topic_id\" is missing");
  if (answer.find({"criteria"})) {
    append_rubric(answer, topic_scores);
    return topic_scores;
  }
  const auto sentences = answer.find<answer_scores_dom::array>({"sentences"}, "an array");
  if (!sentences) answer.fail("\"sentences\" is missing");
  JudgedCitations scores;
  std::size_t number = 0;
  for (const answer_scores_dom::element element : *sentences) {
    const JsonPlace place = answer.place().of("sentence", ++number);
    scores.add(JsonObject(element, place), place);
  }
  scores.append(topic_scores);
  return topic_scores;
}

std::optional<CitationScores> citations_in(const std::vector<TextFile>& files) {
  const auto holds = [](const TextFile& file) {
    return first_object_has(file.text(), {{"sentences"}}) &&
           !first_object_has(file.text(), {{"criteria"}});
  };
  if (std::ranges::none_of(files, holds)) return std::nullopt;
  CitationScores citations;
  for (const TextFile& file : files) read_citations(file, citations);
  return citations;
}

Qrels answers_of(const CitationScores& citations, const std::string& name) {
  JudgmentRows rows;
  for (const auto& [topic, answers] : citations)
    for (const auto& [answer, scores] : answers) rows.add(topic, no_intent, answer, 1);
  return Qrels::of(rows, QrelsKind::ad_hoc, name);
}

}  // namespace subintent::internal
