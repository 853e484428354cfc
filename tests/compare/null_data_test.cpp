// On null data the family-wise error of every test with every correction is at most alpha.
// tools/bench/compare/null_data.cpp prints it for more sizes and samples.
#include "../../tools/bench/compare/null_data.h"

#include <gtest/gtest.h>

#include <tuple>

namespace subintent::internal {
namespace {

using Size =
    std::tuple<std::size_t, std::size_t, std::uint32_t, int>;  // topics, runs, samples, steps

class NullData : public testing::TestWithParam<std::tuple<std::string, Size>> {};

TEST_P(NullData, GivesNoMoreFalseAlarmsThanAlpha) {
  const SignificanceTest* const test = find_test(std::get<0>(GetParam()));
  const auto [topics, runs, samples, steps] = std::get<1>(GetParam());
  const TestSettings settings{test, 1000, 1, 0.05, false};
  const FalseAlarms found = count_false_alarms(settings, topics, runs, samples, steps);
  // Three and a half standard errors above alpha.
  const double limit = 0.05 * samples + 3.5 * std::sqrt(0.05 * 0.95 * samples);
  EXPECT_LE(static_cast<double>(found.holm), limit);
  EXPECT_LE(static_cast<double>(found.bonferroni), limit);
  EXPECT_LE(static_cast<double>(found.baseline_holm), limit);
  EXPECT_LE(static_cast<double>(found.baseline_bonferroni), limit);
}

std::string name_of_case(const testing::TestParamInfo<NullData::ParamType>& info) {
  const auto [topics, runs, samples, steps] = std::get<1>(info.param);
  return std::get<0>(info.param) + "_" + std::to_string(topics) + "_topics_" +
         std::to_string(runs) + "_runs" + (steps > 0 ? "_coarse" : "");
}

std::vector<std::string> every_test() {
  std::vector<std::string> names;
  for (const SignificanceTest& test : significance_tests()) names.emplace_back(test.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Sizes, NullData,
                         testing::Combine(testing::ValuesIn(every_test()),
                                          testing::Values(Size{5, 10, 200, 0}, Size{10, 2, 400, 10},
                                                          Size{50, 10, 200, 0},
                                                          Size{50, 100, 12, 0})),
                         name_of_case);

// Few topics, where the range of many trials is exactly the largest difference of the data.
INSTANTIATE_TEST_SUITE_P(FewTopics, NullData,
                         testing::Combine(testing::Values("tukey", "randomisation"),
                                          testing::Values(Size{2, 5, 300, 10}, Size{5, 2, 300, 10},
                                                          Size{3, 10, 200, 10})),
                         name_of_case);

}  // namespace
}  // namespace subintent::internal
