#include <fmt/format.h>

#include "core/collection/score_table.h"
#include "engine/studies/study_data.h"
#include "engine/values.h"
#include "report/judge/make_study.h"
#include "subintent/program.h"

namespace subintent {
namespace {

constexpr std::size_t usual_pairs = 5, most_pairs = 10'000, most_cutoff = 1'000;

void require_between_1_and(std::size_t most, const char* name, std::size_t value) {
  refuse_if(value < 1, name, fmt::format("{}: 0 is too few", name));
  refuse_if(value > most, name, fmt::format("{} is above {}", name, most));
}

// One name for each measure.
std::vector<internal::PairPool> pools_of(const PairInputs& inputs) {
  const std::string text = inputs.pool.empty() ? "random" : join(inputs.pool, ",");
  auto pools = internal::parse_pools(text, inputs.pairs.value_or(usual_pairs));
  const std::vector<std::string> all = internal::measures_of(pools);
  for (internal::PairPool& pool : pools)
    pool.measures = internal::known_names(std::move(pool.measures), all);
  return pools;
}

// Refuses inputs without any use.
void refuse_unused(const PairInputs& inputs) {
  const EvaluationInputs& by = inputs.evaluation;
  const auto refuse = [](bool given, const char* argument, const std::string& what) {
    refuse_if(given, argument, what, "leave out one of the two");
  };
  refuse_if(!inputs.check_runs.empty() && !inputs.checks, "check_runs",
            "`check_runs` without `checks`", "give the file of the attention checks");
  if (inputs.chosen) {
    const std::string why = " draws pairs, but `chosen` gives them";
    refuse(!inputs.pool.empty(), "pool", "pool" + why);
    refuse(inputs.pairs.has_value(), "pairs", "pairs" + why);
    refuse(inputs.topics.has_value(), "topics", "`PairInputs::topics`" + why);
    refuse(!inputs.scores.empty(), "scores", "scores" + why);
  }
  if (inputs.scores.empty()) return;
  const std::string why = " computes scores, but `scores` gives them";
  refuse(!by.hierarchies.empty(), "hierarchies", "`hierarchy`" + why);
  const auto* const files = std::get_if<SimilarityFiles>(&by.similarity);
  refuse(files == nullptr, "similarity", "`similarity`" + why);
  refuse(files->fingerprints.has_value(), "similarity", "`fingerprints`" + why);
  refuse(!files->vectors.empty(), "similarity", "`vectors`" + why);
  refuse(files->dense.has_value(), "similarity", "`dense`" + why);
  refuse(!by.gains.empty(), "gains", "gains" + why);
  refuse(by.max_grade.has_value(), "max_grade", "max_grade" + why);
}

// The pools, and their measures.
struct Plan {
  explicit Plan(const PairInputs& inputs) : gains(internal::checked_gains(inputs.evaluation)) {
    refuse_if(inputs.runs.size() < 2, "runs", "fewer than two runs", "give the runs to compare");
    refuse_unused(inputs);
    require_between_1_and(most_pairs, "pairs", inputs.pairs.value_or(usual_pairs));
    require_between_1_and(most_cutoff, "cutoff", inputs.cutoff);
    refuse_if(inputs.relevant_only && !internal::are_given(inputs.evaluation.judgments), "qrels",
              "qrels is missing, which `relevant_only` needs",
              "give the judgments, or leave it out");
    if (inputs.chosen) return;
    sample = {pools_of(inputs), inputs.topics, inputs.seed};
    measures = internal::measures_of(sample.pools);
    refuse_if(!inputs.scores.empty() && measures.empty(), "scores", "scores: no pool uses scores",
              "add one, for example `pool=near:MEASURE`");
    if (inputs.scores.empty())
      computed = internal::parse_measures(measures, internal::context_of(inputs.evaluation, gains));
  }

