// One question about runs, answered by all analyses that could be defended [Steegen et al. 2016].
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/tested_pairs.h"
#include "study/delta.h"
#include "study/evaluation.h"
#include "subintent/basics.h"

namespace subintent::internal {

// Of a pair of runs: the analyses in which the first is significantly better, those in which the
// second is, and all.
struct Verdicts {
  std::uint64_t first = 0, second = 0, all = 0;

  void add(const ComparedPair& pair);
  void add(const Verdicts& more);
};

// One analysis, and what it says of the pair of runs that is looked at.
struct Specification {
  std::string judgments;
  std::string dendrograms;      // empty where the measure sees none
  std::optional<double> delta;  // likewise
  std::size_t measure = 0;      // of MultiverseInputs::measures
  std::size_t test = 0;         // of MultiverseInputs::tests
  ComparedPair pair = {};
  bool sees_hierarchy = false;
  Verdicts placebos = {};  // of the same analysis with placebos; where it sees a hierarchy
};

// What all analyses say of a pair of runs.
struct PairVerdicts {
  Verdicts all, by_hierarchies, placebos;
};

struct MultiverseInputs {
  // The judgments, each with its name, and dendrograms of the ways to compare documents.
  std::vector<std::pair<std::string, const EvaluationData*>> judgments;
  std::vector<NamedDendrograms> dendrograms;
  std::span<const Run> runs;
  // Deltas, measures, superintents and placebos of every analysis.
  DeltaOptions options;
  std::vector<TestSettings> tests;
  Correction correction = Correction::none;
};

struct Multiverse {
  // In the order of judgments, dendrograms, deltas, tests and measures; those that see no
  // dendrograms come once for each judgments, before the others.
  std::vector<Specification> specifications;
  std::vector<PairVerdicts> pairs;  // in the order of all_pairs()
};

// Specifications are about pair number `pair` of all_pairs(). Runs are scored once for all tests
// and pairs, in parallel over judgments, dendrograms and deltas. Throws the errors of
// score_deltas().
Multiverse multiverse(const MultiverseInputs& inputs, std::size_t pair,
                      const ProgressCallback& progress = {});

}  // namespace subintent::internal
