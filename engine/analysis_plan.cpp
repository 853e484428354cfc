#include "engine/analysis_plan.h"

#include <fmt/format.h>

#include "core/base/messages.h"
#include "report/table_format.h"
#include "subintent/program.h"

namespace subintent {

// Records of analyses, and the analyses by the names of the public interface.

AnalysisRecord internal::record_of(const Analysis& analysis, const Analysis* each) {
  AnalysisRecord record = analysis;
  record.options = options_of(analysis, each);
  if (each != nullptr) record.tables = each->tables;
  const bool of_scores = analysis.need == Need::scores || each != nullptr;
  if (of_scores) record.tables.insert(record.tables.begin(), groups_record());
  if (each == nullptr) return record;
  record.name += " " + each->name;
  record.tables.insert(record.tables.end(), analysis.tables.begin(), analysis.tables.end());
  for (TableRecord& table : record.tables)
    table.columns.insert(table.columns.begin(), analysis.settings.begin(), analysis.settings.end());
  return record;
}

internal::NamedAnalysis::NamedAnalysis(const std::string& name) {
  const std::size_t blank = std::min(name.find(' '), name.size());
  analysis = find_analysis(name.substr(0, blank));
  if (analysis != nullptr && analysis->makes_series)
    each = find_analysis(blank == name.size() ? analysis->default_each : name.substr(blank + 1));
  const bool wrong_each =
      each != nullptr ? !each->is_made_of_scores() : blank < name.size() || analysis == nullptr;
  if (analysis == nullptr || wrong_each || (analysis->makes_series && each == nullptr)) {
    throw Error::argument(
        "name", "name: there is no analysis '" + printable(name) + "'",
        advice_on(name, mapped<std::string>(subintent::analyses(), &AnalysisRecord::name)));
  }
}

const std::vector<AnalysisRecord>& analyses() {
  static const std::vector<AnalysisRecord> all = [] {
    std::vector<AnalysisRecord> records;
    for (const internal::Analysis& analysis : internal::analyses()) {
      if (!analysis.makes_series) records.push_back(internal::record_of(analysis, nullptr));
      for (const internal::Analysis& each : internal::analyses())
        if (analysis.makes_series && each.is_made_of_scores() && !each.has_people)
          records.push_back(internal::record_of(analysis, &each));
    }
    return records;
  }();
  return all;
}

const std::vector<AnalysisRecord>& analyses_of(const std::string& command) {
  static const auto all = [] {
    std::map<std::string, std::vector<AnalysisRecord>> result;
    for (const internal::Analysis& analysis : internal::analyses())
      result[analysis.command].push_back(analysis);
    return result;
  }();
  static const std::vector<AnalysisRecord> none;
  const auto found = all.find(command);
  return found == all.end() ? none : found->second;
}

AnalysisRecord analysis_record(const std::string& name) {
  const internal::NamedAnalysis named(name);
  return internal::record_of(*named.analysis, named.each);
}

const std::vector<std::string>& analysis_formats() {
  static const std::vector<std::string> names = internal::report_format_names();
  return names;
}

const Cell& cell(const Table& table, std::size_t row, std::string_view column) {
  const auto place = std::ranges::find(table.columns, column);
  if (row < table.rows.size() && place != table.columns.end())
    return table.rows[row].at(static_cast<std::size_t>(place - table.columns.begin()));
  throw Error::argument("column", "column: " + table.name + " has no row " + std::to_string(row) +
                                      " with a column " + printable(column));
}

}  // namespace subintent

