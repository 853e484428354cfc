#include "core/collection/json_scores.h"

#include <cmath>

#include "core/collection/citation_scores.h"
#include "core/collection/json_text.h"
#include "core/collection/nuggets.h"
#include "core/io/content.h"
#include "core/io/json.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {

namespace {

// Content is followed by as many bytes as simdjson looks at.
static_assert(Content::padding >= simdjson::SIMDJSON_PADDING);

[[noreturn]] void refuse_json(const LineSplitter& lines, const std::string& what) {
  throw Error(lines.location(), what,
              R"(write {"query_id": topic, "measure": name, "value": number}, as ir_measures )"
              "--output_format jsonl does");
}

std::string twice(std::string_view name) {
  return '"' + std::string(name) + "\" occurs twice";
}

// Members say one of these things about a score.
enum Part { topic_part, run_part, measure_part, value_part, part_count };

struct Spelling {
  std::string_view name;
  Part part;
};

// The spellings of a part are in order of preference.
constexpr std::array<Spelling, 9> spellings = {{{"query_id", topic_part},
                                                {"topic_id", topic_part},
                                                {"qid", topic_part},
                                                {"topic", topic_part},
                                                {"measure", measure_part},
                                                {"value", value_part},
                                                {"run_id", run_part},
                                                {"run", run_part},
                                                {"name", run_part}}};

// The members of an object that say something of a score.
class ScoreMembers {
 public:
  using Value = simdjson::dom::element;

  // Finds the place for the value of the next member.
  Value& place_of(std::string_view name) {
    const auto spelling = std::ranges::find(spellings, name, &Spelling::name);
    if (spelling == spellings.end()) return other_;
    Member& member = members_[spelling->part];
    if (member.spelling == spelling) twice_ = spelling;
    if (member.spelling != nullptr && member.spelling <= spelling) return other_;
    member.spelling = spelling;
    return member.value;
  }

  // nullptr if there is none.
  const Value* find(Part part) const {
    return members_[part].spelling != nullptr ? &members_[part].value : nullptr;
  }

  void require_measure_and_value(const LineSplitter& lines) const {
    if (twice_ != nullptr) refuse_json(lines, twice(twice_->name));
    if (find(measure_part) == nullptr || find(value_part) == nullptr)
      refuse_json(lines, "has no measure or no value");
  }

 private:
  struct Member {
    Value value;
    const Spelling* spelling = nullptr;  // of the value
  };

  std::array<Member, part_count> members_;
  Value other_;
  const Spelling* twice_ = nullptr;  // of a member that came again
};

// An element that is no string is put as text into `room`.
std::string_view text_of_score(simdjson::dom::element element, std::string& room) {
  std::string_view text;
  if (element.get(text) == simdjson::SUCCESS) return text;
  return room = simdjson::minify(element);
}

constexpr const char* object_advice =
    R"(write one object per line, {"run": name, "topic": name, "scores": {measure: value}}, )"
    "as evaluate --format json does, or as ir_measures --output_format jsonl";

}  // namespace

bool JsonObjectEnd::find(std::string_view line) {
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') in_string = !in_string;
    if (in_string) {
      if (c == '\\') ++i;
      continue;
    }
    if (c == '{' || c == '[') ++depth_;
    if ((c == '}' || c == ']') && --depth_ == 0) {
      size_ = i + 1;
      return true;
    }
  }
  return false;
}

JsonTopicScores JsonScoreParser::parse_topic(const LineSplitter& lines, std::string_view line) {
  line = trim(line);
  if (line.ends_with(',')) line.remove_suffix(1);
  const Location where = lines.location();
  const JsonPlace place(where, object_advice);
  simdjson::dom::object object, scores;
  if (parser_.parse(line.data(), line.size(), false).get(object) != simdjson::SUCCESS)
    place.fail("contains a JSON array that is not one object per line");
  JsonObject(object, place).require_once();
  JsonTopicScores found;
  if (object["run"].get(found.run) != simdjson::SUCCESS ||
      object["topic"].get(found.topic) != simdjson::SUCCESS ||
      object["scores"].get(scores) != simdjson::SUCCESS)
    place.fail("contains a JSON array of other objects");
  for (const auto [measure, value] : scores) {
    if (value.is_null()) continue;  // the measure does not apply to the topic
    double number = 0;
    if (value.get(number) != simdjson::SUCCESS)
      place.fail("the score by " + printable(measure) + " is not a number");
    found.scores.emplace_back(measure, number);
  }
  return found;
}

