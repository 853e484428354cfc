#include "subintent/evaluate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "compare/study/warnings.h"
#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "core/base/warning.h"
#include "core/collection/citation_scores.h"
#include "core/collection/run.h"
#include "engine/caption_values.h"
#include "engine/evaluation_values.h"
#include "engine/inside.h"
#include "engine/loaded_source.h"
#include "engine/score_values.h"
#include "evaluate/measure.h"
#include "evaluate/measure_names.h"
#include "evaluate/scorer.h"
#include "subintent/program.h"

namespace subintent {
namespace {

// Files of groups are read again by whoever asks for the inputs.
EvaluationInputs loaded(EvaluationInputs inputs) {
  const auto load = [](auto& source) {
    if (auto* const file = std::get_if<Source>(&source)) *file = loaded(*file);
  };
  for (auto& [name, attribute] : inputs.groups) {
    load(attribute.memberships);
    if (attribute.targets) load(*attribute.targets);
  }
  return inputs;
}

}  // namespace

const std::vector<std::string>& answer_measures() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made = {"nugget-all",          "nugget-vital", "nugget-all-strict",
                                     "nugget-vital-strict", "rubric",       "rubric-binary"};
    made.insert(made.end(), internal::citation_score_names.begin(),
                internal::citation_score_names.end());
    return made;
  }();
  return names;
}

std::vector<std::string> measures_of(const std::vector<std::string>& lists,
                                     const EvaluationInputs& inputs) {
  const internal::Gain::Table gains = internal::checked_gains(inputs);
  const internal::MeasureContext context = internal::context_of(inputs, gains);
  std::vector<std::string> names;
  if (lists.empty()) {
    for (const auto& measure : internal::default_measures(context)) names.push_back(measure.name);
    return names;
  }
  for (const std::string& name : internal::split_measure_names(lists)) {
    if (std::ranges::count(names, name) == 0 || name.find('=') < name.find('(')) {
      names.push_back(name);
    }
  }
  internal::NamedMeasures(names, context);  // which throws
  return names;
}

namespace {

internal::NamedMeasures measures_named(const std::vector<std::string>& names,
                                       const EvaluationInputs& inputs,
                                       const internal::MeasureContext& context) {
  if (!names.empty()) return {names, context};
  if (!inputs.usual_measures) throw Error::argument("measures", "measures: none given");
  internal::NamedMeasures usual({}, context);
  usual.measures = internal::default_measures(context);
  return usual;
}

}  // namespace

// The scorer keeps references to what stands above it.
struct Evaluator::Data {
  Data(const EvaluationInputs& given, const std::vector<std::string>& names,
       const RemarksCallback& say)
      : inputs(loaded(given)),
        gains(internal::checked_gains(inputs)),
        measures(measures_named(names, inputs, internal::context_of(inputs, gains))),
        data(internal::read_evaluation(inputs, measures.measures, remarks)),
        scorer(data.scorer(told(say))) {
    Warnings without_mean;
    internal::warn_of_inapplicable(scorer, without_mean);
    if (without_mean.empty()) return;
    remarks.warnings.insert(remarks.warnings.end(), without_mean.begin(), without_mean.end());
    if (say) say({without_mean, {}});
  }

  // Says what there is to say before the scorer finds what does not fit.
  const std::vector<internal::Measure>& told(const RemarksCallback& say) {
    if (inputs.usual_measures) {
      measures.measures = internal::allowed(std::move(measures.measures), data);
      measures.named.assign(measures.measures.size(), false);
    }
    if (say) say(remarks);
    return measures.measures;
  }

  EvaluationInputs inputs;
  internal::Gain::Table gains;
  internal::NamedMeasures measures;
  Remarks remarks;
  internal::EvaluationData data;
  internal::Scorer scorer;
};

Evaluator::Evaluator(const EvaluationInputs& inputs, const std::vector<std::string>& measures,
                     const RemarksCallback& say)
    : data_(std::make_shared<const Data>(inputs, measures, say)) {}

const internal::EvaluationData& internal::Inside::data(const Evaluator& evaluator) {
  return evaluator.data_->data;
}

const internal::Scorer& internal::Inside::scorer(const Evaluator& evaluator) {
  return evaluator.data_->scorer;
}

const internal::Gain::Table& internal::Inside::gains(const Evaluator& evaluator) {
  return evaluator.data_->gains;
}

