#include "hierarchy/cluster/dendrogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>

#include "fingerprints.h"
#include "subintent/values.h"

namespace subintent::internal {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <typename Function>
PairMatrix matrix_of(std::size_t size, Function linkage_similarity_of) {
  PairMatrix pairs(size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = i + 1; j < size; ++j) pairs.at(i, j) = linkage_similarity_of(i, j);
  return pairs;
}

PairMatrix hamming_matrix(const FingerprintRows& fingerprints) {
  return matrix_of(fingerprints.size(), [&](std::size_t i, std::size_t j) {
    return -hamming_distance(fingerprints.row(i), fingerprints.row(j));
  });
}

PairMatrix copy_of(const PairMatrix& pairs) {
  return matrix_of(pairs.size(), [&](std::size_t i, std::size_t j) { return pairs.at(i, j); });
}

// The definition, word by word: looks at all pairs of clusters, and at all pairs of their
// documents, for every merge.
std::vector<Merge> linkage_naive_link(const PairMatrix& pairs, Linkage linkage) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> clusters;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) clusters[i] = {i};
  const auto linkage_similarity_of = [&](const auto& x, const auto& y) {
    double least = infinity, most = -infinity, sum = 0;
    for (const std::uint32_t i : x) {
      for (const std::uint32_t j : y) {
        const double value = pairs.at(std::min(i, j), std::max(i, j));
        least = std::min(least, value);
        most = std::max(most, value);
        sum += value;
      }
    }
    switch (linkage) {
      case Linkage::complete:
        return least;
      case Linkage::single:
        return most;
      case Linkage::average:
        return sum / static_cast<double>(x.size() * y.size());
    }
    throw std::invalid_argument("linkage");
  };
  std::vector<Merge> linked;
  while (clusters.size() > 1) {
    Merge best;
    bool any = false;
    for (auto x = clusters.begin(); x != clusters.end(); ++x) {
      for (auto y = std::next(x); y != clusters.end(); ++y) {
        const double found = linkage_similarity_of(x->second, y->second);
        if (!any || found > best.similarity) best = {x->first, y->first, found};
        any = true;
      }
    }
    auto& into = clusters[best.a];
    into.insert(into.end(), clusters[best.b].begin(), clusters[best.b].end());
    clusters.erase(best.b);
    linked.push_back(best);
  }
  return linked;
}

void linkage_expect_equal(const std::vector<Merge>& found, const std::vector<Merge>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    ASSERT_EQ(found[k].a, expected[k].a) << "merge " << k;
    ASSERT_EQ(found[k].b, expected[k].b) << "merge " << k;
    ASSERT_EQ(found[k].similarity, expected[k].similarity) << "merge " << k;
  }
}

// Words of fingerprints of different kinds: independent, in clusters around a few centres, with few
// bits that vary (so that nearly all distances are tied), and copies.
std::vector<std::uint64_t> random_words(std::mt19937_64& random, int kind, std::size_t n) {
  std::vector<std::uint64_t> made, centres;
  for (int i = 0; i < 5; ++i) centres.push_back(random());
  for (std::size_t i = 0; i < n; ++i) {
    switch (kind) {
      case 0:
        made.push_back(random());
        break;
      case 1:
        made.push_back(centres[random() % centres.size()] ^ (random() & random() & random()));
        break;
      case 2:
        made.push_back(random() & 0x7);
        break;
      case 3:
        made.push_back((random() & 1) != 0 || made.empty() ? random() & 0xff0000000000ff
                                                           : made[random() % made.size()]);
        break;
      default:
        made.push_back((random() & 1) != 0 ? 0 : ~std::uint64_t{0});
    }
  }
  return made;
}

// The first word by its kind, the others by the next kinds.
FingerprintRows random_fingerprints(std::mt19937_64& random, int kind, std::size_t n,
                                    std::size_t words) {
  FingerprintRows rows{std::vector<std::uint64_t>(n * words), words};
  for (std::size_t k = 0; k < words; ++k) {
    const auto made = random_words(random, (kind + static_cast<int>(k)) % 5, n);
    for (std::size_t i = 0; i < n; ++i) rows.values[i * words + k] = made[i];
  }
  return rows;
}

