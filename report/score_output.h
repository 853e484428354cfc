// Scores as text: a table for people, TSV and JSON for programs, a topic x run matrix as CSV. Names
// of runs and topics have '?' for control characters, but in JSON, where they are escaped.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluate/scorer.h"
#include "trec/scores.h"

namespace subintent::internal {

struct ScoreSet {
  std::vector<std::string> measures;
  std::vector<std::string> topics;
  std::vector<RunScores> runs;
  bool per_topic = false;      // topics beside the means
  bool answered_only = false;  // means over the topics that a run answers
};

struct NumberFormat {
  std::optional<int> digits;  // decimals; none: shortest text that reads back as the same number

  std::string operator()(double value) const;
};

// Runs as rows, aligned; the best mean of a measure has a '*' behind it where there are several
// runs. Measures that do not fit into `width` columns go into further blocks; 0 means no limit.
std::string table_of(const ScoreSet& scores, const NumberFormat& number, std::size_t width);

// "run<tab>topic<tab>measure<tab>value" with that header line; means under topic "all".
std::string tsv_of(const ScoreSet& scores, const NumberFormat& number);

// One object a (run, topic): {"run","topic","scores":{measure: value}} in an array.
std::string json_of(const ScoreSet& scores, const NumberFormat& number);

// Topics as rows, runs as columns, named in the header line "topic,RUN,...". For exactly one
// measure.
std::string csv_of(const ScoreSet& scores, const NumberFormat& number);

}  // namespace subintent::internal
