// The ideal list of measures of novelty, which they divide by, while some grades are not known.
#pragma once

#include <vector>

#include "evaluate/parameters.h"
#include "study/open_layer.h"

namespace subintent::internal {

struct NoveltySetting {
  double alpha = 0.5;
  std::vector<double> weights;    // of nodes
  std::vector<double> discounts;  // by rank, as many as the list may have documents
  IdealList ideal = IdealList::greedy;
};

// Its discounted sum of gains, whatever is judged.
struct IdealSum {
  double low = 0, high = 0;  // of lists where something is relevant
  double most = 1;           // the most that a list can have of it
};

IdealSum ideal_sum_of(const OpenLayer& open, const NoveltySetting& setting);

}  // namespace subintent::internal