void JsonScoreParser::check_object(const Location& where, const std::string& text) {
  const JsonPlace place(where, "write one object, as evaluate --format json does");
  simdjson::dom::object object;
  const auto error = parser_.parse(text).get(object);
  if (error != simdjson::SUCCESS) {
    place.fail("what follows the scores is not JSON: " +
               std::string(json_defect(simdjson::error_message(error))));
  }
  JsonObject(object, place).require_once();
}

void refuse_nuggets(const LineSplitter& lines) {
  throw Error(lines.location(), "has nuggets or criteria, and no scores",
              "score them first: evaluate takes them as `assignments`");
}

JsonScore JsonScoreParser::parse(const LineSplitter& lines, std::string_view line) {
  simdjson::dom::object object;
  const auto error = parser_.parse(line.data(), line.size(), false).get(object);
  if (error != simdjson::SUCCESS)
    refuse_json(lines, "is not JSON: " + std::string(json_defect(simdjson::error_message(error))));
  ScoreMembers members;
  for (const auto [name, element] : object) members.place_of(name) = element;
  if (members.find(measure_part) == nullptr && holds_nuggets(line)) refuse_nuggets(lines);
  members.require_measure_and_value(lines);
  const simdjson::dom::element* const topic = members.find(topic_part);
  const simdjson::dom::element* const run = members.find(run_part);
  const simdjson::dom::element& value = *members.find(value_part);
  JsonScore score;
  score.measure = text_of_score(*members.find(measure_part), texts_[0]);
  score.value = text_of_score(value, texts_[1]);
  double number = 0;
  if (value.get(number) == simdjson::SUCCESS) score.number = number;
  if (topic != nullptr) score.topic = text_of_score(*topic, texts_[2]);
  if (run != nullptr) score.run = text_of_score(*run, texts_[3]);
  return score;
}

namespace {

namespace answer_scores_dom = simdjson::dom;

constexpr const char* answer_score_advice =
    R"(write {"topic_id": ..., "run_id": ..., "sentences": [{"citations": [{"support": 2}]}]} or "criteria" with "weight" and "verdict")";

// A sum, and over what it is.
struct Share {
  double sum = 0;
  std::size_t count = 0;

  double value() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

// -1 where it was not judged, else 0, 1 or 2.
int support_of(answer_scores_dom::element element, const JsonPlace& place) {
  const JsonObject citation(element, place);
  const answer_scores_dom::element given = citation.get("support");
  std::string_view text;
  std::int64_t number = -2;
  if (given.get(text) == simdjson::SUCCESS)
    number = parse_integer(trim(text)).value_or(-2);
  else if (given.get(number) != simdjson::SUCCESS)
    number = -2;
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
      judged.sum += support / 2.0;
      ++judged.count;
    }
    if (first >= 0) {
      first_.sum += first / 2.0;
      hard_.sum += first == 2 ? 1 : 0;
      ++first_.count;
      ++hard_.count;
    } else {
      ++first_unjudged_;
    }
    if (judged.count > 0) {
      all_.sum += judged.value();
      ++all_.count;
    } else {
      ++all_unjudged_;
    }
  }

  void append(JsonTopicScores& found) const {
    const auto recall = [&](const Share& share, std::size_t unjudged) {
      return Share{share.sum, sentences_ - unjudged}.value();
    };
    const AnswerCitations values = {first_.value(), recall(first_, first_unjudged_),
                                    all_.value(),   recall(all_, all_unjudged_),
                                    hard_.value(),  recall(hard_, first_unjudged_)};
    for (std::size_t i = 0; i < values.size(); ++i)
      found.scores.emplace_back(citation_score_names[i], values[i]);
  }

 private:
  Share first_, all_, hard_;
  std::size_t sentences_ = 0, first_unjudged_ = 0, all_unjudged_ = 0;
};

