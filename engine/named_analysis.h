// Analyses by the names of the public interface.
#pragma once

#include <string>

#include "compare/analyses/analysis.h"
#include "subintent/basics.h"
#include "subintent/records.h"
#include "subintent/values.h"

namespace subintent::internal {

// An analysis by its name, and that of each setting behind it. Throws Error of argument "name".
struct NamedAnalysis {
  explicit NamedAnalysis(const std::string& name);

  const Analysis* analysis = nullptr;
  const Analysis* each = nullptr;
};

// Throws Error of this argument where it is given and nothing would use it.
inline void require_use(bool is_given, bool is_used, const std::string& argument,
                        const std::string& analysis) {
  if (!is_given || is_used) return;
  throw Error::argument(argument, argument + ": " + analysis + " has no use for it",
                        "leave it out");
}

// Throws Error for inputs that other analyses use and this one does not. `Sources` are those of
// values or of files.
template <typename Sources>
void require_use(const Analysis& analysis, const Sources& given) {
  const auto check = [&](bool is_given, bool is_used, const std::string& argument) {
    require_use(is_given, is_used, argument, analysis.name);
  };
  const bool of_scores = analysis.need == Need::scores;
  check(!given.measures.empty(), of_scores, "measures");
  check(given.missing != MissingScores::error, of_scores, "missing");
  check(!given.more_judgments.empty(), analysis.need == Need::judgments, "more_judgments");
  check(!given.pooled.empty(), analysis.name == "pooling", "pooled");
  check(given.answers.has_value(), analysis.takes("answer"), "answers");
  check(given.superintents.has_value(), analysis.has_dendrograms && analysis.need == Need::runs,
        "superintents");
}

// The record of a series has the options and tables of `each`, too.
AnalysisRecord record_of(const Analysis& analysis, const Analysis* each);

}  // namespace subintent::internal
