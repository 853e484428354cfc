#include "core/base/ordered_pipeline.h"

#include <gtest/gtest.h>

#include <atomic>

#include "core/base/parallel.h"
#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

struct Batch {
  int number = -1;
  std::string text;
  std::shared_ptr<int> kept;
};

TEST(OrderedPipeline, WritesInTheOrderOfReading) {
  for (const std::size_t limit : {1, 2, 7}) {
    for (const int count : {0, 1, 7, 1000}) {
      int next = 0;
      std::atomic<int> under_way = 0;
      std::vector<std::string> written;
      run_ordered_pipeline<Batch>(
          limit,
          [&](Batch& batch) {
            EXPECT_EQ(batch.number, -1);
            EXPECT_EQ(batch.text, "");
            if (next == count) return false;
            EXPECT_LE(++under_way, static_cast<int>(limit + 2 * (thread_limit() - 1)));
            batch.number = next++;
            return true;
          },
          [](Batch& batch) { batch.text = std::to_string(batch.number); },
          [&](const Batch& batch) {
            written.push_back(batch.text);
            --under_way;
          });
      ASSERT_EQ(written.size(), static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i)
        EXPECT_EQ(written[static_cast<std::size_t>(i)], std::to_string(i));
    }
  }
}

TEST(OrderedPipeline, KeepsNothingAfterAnError) {
  const auto kept = std::make_shared<int>();
  for (const std::string where : {"read", "work", "write"}) {
    for (int repeat = 0; repeat < 50; ++repeat) {
      int next = 0;
      const auto fail = [&](const Batch& batch, const char* here) {
        if (batch.number == 20 && where == here) throw Error(where);
      };
      const Error error = thrown_by([&] {
        run_ordered_pipeline<Batch>(
            6,
            [&](Batch& batch) {
              batch = {next++, "", kept};
              fail(batch, "read");
              return true;
            },
            [&](Batch& batch) { fail(batch, "work"); },
            [&](Batch& batch) { fail(batch, "write"); });
      });
      EXPECT_EQ(error.message(), where);
      EXPECT_EQ(kept.use_count(), 1) << where;
    }
  }
}

}  // namespace
}  // namespace subintent::internal
