// From dendrograms and judgments to hierarchies [Dou19 §3.3-3.5].
#pragma once

#include "core/collection/qrels.h"
#include "core/collection/topics.h"
#include "hierarchy/cluster/dendrogram.h"
#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// The subintents of one intent: its dendrogram after pruning and compression [Dou19 §3.3.1,
// §3.3.2].

// Throws Error of argument "one_subtopic" and "bins" for numbers that make no sense.
void check(const PruningRules& rules);

// Differences of similarities up to this are rounding.
inline constexpr double similarity_rounding = 1e-12;

// A delta at which even the root becomes a leaf.
inline constexpr double below_all_similarities = -2;

// The delta at which a dendrogram is pruned: the one given, or its balanced one, lowered so
// far that one leaf is left where rules.one_subtopic says so. Time O(n log n) if there is a rule,
// else constant.
double effective_delta(const Dendrogram& dendrogram, double delta, const PruningRules& rules);

// How many leaves dendrograms are to have, whatever delta and rules say: those of single topics,
// and those of all others.
struct SubtopicNumbers {
  std::optional<std::uint32_t> all = {};
  std::map<std::string, std::uint32_t> of_topic = {};
  // About how many people would find: the number of leaves is the geometric mean of this, or of
  // half of the documents if they are fewer, and of that at delta.
  std::optional<std::uint32_t> around = {};

  bool any() const { return all || !of_topic.empty() || around; }
  std::optional<std::uint32_t> of(const std::string& topic) const;
  // The number for a dendrogram; none if delta and rules alone say where it is cut.
  std::optional<std::uint32_t> leaves(const Dendrogram& dendrogram, double delta,
                                      const PruningRules& rules) const;
};

// Throws Error of argument "subtopics" for a number that is 0.
void check(const SubtopicNumbers& numbers);

// The similarities from which on the second, third, ... bin has the inner nodes of a dendrogram
// that is pruned at delta: they rise. A bin may be empty.
std::vector<double> bin_limits(const Dendrogram& dendrogram, double delta, const Bins& bins);

// The bin of a similarity: how many limits it reaches, or misses by less than 1e-12.
std::size_t similarity_bin(double similarity, std::span<const double> limits);

// A node of an intent's tree.
struct SubintentNode {
  std::uint32_t parent = 0;           // index of the parent; the root's is 0
  std::uint32_t depth = 0;            // 0 for the root, which is the intent itself
  std::uint32_t first = 0, last = 0;  // its documents: SubintentTree::documents[first, last)
  std::uint32_t leaves = 0;           // leaves below it; 1 for a leaf
  bool leaf = false;
  std::optional<double> similarity;  // of the merge that made it, if one did
};

// The tree of one intent. It has at least a root and one leaf, even if the root collapsed.
struct SubintentTree {
  std::vector<SubintentNode> nodes;  // parents before children, siblings by their smallest document
  std::vector<std::uint32_t> documents;  // indices into Dendrogram::docs, leaf by leaf
  std::uint32_t height = 0;              // of the deepest leaf, so at least 1
  std::uint32_t removed = 0;             // inner nodes that compression took away
  double delta = 0;                      // at which it was pruned
};

// Prunes: a merge of similarity above `delta` (by more than 1e-12) becomes one leaf with all
// documents below it; with a given delta of 0 the root does so whatever its similarity. Then
// compresses, if asked to: an inner node in the same bin as its parent is removed and its children
// go to the parent. The rules may give the dendrogram another delta, and bins that follow it. If a
// number of leaves is given, the least similar merges are undone from the root on, until there are
// so many or one for each document.
//
// The order of removals does not matter: a removed parent has the bin of the node that takes its
// place, so a node goes exactly if its bin is that of its parent before any removal. Time O(n log
// n), memory O(n), no recursion.
SubintentTree make_subintents(const Dendrogram& dendrogram, double delta, bool compress,
                              const PruningRules& rules = {},
                              std::optional<std::uint32_t> leaves = {});

