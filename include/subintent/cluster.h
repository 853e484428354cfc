// Clustering of relevant documents [Dou19 §3.2].
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "subintent/dendrogram.h"
#include "subintent/judgments.h"
#include "subintent/progress.h"
#include "subintent/similarity.h"
#include "subintent/source.h"

namespace subintent {

struct ClusterOptions {
  Linkage linkage = Linkage::complete;
  bool topic_level = false;  // all relevant documents of a topic together, not intent by intent
};

// A dendrogram for every (topic, intent) with a relevant document, in label order. Documents
// without representation have similarity 0 with all others; throws Error where none has one. The
// result is the same for any number of threads.
std::vector<Dendrogram> cluster(const Judgments& judgments, const Similarity& similarity,
                                const ClusterOptions& options = {},
                                const ProgressCallback& progress = {});

// The line of a file of dendrograms, without its line end.
std::string to_json(const Dendrogram& dendrogram);

}  // namespace subintent
