// Options of significance tests.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/tested_pairs.h"
#include "faces/cli/command_line.h"

namespace subintent::internal {

// As they are given.
struct TestOptions {
  std::vector<std::string> baselines;
  std::optional<std::string> correction, family;
  std::optional<std::int64_t> trials, seed;

  bool is_random() const { return trials || seed; }  // are they those of a random test?
};

// Declares them but --family; `corrections` says what the default correction is.
void declare_tests(CommandLine& line, TestOptions& options, const std::string& corrections);
void declare_family(CommandLine& line, TestOptions& options);

// The test of that name. Throws Error::usage, naming the option.
const SignificanceTest& test_named(std::string_view option, std::string_view name);

// What is compared and corrected. Throws Error::usage.
Comparison comparison_of(const TestOptions& options, Correction otherwise);

// Throws Error::usage for more trials than can be made, and for an alpha that is not between 0 and
// 1.
void check_trials(const TestOptions& options);
void check_alpha(double alpha);

// Throws Error::usage where a name is there twice.
void require_different(const char* option, std::vector<std::string> names);
// The same of measures, by what their names mean.
void require_different_measures(const char* option, std::span<const std::string> names);

inline constexpr std::string_view no_random_test =
    "no test is random: --trials and --seed have no effect";

}  // namespace subintent::internal
