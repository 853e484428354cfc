// Topic x run matrices of scores, the form in which all tests take them.
#pragma once

#include "core/collection/score_table.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// The scores of one measure: values[topic * runs + run], all finite.
struct ScoreMatrix {
  std::string measure;
  std::size_t topics = 0, runs = 0;
  std::vector<double> values;
  bool lower_is_better = false;
  MeasureByJudge judged = {};  // what `measure` is made of, where a judge or a draw is named

  // Scores times this are the higher the better.
  double sign() const { return lower_is_better ? -1 : 1; }
  // The same measure of other scores.
  ScoreMatrix with(std::size_t other_topics, std::vector<double> others = {}) const {
    return {measure, other_topics, runs, std::move(others), lower_is_better, judged};
  }
  // The measure without its judge and draw.
  const std::string& plain_measure() const {
    return judged.measure.empty() ? measure : judged.measure;
  }

  double at(std::size_t topic, std::size_t run) const { return values[topic * runs + run]; }
  // Mean over topics, added up in their order.
  double mean(std::size_t run) const;
  std::vector<double> means() const;
};

// Runs that were scored for the same topics, and their scores by every measure.
struct ScoreGroup {
  std::vector<std::string> runs;    // in the order of the input
  std::vector<std::string> topics;  // in label order
  std::vector<ScoreMatrix> measures;
  std::vector<std::string> files = {};  // that the scores were read from

  std::vector<std::string> measure_names() const;
  // Index of a measure. Throws Error, listing those there are.
  std::size_t find_measure(const std::string& name) const;
  // Index of a run. Throws Error.
  std::size_t find_run(const std::string& name) const;
};

// The groups of a table, with the measures named (all if none are; of a measure without its judge,
// those of all judges). One group unless `missing` says otherwise; groups are in the order of their
// first topic. Throws Error for a measure that is not there, and, naming run, topic and measure,
// for a missing score; for drop and group likewise where nothing is left to compare.
std::vector<ScoreGroup> make_groups(const ScoreTable& table,
                                    const std::vector<std::string>& measures,
                                    MissingScores missing);

// Says that less is better by measures of these names, of a judge or all, and warns of others,
// once, that are called by what there should be less of. Throws Error (argument "lower_is_better")
// for a name that is not there.
void set_lower_is_better(const std::vector<std::string>& names, std::span<ScoreMatrix> measures,
                         Warnings& warnings);

// Runs whose scores by one measure come from several files, for example from several years: the
// numbers of those that make_groups() joins unless it makes groups.
std::vector<std::uint32_t> runs_in_several_files(const ScoreTable& table);
// Warns of them; `places` are what messages call the files.
void warn_of_joined_runs(const ScoreTable& table, std::string_view places, Warnings& warnings);

// Warns where no topic has scores of all runs by the measures (all if none are named), so that
// every topic is filled in with zeros.
void warn_of_filled_topics(const ScoreTable& table, const std::vector<std::string>& measures,
                           Warnings& warnings);

// Standardises the scores of every topic over the runs, as standardise() of a span does: of a
// measure, of all measures of a group.
void standardise(ScoreMatrix& scores);
void standardise(ScoreGroup& group);

// A part of all; 0 of nothing.
inline double share_of(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

// The numbers below `size`; the same by their keys, the smallest first, equal ones as they were.
std::vector<std::uint32_t> sequence(std::size_t size);
template <typename Key>
std::vector<std::uint32_t> ordered(std::size_t size, const Key& key) {
  std::vector<std::uint32_t> order = sequence(size);
  std::ranges::stable_sort(order, {}, key);
  return order;
}
// The place of each number in an order of them.
std::vector<std::uint32_t> places_in(std::span<const std::uint32_t> order);

struct RunPair {
  std::uint32_t first = 0, second = 0;
};

// All pairs with first < second, by first, then second.
std::vector<RunPair> all_pairs(std::size_t runs);
// The place in all_pairs() of the pair of two different runs, in either order.
std::size_t place_of_pair(std::size_t runs, std::size_t a, std::size_t b);

// The differences of two runs: values[first] - values[second] for every topic.
std::vector<double> differences(const ScoreMatrix& scores, RunPair pair);

// Replaces the scores of all runs for one topic and measure by (score - mean) / standard deviation
// (n - 1). Where all runs have the same score, up to rounding (they span no more than 1e-12 of the
// largest), and where there is one run only, all get 0.
void standardise(std::span<double> scores);

}  // namespace subintent::internal
