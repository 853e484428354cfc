// Analyses by the names of the public interface.
#pragma once

#include <string>

#include "compare/analyses/analysis.h"
#include "subintent/records.h"

namespace subintent::internal {

// An analysis by its name, and that of each setting behind it. Throws Error of argument "name".
struct NamedAnalysis {
  explicit NamedAnalysis(const std::string& name);

  const Analysis* analysis = nullptr;
  const Analysis* each = nullptr;
};

// The record of a series has the options and tables of `each`, too.
AnalysisRecord record_of(const Analysis& analysis, const Analysis* each);

}  // namespace subintent::internal
