// Scores of runs for topics, in the formats that evaluation tools write.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "subintent/score_inputs.h"
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

// Names in the order of their first appearance.
class NameList {
 public:
  std::uint32_t number_of(std::string_view name);
  std::vector<std::string>& names() { return names_; }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
};

// Makes a table of scores, file after file.
class ScoreTableBuilder {
 public:
  NameList measures, topics, runs;
  std::vector<std::string> notes;

  // The scores that follow are from this file; an empty name: from no file.
  void begin_file(std::string name) { files_.push_back(std::move(name)); }
  // Measure, topic and run are numbers of the lists above; `line` is that of the file, for
  // messages.
  void add(std::uint32_t measure, std::uint32_t topic, std::uint32_t run, double value,
           std::uint64_t line = 0);
  std::size_t size() const { return entries_.size(); }

  // Throws Error for a score that is there twice, with two values. To be called once.
  ScoreTable finish();

 private:
  struct Entry {
    Score score;
    std::uint64_t line;
  };

  void require_same_value(const Entry& first, const Entry& second);
  void order_topics();

  std::vector<std::string> files_, run_files_;
  std::vector<Entry> entries_;
};

// Can be calculated with: finite, and so are its square and what is divided by it. 0, or from
// 1e-100 to 1e100 by magnitude.
bool is_possible_score(double value);

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
//   name,qid,measure,value                PyTerrier; any columns that a header line names topic,
//                                         measure, value and, perhaps, run
//   {"query_id": ..., "measure": ...,     JSON lines of ir_measures; perhaps with "run_id"
//   "value": ...}
//   run topic measure value,              Auto-Judge; told apart as the next two are
//   run measure topic value
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
