// The traditional measures, on the gains of a ranked list. Definitions: [Webber §3.1], [SakaiSong11
// §3.1], [Sakai12 §2.1].
#pragma once

#include "evaluate/gain_lists.h"
#include "evaluate/parameters.h"

namespace subintent::internal {

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
  std::string_view name;
  std::vector<std::string> other_names = {};
  std::string_view formula, source;  // paper and section
  std::vector<ParameterRecord> parameters = {};
  std::string_view at = {};  // as of MeasureRecord
  GainFunction value;
  bool is_binary = false;         // sees no gains, only what has one
  bool by_grades = false;         // sees grades, of which global gains have none
  bool by_highest_grade = false;  // and must know the highest of the scale
  bool scales_grades = false;     // grades above that one count as it
  bool of_topics = false;         // has no forms by global gains
  bool by_intent = false;         // has the form M-IA
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
