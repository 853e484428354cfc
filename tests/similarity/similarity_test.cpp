#include "similarity/similarity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "fingerprints.h"
#include "messages.h"
#include "similarity/cosine.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

constexpr std::uint32_t missing = DocumentSimilarity::missing;

std::vector<DocumentVector> random_vectors(std::size_t count) {
  std::mt19937_64 random(11);
  std::vector<DocumentVector> vectors;
  for (std::size_t i = 0; i < count; ++i) {
    DocumentVector vector{"d" + std::to_string(i), {}};
    for (int term = 10; term < 60; ++term) {
      if (random() % 3 == 0) continue;
      const double weight = std::ldexp(static_cast<double>(random()), -64) - 0.3;
      vector.terms.push_back({"t" + std::to_string(term), weight});
    }
    vectors.push_back(vector);
  }
  vectors[3].terms.clear();
  return vectors;
}

// The cosine of two vectors with sorted terms, summed in the order of the terms.
double cosine(const std::vector<TermWeight>& a, const std::vector<TermWeight>& b) {
  double product = 0, squared_a = 0, squared_b = 0;
  for (const TermWeight& term : a) {
    squared_a += term.weight * term.weight;
    for (const TermWeight& other : b)
      if (other.term == term.term) product += term.weight * other.weight;
  }
  for (const TermWeight& term : b) squared_b += term.weight * term.weight;
  return cosine_of(product, squared_a, squared_b);
}

TEST(DocumentSimilarity, FingerprintsFromAFile) {
  const auto path =
      write_temporary("f", "b\t0000000000000003\na\t0000000000000000\nx\t00000000000000ff\n");
  const auto similarity = DocumentSimilarity::from_fingerprints(
      path, FingerprintSimilarity::hamming, [](std::string_view docno) { return docno != "x"; });
  EXPECT_EQ(similarity.size(), 2U);
  EXPECT_EQ(similarity.similarity("a", "b"), 1 - 2.0 / 64);
  EXPECT_EQ(similarity.similarity("a", "a"), 1);
  EXPECT_EQ(similarity.find("x"), missing);
  EXPECT_EQ(similarity.similarity("a", "x"), 0);
  EXPECT_EQ(similarity.similarity("x", "x"), 0);
}

TEST(DocumentSimilarity, SparseVectorsHaveTheirCosine) {
  const auto vectors = random_vectors(12);
  std::string text;
  for (const DocumentVector& vector : vectors) append_vector_line(text, vector);
  const auto from_file =
      DocumentSimilarity::from_vectors(std::vector<Source>{write_temporary("v", text)});
  const auto from_memory = DocumentSimilarity::from_vectors(vectors);
  EXPECT_EQ(from_memory.find("d3"), 3U);
  for (std::uint32_t i = 0; i < vectors.size(); ++i) {
    for (std::uint32_t j = 0; j < vectors.size(); ++j) {
      const double expected = cosine(vectors[i].terms, vectors[j].terms);
      EXPECT_EQ(from_memory.similarity(i, j), expected);
      EXPECT_EQ(from_file.similarity(vectors[i].docno, vectors[j].docno), expected);
    }
  }
}

