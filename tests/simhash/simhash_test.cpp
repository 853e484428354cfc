#include "simhash/simhash.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "gzip_member.h"
#include "simhash/docno_set.h"
#include "simhash/exact_sum.h"
#include "test_file.h"
#include "tokenize/terms/term_hash.h"

namespace subintent::internal {
namespace {

using Terms = std::vector<TermWeight>;

// The definition, for weights whose sums a 64-bit integer holds.
std::uint64_t obvious_simhash(const Terms& terms) {
  std::uint64_t value = 0;
  for (int bit = 0; bit < 64; ++bit) {
    std::int64_t set = 0, unset = 0;
    for (const TermWeight& term : terms) {
      const bool is_set = XXH64(term.term.data(), term.term.size(), 0) >> bit & 1;
      (is_set ? set : unset) += static_cast<std::int64_t>(term.weight);
    }
    if (set > unset) value |= std::uint64_t{1} << bit;
  }
  return value;
}

Terms random_terms(std::mt19937_64& random, std::size_t count, std::int64_t low,
                   std::int64_t high) {
  Terms terms;
  for (std::size_t i = 0; i < count; ++i) {
    const auto weight =
        low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
    terms.push_back({"term" + std::to_string(random()), static_cast<double>(weight)});
  }
  return terms;
}

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// The values come from a 30-line Python program written after the published specification of XXH64;
// the first of them are also in the specification's own examples.
TEST(Simhash, OneTermGivesItsHash) {
  const std::vector<std::pair<std::string, std::uint64_t>> hashes = {
      {"", 0xef46db3751d8e999},
      {"a", 0xd24ec4f1a98c6e5b},
      {"abc", 0x44bc2cf5ad770999},
      {"jaguar", 0x0cf462037be1691f},
      {"größe", 0xe6bebd6647f502a5},
      {"a term that is longer than thirty-two bytes, so that all lanes run", 0x8dcfd7b1834a82c8}};
  for (const auto& [term, hash] : hashes) {
    EXPECT_EQ(simhash(Terms{{term, 1}}), hash) << term;
    EXPECT_EQ(simhash(Terms{{term, 0.1}}), hash) << term;
  }
}

// From the same Python program, with math.fsum.
TEST(Simhash, KnownDocuments) {
  EXPECT_EQ(simhash(Terms{{"the", 3}, {"jaguar", 2}, {"is", 1}, {"a", 1}, {"cat", 1}}),
            0x0a1a03a23b895f3fU);
  EXPECT_EQ(simhash(Terms{{"the", 0.5}, {"jaguar", 2.25}, {"is", 0.1}, {"a", 0.2}, {"cat", 0.3}}),
            0x0cf462037be1691fU);
  EXPECT_EQ(
      simhash(Terms{{"the", 1e16}, {"jaguar", 1}, {"is", -1e16}, {"a", 1e-9}, {"cat", -1e-9}}),
      0x4b5662a31fa14906U);
}

TEST(Simhash, NoTermsNoFingerprint) {
  EXPECT_EQ(simhash(Terms{}), std::nullopt);
  EXPECT_EQ(simhash(std::vector<TermCount>{}), std::nullopt);
  EXPECT_EQ(simhash(Terms{{"a", 0}}), 0U);  // no bit has more weight than its absence
}

TEST(Simhash, IntegersEqualTheObviousWay) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::int64_t high = round % 3 == 0 ? 1 : round % 3 == 1 ? 50 : 1'000'000'000'000;
    const std::int64_t low = round % 2 == 0 ? 1 : -high;
    const Terms terms = random_terms(random, 1 + random() % 200, low, high);
    EXPECT_EQ(simhash(terms), obvious_simhash(terms)) << "round " << round;
  }
}

TEST(Simhash, TermFrequenciesAreWeights) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 200; ++round) {
    const Terms terms = random_terms(random, 1 + random() % 200, 1, round % 2 == 0 ? 3 : 100'000);
    std::vector<TermCount> counts;
    for (const auto& [term, weight] : terms) {
      counts.push_back({term, term_hash(term), static_cast<std::uint64_t>(weight)});
    }
    EXPECT_EQ(simhash(counts), obvious_simhash(terms)) << "round " << round;
  }
}

