// Average linkage without a matrix, and the check of its dendrograms.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "cluster/average_check.h"
#include "cluster/linkage.h"
#include "subintent/program.h"
#include "subintent/values.h"

namespace subintent::internal {
namespace {

__extension__ using sum_linker_Wide = __int128;

constexpr std::uint32_t missing = UINT32_MAX;

DenseMatrix sum_linker_matrix_of(std::vector<double> values, std::size_t dimensions) {
  return DenseMatrix(rows_of(std::move(values), dimensions));
}

std::vector<std::uint32_t> sum_linker_numbers(std::size_t count) {
  std::vector<std::uint32_t> made(count);
  std::iota(made.begin(), made.end(), 0);
  return made;
}

// Rows without ties; around a few centres; of few numbers, so that most means are tied; multiples
// of others; with zeros only.
std::vector<double> random_values(std::mt19937_64& random, int kind, std::size_t n, std::size_t d) {
  const auto number = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53) - 0.5; };
  std::vector<double> centres(5 * d), made;
  for (double& value : centres) value = number();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t other = i == 0 ? 0 : random() % i, centre = random() % 5;
    const double scale = std::ldexp(1.0, static_cast<int>(random() % 5));
    for (std::size_t k = 0; k < d; ++k) {
      switch (kind) {
        case 0:
          made.push_back(number());
          break;
        case 1:
          made.push_back(centres[centre * d + k] + number() / 4);
          break;
        case 2:
          made.push_back(static_cast<double>(random() % 3) - 1);
          break;
        case 3:
          made.push_back(i < 4 ? number() : made[other * d + k] * scale);
          break;
        default:
          made.push_back(i % 3 == 0 ? 0 : i % 2 == 0 ? number() : k == i % d ? 1 : 0);
      }
    }
  }
  return made;
}

using Vector = std::vector<std::int64_t>;

Vector rounded_row(const DenseMatrix& rows, std::uint32_t document) {
  Vector made(rows.dimensions());
  if (document == missing) return made;
  const auto unit = rows.unit_row(document);
  for (std::size_t k = 0; k < unit.size(); ++k) {
    made[k] = static_cast<std::int64_t>(std::nearbyint(std::ldexp(unit[k], 34)));
  }
  return made;
}

// The definition: all pairs of clusters for every merge, means compared as fractions; equal
// vectors first.
std::vector<Merge> sum_linker_naive_link(const DenseMatrix& rows,
                                         const std::vector<std::uint32_t>& documents) {
  std::map<std::uint32_t, std::pair<Vector, sum_linker_Wide>> clusters;  // sums and sizes
  for (const std::uint32_t i : sum_linker_numbers(documents.size())) {
    clusters[i] = {rounded_row(rows, documents[i]), 1};
  }
  const auto product = [](const Vector& x, const Vector& y) {
    sum_linker_Wide sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) sum += static_cast<sum_linker_Wide>(x[k]) * y[k];
    return sum;
  };
  std::vector<Merge> linked;
  const auto merge = [&](std::uint32_t a, std::uint32_t b, double similarity) {
    auto& [sum, size] = clusters[a];
    std::ranges::transform(sum, clusters[b].first, sum.begin(), std::plus<>());
    size += clusters[b].second;
    clusters.erase(b);
    linked.push_back({a, b, similarity});
  };
  for (const std::uint32_t a : sum_linker_numbers(documents.size())) {
    const Vector row = rounded_row(rows, documents[a]);
    if (!clusters.contains(a) || product(row, row) == 0) continue;
    for (std::uint32_t b = a + 1; b < documents.size(); ++b) {
      if (clusters.contains(b) && clusters[b].first == row) merge(a, b, 1e9);
    }
  }
  while (clusters.size() > 1) {
    std::uint32_t a = 0, b = 0;
    sum_linker_Wide best = 0, pairs = 0;
    for (auto x = clusters.begin(); x != clusters.end(); ++x) {
      for (auto y = std::next(x); y != clusters.end(); ++y) {
        const sum_linker_Wide found = product(x->second.first, y->second.first);
        const sum_linker_Wide count = x->second.second * y->second.second;
        if (pairs != 0 && found * pairs <= best * count) continue;
        a = x->first;
        b = y->first;
        best = found;
        pairs = count;
      }
    }
    const double mean = std::ldexp(static_cast<double>(best), -68) / static_cast<double>(pairs);
    merge(a, b, std::clamp(std::round(mean * 1e9), -1e9, 1e9));
  }
  return linked;
}

void sum_linker_expect_equal(const std::vector<Merge>& found, const std::vector<Merge>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    ASSERT_EQ(found[k].a, expected[k].a) << "merge " << k;
    ASSERT_EQ(found[k].b, expected[k].b) << "merge " << k;
    ASSERT_EQ(found[k].similarity, expected[k].similarity) << "merge " << k;
  }
}

TEST(SumLinker, EqualsTheDefinition) {
  std::mt19937_64 random(21);
  for (int round = 0; round < 240; ++round) {
    const std::size_t n = round < 15 ? static_cast<std::size_t>(round) / 5 : 2 + random() % 60;
    const std::size_t d = 1 + random() % (round % 3 == 0 ? 3 : 40);
    SCOPED_TRACE(testing::Message() << "round " << round << ": " << n << " x " << d);
    const DenseMatrix rows = sum_linker_matrix_of(random_values(random, round % 5, n, d), d);
    auto documents = sum_linker_numbers(n);
    for (auto& document : documents) document = random() % 20 == 0 ? missing : document;
    const auto expected = sum_linker_naive_link(rows, documents);
    sum_linker_expect_equal(link_sums(rows, documents, missing), expected);
    if (HasFatalFailure()) return;
    const auto tree = tree_merges(expected, [](double scaled) { return scaled / 1e9; });
    EXPECT_EQ(defect_of_average_linkage(rows, documents, missing, tree), std::nullopt);
  }
}

