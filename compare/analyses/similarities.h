// Reports and charts of similarities.
#pragma once

#include <string>
#include <vector>

#include "compare/study/similarities.h"
#include "report/charts/distribution_chart.h"
#include "report/report.h"

namespace subintent::internal {

struct SimilarityReport {
  std::vector<SimilarityStudy> studies;
  struct Shapes {
    std::string name;  // of what was clustered
    std::vector<DeltaShape> deltas;
  };
  std::vector<Shapes> shapes;
};

// Tables "similarities", "separation", "topics" if asked for, "histogram" and "deltas"; those that
// nothing is known for are left out.
Report similarity_report(const SimilarityReport& found, bool per_topic);

// Their distributions, in bins of 0.05, and the means of all pairs.
DistributionChart similarity_chart(const SimilarityReport& found);

}  // namespace subintent::internal
