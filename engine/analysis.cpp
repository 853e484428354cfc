#include "subintent/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "cluster/dendrogram.h"
#include "compare/analyses/analysis.h"
#include "compare/score_matrix.h"
#include "compare/study/delta.h"
#include "compare/study/measure_names.h"
#include "core/base/known_names.h"
#include "core/base/warning.h"
#include "core/collection/preferences.h"
#include "engine/evaluation_values.h"
#include "engine/inside.h"
#include "engine/named_analysis.h"
#include "engine/score_groups.h"
#include "hierarchy/hierarchy.h"
#include "similarity/coverage.h"
#include "subintent/program.h"

namespace subintent {

AnalysisRecord internal::record_of(const Analysis& analysis, const Analysis* each) {
  AnalysisRecord record = analysis;
  record.options = options_of(analysis, each);
  if (each != nullptr) record.tables = each->tables;
  const bool of_scores = analysis.need == Need::scores || each != nullptr;
  if (of_scores) record.tables.insert(record.tables.begin(), groups_record());
  if (each == nullptr) return record;
  record.name += " " + each->name;
  record.tables.insert(record.tables.end(), analysis.tables.begin(), analysis.tables.end());
  for (TableRecord& table : record.tables) {
    table.columns.insert(table.columns.begin(), analysis.settings.begin(), analysis.settings.end());
  }
  return record;
}

internal::NamedAnalysis::NamedAnalysis(const std::string& name) {
  const std::size_t blank = std::min(name.find(' '), name.size());
  analysis = find_analysis(name.substr(0, blank));
  if (analysis != nullptr && analysis->makes_series) {
    each = find_analysis(blank == name.size() ? analysis->default_each : name.substr(blank + 1));
  }
  const bool wrong_each =
      each != nullptr ? !each->is_made_of_scores() : blank < name.size() || analysis == nullptr;
  if (analysis == nullptr || wrong_each || (analysis->makes_series && each == nullptr)) {
    std::vector<std::string> known;
    for (const AnalysisRecord& record : subintent::analyses()) known.push_back(record.name);
    throw Error::argument("name", "name: there is no analysis '" + printable(name) + "'",
                          advice_on(name, known));
  }
}

namespace {

using internal::AnalysisInputs;
using internal::Need;

[[noreturn]] void lack(const std::string& argument) {
  throw Error::argument(argument, argument + ": none given");
}

AnalysisInputs inputs_of_scores(const internal::Analysis& analysis, const AnalysisSources& sources,
                                AnalysisValues& values, Warnings& warnings) {
  AnalysisInputs inputs;
  std::vector<std::string> gold;
  if (analysis.takes("gold")) {
    gold = internal::known_names(values.texts("gold"), sources.measures);
    values.set("gold", gold);
  }
  if (analysis.has_people && sources.preferences.empty()) lack("preferences");
  if (!analysis.has_people || !sources.scores.empty()) {
    inputs.groups = internal::score_groups(
        sources.scores, sources.measures, sources.missing, warnings, gold,
        analysis.keeps_draws ? internal::Draws::apart : internal::Draws::joined);
  }
  for (const PreferencePool& pool : sources.preferences) {
    const std::string name = pool.name.empty() ? "preferences" : pool.name;
    inputs.preferences.push_back(
        {pool.name, name, internal::checked_preferences(pool.preferences, name)});
  }
  return inputs;
}

void add_dendrograms(const AnalysisSources& sources, const std::string& qrels,
                     AnalysisInputs& inputs) {
  for (const Dendrogram& dendrogram : sources.dendrograms) internal::check(dendrogram);
  inputs.dendrograms = sources.dendrograms;
  inputs.sources.qrels = qrels;
  inputs.sources.dendrograms = "dendrograms";
  if (!sources.superintents) return;
  inputs.superintents = internal::read_superintents(*sources.superintents);
  inputs.sources.superintents = sources.superintents->name();
}

// Similarities need no runs, and no measures.
AnalysisInputs inputs_of_similarities(const AnalysisSources& sources) {
  AnalysisInputs inputs;
  const internal::Judgments& judgments = internal::Inside::of(*sources.judgments);
  inputs.qrels = judgments.diversity;
  add_dendrograms(sources, judgments.qrels_name, inputs);
  if (sources.similarities.empty() && sources.dendrograms.empty()) lack("similarities");
  for (const auto& [name, similarity] : sources.similarities) {
    const auto shared = internal::Inside::shared(similarity);
    const auto read = [shared, name = name](const std::unordered_set<std::string_view>& wanted,
                                            Warnings& warnings) {
      internal::warn_of_coverage(wanted, *shared,
                                 name.empty() ? "similarity" : "similarity " + name, warnings);
      return shared;
    };
    inputs.similarities.push_back({name, read});
  }
  return inputs;
}

}  // namespace

const std::vector<AnalysisRecord>& analyses() {
  static const std::vector<AnalysisRecord> all = [] {
    std::vector<AnalysisRecord> made;
    for (const internal::Analysis& analysis : internal::analyses()) {
      if (!analysis.makes_series) made.push_back(internal::record_of(analysis, nullptr));
      for (const internal::Analysis& each : internal::analyses()) {
        if (analysis.makes_series && each.is_made_of_scores() && !each.has_people) {
          made.push_back(internal::record_of(analysis, &each));
        }
      }
    }
    return made;
  }();
  return all;
}

namespace {

// Judgments with runs, or two sets of something with runs or without.
class RunAnalysis {
 public:
  RunAnalysis(const internal::Analysis& analysis, const AnalysisSources& sources,
              const AnalysisValues& values, Warnings& warnings)
      : analysis_(analysis), sources_(sources) {
    if (analysis.need == Need::hierarchies && sources.runs.empty()) {
      compare_hierarchies();
      return;
    }
    if (analysis.need == Need::lists) {
      inputs_.runs = internal::compared_runs(sources.runs);
      return;
    }
    if (!sources.judgments) lack("judgments");
    EvaluatorOptions options = sources.evaluation;
    if (analysis.need == Need::hierarchies) add_both(options);
    first_ = std::make_unique<internal::EvaluationValues>(*sources.judgments, std::move(options));
    inputs_.context = first_->context();
    if (analysis.has_dendrograms) require_other_names(inputs_.context);
    if (analysis.needs_hierarchies && first_->data.hierarchies.empty()) lack("hierarchies");
    const bool may_lack_runs = analysis.need == Need::judgments;
    if (!sources.runs.empty() || !may_lack_runs) {
      inputs_.runs = internal::compared_runs(sources.runs);
      if (inputs_.runs.size() > analysis.max_runs) {
        throw Error::argument("runs",
                              fmt::format("runs: there are more than {}", analysis.max_runs),
                              "leave some out");
      }
      inputs_.measures = analysis.measures(values, context_of_measures());
      if (analysis.takes("measures") && !values.given("measures")) {
        inputs_.measures = internal::allowed(inputs_.measures, first_->data);
      }
    }
    inputs_.pooled = internal::inside_of(sources.pooled);
    if (sources.answers) inputs_.answers = internal::Inside::of(*sources.answers).diversity;
    internal::add_new(first_->remarks(inputs_.measures).all(), warnings);
    inputs_.data = first_->data;
    if (analysis.need == Need::judgments || analysis.need == Need::judges) add_second(warnings);
    if (analysis.has_dendrograms && sources.dendrograms.empty()) lack("dendrograms");
    add_dendrograms(sources, first_->data.judgments->qrels_name, inputs_);
  }

