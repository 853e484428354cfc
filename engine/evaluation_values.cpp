#include "engine/evaluation_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "engine/inside.h"
#include "evaluate/compat/tools.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/nuggets.h"
#include "similarity/similarity.h"
#include "subintent/program.h"

namespace subintent {
namespace internal {

Gain::Table checked_gains(const EvaluationInputs& inputs) {
  check_max_grade(inputs.max_grade);
  if (const auto* const files = std::get_if<SimilarityFiles>(&inputs.similarity)) {
    require_one_kind(*files);
  }
  if (!inputs.duplicates && inputs.duplicates_as != DuplicatesAs::irrelevant) {
    throw Error::argument("duplicates_as", "duplicates_as needs `duplicates`",
                          "give the duplicates, or leave it out");
  }
  for (const auto& [grade, gain] : inputs.gains) {
    if (Gain::is_possible(grade, gain)) continue;
    throw Error::argument("gains", "gains: that of grade " + std::to_string(grade) +
                                       " is not above 0 and at most 1e9, of a grade of 1 to 1000");
  }
  for (const auto& named : inputs.hierarchies) check_hierarchy_name(named.name);
  for (const auto& [name, attribute] : inputs.groups) check_attribute_name(name);
  return {inputs.gains.begin(), inputs.gains.end()};
}

bool are_given(const AnyJudgments& judgments) {
  const auto* const files = std::get_if<JudgmentInputs>(&judgments);
  return files == nullptr || is_given(files->qrels) || files->adhoc_qrels;
}

JudgmentInputs judgment_inputs(const AnyJudgments& judgments) {
  const auto* const made = std::get_if<subintent::Judgments>(&judgments);
  return made != nullptr ? made->inputs() : std::get<JudgmentInputs>(judgments);
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

namespace {

// Of values the nuggets of hierarchies are those of the judgments.
bool has_all_nuggets(const AnyJudgments& judgments) {
  if (const auto* const made = std::get_if<subintent::Judgments>(&judgments)) {
    return made->all_nuggets();
  }
  return std::get<JudgmentInputs>(judgments).all_intents.value_or(true);
}

NamedHierarchies read_named(const subintent::NamedHierarchies& named, bool all_nuggets) {
  if (const auto* const file = std::get_if<Source>(&named.hierarchies)) {
    const std::string& shown = file->is_memory() ? file->name() : file->path();
    return {named.name, shown, read_hierarchies_or_nuggets(*file, all_nuggets)};
  }
  const std::string shown = "hierarchies " + printable(named.name);
  return {named.name, shown, checked(std::get<std::vector<Hierarchy>>(named.hierarchies), shown)};
}

std::shared_ptr<const Judgments> read_any(const AnyJudgments& judgments,
                                          const std::vector<NamedHierarchies>& hierarchies,
                                          Warnings& warnings) {
  if (const auto* const made = std::get_if<subintent::Judgments>(&judgments)) {
    warnings.insert(warnings.end(), made->warnings().begin(), made->warnings().end());
    return Inside::shared(*made);
  }
  return std::make_shared<const Judgments>(
      read_judgments(std::get<JudgmentInputs>(judgments), warnings,
                     [&](const Qrels& qrels) { return name_one_of(hierarchies, qrels); }));
}

std::shared_ptr<const DocumentSimilarity> read_any(const AnySimilarity& similarity,
                                                   const Judgments& judgments,
                                                   std::span<const Measure> measures) {
  if (const auto* const made = std::get_if<Similarity>(&similarity)) return Inside::shared(*made);
  const auto& files = std::get<SimilarityFiles>(similarity);
  if (!files.any()) return nullptr;
  return std::make_shared<const DocumentSimilarity>(
      need_all_documents(measures) ? read_similarity(files, DocumentSimilarity::Wanted())
                                   : read_similarity(files, relevant_docnos(judgments)));
}

}  // namespace

EvaluationData read_evaluation(const EvaluationInputs& inputs, std::span<const Measure> measures,
                               Remarks& remarks) {
  EvaluationData data;
  data.max_grade = inputs.max_grade;
  const bool all_nuggets = has_all_nuggets(inputs.judgments);
  for (const auto& named : inputs.hierarchies) {
    data.hierarchies.push_back(read_named(named, all_nuggets));
  }
  data.judgments = read_any(inputs.judgments, data.hierarchies, remarks.warnings);
  if (inputs.duplicates) {
    const auto [name, groups] = Inside::of(*inputs.duplicates);
    const auto judgments = std::make_shared<Judgments>(*data.judgments);
    set_duplicates(groups, inputs.duplicates_as, *name, *judgments, remarks.warnings);
    data.judgments = judgments;
  }
  data.groups = read_groups(inputs.groups);
  data.similarity = read_any(inputs.similarity, *data.judgments, measures);
  const auto* const files = std::get_if<SimilarityFiles>(&inputs.similarity);
  const std::string similarity =
      files != nullptr && files->any() ? representing_file(*files) : "similarity";
  const std::vector<Measure> all(measures.begin(), measures.end());
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
    if (!grade || !gain || !internal::Gain::is_possible(*grade, *gain)) {
      throw Error::argument(
          "gains",
          "gains: '" + printable(part) + "' is not a grade with a gain above 0 and at most 1e9",
          "write for example `gains=1=1,2=3,3=7`");
    }
    if (!gains.emplace(static_cast<int>(*grade), *gain).second) {
      throw Error::argument("gains", fmt::format("gains: grade {} is listed twice", *grade),
                            "give each once");
    }
  }
  if (gains.empty()) {
    throw Error::argument("gains", "gains is empty", "write for example 1=1,2=3,3=7");
  }
  return gains;
}

}  // namespace subintent
