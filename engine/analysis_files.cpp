// Analyses of files.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>

#include "cluster/dendrogram.h"
#include "compare/analyses/analysis.h"
#include "compare/concordance.h"
#include "compare/score_matrix.h"
#include "compare/study/delta.h"
#include "compare/study/evaluation.h"
#include "compare/study/measure_names.h"
#include "core/base/warning.h"
#include "core/collection/nuggets.h"
#include "core/collection/qrels.h"
#include "core/collection/run.h"
#include "core/collection/scores.h"
#include "core/collection/topics.h"
#include "core/io/table_cells.h"
#include "core/io/text_file.h"
#include "engine/clustering.h"
#include "engine/evaluation_values.h"
#include "engine/named_analysis.h"
#include "engine/preference_pools.h"
#include "engine/run_files.h"
#include "engine/stage.h"
#include "evaluate/measure.h"
#include "hierarchy/build.h"
#include "hierarchy/hierarchy_reader.h"
#include "report/captions.h"
#include "report/charts/chart.h"
#include "report/data_table.h"
#include "report/junit.h"
#include "report/table_format.h"
#include "similarity/similarity_files.h"
#include "subintent/analysis.h"
#include "subintent/program.h"

namespace subintent {
namespace internal {
namespace {

using Names = std::vector<std::string>;

[[noreturn]] void lack_of_file(const std::string& argument, const std::string& advice) {
  throw Error::argument(argument, argument + " is missing", advice);
}

bool is_for_programs(std::string_view format) {
  return format == "tsv" || format == "json";
}

std::vector<Source> files_of(const JudgmentSource& judgments) {
  if (const auto* const file = std::get_if<Source>(&judgments)) {
    return is_given(judgments) ? std::vector{*file} : std::vector<Source>();
  }
  const auto* const files = std::get_if<std::vector<Source>>(&judgments);
  return files != nullptr ? *files : std::vector<Source>();
}

// What an analysis is made from, as far as that can be known without reading a file.
class AnalysisPlan {
 public:
  AnalysisPlan(const NamedAnalysis& named, const AnalysisFiles& files, const AnalysisValues& given,
               const AnalysisLayout& layout)
      : analysis(*named.analysis),
        each(named.each),
        values(given),
        gains(checked_gains(files.evaluation)),
        context(context_of(files.evaluation, gains)),
        files_(files),
        draws_(layout.svg) {
    for (const AnalysisOption& option : options_of(analysis, each)) {
      if (values.find(option.name) != nullptr) continue;
      throw Error::argument("values", "values: " + option.name + " is not among their options",
                            "make them of those of analysis_record()");
    }
    if (files.of_answers && analysis.takes("measures") && !values.given("measures")) {
      values.set("measures", answer_measures());
    }
    name_baseline();
    check_analysis(analysis, each, layout.svg, values);
    if (analysis.takes("gold") && !files.measures.empty()) {  // by the names that are asked for
      values.set("gold", known_names(values.texts("gold"), files.measures));
    }
    check_layout(layout);
    check_use();
    check_files();
    parse();
  }
  AnalysisPlan(const AnalysisPlan&) = delete;
  AnalysisPlan& operator=(const AnalysisPlan&) = delete;

  // The measures that an analysis of scores is asked for, with gold standards; none: all there are.
  Names measures_of_scores() const { return with_gold(files_.measures, gold()); }

  Names gold() const { return analysis.takes("gold") ? values.texts("gold") : Names(); }

  const Analysis& analysis;
  const Analysis* each;
  AnalysisValues values;
  Gain::Table gains;  // the measures refer to it
  MeasureContext context;
  std::vector<Measure> measures;

 private:
  // By the name that is known until it is read.
  void name_baseline() {
    if (!files_.baseline) return;
    if (values.given("baseline")) {
      throw Error::argument("baseline", "baseline: both its place and its name are given",
                            "leave one out");
    }
    if (*files_.baseline >= files_.runs.size()) {
      throw Error::argument("baseline",
                            fmt::format("baseline: {} is not the place of a run, of {}",
                                        *files_.baseline, files_.runs.size()),
                            "count from 0");
    }
    const RunFile& run = files_.runs[*files_.baseline];
    values.set("baseline", run.name.value_or(run.source.name()));
  }

