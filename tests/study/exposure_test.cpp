// Expected exposure against what the program of its authors prints for these rankings
// (expeval -U -p 0.8 -r 0.25), and by its definition on random ones.
#include "study/exposure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace subintent::internal {
namespace {

using List = std::vector<std::string_view>;

ExposureScores scores_of(const std::vector<List>& lists, const Grades& grades,
                         const ExposureUser& user) {
  const std::vector<std::span<const std::string_view>> samples(lists.begin(), lists.end());
  return exposure_scores(expected_exposure(samples, grades, user), target_exposure(grades, user));
}

TEST(Exposure, IsWhatTheProgramOfItsAuthorsPrints) {
  const Grades first = {{"a", 2}, {"b", 1}, {"c", 1}}, second = {{"d", 1}};
  const std::vector<List> lists = {{"a", "n", "b", "c"}, {"b", "a", "x"}};
  const ExposureUser err{0.8, 0.25}, rbp{0.8, 0};
  const ExposureScores by_err = scores_of(lists, first, err), by_rbp = scores_of(lists, first, rbp);
  EXPECT_NEAR(by_err.disparity, 1.330736, 5e-7);
  EXPECT_NEAR(by_err.relevance, 1.224320, 5e-7);
  EXPECT_NEAR(by_err.loss, 0.342896, 5e-7);
  EXPECT_NEAR(by_rbp.disparity, 1.810336, 5e-7);
  EXPECT_NEAR(by_rbp.relevance, 1.674720, 5e-7);
  EXPECT_NEAR(by_rbp.loss, 0.497696, 5e-7);
  const ExposureScores other = scores_of({{"y", "d"}, {"d"}}, second, err);
  EXPECT_NEAR(other.disparity, 1.06, 5e-7);
  EXPECT_NEAR(other.relevance, 0.9, 5e-7);
  EXPECT_NEAR(other.loss, 0.26, 5e-7);
}

// A ranker that gives all orders of each grade equally often has no loss, whatever the cutoff; one
// order alone has more disparity than all of them.
TEST(Exposure, OfAllIdealRankingsIsTheTarget) {
  const Grades grades = {{"a", 1}, {"b", 1}, {"c", 2}, {"d", 1}};
  for (const std::size_t cutoff : {1, 2, 3, 9}) {
    std::vector<List> lists;
    List tail = {"a", "b", "d"};
    do {
      lists.push_back({"c", tail[0], tail[1], tail[2]});
    } while (std::ranges::next_permutation(tail).found);
    const ExposureUser user{0.7, 0.4, cutoff};
    const ExposureScores all = scores_of(lists, grades, user);
    const ExposureScores one = scores_of({lists[0]}, grades, user);
    EXPECT_NEAR(all.loss, 0, 1e-15);
    EXPECT_NEAR(all.disparity, all.relevance, 1e-15);
    EXPECT_GE(one.disparity, all.disparity - 1e-15);
    EXPECT_GE(one.loss, 0);
  }
}

TEST(Exposure, LossIsMadeOfDisparityAndRelevance) {
  std::mt19937 random(1);
  const List names = {"a", "b", "c", "d", "e", "f"};
  for (int i = 0; i < 50; ++i) {
    Grades grades;
    for (const std::string_view name : names) {
      const auto grade = static_cast<std::int32_t>(random() % 4);
      if (grade > 0) grades[name] = grade;
    }
    std::vector<List> lists(1 + random() % 4, names);
    for (List& list : lists) {
      std::ranges::shuffle(list, random);
      list.resize(random() % 7);
    }
    const ExposureUser user{0.6, 0.3};
    const ExposureScores scores = scores_of(lists, grades, user);
    double target = 0;
    for (const auto& [docno, wanted] : target_exposure(grades, user)) target += wanted * wanted;
    EXPECT_NEAR(scores.loss, scores.disparity - 2 * scores.relevance + target, 1e-12);
  }
}

TEST(Exposure, OfNothing) {
  const ExposureScores none = scores_of({}, {{"a", 1}}, {});
  EXPECT_EQ(none.disparity, 0);
  EXPECT_EQ(none.relevance, 0);
  EXPECT_EQ(none.loss, 1);
}

}  // namespace
}  // namespace subintent::internal