  AnalysisInputs& inputs() { return inputs_; }

 private:
  // The two that are compared are given apart.
  internal::MeasureContext context_of_measures() const {
    internal::MeasureContext context = inputs_.context;
    if (analysis_.need == Need::hierarchies) context.hierarchies.clear();
    return context;
  }

  // The hierarchies of an evaluation stand beside those that each delta makes.
  static void require_other_names(const internal::MeasureContext& context) {
    const auto name = internal::find_reserved_name(context.hierarchies);
    if (!name) return;
    throw Error::argument(
        "hierarchies",
        "hierarchies: " + *name + " is the name of a hierarchy that each delta makes",
        "choose another name");
  }

  void name_both(const std::string& what) {
    inputs_.first_name = "the first " + what;
    inputs_.second_name = "the second " + what;
  }

  void compare_hierarchies() {
    name_both("hierarchies");
    inputs_.hierarchies1 = internal::checked(sources_.hierarchies, inputs_.first_name);
    inputs_.hierarchies2 = internal::checked(sources_.second_hierarchies, inputs_.second_name);
  }

  void add_both(EvaluatorOptions& options) {
    name_both("hierarchies");
    if (!options.hierarchies.empty()) {
      throw Error::argument("hierarchies", "hierarchies: there are already two to compare",
                            "leave them out");
    }
    options.hierarchies = {{"1", sources_.hierarchies}, {"2", sources_.second_hierarchies}};
  }