  void check_layout(const AnalysisLayout& layout) const {
    report_format(layout.format);
    const bool has_curves = std::ranges::count(analysis.tables, "curves", &TableRecord::name) > 0;
    const auto refuse = [&](bool wanted, const std::string& what) {
      if (wanted) {
        throw Error::argument(what, what + ": " + analysis.name + " has none", "leave it out");
      }
    };
    refuse(layout.curves && !has_curves, "curves");
    refuse(layout.svg && !analysis.draws, "svg");
    refuse((layout.junit || layout.markdown) && !analysis.gates(), "junit");
  }

  bool may_lack_runs() const {
    return files_.of_answers || analysis.need == Need::judgments || of_two_judges() ||
           analysis.need == Need::hierarchies || analysis.need == Need::scores ||
           analysis.need == Need::similarities;
  }

  // Scores by people and by a model, or what these assigned to answers, and no runs.
  bool of_two_judges() const { return analysis.need == Need::judges && files_.runs.empty(); }

  void check_use() const {
    require_use(analysis, files_);
    const auto check = [&](bool is_given, bool is_used, const std::string& argument) {
      require_use(is_given, is_used, argument, analysis.name);
    };
    const bool of_scores = analysis.need == Need::scores && !files_.of_answers;
    check(files_.run_name != ScoreRunName::automatic, of_scores, "run_name");
    check(files_.scores_format != ScoreFormat::automatic, of_scores, "scores_format");
    check(!files_.systems.empty(), files_.of_answers, "systems");
    if (files_.of_answers && !(files_.scores.empty() && files_.runs.empty())) {
      throw Error::argument(files_.runs.empty() ? "scores" : "runs",
                            "of_answers: there are answers in the place of scores and runs",
                            "leave out one of the two");
    }
  }

  void check_files() const {
    const Need need = analysis.need;
    if (analysis.has_people && files_.preferences.empty()) {
      lack_of_file("preferences", "give a file with judgments of users");
    }
    if (need == Need::scores && files_.scores.empty() && !files_.of_answers &&
        !analysis.may_lack_scores) {
      lack_of_file("scores", "give at least one file");
    }
    if (files_.runs.empty() && !may_lack_runs()) lack_of_file("runs", "give at least one file");
    if (need == Need::runs && files_.runs.size() > analysis.max_runs) {
      throw Error::argument("runs", fmt::format("runs: there are more than {}", analysis.max_runs),
                            "leave some out");
    }
    if (need == Need::hierarchies && files_.hierarchies.size() != 2) {
      lack_of_file("hierarchies", "give two files");
    }
    if ((need == Need::judgments || need == Need::judges) && !files_.second_judgments) {
      lack_of_file("second_judgments", "give two files");
    }
  }

  bool needs_judgments() const {
    if (analysis.need == Need::lists || of_two_judges()) return false;
    if (analysis.need == Need::scores) return files_.of_answers;
    return analysis.need != Need::hierarchies || !files_.runs.empty();
  }

  void check_similarities() const {
    if (!files_.similarities.empty()) return;
    if (!files_.dendrograms) {
      throw Error::argument("similarities", "no fingerprints or vectors to compare documents by",
                            "give `similarities`, or `dendrograms`");
    }
    if (draws_) {
      throw Error::argument("svg", "svg draws similarities", "give `similarities`");
    }
  }

  void parse() {
    if (!needs_judgments()) return;
    if (!context.has_judgments && !analysis.gates()) {
      lack_of_file("qrels", "give the judgments");
    }
    if (analysis.need == Need::similarities) return check_similarities();
    if (analysis.needs_hierarchies && files_.evaluation.hierarchies.empty()) {
      lack_of_file("hierarchy", "give the hierarchies to shuffle: `HierarchyFile`");
    }
    if (analysis.need == Need::scores) {
      const Names names = measures_of_scores();
      measures = parse_measures(names.empty() ? answer_measures() : names, context);
      return;
    }
    measures = analysis.measures(values, context);
    if (analysis.need == Need::runs && analysis.has_dendrograms) check_dendrograms();
  }

  void check_dendrograms() const {
    if (!files_.dendrograms) lack_of_file("dendrograms", "see subintent cluster");
    if (!files_.superintents && need_superintents(measures)) {
      lack_of_file("superintents", "SUP+WI and SUP+WD need it");
    }
  }

  const AnalysisFiles& files_;
  bool draws_;
};

// Tells what there is to say, and keeps it.
class Said {
 public:
  explicit Said(const RemarksCallback& say) : say_(say) {}

