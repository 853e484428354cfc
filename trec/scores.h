// Scores of runs for topics, in the formats that evaluation tools write, and preferences of users.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace subintent {

// One score; run, topic and measure are indices into the lists of ScoreTable.
struct Score {
  std::uint32_t measure = 0, topic = 0, run = 0;
  double value = 0;  // finite
};

// All scores of some files. Means are left out: they can be computed.
struct ScoreTable {
  std::vector<std::string> measures;   // in the order of their first score
  std::vector<std::string> runs;       // in the order of their first score
  std::vector<std::string> topics;     // in label order
  std::vector<Score> scores;           // by measure, topic, run; at most one for each
  std::vector<std::string> run_files;  // by run: the file of its first score, for messages
};

// What a run is called.
enum class ScoreRunName {
  automatic,  // ndeval CSV: its first column; trec_eval output: the file
  file,       // the file's name without folder, compression suffix and, for scores, ".csv", ".tsv",
              // ".txt", ".eval"
  tag         // ndeval CSV: its first column; trec_eval output: the value of "runid"
};

// Reads scores; the first line of each file tells which of these it is:
//   run<tab>topic<tab>measure<tab>value  with that header line, as `subintent evaluate --per-topic
//   --format tsv` writes runid,topic,MEASURE,...              ndeval
//   [topic,]RUN,...                      a topic x run matrix; the measure is the file's name,
//   topics without a column
//                                        of their own are numbered from 1
//   measure topic value                  trec_eval -q
// Topics "all" and "amean" are skipped. Throws Error, naming file and line, for wrong columns,
// values that are no finite numbers or beyond 1e100 (or nearer to 0 than 1e-100), the same score
// twice with two values (the same value is accepted), files with means only, and empty files.
ScoreTable read_scores(const std::vector<std::string>& paths,
                       ScoreRunName name = ScoreRunName::automatic);

enum class Preference : std::int8_t { second = -1, equal = 0, first = 1 };

// One participant's judgment of a pair of ranked lists.
struct UserPreference {
  std::string topic, run1, run2;  // run1 < run2 by bytes
  std::string participant;
  Preference preference = Preference::equal;  // which of the two is better
  std::uint64_t line = 0;                     // of the file, from 1
};

// Reads preferences, topic<tab>run1<tab>run2<tab>participant<tab>preference, with or without that
// header line; the preference is "<" (run2 is better), "=" or ">". Sorted by topic (label order),
// runs, participant (label order). Throws Error, naming file and line, for wrong columns, unknown
// preferences, a run compared with itself, a participant who judges a pair twice differently (the
// same judgment twice is accepted), and a file without preferences.
std::vector<UserPreference> read_preferences(const std::string& path);

}  // namespace subintent
