#include "similarity/hyperplanes.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>
#include <random>

#include "messages.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

using Vector = std::vector<double>;
using Words = std::vector<std::uint64_t>;

Vector random_vector(std::mt19937_64& random, std::size_t dimensions) {
  std::normal_distribution<double> normal;
  Vector vector(dimensions);
  for (double& value : vector) value = normal(random);
  return vector;
}

int distance(const Words& a, const Words& b) {
  int differ = 0;
  for (std::size_t k = 0; k < a.size(); ++k) differ += std::popcount(a[k] ^ b[k]);
  return differ;
}

TEST(Hyperplanes, DifferInBitsByTheAngle) {
  constexpr std::size_t dimensions = 50, pairs = 400;
  std::mt19937_64 random(1);
  const Hyperplanes planes(dimensions, 4);
  for (const double angle : {0.1, 0.5, 1.0, std::numbers::pi / 2, 2.5}) {
    double sum = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
      const Vector a = random_vector(random, dimensions);
      Vector b = random_vector(random, dimensions);
      double aa = 0, ab = 0, bb = 0;
      for (std::size_t k = 0; k < dimensions; ++k) aa += a[k] * a[k], ab += a[k] * b[k];
      for (std::size_t k = 0; k < dimensions; ++k) b[k] -= ab / aa * a[k];
      for (const double value : b) bb += value * value;
      for (std::size_t k = 0; k < dimensions; ++k)
        b[k] = a[k] / std::sqrt(aa) * std::cos(angle) + b[k] / std::sqrt(bb) * std::sin(angle);
      sum += distance(planes.fingerprints(a), planes.fingerprints(b));
    }
    // 102,400 bits: a standard error of .0016 at most
    EXPECT_NEAR(sum / (256 * pairs), angle / std::numbers::pi, 0.006) << angle;
  }
}

TEST(Hyperplanes, DependNeitherOnTheirNumberNorOnDimensionsBehind) {
  std::mt19937_64 random(2);
  for (const std::size_t dimensions : {1U, 2U, 7U, 8U, 9U, 300U}) {
    Vector vector = random_vector(random, dimensions);
    const Words four = Hyperplanes(dimensions, 4).fingerprints(vector);
    EXPECT_EQ(Hyperplanes(dimensions, 1).fingerprints(vector), Words(1, four[0]));
    vector.push_back(0);
    EXPECT_EQ(Hyperplanes(dimensions + 1, 4).fingerprints(vector), four);
  }
}

TEST(Hyperplanes, SeeDirectionsOnly) {
  std::mt19937_64 random(3);
  const Vector vector = random_vector(random, 20);
  const Hyperplanes planes(20, 2);
  const Words fingerprint = planes.fingerprints(vector);
  for (const double scale : {3.0, 0x1p1020, 0x1p-1000}) {
    Vector scaled;
    for (const double value : vector) scaled.push_back(value * scale);
    EXPECT_EQ(planes.fingerprints(scaled), fingerprint) << scale;
  }
  Vector opposite;
  for (const double value : vector) opposite.push_back(-value);
  EXPECT_EQ(planes.fingerprints(opposite), (Words{~fingerprint[0], ~fingerprint[1]}));
}

TEST(Hyperplanes, VectorsTogetherAreAsAlone) {
  constexpr std::size_t dimensions = 13, count = 75;
  std::mt19937_64 random(4);
  const Vector all = random_vector(random, dimensions * count);
  const Hyperplanes planes(dimensions, 2);
  const Words together = planes.fingerprints(all);
  ASSERT_EQ(together.size(), 2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto alone = planes.fingerprints(std::span(all).subspan(i * dimensions, dimensions));
    EXPECT_EQ(alone, (Words{together[2 * i], together[2 * i + 1]})) << i;
  }
}

// More vectors than are multiplied at a time, and some without a direction.
TEST(Hyperplanes, WritesFilesInParts) {
  std::string lines;
  constexpr int count = 3000, dimensions = 600;
  for (int i = 0; i < count; ++i) {
    lines += "{\"id\": \"d" + std::to_string(i) + "\", \"vector\": [" +
             std::to_string(i % 7 == 0 ? 0 : i % 5 - 2 + 0.5);
    for (int k = 1; k < dimensions; ++k) lines += ",0";
    lines += "]}\n";
  }
  std::string text;
  std::size_t parts = 0;
  const auto zeros =
      fingerprint_dense_vectors(Source::memory(lines, "f"), "", 1, [&](std::string_view part) {
        text += part;
        ++parts;
      });
  EXPECT_EQ(zeros, 429U);
  EXPECT_EQ(parts, 2U);
  EXPECT_TRUE(text.starts_with("d1\t"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), count - 429);
  EXPECT_TRUE(has(text, "\nd2999\t"));
}

}  // namespace
}  // namespace subintent::internal
