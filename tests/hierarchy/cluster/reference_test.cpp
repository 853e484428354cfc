// The heights of merges that other programs find; expected_heights.py made them.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numeric>

#include "hierarchy/cluster/dendrogram.h"
#include "similarity/similarity.h"

namespace subintent::internal {
namespace {

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t operator()() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

std::ifstream expected(const std::string& name) {
  return std::ifstream(std::string(SUBINTENT_DATA) + "/../tests/hierarchy/cluster/" + name);
}

TEST(Reference, FingerprintsMergeAtTheHeightsOfR) {
  SplitMix64 random(2019);
  std::vector<std::uint64_t> centres(20), fingerprints;
  for (auto& centre : centres) centre = random();
  for (std::size_t i = 0; i < 2000; ++i) {
    std::uint64_t value = random();
    if (i % 2 == 0) {
      value &= random();
      value &= random();
      value ^= centres[i % 40 / 2];
    }
    fingerprints.push_back(value);
  }
  std::map<int, int> heights;
  auto file = expected("fingerprint_heights.txt");
  for (int height = 0, count = 0; file >> height >> count;) heights[height] = count;
  ASSERT_GT(heights.size(), 20U);
  std::map<int, int> found;
  for (const Merge& merge : link_fingerprints({fingerprints, 1})) {
    ++found[static_cast<int>(-merge.similarity)];
  }
  EXPECT_EQ(found, heights);
}

TEST(Reference, VectorsMergeAtTheHeightsOfSciPy) {
  SplitMix64 random(64);
  DenseVectors vectors{12, {}, {}};
  for (int i = 0; i < 300; ++i) vectors.docnos.push_back(std::to_string(i));
  for (int i = 0; i < 300 * 12; ++i) {
    vectors.values.push_back(std::ldexp(static_cast<double>(random() >> 11), -53) - 0.3);
  }
  std::vector<double> heights;
  auto file = expected("cosine_heights.txt");
  for (double height = 0; file >> height;) heights.push_back(height);
  ASSERT_EQ(heights.size(), 30U);
  std::vector<std::uint32_t> documents(300);
  std::iota(documents.begin(), documents.end(), 0);
  const auto merges =
      cluster(DocumentSimilarity::from_dense(vectors), documents, Linkage::complete);
  ASSERT_EQ(merges.size(), 299U);
  double sum = 0;
  for (std::size_t k = 0; k < merges.size(); ++k) {
    const double height = 1 - merges[k].similarity;
    if (k % 10 == 9) {
      EXPECT_NEAR(height, heights[k / 10], 1e-12) << "merge " << k;
    }
    sum += height;
  }
  EXPECT_NEAR(sum, heights.back(), 1e-10);
}

}  // namespace
}  // namespace subintent::internal
