// From layers to gains: what a traditional measure sees of a ranked list, under each source of
// gains.
#pragma once

#include <span>
#include <vector>

#include "evaluate/gain_measures.h"
#include "evaluate/layer.h"

namespace subintent {

// Global gains GG(r) = sum of P(i) g_i(r) of the documents in the top K [SakaiSong11 §3.2]. With
// `navigational_once` a navigational intent gains only at its first relevant document [Sakai12 eq.
// 8].
std::vector<Hit> global_hits(const Layer& layer, Ranking ranking, std::uint32_t cutoff, Gain gain,
                             bool navigational_once);

// Ideal list by global gain.
IdealGains global_ideal(const Layer& layer, Gain gain);

// The same with gains summed over layers: HGG(r) [Dou19 §2.3.2]. Each layer's share is its weight
// over the sum of all.
std::vector<Hit> hierarchical_hits(std::span<const Layer> layers, std::span<const double> weights,
                                   Ranking ranking, std::uint32_t cutoff, Gain gain);
IdealGains hierarchical_ideal(std::span<const Layer> layers, std::span<const double> weights,
                              Gain gain);

// Hits of each node for itself, and the ideal list of each.
std::vector<std::vector<Hit>> node_hits(const Layer& layer, Ranking ranking, std::uint32_t cutoff,
                                        Gain gain);
std::vector<IdealGains> node_ideals(const Layer& layer, Gain gain);

}  // namespace subintent
