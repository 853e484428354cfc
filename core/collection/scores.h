// Reading scores in the formats that evaluation tools write.
#pragma once

#include <set>

#include "core/collection/score_table.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Topics and measures whose names tell columns apart.
struct KnownNames {
  std::set<std::string_view> topics, measures;

  bool are(std::string_view measure, std::string_view topic) const {
    return measures.contains(measure) || topics.contains(topic);
  }
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
//   topic measure= value                  NTCIREVAL, below its lines "topic # ..."
//
//   [                                     what subintent evaluate --per-topic --format json writes
//
// The last but one may also have columns judge and draw. `judges` are those of the files, by file;
// an empty one is not named. Several files of one judge are its draws, numbered in their order.
//
// A file of one run has the name in `runs`, by file, for it where that is not empty.
//
// A file that fits two of these needs `format`, or names that are `known`; for all others these are
// ignored. Topics named as statistics are left out (is_statistic()), and noted, but for "all" and
// "amean" in lists.
//
// Throws Error, naming file and line, for files that fit none or two formats, wrong columns, a
// matrix with a run in each line or a column of something else than a run, the same column or
// member twice, names with control characters, values
// that are not finite numbers or are beyond 1e100 (or nearer to 0 than 1e-100), the same score
// twice with two values (the same value is accepted), files with means only, and empty files.
ScoreTable read_scores(const std::vector<Source>& sources,
                       ScoreRunName name = ScoreRunName::automatic,
                       ScoreFormat format = ScoreFormat::automatic,
                       const std::vector<std::string>& judges = {},
                       const std::vector<std::string>& runs = {},
                       const KnownNames* known = nullptr);

// What a run is called that is called as its file is.
std::string score_file_name(const std::string& path);

}  // namespace subintent::internal
