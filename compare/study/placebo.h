// Placebo hierarchies: the same trees with their documents in other places. What a measure finds
// with them as well is not found by which documents are together.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "compare/study/evaluation.h"
#include "core/base/progress.h"
#include "hierarchy/hierarchy.h"

namespace subintent::internal {

struct PlaceboOptions {
  std::uint32_t count = 0;
  std::uint64_t seed = 1;
};

inline constexpr std::int64_t max_placebos = 10'000;

// The hierarchies with their documents shuffled, as RandomPurpose::placebo says: within an intent,
// at topic level within the topic. All nodes of an intent see the same shuffle. Layers, sizes and
// weights of nodes stay as they are, and so do the documents of intents and superintents. `number`
// counts placebos from 0.
std::vector<Hierarchy> shuffled(std::span<const Hierarchy> hierarchies, std::uint64_t seed,
                                std::uint32_t number);

// The measures that see a hierarchy.
std::vector<Measure> measures_of_hierarchies(std::span<const Measure> measures);

// The measures where none are asked for: I-rec-LA and HD#-nDCG at 20 on each hierarchy.
std::vector<std::string> placebo_measures(std::span<const std::string> hierarchies);

// Placebos say something of measures that see hierarchies. Throws Error::argument, "measures",
// where none does.
void require_hierarchies(std::span<const Measure> measures);

// Calls use() for every placebo, in order, with the scores of the runs by those of the measures
// that see a hierarchy; measures refer to `hierarchies`.
void score_placebos(const EvaluationData& data, std::span<const Run> runs,
                    const std::vector<NamedHierarchies>& hierarchies,
                    std::span<const Measure> measures, const PlaceboOptions& options,
                    const std::function<void(ScoreGroup)>& use, ProgressMeter& meter);

}  // namespace subintent::internal
