// Dendrograms: the binary trees of merges [Dou19 §3.2].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "subintent/export.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

// The similarity of two clusters, over all pairs of documents, one from each.
enum class Linkage {
  complete,  // the smallest
  single,    // the largest
  average    // the mean (UPGMA)
};

// The k-th merge of n documents joins nodes a < b (0..n-1 are documents, n+k is the k-th merge)
// into node n+k, which holds `size` documents; `similarity` is that of the two clusters [Dou19
// §3.2]. Similarities never grow from merge to merge for complete and single linkage.
struct Merge {
  std::uint32_t a = 0, b = 0;
  double similarity = 0;
  std::uint32_t size = 0;

  bool operator==(const Merge&) const = default;
};

// All pairs of documents that are relevant to a topic, whatever their intents.
struct TopicPairs {
  std::uint64_t count = 0;
  double mean_similarity = 0;

  bool operator==(const TopicPairs&) const = default;
};

// The clustering of the relevant documents of one (topic, intent). n documents have n-1 merges.
struct Dendrogram {
  std::string topic;
  std::string intent;             // "*" at topic level
  std::vector<std::string> docs;  // sorted by bytes
  std::vector<Merge> merges;
  std::optional<TopicPairs> topic_pairs = {};  // of its topic, if they are known

  bool operator==(const Dendrogram&) const = default;
};

// JSON lines {"topic","intent","docs":[...],"merges":[[a,b,similarity,size],...],"topic_pairs",
// "topic_mean"}, of which the last two may be missing. Reading throws Error, with file and line,
// for anything that is not a binary tree over distinct, sorted documents; a (topic, intent) given
// twice; similarities that are not finite numbers.
std::vector<Dendrogram> read_dendrograms(const Source& source);

}  // namespace subintent
