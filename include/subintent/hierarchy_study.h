// How far hierarchies can be trusted: whether their nodes are found again, how far two of them
// agree, what it changes for runs to take one for the other, and what shuffled ones do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "subintent/cluster.h"
#include "subintent/compare.h"
#include "subintent/evaluate.h"
#include "subintent/export.h"
#include "subintent/hierarchy.h"
#include "subintent/hierarchy_agreement.h"
#include "subintent/judgments.h"
#include "subintent/progress.h"
#include "subintent/pruning.h"
#include "subintent/run.h"
#include "subintent/similarity.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

struct StabilityOptions {
  std::uint32_t samples = 100;  // 1 to 10,000
  std::uint64_t seed = 1;
  ClusterOptions clustering = {};  // as the dendrograms were made; the level is theirs
  double delta = 0.3;              // as the hierarchies were
  bool compress = true;            // likewise
  PruningRules rules = {};         // likewise
};

// Gives the nodes of hierarchies their stability: how far they are found again in samples of 80 %
// of the documents of a dendrogram [Hennig, CSDA 52, 2007], the mean Jaccard coefficient of a node
// and the node of the sample's hierarchy that is most like it. Intents have none. `dendrograms` and
// `similarity` are what the hierarchies were made of. The result is the same for any number of
// threads. Throws Error of argument "samples" and "delta" for other numbers, and for hierarchies
// and dendrograms that could not be read from files.
void add_stability(std::vector<Hierarchy>& hierarchies, const std::vector<Dendrogram>& dendrograms,
                   const Similarity& similarity, const StabilityOptions& options = {},
                   const ProgressCallback& progress = {});

// The agreement of two hierarchies of each topic that both lists have, in label order. Topics and
// documents that one of them lacks are added to `warnings` if it is given. Throws Error where they
// have no topic in common, and for hierarchies that could not be read from a file.
HierarchiesAgreement hierarchy_agreement(const std::vector<Hierarchy>& first,
                                         const std::vector<Hierarchy>& second,
                                         const ProgressCallback& progress = {},
                                         Warnings* warnings = nullptr);

struct ExchangeOptions {
  // Of hierarchies, which they do not name: each is made on the one, then on the other.
  std::vector<std::string> measures = {"I-rec-LA@20", "alpha-nDCG-LA@20", "HD#-nDCG@20"};
  std::string test = "t";
  std::optional<std::uint64_t> trials = {};  // of random tests, 1 to 100,000; none: the default
  std::uint64_t seed = 1;
  double alpha = 0.05;
  Correction correction = Correction::none;
  EvaluatorOptions evaluation = {};  // without hierarchies
};

struct HierarchyExchange {
  std::vector<MeasureExchange> measures;
  TestUsed test;
  Warnings warnings;
};

// What becomes of the comparisons of runs if the second hierarchies take the place of the first.
// Throws the errors of Evaluator and significance(), and Error where two runs have one name.
HierarchyExchange exchange_hierarchies(const Judgments& judgments,
                                       const std::vector<Hierarchy>& first,
                                       const std::vector<Hierarchy>& second,
                                       const std::vector<Run>& runs,
                                       const ExchangeOptions& options = {});

// Placebo `number`, from 0, of hierarchies: their documents shuffled within each intent, at topic
// level within the topic. Layers, sizes and weights of nodes stay as they are, and so do the
// documents of intents and superintents. Throws Error for hierarchies that could not be read from a
// file.
std::vector<Hierarchy> shuffled(const std::vector<Hierarchy>& hierarchies, std::uint64_t seed = 1,
                                std::uint32_t number = 0);

struct PlaceboOptions {
  std::vector<std::string> measures = {};  // none: I-rec-LA and HD#-nDCG at 20, of each hierarchy
  std::uint32_t count = 20;                // of placebos, 1 to 10,000
  std::uint64_t seed = 1;                  // of the placebos, and of a random test
  std::string test = "t";
  std::optional<std::uint64_t> trials = {};  // of random tests, 1 to 100,000; none: the default
  double alpha = 0.05;
  Correction correction = Correction::none;
  EvaluatorOptions evaluation = {};  // with the hierarchies
};

struct PlaceboStudy {
  std::vector<PlaceboPower> powers;  // by measure
  TestUsed test;
  Warnings warnings;
};

// Discriminative power with hierarchies beside that with placebos: what is found with those as well
// is not found by which documents are together. Throws the errors of Evaluator and significance(),
// and Error where no measure sees a hierarchy and where two runs have one name.
PlaceboStudy placebo_study(const Judgments& judgments, const std::vector<Run>& runs,
                           const PlaceboOptions& options, const ProgressCallback& progress = {});

}  // namespace subintent
