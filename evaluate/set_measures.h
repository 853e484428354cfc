// Measures that count: intents covered, ranks with something relevant.
#pragma once

#include "evaluate/gain_measures.h"
#include "evaluate/layer.h"

namespace subintent {

// Nodes with a relevant document in the top K [Dou19 §2.2]; dummies only if they count.
std::size_t covered_nodes(const Layer& layer, Ranking ranking, std::uint32_t cutoff,
                          bool counts_dummies = true);

// I-rec: covered nodes over all nodes of the layer.
double intent_recall(const Layer& layer, Ranking ranking, std::uint32_t cutoff);

// Ranks of the top K relevant to any node, over K [Clarke11 §3].
double combined_precision(const Layer& layer, Ranking ranking, std::uint32_t cutoff);

// Ef-P: as combined precision, but a navigational intent counts only its first relevant document
// [Sakai12 §4.2].
double effective_precision(const Layer& layer, Ranking ranking, std::uint32_t cutoff);

// P-IA: mean over nodes of the precision at K, binary, every node the same [Clarke11 §2.1].
double precision_ia(const Layer& layer, Ranking ranking, std::uint32_t cutoff);

// MAP-IA: mean over nodes of the average precision, binary, every node the same [Clarke11 §2.1].
double map_ia(const Layer& layer, Ranking ranking, std::uint32_t cutoff);

}  // namespace subintent