namespace subintent::internal {

namespace {

using MeasureNames = std::vector<std::string>;

// Whether there is a file, or a value that holds something.
template <typename Values>
bool is_there(const std::variant<Values, Source>& any) {
  const auto* const values = std::get_if<Values>(&any);
  return values == nullptr || !values->empty();
}

template <typename Values, typename Files>
bool are_there(const std::variant<Values, Files>& any) {
  return std::visit([](const auto& all) { return !all.empty(); }, any);
}

}  // namespace

AnalysisPlan::AnalysisPlan(const NamedAnalysis& named, const AnalysisSources& sources,
                           const AnalysisValues& given, const AnalysisLayout& layout)
    : analysis(*named.analysis),
      each(named.each),
      usual_measures(analysis.takes("measures") && !given.given("measures")),
      values(given),
      gains(checked_gains(sources.evaluation)),
      context(context_of(sources.evaluation, gains)),
      sources_(sources),
      draws_(layout.svg) {
  for (const AnalysisOption& option : options_of(analysis, each))
    refuse_if(values.find(option.name) == nullptr, "values",
              "values: " + option.name + " is not among their options",
              "make them of those of analysis_record()");
  const auto* const judgments = std::get_if<subintent::Judgments>(&sources.evaluation.judgments);
  const bool of_answers = sources.of_answers || (judgments != nullptr && judgments->of_answers());
  if (of_answers && usual_measures) values.set("measures", answer_measures());
  name_baseline();
  check_analysis(analysis, each, layout.svg, values);
  if (analysis.takes("gold") && !sources.measures.empty())  // by the names that are asked for
    values.set("gold", known_names(values.texts("gold"), sources.measures));
  check_tables();
  check_layout(layout);
  check_use();
  check_sources();
  parse();
}

// By the name that is known until it is read.
void AnalysisPlan::name_baseline() {
  if (!sources_.baseline) return;
  refuse_if(values.given("baseline"), "baseline", "baseline: both its place and its name are given",
            "leave one out");
  refuse_if(*sources_.baseline >= sources_.runs.size(), "baseline",
            fmt::format("baseline: {} is not the place of a run, of {}", *sources_.baseline,
                        sources_.runs.size()),
            "count from 0");
  const AnyRun& run = sources_.runs[*sources_.baseline];
  const auto* const file = std::get_if<RunFile>(&run);
  values.set("baseline", file == nullptr ? std::get<subintent::Run>(run).name()
                                         : file->name.value_or(file->source.name()));
}

void AnalysisPlan::check_tables() const {
  const AnalysisRecord record = record_of(analysis, each);
  const MeasureNames names = mapped<std::string>(record.tables, &TableRecord::name);
  for (const std::string& table : sources_.tables)
    refuse_if(std::ranges::count(names, table) == 0, "tables",
              "tables: " + record.name + " has no table '" + printable(table) + "'",
              advice_on(table, names));
}

void AnalysisPlan::check_layout(const AnalysisLayout& layout) const {
  if (!layout.format.empty()) report_format(layout.format);
  const bool has_curves = std::ranges::count(analysis.tables, "curves", &TableRecord::name) > 0;
  const auto refuse = [&](bool wanted, const std::string& what) {
    refuse_if(wanted, what, what + ": " + analysis.name + " has none", "leave it out");
  };
  refuse(layout.curves && !has_curves, "curves");
  refuse(layout.svg && !analysis.draws, "svg");
  refuse((layout.junit || layout.markdown) && !analysis.gates(), "junit");
}

// Refuses inputs that only other analyses use.
void AnalysisPlan::check_use() const {
  const auto check = [&](bool is_given, bool is_used, const std::string& argument) {
    refuse_if(is_given && !is_used, argument,
              argument + ": " + analysis.name + " has no use for it", "leave it out");
  };
  const bool of_scores = analysis.need == Need::scores;
  check(!sources_.measures.empty(), of_scores, "measures");
  check(!sources_.lower_is_better.empty(), of_scores, "lower_is_better");
  check(sources_.missing != MissingScores::error, of_scores, "missing");
  refuse_if(sources_.missing == MissingScores::zero && !sources_.lower_is_better.empty(), "missing",
            "missing: 0 would be the best score where less is better",
            "leave such topics out, with drop");
  check(!sources_.more_judgments.empty(), analysis.need == Need::judgments, "more_judgments");
  check(!sources_.pooled.empty(), analysis.name == "pooling", "pooled");
  check(sources_.answers.has_value(), analysis.takes("answer"), "answers");
  check(sources_.superintents.has_value(), analysis.has_dendrograms && analysis.need == Need::runs,
        "superintents");
  const bool of_files = of_scores && !sources_.of_answers;
  check(sources_.run_name != ScoreRunName::automatic, of_files, "run_name");
  check(sources_.scores_format != ScoreFormat::automatic, of_files, "scores_format");
  check(!sources_.systems.empty(), sources_.of_answers, "systems");
  refuse_if(sources_.of_answers && (are_there(sources_.scores) || !sources_.runs.empty()),
            sources_.runs.empty() ? "scores" : "runs",
            "of_answers: there are answers in the place of scores and runs",
            "leave out one of the two");
}

bool AnalysisPlan::is_of_two_judges() const {
  return analysis.need == Need::judges && sources_.runs.empty() &&
         (!sources_.second_scores.empty() ||
          (!qrels_files(sources_.evaluation.judgments).empty() && sources_.second_judgments &&
           !qrels_files(*sources_.second_judgments).empty()));
}

bool AnalysisPlan::may_lack_runs() const {
  return sources_.of_answers || analysis.need == Need::judgments || is_of_two_judges() ||
         analysis.need == Need::hierarchies || analysis.need == Need::scores ||
         analysis.need == Need::similarities;
}

bool AnalysisPlan::is_of_values() const {
  return std::holds_alternative<subintent::Judgments>(sources_.evaluation.judgments) ||
         (analysis.need == Need::scores && !sources_.of_answers &&
          std::holds_alternative<std::vector<Scores>>(sources_.scores));
}

// Files have a remedy.
void AnalysisPlan::lack(const std::string& argument, const std::string& advice) const {
  refuse_if(is_of_values(), argument, argument + ": none given");
  throw Error::argument(argument, argument + " is missing", advice);
}

void AnalysisPlan::check_sources() const {
  const Need need = analysis.need;
  if (analysis.has_people && !are_there(sources_.preferences))
    lack("preferences", "give a file with judgments of users");
  // Preferences as values have something to say without scores.
  const bool may_lack = analysis.may_lack_scores || (analysis.has_people && is_of_values());
  if (need == Need::scores && !are_there(sources_.scores) && !sources_.of_answers && !may_lack)
    lack("scores", "give at least one file");
  if (sources_.runs.empty() && !may_lack_runs()) lack("runs", "give at least one file");
  refuse_if(need == Need::runs && sources_.runs.size() > analysis.max_runs, "runs",
            fmt::format("runs: there are more than {}", analysis.max_runs), "leave some out");
  if (need == Need::hierarchies) {
    if (!is_there(sources_.hierarchies) || !is_there(sources_.second_hierarchies))
      lack("hierarchies", "give two files");
    refuse_if(!sources_.evaluation.hierarchies.empty() && !sources_.runs.empty(), "hierarchies",
              "hierarchies: there are already two to compare", "leave them out");
  }
  if ((need == Need::judgments || need == Need::judges) && !sources_.second_judgments &&
      sources_.second_scores.empty())
    lack("second_judgments", "give two files");
}

bool AnalysisPlan::needs_judgments() const {
  if (analysis.need == Need::lists || is_of_two_judges()) return false;
  if (analysis.need == Need::scores) return sources_.of_answers;
  return analysis.need != Need::hierarchies || !sources_.runs.empty();
}

void AnalysisPlan::check_similarities() const {
  if (!sources_.similarities.empty()) return;
  refuse_if(!is_there(sources_.dendrograms), "similarities",
            "no fingerprints or vectors to compare documents by",
            "give `similarities`, or `dendrograms`");
  refuse_if(draws_, "svg", "svg draws similarities", "give `similarities`");
}

void AnalysisPlan::parse() {
  if (!needs_judgments()) return;
  if (!are_given(sources_.evaluation.judgments) && !analysis.may_lack_judgments)
    lack("qrels", "give the judgments");
  if (analysis.need == Need::similarities) return check_similarities();
  if (analysis.needs_hierarchies && sources_.evaluation.hierarchies.empty()) {
    lack(is_of_values() ? "hierarchies" : "hierarchy",
         "give the hierarchies to shuffle: `NamedHierarchies`");
  }
  if (analysis.need == Need::scores) {
    const MeasureNames names = measures_of_scores();
    measures = parse_measures(names.empty() ? answer_measures() : names, context);
    return;
  }
  measures = analysis.measures(values, context);
  refuse_if(measures.empty() && !values.given("scores"), "measures", "measures: none given");
  if (analysis.need == Need::runs && analysis.has_dendrograms) check_dendrograms();
}

void AnalysisPlan::check_dendrograms() const {
  if (!is_there(sources_.dendrograms)) lack("dendrograms", "see subintent cluster");
  if (!sources_.superintents && need_superintents(measures))
    lack("superintents", "SUP+WI and SUP+WD need it");
}

MeasureNames AnalysisPlan::measures_of_scores() const {
  return with_gold(sources_.measures, gold());
}

MeasureNames AnalysisPlan::gold() const {
  return analysis.takes("gold") ? values.texts("gold") : MeasureNames();
}

}  // namespace subintent::internal
