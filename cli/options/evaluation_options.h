// The options that the commands that score runs share.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/options/evaluate_options.h"

namespace subintent {

// Declares them; `where` comes before each help text, as "pooling, delta: ".
void declare_evaluation(CommandLine& line, EvaluationOptions& options,
                        const std::string& where = "");

// Checks them and fills what is made from them. Throws Error::usage.
void check_evaluation(EvaluationOptions& options);

// All files that they name.
std::vector<std::string> input_files(const EvaluationOptions& options);

// The options that were given, as "--qrels".
std::vector<std::string> options_given(const EvaluationOptions& options);

}  // namespace subintent
