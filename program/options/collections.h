// The options that say how documents are read, for all commands that read collections.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "program/command_line.h"
#include "subintent/tokenize.h"

namespace subintent::internal {

struct CollectionArguments {
  std::optional<std::string> format, docno, text;
  bool html = false;
};

void add_collection_options(CommandLine& line, CollectionArguments& arguments);

// The options that the arguments ask for. Throws Error::usage for empty values.
CollectionOptions options_of(const CollectionArguments& arguments);

// "warc, arc or trec": the names or labels of all formats, or of those whose texts may be HTML.
std::string listed_formats(std::string_view CollectionFormat::*text, std::string_view before_last,
                           bool only_plain = false);

}  // namespace subintent::internal
