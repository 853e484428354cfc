#include "subintent/evaluate.h"

#include "evaluate/measure_names.h"
#include "evaluate/measure_table.h"

namespace subintent {
namespace {

MeasureParameter described(const internal::ParameterRecord& record) {
  return {.name = internal::identifier_of_name(record.name),
          .meaning = std::string(record.meaning),
          .values = record.values,
          .default_value = record.default_value,
          .words = {record.words.begin(), record.words.end()},
          .is_whole = record.is_whole,
          .is_text = record.is_text,
          .least = record.min,
          .most = record.max};
}

// Describes the layer-aware form and those with redundancy by the formula of the measure itself.
void describe_form(const internal::Measure& form, MeasureDescription& description) {
  if (form.layer_aware) {
    description.formula = "weighted mean over the layers of " + description.formula;
    description.source = "Dou19 2.3.1";
  }
  if (form.similarity != nullptr) {
    description.formula = "(M + 1 - S)/2, M = " + description.formula;
    description.source = "Dou19 4";
  }
}

MeasureDescription described(const internal::Measure& form) {
  const internal::MeasureRecord& record = *form.record;
  MeasureDescription description{.name = form.name,
                                 .identifier = internal::base_identifier(form),
                                 .is_graded = record.is_graded,
                                 .family = std::string(record.family),
                                 .formula = record.formula,
                                 .source = std::string(record.source),
                                 .on_topic = record.traits.on_topic,
                                 .needs_hierarchy = internal::needs_hierarchy(form),
                                 .needs_similarity = internal::needs_similarity(form),
                                 .needs_groups = static_cast<bool>(record.of_groups)};
  describe_form(form, description);
  const std::size_t base = record.identifier.size();
  for (const std::string& name : record.other_names) {
    description.other_names.push_back(name + description.identifier.substr(base));
  }
  for (const internal::ParameterRecord& parameter :
       internal::parameters_of(record, form.layer_aware, form.similarity != nullptr)) {
    description.parameters.push_back(described(parameter));
  }
  return description;
}

}  // namespace

Measure::Measure(const std::string& name)
    : name_(name), identifier_(internal::identifier_of(internal::parse_measure(name))) {}

std::vector<MeasureDescription> all_measures() {
  std::vector<MeasureDescription> measures;
  for (const internal::MeasureRecord& record : internal::measure_table()) {
    for (const internal::Measure& form : internal::forms_of(record)) {
      measures.push_back(described(form));
    }
  }
  return measures;
}

std::string measure_list() {
  return internal::measure_list();
}

}  // namespace subintent
