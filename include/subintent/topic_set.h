// What scores say about the set of topics: whether other topics would rank the runs alike, and how
// many there should be.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// How alike halves of the topics rank the runs: how far the ranking that a measure makes depends on
// the choice of topics.
struct MeasureConsistency {
  std::string measure;
  std::uint64_t runs = 0, topics = 0;
  double mean_tau = 0;       // of all splits: Kendall's tau_b of the rankings by the two halves
  double low = 0, high = 0;  // of that mean, confidence 1 - alpha; infinite for one split
  double split_low = 0, split_high = 0;  // between which 1 - alpha of the splits are
};

// The variance of scores that is not explained by runs, or by runs and topics: the mean square of
// the residuals of an analysis of variance.
enum class ResidualVariance {
  one_way,  // of runs: scores of a run vary about its mean [Sakai16]
  two_way   // of runs and topics, without replication: that some topics are hard for all is no part
};

// What a set of topics is to achieve [Sakai16], Sakai: Topic set size design, Information Retrieval
// Journal 19, 2016.
struct TopicSetDesign {
  double variance = 0;    // of scores, above 0
  double difference = 0;  // of true means that must be found, above 0: minDt or minD
  // For the paired t-test of two runs there are none. For one-way analysis of variance, 2 to 1000:
  // the best and the worst of these many differ by `difference` at least.
  std::optional<std::uint32_t> systems = {};
  double alpha = 0.05;  // significance level, between 0 and 1
  double beta = 0.20;   // 1 - power: the risk of missing that difference, 1e-6 to below 1
};

// The least number of topics for a design, from 2.
struct TopicSetSize {
  std::optional<std::uint64_t> topics;  // none: more than 100,000
  double power = 0;                     // with them, or with 100,000; at least 1 - beta
};

// A TopicSetSize with the measure whose variance comes from scores.
struct MeasureTopicSetSize {
  std::string measure;
  TopicSetDesign design;
  TopicSetSize size;
};

}  // namespace subintent
