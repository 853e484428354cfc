#include "similarity/product_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace subintent::internal {
namespace {

using Candidate = ProductSearch::Candidate;

// Columns, of which some are removed, and the same as rows, with whole numbers as products.
class Search : public testing::Test {
 protected:
  static constexpr std::size_t count = 300, dimensions = 9;
  std::mt19937_64 random_{41};
  std::vector<std::vector<float>> vectors_;
  std::vector<bool> is_there_;
  ProductSearch search_{dimensions};

  Search() {
    search_.reset(count);
    for (std::size_t i = 0; i < count; ++i) {
      vectors_.emplace_back();
      for (std::size_t k = 0; k < dimensions; ++k) {
        vectors_.back().push_back(static_cast<float>(random_() % 21) - 10);
      }
      search_.set_column(i, vectors_[i]);
      is_there_.push_back(random_() % 4 != 0);
      if (!is_there_[i]) search_.remove_column(i);
    }
  }

  ProductSearch::Rows rows() const {
    return {count, [&](std::size_t i, float* row) { std::ranges::copy(vectors_[i], row); },
            [](std::size_t i) { return static_cast<std::uint32_t>(i); }};
  }

  // Of row i with all other columns that are there, the largest first.
  std::vector<Candidate> products(std::size_t i) const {
    std::vector<Candidate> made;
    for (std::uint32_t j = 0; j < count; ++j) {
      float sum = 0;
      for (std::size_t k = 0; k < dimensions; ++k) sum += vectors_[i][k] * vectors_[j][k];
      if (j != i && is_there_[j]) made.push_back({sum, j});
    }
    std::ranges::stable_sort(made, std::greater<>(), &Candidate::product);
    return made;
  }

  static void expect_equal(std::vector<Candidate> found, const std::vector<Candidate>& expected) {
    std::ranges::stable_sort(found, {}, &Candidate::column);
    std::ranges::stable_sort(found, std::greater<>(), &Candidate::product);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      ASSERT_EQ(found[k].product, expected[k].product);
      ASSERT_EQ(found[k].column, expected[k].column);
    }
  }
};

TEST_F(Search, FindsTheNearest) {
  const std::size_t there = static_cast<std::size_t>(std::ranges::count(is_there_, true));
  for (const std::size_t wanted : {std::size_t{1}, std::size_t{16}, there - 1, there + 5}) {
    const auto found = search_.nearest(rows(), wanted);
    for (std::size_t i = 0; i < count; ++i) {
      auto expected = products(i);
      const bool is_all = expected.size() <= wanted;
      const float rest =
          is_all ? -std::numeric_limits<float>::infinity() : expected[wanted].product;
      expected.resize(std::min(expected.size(), wanted));
      expect_equal(found[i].candidates, expected);
      EXPECT_GE(found[i].rest, rest);
      EXPECT_LE(found[i].rest, is_all ? rest : expected.back().product);
    }
  }
}

TEST_F(Search, FindsAllAboveALimit) {
  std::vector<float> limits;
  for (std::size_t i = 0; i < count; ++i) limits.push_back(products(i)[i % 40].product);
  const auto found = search_.at_least(rows(), limits);
  for (std::size_t i = 0; i < count; ++i) {
    auto expected = products(i);
    std::erase_if(expected, [&](const Candidate& one) { return one.product < limits[i]; });
    expect_equal(found[i], expected);
  }
}

}  // namespace
}  // namespace subintent::internal
