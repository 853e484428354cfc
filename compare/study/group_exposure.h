// How the exposure of ranked lists is shared among groups of documents: what is behind a score of
// group fairness.
#pragma once

#include "core/collection/run.h"
#include "evaluate/scorer.h"

namespace subintent::internal {

// A group of an attribute. Shares add up to 1 over the groups of an attribute.
struct GroupExposure {
  std::string attribute, group;
  std::uint32_t cutoff = no_cutoff;  // documents of a list that count
  std::size_t topics = 0;            // that the attribute applies to
  double target = 0;                 // the share that the group should have: the mean over these
  // By run: the share that it has of the exposure 1 / log2(rank + 1) of documents in known groups
  // [TREC Fair Ranking 2021], the mean over those of the topics where the list has any. None if
  // there is no such topic.
  std::vector<std::optional<double>> shares;
};

// The list of a run for a topic of the scorer; null if it has none.
using ListOf = std::function<const RankedList*(std::size_t run, std::size_t topic)>;

// For each cutoff of a measure of groups, the groups of all attributes that apply to one of these
// topics of the scorer, in their order. Nothing where no measure is of groups.
std::vector<GroupExposure> group_exposures(const Scorer& scorer,
                                           std::span<const std::size_t> topics, std::size_t runs,
                                           const ListOf& list);

}  // namespace subintent::internal
