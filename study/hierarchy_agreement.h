// How far two hierarchies of a topic agree: two sets of clusters of the same documents.
#pragma once

#include <span>
#include <string>

#include "hierarchy/hierarchy.h"
#include "subintent/hierarchy_agreement.h"
#include "subintent/progress.h"
#include "subintent/warning.h"

namespace subintent::internal {

// Time, for a topic, of the pairs of documents that share a node, over all nodes, and of all pairs;
// memory of its hierarchies. Progress is counted in topics. Same result for any number of threads.
HierarchiesAgreement compare_hierarchies(std::span<const Hierarchy> first,
                                         std::span<const Hierarchy> second,
                                         const ProgressCallback& progress = {});

// Warns of topics that one of them lacks, and of documents; `first` and `second` are what they are
// called.
Warnings agreement_warnings(const HierarchiesAgreement& agreement, const std::string& first,
                            const std::string& second);

}  // namespace subintent::internal
