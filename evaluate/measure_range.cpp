#include "evaluate/measure_range.h"

#include <algorithm>

namespace subintent::internal {

bool is_within_unit(const Measure& measure) {
  constexpr std::string_view names[] = {
      "P",     "R",       "AP",   "aAP",    "RR",      "Success",     "Rprec", "nDCG",
      "enDCG", "RBP",     "nRBP", "ERR",    "nERR",    "Q",           "CP",    "I-rec",
      "N-rec", "All-rec", "P-IA", "Judged", "NearDup", "Vendi-share", "Unique"};
  if (measure.similarity != nullptr || measure.layer_aware) return false;
  if (measure.parameters.counts_penalties) return false;
  const MeasureRecord& record = *measure.record;
  if (record.of_groups || record.of_citations) return true;
  const std::string_view name = record.base.empty() ? std::string_view(record.name) : record.base;
  return std::ranges::find(names, name) != std::end(names);
}

bool is_within_unit(const std::string& measure) {
  try {
    return is_within_unit(parse_measure(measure));
  } catch (const Error&) {
    return false;
  }
}

bool is_low_good(const std::string& measure) {
  try {
    return parse_measure(measure).record->traits.lower_is_better;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace subintent::internal
