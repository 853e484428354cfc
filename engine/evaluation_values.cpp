#include "engine/evaluation_values.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/inside.h"
#include "engine/score_groups.h"
#include "evaluate/compat/trec_eval.h"
#include "hierarchy/hierarchy.h"
#include "similarity/similarity_files.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {

namespace {

Gain::Table checked_gains(const std::map<int, double>& gains) {
  for (const auto& [grade, gain] : gains) {
    if (Gain::is_possible(grade, gain)) continue;
    throw Error::argument("gains", "gains: that of grade " + std::to_string(grade) +
                                       " is not above 0 and at most 1e9, of a grade of 1 to 1000");
  }
  return {gains.begin(), gains.end()};
}

void require_duplicates(bool given, DuplicatesAs duplicates_as) {
  if (given || duplicates_as == DuplicatesAs::irrelevant) return;
  throw Error::argument("duplicates_as", "duplicates_as needs `duplicates`",
                        "give the duplicates, or leave it out");
}

}  // namespace

Gain::Table checked_gains(const EvaluationInputs& inputs) {
  check_max_grade(inputs.max_grade);
  require_one_kind(inputs.similarity);
  require_duplicates(inputs.duplicates.has_value(), inputs.duplicates_as);
  Gain::Table gains = checked_gains(inputs.gains);
  for (const HierarchyFile& file : inputs.hierarchies) check_hierarchy_name(file.name);
  for (const auto& [name, attribute] : inputs.groups) check_attribute_name(name);
  return gains;
}

MeasureContext context_of(const EvaluationInputs& inputs, const Gain::Table& gains) {
  MeasureContext context = measure_context(inputs, gains);
  context.is_trec_eval_name = is_trec_eval_measure;
  return context;
}

namespace {

// "V_strict" of "V_strict=I-rec(rel=2)@1", and the rest in `measure`. Parameters, too, have a "=",
// in parentheses.
std::optional<std::string> take_name(std::string& measure) {
  const std::size_t sign = measure.find_first_of("=(");
  if (sign == std::string::npos || measure[sign] != '=') return std::nullopt;
  std::string name(trim(std::string_view(measure).substr(0, sign)));
  if (name.empty()) {
    throw Error::argument("measures",
                          "measures: a name is missing before '" + printable(measure) + "'",
                          "write NAME=MEASURE, or the measure alone");
  }
  measure.erase(0, sign + 1);
  return name;
}

}  // namespace

NamedMeasures::NamedMeasures(const std::vector<std::string>& names, const MeasureContext& context) {
  for (std::string given : names) {
    const auto name = take_name(given);
    Measure measure = parse_measures(std::vector{given}, context)[0];
    if (name) measure.name = *name;
    const auto same = std::ranges::find(measures, measure.name, &Measure::name);
    const bool is_new = same == measures.end();
    if (is_new) {
      measures.push_back(std::move(measure));
      named.push_back(name.has_value());
    } else if (name || named[static_cast<std::size_t>(same - measures.begin())]) {
      throw Error::argument("measures",
                            "measures: two measures have the name " + printable(measure.name),
                            "give them different names");
    }
  }
}

EvaluationValues::EvaluationValues(const subintent::Judgments& judgments,
                                   const EvaluatorOptions& options)
    : gains(checked_gains(options.gains)), known_(judgments.warnings()) {
  check_max_grade(options.max_grade);
  require_duplicates(options.duplicates.has_value(), options.duplicates_as);
  data.judgments = Inside::shared(judgments);
  data.max_grade = options.max_grade;
  for (const auto& [name, hierarchies] : options.hierarchies) {
    check_hierarchy_name(name);
    const std::string shown = "hierarchies " + printable(name);
    data.hierarchies.push_back({name, shown, internal::checked(hierarchies, shown)});
  }
  if (options.similarity) data.similarity = Inside::shared(*options.similarity);
  if (options.duplicates) {
    const auto [name, groups] = Inside::of(*options.duplicates);
    const auto with_groups = std::make_shared<Judgments>(*data.judgments);
    set_duplicates(groups, options.duplicates_as, *name, *with_groups, known_);
    data.judgments = with_groups;
  }
  for (const auto& [name, attribute] : options.groups) check_attribute_name(name);
  data.groups = read_groups(options.groups);
}

EvaluationValues::EvaluationValues(const EvaluationInputs& inputs,
                                   const std::vector<std::string>& names)
    : gains(checked_gains(inputs)), is_read_(true) {
  const NamedMeasures measures(names, context_of(inputs, gains));
  data = read_evaluation(inputs, measures.measures, known_);
}

Remarks EvaluationValues::remarks(std::span<const Measure> measures) const {
  Remarks remarks{known_, {}};
  if (is_read_) {
    check_measures(data, measures, remarks);
  } else {
    check_evaluation(data, measures, remarks);
  }
  return remarks;
}

std::vector<std::string> EvaluationValues::allowed(const std::vector<std::string>& names) const {
  std::vector<std::string> kept;
  const MeasureContext known = context();
  const std::vector<Measure> measures =
      names.empty() ? default_measures(known) : NamedMeasures(names, known).measures;
  for (const Measure& measure : internal::allowed(measures, data)) kept.push_back(measure.name);
  return kept;
}

MeasureContext EvaluationValues::context() const {
  MeasureContext context;
  for (const NamedHierarchies& named : data.hierarchies) context.hierarchies.push_back(named.name);
  for (const NamedGroups& named : data.groups) context.groups.push_back(named.name);
  context.has_similarity = data.similarity != nullptr;
  context.has_judgments = data.judgments->has_any();
  if (!gains.empty()) context.gains = &gains;
  return context;
}

std::vector<Run> inside_of(const std::vector<subintent::Run>& runs) {
  std::vector<Run> inside;
  for (const subintent::Run& run : runs) inside.push_back(Inside::of(run));
  return inside;
}

std::vector<Run> compared_runs(const std::vector<subintent::Run>& runs) {
  if (runs.empty()) throw Error::argument("runs", "runs: none given");
  std::vector<std::string> names;
  for (const subintent::Run& run : runs) names.push_back(run.name());
  require_different("runs", names);
  return inside_of(runs);
}

std::vector<Measure> parse_names(const std::vector<std::string>& names,
                                 const MeasureContext& context) {
  if (names.empty()) throw Error::argument("measures", "measures: none given");
  return parse_measures(names, context);
}

}  // namespace subintent::internal
