// Clustering with public options, of judgments in memory or in files.
#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "cluster/tasks.h"
#include "similarity/similarity.h"
#include "similarity/topic_view.h"
#include "subintent/evaluate.h"
#include "subintent/hierarchy.h"

namespace subintent::internal {

// Views into the tasks.
std::unordered_set<std::string_view> documents_of(const std::vector<ClusterTask>& tasks);

// Throws Error, with the name of the argument, for what documents of a kind cannot be compared by.
void check(const ClusterOptions& options, DocumentSimilarity::Kind kind);

// Checked.
TopicViewOptions view_of(const ClusterOptions& options, DocumentSimilarity::Kind kind);

DocumentSimilarity::Kind kind_of(const AnySimilarity& similarity);

std::vector<Dendrogram> cluster_all(const std::vector<ClusterTask>& tasks,
                                    const DocumentSimilarity& documents,
                                    const ClusterOptions& options,
                                    const ProgressCallback& progress);

}  // namespace subintent::internal
