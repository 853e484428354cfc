// A table for papers: the mean of every run by every measure, the best of them, what a significance
// test says about the runs, and confidence intervals. This is what the table says; formats
// (table_format.h) only write it.
#pragma once

#include "compare/significance.h"
#include "evaluate/scorer.h"
#include "report/report.h"
#include "subintent/basics.h"

namespace subintent::internal {

// Scores that are to be shown.
struct ScoreSet {
  std::vector<std::string> measures;
  // By measure: 1 where more is better, -1 where less is, 0 where neither. Empty: more.
  std::vector<int> signs = {};
  std::vector<bool> within_unit = {};         // by measure: is every score from 0 to 1? Empty: none
  std::vector<bool> named = {};               // by measure: users gave it this name; empty: none
  std::vector<std::string> identifiers = {};  // of the measures, where a format wants them
  std::vector<std::string> topics;
  std::vector<RunScores> runs;  // with one and the same `applicable`
  std::string derived = {};    // says which measures see grades of topics that are made of intents'
  bool notes_derived = false;  // this is in a note, too, in the place of the table for the terminal
  bool per_topic = false;      // topics beside the means
  bool answered_only = false;  // means over the topics that a run answers

  int sign(std::size_t measure) const { return signs.empty() ? 1 : signs[measure]; }
  bool applies(std::size_t measure, std::size_t topic) const {
    return runs.empty() || runs[0].applies(measure, topic);
  }
  std::vector<std::string> run_names() const;
  // To how many topics a measure applies.
  std::size_t topics_of(std::size_t measure) const;
};

struct NumberFormat {
  std::optional<int> digits;  // decimals; none: shortest text that reads back as the same number

  std::string operator()(double value) const;
};

// The pairs of one group of runs under one test.
struct TestedGroup {
  const ScoreGroup* group = nullptr;
  std::size_t number = 0;  // of the group, from 1; 0 if there is only one
  std::vector<RunPair> pairs;
  TestSettings settings;
  Comparison comparison;
  std::vector<ComparedPair> compared;  // the pairs by the first measure, then by the next

  std::span<const ComparedPair> by_measure(std::size_t measure) const {
    return std::span(compared).subspan(measure * pairs.size(), pairs.size());
  }
};

struct ConfidenceInterval {
  double low = 0, high = 0;  // infinite where there is too little data
};

struct RunMean {
  double mean = 0;
  bool best = false;  // of several runs; as are all that have the same digits
  // Runs that it is significantly better or worse than: places in RunTable::marks, ascending.
  std::vector<std::size_t> better, worse;
  std::optional<ConfidenceInterval> interval;
  std::optional<double> p;  // of the difference from the one baseline, corrected; where asked for
};

// A run that others are compared with, and the mark that says so.
struct RunMark {
  std::size_t run = 0;  // place in RunTable::runs
  std::string mark;     // "a"; of up to five baselines "†", "‡", "§", "¶", "‖"
};

// The test behind the marks.
struct RunTableTest {
  TestSettings settings;
  Comparison comparison;   // the correction is the one that was made
  std::size_t family = 0;  // pairs that were corrected together
};

enum class TableIntervals {
  none,
  mean,       // of the mean, by Student's t
  difference  // of the difference from the one baseline, by the test
};

struct RunTable {
  std::vector<std::string> runs, measures;
  std::vector<bool> named = {};  // by measure: users gave it this name; empty: none
  std::vector<std::string> lower_is_better = {};  // measures
  std::size_t topics = 0;
  std::vector<std::size_t> topics_of = {};  // by measure: to how many it applies; empty: all
  // If means are over the topics that a run answers: the fewest and the most.
  std::optional<std::pair<std::size_t, std::size_t>> answered = {};
  std::vector<std::vector<RunMean>> means;  // [run][measure]
  std::vector<RunMark> marks;               // of the baselines, or of all runs; none without a test
  std::optional<RunTableTest> test;
  TableIntervals intervals = TableIntervals::none;
  double alpha = 0.05;  // of the test, and of intervals: they have confidence 1 - alpha

  // Does a measure apply to any topic? Else it has no mean.
  bool has_mean(std::size_t measure) const { return topics_of.empty() || topics_of[measure] > 0; }
  // Is there a mean that is not over all topics?
  bool is_of_parts() const;
  // The mark of a run; empty where it has none.
  std::string mark_of(std::size_t run) const;
  bool has_better() const;  // than another run, significantly
  // The marks at these places of `marks`, one after the other.
  std::string marks_text(std::span<const std::size_t> places) const;
};

// The means of scores, and the best as `number` shows them.
RunTable run_table(const ScoreSet& scores, const NumberFormat& number);
RunTable run_table(const TestedGroup& tested, const NumberFormat& number);

// For a table of scores, beside means.
struct RunTableOptions {
  std::optional<TestSettings> test;  // none: no marks
  Comparison comparison;
  TableIntervals intervals = TableIntervals::none;
  double alpha = 0.05;    // of intervals
  bool p_values = false;  // of differences from the one baseline, behind means
};

// Marks and intervals for `table`, which was made from `scores`, whose runs have all topics. Adds
// the tables "pairs", as significance_report() makes it, and "intervals" to `tables`. Throws Error
// for fewer than two runs to test, a baseline that is not there, and TableIntervals::difference and
// p-values without a test against one baseline.
void add_statistics(const ScoreSet& scores, const RunTableOptions& options, RunTable& table,
                    std::vector<DataTable>& tables, Warnings& warnings,
                    const ProgressCallback& progress = {});

// Whether the intervals of a test's differences hold for one pair, or for all at once, in words.
std::string scope_of_intervals(const SignificanceTest& test, Correction correction);
// "95% interval"; "corrected interval" where it is at the level of a correction.
std::string name_of_interval(double alpha);
std::string name_of_interval(const TestSettings& settings, Correction correction);

// "p = 0.0312", or "p < 0.0001".
std::string p_equation(double p);

// The text behind a mean: "[0.1, 0.2]", "p = 0.0312", or both.
std::string behind_mean(const RunMean& mean, const NumberFormat& number);

// "; less is better: NearDup@10", empty where that is true of no measure.
std::string less_is_better(const RunTable& table);

// Explains the numbers: "Means over 48 topics.", with those that a run answers or a measure applies
// to where these are fewer, and those of marks and intervals, which are empty where there are none.
// `worse` says where marks of better runs stand: "behind <".
std::string topics_note(const RunTable& table);
std::vector<std::string> statistics_notes(const RunTable& table, std::string_view worse);

// Runs x measures, the best in bold, marks of significantly better means as superscripts, and those
// of significantly worse ones than a baseline as subscripts.
PaperTable paper_table(const RunTable& table, const NumberFormat& number);

// Pairs of runs under significance tests as a table for programs.
const TableRecord& compared_pairs_record();

DataTable pairs_table(std::span<const TestedGroup> tested);

// alpha, correction, trials and seed, as a test has used them.
std::vector<Cell> cells_of_test(const TestSettings& settings, Correction correction);

}  // namespace subintent::internal
