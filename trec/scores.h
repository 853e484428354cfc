// Scores of runs for topics, in the formats that evaluation tools write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/source.h"

namespace subintent::internal {

// The topic under which subintent gives the mean over topics.
inline constexpr std::string_view mean_topic = "all";

// Is it one of the topics under which evaluation tools give means: "all", "amean"?
bool is_mean_topic(std::string_view topic);

// One score; run, topic, measure and file are indices into the lists of ScoreTable.
struct Score {
  std::uint32_t measure = 0, topic = 0, run = 0;
  std::uint32_t file = 0;  // index into ScoreTable::files
  double value = 0;        // finite
};

// All scores of some files. Means are left out: they can be computed.
struct ScoreTable {
  std::vector<std::string> measures;   // in the order of their first score
  std::vector<std::string> runs;       // in the order of their first score
  std::vector<std::string> topics;     // in label order
  std::vector<Score> scores;           // by measure, topic, run; at most one for each
  std::vector<std::string> run_files;  // by run: the file of its first score, for messages
  std::vector<std::string> files;      // for messages
  std::vector<std::string> notes;      // what was left out, for the user
};

// What a run is called.
enum class ScoreRunName {
  automatic,  // ndeval CSV: its first column; output of trec_eval and ir_measures: the file
  file,       // the file's name without folder, compression suffix and, for scores, ".csv", ".tsv",
              // ".txt", ".eval"
  tag         // ndeval CSV: its first column; trec_eval output: the value of "runid"
};

// How to read a file that fits two formats.
enum class ScoreFormat {
  automatic,             // such a file is an error
  trec_eval,             // three columns are measure, topic, value
  ir_measures,           // three columns are topic, measure, value
  matrix,                // the first column of a matrix holds topics
  matrix_without_topics  // the first column of a matrix is a run's, as all others are
};

// Reads scores. What a file holds is detected from its content:
//
//   run<tab>topic<tab>measure<tab>value   that header line, then scores, as `subintent evaluate
//                                         --per-topic --format tsv` writes them
//   runid,topic,MEASURE,...               ndeval
//   [TOPIC,]RUN,...                       a topic x run matrix with a header line; the measure is
//                                         the file's name. The first column holds topics if it is
//                                         called topic, query, qid or the like, or if it has no
//                                         fraction and no value twice, but something that is not a
//                                         number. Without topics, lines are numbered from 1
//   measure topic value                   trec_eval -q
//   topic measure value                   ir_measures -q. Measures are not numbers and not "all",
//                                         topics hold no "@" and no "(", and only trec_eval pads
//                                         the first column with blanks
//
// A file that fits two of these needs `format`; for all others that is ignored. Means are left out:
// topics "all" and "amean", in a matrix also "mean", which is then noted.
//
// Throws Error, naming file and line, for files that fit none or two formats, wrong columns, values
// that are not finite numbers or are beyond 1e100 (or nearer to 0 than 1e-100), the same score
// twice with two values (the same value is accepted), files with means only, and empty files.
ScoreTable read_scores(const std::vector<Source>& sources,
                       ScoreRunName name = ScoreRunName::automatic,
                       ScoreFormat format = ScoreFormat::automatic);

}  // namespace subintent::internal