// Of one tile and of several, for each kind of vector.
TEST(DocumentSimilarity, ClosenessIsTheRoundedCosineOfAllPairs) {
  const auto vectors = random_vectors(9);
  const auto sparse = DocumentSimilarity::from_vectors(vectors);
  DenseVectors rows{13, {}, {}};
  std::mt19937_64 random(12);
  for (std::size_t i = 0; i < 9; ++i) {
    rows.docnos.push_back("d" + std::to_string(i));
    for (int k = 0; k < 13; ++k) rows.values.push_back(static_cast<double>(random() % 9) - 4);
  }
  const auto dense = DocumentSimilarity::from_dense(rows);
  for (const DocumentSimilarity* const similarity : {&sparse, &dense}) {
    for (const std::size_t size : {1, 7, 33, 1025, 2100}) {
      std::vector<std::uint32_t> documents(size);
      for (auto& document : documents) {
        document = static_cast<std::uint32_t>(random() % 10);
        if (document == 9) document = missing;
      }
      const auto pairs = similarity->scaled_similarities(documents, 1e12);
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i + 1; j < size; ++j) {
          const double expected = similarity->similarity(documents[i], documents[j]);
          ASSERT_EQ(pairs.at(i, j), std::nearbyint(expected * 1e12)) << i << " " << j;
        }
      }
    }
  }
  EXPECT_EQ(sparse.similarity_from_scaled(300'000'000'000, 1e12), 0.3);
  EXPECT_EQ(sparse.similarity_from_scaled(-700'000'000, 1e9), -0.7);
}

TEST(DocumentSimilarity, ClosenessOfFingerprintsIsTheirDistance) {
  const auto similarity = DocumentSimilarity::from_fingerprints(
      named({{"a", 0}, {"b", 0xff}, {"c", ~0ULL}}), FingerprintSimilarity::cosine);
  const auto pairs = similarity.scaled_similarities(std::vector<std::uint32_t>{0, 1, 2}, 1);
  EXPECT_EQ(pairs.at(0, 1), -8);
  EXPECT_EQ(pairs.at(0, 2), -64);
  EXPECT_EQ(similarity.similarity_from_scaled(-8, 1), std::cos(std::acos(-1.0) / 8));
  EXPECT_EQ(similarity.similarity_from_scaled(-64, 1), 0);
  EXPECT_EQ(similarity.similarity_from_scaled(-std::numeric_limits<double>::infinity(), 1), 0);
}

TEST(DocumentSimilarity, DenseVectors) {
  DenseVectors vectors{11, {"a", "b", "c", "zero"}, std::vector<double>(44)};
  for (std::size_t i = 0; i < 11; ++i) {
    vectors.values[i] = 1;
    vectors.values[11 + i] = i < 2 ? 3e200 : 0;
    vectors.values[22 + i] = -1e-200;
  }
  const auto similarity = DocumentSimilarity::from_dense(vectors);
  EXPECT_DOUBLE_EQ(similarity.similarity("a", "b"), std::sqrt(2.0 / 11));
  EXPECT_EQ(similarity.similarity("b", "b"), 1);
  EXPECT_DOUBLE_EQ(similarity.similarity("a", "c"), -1);
  EXPECT_EQ(similarity.similarity("a", "zero"), 0);
  EXPECT_EQ(similarity.scaled_similarities(std::vector<std::uint32_t>{0, missing}, 1e9).at(0, 1),
            0);
}

// Rows of the type, of which row i begins `stride` after row i - 1.
template <typename Value>
DenseMatrix matrix(const std::vector<double>& values, std::size_t dimensions,
                   std::ptrdiff_t stride) {
  const auto rows = static_cast<std::ptrdiff_t>(values.size() / dimensions);
  const std::ptrdiff_t first = stride < 0 ? -stride * (rows - 1) : 0;
  const auto step = static_cast<std::size_t>(std::abs(stride));
  const auto memory = std::make_shared<std::vector<Value>>(values.size() / dimensions * step);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto row = static_cast<std::ptrdiff_t>(i / dimensions);
    (*memory)[static_cast<std::size_t>(first + row * stride) + i % dimensions] =
        static_cast<Value>(values[i]);
  }
  const Value* const begin = memory->data() + first;
  return DenseMatrix(DenseRows<Value>{std::shared_ptr<const Value[]>(memory, begin),
                                      values.size() / dimensions, dimensions, stride});
}

TEST(DocumentSimilarity, DenseRowsOfAnyTypeAndStride) {
  constexpr std::size_t dimensions = 19;
  std::mt19937_64 random(13);
  DenseVectors vectors{dimensions, {}, {}};
  for (int i = 0; i < 7; ++i) vectors.docnos.push_back("d" + std::to_string(i));
  for (std::size_t i = 0; i < 7 * dimensions; ++i)
    vectors.values.push_back(std::ldexp(static_cast<float>(random() >> 40), -24) - 0.4F);
  // What is very large or small is scaled, which must change nothing.
  std::vector<double> scaled = vectors.values;
  for (double& value : scaled) value = std::ldexp(value, 600);
  for (std::size_t i = 0; i < dimensions; ++i) scaled[i] = std::ldexp(scaled[i], -1300);
  std::vector<std::uint32_t> documents{0, 1, missing, 2, 3, 4, 5, 6, 1};
  const auto expected = DocumentSimilarity::from_dense(vectors);
  const auto pairs = expected.scaled_similarities(documents, 1e12);
  for (const DenseMatrix& rows :
       {matrix<float>(vectors.values, dimensions, 19),
        matrix<float>(vectors.values, dimensions, 40),
        matrix<double>(vectors.values, dimensions, -23), matrix<double>(scaled, dimensions, 19)}) {
    const auto similarity = DocumentSimilarity::of(vectors.docnos, rows);
    const auto found = similarity.scaled_similarities(documents, 1e12);
    for (std::size_t i = 0; i < documents.size(); ++i) {
      for (std::size_t j = i + 1; j < documents.size(); ++j) {
        EXPECT_EQ(similarity.similarity(documents[i], documents[j]),
                  expected.similarity(documents[i], documents[j]));
        EXPECT_EQ(found.at(i, j), pairs.at(i, j));
      }
    }
  }
}

