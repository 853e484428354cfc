// How a study is made: the lists that are shown, pairs of them or cards to judge, and who judges.
#pragma once

#include <set>

#include "compare/score_matrix.h"
#include "core/collection/preferences.h"
#include "core/collection/qrels.h"
#include "core/collection/run.h"
#include "core/collection/topics.h"
#include "hierarchy/hierarchy.h"
#include "report/judge/study.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

struct ShownOptions {
  std::uint32_t cutoff = 10;
  bool relevant_only = false;  // other documents leave the list before it is cut [Dou19 §5.4]
  std::set<std::string, std::less<>> whole = {};  // but not those of these runs
};

// Lists of all runs for all topics. Names are views into the runs and judgments, which must live as
// long.
class ShownLists {
 public:
  // Topics are those of `judged`, topic-level judgments. A list is empty where a run has nothing to
  // show. Throws Error for a topic or run whose name is not fit for a column.
  ShownLists(std::span<const Run> runs, const Qrels& judged, const ShownOptions& options);

  const ShownOptions& options() const { return options_; }
  const std::vector<std::string_view>& topics() const { return topics_; }  // in label order
  const std::vector<std::string_view>& runs() const { return runs_; }      // sorted by bytes
  const std::vector<std::string_view>& list(std::size_t topic, std::size_t run) const {
    return lists_[topic * runs_.size() + run];
  }

  std::optional<std::size_t> find_topic(std::string_view topic) const;
  std::optional<std::size_t> find_run(std::string_view run) const;

  // Is there anything to judge: are both lists there, and different?
  bool differ(std::size_t topic, std::size_t first, std::size_t second) const;

 private:
  ShownOptions options_;
  std::vector<std::string_view> topics_, runs_;
  std::vector<std::vector<std::string_view>> lists_;
};

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

// The assignment of tasks: participants, order, and what is on which side.
struct AssignmentOptions {
  std::uint32_t participants = 1;
  std::uint32_t per_item = 1;  // participants who judge each item, no more than there are
  std::uint32_t session = 50;  // tasks of a session [Dou19 §5.4]
  std::uint32_t repeats = 0;   // items that each participant sees a second time
  std::uint64_t seed = 1;
  std::uint32_t checks = 0;  // attention checks, the items behind all others
};

// A pair of lists or, in studies of intents, a topic.
struct AssignedItem {
  std::uint32_t topic = 0, pool = 0;
};

// Participants p01, p02, ... with their tasks. Tokens and the ids of tasks are of the system's
// generator: who does not have them can neither judge nor answer a task of another participant. All
// the rest follows from the seed:
//
// - Each item has `per_item` different participants. Numbers of items differ by at most 1 between
//   participants, and as far as that allows so do their items of a topic, and of a pool.
// - Of the participants of an item, and of the items of a participant, half have the lists swapped,
//   to within 1.
// - The order of each participant is random. Repeats are of the first third, come at random places
//   of the last third, and have sides changed; half of them are swapped ones, as far as possible.
//
// - Each participant sees every attention check once: the order is cut into as many parts as there
//   are checks, of equal length to within 1, and each has one at a random place. Half of a
//   participant's checks have the lists swapped, to within 1.
//
// Another program assigns the same: for each item in turn (RandomPurpose::judge_people, row = item)
// the participants are shuffled, and those with the fewest items, of these with the fewest of the
// topic, of these with the fewest of the pool taken, the first in that order. Sides:
// swapped_lists(). The items of a participant, as they were given out, are shuffled (judge_order,
// row = participant). The first n/3 of n are shuffled (judge_repeats, row = participant), and
// repeats taken from the front, swapped ones and others in turn, the first one swapped, while there
// are both; they are put behind the last n/3, and these and the repeats are shuffled
// (judge_repeats, trial = 1). Last, the c checks are shuffled (judge_checks, row = participant).
// Check k of that order comes before one of the tasks from floor(n k / c) to floor(n (k + 1) / c)
// of the n, that many beyond the first of these: floor(w * their number / 2^32), w being word k of
// judge_checks, trial = 1. It is swapped if k + word c is odd.
//
// Throws Error::argument for options that do not go together.
std::vector<StudyParticipant> assign(std::span<const AssignedItem> items,
                                     const AssignmentOptions& options);

