#include "core/collection/run.h"

#include <gtest/gtest.h>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

TEST(JudgedTopics, AreFoundByNameOrBehindAPrefix) {
  JudgedTopics topics;
  topics.add("12");
  topics.add("wt09-3");
  topics.add("3");
  EXPECT_EQ(topics.find("12"), 0u);
  EXPECT_EQ(topics.find("wt09-12"), 0u);
  EXPECT_EQ(topics.find("wt09-3"), 1u);
  EXPECT_EQ(topics.find("x-3"), 2u);
  EXPECT_EQ(topics.find("4"), JudgedTopics::none);
  EXPECT_EQ(topics.find_all({"x-12", "5", "3"}, "run"),
            (std::vector<std::uint32_t>{0, JudgedTopics::none, 2}));
}

TEST(JudgedTopics, AreAnsweredOnce) {
  JudgedTopics topics;
  topics.add("12");
  try {
    topics.find_all({"a-12", "b-12"}, "run");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "run: answers topic 12 under two names, one of them b-12; keep one");
  }
}

}  // namespace
}  // namespace subintent::internal
