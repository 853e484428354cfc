#include "similarity/simhash/simhash.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <cmath>
#include <random>

#include "gzip_member.h"
#include "messages.h"
#include "similarity/simhash/fingerprints.h"
#include "test_file.h"
#include "tokenize/terms/term_hash.h"

namespace subintent::internal {
namespace {

using Terms = std::vector<TermWeight>;

using HashWords = std::vector<std::uint64_t>;

// The definition, for weights whose sums a 64-bit integer holds.
HashWords obvious_simhash(const Terms& terms, std::size_t words) {
  HashWords fingerprint(words);
  for (std::size_t bit = 0; bit < 64 * words; ++bit) {
    std::int64_t set = 0, unset = 0;
    for (const TermWeight& term : terms) {
      const bool is_set = XXH64(term.term.data(), term.term.size(), bit / 64) >> bit % 64 & 1;
      (is_set ? set : unset) += static_cast<std::int64_t>(term.weight);
    }
    if (set > unset) fingerprint[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
  return fingerprint;
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
    EXPECT_EQ(simhash(Terms{{term, 1}}), HashWords{hash}) << term;
    EXPECT_EQ(simhash(Terms{{term, 0.1}}), HashWords{hash}) << term;
  }
}

// From the same Python program, with math.fsum.
TEST(Simhash, KnownDocuments) {
  EXPECT_EQ(simhash(Terms{{"the", 3}, {"jaguar", 2}, {"is", 1}, {"a", 1}, {"cat", 1}}),
            HashWords{0x0a1a03a23b895f3fU});
  EXPECT_EQ(simhash(Terms{{"the", 0.5}, {"jaguar", 2.25}, {"is", 0.1}, {"a", 0.2}, {"cat", 0.3}}),
            HashWords{0x0cf462037be1691fU});
  EXPECT_EQ(
      simhash(Terms{{"the", 1e16}, {"jaguar", 1}, {"is", -1e16}, {"a", 1e-9}, {"cat", -1e-9}}),
      HashWords{0x4b5662a31fa14906U});
}

TEST(Simhash, NoTermsNoFingerprint) {
  EXPECT_EQ(simhash(Terms{}), HashWords());
  EXPECT_EQ(simhash(std::vector<TermCount>{}), HashWords());
  EXPECT_EQ(simhash(Terms{{"a", 0}}), HashWords());
}

TEST(Simhash, IntegersEqualTheObviousWay) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::int64_t high = round % 3 == 0 ? 1 : round % 3 == 1 ? 50 : 1'000'000'000'000;
    const std::int64_t low = round % 2 == 0 ? 1 : -high;
    const Terms terms = random_terms(random, 1 + random() % 200, low, high);
    for (const std::size_t words : {1, 2, 4})
      EXPECT_EQ(simhash(terms, words), obvious_simhash(terms, words)) << "round " << round;
  }
}

TEST(Simhash, TermFrequenciesAreWeights) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 200; ++round) {
    const Terms terms = random_terms(random, 1 + random() % 200, 1, round % 2 == 0 ? 3 : 100'000);
    std::vector<TermCount> counts;
    for (const auto& [term, weight] : terms)
      counts.push_back({term, term_hash(term), static_cast<std::uint64_t>(weight)});
    for (const std::size_t words : {1, 2, 4})
      EXPECT_EQ(simhash(counts, words), obvious_simhash(terms, words)) << "round " << round;
  }
}

// Halves take the way of general weights; doubling them changes no comparison.
TEST(Simhash, RealsEqualIntegers) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    Terms terms = random_terms(random, 2 + random() % 60, round % 2 == 0 ? 1 : -9, 9);
    terms[0].weight = 3;
    const auto expected = obvious_simhash(terms, 4);
    for (TermWeight& term : terms) term.weight /= 2;
    EXPECT_EQ(simhash(terms, 4), expected) << "round " << round;
  }
}