// Halves take the way of general weights; doubling them changes no comparison.
TEST(Simhash, RealsEqualIntegers) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    Terms terms = random_terms(random, 2 + random() % 60, round % 2 == 0 ? 1 : -9, 9);
    terms[0].weight = 3;
    const auto expected = obvious_simhash(terms);
    for (TermWeight& term : terms) term.weight /= 2;
    EXPECT_EQ(simhash(terms), expected) << "round " << round;
  }
}

// In plain floating-point arithmetic these sums depend on the order of the terms.
TEST(Simhash, OrderOfTermsDoesNotMatter) {
  std::mt19937_64 random(3);
  const double nasty[] = {1e16, 1, -1e16, 0.1, 0.2, -0.3, 1e-300, 3e15, -1e300, 1e300, 5e-324};
  for (int round = 0; round < 100; ++round) {
    Terms terms;
    for (int i = 0; i < 40; ++i) {
      terms.push_back({"t" + std::to_string(random()), nasty[random() % std::size(nasty)]});
    }
    const auto expected = simhash(terms);
    for (int order = 0; order < 5; ++order) {
      std::shuffle(terms.begin(), terms.end(), random);
      EXPECT_EQ(simhash(terms), expected);
    }
  }
}

// 2^53 and 2^53 + 1 are the same double: the exact sums differ, the rounded ones do not, so the
// bits stay unset.
TEST(Simhash, SumsAreRoundedBeforeTheyAreCompared) {
  const double large = 9007199254740992.0;
  std::string same_a, opposite, same_b;  // three terms: hash bit 0 set, unset, set
  for (int i = 0; same_a.empty() || opposite.empty() || same_b.empty(); ++i) {
    const std::string term = "x" + std::to_string(i);
    const bool bit = XXH64(term.data(), term.size(), 0) & 1;
    std::string& place = !bit ? opposite : same_a.empty() ? same_a : same_b;
    if (place.empty()) place = term;
  }
  const auto rounded_away = simhash(Terms{{same_a, large}, {opposite, large}, {same_b, 1}});
  ASSERT_TRUE(rounded_away);
  EXPECT_EQ(*rounded_away & 1, 0U);
  const auto kept = simhash(Terms{{same_a, large}, {opposite, large}, {same_b, 2}});
  ASSERT_TRUE(kept);
  EXPECT_EQ(*kept & 1, 1U);
}

TEST(ExactSum, RoundsOnce) {
  const auto sum = [](std::initializer_list<double> values) {
    ExactSum exact;
    for (const double value : values) exact.add(value);
    return exact.rounded();
  };
  EXPECT_EQ(sum({}), 0);
  EXPECT_EQ(sum({1e16, 1, -1e16}), 1);
  EXPECT_EQ(sum({0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}), 1.0);
  EXPECT_EQ(sum({1e308, 1e308, -1e308}), 1e308);
  EXPECT_EQ(sum({1e308, 1e308}), HUGE_VAL);
  EXPECT_EQ(sum({-1e308, -1e308}), -HUGE_VAL);
  EXPECT_EQ(sum({5e-324, 5e-324}), 1e-323);
  EXPECT_EQ(sum({1, 1e-17, -1}), 1e-17);
  EXPECT_EQ(sum({9007199254740992.0, 1}), 9007199254740992.0);          // tie, to even
  EXPECT_EQ(sum({9007199254740994.0, 1}), 9007199254740996.0);          // tie, to even
  EXPECT_EQ(sum({9007199254740992.0, 1, 5e-324}), 9007199254740994.0);  // just above the tie
  EXPECT_EQ(sum({-9007199254740992.0, -1, -5e-324}), -9007199254740994.0);
}

