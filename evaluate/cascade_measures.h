// The cascade measures of novelty and diversity [Clarke11 §2], digit for digit as the TREC tool
// ndeval computes them: judgments are binary, and unless given weights are asked for, every intent
// counts the same.
#pragma once

#include <cstdint>

#include "evaluate/gain_measures.h"
#include "evaluate/greedy_ideal.h"
#include "evaluate/layer.h"

namespace subintent {

enum class CascadeMeasure { alpha_DCG, alpha_nDCG, ERR_IA, nERR_IA, NRBP, nNRBP };

struct CascadeParameters {
  std::uint32_t cutoff = no_cutoff;
  double alpha = 0.5;          // redundancy intolerance
  double beta = 0.5;           // NRBP: patience
  bool given_weights = false;  // weigh the nodes by their weights, normalised by their sum
};

// What a measure divides by: the score of a perfect list, with unlimited documents relevant to all
// nodes, and for the normalised measures that of the ideal list as well. It depends on the
// judgments alone.
struct CascadeDivisors {
  double perfect = 0;
  double ideal = 1;
};

CascadeDivisors cascade_divisors(CascadeMeasure measure, const Layer& layer,
                                 const CascadeParameters& parameters, GreedyIdeals& ideals);

double cascade_measure(CascadeMeasure measure, const Layer& layer, Ranking ranking,
                       const CascadeDivisors& divisors, const CascadeParameters& parameters);

}  // namespace subintent
