// How sure the nodes of hierarchies are: whether they are found again among a part of the documents
// [Hennig, Cluster-wise assessment of cluster stability, CSDA 52, 2007].
#pragma once

#include "hierarchy/cluster/dendrogram.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/subintents.h"
#include "similarity/similarity.h"
#include "similarity/topic_view.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

struct StabilityOptions {
  std::uint32_t samples = 0;
  std::uint64_t seed = 1;
  Linkage linkage = Linkage::complete;  // as the dendrograms were made
  TopicViewOptions view;  // likewise; of the documents that a sample leaves in a topic
  double delta = 0.3;     // as the hierarchies were
  bool compress = true;
  PruningRules rules = {};
  SubtopicNumbers subtopics = {};
};

// Gives the nodes of hierarchies their stability. Each sample leaves out a fifth of the documents
// of a dendrogram, at least one, as RandomPurpose::stability says; the others are compared
// (contrast and neighbours are those without the documents left out), clustered, pruned and
// compressed in the same way. The stability of a node is the Jaccard coefficient of its documents
// in the sample and those of the node of the sample's tree, below the root, that has the most in
// common with it: the mean over the samples that have one of its documents. Nodes that hold all
// documents of their intent have none, nor have those of intents of fewer than three documents.
// (Samples with replacement would have documents twice, which make clusters of their own.) The same
// for any number of threads.
void add_stability(std::span<Hierarchy> hierarchies, std::span<const Dendrogram> dendrograms,
                   const DocumentSimilarity& similarity, const StabilityOptions& options,
                   const ProgressCallback& progress = {});

}  // namespace subintent::internal
