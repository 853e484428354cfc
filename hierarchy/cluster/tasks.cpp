#include "hierarchy/cluster/tasks.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <numeric>

#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const SparseVectors& rows_of(const DocumentSimilarity& all) {
  Background::check(all.kind());
  return *all.sparse_rows();
}

std::vector<std::uint32_t> numbers_of(std::span<const std::string_view> docnos,
                                      const DocumentSimilarity& similarity) {
  return mapped(docnos, [&](std::string_view docno) { return similarity.find(docno); });
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
  Dendrogram dendrogram{std::string(task.topic),
                        std::string(task.intent),
                        {task.docs.begin(), task.docs.end()},
                        cluster(similarity, numbers_of(task.docs, similarity), linkage),
                        topic.pairs};
  if (background != nullptr)
    dendrogram.excess =
        background->excess(topic.documents, numbers_of(task.docs, all), dendrogram.merges);
  return dendrogram;
}

}  // namespace

// The documents of other topics, with which those of a topic are compared.
struct Background::Others {
  std::vector<Weight> own;     // the sum of the topic's vectors
  std::size_t documents = 0;   // with terms
  double mean_similarity = 0;  // of their pairs; 0 if there are none, or nothing in common
};

void Background::check(DocumentSimilarity::Kind kind) {
  if (kind == DocumentSimilarity::Kind::vectors) return;
  throw Error::argument("background", "`background` works for `vectors` only", "leave it out");
}

Background::Background(const DocumentSimilarity& all)
    : rows_(rows_of(all)), total_(rows_.vocabulary, 0.0) {
  for (std::uint32_t document = 0; document < all.size(); ++document) {
    const std::vector<Weight> vector = unit_vector(document);
    documents_ += vector.empty() ? 0 : 1;
    for (const auto& [term, weight] : vector) total_[term] += weight;
  }
  for (const double weight : total_) squared_length_ += weight * weight;
}

// By rising term, without weights of 0 or less; empty if the document is missing.
std::vector<Background::Weight> Background::unit_vector(std::uint32_t document) const {
  std::vector<Weight> vector;
  if (document == DocumentSimilarity::missing) return vector;
  double squared_length = 0;
  for (std::size_t k = rows_.begin(document); k < rows_.end(document); ++k) {
    if (!(rows_.weights[k] > 0)) continue;
    vector.push_back({rows_.terms[k], std::sqrt(rows_.weights[k])});
    squared_length += rows_.weights[k];
  }
  for (Weight& term : vector) term.weight /= std::sqrt(squared_length);
  if (!std::ranges::is_sorted(vector, {}, &Weight::term))
    std::ranges::sort(vector, {}, &Weight::term);
  return vector;
}

void Background::add(std::vector<Weight>& sum, const std::vector<Weight>& more) {
  std::vector<Weight> both;
  both.reserve(sum.size() + more.size());
  auto a = sum.begin();
  auto b = more.begin();
  while (a != sum.end() && b != more.end()) {
    if (a->term == b->term) {
      both.push_back({a->term, a->weight + b->weight});
      ++a, ++b;
    } else {
      both.push_back(a->term < b->term ? *a++ : *b++);
    }
  }
  both.insert(both.end(), a, sum.end());
  both.insert(both.end(), b, more.end());
  sum = std::move(both);
}

Background::Others Background::others(std::span<const std::uint32_t> topic) const {
  Others others{{}, documents_, 0};
  std::vector<Weight> all;
  for (const std::uint32_t document : topic) {
    const std::vector<Weight> vector = unit_vector(document);
    others.documents -= vector.empty() ? 0 : 1;
    all.insert(all.end(), vector.begin(), vector.end());
  }
  std::ranges::stable_sort(all, {}, &Weight::term);
  for (const Weight& one : all) {
    if (others.own.empty() || others.own.back().term != one.term)
      others.own.push_back({one.term, 0});
    others.own.back().weight += one.weight;
  }
  double squared_length = squared_length_;
  for (const auto& [term, weight] : others.own)
    squared_length -= (2 * total_[term] - weight) * weight;
  const auto count = static_cast<double>(others.documents);
  const double mean = (squared_length - count) / (count * (count - 1));
  if (others.documents >= 2 && mean > 1e-9) others.mean_similarity = mean;  // more than rounding
  return others;
}

std::vector<double> Background::excess(std::span<const std::uint32_t> topic,
                                       std::span<const std::uint32_t> documents,
                                       std::span<const Merge> merges) const {
  const Others compared = others(topic);
  if (compared.mean_similarity == 0) return {};
  const double scale =
      static_cast<double>(compared.documents) * std::sqrt(compared.mean_similarity);
  struct Node {
    std::vector<Weight> sum;
    double expected = 0;  // the sum of the mean similarities with others, by the root of theirs
    double documents = 1;
  };
  std::vector<Node> nodes;
  for (const std::uint32_t document : documents) {
    Node node{unit_vector(document)};
    auto own = compared.own.begin();
    for (const auto& [term, weight] : node.sum) {
      own = std::ranges::lower_bound(own, compared.own.end(), term, {}, &Weight::term);
      node.expected += weight * (total_[term] - own->weight) / scale;
    }
    nodes.push_back(std::move(node));
  }
  std::vector<double> found;
  for (const Merge& merge : merges) {
    Node a = std::move(nodes[merge.a]);
    const Node b = std::move(nodes[merge.b]);
    double product = 0;
    auto other = b.sum.begin();
    for (const auto& [term, weight] : a.sum) {
      while (other != b.sum.end() && other->term < term) ++other;
      if (other != b.sum.end() && other->term == term) product += weight * other->weight;
    }
    const double value = (product - a.expected * b.expected) / (a.documents * b.documents);
    found.push_back(std::round(value * 1e12) / 1e12 + 0.0);  // no -0
    add(a.sum, b.sum);
    a.expected += b.expected;
    a.documents += b.documents;
    nodes.push_back(std::move(a));
  }
  return found;
}

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
