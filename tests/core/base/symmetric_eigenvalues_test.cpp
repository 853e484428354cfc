#include "core/base/symmetric_eigenvalues.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace subintent::internal {
namespace {

TEST(SymmetricEigenvalues, AreThoseKnownInClosedForm) {
  EXPECT_TRUE(symmetric_eigenvalues({}, 0).empty());
  EXPECT_EQ(symmetric_eigenvalues({3}, 1), std::vector{3.0});
  const auto two = symmetric_eigenvalues({2, 1, 1, 2}, 2);
  EXPECT_NEAR(two[0], 1, 1e-15);
  EXPECT_NEAR(two[1], 3, 1e-15);
  EXPECT_EQ(symmetric_eigenvalues({5, 0, 0, 0, -1, 0, 0, 0, 2}, 3),
            (std::vector<double>{-1, 2, 5}));
}

// 2 on the diagonal and -1 beside it: 2 - 2 cos(k pi / (n + 1)).
TEST(SymmetricEigenvalues, AreThoseOfTheSecondDifference) {
  constexpr std::size_t n = 50;
  std::vector<double> matrix(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    matrix[i * n + i] = 2;
    if (i + 1 < n) matrix[i * n + i + 1] = matrix[(i + 1) * n + i] = -1;
  }
  const auto values = symmetric_eigenvalues(matrix, n);
  for (std::size_t k = 1; k <= n; ++k) {
    EXPECT_NEAR(values[k - 1],
                2 - 2 * std::cos(static_cast<double>(k) * std::numbers::pi / (n + 1)), 1e-13);
  }
}

// Equal rows have the rank 1: all eigenvalues but one are 0.
TEST(SymmetricEigenvalues, OfEqualDocumentsAreZeroButForOne) {
  constexpr std::size_t n = 100;
  const auto values = symmetric_eigenvalues(std::vector<double>(n * n, 1.0 / n), n);
  EXPECT_NEAR(values[n - 1], 1, 1e-13);
  for (std::size_t k = 0; k + 1 < n; ++k) EXPECT_NEAR(values[k], 0, 1e-13);
}

// Their sums are the trace and the squares of all cells.
TEST(SymmetricEigenvalues, HaveTheTraceAndTheSquaresOfTheMatrix) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> cell(-1, 1);
  for (std::size_t n = 1; n < 60; n += 7) {
    std::vector<double> matrix(n * n);
    double trace = 0, squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) matrix[i * n + j] = matrix[j * n + i] = cell(random);
      trace += matrix[i * n + i];
    }
    for (const double x : matrix) squares += x * x;
    double sum = 0, sum_of_squares = 0;
    for (const double value : symmetric_eigenvalues(matrix, n)) {
      sum += value;
      sum_of_squares += value * value;
    }
    EXPECT_NEAR(sum, trace, 1e-11) << n;
    EXPECT_NEAR(sum_of_squares, squares, 1e-10) << n;
  }
}

}  // namespace
}  // namespace subintent::internal
