// The actions of the command `subintent judge`: each is a file judge_NAME.cpp with its setup.
#pragma once

#include "program/command_line.h"

namespace subintent::internal {

// Like a Command, but its name has two words: "judge sample".
struct JudgeAction : ActionRecord {
  Work (*setup)(CommandLine& line);
};

// Throws Error::usage unless the arguments are one folder.
void require_one_study(const std::vector<std::string>& arguments);

Work setup_judge_sample(CommandLine& line);
Work setup_judge_intents(CommandLine& line);
Work setup_judge_serve(CommandLine& line);
Work setup_judge_pages(CommandLine& line);
Work setup_judge_import(CommandLine& line);
Work setup_judge_status(CommandLine& line);
Work setup_judge_export(CommandLine& line);

}  // namespace subintent::internal
