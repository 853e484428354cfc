#include "compare/study/judgment_sets.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

TEST(Pool, HoldsTheFirstDocumentsOfEveryRun) {
  internal::Run first, second;
  first.topics = {{"1", {"a", "b", "c"}}};
  second.topics = {{"wt09-1", {"d", "a"}}, {"wt09-2", {"e"}}};
  const internal::Run runs[] = {first, second};
  JudgedTopics topics;
  for (const char* topic : {"1", "2"}) topics.add(topic);
  const Pool pool(topics, runs, 2);
  for (const char* docno : {"a", "b", "d"}) EXPECT_TRUE(pool.contains("1", docno)) << docno;
  EXPECT_FALSE(pool.contains("1", "c"));
  EXPECT_FALSE(pool.contains("1", "e"));
  EXPECT_TRUE(pool.contains("2", "e"));
  EXPECT_FALSE(pool.contains("3", "a"));
}

}  // namespace
}  // namespace subintent::internal
