// How the trees of dendrograms follow the data, beyond [Dou19 §3.3.1, §3.3.2], whose rules are the
// defaults.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// The bins of similarities for compression: an inner node in the bin of its parent is removed.
struct Bins {
  enum class Rule {
    fixed,  // ten: less than .1, less than .2, ... [Dou19]
    mean,   // two of each dendrogram: below the mean similarity of pairs in different leaves or not
    quantiles  // `count` of each dendrogram, with as many of its inner nodes each
  };
  Rule rule = Rule::fixed;
  std::uint32_t count = 10;  // of quantiles: 2 to 100

  bool operator==(const Bins&) const = default;
};

// "fixed", "mean", "quantiles=N", or "quantiles" for four. Throws Error of argument "bins" for
// others.
Bins bins_named(const std::string& name);

// The similarity of a pair of documents is here that of the merge that joins them.
struct PruningRules {
  // Each dendrogram has a delta of its own: the geometric mean of the mean similarity of pairs in
  // one leaf and of that of pairs in different leaves, when it is pruned at this delta.
  bool balanced_delta = false;

  // If given, from 0 to 1: merges above delta are not all that become leaves. As long as a²/w is
  // larger than this, where w is the mean similarity of pairs in one leaf (1 without such pairs)
  // and a that of pairs in different leaves, the next merge does too, up to the root.
  std::optional<double> stop = {};

  Bins bins = {};

  bool operator==(const PruningRules&) const = default;
};

}  // namespace subintent