struct HierarchyOptions {
  double delta = 0.3;    // 0 to 1
  bool compress = true;  // no for the raw hierarchy
  PruningRules rules = {};
  SubtopicNumbers subtopics = {};
  Weighting weighting = Weighting::leaves;
  IntentWeights intent_weights = IntentWeights::depth;
  IntentTable probabilities;
  std::map<std::string, Superintents, LabelLess> superintents;
  std::optional<Qrels> topics;  // if given: topics that it lacks may be without dendrograms, and
                                // have no hierarchy then
};

// The names of inputs in messages: their files. Empty for those that are made in memory.
struct HierarchySources {
  std::string qrels = {}, dendrograms = {}, probabilities = {}, superintents = {};
};

// Counts how pruning changed the dendrograms of several documents.
struct PruningCounts {
  std::uint64_t several = 0;                   // how many there are
  std::uint64_t collapsed = 0;                 // of them: a single subintent is left
  std::uint64_t apart = 0;                     // each subintent is a single document
  std::uint64_t layered = 0;                   // there are inner nodes between root and leaves
  std::uint64_t removed = 0;                   // inner nodes that compression took away
  std::vector<double> deltas = {};             // at which they were pruned
  std::vector<std::uint64_t> leaves = {};      // that they have
  std::vector<std::string> one_subtopic = {};  // topics of those that collapsed
};

struct BuiltHierarchies {
  std::vector<Hierarchy> hierarchies;         // in label order of their topics
  std::uint64_t topics_without_relevant = 0;  // they have no hierarchy
  std::uint64_t ignored_members = 0;  // of superintents: no intents with a relevant document
  PruningCounts pruning;
};

// The mean similarity of all pairs of documents relevant to the same topic, over all topics: the
// delta "mean". Throws Error for dendrograms that do not know theirs, and where it is not above 0.
struct MeanSimilarity {
  double value = 0;
  std::uint64_t pairs = 0, topics = 0;  // of two documents at least
};
MeanSimilarity mean_similarity(std::span<const Dendrogram> dendrograms,
                               const HierarchySources& sources = {});

// Whether dendrograms are of whole topics, for which judgments of whole topics are needed. Throws
// Error if some are and some are not.
bool at_topic_level(std::span<const Dendrogram> dendrograms, const HierarchySources& sources = {});

// "of 4 intents with several documents, 3 collapsed into one subintent and 0 fell apart into single
// documents"
std::string pruning_effect(const PruningCounts& counts, bool of_topics);

// Warns that a delta does one of these to most of them, so that hierarchies add next to nothing to
// the official intents, or have a node for each document. At delta 0 and 1 that was asked for.
void warn_of_pruning(const PruningCounts& counts, double delta, bool of_topics, Warnings& warnings);

// "30 topics with several documents: 4 to 14 leaves, quartiles 7, 9 and 10; one leaf: 12, 31"
std::string leaves_of_topics(const PruningCounts& counts);

// Warns of topics that are one subtopic because rules.one_subtopic says so, by name.
void warn_of_one_subtopic(const PruningCounts& counts, const PruningRules& rules,
                          Warnings& warnings);

// Notes that every tree has one layer because compression removed all that was between.
void note_flatness(const PruningCounts& counts, Warnings& notes);

// Warns of members of superintents that are no intents with a relevant document.
void warn_of_superintents(const BuiltHierarchies& built, Warnings& warnings);

// Builds the hierarchy of every topic with a relevant document. Without dendrograms: official
// intents only; so too where every intent of a topic has a single subintent. Dendrograms at topic
// level (intent "*") need qrels at topic level; layer 1 is then the children of the topic's root.
// The result does not depend on the order of the dendrograms. Throws Error for dendrograms and
// judgments that do not fit together (naming topic, intent and document), missing probabilities, a
// name that is both superintent and intent, qrels without a relevant document, and a hierarchy of
// more than max_document_entries. Time and memory O(documents x layers) for a topic, beside
// sorting.
BuiltHierarchies build_hierarchies(const Qrels& qrels,
                                   std::optional<std::span<const Dendrogram>> dendrograms,
                                   const HierarchyOptions& options,
                                   const HierarchySources& sources = {});

}  // namespace subintent::internal
