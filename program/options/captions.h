// The options that name what people read in the place of the names of documents and topics.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/command_line.h"

namespace subintent::internal {

// Options as given. A command with JudgmentOptions has its --topics from those, and copies it.
struct CaptionOptions {
  std::vector<std::string> texts;
  std::optional<std::string> topics;

  std::vector<std::string> given() const;  // "--texts"
  std::vector<std::string> paths() const;
};

// Declare --texts (may be repeated) and --topics; `where` comes before the help text, as
// "pooling, delta: ".
void declare_texts(CommandLine& line, CaptionOptions& options, const std::string& where = "");
void declare_topics(CommandLine& line, CaptionOptions& options, const std::string& where = "");

}  // namespace subintent::internal
