// Which pairs of ranked lists people are to judge.
#pragma once

#include "compare/score_matrix.h"
#include "core/collection/preferences.h"
#include "report/judge/shown_lists.h"
#include "subintent/basics.h"

namespace subintent::internal {

// A way to choose pairs.
struct PoolKind {
  std::string_view name;  // "disagreed"
  std::size_t measures;   // how many it takes
  std::string_view text;  // what it chooses, for the help
  // Gives a value to the scores of both runs for the topic by its measures: nothing for a pair that
  // is not eligible; else smaller for those to be preferred.
  std::optional<double> (*value)(std::span<const double> first, std::span<const double> second);
  // Pairs are drawn from that part of the eligible ones of a topic whose values are smallest, the
  // only one or a third, rounded up.
  std::size_t parts;
};

// random; disagreed and opposed, which two measures order differently [Dou19 §5.4], the latter most
// strongly; near and far, by one measure.
std::span<const PoolKind> pool_kinds();

// Some pairs of each topic.
struct PairPool {
  const PoolKind* kind = nullptr;
  std::vector<std::string> measures;
  std::size_t pairs = 5;  // of each topic
  std::string name;       // as it is asked for, without the number
};

// Reads pools, separated by commas: "random", "disagreed:D#-nDCG@10,HD#-nDCG@10", each of
// `pairs` pairs unless it ends with a number of its own, "near:P@5=3". Where all pools are of
// different kinds, kinds are their names. Throws Error::argument ("pool") for what is not known or
// there twice, and for measures that are missing.
std::vector<PairPool> parse_pools(std::string_view text, std::size_t pairs);

// The measures that pools need, each once.
std::vector<std::string> measures_of(std::span<const PairPool> pools);

struct SampleOptions {
  std::vector<PairPool> pools;
  std::optional<std::size_t> topics;  // so many of them, drawn at random; none: all
  std::uint64_t seed = 1;
  std::vector<ListPair> taken = {};  // that are not to be drawn
};

struct PairSample {
  std::vector<ListPair> pairs;         // by topic (label order), then pool, as they were drawn
  std::uint64_t topics = 0;            // that they are of
  std::uint64_t nothing_to_judge = 0;  // pairs of identical lists or with an empty one, over topics
  Warnings warnings;                   // of pools that have too few pairs
};

// Draws pairs of lists. A pair of a topic is in one pool, the first that draws it. `scores` must
// have the measures of all pools; it may be without some topics, which then have no pairs for such
// pools. Throws Error for a run that it lacks, and where there is no pair at all.
//
// Another program draws the same: pairs (a, b) of runs in the order of their names, a before b, by
// a, then b. Topics, in label order, are shuffled (RandomPurpose::judge_topics) and the first ones
// taken. For each topic and pool (judge_pairs: row = topic among all, trial = pool) the eligible
// pairs, for thirds by value first, are shuffled. Then the first one with the smallest
// (min(n(a), n(b)), max(n(a), n(b)), n(a, b)) is drawn, as often as pairs are wanted, where n is
// how often the pool, over the topics so far, has drawn the run or the pair. So runs are balanced.
PairSample sample_pairs(const ShownLists& lists, const ScoreGroup& scores,
                        const SampleOptions& options);

}  // namespace subintent::internal
