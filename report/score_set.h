// Scores that are to be shown, and how their numbers are written.
#pragma once

#include "evaluate/scorer.h"

namespace subintent::internal {

struct ScoreSet {
  std::vector<std::string> measures;
  // By measure: are higher scores better? Of the others, the highest is not the best.
  // Empty: all do.
  std::vector<bool> higher_is_better = {};
  std::vector<bool> within_unit = {};         // by measure: is every score from 0 to 1? Empty: none
  std::vector<bool> named = {};               // by measure: users gave it this name; empty: none
  std::vector<std::string> identifiers = {};  // of the measures, where a format wants them
  std::vector<std::string> topics;
  std::vector<RunScores> runs;  // with one and the same `applicable`
  bool per_topic = false;       // topics beside the means
  bool answered_only = false;   // means over the topics that a run answers

  bool applies(std::size_t measure, std::size_t topic) const {
    return runs.empty() || runs[0].applies(measure, topic);
  }
  // To how many topics a measure applies.
  std::size_t topics_of(std::size_t measure) const;
};

struct NumberFormat {
  std::optional<int> digits;  // decimals; none: shortest text that reads back as the same number

  std::string operator()(double value) const;
};

}  // namespace subintent::internal
