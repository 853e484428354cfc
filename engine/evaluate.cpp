#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "compare/study/warnings.h"
#include "core/base/progress.h"
#include "core/base/warning.h"
#include "engine/recipe_plan.h"
#include "evaluate/compat/tools.h"
#include "evaluate/measure.h"
#include "hierarchy/nuggets.h"
#include "similarity/similarity.h"
#include "subintent/program.h"

namespace subintent {

namespace internal {

Gain::Table checked_gains(const EvaluationInputs& inputs) {
  check_max_grade(inputs.max_grade);
  if (const auto* const files = std::get_if<SimilarityFiles>(&inputs.similarity))
    require_one_kind(*files);
  refuse_if(!inputs.duplicates && inputs.duplicates_as != DuplicatesAs::irrelevant, "duplicates_as",
            "duplicates_as needs `duplicates`", "give the duplicates, or leave it out");
  for (const auto& [grade, gain] : inputs.gains)
    refuse_if(!Gain::is_possible(grade, gain), "gains",
              fmt::format("gains: that of grade {} is not above 0 and at most 1e9, of a grade of 1 "
                          "to 1000",
                          grade));
  for (const auto& named : inputs.hierarchies) check_hierarchy_name(named.name);
  for (const auto& [name, attribute] : inputs.groups) check_attribute_name(name);
  return {inputs.gains.begin(), inputs.gains.end()};
}

bool are_given(const AnyJudgments& judgments) {
  const auto* const files = std::get_if<JudgmentInputs>(&judgments);
  return files == nullptr || is_given(files->qrels) || files->adhoc_qrels;
}

JudgmentInputs judgment_inputs(const AnyJudgments& judgments) {
  const auto* const value = std::get_if<subintent::Judgments>(&judgments);
  return value != nullptr ? value->inputs() : std::get<JudgmentInputs>(judgments);
}

std::vector<Source> qrels_files(const AnyJudgments& judgments) {
  const auto* const files = std::get_if<JudgmentInputs>(&judgments);
  if (files == nullptr || !is_given(files->qrels)) return {};
  if (const auto* const file = std::get_if<Source>(&files->qrels)) return {*file};
  const auto* const several = std::get_if<std::vector<Source>>(&files->qrels);
  return several != nullptr ? *several : std::vector<Source>();
}

MeasureContext context_of(const EvaluationInputs& inputs, const Gain::Table& gains) {
  MeasureContext context;
  for (const auto& named : inputs.hierarchies) context.hierarchies.push_back(named.name);
  for (const auto& [name, attribute] : inputs.groups) context.groups.push_back(name);
  const auto* const files = std::get_if<SimilarityFiles>(&inputs.similarity);
  context.has_similarity = files == nullptr || files->any();
  const auto* const judgments = std::get_if<subintent::Judgments>(&inputs.judgments);
  if (judgments != nullptr) {
    context.has_judgments = Inside::of(*judgments).has_any();
  } else {
    context.has_judgments = are_given(inputs.judgments);
    context.is_trec_eval_name = is_trec_eval_measure;  // which --compat can print
  }
  if (!gains.empty()) context.gains = &gains;
  return context;
}

namespace {

// "V_strict" of "V_strict=I-rec(rel=2)@1", and the rest in `measure`. Parameters, too, have a "=",
// in parentheses.
std::optional<std::string> take_name(std::string& measure) {
  const std::size_t sign = measure.find_first_of("=(");
  if (sign == std::string::npos || measure[sign] != '=') return std::nullopt;
  std::string name(trim(std::string_view(measure).substr(0, sign)));
  refuse_if(name.empty(), "measures",
            "measures: a name is missing before '" + printable(measure) + "'",
            "write NAME=MEASURE, or the measure alone");
  measure.erase(0, sign + 1);
  return name;
}

// For values, nuggets of hierarchies count as in the judgments.
// A file of duplicates of which no document is judged.
void warn_of_duplicates(const Judgments& judgments, const std::string& file, Warnings& warnings) {
  const auto& docnos = judgments.duplicates->docnos();
  const auto is_judged = [&](const TopicQrels& topic) {
    return std::ranges::any_of(topic.docnos, [&](std::string_view docno) {
      return judgments.duplicates->group(docno) != Duplicates::none;
    });
  };
  if (docnos.empty() || !judgments.has_any() ||
      std::ranges::any_of(judgments.diversity.topics(), is_judged) ||
      std::ranges::any_of(judgments.adhoc.topics(), is_judged))
    return;
  add_warning(warnings, "unjudged-duplicates", Location{file, 0}, none_is_judged, docnos_advice);
}

// Leaves out a similarity, which messages call `name`, that has none of the relevant documents, and
// warns of it.
void leave_out_similarity(EvaluationData& data, const std::string& name, Warnings& warnings) {
  if (!data.similarity) return;
  const auto relevant = relevant_docnos(*data.judgments);
  const auto has = [&](std::string_view docno) {
    return data.similarity->find(docno) != DocumentSimilarity::missing;
  };
  if (relevant.empty() || std::ranges::any_of(relevant, has)) return;
  add_warning(warnings, "documents-without-representation", Location{name, 0},
              "has none of the relevant documents: nothing is compared by it", docnos_advice);
  data.similarity.reset();
}

// Whether hierarchies of several layers name one of the judged intents. A single layer says no more
// of them than the judgments do.
bool name_one_of(const std::vector<NamedHierarchies>& all, const Qrels& qrels) {
  for (const NamedHierarchies& named : all) {
    for (const Hierarchy& hierarchy : named.topics) {
      const TopicQrels* const topic = qrels.find(hierarchy.topic);
      const auto is_judged = [&](const HierarchyNode& node) {
        return topic != nullptr && topic->find_intent(node.intent) >= 0;
      };
      if (hierarchy.layers > 1 && std::ranges::any_of(hierarchy.nodes, is_judged)) return true;
    }
  }
  return false;
}

bool has_all_nuggets(const AnyJudgments& judgments) {
  if (const auto* const value = std::get_if<subintent::Judgments>(&judgments))
    return value->all_nuggets();
  return std::get<JudgmentInputs>(judgments).all_intents.value_or(true);
}

NamedHierarchies read_named(const subintent::NamedHierarchies& named, bool all_nuggets) {
  if (const auto* const file = std::get_if<Source>(&named.hierarchies)) {
    const std::string& shown = file->is_memory() ? file->name() : file->path();
    return {named.name, shown, internal::read_hierarchies_or_nuggets(*file, all_nuggets)};
  }
  const std::string shown = "hierarchies " + printable(named.name);
  return {named.name, shown, checked(std::get<std::vector<Hierarchy>>(named.hierarchies), shown)};
}

std::shared_ptr<const Judgments> read_any(const AnyJudgments& judgments,
                                          const std::vector<NamedHierarchies>& hierarchies,
                                          Warnings& warnings) {
  if (const auto* const value = std::get_if<subintent::Judgments>(&judgments)) {
    warnings.insert(warnings.end(), value->warnings().begin(), value->warnings().end());
    const auto& counted = Inside::of(*value).counted;
    if (!counted || !name_one_of(hierarchies, *counted)) return Inside::shared(*value);
    const auto by_intents = std::make_shared<Judgments>(Inside::of(*counted_intents(*value)));
    by_intents->second_column = SecondColumn::counted;
    return by_intents;
  }
  return std::make_shared<const Judgments>(
      read_judgments(std::get<JudgmentInputs>(judgments), warnings,
                     [&](const Qrels& qrels) { return name_one_of(hierarchies, qrels); }));
}

std::shared_ptr<const DocumentSimilarity> read_any(const AnySimilarity& similarity,
                                                   const Judgments& judgments,
                                                   std::span<const Measure> measures) {
  if (const auto* const value = std::get_if<Similarity>(&similarity)) return Inside::shared(*value);
  const auto& files = std::get<SimilarityFiles>(similarity);
  if (!files.any()) return nullptr;
  return std::make_shared<const DocumentSimilarity>(
      need_all_documents(measures) ? read_similarity(files, DocumentSimilarity::Wanted())
                                   : read_similarity(files, relevant_docnos(judgments)));
}

}  // namespace

// Measures of names as the command line takes them, [NAME=]MEASURE. One that is given twice is
// there once. Throws Error of argument "measures", also for two of one name.
struct NamedMeasures {
  std::vector<Measure> measures;
  std::vector<bool> named = {};  // by NAME

