// What there is to cluster, and clustering it on all threads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cluster/dendrogram.h"
#include "cluster/linkage.h"
#include "cluster/similarity.h"
#include "subintent/progress.h"
#include "trec/qrels.h"

namespace subintent {

// The documents of grade > 0 of a (topic, intent) [Dou19 §3.2], sorted by bytes: at least one.
// Views into the judgments.
struct ClusterTask {
  std::string_view topic, intent;
  std::vector<std::string_view> docs;
};

// One task for every intent of a topic that has a relevant document, in label order.
std::vector<ClusterTask> cluster_tasks(const TopicQrels& topic);

// The dendrograms of the tasks, in their order: the same for any number of threads. Progress is
// counted in intents.
std::vector<Dendrogram> cluster_all(const std::vector<ClusterTask>& tasks,
                                    const DocumentSimilarity& similarity, Linkage linkage,
                                    const ProgressCallback& progress = {});

}  // namespace subintent