// In plain floating-point arithmetic these sums depend on the order of the terms.
TEST(Simhash, OrderOfTermsDoesNotMatter) {
  std::mt19937_64 random(3);
  const double nasty[] = {1e16, 1, -1e16, 0.1, 0.2, -0.3, 1e-300, 3e15, -1e300, 1e300, 5e-324};
  for (int round = 0; round < 100; ++round) {
    Terms terms;
    for (int i = 0; i < 40; ++i)
      terms.push_back({"t" + std::to_string(random()), nasty[random() % std::size(nasty)]});
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
  EXPECT_EQ(rounded_away.at(0) & 1, 0U);
  const auto kept = simhash(Terms{{same_a, large}, {opposite, large}, {same_b, 2}});
  EXPECT_EQ(kept.at(0) & 1, 1U);
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

TEST(Simhash, BitsOfAFingerprint) {
  EXPECT_EQ(words_of_bits(64), 1U);
  EXPECT_EQ(words_of_bits(128), 2U);
  EXPECT_EQ(words_of_bits(256), 4U);
  for (const std::int64_t bits : {0, -64, 1, 63, 65, 192, 512}) {
    EXPECT_TRUE(has(message_of([&] { words_of_bits(bits); }), "is not 64, 128 or 256"));
  }
}

TEST(FingerprintSimilarity, Values) {
  using enum FingerprintSimilarity;
  for (const int bits : {64, 128, 256}) {
    EXPECT_EQ(fingerprint_similarity(0, bits, cosine), 1);
    EXPECT_NEAR(fingerprint_similarity(bits / 4, bits, cosine), std::sqrt(0.5), 1e-15);
    EXPECT_GT(fingerprint_similarity(bits / 2 - 1, bits, cosine), 0);
    for (int distance = bits / 2; distance <= bits; ++distance)
      EXPECT_EQ(fingerprint_similarity(distance, bits, cosine), 0);
    EXPECT_EQ(fingerprint_similarity(0, bits, hamming), 1);
    EXPECT_EQ(fingerprint_similarity(bits / 4, bits, hamming), 0.75);
    EXPECT_EQ(fingerprint_similarity(bits, bits, hamming), 0);
    for (int distance = 1; distance <= bits; ++distance) {
      EXPECT_LE(fingerprint_similarity(distance, bits, cosine),
                fingerprint_similarity(distance - 1, bits, cosine));
    }
  }
}

TEST(Fingerprints, RoundTrip) {
  const std::vector<std::string> docnos = {"clueweb09-en0000-00-00000", "b c", "größe"};
  for (const std::size_t words : {1, 2, 4}) {
    HashWords all(docnos.size() * words, 0xffffffffffffffff);
    std::fill_n(all.begin(), words, 0);
    all.back() = 0x0123456789abcdef;
    const FingerprintRows rows{all, words};
    std::string text;
    for (std::size_t i = 0; i < docnos.size(); ++i)
      text += fingerprint_line(docnos[i], rows.row(i));
    EXPECT_TRUE(text.ends_with("0123456789abcdef\n"));
    EXPECT_TRUE(text.starts_with(docnos[0] + "\t" + std::string(16 * words, '0') + "\n"));
    for (const std::string& bytes : {text, gzip(text)}) {
      const auto read = read_fingerprints(write_temporary("f", bytes));
      EXPECT_EQ(read.docnos, docnos);
      EXPECT_EQ(read.rows.words, words);
      EXPECT_EQ(read.rows.values, all);
    }
  }
}

TEST(Fingerprints, UpperCaseAndWantedOnes) {
  const auto path =
      write_temporary("f", "a\t00000000000000AF\r\nb\t0000000000000001\nb\t0000000000000002");
  const auto read = read_fingerprints(path, [](std::string_view docno) { return docno == "a"; });
  EXPECT_EQ(read.docnos, std::vector<std::string>{"a"});
  EXPECT_EQ(read.rows.values, HashWords{0xaf});
}

TEST(Fingerprints, EveryByteAsADigit) {
  constexpr std::string_view lower = "0123456789abcdef", upper = "0123456789ABCDEF";
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    if (c == '\n' || c == '\t') continue;
    const std::size_t digit = std::min(lower.find(c), upper.find(c));
    for (const std::size_t place : {std::size_t{0}, std::size_t{7}, std::size_t{14}}) {
      std::string digits = "123456789abcdef0";
      digits[place] = c;
      const auto path = write_temporary("f", "a\t" + digits + "\n");
      if (digit == lower.npos) {
        EXPECT_TRUE(has(message_of([&] { read_fingerprints(path); }), "hex digits"));
        continue;
      }
      digits[place] = lower[digit];
      EXPECT_EQ(read_fingerprints(path).rows.values, HashWords{std::stoull(digits, nullptr, 16)});
    }
  }
}

TEST(Fingerprints, ErrorsNameTheLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a 0000000000000001\n", ":1: expected 2 columns"},
      {"a\t0000000000000001\n\n", ":2: expected 2 columns"},
      {"\t0000000000000001\n", ":1: expected 2 columns"},
      {"a\t0000000000000001\tx\n", ":1: expected 2 columns"},
      {"a\t000000000000001\n", ":1: '000000000000001' is not 16, 32 or 64 hex digits"},
      {"a\t00000000000000001\n", "is not 16, 32 or 64 hex digits"},
      {"a\t0x00000000000001\n", "is not 16, 32 or 64 hex digits"},
      {"a\t 000000000000001\n", "is not 16, 32 or 64 hex digits"},
      {"a\t" + std::string(48, '0') + "\n", "is not 16, 32 or 64 hex digits"},
      {"a\t" + std::string(31, '0') + "x\n", "is not 16, 32 or 64 hex digits"},
      {"a\t0000000000000001\nb\t" + std::string(32, '0') + "\n",
       ":2: a fingerprint of 128 bits after others of 64"},
      {"b\t0000000000000001\na\t0000000000000001\nb\t0000000000000001\n",
       ":3: document b has a fingerprint already"}};
  for (const auto& [text, message] : cases) {
    const auto path = write_temporary("f", text);
    const std::string error = message_of([&] { read_fingerprints(path); });
    EXPECT_TRUE(has(error, path + ":"));
    EXPECT_TRUE(has(error, message));
  }
  EXPECT_NE(message_of([] { read_fingerprints("/no/such/file"); }), "no error");
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
