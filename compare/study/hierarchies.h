// How far two hierarchies of a topic agree: two sets of clusters of the same documents.
#pragma once

#include "compare/study/evaluation.h"
#include "core/base/progress.h"
#include "hierarchy/build.h"
#include "hierarchy/cluster/dendrogram.h"
#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"

namespace subintent::internal {

// Two hierarchies of one topic. Pairs are of the documents that the last layers of both have.
struct TopicAgreement {
  std::string topic;
  std::uint32_t layers1 = 0, layers2 = 0;
  std::uint64_t documents = 0;           // in the last layers of both
  std::uint64_t only1 = 0, only2 = 0;    // in that of one alone
  std::uint64_t nodes1 = 0, nodes2 = 0;  // sets of documents, each once: dummies repeat others
  std::uint64_t equal = 0;               // of them, in both
  // Adjusted Rand index of the last layers [Hubert and Arabie 1985]. Where documents are in several
  // nodes it is the omega index [Collins and Dent 1988], its extension to overlapping clusters: two
  // hierarchies agree on a pair of documents that share equally many nodes of the last layer. 1
  // where both have all pairs together, or none; none for fewer than two documents.
  std::optional<double> adjusted_rand;
  // Pearson's correlation, over the pairs, of the deepest layer in which two documents share a
  // node, 0 if in none [Sokal and Rohlf 1962]. None where it is the same for all pairs.
  std::optional<double> cophenetic;

  // The share of nodes of the first that are nodes of the second, and the other way round.
  double share1() const { return share_of(equal, nodes1); }
  double share2() const { return share_of(equal, nodes2); }
};

struct HierarchiesAgreement {
  std::vector<TopicAgreement> topics;  // that both have, in label order
  std::vector<std::string> only1, only2;
};

// Time, for a topic, of the pairs of documents that share a node, over all nodes, and of all pairs;
// memory of its hierarchies. Progress is counted in topics. Same result for any number of threads.
HierarchiesAgreement compare_hierarchies(std::span<const Hierarchy> first,
                                         std::span<const Hierarchy> second,
                                         const ProgressCallback& progress = {});

// Runs scored on other hierarchies: with shuffled documents, at several cutoffs [Dou19 Fig. 8].

struct PlaceboOptions {
  std::uint32_t count = 0;
  std::uint64_t seed = 1;
};

inline constexpr std::int64_t max_placebos = 10'000;

// The hierarchies with their documents shuffled, as RandomPurpose::placebo says: within an intent,
// at topic level within the topic. All nodes of an intent see the same shuffle. Layers, sizes and
// weights of nodes stay as they are, and so do the documents of intents and superintents. `number`
// counts placebos from 0.
std::vector<Hierarchy> shuffled(std::span<const Hierarchy> hierarchies, std::uint64_t seed,
                                std::uint32_t number);

// The measures that see a hierarchy.
std::vector<Measure> measures_of_hierarchies(std::span<const Measure> measures);

// Placebos say something of measures that see hierarchies. Throws Error::argument, "measures",
// where none does.
void require_hierarchies(std::span<const Measure> measures);

// Calls use() for every placebo, in order, with the scores of the runs by those of the measures
// that see a hierarchy; measures refer to `hierarchies`.
void score_placebos(const EvaluationData& data, std::span<const Run> runs,
                    const std::vector<NamedHierarchies>& hierarchies,
                    std::span<const Measure> measures, const PlaceboOptions& options,
                    const std::function<void(ScoreGroup)>& use, ProgressMeter& meter);

// The hierarchies that are made at each delta, by the names that [Dou19 Fig. 8] gives its curves:
// WI, WD, WIRaw, SUP+WI, SUP+WD. Measures refer to them, and behind them to those of the
// evaluation.
std::vector<std::string> delta_hierarchies();

bool need_superintents(std::span<const Measure> measures);

struct DeltaOptions {
  std::vector<double> deltas;
  std::vector<Measure> measures;
  std::map<std::string, Superintents, LabelLess> superintents;  // of SUP+WI and SUP+WD
  HierarchySources sources;                                     // for messages
  PlaceboOptions placebo;
};

// Calls use() for every delta, in order, with the scores of the runs, and behind each use_placebo()
// with the scores of every placebo. Throws the errors of build_hierarchies().
void score_deltas(const EvaluationData& data, std::span<const Run> runs,
                  std::span<const Dendrogram> dendrograms, const DeltaOptions& options,
                  const std::function<void(double delta, ScoreGroup)>& use,
                  const ProgressCallback& progress = {},
                  const std::function<void(ScoreGroup)>& use_placebo = {});

}  // namespace subintent::internal