std::vector<std::string> Evaluator::measures() const {
  std::vector<std::string> names;
  for (const internal::Measure& measure : data_->scorer.measures()) names.push_back(measure.name);
  return names;
}

std::vector<std::string> Evaluator::topics() const {
  std::vector<std::string> names;
  for (const internal::TopicData& topic : data_->scorer.topics()) names.emplace_back(topic.topic);
  return names;
}

Judgments Evaluator::judgments() const {
  if (const auto* const made = std::get_if<Judgments>(&data_->inputs.judgments)) return *made;
  return internal::Inside::judgments(data_->data.judgments, {},
                                     std::get<JudgmentInputs>(data_->inputs.judgments));
}

EvaluationInputs Evaluator::inputs() const {
  const internal::EvaluationData& data = data_->data;
  EvaluationInputs inputs = data_->inputs;
  inputs.judgments = judgments();
  inputs.hierarchies.clear();
  for (const internal::NamedHierarchies& named : data.hierarchies) {
    inputs.hierarchies.push_back({named.name, named.topics});
  }
  if (data.similarity && std::holds_alternative<SimilarityFiles>(inputs.similarity)) {
    inputs.similarity = internal::Inside::similarity(*data.similarity);
  }
  return inputs;
}

const Remarks& Evaluator::remarks() const {
  return data_->remarks;
}

TopicCaptions Evaluator::captions() const {
  return internal::captions_of(data_->data.judgments->topics);
}

namespace {

Scores scores_of_runs(const Evaluator& evaluator, const internal::Scorer& scorer,
                      const internal::CheckedRun& run) {
  const internal::RunScores& scored = *run.scores;
  Scores scores{scored.run, evaluator.measures(), evaluator.topics(), {}, {}, {}};
  internal::set_values(scored, scores);
  scores.answered.assign(scored.answered.begin(), scored.answered.end());
  Remarks remarks;
  internal::check_runs({&run, 1}, scorer, remarks);
  scores.warnings = remarks.all();
  return scores;
}

}  // namespace

Scores Evaluator::score(const Run& run, std::size_t depth) const {
  if (depth != all_documents) return score(run.cut(depth));
  const internal::Run& inside = internal::Inside::of(run);
  internal::RunScores scored = data_->scorer.score(inside);
  data_->scorer.score_together({&scored, 1});
  return scores_of_runs(*this, data_->scorer, {&scored, inside.counts, inside.order});
}

namespace {

// The first documents of each list of a run, in their order.
class CutRun {
 public:
  CutRun(const RunView& run, std::size_t depth) : name_(run.name) {
    for (const ScoredList& list : run.lists) {
      ranked_.push_back(internal::ranked(list, run.order, depth, run.name));
    }
    for (const internal::RankedList& list : ranked_) {
      lists_.push_back({list.topic, list.docnos, {}, true});
    }
  }
  RunView view() const { return {name_, lists_, RunOrder::file}; }

 private:
  const std::string& name_;
  std::vector<internal::RankedList> ranked_;
  std::vector<ScoredList> lists_;
};

}  // namespace

std::vector<Scores> Evaluator::score(std::span<const RunView> runs, std::size_t depth) const {
  const internal::Scorer& scorer = data_->scorer;
  std::vector<internal::RunScores> scored(runs.size());
  internal::parallel_for(runs.size(), [&](std::size_t i) {
    scored[i] = depth == all_documents ? scorer.score(runs[i])
                                       : scorer.score(CutRun(runs[i], depth).view());
  });
  scorer.score_together(scored);
  std::vector<Scores> scores(runs.size());
  internal::parallel_for(runs.size(), [&](std::size_t i) {
    const RunOrder order = depth == all_documents ? runs[i].order : RunOrder::file;
    scores[i] = scores_of_runs(*this, scorer, {&scored[i], {}, order});
  });
  return scores;
}