TEST(DocumentSimilarity, DenseRowsThatAreChangedLaterHaveSimilarities) {
  const auto memory = std::make_shared<std::vector<float>>(6, 1.0F);
  const auto similarity =
      DocumentSimilarity::of(std::vector<std::string>{"a", "b"},
                             DenseMatrix(DenseRows<float>{{memory, memory->data()}, 2, 3, 3}));
  (*memory)[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(similarity.similarity("a", "b"), 0);
  EXPECT_EQ(similarity.scaled_similarities(std::vector<std::uint32_t>{0, 1}, 1).at(0, 1), 0);
  (*memory)[1] = 7;
  EXPECT_EQ(similarity.similarity("a", "b"), 1);
}

TEST(DocumentSimilarity, SparseRowsAreVectors) {
  const auto vectors = random_vectors(9);
  SparseRows rows{{0}, {}, {}, std::uint64_t{1} << 40};
  std::vector<std::string> docnos;
  for (const DocumentVector& vector : vectors) {
    docnos.push_back(vector.docno);
    for (auto term = vector.terms.rbegin(); term != vector.terms.rend(); ++term) {
      const auto column = std::stoull(term->term.substr(1)) << 34;
      rows.indices.insert(rows.indices.end(), {column, column});
      rows.data.insert(rows.data.end(), {term->weight / 4, term->weight - term->weight / 4});
    }
    rows.indptr.push_back(rows.data.size());
  }
  const auto expected = DocumentSimilarity::from_vectors(vectors);
  const auto similarity = DocumentSimilarity::of(docnos, sparse_vectors(docnos, rows));
  for (const std::string& a : docnos)
    for (const std::string& b : docnos)
      EXPECT_EQ(similarity.similarity(a, b), expected.similarity(a, b));
}

TEST(DocumentSimilarity, ADocumentTwiceIsAnError) {
  const auto path =
      write_temporary("v", "{\"id\":\"a\",\"vector\":{}}\n{\"id\":\"b\",\"vector\":{}}\n");
  EXPECT_TRUE(has(message_of([&] {
                    DocumentSimilarity::from_vectors(std::vector<Source>{path, path});
                  }),
                  path + ":1: document a is listed twice"));
  EXPECT_TRUE(has(message_of([] {
                    DocumentSimilarity::from_fingerprints(named({{"a", 1}, {"a", 1}}),
                                                          FingerprintSimilarity::cosine);
                  }),
                  "document a is listed twice"));
}

TEST(DocumentSimilarity, OfLongerFingerprintsCountsAllBits) {
  const auto path = write_temporary("f", "a\t" + std::string(64, '0') + "\nb\t" +
                                             std::string(48, '0') + std::string(16, 'f') + "\n");
  const auto hamming = DocumentSimilarity::from_fingerprints(path, FingerprintSimilarity::hamming);
  EXPECT_EQ(hamming.similarity("a", "b"), 0.75);
  EXPECT_EQ(hamming.mean_similarity(std::vector<std::uint32_t>{0, 1}), 0.75);
  EXPECT_EQ(hamming.scaled_similarities(std::vector<std::uint32_t>{0, 1}, 1).at(0, 1), -64);
  const auto cosine = DocumentSimilarity::from_fingerprints(path, FingerprintSimilarity::cosine);
  EXPECT_NEAR(cosine.similarity("a", "b"), std::sqrt(0.5), 1e-15);
}

TEST(DocumentSimilarity, MeanOfAllPairs) {
  const auto mean = [](const DocumentSimilarity& similarity) {
    std::vector<std::uint32_t> documents;
    for (const auto docno : std::vector<std::string_view>{"a", "b", "c", "nowhere"})
      documents.push_back(similarity.find(docno));
    return similarity.mean_similarity(documents);
  };
  const auto fingerprints = DocumentSimilarity::from_fingerprints(
      named({{"a", 0}, {"b", 1}, {"c", 3}}), FingerprintSimilarity::hamming);
  EXPECT_NEAR(mean(fingerprints), (3 - 4.0 / 64) / 6, 1e-12);
  const auto sparse =
      DocumentSimilarity::from_vectors({{"a", {{"x", 1}}}, {"b", {{"x", 3}, {"y", 4}}}, {"c", {}}});
  EXPECT_NEAR(mean(sparse), .6 / 6, 1e-12);
  const auto dense =
      DocumentSimilarity::from_dense(DenseVectors{2, {"a", "b", "c"}, {1, 0, -3, 4, 0, 0}});
  EXPECT_NEAR(mean(dense), -.6 / 6, 1e-12);
  EXPECT_EQ(sparse.mean_similarity(std::vector<std::uint32_t>{0}), 0);
}

}  // namespace
}  // namespace subintent::internal
