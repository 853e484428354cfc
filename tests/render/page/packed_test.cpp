#include "render/page/packed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "render/page/tested_numbers.h"

namespace subintent::internal {
namespace {

TEST(NumberPacker, GivesBackNumbers) {
  NumberPacker packer;
  std::vector<PackedNumber> expected;
  for (int shift = 0; shift < 52; ++shift) {
    for (const std::int64_t near : {-1, 0, 1}) {
      for (const std::int64_t sign : {-1, 1}) {
        expected.emplace_back(sign * ((std::int64_t{1} << shift) + near));
        packer.add(*expected.back());
      }
    }
    expected.emplace_back();
    packer.add_none();
  }
  EXPECT_EQ(unpack_numbers(packer.bytes()), expected);
}

TEST(NumberPacker, RoundsToBillionths) {
  NumberPacker packer;
  for (const double value : {0.25, -1.0 / 3, HUGE_VAL, std::nan(""), 1e300, 4e6}) {
    packer.add_billionths(value);
  }
  EXPECT_EQ(
      unpack_numbers(packer.bytes()),
      (std::vector<PackedNumber>{250'000'000, -333'333'333, {}, {}, {}, 4'000'000'000'000'000}));
}

TEST(NumberPacker, RefusesWhatItDoesNotWrite) {
  EXPECT_EQ(unpack_numbers("\x81"), std::nullopt);
  EXPECT_EQ(unpack_numbers(std::string(9, '\xff') + "\1"), std::nullopt);
}

TEST(NameShortener, LeavesOutWhatIsThatOfTheNameBefore) {
  NameShortener names;
  EXPECT_EQ(names.shortened("clueweb09-1"), "0clueweb09-1");
  EXPECT_EQ(names.shortened("clueweb09-27"), ":27");  // ten
  EXPECT_EQ(names.shortened("clueweb09-27"), "<");
  EXPECT_EQ(names.shortened("cé"), "1é");
  EXPECT_EQ(names.shortened("cè"), "1è");  // not within a character
}

// What is read is what was written, with the numbers as they are shown.
TEST(TestedNumbers, AreGivenBack) {
  ScoreMatrix scores{"", 9, 5, {}};
  std::mt19937 random(7);
  for (std::size_t i = 0; i < 45; ++i) {
    scores.values.push_back(static_cast<double>(random() % 16) / 15 + (i == 3 ? 4e-10 : 0));
  }
  ScoreGroup group;
  group.runs = {"a", "b", "c", "d", "e"};
  group.topics.resize(9);
  group.measures = {scores};
  for (const char* const name : {"t", "sign", "wilcoxon", "tukey"}) {
    TestedGroup tested;
    tested.group = &group;
    tested.pairs = all_pairs(5);
    tested.settings.test = find_test(name);
    tested.settings.trials = tested.settings.test->default_trials;
    tested.comparison.correction = Correction::holm;
    tested.compared = compare_pairs(group, 1, tested.pairs, tested.settings, tested.comparison);
    NumberPacker packed_scores;
    for (const double score : scores.values) packed_scores.add_billionths(score);
    std::vector<std::int64_t> means;
    for (const double mean : scores.means()) means.push_back(std::llround(mean * 1e9));
    const auto read =
        read_tested_numbers(*unpack_numbers(tested_numbers(scores, tested, 0).bytes()),
                            *unpack_numbers(packed_scores.bytes()), means);
    ASSERT_TRUE(read);
    for (std::size_t i = 0; i < tested.pairs.size(); ++i) {
      const ComparedPair& pair = tested.compared[i];
      const ShownPair& shown = (*read)[i];
      EXPECT_EQ(shown.significant, pair.significant);
      EXPECT_EQ(shown.wins, pair.wins);
      EXPECT_EQ(shown.losses, pair.losses);
      if (pair.corrected >= 0.0001) {
        EXPECT_NEAR(static_cast<double>(shown.p) / 1e4, pair.corrected, 0.000051);
      } else {
        EXPECT_EQ(shown.p, 0);
      }
      ASSERT_EQ(shown.interval.has_value(), std::isfinite(pair.low) && std::isfinite(pair.high));
      if (!shown.interval) continue;
      EXPECT_NEAR(static_cast<double>(shown.interval->first) / 1e4, pair.low, 0.000051);
      EXPECT_NEAR(static_cast<double>(shown.interval->second) / 1e4, pair.high, 0.000051);
    }
  }
  EXPECT_EQ(read_tested_numbers({}, {}, std::vector<std::int64_t>{1, 2}), std::nullopt);
}

}  // namespace
}  // namespace subintent::internal
