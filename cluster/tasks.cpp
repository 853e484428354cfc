#include "cluster/tasks.h"

#include <algorithm>
#include <numeric>

#include "support/parallel.h"
#include "support/progress.h"

namespace subintent {
namespace {

Dendrogram cluster_one(const ClusterTask& task, const DocumentSimilarity& similarity,
                       Linkage linkage) {
  std::vector<std::uint32_t> documents;
  documents.reserve(task.docs.size());
  for (const std::string_view docno : task.docs) documents.push_back(similarity.find(docno));
  return {std::string(task.topic),
          std::string(task.intent),
          {task.docs.begin(), task.docs.end()},
          cluster(similarity, documents, linkage)};
}

}  // namespace

std::vector<ClusterTask> cluster_tasks(const TopicQrels& topic) {
  std::vector<ClusterTask> tasks;
  for (const std::string_view intent : topic.intents) tasks.push_back({topic.topic, intent, {}});
  for (const Judgment& judgment : topic.judgments) {
    if (!is_relevant(judgment.grade)) continue;
    tasks[judgment.intent].docs.push_back(topic.docnos[judgment.document]);
  }
  std::erase_if(tasks, [](const ClusterTask& task) { return task.docs.empty(); });
  return tasks;
}

// The largest first, so that no thread is left alone with one of them at the end.
std::vector<Dendrogram> cluster_all(const std::vector<ClusterTask>& tasks,
                                    const DocumentSimilarity& similarity, Linkage linkage,
                                    const ProgressCallback& progress) {
  std::vector<std::size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return tasks[a].docs.size() > tasks[b].docs.size();
  });
  std::vector<Dendrogram> dendrograms(tasks.size());
  ProgressMeter meter(progress, "clusters", "intents", tasks.size());
  const auto cluster_next = [&](std::size_t place) {
    const std::size_t i = order[place];
    dendrograms[i] = cluster_one(tasks[i], similarity, linkage);
    meter.advance();
  };
  parallel_for(tasks.size(), cluster_next, LoopOrder::ascending);
  return dendrograms;
}

}  // namespace subintent