namespace {

// The name and the counts of a run go with its scores.
internal::CheckedRun scored(const AnyRun& run, const internal::Scorer& scorer, std::size_t depth,
                            internal::RunScores& scores) {
  if (const auto* const made = std::get_if<Run>(&run)) {
    const Run cut = depth == all_documents ? *made : made->cut(depth);
    const internal::Run& inside = internal::Inside::of(cut);
    scores = scorer.score(inside);
    return {&scores, inside.counts, inside.order};
  }
  const RunFile& file = std::get<RunFile>(run);
  const internal::RunReader reader(file.source, file.order, file.on_duplicate);
  internal::CheckedRun checked{&scores, {}, file.order};
  scores = scorer.score(reader, depth, checked.counts);
  if (file.named_by_tag && !reader.tag().empty()) scores.run = reader.tag();
  if (file.name) scores.run = *file.name;
  return checked;
}

internal::ScoreSet score_set(const internal::Scorer& scorer, std::size_t runs,
                             bool answered_topics) {
  internal::ScoreSet set;
  for (const internal::Measure& measure : scorer.measures()) {
    set.measures.push_back(measure.name);
    set.identifiers.push_back(internal::identifier_of(measure));
    set.higher_is_better.push_back(higher_is_better(*measure.record));
    set.within_unit.push_back(internal::is_within_unit(measure));
  }
  for (const internal::TopicData& topic : scorer.topics()) set.topics.emplace_back(topic.topic);
  set.runs.resize(runs);
  set.answered_only = answered_topics;
  return set;
}

// Systems that have not answered all topics, whose means are not over the same.
void note_unanswered(const internal::ScoreSet& set, Warnings& notes) {
  constexpr std::size_t most_named = 5;
  std::vector<std::string> named;
  std::size_t found = 0;
  for (const internal::RunScores& run : set.runs) {
    const auto answered = std::ranges::count(run.answered, 1);
    if (static_cast<std::size_t>(answered) == set.topics.size() || ++found > most_named) continue;
    named.push_back(fmt::format("{} ({})", printable(run.run), answered));
  }
  if (found == 0) return;
  notes.push_back(internal::make_warning(
      "unanswered-topics",
      fmt::format("{} of {} systems do not answer all {} topics, and their means are over those "
                  "that they answer: {}{}",
                  found, set.runs.size(), set.topics.size(), fmt::join(named, ", "),
                  found > most_named ? ", ..." : "")));
}

ScoredRuns checked_options(internal::ScoreSet set, const std::vector<internal::CheckedRun>& runs,
                           const internal::Scorer& scorer, const internal::Judgments& judgments,
                           bool of_answers) {
  Remarks remarks;
  internal::RunChecks checks;
  checks.missing_topics_advice = "`answered_topics` leaves them out";
  if (set.answered_only) checks.missing_topics = {};
  if (judgments.of_answers.value_or(false)) checks.answers = judgments.qrels_name;
  internal::check_runs(runs, scorer, remarks, checks);
  if (of_answers && set.answered_only) note_unanswered(set, remarks.notes);
  return internal::Inside::scored(std::move(set), std::move(remarks));
}

}  // namespace

ScoredRuns Evaluator::score(std::span<const AnyRun> runs, bool answered_topics, std::size_t depth,
                            const ProgressCallback& progress) const {
  const internal::Scorer& scorer = data_->scorer;
  internal::ScoreSet set = score_set(scorer, runs.size(), answered_topics);
  set.named = data_->measures.named;
  std::vector<internal::CheckedRun> made(runs.size());
  internal::ProgressMeter meter(progress, "scoring", "runs", runs.size());
  internal::parallel_for(runs.size(), [&](std::size_t i) {
    made[i] = scored(runs[i], scorer, depth, set.runs[i]);
    meter.advance();
  });
  scorer.score_together(set.runs);
  return checked_options(std::move(set), made, scorer, *data_->data.judgments, false);
}

ScoredRuns Evaluator::score_answers(bool answered_topics) const {
  const internal::Scorer& scorer = data_->scorer;
  const std::vector<internal::Run> runs = internal::answer_runs(*data_->data.judgments);
  if (scorer.sees_runs()) {
    throw Error::argument("measures",
                          "measures: answers are no lists, whose documents could be unique",
                          "leave out the measure Unique");
  }
  internal::ScoreSet set = score_set(scorer, runs.size(), answered_topics);
  set.named = data_->measures.named;
  std::vector<internal::CheckedRun> made;
  for (const internal::Run& run : runs) {
    internal::RunScores& scores = set.runs[made.size()];
    scores = scorer.score(run);
    made.push_back({&scores, {}, RunOrder::rank});
  }
  return checked_options(std::move(set), made, scorer, *data_->data.judgments, true);
}

}  // namespace subintent
