// Scores for tests.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "compare/score_matrix.h"
#include "core/base/philox.h"
#include "core/collection/score_table.h"

namespace subintent::internal {

// Scores from 0 to 1; runs differ in quality. `steps` > 0 rounds to multiples of 1 / steps, which
// makes ties.
inline ScoreMatrix random_scores(std::size_t topics, std::size_t runs, std::uint32_t seed,
                                 int steps = 0) {
  ScoreMatrix scores{"random", topics, runs, {}};
  for (std::uint32_t topic = 0; topic < topics; ++topic) {
    for (std::uint32_t run = 0; run < runs; ++run) {
      const double luck = philox({topic, run, seed, 99}, {1, 2})[0] / 4294967296.0;
      double score = 0.8 * luck + 0.2 * run / static_cast<double>(runs);
      if (steps > 0) score = static_cast<int>(score * steps) / static_cast<double>(steps);
      scores.values.push_back(score);
    }
  }
  return scores;
}

// One row a topic.
inline ScoreMatrix matrix(const std::vector<std::vector<double>>& rows) {
  ScoreMatrix scores{"M", rows.size(), rows[0].size(), {}};
  for (const auto& row : rows) {
    for (const double value : row) scores.values.push_back(value);
  }
  return scores;
}

inline std::string matrix_file(const std::string& name) {
  return std::string(SUBINTENT_SHARED) + "/collections/matrices/" + name + ".csv";
}

inline ScoreMatrix shared_matrix(const std::string& name) {
  return make_groups(read_scores({matrix_file(name)}), {}, MissingScores::error)[0].measures[0];
}

}  // namespace subintent::internal

#define SKIP_WITHOUT_MATRICES()                                       \
  if (!std::filesystem::exists(internal::matrix_file("adhoc5_ap"))) { \
    GTEST_SKIP() << "the matrices of TREC runs are not there";        \
  }
