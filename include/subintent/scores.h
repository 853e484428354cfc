// Scores of runs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/comparison.h"
#include "subintent/export.h"
#include "subintent/preference.h"
#include "subintent/score_inputs.h"
#include "subintent/source.h"
#include "subintent/topic_set.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

// The scores of one run: measures x topics, in the order of the evaluator.
struct Scores {
  std::string run;
  std::vector<std::string> measures, topics;
  std::vector<double> values;  // values[measure * topics.size() + topic]; NaN where there is none
  // By topic: has the run a list for it? Of scores that no Evaluator gave: has it a score by every
  // measure that the run has scores by?
  std::vector<bool> answered;
  Warnings warnings;  // topics without a list, lists without a judged document, ...
  // In the order of the values: does the measure apply to the topic? Measures of groups do not
  // where no document is known to be in a group; the value is NaN there. Empty: all do.
  std::vector<bool> applicable = {};

  // Throws Error where the measure or the topic is not there.
  bool applies(std::size_t measure, std::size_t topic) const;

  // The value of a measure for a topic, by their places or their names; any name of the measure
  // will do, as they are compared by meaning. Throws Error where one is not there.
  double value(std::size_t measure, std::size_t topic) const;
  double value(std::string_view measure, std::string_view topic) const;
  // The mean over all topics that the measure applies to (0 if there are none); those that the run
  // lacks, and values of NaN, count 0.
  double mean(std::size_t measure) const;
  double mean(std::string_view measure) const;
};

// Reads scores in the formats that evaluation tools write (docs/formats.md), detected from what a
// file holds; means over topics are left out. One value for each run of each file, in the order of
// first scores. All runs of a file have the same measures, in the order of their first scores, and
// topics, in label order; NaN stands where a run lacks a score. Rows of a matrix that are left out
// as means are named in `warnings`.
//
// Throws Error, naming file and line, for files that fit no format, or two while `format` does not
// say which; for values that are not finite or beyond 1e100 (or nearer to 0 than 1e-100); for the
// same score twice in a file with two values; for files with means only, and empty files.
std::vector<Scores> read_scores(const std::vector<Source>& sources,
                                ScoreRunName run_name = ScoreRunName::automatic,
                                ScoreFormat format = ScoreFormat::automatic,
                                Warnings* warnings = nullptr);

// A score of a run.
struct ScoreRow {
  std::string run, topic, measure;
  double value = 0;
};

// Makes the same of scores in any order, as of a file called `name`: topics named as
// statistics ("all", "Average", "std") are left out and named in `warnings`, but for "all" and
// "amean", and so are values of NaN. Throws Error, naming the number of the row from 1, for names
// that are empty, hold control characters or are not UTF-8, values that no file may have, and a
// score that is there twice with two values; and where there are none.
std::vector<Scores> make_scores(const std::vector<ScoreRow>& rows,
                                const std::string& name = "scores", Warnings* warnings = nullptr);

// Throws Error, naming `name`, unless these can be the headings of a topic x run matrix: that of
// the column of topics, and those of all others. It says so where a column seems to hold topics or
// a statistic, and where the matrix lies on its side, with a run in each line.
void check_matrix_headings(const std::string& topics, const std::vector<std::string>& runs,
                           const std::string& name = "scores");

// Standardised scores: (score - mean over the runs) / standard deviation (n - 1), topic by topic
// and measure by measure [Webber eq. 8]; 0 where all runs have the same score. Where runs do
// not share all topics, `missing` says what to do, as it does for analyses (analysis.h), whose
// errors this throws. Runs of one group are next to each other.
std::vector<Scores> standardised(const std::vector<Scores>& scores,
                                 MissingScores missing = MissingScores::error);

// Preferences that belong together, as those that were asked for one reason. Where they name
// several pools themselves (UserPreference::pool), each of these is a pool: "POOL", or "NAME: POOL"
// where several are given.
struct PreferencePool {
  std::string name;
  std::vector<UserPreference> preferences;
};

// Reads preferences, topic<tab>run1<tab>run2<tab>participant<tab>preference; the preference is "<"
// (run2 is better), "=" or ">". A header line, which begins topic<tab>, names the columns; beside
// these five they may be left, seconds, question, repeat, pool, check and comment, and others are
// ignored. Throws Error, naming file and line, for what is not such a file, and a participant who
// judges one showing of a pair twice differently.
std::vector<UserPreference> read_preferences(const Source& source);

// The least number of topics for a design: power is that of the noncentral distributions of t and
// F. Throws Error of the member that is outside its range.
TopicSetSize topic_set_size(const TopicSetDesign& design);

}  // namespace subintent