TEST(Linkage, EqualsTheDefinitionOnFingerprints) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 205; ++round) {
    const std::size_t n = round < 20        ? static_cast<std::size_t>(round) / 5
                          : round % 40 == 0 ? 300
                                            : 2 + random() % 45;
    const std::size_t words = std::size_t{1} << round % 3;
    const auto fingerprints = random_fingerprints(random, round % 5, n, words);
    const PairMatrix pairs = hamming_matrix(fingerprints);
    SCOPED_TRACE(testing::Message() << "round " << round << ", " << n << " documents");
    const auto expected = linkage_naive_link(pairs, Linkage::complete);
    linkage_expect_equal(link_fingerprints(fingerprints), expected);
    if (n > 120) continue;
    for (const auto& [linkage, name, meaning] : linkages) {
      SCOPED_TRACE(name);
      linkage_expect_equal(link(copy_of(pairs), linkage), linkage_naive_link(pairs, linkage));
      if (HasFatalFailure()) return;
    }
  }
}

// Large enough for several threads, and for more partners at one distance than are kept.
TEST(Linkage, FingerprintsOfALargeIntent) {
  std::mt19937_64 random(12);
  for (int kind = 0; kind < 5; ++kind) {
    const std::size_t words = kind % 2 == 0 ? 1 : 4;
    const auto fingerprints = random_fingerprints(random, kind, 1500, words);
    const auto expected = link(hamming_matrix(fingerprints), Linkage::complete);
    SCOPED_TRACE(testing::Message() << "kind " << kind);
    linkage_expect_equal(link_fingerprints(fingerprints), expected);
    if (HasFatalFailure()) return;
  }
}

// Random, clustered and tied numbers of both signs.
TEST(Linkage, EqualsTheDefinitionOnNumbers) {
  std::mt19937_64 random(8);
  for (int round = 0; round < 300; ++round) {
    const std::size_t size = round % 60 == 0 ? 300 : 2 + random() % 60;
    const PairMatrix pairs = matrix_of(size, [&](std::size_t i, std::size_t j) {
      const auto number = static_cast<double>(random() >> 33);
      const bool is_near = i % 5 == j % 5;
      switch (round % 4) {
        case 0:
          return number - 1'000'000'000;
        case 1:
          return (is_near ? 900'000'000 : 100'000'000) + std::fmod(number, 80'000'000);
        case 2:
          return std::fmod(number, 4) - 1;
        default:
          return is_near ? 1'000'000'000 : -1'000'000'000 * std::fmod(number, 2);
      }
    });
    SCOPED_TRACE(testing::Message() << "round " << round << ", " << pairs.size() << " documents");
    for (const auto& [linkage, name, meaning] : linkages) {
      SCOPED_TRACE(name);
      linkage_expect_equal(link(copy_of(pairs), linkage), linkage_naive_link(pairs, linkage));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Linkage, FewDocuments) {
  for (const auto& [linkage, name, meaning] : linkages) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(link(PairMatrix(0), linkage).empty());
    EXPECT_TRUE(link(PairMatrix(1), linkage).empty());
    linkage_expect_equal(link(hamming_matrix({{0, 7}, 1}), linkage), {{0, 1, -3}});
  }
}

// Four documents, all at the same distance: names alone decide.
TEST(Linkage, TiesGoToTheSmallestNames) {
  PairMatrix pairs = hamming_matrix({{0, 0, 0, 0}, 1});
  linkage_expect_equal(link(copy_of(pairs), Linkage::complete), {{0, 1, 0}, {0, 2, 0}, {0, 3, 0}});
  pairs.at(2, 3) = 1;
  pairs.at(0, 3) = 1;
  pairs.at(0, 1) = 1;
  // (0,1), (0,3) and (2,3) are tied; after (0,1) only (2,3) is left at 1.
  linkage_expect_equal(link(copy_of(pairs), Linkage::complete), {{0, 1, 1}, {2, 3, 1}, {0, 2, 0}});
  linkage_expect_equal(link(copy_of(pairs), Linkage::single), {{0, 1, 1}, {0, 3, 1}, {0, 2, 1}});
}

TEST(Linkage, MergesNameNodes) {
  const std::vector<Merge> linked = {{2, 3, 1}, {0, 2, 0.5}, {0, 1, 0.25}};
  const auto merges = tree_merges(linked, [](double scaled) { return scaled * 2; });
  ASSERT_EQ(merges.size(), 3U);
  const std::uint32_t expected[3][3] = {{2, 3, 2}, {0, 4, 3}, {1, 5, 4}};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(merges[k].a, expected[k][0]);
    EXPECT_EQ(merges[k].b, expected[k][1]);
    EXPECT_EQ(merges[k].size, expected[k][2]);
    EXPECT_EQ(merges[k].similarity, linked[k].similarity * 2);
  }
  EXPECT_TRUE(tree_merges({}, [](double scaled) { return scaled; }).empty());
}

DocumentSimilarity linkage_similarity_of(
    const std::vector<std::uint64_t>& values,
    FingerprintSimilarity kind = FingerprintSimilarity::cosine) {
  std::vector<Fingerprint> fingerprints;
  for (std::size_t i = 0; i < values.size(); ++i)
    fingerprints.push_back({"d" + std::to_string(i), values[i]});
  return DocumentSimilarity::from_fingerprints(named(fingerprints), kind);
}