  void add_second(Warnings& warnings) {
    if (!sources_.second_judgments) lack("second_judgments");
    name_both("judgments");
    if (analysis_.need == Need::judges) {
      inputs_.first_name = "the judgments of people";
      inputs_.second_name = "the judgments of the model";
    }
    second_ = std::make_unique<internal::EvaluationValues>(*sources_.second_judgments,
                                                           sources_.evaluation);
    internal::add_new(second_->remarks(inputs_.measures).all(), warnings);
    inputs_.second = second_->data;
    for (const Judgments& judgments : sources_.more_judgments) {
      more_.push_back(std::make_unique<internal::EvaluationValues>(judgments, sources_.evaluation));
      internal::add_new(more_.back()->remarks(inputs_.measures).all(), warnings);
      inputs_.more.push_back({fmt::format("judgments {}", more_.size() + 2), more_.back()->data});
    }
  }

  const internal::Analysis& analysis_;
  const AnalysisSources& sources_;
  std::unique_ptr<internal::EvaluationValues> first_, second_;
  std::vector<std::unique_ptr<internal::EvaluationValues>> more_;
  AnalysisInputs inputs_;
};

// Makes an analysis of its inputs, which `prepare` may add to.
template <typename Prepare>
AnalysisTables analyse_prepared(const std::string& name, const AnalysisSources& sources,
                                const OptionValues& given, const ProgressCallback& progress,
                                const Prepare& prepare) {
  const internal::NamedAnalysis named(name);
  const internal::Analysis& analysis = *named.analysis;
  AnalysisValues values(internal::options_of(analysis, named.each));
  for (const auto& [option, value] : given) values.set(option, value);
  internal::check_analysis(analysis, named.each, false, values);
  internal::require_use(analysis, sources);
  Warnings warnings;
  const auto made_of = [&](AnalysisInputs& inputs) {
    inputs.each = named.each;
    prepare(inputs);
    internal::AnalysisResult result = internal::analyse(analysis, inputs, values, progress);
    internal::add_new(result.remarks.all(), warnings);
    AnalysisTables made{std::move(result.report.tables), warnings};
    if (!result.curves.name.empty()) made.tables.push_back(std::move(result.curves));
    std::erase_if(made.tables, [&](const Table& table) { return !inputs.wants(table.name); });
    return made;
  };
  if (analysis.need == Need::scores) {
    AnalysisInputs inputs = inputs_of_scores(analysis, sources, values, warnings);
    return made_of(inputs);
  }
  if (analysis.need == Need::judges && !sources.second_scores.empty()) {
    AnalysisInputs inputs;
    std::vector<std::string> measures;
    if (values.given("measures")) measures = values.texts("measures");
    for (const auto* const scores : {&sources.scores, &sources.second_scores}) {
      inputs.groups.push_back(
          internal::score_groups(*scores, measures, MissingScores::error, warnings).at(0));
    }
    inputs.first_name = "the scores of people";
    inputs.second_name = "the scores of the model";
    return made_of(inputs);
  }
  if (analysis.need == Need::similarities) {
    if (!sources.judgments) lack("judgments");
    AnalysisInputs inputs = inputs_of_similarities(sources);
    return made_of(inputs);
  }
  RunAnalysis made(analysis, sources, values, warnings);
  return made_of(made.inputs());
}

}  // namespace

AnalysisTables analyse(const std::string& name, const AnalysisSources& sources,
                       const OptionValues& options, const ProgressCallback& progress) {
  const internal::NamedAnalysis named(name);
  const std::vector<TableRecord> known = internal::record_of(*named.analysis, named.each).tables;
  std::vector<std::string> names;
  for (const TableRecord& table : known) names.push_back(table.name);
  for (const std::string& table : sources.tables) {
    if (std::ranges::count(names, table) > 0) continue;
    throw Error::argument("tables", "tables: " + name + " has no table '" + printable(table) + "'",
                          internal::advice_on(table, names));
  }
  return analyse_prepared(name, sources, options, progress,
                          [&](AnalysisInputs& inputs) { inputs.tables = sources.tables; });
}

ScoredSettings score_settings(const std::string& name, const AnalysisSources& sources,
                              const OptionValues& options, const ProgressCallback& progress) {
  const internal::NamedAnalysis named(name);
  if (named.each == nullptr) {
    throw Error::argument("name", "name: " + name + " has no settings", "give pooling or delta");
  }
  ScoredSettings made;
  const auto take = [&](AnalysisInputs& inputs) {
    inputs.take = [&](const std::vector<double>& setting, const internal::ScoreGroup& scores) {
      made.settings.push_back({setting, internal::scores_of(scores)});
    };
  };
  made.warnings = analyse_prepared(name, sources, options, progress, take).warnings;
  return made;
}

}  // namespace subintent
