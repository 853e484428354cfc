// Similarities of relevant documents [Dou19 Fig. 7], and the hierarchies that cutoffs make of them.
#pragma once

#include "core/collection/qrels.h"
#include "hierarchy/build.h"
#include "hierarchy/cluster/dendrogram.h"
#include "similarity/similarity.h"
#include "similarity/topic_view.h"
#include "subintent/basics.h"

namespace subintent::internal {

// Similarities of some pairs of documents. Quantiles and bins are of similarities rounded to four
// decimals. A quantile q is the least similarity that at least a share q of the pairs does not
// exceed.
struct SimilarityDistribution {
  std::uint64_t pairs = 0;
  double mean = 0;                                        // 0 where there are no pairs
  double q05 = 0, q25 = 0, median = 0, q75 = 0, q95 = 0;  // likewise
  std::vector<std::uint64_t> bins;   // pairs by similarity, 0.05 a bin, the last one with 1: from
                                     // SimilarityStudy::low on
  std::vector<std::uint64_t> drawn;  // of all topics: pairs between SimilarityStudy::edges
};

// Pairs of documents that are relevant to a topic. They are relevant to the same intent if there is
// one that both are relevant to; else to other intents.
struct TopicSimilarities {
  std::string topic;
  SimilarityDistribution same_intent, other_intents;
  // The probability that a pair of the same intent is more similar than one of other intents; equal
  // ones (to four decimals) count a half. None without pairs of both kinds.
  std::optional<double> auc;
};

// [Dou19 Fig. 7], for one way to compare documents.
struct SimilarityStudy {
  std::string name;                                   // "fingerprints"
  SimilarityDistribution same_intent, other_intents;  // the pairs of all topics
  double mean = 0;                                    // of all these pairs
  std::optional<double> auc;                          // of the pairs of all topics
  std::optional<double> mean_auc;                     // mean of the topics that have one
  double low = 0;                                     // of the first bin: 0 or -1
  // The edges of bins for a picture, ascending. Each holds all pairs of some distances of
  // fingerprints, about 0.05 of similarity; else they are the bins above.
  std::vector<double> edges;
  std::vector<TopicSimilarities> topics;  // of two relevant documents or more
};

// The hierarchies WI that a cutoff makes [Dou19 §3.3].
struct DeltaShape {
  double delta = 0;
  std::uint64_t topics = 0, intents = 0;     // with a relevant document
  std::uint64_t nodes = 0, dummies = 0;      // of all topics; dummies among the nodes
  std::uint64_t subintents = 0;              // leaves: an intent has one at least
  std::uint64_t single = 0;                  // of them, of one document
  std::uint64_t several = 0, collapsed = 0;  // intents of several documents; those of them that
                                             // have one subintent
  double mean_layers = 0;                    // over topics
  std::uint32_t max_layers = 0;
};

// All pairs of documents that are relevant to an intent of a topic (grade > 0); a document that is
// not represented has similarity 0 to all others. Memory is bounded, whatever the number of pairs;
// the result is the same for any number of threads. With options, documents are compared as
// documents of their topic. Progress is counted in pairs.
SimilarityStudy study_similarities(const Qrels& qrels, const DocumentSimilarity& similarity,
                                   std::string name, const ProgressCallback& progress = {},
                                   const TopicViewOptions& options = {});

// The shape of the hierarchies WI at each delta. Throws the errors of build_hierarchies().
std::vector<DeltaShape> delta_shapes(const Qrels& qrels, std::span<const Dendrogram> dendrograms,
                                     std::span<const double> deltas,
                                     const HierarchySources& sources = {},
                                     const ProgressCallback& progress = {});

}  // namespace subintent::internal
