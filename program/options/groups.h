// The options that name groups of documents.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "program/command_line.h"
#include "subintent/values.h"

namespace subintent::internal {

// The options of groups, as they are given.
struct GroupOptions {
  std::vector<std::string> groups, targets, ordinal;

  std::vector<std::string> paths() const;
};

void declare_groups(CommandLine& line, GroupOptions& options);

// The attributes that the options mean; names are for check_inputs(). Throws Error::usage.
std::map<std::string, GroupAttribute> group_attributes(const GroupOptions& options);

// The value of an option that is NAME=FILE. Throws Error::usage, with the example.
std::pair<std::string, std::string> named_file(const char* option, const std::string& value,
                                               const char* example);

}  // namespace subintent::internal
