#include <fmt/format.h>

#include "core/base/warning.h"
#include "core/collection/score_table.h"
#include "engine/analysis_plan.h"
#include "engine/recipe_plan.h"
#include "hierarchy/hierarchy.h"
#include "report/table_format.h"
#include "similarity/similarity.h"
#include "subintent/program.h"

namespace subintent {
namespace internal {
namespace {

using Names = std::vector<std::string>;

// Tells what there is to say, and keeps it.
class Said {
 public:
  explicit Said(const RemarksCallback& say) : say_(say) {}

  void operator()(const Remarks& remarks) {
    if (say_) say_(remarks);
    add_new(remarks.all(), all);
  }

  Warnings all;

 private:
  const RemarksCallback& say_;
};

// Reads what a plan is value from.
class SourceReader {
 public:
  SourceReader(const AnalysisPlan& plan, const AnalysisSources& sources, Said& said)
      : plan_(plan), sources_(sources), said_(said), evaluation_(sources.evaluation) {
    evaluation_.usual_measures = plan.usual_measures;
  }

  AnalysisInputs read() {
    inputs_.context = plan_.context;
    inputs_.measures = plan_.measures;
    inputs_.preferences = read_preferences();
    std::vector<AnyRun> runs = sources_.runs;
    if (plan_.analysis.may_lack_judgments) take_topics(evaluation_, runs);
    add_dendrograms();
    read_what_is_needed();
    for (const EvaluationData* const data : {&inputs_.data, &inputs_.second})
      if (evaluation_.usual_measures && data->judgments)
        inputs_.measures = allowed(std::move(inputs_.measures), *data);
    said_(remarks_);
    const bool by_lists = plan_.analysis.need == Need::lists;
    inputs_.runs = sources_.of_answers && plan_.analysis.need == Need::runs
                       ? answers_of(inputs_.data)
                       : read_runs(runs, by_lists ? ListScores::kept : ListScores::left_out);
    inputs_.pooled = read_runs(sources_.pooled);
    if (sources_.answers) inputs_.answers = read_answers();
    return std::move(inputs_);
  }

 private:
  std::vector<PreferencePool> read_preferences() const {
    if (const auto* const files = std::get_if<std::vector<NamedFile>>(&sources_.preferences))
      return read_preference_pools(*files);
    auto pools = std::get<std::vector<PreferencePool>>(sources_.preferences);
    for (PreferencePool& pool : pools) {
      pool.file = pool.name.empty() ? "preferences" : pool.name;
      pool.preferences = checked_preferences(std::move(pool.preferences), pool.file);
    }
    return pools;
  }

  void read_what_is_needed() {
    const bool of_judges = plan_.analysis.need == Need::judges;
    switch (plan_.analysis.need) {
      case Need::scores:
        inputs_.groups = sources_.of_answers ? std::vector{score_answers()} : read_groups();
        for (ScoreGroup& group : inputs_.groups)
          set_lower_is_better(split_measure_names(sources_.lower_is_better), group.measures,
                              remarks_.warnings);
        break;
      case Need::runs:
      case Need::left_out:
        inputs_.data = read_evaluation(evaluation_, plan_.measures, remarks_);
        break;
      case Need::judgments:
      case Need::judges:
        if (plan_.is_of_two_judges()) {
          read_two_judges();
          break;
        }
        inputs_.first_name = name_of(sources_.evaluation.judgments, 0,
                                     of_judges ? "the judgments of people" : "the first judgments");
        inputs_.data = read_evaluation(evaluation_, measures_of_runs(), remarks_);
        inputs_.second_name =
            name_of(*sources_.second_judgments, 1,
                    of_judges ? "the judgments of the model" : "the second judgments");
        inputs_.second = read_other(*sources_.second_judgments);
        for (const AnyJudgments& judgments : sources_.more_judgments) {
          const std::size_t place = inputs_.more.size() + 2;
          const std::string number = fmt::format("judgments {}", place + 1);
          inputs_.more.push_back({name_of(judgments, place, number), read_other(judgments)});
        }
        break;
      case Need::hierarchies:
        read_two_hierarchies();
        break;
      case Need::similarities:
        read_similarities();
        break;
      case Need::lists:
        break;
    }
  }

  std::string name_of(const AnyJudgments& judgments, std::size_t place,
                      const std::string& of_value) const {
    if (place < sources_.judges.size() && !sources_.judges[place].empty())
      return sources_.judges[place];
    const bool is_value = std::holds_alternative<subintent::Judgments>(judgments);
    return is_value ? of_value : names_of(qrels_files(judgments));
  }

  static std::string name_of(const AnyHierarchies& hierarchies, const std::string& of_value) {
    const auto* const file = std::get_if<Source>(&hierarchies);
    return file == nullptr ? of_value : file->name();
  }

