// Scores of answers, from what people or models say of their citations and of a rubric.
#pragma once

#include <simdjson.h>

#include <string_view>

#include "core/collection/json_scores.h"
#include "core/io/input_file.h"

namespace subintent::internal {

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
