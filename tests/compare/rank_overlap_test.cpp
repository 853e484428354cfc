#include "compare/correlation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace subintent::internal {
namespace {

// "a (b c) d".
struct Written {
  std::vector<std::string> names;
  TiedRanking ranking;
};

Written written(const std::string& text) {
  Written made;
  bool inside = false;
  for (const char c : text) {
    if (c == '(') inside = true;
    if (c == ')') {
      inside = false;
      made.ranking.group_ends.push_back(made.names.size());
    }
    if (c < 'a' || c > 'z') continue;
    made.names.emplace_back(1, c);
    if (!inside) made.ranking.group_ends.push_back(made.names.size());
  }
  for (const std::string& name : made.names) made.ranking.items.push_back(name);
  return made;
}

RankOverlap overlap(const std::string& a, const std::string& b, double p) {
  const Written first = written(a), second = written(b);
  return rank_overlap(first.ranking, second.ranking, p);
}

// The definition [Webber et al. 2010, eq. 32] for lists of one length without ties.
double plain_overlap(const std::string& a, const std::string& b, double p) {
  const auto shared = [&](std::size_t depth) {
    double count = 0;
    for (std::size_t i = 0; i < depth; ++i)
      count += b.substr(0, depth).find(a[i]) == std::string::npos ? 0 : 1;
    return count;
  };
  const std::size_t k = a.size();
  double sum = 0;
  for (std::size_t d = 1; d <= k; ++d)
    sum += shared(d) / static_cast<double>(d) * std::pow(p, static_cast<double>(d));
  const double last = shared(k) / static_cast<double>(k) * std::pow(p, static_cast<double>(k));
  return last + (1 - p) / p * sum;
}

TEST(RankOverlap, OfPlainListsIsTheDefinition) {
  std::mt19937 random(1);
  for (int i = 0; i < 100; ++i) {
    std::string a = "abcdefghij", b = "defghijklm";
    std::shuffle(a.begin(), a.end(), random);
    std::shuffle(b.begin(), b.end(), random);
    const double p = 0.1 + 0.008 * i;
    EXPECT_NEAR(overlap(a, b, p).extrapolated, plain_overlap(a, b, p), 1e-12);
  }
}

// [Corsi and Urbano 2024, 4]: without order, all orders are equally likely.
TEST(RankOverlap, AveragesOverAllOrdersOfTies) {
  const std::string tied = "a(bcd)e", other = "c(ae)bd";
  double sum = 0, count = 0;
  std::string x = "bcd";
  do {
    std::string y = "ae";
    do {
      sum += overlap("a" + x + "e", "c" + y + "bd", 0.8).extrapolated;
      ++count;
    } while (std::ranges::next_permutation(y).found);
  } while (std::ranges::next_permutation(x).found);
  EXPECT_NEAR(overlap(tied, other, 0.8).extrapolated, sum / count, 1e-12);
}

TEST(RankOverlap, OfAListWithItselfIsOneWithoutTies) {
  EXPECT_NEAR(overlap("abcdefg", "abcdefg", 0.9).extrapolated, 1, 1e-12);
  EXPECT_LT(overlap("a(bc)d", "a(bc)d", 0.9).extrapolated, 1);
}

TEST(RankOverlap, OfListsWithNothingInCommonIsNothingYet) {
  const RankOverlap found = overlap("abc", "xyz", 0.9);
  EXPECT_EQ(found.extrapolated, 0);
  EXPECT_EQ(found.low, 0);
  EXPECT_GT(found.high, 0);
}

// Whatever comes below, the overlap of the longer lists lies between the bounds of the shorter.
TEST(RankOverlap, LiesBetweenItsBoundsAndTheyNarrow) {
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i) {
    std::string a = "abcdefghijkl", b = a;
    std::shuffle(a.begin(), a.end(), random);
    std::shuffle(b.begin(), b.end(), random);
    const RankOverlap part = overlap(a.substr(0, 4), b.substr(0, 7), 0.9);
    const RankOverlap more = overlap(a.substr(0, 8), b.substr(0, 11), 0.9);
    EXPECT_LE(part.low, more.low + 1e-12);
    EXPECT_GE(part.high, more.high - 1e-12);
    for (const RankOverlap& one : {part, more}) {
      EXPECT_LE(one.low, one.extrapolated + 1e-12);
      EXPECT_LE(one.extrapolated, one.high + 1e-12);
    }
  }
}

// Set by set, with the shares written out: ties in both, different lengths.
TEST(RankOverlap, OfTiesAndDifferentLengthsIsWhatTheSharesSay) {
  // S = (a b), L = c (a d) b. Shares of a: 1/2, 1, 1, 1 in S and 0, 1/2, 1, 1 in L; of b: 1/2, 1,
  // 1, 1 in S and 0, 0, 0, 1 in L.
  const double p = 0.5;
  const double x[] = {0, 0.5, 1, 2};
  const double agreed_at_end = x[1] / 2;
  // Unseen in S: c and d, with the shares 1, 1/2 + 1 ... at the depths 3 and 4 all of 1.
  const double guessed[] = {0, 0.5, 1 + 1 * agreed_at_end * 1, 2 + 2 * agreed_at_end * 1};
  double sum = 0;
  for (int d = 1; d <= 4; ++d) sum += std::pow(p, d) * guessed[d - 1] / d;
  sum += (2 + 2 * agreed_at_end) / 4 * std::pow(p, 5) / (1 - p);
  EXPECT_NEAR(overlap("(ab)", "c(ad)b", p).extrapolated, (1 - p) / p * sum, 1e-12);
  // Whichever way round.
  EXPECT_EQ(overlap("c(ad)b", "(ab)", p).extrapolated, overlap("(ab)", "c(ad)b", p).extrapolated);
}

}  // namespace
}  // namespace subintent::internal