TEST(ExactSum, EqualsWholeNumberArithmetic) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 1000; ++round) {
    ExactSum exact;
    std::int64_t expected = 0;
    for (int i = 0; i < 30; ++i) {
      const auto value = static_cast<std::int64_t>(random() >> 12) - (std::int64_t{1} << 51);
      expected += value;
      exact.add(std::ldexp(static_cast<double>(value), -700));
    }
    EXPECT_EQ(exact.rounded(), std::ldexp(static_cast<double>(expected), -700));
  }
}

TEST(FingerprintSimilarity, Values) {
  using enum FingerprintSimilarity;
  EXPECT_EQ(fingerprint_similarity(0, cosine), 1);
  EXPECT_NEAR(fingerprint_similarity(16, cosine), std::sqrt(0.5), 1e-15);
  EXPECT_GT(fingerprint_similarity(31, cosine), 0);
  for (int distance = 32; distance <= 64; ++distance) {
    EXPECT_EQ(fingerprint_similarity(distance, cosine), 0);
  }
  EXPECT_EQ(fingerprint_similarity(0, hamming), 1);
  EXPECT_EQ(fingerprint_similarity(16, hamming), 0.75);
  EXPECT_EQ(fingerprint_similarity(64, hamming), 0);
  for (int distance = 1; distance <= 64; ++distance) {
    EXPECT_LE(fingerprint_similarity(distance, cosine),
              fingerprint_similarity(distance - 1, cosine));
  }
}

TEST(Fingerprints, RoundTrip) {
  std::string text;
  const std::vector<std::pair<std::string, std::uint64_t>> all = {
      {"clueweb09-en0000-00-00000", 0}, {"b c", 0xffffffffffffffff}, {"größe", 0x0123456789abcdef}};
  for (const auto& [docno, value] : all) text += fingerprint_line(docno, value);
  EXPECT_NE(text.find("größe\t0123456789abcdef\n"), std::string::npos);
  for (const std::string& bytes : {text, gzip(text)}) {
    const auto read = read_fingerprints(write_temporary("f", bytes));
    ASSERT_EQ(read.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(read[i].docno, all[i].first);
      EXPECT_EQ(read[i].value, all[i].second);
    }
  }
}

TEST(Fingerprints, UpperCaseAndWantedOnes) {
  const auto path =
      write_temporary("f", "a\t00000000000000AF\r\nb\t0000000000000001\nb\t0000000000000002");
  const auto read = read_fingerprints(path, [](std::string_view docno) { return docno == "a"; });
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].value, 0xafU);
}

TEST(Fingerprints, ErrorsNameTheLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a 0000000000000001\n", ":1: expected 2 columns"},
      {"a\t0000000000000001\n\n", ":2: expected 2 columns"},
      {"\t0000000000000001\n", ":1: expected 2 columns"},
      {"a\t0000000000000001\tx\n", ":1: expected 2 columns"},
      {"a\t000000000000001\n", ":1: '000000000000001' is not 16 hex digits"},
      {"a\t00000000000000001\n", "is not 16 hex digits"},
      {"a\t0x00000000000001\n", "is not 16 hex digits"},
      {"a\t 000000000000001\n", "is not 16 hex digits"},
      {"b\t0000000000000001\na\t0000000000000001\nb\t0000000000000001\n",
       ":3: document b has a fingerprint already"}};
  for (const auto& [text, message] : cases) {
    const auto path = write_temporary("f", text);
    const std::string error = error_of([&] { read_fingerprints(path); });
    EXPECT_NE(error.find(path + ":"), std::string::npos) << error;
    EXPECT_NE(error.find(message), std::string::npos) << error;
  }
  EXPECT_NE(error_of([] { read_fingerprints("/no/such/file"); }), "no error");
}

TEST(DocnoSet, KnowsWhatItHasSeen) {
  DocnoSet set;
  for (int i = 0; i < 20000; ++i) EXPECT_TRUE(set.insert("doc" + std::to_string(i)));
  for (int i = 0; i < 20000; ++i) EXPECT_FALSE(set.insert("doc" + std::to_string(i)));
  EXPECT_TRUE(set.insert(""));
  EXPECT_FALSE(set.insert(""));
}

}  // namespace
}  // namespace subintent::internal