  void operator()(const Remarks& remarks) {
    if (say_) say_(remarks);
    for (const auto& [to, from] :
         {std::pair(&all.warnings, &remarks.warnings), std::pair(&all.notes, &remarks.notes)}) {
      to->insert(to->end(), from->begin(), from->end());
    }
  }

  Remarks all;

 private:
  const RemarksCallback& say_;
};

// Reads what a plan is made from.
class FileReader {
 public:
  FileReader(const AnalysisPlan& plan, const AnalysisFiles& files, Said& said)
      : plan_(plan), files_(files), said_(said), evaluation_(files.evaluation) {
    evaluation_.usual_measures = plan.analysis.takes("measures") && !plan.values.given("measures");
  }

  AnalysisInputs read() {
    inputs_.context = plan_.context;
    inputs_.measures = plan_.measures;
    inputs_.preferences = read_pools(files_.preferences);
    if (plan_.analysis.gates() && !plan_.context.has_judgments) take_topics();
    read_what_is_needed();
    for (const EvaluationData* const data : {&inputs_.data, &inputs_.second}) {
      if (evaluation_.usual_measures && data->judgments) {
        inputs_.measures = allowed(std::move(inputs_.measures), *data);
      }
    }
    said_(remarks_);
    const bool by_lists = plan_.analysis.need == Need::lists;
    if (inputs_.runs.empty()) {
      inputs_.runs =
          files_.of_answers && plan_.analysis.need == Need::runs
              ? answers_of(inputs_.data)
              : read_runs(files_.runs, by_lists ? ListScores::kept : ListScores::left_out);
    }
    inputs_.pooled = read_runs(files_.pooled);
    add_dendrograms();
    if (files_.answers) inputs_.answers = read_answers();
    return std::move(inputs_);
  }

 private:
  // Those of the runs.
  void take_topics() {
    inputs_.runs = read_runs(files_.runs);
    std::set<std::string> topics;
    for (const Run& run : inputs_.runs) {
      for (const RankedList& list : run.topics) topics.emplace(list.topic);
    }
    for (const std::string& topic : topics) {
      evaluation_.judgments.unjudged_intents.emplace_back(topic, topic_level_intent);
    }
  }

