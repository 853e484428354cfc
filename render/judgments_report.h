// What `compare judgments` prints.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compare/exchanged_scores.h"
#include "render/report.h"

namespace subintent::internal {

struct JudgmentComparison {
  std::string first, second;                  // what the files are called
  std::vector<JudgmentAgreement> agreements;  // by level
  BootstrapSettings bootstrap;                // of all intervals
  // Of runs, where there are any.
  std::vector<TestSettings> tests;
  Correction correction = Correction::none;
  std::vector<ExchangedMeasure> measures;
};

// Tables "agreement", "coverage" and "confusion", and where there are runs "rankings" and "pairs".
Report judgments_report(const JudgmentComparison& found);

// Table "left_out".
Report leave_out_report(std::span<const LeftOutRun> found);

}  // namespace subintent::internal
