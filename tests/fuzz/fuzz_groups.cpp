// Memberships in groups and their targets, with a line "=" between them: those that are read add
// up, and are read again as rows.
#include <cmath>

#include "core/collection/groups.h"
#include "input.h"

namespace subintent::internal {
namespace {

GroupAttribute attribute_of(std::string_view text) {
  const std::size_t end = text.find("\n=\n");
  GroupAttribute made{Source::memory(text.substr(0, end), "memberships"), {}, false};
  if (end != text.npos) made.targets = Source::memory(text.substr(end + 3), "targets");
  return made;
}

void check(const Groups& groups) {
  require(groups.names().size() >= 2 && groups.names().size() <= Groups::most);
  require(!groups.layers().empty() && groups.layers().size() <= Groups::most_layers);
  for (const GroupLayer& layer : groups.layers()) {
    require(layer.of_group.size() == groups.names().size() && layer.size <= layer.of_group.size());
    for (const std::uint32_t group : layer.of_group) require(group < layer.size);
  }
  for (const TopicMemberships& topic : groups.topics()) {
    require(groups.find(topic.topic) == &topic);
    for (std::uint32_t d = 0; d < topic.docnos.names().size(); ++d) {
      double sum = 0;
      for (const GroupShare& group : topic.of(d)) {
        require(group.group < groups.names().size() && group.share > 0 && group.share <= 1);
        sum += group.share;
      }
      require(std::abs(sum - 1) <= 0.1);
    }
  }
}

// As rows, those of 0 too.
GroupAttribute values_of(const Groups& groups) {
  std::vector<GroupMembership> memberships;
  std::vector<GroupTarget> targets;
  for (const std::string& name : groups.names()) targets.push_back({"*", name, 0});
  targets[0].share = 1;
  for (const TopicMemberships& topic : groups.topics()) {
    for (std::uint32_t d = 0; d < topic.docnos.names().size(); ++d) {
      const std::string docno(topic.docnos.names()[d]), name(topic.topic);
      for (std::uint32_t g = 0; g < groups.names().size(); ++g) {
        double share = 0;
        for (const GroupShare& of_document : topic.of(d))
          if (of_document.group == g) share = of_document.share;
        memberships.push_back({name, docno, groups.names()[g], share});
      }
    }
  }
  return {memberships, targets, false};
}

void compare(const Groups& groups, const Groups& again) {
  require(again.names() == groups.names() && again.topics().size() == groups.topics().size());
  for (std::size_t t = 0; t < groups.topics().size(); ++t) {
    const TopicMemberships &a = groups.topics()[t], &b = again.topics()[t];
    require(a.topic == b.topic && a.docnos.names() == b.docnos.names() && a.first == b.first);
    for (std::size_t i = 0; i < a.shares.size(); ++i)
      require(a.shares[i].group == b.shares[i].group && a.shares[i].share == b.shares[i].share);
  }
}

}  // namespace

void fuzz(std::string_view input) {
  survives([&] {
    const Groups groups = read_groups(attribute_of(input), "groups");
    check(groups);
    // Values must be text that is UTF-8 without control characters.
    std::optional<Groups> again;
    survives([&] { again.emplace(read_groups(values_of(groups), "values")); });
    if (again) compare(groups, *again);
  });
}

}  // namespace subintent::internal
