// Where judgments come from.
#pragma once

#include <optional>
#include <string>

#include "subintent/source.h"

namespace subintent {

// How a document's topic-level grade comes from its grades for the intents [SakaiSong11 §5].
enum class TopicGrade {
  highest,  // the highest of them
  intents   // the number of intents it is relevant to
};

struct JudgmentInputs {
  Source qrels = std::string();            // topic, intent, docno, grade
  std::optional<Source> adhoc_qrels = {};  // of whole topics; else made from `qrels`
  // At most one of these; else all intents are uniform and informational.
  std::optional<Source> topics = {};             // topics of the TREC Web Track, XML
  std::optional<Source> probabilities = {};      // topic, intent, probability, [inf|nav]
  TopicGrade topic_grade = TopicGrade::highest;  // where `qrels` give the grades of topics
};

}  // namespace subintent
