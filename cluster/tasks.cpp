#include "cluster/tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "support/error.h"
#include "support/parallel.h"
#include "support/progress.h"
#include "support/strings.h"
#include "support/utf8.h"

namespace subintent::internal {
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

std::vector<ClusterTask> cluster_tasks(const Qrels& topics, const Qrels& judgments,
                                       Warnings& warnings) {
  std::vector<ClusterTask> tasks;
  std::uint64_t unjudged = 0;
  for (const TopicQrels& topic : topics.topics()) {
    if (const TopicQrels* const judged = judgments.find(topic.topic)) {
      std::ranges::move(cluster_tasks(*judged), std::back_inserter(tasks));
    } else {
      ++unjudged;
    }
  }
  if (unjudged > 0) {
    warnings.push_back(count_of(unjudged, "topic") +
                       " of `qrels` without ad hoc judgments left out");
  }
  if (tasks.empty()) {
    warnings.emplace_back("no judged document is relevant; there are no dendrograms");
  }
  return tasks;
}

void require_utf8(const std::vector<ClusterTask>& tasks, const std::string& source) {
  const auto check = [&](const char* what, std::string_view name) {
    if (is_valid_utf8(name)) return;
    throw Error(Location{source, 0}, fmt::format("the {} '{}' is not UTF-8", what, printable(name)),
                "rename it");
  };
  for (const ClusterTask& task : tasks) {
    check("topic", task.topic);
    check("intent", task.intent);
    for (const std::string_view docno : task.docs) check("docno", docno);
  }
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

}  // namespace subintent::internal