  std::span<const Measure> measures_of_runs() const {
    return sources_.runs.empty() ? std::span<const Measure>() : plan_.measures;
  }

  // Says the same once of files that several evaluations read.
  EvaluationData read_other(const AnyJudgments& judgments) {
    EvaluationInputs by = evaluation_;
    auto* const first = std::get_if<JudgmentInputs>(&by.judgments);
    const auto* const files = std::get_if<JudgmentInputs>(&judgments);
    if (first != nullptr && files != nullptr)
      first->qrels = files->qrels;  // beside the same topics, probabilities ...
    else
      by.judgments = judgments;
    Remarks said;
    EvaluationData data = read_evaluation(by, measures_of_runs(), said);
    if (data.judgments->gains != inputs_.data.judgments->gains) {
      throw Error(Location{data.judgments->qrels_name, 0},
                  "its grades stand for other fractions than those of " +
                      printable(inputs_.data.judgments->qrels_name),
                  "give whole grades of one scale in both");
    }
    add_new(said.warnings, remarks_.warnings);
    add_new(said.notes, remarks_.notes);
    return data;
  }

  // Scores, or nuggets that a judge assigned to answers: what scores these make, as if they had
  // been in the file.
  Source scores_of(const Source& source, const Names& measures) {
    if (source.path() == "-" || !holds_nuggets(TextFile(source).text())) return source;
    EvaluationInputs by = sources_.evaluation;
    by.judgments = JudgmentInputs{.qrels = source};
    by.usual_measures = measures.empty();
    MeasureContext context = plan_.context;
    context.has_judgments = true;
    auto parsed = parse_measures(measures.empty() ? answer_measures() : measures, context);
    const EvaluationData data = read_evaluation(by, parsed, remarks_);
    if (measures.empty()) parsed = allowed(std::move(parsed), data);
    const ScoreGroup group = score_runs(answers_of(data), data.scorer(parsed), remarks_);
    return Source::memory(score_lines(subintent::internal::scores_of(group)), source.name());
  }

  ScoreGroup scores_by(const Source& judge, const Names& measures) {
    ScoreTable table = internal::read_scores({scores_of(judge, measures)}, sources_.run_name,
                                             sources_.scores_format);
    return score_groups(std::move(table), {measures, sources_.missing}, "files", std::ref(said_))
        .at(0);
  }

  // Scores by people and by a model.
  void read_two_judges() {
    Names measures;
    if (plan_.values.given("measures")) measures = plan_.values.texts("measures");
    if (!sources_.second_scores.empty()) {
      inputs_.first_name = "the scores of people";
      inputs_.second_name = "the scores of the model";
      Warnings warnings;
      const auto add = [&](const std::vector<Scores>& scores) {
        inputs_.groups.push_back(score_groups(scores, {measures}, warnings).at(0));
      };
      add(std::get<std::vector<Scores>>(sources_.scores));
      add(sources_.second_scores);
      said_({warnings, {}});
      return;
    }
    const Source human = qrels_files(sources_.evaluation.judgments).at(0);
    const Source model = qrels_files(*sources_.second_judgments).at(0);
    inputs_.first_name = human.name();
    inputs_.second_name = model.name();
    inputs_.groups = {scores_by(human, measures), scores_by(model, measures)};
  }

  std::vector<ScoreGroup> read_groups() {
    const ScoreGrouping by{
        sources_.measures, sources_.missing, plan_.gold(),
        plan_.analysis.keeps_draws ? Draws::apart : Draws::joined,
        plan_.analysis.takes("truth") ? plan_.values.text("truth") : std::nullopt};
    if (const auto* const scores = std::get_if<std::vector<Scores>>(&sources_.scores)) {
      if (scores->empty()) return {};
      Warnings warnings;
      auto groups = score_groups(*scores, by, warnings);
      said_({warnings, {}});
      return groups;
    }
    auto files = std::get<std::vector<Source>>(sources_.scores);
    if (files.empty()) return {};
    for (std::size_t i = 0; i < sources_.judges.size(); ++i)
      if (!sources_.judges[i].empty()) files.at(i) = scores_of(files.at(i), sources_.measures);
    return score_groups(
        internal::read_scores(files, sources_.run_name, sources_.scores_format, sources_.judges),
        by, "files", std::ref(said_));
  }

  ScoreGroup score_answers() {
    EvaluationInputs inputs = sources_.evaluation;
    inputs.usual_measures = plan_.measures_of_scores().empty();
    const EvaluationData data = read_evaluation(inputs, plan_.measures, remarks_);
    std::vector<Measure> measures = plan_.measures;
    if (inputs.usual_measures) measures = allowed(std::move(measures), data);
    return score_runs(answers_of(data), data.scorer(std::move(measures)), remarks_);
  }