// As if they were infinitely far from all others.
TEST(Cluster, MissingDocumentsComeLast) {
  constexpr double farthest = -1'000'000;
  std::mt19937_64 random(9);
  for (int round = 0; round < 300; ++round) {
    const auto values = random_words(random, round % 5, 1 + random() % 25);
    const auto similarity = linkage_similarity_of(values);
    std::vector<std::uint32_t> documents;
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      if (random() % 4 == 0 || round % 40 == 0) documents.push_back(DocumentSimilarity::missing);
      documents.push_back(i);
      if (random() % 4 == 0) documents.push_back(DocumentSimilarity::missing);
    }
    if (round % 10 == 0) documents.assign(5, DocumentSimilarity::missing);
    const auto linkage = round % 2 == 0 ? Linkage::complete : Linkage::single;
    const PairMatrix pairs = matrix_of(documents.size(), [&](std::size_t i, std::size_t j) {
      const bool is_missing = documents[i] == DocumentSimilarity::missing ||
                              documents[j] == DocumentSimilarity::missing;
      return is_missing ? farthest
                        : -subintent::hamming_distance(values[documents[i]], values[documents[j]]);
    });
    const auto found = cluster(similarity, documents, linkage);
    const auto expected = tree_merges(linkage_naive_link(pairs, linkage), [&](double scaled) {
      return scaled == farthest ? 0 : similarity.similarity_from_scaled(scaled, 1);
    });
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      ASSERT_EQ(found[k].a, expected[k].a) << "round " << round << ", merge " << k;
      ASSERT_EQ(found[k].b, expected[k].b);
      ASSERT_EQ(found[k].similarity, expected[k].similarity);
      ASSERT_EQ(found[k].size, expected[k].size);
    }
  }
}

TEST(Cluster, MissingDocumentsHaveNoMean) {
  const std::vector<std::uint32_t> documents = {0, DocumentSimilarity::missing, 1, 2};
  const auto merges =
      cluster(linkage_similarity_of({0, 0b1111, 0b111}), documents, Linkage::average);
  const std::uint32_t expected[3][2] = {{2, 3}, {0, 4}, {1, 5}};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(merges[k].a, expected[k][0]);
    EXPECT_EQ(merges[k].b, expected[k][1]);
  }
  EXPECT_EQ(merges[1].similarity, fingerprint_similarity(3.5, 64, FingerprintSimilarity::cosine));
  EXPECT_EQ(merges[2].similarity, 0);
}

// Distance 40 is similarity 0 as well, but merges before a document without fingerprint.
TEST(Cluster, FarIsNotMissing) {
  const auto similarity = linkage_similarity_of({0, (std::uint64_t{1} << 40) - 1});
  const std::vector<std::uint32_t> documents = {DocumentSimilarity::missing, 0, 1};
  const auto merges = cluster(similarity, documents, Linkage::complete);
  ASSERT_EQ(merges.size(), 2U);
  EXPECT_EQ(merges[0].a, 1U);
  EXPECT_EQ(merges[0].b, 2U);
  EXPECT_EQ(merges[0].similarity, 0);
  EXPECT_EQ(merges[1].similarity, 0);
}

TEST(Cluster, SimilarityIsThatOfTheFarthestPair) {
  const std::vector<std::uint64_t> values = {0b0, 0b1, 0b110};
  const std::vector<std::uint32_t> documents = {0, 1, 2};
  const auto cosine = cluster(linkage_similarity_of(values), documents, Linkage::complete);
  EXPECT_EQ(cosine[0].similarity, fingerprint_similarity(1, 64, FingerprintSimilarity::cosine));
  EXPECT_EQ(cosine[1].similarity, fingerprint_similarity(3, 64, FingerprintSimilarity::cosine));
  const auto hamming = cluster(linkage_similarity_of(values, FingerprintSimilarity::hamming),
                               documents, Linkage::complete);
  EXPECT_EQ(hamming[0].similarity, 1 - 1.0 / 64);
  EXPECT_EQ(hamming[1].similarity, 1 - 3.0 / 64);
  const auto average = cluster(linkage_similarity_of(values, FingerprintSimilarity::hamming),
                               documents, Linkage::average);
  EXPECT_EQ(average[1].similarity, 1 - 2.5 / 64);
}

