#include "hierarchy/cluster/tasks.h"

#include <fmt/format.h>

#include <iterator>
#include <numeric>

#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::vector<std::uint32_t> numbers_of(std::span<const std::string_view> docnos,
                                      const DocumentSimilarity& similarity) {
  std::vector<std::uint32_t> documents;
  documents.reserve(docnos.size());
  for (const std::string_view docno : docnos) documents.push_back(similarity.find(docno));
  return documents;
}

// The tasks of a topic, which come one after the other, and what they have in common.
struct TopicTasks {
  std::span<const ClusterTask> tasks;
  std::optional<DocumentSimilarity> view;  // if documents are compared by one
  std::optional<TopicPairs> pairs;
  std::vector<std::uint32_t> documents;  // in what all documents are compared by
};

std::vector<TopicTasks> by_topic(std::span<const ClusterTask> tasks) {
  std::vector<TopicTasks> topics;
  while (!tasks.empty()) {
    const auto end = std::ranges::find_if(
        tasks, [&](const ClusterTask& task) { return task.topic != tasks[0].topic; });
    const auto count = static_cast<std::size_t>(end - tasks.begin());
    topics.push_back({tasks.first(count), {}, {}, {}});
    tasks = tasks.subspan(count);
  }
  return topics;
}

std::vector<std::string_view> documents_of(std::span<const ClusterTask> tasks) {
  std::vector<std::string_view> docnos;
  for (const ClusterTask& task : tasks)
    docnos.insert(docnos.end(), task.docs.begin(), task.docs.end());
  std::ranges::sort(docnos);
  docnos.erase(std::unique(docnos.begin(), docnos.end()), docnos.end());
  return docnos;
}

void compare_pairs(TopicTasks& topic, const DocumentSimilarity& all,
                   const TopicViewOptions& options, TopicMeans means) {
  if (!options.any() && means == TopicMeans::none) return;
  const auto docnos = documents_of(topic.tasks);
  if (options.any()) topic.view = view_of_topic(all, docnos, options);
  if (means == TopicMeans::none) return;
  const DocumentSimilarity& similarity = topic.view ? *topic.view : all;
  const auto documents = numbers_of(docnos, similarity);
  topic.pairs = {std::uint64_t{documents.size()} * (documents.size() - 1) / 2,
                 similarity.mean_similarity(documents)};
}

Dendrogram cluster_one(const ClusterTask& task, const TopicTasks& topic,
                       const DocumentSimilarity& all, Linkage linkage,
                       const Background* background) {
  const DocumentSimilarity& similarity = topic.view ? *topic.view : all;
  Dendrogram made{std::string(task.topic),
                  std::string(task.intent),
                  {task.docs.begin(), task.docs.end()},
                  cluster(similarity, numbers_of(task.docs, similarity), linkage),
                  topic.pairs};
  if (background != nullptr)
    made.excess = background->excess(topic.documents, numbers_of(task.docs, all), made.merges);
  return made;
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
  for (const TopicQrels& topic : topics.topics())
    if (const TopicQrels* const judged = judgments.find(topic.topic))
      std::ranges::move(cluster_tasks(*judged), std::back_inserter(tasks));
    else
      ++unjudged;
  if (unjudged > 0) {
    warnings.push_back(make_warning(
        "topics-without-adhoc",
        count_of(unjudged, "topic") + " of the judgments left out: not in the ad hoc judgments"));
  }
  if (tasks.empty()) {
    warnings.push_back(make_warning("nothing-relevant",
                                    "no judged document is relevant, so there are no dendrograms"));
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
                                    const ProgressCallback& progress,
                                    const TopicViewOptions& options, TopicMeans means,
                                    const Background* background) {
  std::vector<TopicTasks> topics = by_topic(tasks);
  std::vector<const TopicTasks*> topic_of;  // for each task
  parallel_for(topics.size(),
               [&](std::size_t i) { compare_pairs(topics[i], similarity, options, means); });
  for (TopicTasks& topic : topics) {
    if (background != nullptr) topic.documents = numbers_of(documents_of(topic.tasks), similarity);
    topic_of.insert(topic_of.end(), topic.tasks.size(), &topic);
  }
  std::vector<std::size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return tasks[a].docs.size() > tasks[b].docs.size();
  });
  std::vector<Dendrogram> dendrograms(tasks.size());
  ProgressMeter meter(progress, "clusters", "intents", tasks.size());
  const auto cluster_next = [&](std::size_t place) {
    const std::size_t i = order[place];
    dendrograms[i] = cluster_one(tasks[i], *topic_of[i], similarity, linkage, background);
    meter.advance();
  };
  parallel_for(tasks.size(), cluster_next, LoopOrder::ascending);
  return dendrograms;
}

void warn_of_background(std::span<const Dendrogram> dendrograms, Warnings& warnings) {
  const bool missing = std::ranges::any_of(dendrograms, [](const Dendrogram& dendrogram) {
    return dendrogram.excess && dendrogram.excess->empty() && !dendrogram.merges.empty();
  });
  if (!missing) return;
  warnings.push_back(make_warning("no-background",
                                  "other topics have too few documents with terms in common for a "
                                  "background, so nothing is one subtopic by it"));
}

}  // namespace subintent::internal
