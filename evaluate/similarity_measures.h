// The redundancy of a ranked list by document similarity, without intents [Dou19 §4].
#pragma once

#include <functional>

#include "evaluate/layer.h"

namespace subintent {

enum class PairScheme {
  RA,  // rank-weighted, all pairs of ranks
  RP,  // rank-weighted, adjacent relevant documents
  NA,  // weights of 1, all pairs of ranks
  NP   // weights of 1, adjacent relevant documents
};

// S@K, 0 to 1: the weighted mean similarity of pairs of relevant documents in the top K [Dou19 eq.
// 5, 6]. Pairs of ranks i < j weigh (K - (i+j)/2) / K, or 1. RA and NA divide by the weights of all
// pairs of ranks up to K, even if the list is shorter, or by those of relevant pairs with
// `relevant_pairs`. 0 where there is no pair.
double redundancy(PairScheme scheme, const Layer& topic_level, Ranking ranking,
                  std::uint32_t cutoff, bool relevant_pairs,
                  const std::function<double(DocumentId, DocumentId)>& similarity);

}  // namespace subintent
