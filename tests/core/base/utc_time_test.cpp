#include "subintent/program.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

TEST(UtcTime, IsIso8601) {
  EXPECT_EQ(utc_time(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_time(1795341599), "2026-11-22T09:59:59Z");
  EXPECT_EQ(utc_time(-1), "1969-12-31T23:59:59Z");
}

}  // namespace
}  // namespace subintent::internal