  NamedMeasures(const std::vector<std::string>& names, const MeasureContext& context) {
    std::vector<std::string> plain = names;
    std::vector<std::optional<std::string>> shown;
    for (std::string& given : plain) shown.push_back(take_name(given));
    parse_measures(plain, context);  // refuses all unknown ones at once
    for (std::size_t i = 0; i < plain.size(); ++i) {
      const auto& name = shown[i];
      Measure measure = parse_measures(std::vector{plain[i]}, context)[0];
      if (name) measure.name = *name;
      const auto same = std::ranges::find(measures, measure.name, &Measure::name);
      if (same == measures.end()) {
        measures.push_back(std::move(measure));
        named.push_back(name.has_value());
      } else {
        refuse_if(name || named[static_cast<std::size_t>(same - measures.begin())], "measures",
                  "measures: two measures have the name " + printable(measure.name),
                  "give them different names");
      }
    }
  }
};

EvaluationData read_evaluation(const EvaluationInputs& inputs, std::span<const Measure> measures,
                               Remarks& remarks) {
  EvaluationData data;
  data.max_grade = inputs.max_grade;
  const bool all_nuggets = has_all_nuggets(inputs.judgments);
  for (const auto& named : inputs.hierarchies)
    data.hierarchies.push_back(read_named(named, all_nuggets));
  data.judgments = read_any(inputs.judgments, data.hierarchies, remarks.warnings);
  if (inputs.duplicates) {
    const auto [name, groups] = Inside::of(*inputs.duplicates);
    const auto judgments = std::make_shared<Judgments>(*data.judgments);
    judgments->duplicates = groups;
    judgments->duplicates_as = inputs.duplicates_as;
    warn_of_duplicates(*judgments, *name, remarks.warnings);
    data.judgments = judgments;
  }
  data.groups = read_groups(inputs.groups);
  data.similarity = read_any(inputs.similarity, *data.judgments, measures);
  const auto* const files = std::get_if<SimilarityFiles>(&inputs.similarity);
  const std::string similarity =
      files != nullptr && files->any() ? representing_file(*files) : "similarity";
  const std::vector<Measure> all(measures.begin(), measures.end());
  if (inputs.usual_measures || std::ranges::none_of(all, needs_similarity))
    leave_out_similarity(data, similarity, remarks.warnings);
  check_evaluation(data, inputs.usual_measures ? allowed(all, data) : all, similarity, remarks);
  return data;
}

}  // namespace internal

void check_inputs(const EvaluationInputs& inputs) {
  internal::checked_gains(inputs);
}

std::map<int, double> gains_named(const std::string& text) {
  std::map<int, double> gains;
  for (const std::string& part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const auto grade = parse_integer(trim(std::string_view(part).substr(0, equals)));
    const auto gain = equals == std::string::npos
                          ? std::nullopt
                          : parse_double(trim(std::string_view(part).substr(equals + 1)));
    refuse_if(
        !grade || !gain || !internal::Gain::is_possible(*grade, *gain), "gains",
        "gains: '" + printable(part) + "' is not a whole grade with a gain above 0 and at most 1e9",
        "write for example `gains=1=1,2=3,3=7`");
    refuse_if(!gains.emplace(static_cast<int>(*grade), *gain).second, "gains",
              fmt::format("gains: grade {} is listed twice", *grade), "give each once");
  }
  refuse_if(gains.empty(), "gains", "gains is empty", "write for example 1=1,2=3,3=7");
  return gains;
}

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

internal::NamedMeasures measures_named(const std::vector<std::string>& names,
                                       const EvaluationInputs& inputs,
                                       const internal::MeasureContext& context) {
  if (!names.empty()) return {names, context};
  refuse_if(!inputs.usual_measures, "measures", "measures: none given");
  const auto* const judgments = std::get_if<Judgments>(&inputs.judgments);
  if (judgments != nullptr && judgments->of_answers()) return {answer_measures(), context};
  internal::NamedMeasures usual({}, context);
  usual.measures = internal::default_measures(context);
  return usual;
}

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

// Scores the first documents of each list of a run.
internal::RunScores score_cut(const RunView& run, std::size_t depth,
                              const internal::Scorer& scorer) {
  std::vector<internal::RankedList> ranked;
  for (const ScoredList& list : run.lists)
    ranked.push_back(internal::ranked(list, run.order, depth, run.name));
  std::vector<ScoredList> lists;
  for (const internal::RankedList& list : ranked)
    lists.push_back({list.topic, list.docnos, {}, true});
  return scorer.score(RunView{run.name, lists, RunOrder::file});
}

// The name and the counts of a run go with its scores.
internal::CheckedRun scored(const AnyRun& run, const internal::Scorer& scorer, std::size_t depth,
                            internal::RunScores& scores) {
  if (const auto* const value = std::get_if<Run>(&run)) {
    const Run cut = depth == all_documents ? *value : value->cut(depth);
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
    set.signs.push_back(sign_of(*measure.record));
    set.within_unit.push_back(internal::is_within_unit(measure));
  }
  for (const internal::TopicData& topic : scorer.topics()) set.topics.emplace_back(topic.topic);
  set.runs.resize(runs);
  set.answered_only = answered_topics;
  return set;
}

// The measures whose judgments of topics, or of intents, nobody gave, so that those of other tools
// may differ.
[[gnu::cold]] std::string note_of_derived(const internal::Scorer& scorer,
                                          const internal::Judgments& judgments) {
  const bool are_derived = judgments.has_derived_topics();
  if (!are_derived && judgments.has_intents()) return "";
  std::vector<std::string> names;
  for (const internal::Measure& measure : scorer.measures()) {
    const auto& traits = measure.record->traits;
    if (traits.on_topic == are_derived && (are_derived || !measure.hierarchy) &&
        !traits.by_judged && !traits.sees_pool && !traits.needs_no_judgments)
      names.push_back(measure.name);
  }
  if (names.empty()) return "";
  return join(names, ", ") + (are_derived ? ": grades of topics are made of those of intents"
                                          : ": each topic is a single intent");
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
  internal::add_warning(
      notes, "unanswered-topics",
      fmt::format("{} of {} systems do not answer all {} topics, and their means are over those "
                  "that they answer: {}{}",
                  found, set.runs.size(), set.topics.size(), join(named, ", "),
                  found > most_named ? ", ..." : ""));
}

ScoredRuns checked_options(internal::ScoreSet set, const std::vector<internal::CheckedRun>& runs,
                           const internal::Scorer& scorer, const internal::Judgments& judgments,
                           Warnings notes) {
  Remarks remarks{{}, std::move(notes)};
  internal::RunChecks checks;
  checks.missing_topics_advice = "`answered_topics` leaves them out";
  if (set.answered_only) checks.missing_topics = {};
  if (judgments.of_answers.value_or(false)) checks.answers = judgments.qrels_name;
  internal::check_runs(runs, scorer, remarks, checks);
  return internal::Inside::scored(std::move(set), std::move(remarks));
}

}  // namespace

