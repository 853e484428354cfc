// The output of ndeval, the evaluation tool of the TREC Web Track's diversity task, digit for
// digit.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/scorer.h"

namespace subintent::internal {

struct NdevalOptions {
  double alpha = 0.5;       // -alpha
  double beta = 0.5;        // -beta
  bool all_topics = false;  // -c: the mean is over all judged topics
  double risk_alpha = 0;    // -riskAlpha
  std::string risk_alpha_text = "0";
};

// The 21 measures in the order of its columns.
std::vector<Measure> ndeval_measures(const NdevalOptions& options);

struct TaggedScores {
  RunScores scores;
  std::string tag;  // column six of the run file
};

// A header, then the lines of every run, or with a baseline the differences to it, losses weighing
// 1
// + risk_alpha. Topics that are not judged score 0, and so does, other than in ndeval, which prints
// -nan, nNRBP of a topic without relevant documents.
std::string ndeval_text(const std::vector<TopicData>& topics, std::span<const TaggedScores> runs,
                        const std::optional<TaggedScores>& baseline, const NdevalOptions& options);

}  // namespace subintent::internal
