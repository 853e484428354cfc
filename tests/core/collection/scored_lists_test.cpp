#include "core/collection/run.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <random>

namespace subintent::internal {
namespace {

// Few scores, so that many are equal, also next to where a list is cut.
const std::vector<double> scores_to_draw = {
    0, -0.0, 1, -1, 0.5, -0.5, DBL_MAX, -DBL_MAX, DBL_TRUE_MIN, -DBL_TRUE_MIN, 1e-300, 3e10};

TEST(ScoredLists, AreOrderedByScoreAndThenByDocno) {
  std::mt19937 random(7);
  for (std::size_t size = 1; size < 80; ++size) {
    std::vector<std::string> names;
    std::vector<double> scores;
    for (std::size_t i = 0; i < size; ++i) {
      names.push_back("d" + std::to_string(i));
      scores.push_back(scores_to_draw[random() % scores_to_draw.size()]);
    }
    std::ranges::shuffle(names, random);
    const std::vector<std::string_view> docnos(names.begin(), names.end());
    std::vector<std::size_t> places(size);
    for (std::size_t i = 0; i < size; ++i) places[i] = i;
    for (const RunOrder order : {RunOrder::score, RunOrder::score_ascending}) {
      std::ranges::sort(places, [&](std::size_t a, std::size_t b) {
        if (scores[a] != scores[b]) return scores[a] > scores[b];
        return order == RunOrder::score ? docnos[a] > docnos[b] : docnos[a] < docnos[b];
      });
      for (const std::size_t depth : {std::size_t{3}, size, size + 9}) {
        const RankedList list = ranked({"1", docnos, scores}, order, depth, "run");
        ASSERT_EQ(list.docnos.size(), std::min(depth, size));
        for (std::size_t i = 0; i < list.docnos.size(); ++i) {
          EXPECT_EQ(list.docnos[i], docnos[places[i]]) << size << " documents, rank " << i + 1;
        }
      }
    }
  }
}

}  // namespace
}  // namespace subintent::internal
