#include "similarity/cosine.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = dense_lanes, block = dense_block;

TEST(DenseProducts, SumInTheSameOrder) {
  std::mt19937_64 random(31);
  for (std::size_t size = 0; size < 80; size += lanes) {
    constexpr std::size_t count = 3 * block;
    std::vector<double> a(block * size), b(count * size);
    for (double& value : a) value = std::ldexp(static_cast<double>(random() >> 11), -53) - 0.5;
    for (double& value : b) value = std::ldexp(static_cast<double>(random() >> 11), -53) - 0.5;
    std::array<double, block * count> products{};
    multiply_rows(a.data(), b.data(), size, count, products.data());
    for (std::size_t i = 0; i < block; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        std::array<double, lanes> partial{};
        for (std::size_t k = 0; k < size; ++k)
          partial[k % lanes] += a[i * size + k] * b[j * size + k];
        double expected = 0;
        for (const double sum : partial) expected += sum;
        ASSERT_EQ(products[count * i + j], expected) << size << ": " << i << " " << j;
      }
    }
  }
}

TEST(DenseProducts, RoundCosines) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> products{0, 1, -1, 0.3, 5, -5, infinite, nan, 1e-300, 0.1}, lengths;
  std::mt19937_64 random(32);
  while (products.size() < 50) products.push_back(static_cast<double>(random() % 1000) / 999 - 0.5);
  for (std::size_t j = 0; j < products.size(); ++j)
    lengths.push_back(j % 9 == 8 ? 0 : 0.25 + static_cast<double>(random() % 100) / 64);
  for (std::size_t count = 0; count <= products.size(); ++count) {
    std::vector<double> out(count + 1, 7);
    round_cosines(products.data(), 0.75, lengths.data(), count, 1e12, out.data());
    for (std::size_t j = 0; j < count; ++j) {
      const double cosine = cosine_of(products[j], 0.75, lengths[j]);
      ASSERT_EQ(out[j], rounded_cosine(std::isnan(cosine) ? 0 : cosine, 1e12)) << j;
    }
    EXPECT_EQ(out[count], 7);
  }
}

}  // namespace
}  // namespace subintent::internal
