// Scores that are to be shown, and how their numbers are written.
#pragma once

#include "evaluate/scorer.h"

namespace subintent::internal {

struct ScoreSet {
  std::vector<std::string> measures;
  // By measure: 1 where more is better, -1 where less is, 0 where neither. Empty: more.
  std::vector<int> signs = {};
  std::vector<bool> within_unit = {};         // by measure: is every score from 0 to 1? Empty: none
  std::vector<bool> named = {};               // by measure: users gave it this name; empty: none
  std::vector<std::string> identifiers = {};  // of the measures, where a format wants them
  std::vector<std::string> topics;
  std::vector<RunScores> runs;  // with one and the same `applicable`
  bool per_topic = false;       // topics beside the means
  bool answered_only = false;   // means over the topics that a run answers

  int sign(std::size_t measure) const { return signs.empty() ? 1 : signs[measure]; }
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
