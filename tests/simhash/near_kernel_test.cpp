#include "simhash/near_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <string>
#include <vector>

namespace subintent::internal {
namespace {

class NearKernels : public testing::TestWithParam<InstructionSet> {};

TEST_P(NearKernels, SelectWhatIsNearAnyOfSome) {
  constexpr std::size_t together = NearKernel::together;
  std::mt19937 random(11);
  for (std::size_t count = 0; count < 70; ++count) {
    for (const int limit : {0, 1, 3, 31, 32}) {
      std::vector<std::uint32_t> few(together), many(count), expected, found(count + 16);
      for (std::uint32_t& word : few) word = random();
      for (std::uint32_t& word : many) {
        word = random() % 2 == 0 ? random() : few[random() % together];
        for (std::uint32_t flips = random() % 5; flips > 0; --flips) word ^= 1U << random() % 32;
      }
      for (std::uint32_t i = 0; i < count; ++i) {
        const bool near = std::ranges::any_of(
            few, [&](std::uint32_t word) { return std::popcount(word ^ many[i]) <= limit; });
        if (near) expected.push_back(i);
      }
      found.resize(
          near_kernel(GetParam()).select(few.data(), many.data(), count, limit, found.data()));
      EXPECT_EQ(found, expected) << count << ' ' << limit;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, NearKernels, testing::ValuesIn(supported_instruction_sets()),
                         [](const auto& set) { return std::string(name_of(set.param)); });

}  // namespace
}  // namespace subintent::internal