const std::vector<std::string>& answer_measures() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result = {"nugget-all",          "nugget-vital", "nugget-all-strict",
                                       "nugget-vital-strict", "rubric",       "rubric-binary"};
    result.insert(result.end(), internal::citation_score_names.begin(),
                  internal::citation_score_names.end());
    return result;
  }();
  return names;
}

std::vector<std::string> measures_of(const std::vector<std::string>& lists,
                                     const EvaluationInputs& inputs,
                                     const std::vector<std::string>& scores) {
  const internal::Gain::Table gains = internal::checked_gains(inputs);
  const internal::MeasureContext context = internal::context_of(inputs, gains);
  if (lists.empty())
    return mapped<std::string>(internal::default_measures(context), &internal::Measure::name);
  std::vector<std::string> names;
  for (const std::string& name : internal::computed_measures(internal::split_measure_names(lists),
                                                             scores, context.has_judgments))
    if (std::ranges::count(names, name) == 0 || name.find('=') < name.find('('))
      names.push_back(name);
  internal::NamedMeasures(names, context);  // which throws
  return names;
}

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
    if (gains.empty()) gains = data.judgments->gains;
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
  return mapped<std::string>(data_->scorer.measures(), &internal::Measure::name);
}

std::vector<std::string> Evaluator::topics() const {
  return mapped<std::string>(data_->scorer.topics(), &internal::TopicData::topic);
}

