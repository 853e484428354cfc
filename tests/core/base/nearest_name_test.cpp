#include "subintent/program.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

std::string nearest(std::string_view wanted, const std::vector<std::string_view>& known) {
  return std::string(nearest_name(wanted, known).value_or("nothing"));
}

TEST(NearestName, CountsEdits) {
  const std::vector<std::string_view> known = {"cluster", "evaluate", "explain"};
  EXPECT_EQ(nearest("clutser", known), "cluster");  // two letters swapped are one edit
  EXPECT_EQ(nearest("evalate", known), "evaluate");
  EXPECT_EQ(nearest("explainn", known), "explain");
  EXPECT_EQ(nearest("rank", known), "nothing");
  EXPECT_EQ(nearest("", known), "nothing");
  EXPECT_EQ(nearest("x", {}), "nothing");
}

TEST(NearestName, TakesWhatBeginsANameForIt) {
  EXPECT_EQ(nearest("eval", {"explain", "evaluate"}), "evaluate");
  EXPECT_EQ(nearest("ev", {"explain", "evaluate"}), "nothing");
}

TEST(NearestName, IgnoresHyphensAndCapitalsButAmongEquals) {
  EXPECT_EQ(nearest("D#nDCG", {"D#-DCG", "D#-nDCG"}), "D#-nDCG");
  EXPECT_EQ(nearest("alfa_nDCG", {"alpha-nDCG", "alpha_nDCG"}), "alpha_nDCG");
  EXPECT_EQ(nearest("NRPB", {"NRBP", "nRBP"}), "NRBP");
}

TEST(NearestName, LooksAtTheBeginningOfLongNames) {
  EXPECT_EQ(nearest(std::string(1'000'000, 'e'), {"evaluate"}), "nothing");
}

}  // namespace
}  // namespace subintent::internal
