// The options that name judgments and what is known of their intents.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/command_line.h"
#include "subintent/values.h"

namespace subintent::internal {

// The options of judgments, as they are given.
struct JudgmentOptions {
  std::vector<std::string> qrels, adhoc_qrels;
  std::optional<std::string> topics, probabilities;
  std::optional<std::string> topic_grades, judged;
  bool all_intents = false, relevant_intents = false;

  std::vector<std::string> given() const;  // "--qrels"
  std::vector<std::string> paths() const;
};

void declare_judgments(CommandLine& line, JudgmentOptions& options);

// The files of an option that may be given several times, as messages call them: "a.txt, b.txt".
std::string display_names(const std::vector<std::string>& paths);

// Which intents count; nothing where none of the two is given. Throws Error::usage for both.
std::optional<bool> all_intents_of(bool all, bool relevant);

// The files that the options name. Throws Error::usage.
JudgmentInputs judgment_files(const JudgmentOptions& options);

}  // namespace subintent::internal
