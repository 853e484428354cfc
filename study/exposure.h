// Expected exposure: how much attention the documents of a topic receive over several samples of a
// ranking, and how much they should [Diaz et al. 2020].
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace subintent::internal {

// The user, who looks at the first rank for certain, goes on to the next one with chance
// `patience`, and after a relevant document only if it was not enough, with chance 1 - `stop`: the
// user of ERR; with stop = 0 that of RBP.
struct ExposureUser {
  double patience = 0.5, stop = 0.5;
  std::size_t cutoff = std::numeric_limits<std::size_t>::max();  // below it nobody looks
};

// By docno; what is not there has none.
using Exposures = std::map<std::string_view, double>;
using Grades = std::map<std::string_view, std::int32_t>;  // of relevant documents, above 0

// The mean exposure over samples of a ranking.
Exposures expected_exposure(std::span<const std::span<const std::string_view>> samples,
                            const Grades& relevant, const ExposureUser& user);

// What an ideal ranker gives: rankings by grade, in which documents of the same grade are in each
// order equally often.
Exposures target_exposure(const Grades& relevant, const ExposureUser& user);

struct ExposureScores {
  double loss = 0;       // EE-L: squared distance from the target
  double disparity = 0;  // EE-D: squared length
  double relevance = 0;  // EE-R: product with the target
};

ExposureScores exposure_scores(const Exposures& expected, const Exposures& target);

}  // namespace subintent::internal
