#include "cluster/dense_kernel.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace subintent::internal {
namespace {

constexpr std::size_t lanes = DenseKernel::lanes, block = DenseKernel::block;

class DenseKernels : public testing::TestWithParam<InstructionSet> {};

TEST_P(DenseKernels, SumInTheSameOrder) {
  std::mt19937_64 random(31);
  for (std::size_t size = 0; size < 80; size += lanes) {
    std::vector<double> a(block * size), b(block * size);
    for (double& value : a) value = std::ldexp(static_cast<double>(random() >> 11), -53) - 0.5;
    for (double& value : b) value = std::ldexp(static_cast<double>(random() >> 11), -53) - 0.5;
    std::array<double, block * block> products{};
    dense_kernel(GetParam()).multiply(a.data(), b.data(), size, products.data());
    for (std::size_t i = 0; i < block; ++i) {
      for (std::size_t j = 0; j < block; ++j) {
        std::array<double, lanes> partial{};
        for (std::size_t k = 0; k < size; ++k) {
          partial[k % lanes] += a[i * size + k] * b[j * size + k];
        }
        double expected = 0;
        for (const double sum : partial) expected += sum;
        ASSERT_EQ(products[block * i + j], expected) << size << ": " << i << " " << j;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, DenseKernels, testing::ValuesIn(supported_instruction_sets()),
                         [](const auto& set) { return std::string(name_of(set.param)); });

}  // namespace
}  // namespace subintent::internal
