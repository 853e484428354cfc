// Clustering of relevant documents [Dou19 §3.2].
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "subintent/dendrogram.h"
#include "subintent/export.h"
#include "subintent/judgments.h"
#include "subintent/progress.h"
#include "subintent/similarity.h"
#include "subintent/source.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

struct ClusterOptions {
  Linkage linkage = Linkage::complete;
  bool topic_level = false;  // all relevant documents of a topic together, not intent by intent

  // How documents are compared within a topic (docs/man/subintent-cluster.md). With contrast, what
  // vectors share with the topic's other documents counts less. With neighbours, if not 0, the
  // similarity is that of the documents' lists of so many nearest neighbours.
  bool contrast = false;
  std::size_t neighbours = 0;
  // A term loses this power of the share of the topic's documents that have it; 1 to 10.
  std::uint32_t contrast_power = 1;
};

// A dendrogram for every (topic, intent) with a relevant document, in label order. Documents
// without representation have similarity 0 with all others: that there are such, and topics without
// ad hoc judgments, is added to `warnings` if it is given. Throws Error where none has one, and for
// names that are not UTF-8, and contrast of fingerprints. The result is the same for any number of
// threads.
std::vector<Dendrogram> cluster(const Judgments& judgments, const Similarity& similarity,
                                const ClusterOptions& options = {},
                                const ProgressCallback& progress = {},
                                Warnings* warnings = nullptr);

// The line of a file of dendrograms, without its line end. Throws Error, without a file, for what
// read_dendrograms() refuses, and for names that are not UTF-8.
std::string to_json(const Dendrogram& dendrogram);

// SciPy's linkage matrix, four numbers per merge: a, b, distance, size, where documents are 0 to
// n - 1 and the distance is 1 - similarity, or 0 if rounding has made that negative. Throws as
// to_json() does.
std::vector<double> linkage_matrix(const Dendrogram& dendrogram);

}  // namespace subintent