Judgments Evaluator::judgments() const {
  if (const auto* const value = std::get_if<Judgments>(&data_->inputs.judgments)) return *value;
  return internal::Inside::judgments(data_->data.judgments, {},
                                     std::get<JudgmentInputs>(data_->inputs.judgments));
}

EvaluationInputs Evaluator::inputs() const {
  const internal::EvaluationData& data = data_->data;
  EvaluationInputs inputs = data_->inputs;
  inputs.judgments = judgments();
  inputs.hierarchies.clear();
  for (const internal::NamedHierarchies& named : data.hierarchies)
    inputs.hierarchies.push_back({named.name, named.topics});
  if (data.similarity && std::holds_alternative<SimilarityFiles>(inputs.similarity))
    inputs.similarity = internal::Inside::similarity(*data.similarity);
  return inputs;
}

const Remarks& Evaluator::remarks() const {
  return data_->remarks;
}

TopicCaptions Evaluator::captions() const {
  return internal::captions_of(data_->data.judgments->topics);
}

Scores Evaluator::score(const Run& run, std::size_t depth) const {
  if (depth != all_documents) return score(run.cut(depth));
  const internal::Run& inside = internal::Inside::of(run);
  internal::RunScores scored = data_->scorer.score(inside);
  data_->scorer.score_together({&scored, 1});
  return scores_of_runs(*this, data_->scorer, {&scored, inside.counts, inside.order});
}

