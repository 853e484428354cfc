#include "core/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/base/progress.h"
#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

TEST(ParallelFor, CallsEveryIndexOnce) {
  for (const LoopOrder order : {LoopOrder::any, LoopOrder::ascending}) {
    std::vector<std::atomic<int>> calls(1000);
    parallel_for(
        calls.size(), [&](std::size_t i) { ++calls[i]; }, order);
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
  parallel_for(0, [](std::size_t) { ADD_FAILURE(); });
}

// Whatever the threads do, as a loop of one thread would.
TEST(ParallelFor, ThrowsTheErrorOfTheLowestIndex) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::vector<std::atomic<int>> calls(200);
    const Error error = thrown_by([&] {
      parallel_for(calls.size(), [&](std::size_t i) {
        ++calls[i];
        if (i % 50 == 17) throw Error("index " + std::to_string(i));
        if (i == 199) throw std::runtime_error("the last");
      });
    });
    EXPECT_EQ(error.message(), "index 17");
    for (std::size_t i = 0; i <= 17; ++i) EXPECT_EQ(calls[i], 1);
  }
}

TEST(ParallelFor, StopsWhenItIsInterrupted) {
  std::atomic<int> calls = 0;
  const Error error = thrown_by([&] {
    parallel_for(100'000, [&](std::size_t i) {
      ++calls;
      if (i % 2 == 1) throw Error("another");
      throw Error::interrupted();
    });
  });
  EXPECT_EQ(error.kind(), Error::Kind::interrupted);
  EXPECT_LT(calls, 100'000);
}

TEST(ProgressMeter, CallsTheCallbackNowAndThenAndStopsWhenItSaysSo) {
  std::vector<Progress> seen;
  ProgressMeter meter(
      [&](const Progress& progress) {
        seen.push_back(progress);
        return seen.size() < 2;
      },
      "work", "things", 1'000'000);
  const auto work = [&] {
    while (true) {
      meter.advance();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  EXPECT_THROW(work(), Error);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_LT(seen[0].done, seen[1].done);
  EXPECT_EQ(seen[1].total, 1'000'000u);
  EXPECT_DOUBLE_EQ(seen[1].share, static_cast<double>(seen[1].done) / 1'000'000);
  EXPECT_THROW(meter.advance(), Error);  // as all other threads do then
  EXPECT_EQ(seen.size(), 2u);
}

}  // namespace
}  // namespace subintent::internal
