// Groups of documents by an attribute, for measures of group fairness.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "subintent/export.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

// How far a document belongs to a group, 0 to 1. The shares of a document in the groups of an
// attribute add up to 1.
struct GroupMembership {
  std::string topic, docno, group;  // topic "*": all that have no memberships of their own
  double share = 0;
};

// The share that a group should have of a ranked list, 0 to 1. The shares of a topic add up to 1.
struct GroupTarget {
  std::string topic, group;  // topic "*": all that have no targets of their own
  double share = 0;
};

// Files, or values in memory. Errors of values name their number, from 1.
using MembershipSource = std::variant<Source, std::vector<GroupMembership>>;
using GroupTargetSource = std::variant<Source, std::vector<GroupTarget>>;

// An attribute of documents with its groups. Parts of the names of groups that '/' separates are
// the layers of a hierarchy of groups, "Europe/France". Documents without memberships belong to no
// known group; an attribute without memberships of a topic does not apply to it.
struct GroupAttribute {
  MembershipSource memberships;
  std::optional<GroupTargetSource> targets = {};  // none: uniform, groups in natural order
  bool is_ordinal = false;                        // the groups have the order of their targets
};

}  // namespace subintent
