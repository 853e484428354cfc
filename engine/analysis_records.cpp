// Records of analyses, and the analyses by the names of the public interface.
#include <algorithm>
#include <map>

#include "compare/analyses/analysis.h"
#include "core/base/messages.h"
#include "engine/named_analysis.h"
#include "report/table_format.h"
#include "subintent/analysis.h"
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

const std::vector<AnalysisRecord>& analyses_of(const std::string& command) {
  static const auto all = [] {
    std::map<std::string, std::vector<AnalysisRecord>> made;
    for (const internal::Analysis& analysis : internal::analyses()) {
      made[analysis.command].push_back(analysis);
    }
    return made;
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
  if (row < table.rows.size() && place != table.columns.end()) {
    return table.rows[row].at(static_cast<std::size_t>(place - table.columns.begin()));
  }
  throw Error::argument("column", "column: " + table.name + " has no row " + std::to_string(row) +
                                      " with a column " + printable(column));
}

}  // namespace subintent