  // The answers that are compared, as runs: all, or those that are named, in their order.
  std::vector<Run> answers_of(const EvaluationData& data) const {
    const std::vector<Run> all = answer_runs(*data.judgments);
    const Names known = mapped<std::string>(all, &Run::name);
    const Names& wanted = sources_.systems.empty() ? known : sources_.systems;
    std::vector<Run> runs;
    for (const std::string& name : wanted) {
      const auto found = std::ranges::find(all, name, &Run::name);
      if (found == all.end()) {
        throw Error(Location{data.judgments->qrels_name, 0},
                    "there is neither a file nor an answer of " + printable(name),
                    "the answers are of " + listed_names(known));
      }
      runs.push_back(*found);
    }
    if (wanted.size() > plan_.analysis.max_runs) {
      throw Error(Location{data.judgments->qrels_name, 0},
                  fmt::format("there are answers of {} systems, and more than {} are not compared",
                              wanted.size(), plan_.analysis.max_runs),
                  "name those to compare, of " + listed_names(known));
    }
    return runs;
  }

  static std::vector<Hierarchy> read_any(const AnyHierarchies& hierarchies,
                                         const std::string& name) {
    const auto* const file = std::get_if<Source>(&hierarchies);
    return file != nullptr ? read_hierarchies(*file)
                           : checked(std::get<std::vector<Hierarchy>>(hierarchies), name);
  }

  void read_two_hierarchies() {
    inputs_.first_name = name_of(sources_.hierarchies, "the first hierarchies");
    inputs_.second_name = name_of(sources_.second_hierarchies, "the second hierarchies");
    if (sources_.runs.empty()) {
      inputs_.hierarchies1 = read_any(sources_.hierarchies, inputs_.first_name);
      inputs_.hierarchies2 = read_any(sources_.second_hierarchies, inputs_.second_name);
      return;
    }
    EvaluationInputs both = sources_.evaluation;
    both.hierarchies = {{"1", sources_.hierarchies}, {"2", sources_.second_hierarchies}};
    inputs_.data = read_evaluation(both, plan_.measures, remarks_);
  }

  void read_similarities() {
    const AnyJudgments& judgments = sources_.evaluation.judgments;
    const auto* const value = std::get_if<subintent::Judgments>(&judgments);
    std::optional<Judged> judged;
    if (!inputs_.dendrograms.empty() && !at_topic_level(inputs_.dendrograms, inputs_.sources))
      judged = Judged::intents;
    inputs_.qrels = value != nullptr ? Inside::of(*value).diversity
                                     : read_judged(qrels_files(judgments), judged, remarks_.notes);
    for (const NamedSimilarity& one : sources_.similarities) {
      inputs_.similarities.push_back(
          {one.name, reader_of(one), view_of(one.view, kind_of(one.similarity))});
    }
  }

  static decltype(SimilarityInput::read) reader_of(const NamedSimilarity& one) {
    using Wanted = std::unordered_set<std::string_view>;
    if (const auto* const similarity = std::get_if<Similarity>(&one.similarity)) {
      const std::string name = one.name.empty() ? "similarity" : "similarity " + one.name;
      return
          [shared = Inside::shared(*similarity), name](const Wanted& wanted, Warnings& warnings) {
            warn_of_coverage(wanted, *shared, name, warnings);
            return shared;
          };
    }
    return [&files = std::get<SimilarityFiles>(one.similarity)](const Wanted& wanted,
                                                                Warnings& warnings) {
      return std::make_shared<const DocumentSimilarity>(read_similarity(files, wanted, warnings));
    };
  }

  void add_dendrograms() {
    const auto* const value = std::get_if<subintent::Judgments>(&sources_.evaluation.judgments);
    inputs_.sources.qrels = value != nullptr ? Inside::of(*value).qrels_name
                                             : names_of(qrels_files(sources_.evaluation.judgments));
    if (const auto* const file = std::get_if<Source>(&sources_.dendrograms)) {
      inputs_.sources.dendrograms = file->name();
      inputs_.dendrograms = read_dendrograms(*file);
    } else {
      inputs_.sources.dendrograms = "dendrograms";
      inputs_.dendrograms = std::get<std::vector<Dendrogram>>(sources_.dendrograms);
      for (const Dendrogram& dendrogram : inputs_.dendrograms) check(dendrogram);
    }
    if (!sources_.superintents) return;
    inputs_.sources.superintents = sources_.superintents->name();
    inputs_.superintents = read_superintents(*sources_.superintents);
  }

