#include "evaluate/judgments.h"

#include <gtest/gtest.h>

#include "compare/study/evaluation.h"
#include "messages.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

TEST(Judgments, OfTopicsNamedAsMeansAreRefused) {
  for (const char* name : {"all", "amean"}) {
    const TestFile file(std::string("1 1 a 1\n") + name + " 1 a 1\n");
    Warnings warnings;
    const Error error = thrown_by([&] { read_judgments({file.path(), {}, {}, {}}, warnings); });
    EXPECT_EQ(error.what(), file.path() + ":2: topic " + name +
                                " has the name of a statistic in scores; rename the topic");
  }
}

TEST(Judgments, KeepTheHighestGradesOfAllWherePartsAreLeft) {
  const TestFile file("1 1 a 3\n1 1 b 1\n");
  Warnings warnings;
  const Judgments all = read_judgments({file.path(), {}, {}, {}}, warnings);
  const Judgments part =
      restricted(all, [](std::string_view, std::string_view docno) { return docno == "b"; });
  EXPECT_EQ(part.diversity.topics()[0].judgments.size(), 1u);
  EXPECT_EQ(part.highest_intent_grade, 3);
  EXPECT_EQ(part.highest_adhoc_grade, 3);
}

}  // namespace
}  // namespace subintent::internal
