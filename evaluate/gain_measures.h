// The traditional measures, on the gains of a ranked list. Definitions: [Webber §3.1], [SakaiSong11
// §3.1], [Sakai12 §2.1].
#pragma once

#include "evaluate/layer.h"
#include "evaluate/parameters.h"

namespace subintent::internal {

// From layers to gains: what a traditional measure sees of a ranked list, under each source of
// gains.

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

// A ranked list and its judgments as a traditional measure sees them.
struct GainList {
  std::span<const Hit> hits;  // at ranks up to the cutoff, in rank order
  std::size_t length;         // documents in the list
  const IdealGains& ideal;
};

// 0 where nothing that was judged is relevant.
using GainFunction = double (*)(const GainList&, const Parameters&);

// A record from which those of all forms are made: M, M-IA, D-M, HD-M and so on.
struct GainMeasure {
  enum Trait : unsigned {
    binary = 1,      // sees no gains, only what has one
    graded = 2,      // sees grades, of which global gains have none
    to_highest = 4,  // and must know the highest of the scale
    scaled = 8,      // grades above that one count as it
    of_topics = 16,  // has no forms by global gains
    by_intent = 32   // has the form M-IA
  };
  std::string_view name, formula, source;  // paper and section
  GainFunction value = nullptr;
  unsigned traits = 0;
  std::vector<ParameterRecord> parameters = {};
  std::vector<std::string> other_names = {};
  std::string_view at = {};  // as of MeasureRecord

  bool is(unsigned any) const { return (traits & any) != 0; }
};

const std::vector<GainMeasure>& gain_measures();

// Parameters that other measures share.
ParameterRecord persistence_parameter();  // p of RBP
ParameterRecord phi_parameter();          // of iRBU
ParameterRecord max_grade_parameter();    // of ERR
ParameterRecord discount_parameter();     // of DCG

// The record of a name. It must be known.
const GainMeasure& gain_measure(std::string_view name);

// SDCG, BPM, INSQ, INST and NERR8 to NERR11: what the user gains for each document looked at. Of
// each measure only the chance to read on differs [Moffat, Bailey, Scholer and Thomas 2017].
std::vector<GainMeasure> browsing_measures();

}  // namespace subintent::internal
