#include "program/options/groups.h"

#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* groups_example = "for example --groups gender=memberships.txt";
constexpr const char* targets_example = "for example --group-targets gender=targets.txt";

using Attributes = std::map<std::string, GroupAttribute>;

GroupAttribute& named(Attributes& attributes, const char* option, const std::string& name) {
  const auto at = attributes.find(name);
  if (at != attributes.end()) return at->second;
  throw Error::usage(std::string(option) + ": there are no groups " + printable(name),
                     "name their memberships with --groups " + printable(name) + "=FILE");
}

}  // namespace

std::vector<std::string> GroupOptions::paths() const {
  std::vector<std::string> paths;
  for (const std::string& text : groups) {
    paths.push_back(named_file("--groups", text, groups_example).second);
  }
  for (const std::string& text : targets) {
    paths.push_back(named_file("--group-targets", text, targets_example).second);
  }
  return paths;
}

void declare_groups(CommandLine& line, GroupOptions& o) {
  line.section("Groups of documents");
  line.option("groups", &o.groups, "NAME=FILE",
              "memberships of documents in groups, for GF, GFR, AWRF and G-rec: \"topic|* "
              "docno group membership\", or \"docno group\"; repeatable");
  line.option(
      "group-targets", &o.targets, "NAME=FILE",
      "shares that groups should have: \"topic|* group share\" (default: uniform); repeatable");
  line.option("ordinal", &o.ordinal, "NAME,...",
              "attributes whose groups have the order of their targets (default: none)");
}

Attributes group_attributes(const GroupOptions& o) {
  Attributes attributes;
  for (const std::string& text : o.groups) {
    const auto [name, path] = named_file("--groups", text, groups_example);
    if (!attributes.emplace(name, GroupAttribute{Source(path), {}, false}).second) {
      throw Error::usage("--groups: two are named " + printable(name), "rename one");
    }
  }
  for (const std::string& text : o.targets) {
    const auto [name, path] = named_file("--group-targets", text, targets_example);
    GroupAttribute& attribute = named(attributes, "--group-targets", name);
    if (attribute.targets) {
      throw Error::usage("--group-targets: there are two of " + printable(name), "give one");
    }
    attribute.targets = Source(path);
  }
  for (const std::string& names : o.ordinal) {
    for (const std::string& name : split(names, ',')) {
      named(attributes, "--ordinal", std::string(trim(name))).is_ordinal = true;
    }
  }
  return attributes;
}

std::pair<std::string, std::string> named_file(const char* option, const std::string& value,
                                               const char* example) {
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == value.size()) {
    throw Error::usage(std::string(option) + ": '" + printable(value) + "' is not NAME=FILE",
                       example);
  }
  return {value.substr(0, equals), value.substr(equals + 1)};
}

}  // namespace subintent::internal
