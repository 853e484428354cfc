// Runs scored on other hierarchies: of another file, with shuffled documents, at several cutoffs
// [Dou19 Fig. 8].
#pragma once

#include "compare/study/evaluation.h"
#include "core/base/progress.h"
#include "hierarchy/build.h"
#include "hierarchy/cluster/dendrogram.h"

namespace subintent::internal {

// Measures of hierarchies that they do not name, each to be made on the one, then on the other.
// Throws Error::argument, "measures", for others.
std::vector<Measure> exchange_measures(std::span<const std::string> names, MeasureContext context);

// The scores of runs by such measures on the first and on the second hierarchies of the data, and
// what there is to say of the runs.
std::array<ScoreGroup, 2> score_on_both(const EvaluationData& data, std::span<const Run> runs,
                                        const std::vector<Measure>& measures, Remarks& remarks);

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

// The hierarchies that are made at each delta, by the names that [Dou19 Fig. 8] gives its curves:
// WI, WD, WIRaw, SUP+WI, SUP+WD. Measures refer to them, and behind them to those of the
// evaluation.
std::vector<std::string> delta_hierarchies();

// Puts them before those of the context. Throws Error::argument where that has one of their names.
void add_delta_hierarchies(MeasureContext& context);

// Is a hierarchy that superintents are needed for among those of the measures?
bool need_superintents(std::span<const Measure> measures);

struct DeltaOptions {
  std::vector<double> deltas;
  std::vector<Measure> measures;
  std::map<std::string, Superintents, LabelLess> superintents;  // of SUP+WI and SUP+WD
  HierarchySources sources;                                     // for messages
  PlaceboOptions placebo;
};

// Throws Error::argument where superintents are needed and there are none.
void require_superintents(const DeltaOptions& options);

// Calls use() for every delta, in order, with the scores of the runs, and behind each use_placebo()
// with the scores of every placebo. Throws the errors of build_hierarchies().
void score_deltas(const EvaluationData& data, std::span<const Run> runs,
                  std::span<const Dendrogram> dendrograms, const DeltaOptions& options,
                  const std::function<void(double delta, ScoreGroup)>& use,
                  const ProgressCallback& progress = {},
                  const std::function<void(ScoreGroup)>& use_placebo = {});

}  // namespace subintent::internal