  internal::Gain::Table gains;  // the measures refer to it
  internal::SampleOptions sample;
  std::vector<std::string> measures;        // of pools
  std::vector<internal::Measure> computed;  // those whose scores are not read
};

// By the measures of the pools: read, or computed.
internal::ScoreGroup scores_of(const PairInputs& inputs, const Plan& plan,
                               const internal::EvaluationData& data,
                               std::span<const internal::Run> runs, const RemarksCallback& say) {
  if (inputs.scores.empty()) {
    if (plan.measures.empty()) return {};
    Remarks remarks;
    auto scores = internal::score_runs(runs, data.scorer(plan.computed), remarks);
    internal::tell(say, remarks.warnings, remarks.notes);
    return scores;
  }
  internal::ScoreTable table = internal::read_scores(inputs.scores);
  internal::tell(say, {}, table.notes);
  internal::resolve_measures(table, plan.measures);
  return internal::make_groups(table, plan.measures, MissingScores::error).at(0);
}

// Nobody sees a check a second time as another pair.
void require_other_pairs(const std::vector<internal::ListPair>& checks,
                         const std::vector<internal::ListPair>& pairs, const PairInputs& inputs) {
  for (const internal::ListPair& check : checks) {
    for (const internal::ListPair& pair : pairs) {
      const bool same = std::minmax(check.run1, check.run2) == std::minmax(pair.run1, pair.run2);
      if (!same || check.topic != pair.topic) continue;
      throw Error(Location{inputs.checks->name(), check.line},
                  "the pair is also in " + inputs.chosen->name(), "leave it out there");
    }
  }
}

std::size_t topics_of(const std::vector<internal::ListPair>& pairs) {
  std::set<std::string_view> topics;
  for (const internal::ListPair& pair : pairs) topics.insert(pair.topic);
  return topics.size();
}

}  // namespace

std::vector<PoolKind> pool_kinds() {
  return mapped(internal::pool_kinds(), [](const internal::PoolKind& kind) {
    return PoolKind{std::string(kind.name), kind.measures, std::string(kind.text)};
  });
}

PairSample::PairSample(const PairInputs& inputs, const RemarksCallback& say) {
  Plan plan(inputs);
  EvaluationInputs evaluation = inputs.evaluation;
  std::vector<AnyRun> given(inputs.runs.begin(), inputs.runs.end());
  take_topics(evaluation, given);
  given.insert(given.end(), inputs.check_runs.begin(), inputs.check_runs.end());
  Remarks remarks;
  const internal::EvaluationData read =
      internal::read_evaluation(evaluation, plan.computed, remarks);
  internal::tell(say, remarks.warnings, remarks.notes);

  const auto data = std::make_shared<Data>();
  data->judgments = read.judgments;
  data->runs = internal::read_runs(given);
  const std::span<const internal::Run> runs(data->runs), judged = runs.first(inputs.runs.size());
  internal::ShownOptions shown{static_cast<std::uint32_t>(inputs.cutoff), inputs.relevant_only, {}};
  const internal::ShownLists drawn(judged, data->judgments->adhoc, shown);
  for (const internal::Run& run : runs.subspan(judged.size())) shown.whole.insert(run.name);
  data->lists.emplace(runs, data->judgments->adhoc, shown);
  if (inputs.checks) {
    data->checks = internal::checks_to_show(internal::read_list_pairs(*inputs.checks), *data->lists,
                                            inputs.checks->name());
  }
  if (inputs.chosen) {
    auto chosen = internal::pairs_to_judge(internal::read_list_pairs(*inputs.chosen), drawn,
                                           inputs.chosen->name());
    require_other_pairs(data->checks, chosen.pairs, inputs);
    data->pairs = std::move(chosen.pairs);
    data->nothing_to_judge = chosen.nothing_to_judge;
  } else {
    plan.sample.taken = data->checks;
    auto sample =
        internal::sample_pairs(drawn, scores_of(inputs, plan, read, judged, say), plan.sample);
    const std::size_t all = inputs.runs.size() * (inputs.runs.size() - 1) / 2;
    if (inputs.pairs && *inputs.pairs > all) {
      internal::add_warning(sample.warnings, "few-pairs",
                            fmt::format("{} are wanted of each topic, but {} runs have only {}",
                                        count_of(*inputs.pairs, "pair"), inputs.runs.size(), all));
    }
    internal::tell(say, sample.warnings);
    data->pairs = std::move(sample.pairs);
    data->nothing_to_judge = sample.nothing_to_judge;
  }
  data->topics = topics_of(data->pairs);
  data_ = data;
}

std::size_t PairSample::pairs() const {
  return data_->pairs.size();
}

std::size_t PairSample::topics() const {
  return data_->topics;
}

std::uint64_t PairSample::nothing_to_judge() const {
  return data_->nothing_to_judge;
}

std::string PairSample::text() const {
  std::string text;
  for (const internal::ListPair& pair : data_->pairs) internal::append_list_pair(text, pair);
  return text;
}

}  // namespace subintent
