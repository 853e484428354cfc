// The cascade measures of novelty and diversity [Clarke11 §2], digit for digit as the TREC tool
// ndeval computes them: judgments are binary, and unless given weights are asked for, every intent
// counts the same.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "evaluate/gain_measures.h"
#include "evaluate/layer.h"

namespace subintent {

enum class CascadeMeasure { alpha_DCG, alpha_nDCG, ERR_IA, nERR_IA, NRBP, nNRBP };

struct CascadeParameters {
  std::uint32_t cutoff = no_cutoff;
  double alpha = 0.5;          // redundancy intolerance
  double beta = 0.5;           // NRBP: patience
  bool given_weights = false;  // weigh the nodes by their weights, normalised by their sum
};

// The greedy ideal list: at each rank the document of the highest gain; ties (within 1e-12,
// relative) go to the greatest docno, that is to the greatest id. It depends on alpha and the
// weights, not on cutoff, measure or beta, and grows as it is asked for. The layer must live as
// long. Time: O(distinct sets of nodes x nodes of a document) for each rank.
class GreedyIdeal {
 public:
  GreedyIdeal(const Layer& layer, const CascadeParameters& parameters);

  bool is_for(const Layer& layer, const CascadeParameters& parameters) const {
    return layer_ == &layer && alpha_ == parameters.alpha && weighted_ == parameters.given_weights;
  }
  // Of the whole list: the documents that are relevant to a node.
  std::size_t size() const { return ideal_.size() + remaining_; }
  DocumentId at(std::size_t index);

 private:
  void extend();

  const Layer* layer_;
  double alpha_;
  bool weighted_;
  std::vector<double> gains_;  // what each node still offers
  // Documents with the same nodes offer the same gain: of each such group only the last, of the
  // greatest docno, competes.
  std::vector<std::vector<DocumentId>> groups_;
  std::size_t remaining_ = 0;  // documents in the groups
  std::vector<DocumentId> ideal_;
};

// The ideal lists of a topic, each made once for all measures that share it.
class GreedyIdeals {
 public:
  GreedyIdeal& of(const Layer& layer, const CascadeParameters& parameters);

 private:
  std::deque<GreedyIdeal> ideals_;  // references stay valid
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
