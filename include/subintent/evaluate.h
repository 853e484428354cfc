// Scores of runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/hierarchy.h"
#include "subintent/judgments.h"
#include "subintent/run.h"
#include "subintent/similarity.h"
#include "subintent/warning.h"

namespace subintent {

// The scores of one run: measures x topics, in the order of the evaluator.
struct Scores {
  std::string run;
  std::vector<std::string> measures, topics;
  std::vector<double> values;  // values[measure * topics.size() + topic]
  std::vector<bool> answered;  // by topic: has the run a list for it?
  Warnings warnings;           // topics without a list, lists without a judged document, ...

  double value(std::size_t measure, std::size_t topic) const {
    return values[measure * topics.size() + topic];
  }
  // The value of a measure for a topic, by their names. Throws Error where one is not there.
  double value(std::string_view measure, std::string_view topic) const;
  // The mean over all topics; those that the run lacks count 0.
  double mean(std::size_t measure) const;
  double mean(std::string_view measure) const;
};

struct EvaluatorOptions {
  std::map<std::string, std::vector<Hierarchy>> hierarchies = {};  // by the names that measures use
  std::optional<Similarity> similarity = {};   // for measures with redundancy (M_RA and so on)
  std::optional<std::int32_t> max_grade = {};  // of ERR; none: the highest grade judged
  std::map<int, double> gains = {};            // by grade; empty: the grade itself
};

// Scores any number of runs by the measures named, with all that depends on the judgments computed
// once. Cheap to copy; may be used by several threads at once.
class Evaluator {
 public:
  // Names of measures as the papers print them, "D#-nDCG@20", or with parameters,
  // "alpha-nDCG(alpha=.7)@20". Throws Error (argument "measures") for a name that is not known, and
  // the errors of hierarchies and judgments that do not fit.
  Evaluator(Judgments judgments, const std::vector<std::string>& measures,
            EvaluatorOptions options = {});

  std::vector<std::string> measures() const;
  std::vector<std::string> topics() const;  // in label order
  const Warnings& warnings() const;

  // Topics of the run may carry a track's prefix ("wt09-12"). Throws Error where none of them is
  // judged.
  Scores score(const Run& run) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace subintent
