// The output of gdeval, the TREC Web Track's tool for graded topic-level judgments, digit for
// digit.
#pragma once

#include <cstdint>
#include <string>

#include "core/collection/qrels.h"
#include "core/collection/run.h"

namespace subintent::internal {

struct GdevalOptions {
  std::uint32_t cutoff = 20;  // -k
  bool all_topics = false;    // -c: the mean is over all topics with a relevant document
};

std::string gdeval_header(const GdevalOptions& options);

// nDCG and ERR, with gains of 2^grade - 1, of the topics of a run that have a relevant document,
// and their mean; after gdeval_header(). The run must be ordered by score. Throws Error where there
// is no such topic, and where a grade is above 4, the tool's highest.
std::string gdeval_lines(const Qrels& qrels, const Run& run, const GdevalOptions& options);

}  // namespace subintent::internal
