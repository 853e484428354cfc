// Analyses by the names of the public interface, and what one is made from, checked before anything
// is read.
#pragma once

#include "compare/analyses/analysis.h"
#include "engine/values.h"

namespace subintent::internal {

// An analysis by its name, and that of each setting behind it. Throws Error of argument "name".
struct NamedAnalysis {
  explicit NamedAnalysis(const std::string& name);

  const Analysis* analysis = nullptr;
  const Analysis* each = nullptr;
};

// The record of a series has the options and tables of `each`, too.
AnalysisRecord record_of(const Analysis& analysis, const Analysis* each);

// Refers to the sources.
class AnalysisPlan {
 public:
  // Throws the errors of PlannedAnalysis.
  AnalysisPlan(const NamedAnalysis& named, const AnalysisSources& sources,
               const AnalysisValues& given, const AnalysisLayout& layout);
  AnalysisPlan(const AnalysisPlan&) = delete;
  AnalysisPlan& operator=(const AnalysisPlan&) = delete;

  // The measures that an analysis of scores is asked for, with gold standards; none: all there are.
  std::vector<std::string> measures_of_scores() const;
  std::vector<std::string> gold() const;

  // Judges without runs: scores by people and by a model, or what these assigned to answers.
  bool is_of_two_judges() const;

  const Analysis& analysis;
  const Analysis* each;
  bool usual_measures;  // nobody has named any, where the analysis takes them
  AnalysisValues values;
  Gain::Table gains;  // the measures refer to it
  MeasureContext context;
  std::vector<Measure> measures;

 private:
  void name_baseline();
  void check_tables() const;
  void check_layout(const AnalysisLayout& layout) const;
  void check_use() const;
  bool may_lack_runs() const;
  bool is_of_values() const;
  [[noreturn]] void lack(const std::string& argument, const std::string& advice) const;
  void check_sources() const;
  bool needs_judgments() const;
  void check_similarities() const;
  void parse();
  void check_dendrograms() const;

  const AnalysisSources& sources_;
  bool draws_;
};

}  // namespace subintent::internal