// Pairs of documents, each pair with the weights of the first in another order and other words, and
// twice the weights: all pairs have the same cosine, but sums differ by their rounding.
std::vector<DocumentVector> equal_pairs(std::size_t count) {
  std::mt19937_64 random(13);
  std::vector<std::pair<double, double>> weights(20);
  for (auto& [x, y] : weights) {
    x = static_cast<double>(random() % 97) / 10;
    y = static_cast<double>(random() % 89) / 7;
  }
  std::vector<DocumentVector> made;
  for (std::size_t pair = 0; pair < count; ++pair) {
    DocumentVector x{"x" + std::to_string(pair), {}}, y{"y" + std::to_string(pair), {}};
    const double scale = static_cast<double>(1 + pair % 3);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const std::string term = std::to_string(pair) + " " + std::string(k + 1, 'a');
      x.terms.push_back({term, weights[k].first * scale});
      y.terms.push_back({term, weights[k].second});
    }
    made.push_back(x);
    made.push_back(y);
    std::shuffle(weights.begin(), weights.end(), random);
  }
  return made;
}

TEST(Cluster, EqualCosinesTieWhateverTheirRounding) {
  const auto vectors = equal_pairs(40);
  const auto similarity = DocumentSimilarity::from_vectors(vectors);
  std::vector<std::uint32_t> documents(vectors.size());
  std::iota(documents.begin(), documents.end(), 0);
  std::set<double> cosines;
  for (std::uint32_t i = 0; i < documents.size(); i += 2)
    cosines.insert(similarity.similarity(i, i + 1));
  ASSERT_GT(cosines.size(), 2U);
  for (const Linkage linkage : {Linkage::complete, Linkage::single, Linkage::average}) {
    const double units = linkage == Linkage::average ? 1e9 : 1e12;
    const auto merges = cluster(similarity, documents, linkage);
    for (std::uint32_t k = 0; k < 40; ++k) {
      ASSERT_EQ(merges[k].a, 2 * k);
      ASSERT_EQ(merges[k].b, 2 * k + 1);
      EXPECT_EQ(merges[k].similarity, std::round(*cosines.begin() * units) / units);
    }
  }
}

// Merge by merge, with the definition on the cosines of small whole numbers, many of which tie.
TEST(Cluster, CosinesEqualTheDefinition) {
  std::mt19937_64 random(14);
  for (int round = 0; round < 120; ++round) {
    const std::size_t size = round % 40 == 39 ? 300 : 2 + random() % 50;
    const std::uint64_t terms = 3 + random() % 20;
    std::vector<DocumentVector> vectors;
    for (std::size_t i = 0; i < size; ++i) {
      vectors.push_back({"d" + std::to_string(i), {}});
      for (std::uint64_t term = 0; term < terms; ++term) {
        if (random() % 3 != 0) continue;
        vectors.back().terms.push_back(
            {std::string(1, static_cast<char>('a' + term)),
             static_cast<double>(1 + random() % (round % 2 == 0 ? 3 : 1000))});
      }
    }
    const auto similarity = DocumentSimilarity::from_vectors(vectors);
    std::vector<std::uint32_t> documents(size);
    std::iota(documents.begin(), documents.end(), 0);
    std::shuffle(documents.begin(), documents.end(), random);
    for (const Linkage linkage : {Linkage::complete, Linkage::single, Linkage::average}) {
      const double units = linkage == Linkage::average ? 1e9 : 1e12;
      const PairMatrix pairs = matrix_of(size, [&](std::size_t i, std::size_t j) {
        return std::nearbyint(units * similarity.similarity(documents[i], documents[j]));
      });
      const auto found = cluster(similarity, documents, linkage);
      const auto expected =
          tree_merges(linkage_naive_link(pairs, linkage), [&](double c) { return c / units; });
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        ASSERT_EQ(found[k].a, expected[k].a) << "round " << round << ", merge " << k;
        ASSERT_EQ(found[k].b, expected[k].b) << "round " << round << ", merge " << k;
        ASSERT_EQ(found[k].similarity, expected[k].similarity);
      }
    }
  }
}

TEST(Cluster, SimilaritiesNeverGrow) {
  std::mt19937_64 random(10);
  for (int round = 0; round < 50; ++round) {
    const auto values = random_words(random, round % 5, 30);
    std::vector<std::uint32_t> documents(values.size());
    std::iota(documents.begin(), documents.end(), 0);
    for (const Linkage linkage : {Linkage::complete, Linkage::single, Linkage::average}) {
      const auto merges = cluster(linkage_similarity_of(values), documents, linkage);
      for (std::size_t k = 1; k < merges.size(); ++k) {
        EXPECT_LE(merges[k].similarity, merges[k - 1].similarity);
        EXPECT_LT(merges[k].a, merges[k].b);
      }
    }
  }
}

}  // namespace
}  // namespace subintent::internal
