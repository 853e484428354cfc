// What is said of documents that something should have.
#include "core/base/messages.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

Fit fit_of(std::uint64_t known, std::uint64_t all) {
  return {"f.tsv", "relevant documents", "fingerprint", "they are new", known, all};
}

TEST(Fit, SaysHowManyDocumentsLackSomething) {
  EXPECT_EQ(incomplete_fit(fit_of(4, 4)), std::nullopt);
  EXPECT_EQ(incomplete_fit(fit_of(2, 4)),
            "2 of 4 relevant documents have no fingerprint: they are new");
  EXPECT_EQ(incomplete_fit(fit_of(1, 4)),
            "3 of 4 relevant documents have no fingerprint: they are new; check that f.tsv is "
            "complete and of the judged collection");
}

TEST(Fit, IsNoneOnlyWhereSomethingIsLookedUp) {
  EXPECT_TRUE(fit_of(0, 4).is_none());
  EXPECT_FALSE(fit_of(0, 0).is_none());
  EXPECT_FALSE(fit_of(1, 4).is_none());
  EXPECT_EQ(no_fit(fit_of(0, 4)), "has no fingerprint for any of the 4 relevant documents");
}

}  // namespace
}  // namespace subintent::internal
