// The layers above the official intents: superintents, hand-made groups of them [Dou19 §2.3].
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/collection/topics.h"

namespace subintent::internal {

struct SuperintentNode {
  std::string name;
  std::optional<std::uint32_t>
      parent;               // index of the superintent it belongs to; none under the root
  std::uint32_t layer = 1;  // 1 for those that belong to no other
};

struct SuperintentTree {
  std::vector<SuperintentNode> nodes;  // parents before children
  std::vector<std::optional<std::uint32_t>>
      parents;                // of each intent; none outside any superintent
  std::uint32_t layers = 0;   // of the deepest superintent
  std::uint64_t ignored = 0;  // members that are neither intents nor superintents
};

// The superintents of a topic that have one of `intents` (in label order) below them; the others
// are left out. Superintents hang from the top: one that belongs to no other lies in layer 1.
// `superintents` must be free of circles and a name a member of one superintent, as
// read_superintents() checks.
SuperintentTree make_superintents(const Superintents& superintents,
                                  std::span<const std::string_view> intents);

}  // namespace subintent::internal
