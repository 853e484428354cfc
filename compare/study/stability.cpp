#include "compare/study/stability.h"

#include <numeric>

#include "core/base/philox.h"
#include "core/base/progress.h"
#include "core/base/strings.h"
#include "hierarchy/cluster/linkage.h"
#include "hierarchy/subintents.h"

namespace subintent::internal {
namespace {

using StabilityDocuments = std::vector<std::uint32_t>;  // places in Dendrogram::docs, ascending
using Docnos = std::vector<std::string_view>;           // sorted

constexpr std::size_t least_documents = 3;

// Without a fifth of them, at least one.
StabilityDocuments sample(std::size_t size, const RandomSequence& sequence) {
  StabilityDocuments documents(size), places(std::max<std::size_t>(1, size / 5));
  std::iota(documents.begin(), documents.end(), 0U);
  random_places(sequence, 0, static_cast<std::uint32_t>(size), places);
  for (std::size_t k = 0; k < places.size(); ++k)
    std::swap(documents[size - 1 - k], documents[places[k]]);
  documents.resize(size - places.size());
  std::ranges::sort(documents);
  return documents;
}

// The clusters that a sample is divided into: the nodes of each document, and the sizes of nodes.
struct SampleTree {
  std::vector<std::vector<std::uint32_t>> nodes_of;  // by place in Dendrogram::docs
  std::vector<std::uint32_t> sizes;
  std::vector<bool> is_in;  // the sample, by place

  SampleTree(const Dendrogram& whole, const DocumentSimilarity& similarity,
             const StabilityDocuments& documents, const StabilityOptions& options)
      : nodes_of(whole.docs.size()), is_in(whole.docs.size()) {
    Dendrogram part{whole.topic, whole.intent, {}, {}};
    StabilityDocuments numbers;
    for (const std::uint32_t place : documents) {
      is_in[place] = true;
      part.docs.push_back(whole.docs[place]);
      numbers.push_back(similarity.find(whole.docs[place]));
    }
    part.merges = cluster(similarity, numbers, options.linkage);
    const SubintentTree tree =
        make_subintents(part, options.delta, options.compress, options.rules,
                        options.subtopics.leaves(part, options.delta, options.rules));
    for (std::uint32_t n = 0; n < tree.nodes.size(); ++n) {
      const SubintentNode& node = tree.nodes[n];
      sizes.push_back(node.last - node.first);
      if (node.depth == 0) continue;
      for (std::uint32_t i = node.first; i < node.last; ++i)
        nodes_of[documents[tree.documents[i]]].push_back(n);
    }
  }

