// The groups of documents of a topic, as its measures see them.
#pragma once

#include "core/collection/groups.h"
#include "evaluate/layer.h"

namespace subintent::internal {

struct NamedGroups {
  std::string name;  // of the attribute
  std::shared_ptr<const Groups> groups;
};

// The groups of an attribute.
struct TopicGroups {
  std::string_view attribute;
  std::shared_ptr<const Groups> groups;
  const TopicMemberships* memberships = nullptr;  // nullptr: it does not apply to the topic
  std::vector<std::uint32_t> places;              // of documents in the memberships
  std::vector<double> target;                     // in the order of the groups

  // Empty for a document that belongs to no known group.
  std::span<const GroupShare> of(DocumentId document) const {
    if (document < 0) return {};
    const std::uint32_t place = places[static_cast<std::size_t>(document)];
    return place == NameTable::none ? std::span<const GroupShare>() : memberships->of(place);
  }
};

// The groups of one attribute, in one layer of their hierarchy; or those of several attributes
// crossed: each pair, triple and so on is a group, a document's membership in it and its target are
// the products of theirs.
class CrossedGroups {
 public:
  static constexpr std::size_t most = 10'000;  // groups

  // At least one attribute, all of which apply to the topic. Of an attribute with fewer layers the
  // last one counts. Throws Error of argument "measures" for more than `most` groups.
  CrossedGroups(std::vector<const TopicGroups*> attributes, std::size_t layer);

  std::size_t size() const { return target_.size(); }
  bool is_ordinal() const;  // only where nothing is crossed
  const std::vector<double>& target() const { return target_; }

  // Nothing where the document belongs to no known group of any of the attributes. Where it does of
  // some, it belongs to those of the others to equal parts.
  std::vector<GroupShare> of(DocumentId document) const;

 private:
  std::vector<const TopicGroups*> attributes_;
  std::vector<const GroupLayer*> layers_;
  std::vector<double> target_;
};

}  // namespace subintent::internal
