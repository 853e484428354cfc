#include "evaluate/measure_table.h"

#include <fmt/format.h>

#include <set>

#include "evaluate/measure.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

void set_identifiers(std::vector<MeasureRecord>& table) {
  std::set<std::string> taken;
  for (MeasureRecord& record : table) {
    record.identifier = identifier_of_name(base_name(record));
    record.is_graded = !taken.insert(record.identifier).second;
    if (record.is_graded) record.other_names.push_back(record.identifier + "_graded");
    taken.insert(record.other_names.begin(), record.other_names.end());
  }
}

std::vector<MeasureRecord> make_table() {
  std::vector<MeasureRecord> table;
  const auto add = [&](std::vector<MeasureRecord> more) {
    std::ranges::move(more, std::back_inserter(table));
  };
  add(counting_measures());
  add(cascade_measures());
  table.push_back(node_recall_measure());
  add_traditional_measures(table);
  for (const auto& make : {judged_measures, pairwise_measures, group_measures, citation_measures})
    add(make());
  std::ranges::stable_sort(table, {}, [](const MeasureRecord& record) {
    return std::ranges::find(family::all, record.family);
  });
  set_identifiers(table);
  return table;
}

// Every parameter of the table, "    alpha=0 to 1 (0.5): ...".
std::string parameter_list() {
  std::vector<std::string> lines;
  for (const MeasureRecord& record : measure_table()) {
    const Traits& traits = record.traits;
    for (const ParameterRecord& parameter :
         parameters_of(record, traits.may_be_layered, has_similarity_forms(record))) {
      const std::string line = fmt::format("    {}={} ({}): {}\n", parameter.name, parameter.values,
                                           parameter.default_value, parameter.meaning);
      if (std::ranges::count(lines, line) == 0) lines.push_back(line);
    }
  }
  return join(lines, "");
}

}  // namespace

std::string_view base_name(const MeasureRecord& record) {
  return std::string_view(record.name).substr(0, record.name.find("(graded)"));
}

const std::vector<MeasureRecord>& measure_table() {
  static const std::vector<MeasureRecord> table = make_table();
  return table;
}

std::vector<ParameterRecord> parameters_of(const MeasureRecord& record, bool layer_aware,
                                           bool by_similarity) {
  std::vector<ParameterRecord> parameters = record.parameters;
  if (layer_aware && !record.traits.needs_hierarchy) parameters.push_back(layers_parameter());
  if (by_similarity) parameters.push_back(pairs_parameter());
  parameters.push_back(whole_parameter("rel", &Parameters::least_grade, 1, 1'000'000,
                                       "the least grade that counts as relevant"));
  parameters.push_back(word_parameter<bool>(
      "judged_only", &Parameters::judged_only, {{"False", false}, {"True", true}},
      "whether documents that are not judged leave the list"));
  return parameters;
}

std::string measure_list() {
  std::vector<std::string> by_similarity = mapped(
      pair_schemes, [](const PairScheme& scheme) { return fmt::format("M_{}", scheme.name); });
  std::string text = fmt::format(
      "Written NAME[-LA][_SUFFIX][(PARAMETER=VALUE,...)][@K]. K cutoff, r rank, n intents with a "
      "relevant document,\n"
      "P(i) probability of intent i, g gain, R relevant documents, I(r) 1 where rank r is "
      "relevant, C(r) relevant up to r,\n"
      "cg cumulative gain, * the ideal list. -LA: the layer-aware form, the weighted mean over the "
      "layers of a hierarchy.\n"
      "Traditional measures M have forms {} by document similarity: (M + 1 - "
      "S)/2 [Dou19 4].\n",
      join(by_similarity, ", "));
  std::string_view family;
  for (const MeasureRecord& record : measure_table()) {
    if (record.family != family) {
      family = record.family;
      text += fmt::format("\n{}\n", family);
    }
    std::vector<std::string> parameters;
    for (const ParameterRecord& parameter :
         parameters_of(record, record.traits.may_be_layered, false)) {
      parameters.push_back(
          fmt::format("{}={} ({})", parameter.name, parameter.values, parameter.default_value));
    }
    text += fmt::format("  {}{}\n      {}\n", record.name,
                        record.traits.needs_hierarchy  ? " (needs a hierarchy)"
                        : record.of_groups             ? " (needs groups), also with -LA"
                        : record.of_similarity         ? " (needs similarities)"
                        : record.of_citations          ? " (needs answers)"
                        : record.traits.sees_runs      ? " (needs several runs)"
                        : record.traits.may_be_layered ? ", also with -LA"
                                                       : "",
                        record.formula);
    if (!parameters.empty()) text += fmt::format("      parameters: {}\n", join(parameters, ", "));
    text += fmt::format("      source: {}\n", record.source);
  }
  text += "\nPublished names\n";
  for (const PublishedName& known : published_names())
    text += fmt::format("    {}: {}\n        is {} [{}]\n", known.name, known.formula, known.here,
                        known.source);
  return text + "\nParameters\n" + parameter_list();
}

}  // namespace subintent::internal
