// Diversification: re-ranking the candidates of a topic, so that the top covers more of its intents
// or repeats itself less.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

// The intents of a topic, or a layer of a hierarchy of them.
struct IntentLayer {
  std::vector<double> weights;  // P(i|q), by intent
  std::vector<std::optional<std::uint32_t>>
      parents;                                 // places in the layer above; none under the root
  std::vector<std::vector<double>> relevance;  // P(d|i): [intent][candidate], 0 to 1
};

// The documents of a topic that are re-ranked, best first.
struct Candidates {
  std::vector<double> relevance;                                   // P(d|q), 0 to 1
  std::vector<IntentLayer> layers;                                 // of intents; from the top
  std::function<double(std::uint32_t, std::uint32_t)> similarity;  // of two candidates

  std::size_t size() const { return relevance.size(); }
};

// A way to re-rank: every document in turn is the candidate that is worth most behind those taken
// before; of candidates that are worth the same, the first one.
struct Diversifier {
  std::string_view name, summary, source;
  bool uses_similarity;  // else intents

  // The first `depth` candidates of the new list, or all if there are fewer. `lambda`, 0 to 1.
  std::vector<std::uint32_t> (*rank)(const Candidates& candidates, double lambda,
                                     std::size_t depth);
};

// mmr, xquad, pm2:
//
// mmr [Carbonell and Goldstein, SIGIR 1998]: lambda P(d|q) - (1 - lambda) max sim(d, s) over the
// documents s taken.
//
// xquad [Santos, Macdonald and Ounis, WWW 2010]: (1 - lambda) P(d|q) + lambda sum_i P(i|q) P(d|i)
// prod_s (1 - P(s|i)). With several layers the sum is their mean [Hu et al., CIKM 2015].
//
// pm2 [Dang and Croft, SIGIR 2012]: with quotients q_i = P(i|q) / (2 s_i + 1) for the seats s_i an
// intent has, the intent i* of the highest quotient is next; lambda q_i* P(d|i*) + (1 - lambda)
// sum_(i != i*) q_i P(d|i) chooses the document, and every intent gets P(d|i) / sum_j P(d|j) of the
// seat. With several layers i* is found from the top, in each layer among the children of the
// intent found above, the document is chosen in the last layer, and seats count in every layer
// [Hu et al., CIKM 2015].
std::span<const Diversifier> diversifiers();

// nullptr if there is none of this name.
const Diversifier* find_diversifier(std::string_view name);

}  // namespace subintent::internal
