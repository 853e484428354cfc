// Lists the dendrograms to make, and makes them on all threads.
#pragma once

#include "core/collection/qrels.h"
#include "hierarchy/cluster/dendrogram.h"
#include "similarity/similarity.h"
#include "similarity/topic_view.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Documents of other topics, as a measure of how similar a topic's documents are.

// All documents with a sparse vector. They are compared by the cosines of the square roots of their
// weights (Hellinger), whatever a topic's trees are made by.
class Background {
 public:
  // Throws Error::argument("background") for all but vectors of terms.
  static void check(DocumentSimilarity::Kind kind);

  // Checked.
  explicit Background(const DocumentSimilarity& all);

  // For each merge, the mean over the pairs of documents that it joins of their similarity, less b
  // c / o: b and c are the mean similarities of the two documents with those of other topics, and o
  // that of two documents of other topics. To twelve decimals. `topic` has all documents of the
  // topic, `documents` those of the tree; they may be missing. Empty where other topics have fewer
  // than two documents, or those nothing in common. Time is linear in the terms of the topic's
  // documents, times the depth of the tree.
  std::vector<double> excess(std::span<const std::uint32_t> topic,
                             std::span<const std::uint32_t> documents,
                             std::span<const Merge> merges) const;

 private:
  struct Weight {
    std::uint32_t term;
    double weight;
  };
  struct Others;

  static void add(std::vector<Weight>& sum, const std::vector<Weight>& more);
  std::vector<Weight> unit_vector(std::uint32_t document) const;
  Others others(std::span<const std::uint32_t> topic) const;

  const SparseVectors& rows_;
  std::size_t documents_ = 0;  // with terms
  std::vector<double> total_;  // of vectors of length 1, by term
  double squared_length_ = 0;  // of the total
};

// The documents of grade > 0 of a (topic, intent) [Dou19 §3.2], sorted by bytes: at least one.
// Views into the judgments.
struct ClusterTask {
  std::string_view topic, intent;
  std::vector<std::string_view> docs;
};

// One task for every intent of a topic that has a relevant document, in label order.
std::vector<ClusterTask> cluster_tasks(const TopicQrels& topic);

// The tasks of all topics of `topics`, by their judgments in `judgments`. Warns of topics that have
// none, which are left out, and where there is nothing to cluster.
std::vector<ClusterTask> cluster_tasks(const Qrels& topics, const Qrels& judgments,
                                       Warnings& warnings);

// Throws Error for a topic, intent or docno that the file of dendrograms cannot hold, for it is not
// UTF-8; `source` is what messages call the judgments.
void require_utf8(const std::vector<ClusterTask>& tasks, const std::string& source = {});

// Whether dendrograms get the number of pairs of their topic's documents and their mean similarity,
// which takes time that grows with the pairs of fingerprints.
enum class TopicMeans { none, all };

// The dendrograms of the tasks, in their order: the same for any number of threads. Tasks of a
// topic come one after the other; with options, documents are compared as its documents; with a
// background, which is that of `similarity`, they get their excess. Progress is counted in intents.
std::vector<Dendrogram> cluster_all(const std::vector<ClusterTask>& tasks,
                                    const DocumentSimilarity& similarity, Linkage linkage,
                                    const ProgressCallback& progress = {},
                                    const TopicViewOptions& options = {},
                                    TopicMeans means = TopicMeans::all,
                                    const Background* background = nullptr);

// Warns where there is no excess, for want of documents of other topics.
void warn_of_background(std::span<const Dendrogram> dendrograms, Warnings& warnings);

}  // namespace subintent::internal
