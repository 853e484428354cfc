// How far two hierarchies of a topic agree: two sets of clusters of the same documents.
#pragma once

#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"

namespace subintent::internal {

// Two hierarchies of one topic. Pairs are of the documents that the last layers of both have.
struct TopicAgreement {
  std::string topic;
  std::uint32_t layers1 = 0, layers2 = 0;
  std::uint64_t documents = 0;           // in the last layers of both
  std::uint64_t only1 = 0, only2 = 0;    // in that of one alone
  std::uint64_t nodes1 = 0, nodes2 = 0;  // sets of documents, each once: dummies repeat others
  std::uint64_t equal = 0;               // of them, in both
  // Adjusted Rand index of the last layers [Hubert and Arabie 1985]. Where documents are in several
  // nodes it is the omega index [Collins and Dent 1988], its extension to overlapping clusters: two
  // hierarchies agree on a pair of documents that share equally many nodes of the last layer. 1
  // where both have all pairs together, or none; none for fewer than two documents.
  std::optional<double> adjusted_rand;
  // Pearson's correlation, over the pairs, of the deepest layer in which two documents share a
  // node, 0 if in none [Sokal and Rohlf 1962]. None where it is the same for all pairs.
  std::optional<double> cophenetic;

  double share1() const;  // of the nodes of the first that are nodes of the second
  double share2() const;  // and the other way round
};

struct HierarchiesAgreement {
  std::vector<TopicAgreement> topics;  // that both have, in label order
  std::vector<std::string> only1, only2;
};

// Time, for a topic, of the pairs of documents that share a node, over all nodes, and of all pairs;
// memory of its hierarchies. Progress is counted in topics. Same result for any number of threads.
HierarchiesAgreement compare_hierarchies(std::span<const Hierarchy> first,
                                         std::span<const Hierarchy> second,
                                         const ProgressCallback& progress = {});

// Warns of topics that one of them lacks, and of documents; `first` and `second` are what they are
// called.
void warn_of_differences(const HierarchiesAgreement& agreement, const std::string& first,
                         const std::string& second, Warnings& warnings);

}  // namespace subintent::internal
