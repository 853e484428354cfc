// The judgments of a collection and what the files beside them say of its intents.
#pragma once

#include <optional>
#include <string>

#include "evaluate/topic_data.h"
#include "trec/qrels.h"

namespace subintent {

struct CollectionPaths {
  std::string qrels;                                 // diversity judgments
  std::optional<std::string> adhoc_qrels;            // else made from `qrels`
  std::optional<std::string> topics, probabilities;  // at most one; else uniform
  TopicGrade topic_grade = TopicGrade::highest;      // where they are made from `qrels`
};

// Judgments and everything made from them. Not to be moved: `judgments` points into it.
class Collection {
 public:
  // Throws the errors of the readers.
  explicit Collection(const CollectionPaths& paths);
  Collection(const Collection&) = delete;
  Collection& operator=(const Collection&) = delete;

  const Judgments& judgments() const { return judgments_; }

 private:
  Qrels diversity_, topic_level_;
  Judgments judgments_;
};

}  // namespace subintent