  // The largest Jaccard coefficient; none where no document is in the sample.
  std::optional<double> best_match(const StabilityDocuments& documents) const {
    std::map<std::uint32_t, std::uint32_t> common;  // by node
    std::uint32_t sampled = 0;
    for (const std::uint32_t place : documents) {
      sampled += is_in[place] ? 1 : 0;
      for (const std::uint32_t node : nodes_of[place]) ++common[node];
    }
    if (sampled == 0) return std::nullopt;
    double best = 0;
    for (const auto& [node, count] : common)
      best = std::max(best, static_cast<double>(count) / (sampled + sizes[node] - count));
    return best;
  }
};

// The documents of a topic without those of the dendrogram that are not in the sample.
Docnos remaining(const Docnos& of_topic, const Dendrogram& dendrogram,
                 const StabilityDocuments& sampled) {
  std::vector<bool> is_in(dendrogram.docs.size());
  for (const std::uint32_t place : sampled) is_in[place] = true;
  Docnos left;
  std::size_t place = 0;
  for (const std::string_view docno : of_topic) {
    while (place < is_in.size() && dendrogram.docs[place] < docno) ++place;
    const bool is_out = place < is_in.size() && dendrogram.docs[place] == docno && !is_in[place];
    if (!is_out) left.push_back(docno);
  }
  return left;
}

// The nodes of a dendrogram that can be found again, by their documents: dummies have those of
// others.
using Nodes = std::map<StabilityDocuments, std::vector<HierarchyNode*>>;

Nodes nodes_of(Hierarchy& hierarchy, const Dendrogram& dendrogram) {
  Nodes found;
  for (HierarchyNode& node : hierarchy.nodes) {
    if (node.intent != dendrogram.intent || node.docs.size() >= dendrogram.docs.size()) continue;
    StabilityDocuments documents;
    for (const std::uint32_t place : node.docs) {
      const auto at = std::ranges::lower_bound(dendrogram.docs, hierarchy.docnos[place]);
      documents.push_back(static_cast<std::uint32_t>(at - dendrogram.docs.begin()));
    }
    found[documents].push_back(&node);
  }
  return found;
}

// `sequence` has the row of the dendrogram.
void add_stability(const Nodes& nodes, const Dendrogram& dendrogram, const Docnos& of_topic,
                   const DocumentSimilarity& similarity, const StabilityOptions& options,
                   RandomSequence sequence) {
  std::vector<double> sums(nodes.size());
  std::vector<std::uint32_t> counts(nodes.size());
  for (sequence.trial = 0; sequence.trial < options.samples; ++sequence.trial) {
    const StabilityDocuments sampled = sample(dendrogram.docs.size(), sequence);
    const SampleTree tree(
        dendrogram,
        options.view.any()
            ? view_of_topic(similarity, remaining(of_topic, dendrogram, sampled), options.view)
            : similarity,
        sampled, options);
    std::size_t i = 0;
    for (const auto& [documents, same] : nodes) {
      if (const auto match = tree.best_match(documents)) {
        sums[i] += *match;
        ++counts[i];
      }
      ++i;
    }
  }
  std::size_t i = 0;
  for (const auto& [documents, same] : nodes) {
    if (counts[i] > 0)
      for (HierarchyNode* const node : same) node->stability = sums[i] / counts[i];
    ++i;
  }
}

// The documents of each topic, sorted.
std::map<std::string_view, Docnos, LabelLess> documents_of_topics(
    std::span<const Dendrogram> dendrograms) {
  std::map<std::string_view, Docnos, LabelLess> documents;
  for (const Dendrogram& dendrogram : dendrograms) {
    Docnos& docnos = documents[dendrogram.topic];
    docnos.insert(docnos.end(), dendrogram.docs.begin(), dendrogram.docs.end());
  }
  for (auto& [topic, docnos] : documents) {
    std::ranges::sort(docnos);
    docnos.erase(std::unique(docnos.begin(), docnos.end()), docnos.end());
  }
  return documents;
}

}  // namespace

void add_stability(std::span<Hierarchy> hierarchies, std::span<const Dendrogram> dendrograms,
                   const DocumentSimilarity& similarity, const StabilityOptions& options,
                   const ProgressCallback& progress) {
  std::map<std::string_view, Hierarchy*, LabelLess> by_topic;
  for (Hierarchy& hierarchy : hierarchies) by_topic.emplace(hierarchy.topic, &hierarchy);
  std::vector<const Dendrogram*> sorted;
  for (const Dendrogram& dendrogram : dendrograms) sorted.push_back(&dendrogram);
  std::ranges::sort(sorted, [](const Dendrogram* a, const Dendrogram* b) {
    return a->topic != b->topic ? label_less(a->topic, b->topic) : label_less(a->intent, b->intent);
  });
  const auto of_topics = documents_of_topics(dendrograms);
  ProgressMeter meter(progress, "sampling", "intents", sorted.size());
  parallel_for(sorted.size(), [&](std::size_t i) {
    const auto hierarchy = by_topic.find(sorted[i]->topic);
    if (hierarchy != by_topic.end() && sorted[i]->docs.size() >= least_documents)
      add_stability(nodes_of(*hierarchy->second, *sorted[i]), *sorted[i],
                    of_topics.at(sorted[i]->topic), similarity, options,
                    {options.seed, RandomPurpose::stability, 0, static_cast<std::uint32_t>(i)});
    meter.advance();
  });
}

}  // namespace subintent::internal
