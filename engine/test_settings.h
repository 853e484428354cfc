// Tests of significance from values of the public interface.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compare/significance.h"
#include "subintent/compare.h"
#include "subintent/correction.h"

namespace subintent::internal {

// Throw Error of argument "trials" or "alpha".
void check_trials(std::uint64_t trials);
void check_alpha(double alpha);

// Throws Error of argument "test", "trials" or "alpha" for what makes no sense.
TestSettings test_settings(const std::string& test, std::optional<std::uint64_t> trials,
                           std::uint64_t seed, double alpha);

TestUsed test_used(const TestSettings& settings, Correction correction);

}  // namespace subintent::internal
