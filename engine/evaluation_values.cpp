#include "engine/evaluation_values.h"

#include <utility>

#include "base/error.h"
#include "engine/inside.h"
#include "engine/score_groups.h"
#include "hierarchy/hierarchy.h"
#include "study/warnings.h"
#include "subintent/error.h"

namespace subintent::internal {
namespace {

Gain::Table checked(const std::map<int, double>& gains) {
  for (const auto& [grade, gain] : gains) {
    if (Gain::is_possible(grade, gain)) continue;
    throw Error::argument("gains", "gains: that of grade " + std::to_string(grade) +
                                       " is not above 0 and at most 1e9, of a grade of 1 to 1000");
  }
  return {gains.begin(), gains.end()};
}

}  // namespace

EvaluationValues::EvaluationValues(const subintent::Judgments& judgments,
                                   const EvaluatorOptions& options)
    : gains(checked(options.gains)), of_judgments_(judgments.warnings()) {
  check_max_grade(options.max_grade);
  data.judgments = Inside::shared(judgments);
  data.max_grade = options.max_grade;
  for (const auto& [name, hierarchies] : options.hierarchies) {
    check_hierarchy_name(name);
    const std::string shown = "hierarchies " + printable(name);
    data.hierarchies.push_back({name, shown, internal::checked(hierarchies, shown)});
  }
  if (options.similarity) data.similarity = Inside::shared(*options.similarity);
  if (options.duplicates) add_duplicates(*options.duplicates, options.duplicates_as);
  std::vector<NamedAttribute> attributes;
  for (const auto& [name, attribute] : options.groups) {
    check_attribute_name(name);
    attributes.push_back({name, attribute});
  }
  data.groups = read_groups(attributes);
}

void EvaluationValues::add_duplicates(const DuplicateGroups& duplicates, DuplicatesAs as) {
  const auto [name, groups] = Inside::of(duplicates);
  const auto judgments = std::make_shared<Judgments>(*data.judgments);
  judgments->duplicates = groups;
  judgments->duplicates_as = as;
  warn_of_duplicates(*judgments, *name, of_judgments_);
  data.judgments = judgments;
}

Remarks EvaluationValues::remarks(std::span<const Measure> measures) const {
  Remarks remarks{of_judgments_, {}};
  check_evaluation(data, measures, remarks);
  return remarks;
}

MeasureContext EvaluationValues::context() const {
  MeasureContext context;
  for (const NamedHierarchies& named : data.hierarchies) context.hierarchies.push_back(named.name);
  for (const NamedGroups& named : data.groups) context.groups.push_back(named.name);
  context.has_similarity = data.similarity != nullptr;
  if (!gains.empty()) context.gains = &gains;
  return context;
}

std::vector<Run> inside_of(const std::vector<subintent::Run>& runs) {
  std::vector<Run> inside;
  for (const subintent::Run& run : runs) inside.push_back(Inside::of(run));
  return inside;
}

std::vector<Run> compared_runs(const std::vector<subintent::Run>& runs) {
  if (runs.empty()) throw Error::argument("runs", "runs: there are none");
  std::vector<std::string> names;
  for (const subintent::Run& run : runs) names.push_back(run.name());
  require_different("runs", names);
  return inside_of(runs);
}

std::vector<Measure> parse_names(const std::vector<std::string>& names,
                                 const MeasureContext& context) {
  if (names.empty()) throw Error::argument("measures", "measures: there are none");
  return parse_measures(names, context);
}

}  // namespace subintent::internal