void append_rubric(const JsonObject& answer, JsonTopicScores& found) {
  double parts = 0, whole = 0, positive = 0;
  std::size_t number = 0;
  std::uint64_t failed = 0;  // they are not met
  const auto criteria = answer.find<answer_scores_dom::array>({"criteria"}, "an array");
  for (const answer_scores_dom::element element : *criteria) {
    const JsonObject criterion(element, answer.place().of("criterion", ++number));
    const double weight = criterion_weight(criterion);
    const double value = verdict_grade(criterion, failed) / 2.0;
    parts += weight * value;
    whole += value == 1 ? weight : 0;
    positive += std::max(weight, 0.0);
  }
  if (positive == 0) answer.fail("has no criterion of positive weight");
  found.scores = {{"rubric", parts / positive}, {"rubric-binary", whole / positive}};
}

}  // namespace

std::int32_t verdict_grade(const JsonObject& criterion, std::uint64_t& failed) {
  const simdjson::dom::element verdict = criterion.require(verdict_columns);
  if (const auto grade = degree_of(verdict)) return *grade;
  std::string room;
  const std::string_view word = text_of_score(verdict, room);
  if (lowered(trim(word)) == "failed") {
    ++failed;
    return 0;
  }
  criterion.place().fail(
      fmt::format("the verdict {} is not satisfied, partially_satisfied, not_satisfied "
                  "or failed, nor {}",
                  printable(word), degree_words),
      parse_double(word) ? "of scores say which are met: write 1 for these, 0.5 for those that are "
                           "in part, 0 for others"
                         : "correct it, or leave it empty where nobody judged");
}

std::optional<std::int32_t> degree_of(simdjson::dom::element given) {
  static const ColumnNames words[] = {
      {"not_satisfied", "not_support", "not_supported", "unsupported", "not_met", "unmet", "no",
       "n", "none", "fail", "false", "0", "0.0"},
      {"partially_satisfied", "partial_support", "partially_supported", "partially_met", "partial",
       "partially", "partly", "0.5"},
      {"satisfied", "support", "supported", "fully_supported", "met", "yes", "y", "full", "fully",
       "fully_satisfied", "fully_met", "pass", "passed", "true", "1", "1.0"}};
  std::string room;
  const std::string_view word = trim(text_of_score(given, room));
  if (word.starts_with('-')) return std::nullopt;  // is_called() passes over it
  for (std::int32_t degree = 0; degree < 3; ++degree)
    if (is_called(word, words[degree])) return degree;
  return std::nullopt;
}

double criterion_weight(const JsonObject& criterion) {
  std::string_view text;  // of a table
  double weight = NAN;
  const simdjson::dom::element given = criterion.require(weight_columns);
  if (given.get(text) == simdjson::SUCCESS)
    weight = parse_double(text).value_or(NAN);
  else if (given.get(weight) != simdjson::SUCCESS)
    criterion.mistyped("weight", "a number");
  if (!(std::abs(weight) <= 1e6)) criterion.fail("\"weight\" is not a number to 1000000");
  return weight;
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
    if (!given) return {};
    std::string_view text;
    if (given->get(text) == simdjson::SUCCESS) return text;
    if (!given->is_int64()) answer.mistyped(*names.begin(), "a string or a whole number");
    return room = simdjson::minify(*given);
  };
  JsonTopicScores found;
  found.topic = name({"topic_id", "narrative_id", "qid", "query_id", "topic"}, topic_);
  found.run = name({"run_id", "runtag", "run", "system"}, run_);
  if (found.topic.empty()) answer.fail("\"topic_id\" is missing");
  if (answer.find({"criteria"})) {
    append_rubric(answer, found);
    return found;
  }
  const auto sentences = answer.find<answer_scores_dom::array>({"sentences"}, "an array");
  if (!sentences) answer.fail("\"sentences\" is missing");
  JudgedCitations scores;
  std::size_t number = 0;
  for (const answer_scores_dom::element element : *sentences) {
    const JsonPlace place = answer.place().of("sentence", ++number);
    scores.add(JsonObject(element, place), place);
  }
  scores.append(found);
  return found;
}

}  // namespace subintent::internal
