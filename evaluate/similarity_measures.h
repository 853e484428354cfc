// The redundancy of a ranked list by document similarity, without intents [Dou19 §4].
#pragma once

#include <array>
#include <functional>
#include <string_view>

#include "evaluate/layer.h"
#include "evaluate/parameters.h"
#include "evaluate/scoring.h"

namespace subintent::internal {

// Which pairs of documents count, and how much: the form M_NAME of a traditional measure M.
struct PairScheme {
  std::string_view name;
  bool by_rank;   // ranks i < j weigh (K - (i+j)/2) / K; else 1
  bool adjacent;  // relevant documents without others of them in between; else all pairs of ranks
};

inline constexpr std::array pair_schemes = {
    PairScheme{"RA", true, false}, PairScheme{"RP", true, true}, PairScheme{"NA", false, false},
    PairScheme{"NP", false, true}};

// nullptr for other names.
const PairScheme* find_pair_scheme(std::string_view name);

// pairs=relevant.
ParameterRecord pairs_parameter();

using PairSimilarity = std::function<double(DocumentId, DocumentId)>;

// M_RA and so on: (M + 1 - S) / 2 [Dou19 §4] of a measure M of topic-level judgments, whose layer
// and parameters must live as long as the result. S@K, 0 to 1, is the weighted mean similarity of
// pairs of relevant documents in the top K [Dou19 eq. 5, 6]. All pairs of ranks means up to K, even
// if the list is shorter, or with relevant_pairs those of relevant documents. 0 where there is no
// pair. In the ideal list of M nothing is redundant.
Scoring with_redundancy(Scoring measure, const PairScheme& scheme, const Layer& topic,
                        const Parameters& parameters, PairSimilarity similarity);

}  // namespace subintent::internal
