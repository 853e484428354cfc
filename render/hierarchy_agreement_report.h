// What `compare hierarchies` prints.
#pragma once

#include <string>
#include <vector>

#include "compare/exchanged_scores.h"
#include "render/report.h"
#include "study/hierarchy_agreement.h"

namespace subintent::internal {

struct HierarchyComparison {
  std::string first, second;  // what the files are called
  HierarchiesAgreement agreement;
  // Of runs, where there are any.
  std::vector<TestSettings> tests;
  Correction correction = Correction::none;
  std::vector<ExchangedMeasure> measures;
};

// Tables "agreement", "topics" if asked for, and where there are runs "rankings" and "pairs".
Report hierarchy_agreement_report(const HierarchyComparison& found, bool per_topic);

}  // namespace subintent::internal
