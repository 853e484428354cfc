// Scores of runs for topics by measures, names that mean something else than a topic or run, and
// the formats that evaluation tools write.
#pragma once

#include <set>

#include "core/base/memory.h"
#include "core/base/name_table.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Its letters without brackets: "stddev" of "Std. Dev. (n=3)".
std::string plain_letters(std::string_view name);
bool has_digit(std::string_view name);

// Is the row below topics with numbers of a statistic?
bool is_row_of_statistics(std::string_view name);

// Is it a topic under which evaluation tools give means ("all", "amean"), or people a mean, a
// median or a deviation ("Average", "std")? In upper or lower case.
bool is_statistic(std::string_view topic);

inline bool is_whole(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

using NameSet = std::set<std::string>;

// Are these names of measures, here or in other tools ("map", "P_10", "strict_vital_score"): one at
// least surely, and all others perhaps? A few words make them up, so that runs may be called so.
bool are_measures(const NameSet& names);
bool is_sure_measure(std::string_view name);

// Does a column or member with this value say when something was, or in which turn of a dialogue?
bool is_time_or_turn(std::string_view name, double value);
// The name of a topic in a turn: "81-2", unless it ends in that.
std::string with_turn(std::string_view topic, std::string_view turn);

// Do topics have such names: numbers, or one word with a number each, that does not mean a run?
bool look_like_topics(const NameSet& names);

// Are they numbers, and not from 0, or "q1", "topic_2" ...?
bool are_numbered_topics(const NameSet& names);

// Topics and measures whose names tell columns apart.
struct KnownNames {
  std::set<std::string_view> topics, measures;

  bool are(std::string_view measure, std::string_view topic) const {
    return measures.contains(measure) || topics.contains(topic);
  }
};

// Which levels of {a: {b: {c: value}}} have the runs, the measures and the topics.
struct ScoreLevels {
  std::size_t run = 0, measure = 1, topic = 2;
};
// By the names on the paths to values, and those that are known; with two on each there are no
// runs. Says in `notes` what are runs where that is not sure. Throws Error, naming `file`, where
// measures are not known, and topics may be in their place.
ScoreLevels score_levels(const std::vector<std::vector<std::string>>& paths,
                         const std::string& file, const KnownNames& known, Warnings& notes);

// Is this what people call the column of topics of a list of scores: "topic", "qid"?
bool is_topic_heading(std::string_view heading);

// Why the column of a topic x run matrix with this heading, one of `headings`, holds no scores of a
// run, to be read after "the column ..."; nothing where it does.
std::optional<std::string> run_column_defect(std::string_view heading,
                                             std::span<const std::string> headings);

// The advice about such a column.
inline constexpr const char* run_column_advice =
    "for the measures of one run use `scores_format=measures`, or add a column run; else write "
    "topics in the first column and a run in each other one (pandas: index=False), or rename the "
    "run";

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

// A measure of which a judge, or one of several draws of the same judge, is named.
struct MeasureByJudge {
  std::string measure, judge = {}, draw = {};

  // "JUDGE:MEASURE draw DRAW", without what is not named.
  std::string name() const;
  bool operator==(const MeasureByJudge&) const = default;
};

// All scores of some files. Means are left out: they can be computed.
struct ScoreTable {
  std::vector<std::string> measures;   // in the order of their first score
  std::vector<std::string> runs;       // in the order of their first score
  std::vector<std::string> topics;     // in label order
  std::vector<Score> scores;           // by measure, topic, run; at most one for each
  std::vector<std::string> run_files;  // by run: the file of its first score, for messages
  std::vector<std::string> files;      // for messages
  Warnings notes;                      // what was left out
  // By measure, where any judge or draw is named: what the name is made of. Else empty.
  std::vector<MeasureByJudge> judged = {};
  std::vector<bool> lower_is_better = {};  // by measure, where that is known; empty: of none
};

// Draws become one: a score is the mean of those that there are.
void join_draws(ScoreTable& table);

// Gives all runs and topics of a judge and measure as many draws as the fewest that any has: the
// first ones, numbered from 1. Notes how many are left out.
void balance_draws(ScoreTable& table, Warnings& notes);

// Names, which are copied, in the order of their first appearance.
class NameList {
 public:
  std::uint32_t number_of(std::string_view name) {
    const std::uint32_t guess = guess_number(names(), last_, name);
    return last_ = guess < names().size() ? guess : insert(name);
  }
  const std::vector<std::string_view>& names() const { return table_.names(); }

 private:
  std::uint32_t insert(std::string_view name);

  TextArena texts_;
  NameTable table_;
  std::uint32_t last_ = 0;
};

// Makes a table of scores, file after file.
class ScoreTableBuilder {
 public:
  NameList measures, topics, runs;
  Warnings notes;

  // The scores that follow are from this file; an empty name: from no file.
  void begin_file(std::string name) { files_.push_back(std::move(name)); }
  // Measure, topic and run are numbers of the lists above; `line` is that of the file, for
  // messages.
  void add(std::uint32_t measure, std::uint32_t topic, std::uint32_t run, double value,
           std::uint64_t line = 0);
  std::size_t size() const { return entries_.size(); }

  // The number of a measure by a judge; one without either is that of `measures`.
  std::uint32_t number_of(const MeasureByJudge& measure);

  // Leaves out topics that are statistics, and notes them: those without a digit where all others
  // have some, if they are the last and fewer, or their names or values say so; else the last one
  // if its values do.
  void leave_out_statistics();

  // Throws Error for a score that is there twice, with two values. To be called once.
  ScoreTable finish();

 private:
  struct Entry {
    Score score;
    std::uint64_t line;
  };

  void require_same_value(const Entry& first, const Entry& second) const;
  bool sums_up(std::uint32_t topic, std::size_t least_digits) const;
  void order_topics();
  void sort_entries();

  std::vector<std::string> files_, run_files_;
  std::vector<std::string_view> ordered_topics_;  // by finish()
  std::vector<Entry> entries_;
  std::vector<MeasureByJudge> judged_;  // where there are any
  std::set<std::uint32_t> left_out_;    // topics
};

// Can be calculated with: finite, and so are its square and what is divided by it. 0, or from
// 1e-100 to 1e100 by magnitude.
bool is_possible_score(double value);

// Reads scores. What a file holds is detected from its content (docs/formats.md): a list or a topic
// x run matrix with a header line, whose measure is the file's name, JSON, or lines of three or
// four columns. Of these, measures are not numbers and not "all", topics hold no "@" and no "(",
// and only trec_eval pads the first column with blanks. The first column of a matrix holds topics
// if it is called so, or if it has no fraction and no value twice, but something that is not a
// number.
//
// Lists may also have columns judge and draw. `judges` are those of the files, by file;
// an empty one is not named. Several files of one judge are its draws, numbered in their order.
//
// A file of one run has the name in `runs`, by file, for it where that is not empty. Where all
// files are of one run each, their `judges` are such names.
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

// The name of a run that is named by its file.
std::string score_file_name(const std::string& path);

}  // namespace subintent::internal