// A participant and an item that is given to him or her.
struct Assigned {
  std::uint32_t participant = 0, item = 0;
};

// For each of them, whether the lists are swapped: for half of those of a participant and half of
// those of an item, to within 1. Euler's theorem: with one more participant and item, joined to
// those that have an odd number of the others and to each other, the graph falls apart into closed
// trails, and what is swapped is passed from participant to item, or the other way round where a
// random bit says so.
std::vector<bool> swapped_lists(std::span<const Assigned> assigned, std::uint32_t participants,
                                std::uint32_t items, std::uint64_t seed);

// The texts that participants read before they begin.
struct StudyWords {
  std::string title, instructions;
  std::vector<std::string> questions;  // none in a study of intents
  std::string consent = {};            // to take part; may be empty
  std::string language = "en";         // one of language_choices()
};

// The texts of topics and documents that they read.
struct StudyTexts {
  TopicDescriptions topics;
  Texts documents;
};

// The pairs that have something to judge, and how many had not: lists that are identical, or with
// an empty one. Throws Error, naming `file` and line, for a topic or run that `lists` has not, and
// where no pair is left.
struct PairsToJudge {
  std::vector<ListPair> pairs;
  std::uint64_t nothing_to_judge = 0;
};
PairsToJudge pairs_to_judge(std::vector<ListPair> pairs, const ShownLists& lists,
                            const std::string& file);

// Pairs with a known answer, which stands in the place of the pool: "<", "=" or ">". Throws Error,
// naming `file` and line, for another one, and for a pair with nothing to judge.
std::vector<ListPair> checks_to_show(std::vector<ListPair> checks, const ShownLists& lists,
                                     const std::string& file);

// The documents of their lists.
std::set<std::string_view> shown_docnos(std::span<const ListPair> pairs, const ShownLists& lists);

// A study of preferences between lists. The last `options.checks` of the pairs are attention checks
// (checks_to_show()). Texts are cut to what a page can show. Throws the errors of assign(), and
// Error for a docno that holds control characters or is not UTF-8.
Study preferences_study(std::span<const ListPair> pairs, const ShownLists& lists,
                        const StudyWords& words, const StudyTexts& texts,
                        const AssignmentOptions& options);

// A card before its documents have numbers.
struct IntentCard {
  std::string intent, label;
  std::vector<std::string> terms, docnos;
};

struct TopicCards {
  std::string topic;
  std::vector<IntentCard> cards;  // two or more
};

// A study of intents: of each topic, which belong together. `options.repeats` must be 0. Throws the
// same.
Study intents_study(std::span<const TopicCards> topics, const StudyWords& words,
                    const StudyTexts& texts, const AssignmentOptions& options);

// Warns of what a person would not understand, with numbers: topics without a query, documents
// without a title.
void warn_of_missing_texts(const Study& study, Warnings& warnings);

// Cards of intents, for people to put into groups.
struct CardSources {
  std::span<const Hierarchy> hierarchies;
  // Telling terms of each node of each hierarchy; or none.
  std::span<const std::vector<std::vector<std::string>>> terms;
  const TopicDescriptions& topics;  // what intents are about, where nodes have no labels
  const Qrels* judged = nullptr;    // documents come by their highest grade; or, without, by docno
  std::string file = {};            // of the hierarchies, for messages
};

struct Cards {
  std::vector<TopicCards> topics;  // in label order
  std::uint64_t single = 0;        // topics with one card only, which are left out
};

// One card for each node of layer 1, with at most `documents` of its documents. Its name is the
// intent or superintent, or, in hierarchies of whole topics, the number of the node. Throws Error,
// naming the topic, for two nodes of one intent and for an intent whose name has blanks, which
// superintents cannot hold; and where no topic has two cards.
Cards make_cards(const CardSources& sources, std::size_t documents);

}  // namespace subintent::internal