std::vector<Scores> Evaluator::score(std::span<const RunView> runs, std::size_t depth) const {
  const internal::Scorer& scorer = data_->scorer;
  std::vector<internal::RunScores> scored(runs.size());
  internal::parallel_for(runs.size(), [&](std::size_t i) {
    scored[i] = depth == all_documents ? scorer.score(runs[i]) : score_cut(runs[i], depth, scorer);
  });
  scorer.score_together(scored);
  std::vector<Scores> scores(runs.size());
  internal::parallel_for(runs.size(), [&](std::size_t i) {
    const RunOrder order = depth == all_documents ? runs[i].order : RunOrder::file;
    scores[i] = scores_of_runs(*this, scorer, {&scored[i], {}, order});
  });
  return scores;
}

ScoredRuns Evaluator::score(std::span<const AnyRun> runs, bool answered_topics, std::size_t depth,
                            const ProgressCallback& progress) const {
  const internal::Scorer& scorer = data_->scorer;
  internal::ScoreSet set = score_set(scorer, runs.size(), answered_topics);
  set.named = data_->measures.named;
  set.derived = note_of_derived(scorer, *data_->data.judgments);
  set.notes_derived =
      !data_->inputs.usual_measures && !set.derived.empty() && data_->data.judgments->has_intents();
  Warnings notes;
  if (set.notes_derived)
    internal::add_warning(notes, "topics-without-adhoc", set.derived,
                          "`adhoc_qrels` gives judgments of topics");
  std::vector<internal::CheckedRun> checked(runs.size());
  internal::ProgressMeter meter(progress, "scoring", "runs", runs.size());
  internal::parallel_for(runs.size(), [&](std::size_t i) {
    checked[i] = scored(runs[i], scorer, depth, set.runs[i]);
    meter.advance();
  });
  scorer.score_together(set.runs);
  return checked_options(std::move(set), checked, scorer, *data_->data.judgments, std::move(notes));
}

ScoredRuns Evaluator::score_answers(bool answered_topics) const {
  const internal::Scorer& scorer = data_->scorer;
  const std::vector<internal::Run> runs = internal::answer_runs(*data_->data.judgments);
  refuse_if(scorer.sees_runs(), "measures",
            "measures: answers are no lists, whose documents could be unique",
            "leave out the measure Unique");
  internal::ScoreSet set = score_set(scorer, runs.size(), answered_topics);
  set.named = data_->measures.named;
  std::vector<internal::CheckedRun> checked;
  for (const internal::Run& run : runs) {
    internal::RunScores& scores = set.runs[checked.size()];
    scores = scorer.score(run);
    checked.push_back({&scores, {}, RunOrder::rank});
  }
  Warnings notes;
  if (answered_topics) note_unanswered(set, notes);
  return checked_options(std::move(set), checked, scorer, *data_->data.judgments, std::move(notes));
}

}  // namespace subintent