  void read_what_is_needed() {
    switch (plan_.analysis.need) {
      case Need::scores:
        inputs_.groups = files_.of_answers ? std::vector{score_answers()} : read_groups();
        break;
      case Need::runs:
      case Need::left_out:
        inputs_.data = read_evaluation(evaluation_, plan_.measures, remarks_);
        break;
      case Need::judgments:
      case Need::judges:
        if (plan_.analysis.need == Need::judges && files_.runs.empty()) {
          read_two_judges();
          break;
        }
        inputs_.first_name = names_of(files_of(files_.evaluation.judgments.qrels));
        inputs_.data = read_evaluation(evaluation_, measures_of_runs(), remarks_);
        inputs_.second_name = files_.second_judgments->name();
        inputs_.second = read_other(*files_.second_judgments);
        for (const Source& judgments : files_.more_judgments) {
          inputs_.more.push_back({judgments.name(), read_other(judgments)});
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

  std::span<const Measure> measures_of_runs() const {
    return files_.runs.empty() ? std::span<const Measure>() : plan_.measures;
  }

  // Of files that several evaluations read, the same is said once.
  EvaluationData read_other(const Source& judgments) {
    EvaluationInputs by = evaluation_;
    by.judgments.qrels = judgments;
    Remarks said;
    EvaluationData data = read_evaluation(by, measures_of_runs(), said);
    add_new(said.warnings, remarks_.warnings);
    add_new(said.notes, remarks_.notes);
    return data;
  }

  // Scores, or nuggets that a judge assigned to answers: what scores these make, as if they had
  // been in the file.
  Source scores_of(const Source& source, const Names& measures) {
    if (source.path() == "-" || !holds_nuggets(TextFile(source).text())) return source;
    EvaluationInputs by = files_.evaluation;
    by.judgments.qrels = source;
    const auto parsed =
        parse_measures(measures.empty() ? answer_measures() : measures, plan_.context);
    const EvaluationData data = read_evaluation(by, parsed, remarks_);
    const ScoreGroup group = score_runs(answers_of(data), data.scorer(parsed), remarks_);
    std::string text = "run\ttopic\tmeasure\tvalue\n";
    for (const ScoreMatrix& scores : group.measures) {
      for (std::size_t topic = 0; topic < scores.topics; ++topic) {
        for (std::size_t run = 0; run < scores.runs; ++run) {
          text += fmt::format("{}\t{}\t{}\t{}\n", written_cell(group.runs[run], '\t'),
                              written_cell(group.topics[topic], '\t'),
                              written_cell(scores.measure, '\t'), shortest(scores.at(topic, run)));
        }
      }
    }
    return Source::memory(std::move(text), source.name());
  }

  ScoreGroup scores_by(const Source& judge) {
    Names measures;
    if (plan_.values.given("measures")) measures = plan_.values.texts("measures");
    ScoreTable table =
        internal::read_scores({scores_of(judge, measures)}, files_.run_name, files_.scores_format);
    join_draws(table);
    said_({{}, table.notes});
    resolve_measures(table, measures);
    return make_groups(table, measures, files_.missing).at(0);
  }

  void read_two_judges() {
    const Source human = files_of(files_.evaluation.judgments.qrels).at(0);
    inputs_.first_name = human.name();
    inputs_.second_name = files_.second_judgments->name();
    inputs_.groups = {scores_by(human), scores_by(*files_.second_judgments)};
  }

  std::vector<ScoreGroup> read_groups() {
    if (files_.scores.empty()) return {};
    std::vector<Source> sources = files_.scores;
    for (std::size_t i = 0; i < files_.judges.size(); ++i) {
      if (!files_.judges[i].empty()) sources[i] = scores_of(sources[i], files_.measures);
    }
    ScoreTable table =
        internal::read_scores(sources, files_.run_name, files_.scores_format, files_.judges);
    plan_.analysis.keeps_draws ? balance_draws(table, table.notes) : join_draws(table);
    said_({{}, table.notes});
    const auto warn = [&](const auto& add) {
      Warnings warnings;
      add(warnings);
      said_({warnings, {}});
    };
    if (files_.missing != MissingScores::group) {
      warn([&](Warnings& warnings) { warn_of_joined_runs(table, "files", warnings); });
    }
    const Names measures = plan_.measures_of_scores();
    resolve_measures(table, measures.empty() ? plan_.gold() : measures);
    if (files_.missing == MissingScores::zero) {
      warn([&](Warnings& warnings) { warn_of_filled_topics(table, measures, warnings); });
    }
    return make_groups(table, measures, files_.missing);
  }

  ScoreGroup score_answers() {
    const EvaluationData data = read_evaluation(files_.evaluation, plan_.measures, remarks_);
    return score_runs(answers_of(data), data.scorer(plan_.measures), remarks_);
  }

  // The answers that are compared, as runs: all, or those that are named, in their order.
  std::vector<Run> answers_of(const EvaluationData& data) const {
    const std::vector<Run> all = answer_runs(*data.judgments);
    Names known;
    for (const Run& run : all) known.push_back(run.name);
    const Names& wanted = files_.systems.empty() ? known : files_.systems;
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

  void read_two_hierarchies() {
    const std::string &first = files_.hierarchies[0], &second = files_.hierarchies[1];
    inputs_.first_name = Source(first).name();
    inputs_.second_name = Source(second).name();
    if (files_.runs.empty()) {
      inputs_.hierarchies1 = read_hierarchies(first);
      inputs_.hierarchies2 = read_hierarchies(second);
      return;
    }
    EvaluationInputs both = files_.evaluation;
    both.hierarchies = {{"1", first}, {"2", second}};
    inputs_.data = read_evaluation(both, plan_.measures, remarks_);
  }

  void read_similarities() {
    inputs_.qrels = read_qrels(files_of(files_.evaluation.judgments.qrels));
    for (const NamedSimilarity& one : files_.similarities) {
      const auto reader = [&files = one.files](const std::unordered_set<std::string_view>& wanted,
                                               Warnings& warnings) {
        return std::make_shared<const DocumentSimilarity>(read_similarity(files, wanted, warnings));
      };
      inputs_.similarities.push_back({one.name, reader, view_of(one.view, kind_of(one.files))});
    }
  }

  void add_dendrograms() {
    inputs_.sources.qrels = names_of(files_of(files_.evaluation.judgments.qrels));
    if (files_.dendrograms) {
      inputs_.sources.dendrograms = files_.dendrograms->name();
      inputs_.dendrograms = read_dendrograms(*files_.dendrograms);
    }
    if (!files_.superintents) return;
    inputs_.sources.superintents = files_.superintents->name();
    inputs_.superintents = read_superintents(*files_.superintents);
  }

  // What answers hold. Nuggets of the judgments keep their names, wherever their lists begin.
  Qrels read_answers() const {
    std::vector<Source> files;
    const std::vector<Source> judged = files_of(files_.evaluation.judgments.qrels);
    if (!judged.empty() && holds_nuggets(TextFile(judged[0]).text())) files = judged;
    files.push_back(*files_.answers);
    return read_qrels(files);
  }

  const AnalysisPlan& plan_;
  const AnalysisFiles& files_;
  Said& said_;
  EvaluationInputs evaluation_;
  AnalysisInputs inputs_;
  Remarks remarks_;
};

// What people read, and how much of it.
void set_view(const AnalysisFiles& files, const AnalysisLayout& layout, Said& said,
              AnalysisInputs& inputs) {
  inputs.limit = layout.limit;
  inputs.width = layout.width;
  if (files.topics) inputs.topics = read_topic_descriptions(*files.topics);
  inputs.texts = [&](const std::function<bool(std::string_view)>& wanted) {
    return read_text_captions(files.texts, wanted, std::ref(said));
  };
}

AnalysisReport report_of(const Analysis& analysis, AnalysisResult made,
                         const AnalysisLayout& layout) {
  AnalysisReport report;
  const std::string name = analysis.need == Need::left_out ? "judgments" : analysis.name;
  const std::string command = analysis.command == name ? name : analysis.command + " " + name;
  if (layout.curves) report.curves = tsv_of({&made.curves, 1});
  if (layout.svg) report.svg = svg_of(made.chart.value());
  if (layout.junit) report.junit = junit_of("subintent " + command, made.checks);
  const auto text = [&](const std::string& format, std::size_t width) {
    return report_format(format).report(command, made.report, width);
  };
  if (layout.markdown) report.markdown = text("markdown", 0);
  report.text = text(layout.format, layout.width);
  report.failure = std::move(made.failure);
  report.tables = std::move(made.report.tables);
  if (!made.curves.name.empty()) report.tables.push_back(std::move(made.curves));
  return report;
}

}  // namespace
}  // namespace internal

const std::vector<std::string>& analysis_formats() {
  static const std::vector<std::string> names = internal::report_format_names();
  return names;
}

// The plan refers to the files, its measures to the plan.
struct FileAnalysis::Data {
  Data(const std::string& name, const AnalysisFiles& given, const AnalysisValues& values,
       const AnalysisLayout& layout_of)
      : files(given),
        layout(layout_of),
        plan(internal::NamedAnalysis(name), files, values, layout) {}

  const AnalysisFiles files;
  const AnalysisLayout layout;
  const internal::AnalysisPlan plan;
};

FileAnalysis::FileAnalysis(const std::string& name, const AnalysisFiles& files,
                           const AnalysisValues& values, const AnalysisLayout& layout)
    : data_(std::make_shared<const Data>(name, files, values, layout)) {}

AnalysisReport FileAnalysis::make(const RemarksCallback& say,
                                  const ProgressCallback& progress) const {
  const auto& [files, layout, plan] = *data_;
  internal::Said said(say);
  internal::AnalysisInputs inputs = internal::FileReader(plan, files, said).read();
  inputs.each = plan.each;
  inputs.draws = layout.svg;
  inputs.shows_text = !internal::is_for_programs(layout.format);
  inputs.say = [&](const Remarks& remarks) { said(remarks); };
  AnalysisValues values = plan.values;
  if (files.baseline) values.set("baseline", inputs.runs.at(*files.baseline).name);
  if (plan.analysis.has_captions) internal::set_view(files, layout, said, inputs);
  internal::AnalysisResult made = internal::analyse(plan.analysis, inputs, values, progress);
  said(made.remarks);
  AnalysisReport report = internal::report_of(plan.analysis, std::move(made), layout);
  report.remarks = std::move(said.all);
  return report;
}

AnalysisReport analyse_files(const std::string& name, const AnalysisFiles& files,
                             const AnalysisValues& values, const AnalysisLayout& layout,
                             const RemarksCallback& say, const ProgressCallback& progress) {
  return FileAnalysis(name, files, values, layout).make(say, progress);
}

std::vector<std::string> measure_names(const std::string& list) {
  std::vector<std::string> names = internal::split_measure_names(std::string_view(list));
  if (const auto fault = internal::repeated_measure(names)) {
    throw Error::argument("measures", "measures: " + *fault, "leave one out");
  }
  return names;
}

}  // namespace subintent