// Where no means are tied: the merges of the matrix, and its similarities to nine decimals.
TEST(SumLinker, EqualsTheMatrix) {
  std::mt19937_64 random(22);
  for (int kind = 0; kind < 2; ++kind) {
    const std::size_t n = 700, d = kind == 0 ? 30 : 100;
    const DenseMatrix rows = sum_linker_matrix_of(random_values(random, kind, n, d), d);
    PairMatrix pairs(n);
    rows.fill_cosines(sum_linker_numbers(n), missing, 1e9, pairs);
    const auto expected = link(std::move(pairs), Linkage::average);
    const auto found = link_sums(rows, sum_linker_numbers(n), missing);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      ASSERT_EQ(found[k].a, expected[k].a) << "merge " << k;
      ASSERT_EQ(found[k].b, expected[k].b) << "merge " << k;
      ASSERT_NEAR(found[k].similarity, expected[k].similarity, 1) << "merge " << k;
    }
  }
}

TEST(SumLinker, DoesNotDependOnThreadsAndKernels) {
  std::mt19937_64 random(23);
  for (int kind = 0; kind < 5; ++kind) {
    const std::size_t n = 1500, d = 20;
    const DenseMatrix rows = sum_linker_matrix_of(random_values(random, kind, n, d), d);
    const auto expected = link_sums(rows, sum_linker_numbers(n), missing);
    for (const InstructionSet set : supported_instruction_sets()) {
      choose_instruction_set(name_of(set));
      for (const std::size_t threads : {1, 2, 7}) {
        SCOPED_TRACE(testing::Message() << name_of(set) << ", " << threads << ", kind " << kind);
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        sum_linker_expect_equal(link_sums(rows, sum_linker_numbers(n), missing), expected);
      }
    }
    choose_instruction_set("");
    if (HasFatalFailure()) return;
  }
}

// From 6001 documents on there is no matrix; what it would give is a tree that the check accepts.
TEST(SumLinker, LinksManyDocuments) {
  std::mt19937_64 random(24);
  for (const std::size_t n : {6000, 6001}) {
    const DenseMatrix rows = sum_linker_matrix_of(random_values(random, 1, n, 16), 16);
    std::vector<std::string> docnos;
    for (std::size_t i = 0; i < n; ++i) docnos.push_back(std::to_string(i));
    const auto merges = cluster(DocumentSimilarity::from_dense(docnos, rows), sum_linker_numbers(n),
                                Linkage::average);
    EXPECT_EQ(defect_of_average_linkage(rows, sum_linker_numbers(n), missing, merges),
              std::nullopt);
    const bool are_rounded = std::ranges::all_of(merges, [](const Merge& merge) {
      return merge.similarity == std::round(merge.similarity * 1e9) / 1e9;
    });
    EXPECT_EQ(are_rounded, n > 6000);
  }
}

class AverageCheck : public testing::Test {
 protected:
  static constexpr std::size_t n = 300, d = 12;
  std::mt19937_64 random_{25};
  DenseMatrix rows_ = sum_linker_matrix_of(random_values(random_, 1, n, d), d);
  std::vector<Merge> merges_ = tree_merges(link_sums(rows_, sum_linker_numbers(n), missing),
                                           [](double x) { return x / 1e9; });

  std::string defect() const {
    return defect_of_average_linkage(rows_, sum_linker_numbers(n), missing, merges_)
        .value_or("none");
  }
};

TEST_F(AverageCheck, AcceptsRoundedSimilarities) {
  EXPECT_EQ(defect(), "none");
  merges_[40].similarity += 0.3e-9;
  EXPECT_EQ(defect(), "none");
}

TEST_F(AverageCheck, FindsAWrongSimilarity) {
  for (const std::size_t k : {std::size_t{0}, n / 2, n - 2}) {
    const double right = std::exchange(merges_[k].similarity, merges_[k].similarity + 3e-9);
    EXPECT_TRUE(defect().starts_with("merge " + std::to_string(k) + " has similarity ")) << k;
    merges_[k].similarity = right;
  }
}

// A tree with the means of its clusters that is another one.
TEST_F(AverageCheck, FindsAClusterThatWasNearer) {
  PairMatrix pairs(n);
  rows_.fill_cosines(sum_linker_numbers(n), missing, 1e12, pairs);
  const auto complete =
      tree_merges(link(std::move(pairs), Linkage::complete), [](double) { return 0; });
  std::vector<std::vector<double>> sums;
  for (const std::uint32_t i : sum_linker_numbers(n)) sums.push_back(rows_.unit_row(i));
  std::vector<double> sizes(n, 1);
  merges_ = complete;
  for (Merge& merge : merges_) {
    auto sum = sums[merge.a];
    merge.similarity = std::inner_product(sum.begin(), sum.end(), sums[merge.b].begin(), 0.0) /
                       (sizes[merge.a] * sizes[merge.b]);
    std::ranges::transform(sum, sums[merge.b], sum.begin(), std::plus<>());
    sums.push_back(std::move(sum));
    sizes.push_back(merge.size);
  }
  const std::string found = defect();
  EXPECT_TRUE(found.starts_with("merge ")) << found;
  EXPECT_NE(found.find("but that of nodes "), std::string::npos) << found;
}

}  // namespace
}  // namespace subintent::internal
