// Discriminative power with hierarchies beside that with placebos.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace subintent::internal {

// Discriminative power of a measure with hierarchies, beside that with placebos: the same
// hierarchies with their documents shuffled.
struct PlaceboPower {
  std::string measure;
  std::uint64_t significant = 0, pairs = 0;
  std::vector<std::uint64_t> placebos;  // significant pairs with each; none: sees no hierarchy

  double power() const;  // significant / pairs
  // Powers with placebos, of which there is one at least.
  double mean() const, lowest() const, highest() const;
  std::uint64_t as_high() const;  // placebos with at least the power of the hierarchies
  // The probability of that if the places of documents made no difference: (as_high + 1) /
  // (placebos + 1).
  double p() const;
};

}  // namespace subintent::internal