  // Reads what answers hold. Nuggets of the judgments keep their names, wherever their lists begin.
  Qrels read_answers() const {
    if (const auto* const value = std::get_if<subintent::Judgments>(&*sources_.answers))
      return Inside::of(*value).diversity;
    const std::vector<Source> answers = qrels_files(*sources_.answers),
                              judged = qrels_files(sources_.evaluation.judgments);
    std::vector<TextFile> files(answers.begin(), answers.end());
    if (const auto bank = nuggets_in(files)) refuse_mixed(*bank, internal::names_of(answers));
    if (!judged.empty() && holds_nuggets(TextFile(judged[0]).text()))
      for (const Source& source : judged) files.emplace_back(source);
    std::rotate(files.begin(), files.begin() + std::ssize(answers), files.end());
    const auto all = nuggets_in(files);
    return all ? qrels_of(*all) : read_qrels(files, QrelsKind::diversity, true);
  }

  const AnalysisPlan& plan_;
  const AnalysisSources& sources_;
  Said& said_;
  EvaluationInputs evaluation_;
  AnalysisInputs inputs_;
  Remarks remarks_;
};

// Sets what people read, and how much of it.
void set_view(const AnalysisSources& sources, const AnalysisLayout& layout, Said& said,
              AnalysisInputs& inputs) {
  inputs.limit = layout.limit;
  inputs.width = layout.width;
  if (sources.topics) inputs.topics = read_topic_descriptions(*sources.topics);
  inputs.texts = [&](const std::set<std::string_view>& wanted) {
    return read_text_captions(sources.texts, wanted, std::ref(said));
  };
}

AnalysisReport report_of(const Analysis& analysis, AnalysisResult result,
                         const AnalysisLayout& layout) {
  AnalysisReport report;
  const std::string name = analysis.need == Need::left_out ? "judgments" : analysis.name;
  const std::string command = analysis.command == name ? name : analysis.command + " " + name;
  if (layout.curves) report.curves = tsv_of({&result.curves, 1});
  if (layout.svg) report.svg = svg_of(result.chart.value());
  if (layout.junit) report.junit = junit_of("subintent " + command, result.checks);
  const auto text = [&](const std::string& format, std::size_t width) {
    return report_format(format).report(command, result.report, width);
  };
  if (layout.markdown) report.markdown = text("markdown", 0);
  if (!layout.format.empty()) report.text = text(layout.format, layout.width);
  report.failure = std::move(result.failure);
  report.tables = std::move(result.report.tables);
  if (!result.curves.name.empty()) report.tables.push_back(std::move(result.curves));
  return report;
}

}  // namespace
}  // namespace internal

// The plan refers to the sources, its measures to the plan.
struct PlannedAnalysis::Data {
  Data(const std::string& name, const AnalysisSources& given, const AnalysisValues& values,
       const AnalysisLayout& layout_of)
      : sources(given),
        layout(layout_of),
        plan(internal::NamedAnalysis(name), sources, values, layout) {}

  const AnalysisSources sources;
  const AnalysisLayout layout;
  const internal::AnalysisPlan plan;
};

PlannedAnalysis::PlannedAnalysis(const std::string& name, const AnalysisSources& sources,
                                 const AnalysisValues& values, const AnalysisLayout& layout)
    : data_(std::make_shared<const Data>(name, sources, values, layout)) {}

AnalysisReport PlannedAnalysis::make(const RemarksCallback& say,
                                     const ProgressCallback& progress) const {
  const auto& [sources, layout, plan] = *data_;
  internal::Said said(say);
  internal::AnalysisInputs inputs = internal::SourceReader(plan, sources, said).read();
  inputs.each = plan.each;
  inputs.draws = layout.svg;
  inputs.tables = sources.tables;
  inputs.shows_text = !layout.format.empty() && layout.format != "tsv" && layout.format != "json";
  inputs.say = [&](const Remarks& remarks) { said(remarks); };
  AnalysisValues values = plan.values;
  if (sources.baseline) values.set("baseline", inputs.runs.at(*sources.baseline).name);
  if (plan.analysis.has_captions) internal::set_view(sources, layout, said, inputs);
  internal::AnalysisResult result = internal::analyse(plan.analysis, inputs, values, progress);
  said(result.remarks);
  AnalysisReport report = internal::report_of(plan.analysis, std::move(result), layout);
  std::erase_if(report.tables, [&](const Table& table) { return !inputs.wants(table.name); });
  report.warnings = std::move(said.all);
  return report;
}

AnalysisReport analyse(const std::string& name, const AnalysisSources& sources,
                       const OptionValues& options, const ProgressCallback& progress,
                       const AnalysisLayout& layout) {
  const AnalysisValues values(analysis_record(name).options, options);
  return PlannedAnalysis(name, sources, values, layout).make({}, progress);
}

std::vector<std::string> measure_names(const std::string& list) {
  std::vector<std::string> names = internal::split_measure_names(std::string_view(list));
  internal::require_different_measures("measures", names);
  return names;
}

}  // namespace subintent
