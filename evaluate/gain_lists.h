// From layers to gains: what a traditional measure sees of a ranked list, under each source of
// gains.
#pragma once

#include "evaluate/formulas.h"
#include "evaluate/layer.h"

namespace subintent::internal {

// A relevant document in a ranked list. What is not relevant has no hit.
struct Hit {
  std::uint32_t rank = 0;  // from 1
  double gain = 0;         // > 0
  std::int32_t grade = 0;  // > 0; for measures by grades
};

// The gains and the grades of all relevant documents, both descending.
struct IdealGains {
  std::vector<double> gains;
  std::vector<std::int32_t> grades;
};

// Global gains GG(r) = sum of P(i) g_i(r) of the documents in the top K [SakaiSong11 §3.2]. With
// `navigational_once` a navigational intent gains only at its first relevant document [Sakai12 eq.
// 8].
std::vector<Hit> global_hits(const Layer& layer, Ranking ranking, std::uint32_t cutoff, Gain gain,
                             bool navigational_once);

// Ideal list by global gain.
IdealGains global_ideal(const Layer& layer, Gain gain);

// A node's share of a document's global gain.
struct GainShare {
  std::uint32_t layer = 0, node = 0;
  double share = 0;
};

// The shares of nodes in each hit of global_hits(); those of a hit add up to 1.
std::vector<std::vector<GainShare>> global_shares(const Layer& layer, Ranking ranking,
                                                  std::span<const Hit> hits, Gain gain,
                                                  bool navigational_once);

// The same with gains summed over layers: HGG(r) [Dou19 §2.3.2]. Each layer's share is its weight
// over the sum of all.
std::vector<Hit> hierarchical_hits(Layers layers, std::span<const double> weights, Ranking ranking,
                                   std::uint32_t cutoff, Gain gain);
IdealGains hierarchical_ideal(Layers layers, std::span<const double> weights, Gain gain);
std::vector<std::vector<GainShare>> hierarchical_shares(Layers layers,
                                                        std::span<const double> weights,
                                                        Ranking ranking, std::span<const Hit> hits,
                                                        Gain gain);

// Hits of each node for itself, and the ideal list of each.
std::vector<std::vector<Hit>> node_hits(const Layer& layer, Ranking ranking, std::uint32_t cutoff,
                                        Gain gain);
std::vector<IdealGains> node_ideals(const Layer& layer, Gain gain);

}  // namespace subintent::internal
