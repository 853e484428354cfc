// Similarities of relevant documents [Dou19 Fig. 7], and the hierarchies that cutoffs make of them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cluster/dendrogram.h"
#include "collection/qrels.h"
#include "hierarchy/build.h"
#include "similarity/similarity.h"
#include "similarity/topic_view.h"
#include "subintent/progress.h"
#include "subintent/similarity_study.h"

namespace subintent::internal {

// All pairs of documents that are relevant to an intent of a topic (grade > 0); a document that is
// not represented has similarity 0 to all others. Memory is bounded, whatever the number of pairs;
// the result is the same for any number of threads. With options, documents are compared as
// documents of their topic. Progress is counted in pairs.
SimilarityStudy study_similarities(const Qrels& qrels, const DocumentSimilarity& similarity,
                                   std::string name, const ProgressCallback& progress = {},
                                   const TopicViewOptions& options = {});

// What the hierarchies WI are like at each delta. Throws the errors of build_hierarchies().
std::vector<DeltaShape> delta_shapes(const Qrels& qrels, std::span<const Dendrogram> dendrograms,
                                     std::span<const double> deltas,
                                     const HierarchySources& sources = {},
                                     const ProgressCallback& progress = {});

}  // namespace subintent::internal
