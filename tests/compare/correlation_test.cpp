#include "compare/correlation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "compare/fixtures.h"

namespace subintent::internal {
namespace {

using Ranks = std::vector<std::uint32_t>;

Ranks ranks_of(const std::vector<double>& values) {
  return dense_ranks(values, 1e-12, 1e-12);
}

Ranks shuffled_ranks(std::uint32_t size, std::uint32_t seed) {
  Ranks ranks(size);
  std::iota(ranks.begin(), ranks.end(), 0);
  std::sort(ranks.begin(), ranks.end(), [&](std::uint32_t a, std::uint32_t b) {
    return philox({a, 0, 0, 0}, {seed, 7}) < philox({b, 0, 0, 0}, {seed, 7});
  });
  return ranks;
}

double plain_tau_b(const Ranks& a, const Ranks& b) {
  double sum = 0, untied_a = 0, untied_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const int in_a = (a[i] > a[j]) - (a[i] < a[j]), in_b = (b[i] > b[j]) - (b[i] < b[j]);
      sum += in_a * in_b;
      untied_a += std::abs(in_a);
      untied_b += std::abs(in_b);
    }
  }
  return sum / std::sqrt(untied_a * untied_b);
}

double plain_tau_ap(const Ranks& truth, const Ranks& ranking) {
  double sum = 0;
  for (std::size_t item = 0; item < truth.size(); ++item) {
    if (ranking[item] == 0) continue;
    double right = 0;
    for (std::size_t other = 0; other < truth.size(); ++other)
      right += ranking[other] < ranking[item] && truth[other] < truth[item] ? 1 : 0;
    sum += right / ranking[item];
  }
  return 2 * sum / static_cast<double>(truth.size() - 1) - 1;
}

TEST(Kendall, AgreesWithRWhereThereAreTies) {
  EXPECT_NEAR(
      kendall_tau_b(ranks_of({1, 2, 2, 3, 4, 5, 5, 5}), ranks_of({2, 1, 3, 3, 3, 6, 5, 5})).value(),
      0.7916666666666667, 1e-15);
}

TEST(Kendall, AgreesWithROnRealRuns) {
  SKIP_WITHOUT_MATRICES();
  // cor(colMeans(a), colMeans(b), method = "kendall"); P@10 has runs with equal means.
  const auto tau = [](const char* a, const char* b) {
    return kendall_tau_b(ranks_of(shared_matrix(a).means()), ranks_of(shared_matrix(b).means()))
        .value();
  };
  EXPECT_NEAR(tau("web2012_err20", "web2012_ndcg20"), 0.6039076376554173, 1e-12);
  EXPECT_NEAR(tau("adhoc5_ap", "adhoc5_p10"), 0.8446188006890419, 1e-12);
}

TEST(Kendall, AgreesWithTheDefinition) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Ranks a = shuffled_ranks(40, seed), b = shuffled_ranks(40, seed + 100);
    for (std::uint32_t& rank : a) rank /= 1 + seed % 4;
    for (std::uint32_t& rank : b) rank /= 1 + seed % 7;
    EXPECT_NEAR(kendall_tau_b(a, b).value(), plain_tau_b(a, b), 1e-14);
  }
}

TEST(Kendall, LimitsAndNothingToOrder) {
  EXPECT_EQ(kendall_tau_b(Ranks{0, 1, 2}, Ranks{0, 1, 2}), 1);
  EXPECT_EQ(kendall_tau_b(Ranks{0, 1, 2}, Ranks{2, 1, 0}), -1);
  EXPECT_EQ(kendall_tau_b(Ranks{0, 0, 0}, Ranks{2, 1, 0}), std::nullopt);
  EXPECT_EQ(kendall_tau_b(Ranks{0}, Ranks{0}), std::nullopt);
  EXPECT_EQ(kendall_tau_b(Ranks{}, Ranks{}), std::nullopt);
}

TEST(TauAp, AgreesWithTheDefinition) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Ranks a = shuffled_ranks(30, seed), b = shuffled_ranks(30, seed + 50);
    EXPECT_NEAR(tau_ap(a, b), plain_tau_ap(a, b), 1e-14);
  }
}

TEST(TauAp, PunishesSwapsAtTheTop) {
  const Ranks truth = {0, 1, 2, 3, 4}, top = {1, 0, 2, 3, 4}, bottom = {0, 1, 2, 4, 3};
  EXPECT_DOUBLE_EQ(tau_ap(truth, truth), 1);
  EXPECT_DOUBLE_EQ(tau_ap(truth, top), 2.0 / 4 * 3 - 1);
  EXPECT_DOUBLE_EQ(tau_ap(truth, bottom), 2.0 / 4 * (3 + 3.0 / 4) - 1);
  EXPECT_DOUBLE_EQ(tau_ap(truth, Ranks{4, 3, 2, 1, 0}), -1);
}

TEST(Correlation, TauApBreaksTiesByName) {
  // Two items tie in the first ranking; the one whose name comes first is taken for the better.
  const Ranks names = {1, 0, 2};
  const RankCorrelation found = correlation(Ranks{0, 0, 1}, Ranks{1, 0, 2}, names).value();
  EXPECT_DOUBLE_EQ(found.tau_ap_first, 1);
  EXPECT_DOUBLE_EQ(found.tau_ap_symmetric, 1);
  EXPECT_LT(found.tau_b, 1);
  const RankCorrelation other = correlation(Ranks{0, 0, 1}, Ranks{1, 0, 2}, Ranks{0, 1, 2}).value();
  EXPECT_LT(other.tau_ap_first, 1);
}

TEST(Correlation, OfARankingThatIsAllTiesIsNotDefined) {
  EXPECT_FALSE(correlation(Ranks{0, 0, 0}, Ranks{1, 0, 2}, Ranks{0, 1, 2}));
  EXPECT_FALSE(correlation(Ranks{1, 0, 2}, Ranks{0, 0, 0}, Ranks{0, 1, 2}));
}

TEST(DenseRanks, RoundingMakesNoOrder) {
  EXPECT_EQ(dense_ranks(std::vector<double>{0.3, 0.1 + 0.2, 0.2}, 1e-12, 1e-12), (Ranks{1, 1, 0}));
  // Small p-values are told apart, however small they are.
  EXPECT_EQ(dense_ranks(std::vector<double>{1e-30, 2e-30, 0}, 1e-12, 0), (Ranks{1, 2, 0}));
}

}  // namespace
}  // namespace subintent::internal
