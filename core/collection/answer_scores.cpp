#include "core/collection/answer_scores.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/collection/json_records.h"
#include "core/io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {
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
  if (given.get(text) == simdjson::SUCCESS) {
    number = parse_integer(trim(text)).value_or(-2);
  } else if (given.get(number) != simdjson::SUCCESS) {
    number = -2;
  }
  if (number < -1 || number > 2) place.fail("\"support\" is not 2, 1, 0 or -1");
  return static_cast<int>(number);
}

// Scores the citations of an answer.
class CitationScores {
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
    found.scores = {
        {"weighted_precision_first_citation", first_.value()},
        {"weighted_recall_first_citation", recall(first_, first_unjudged_)},
        {"weighted_precision_all_judged_citations", all_.value()},
        {"weighted_recall_all_judged_citations", recall(all_, all_unjudged_)},
        {"hard_precision", hard_.value()},
        {"hard_recall", recall(hard_, first_unjudged_)},
    };
  }

 private:
  Share first_, all_, hard_;
  std::size_t sentences_ = 0, first_unjudged_ = 0, all_unjudged_ = 0;
};

// 1, 1/2 or 0.
double value_of(const JsonObject& criterion) {
  std::string verdict = lowered(trim(criterion.get<std::string_view>("verdict", "a string")));
  std::ranges::replace(verdict, ' ', '_');
  if (verdict == "satisfied") return 1;
  if (verdict == "partially_satisfied") return 0.5;
  if (verdict == "not_satisfied") return 0;
  criterion.fail("the verdict " + printable(verdict) +
                 " is not satisfied, partially_satisfied or not_satisfied");
}

void append_rubric(const JsonObject& answer, JsonTopicScores& found) {
  double parts = 0, whole = 0, positive = 0;
  std::size_t number = 0;
  const auto criteria = answer.find<answer_scores_dom::array>({"criteria"}, "an array");
  for (const answer_scores_dom::element element : *criteria) {
    const JsonObject criterion(element, answer.place().of("criterion", ++number));
    const double weight = criterion.real("weight"), value = value_of(criterion);
    if (!(std::abs(weight) <= 1e6)) criterion.fail("\"weight\" is not a number to 1000000");
    parts += weight * value;
    whole += value == 1 ? weight : 0;
    positive += std::max(weight, 0.0);
  }
  if (positive == 0) answer.fail("has no criterion of positive weight");
  found.scores = {{"rubric", parts / positive}, {"rubric-binary", whole / positive}};
}

}  // namespace

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
  found.topic = name({"topic_id", "narrative_id", "qid", "query_id"}, topic_);
  found.run = name({"run_id", "runtag", "run"}, run_);
  if (found.topic.empty()) answer.fail("\"topic_id\" is missing");
  if (answer.find({"criteria"})) {
    append_rubric(answer, found);
    return found;
  }
  const auto sentences = answer.find<answer_scores_dom::array>({"sentences"}, "an array");
  if (!sentences) answer.fail("\"sentences\" is missing");
  CitationScores scores;
  std::size_t number = 0;
  for (const answer_scores_dom::element element : *sentences) {
    const JsonPlace place = answer.place().of("sentence", ++number);
    scores.add(JsonObject(element, place), place);
  }
  scores.append(found);
  return found;
}

}  // namespace subintent::internal
