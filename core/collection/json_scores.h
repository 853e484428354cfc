// Lines of JSON that hold a score each: those of ir_measures --output_format jsonl, and those of
// Auto-Judge, which name the run; and those of evaluate --format json, with all of a topic.
#pragma once

#include <simdjson.h>

#include "core/io/input_file.h"
#include "core/io/json_object.h"
#include "subintent/basics.h"

namespace subintent::internal {

// The scores of a run, or without its name, and a topic; of a mean there are none. They stay until
// the next line is parsed.
struct JsonTopicScores {
  std::string_view run, topic;
  std::vector<std::pair<std::string_view, double>> scores;  // by measure, but for null
  std::vector<std::pair<std::string_view, std::string_view>> texts = {};  // beside them
};

// Throws Error: what judges say of criteria is no scores.
[[noreturn]] void refuse_nuggets(const LineSplitter& lines);

class JsonScoreParser {
 public:
  // Parses the line that `lines` has come to: a score, those of evaluate --format json, or a member
  // for each measure. Throws Error if it is no JSON object, is none of these, or has one of its
  // members twice.
  JsonTopicScores parse(const LineSplitter& lines, std::string_view line);

 private:
  simdjson::dom::parser parser_;
  std::array<std::string, 4> texts_;  // of what is no string in JSON
};

// Scores of answers, from what people or models say of their citations and of a rubric.

// How far something is met, as a judge says by a word, true or false, or a number: 2, in part 1,
// not 0. Nothing for what says none of these. The numbers 1 and 2 are kept apart: what 1 means is
// known when all have been seen, as the scale may be 1, 0.5, 0 or 2, 1, 0.
inline constexpr std::int32_t number_one = 1001, number_two = 1002;
std::optional<std::int32_t> degree_of(simdjson::dom::element given);
std::optional<std::int32_t> degree_of_word(std::string_view word);
inline constexpr const char* degree_words =
    "yes, partial or no, pass or fail, true or false, 1, 0.5 or 0";

// How far a criterion is met by its "verdict", as degree_of() says.
// A verdict that failed counts as the last, and is added to `failed`. Throws Error for others.
std::int32_t verdict_grade(const JsonObject& criterion, std::uint64_t& failed);
// The same of a verdict on the criterion.
std::int32_t verdict_grade(const JsonObject& criterion,
                           const std::optional<simdjson::dom::element>& verdict,
                           std::uint64_t& failed);
// Null counts as one.
bool has_verdict(const JsonObject& criterion);

// The weight of a criterion. Throws Error for one that is missing or beyond 1000000.
double criterion_weight(const JsonObject& criterion);

// Is the line an object with "sentences" or "criteria"?
bool holds_answer_scores(std::string_view line);

// RAGDoll's lines, one for each answer.
class AnswerScoreParser {
 public:
  // Scores citations, whose support is 2, 1, 0 or -1 (not judged), by precision and recall of the
  // first of each sentence and of all, with 1/2 for partial support, and of the first without it.
  // Scores criteria by the sum of weights that are satisfied (1) or in part (1/2), over that of
  // positive weights, and the same without parts. Throws Error, naming the line, for members that
  // are missing or mistyped, and where no weight is positive. The run is empty where none is named.
  JsonTopicScores parse(const LineSplitter& lines, std::string_view line);

 private:
  simdjson::dom::parser parser_;
  std::string topic_, run_;  // where they are no strings
};

}  // namespace subintent::internal
