// How files with scores are read.
#pragma once

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// What a run is called.
enum class ScoreRunName {
  automatic,  // ndeval CSV: its first column; output of trec_eval and ir_measures: the file
  file,       // the file's name without folder, compression suffix and, for scores, ".csv", ".tsv",
              // ".txt", ".eval", ".jsonl"
  tag         // ndeval CSV: its first column; trec_eval output: the value of "runid"
};

// How to read a file that fits two formats.
enum class ScoreFormat {
  automatic,             // such a file is an error
  trec_eval,             // three columns are measure, topic, value; the last of four too
  ir_measures,           // three columns are topic, measure, value; the last of four too
  matrix,                // the first column of a matrix holds topics
  matrix_without_topics  // the first column of a matrix is a run's, as all others are
};

}  // namespace subintent
