// Scores of files, standardised scores, and how many topics there should be.
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings.h"
#include "choices.h"
#include "interruptible.h"
#include "score_values.h"
#include "subintent/report.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

py::tuple read_score_file(const std::string& path, const std::string& run_name,
                          const std::string& format) {
  const ScoreRunName name = value_named("run_name", run_name, score_run_names);
  const ScoreFormat known = value_named("scores_format", format, score_formats);
  Warnings warnings;
  const auto scores = [&] {
    const WithoutGil released;
    return read_scores({Source(path)}, name, known, &warnings);
  }();
  warn(warnings);
  return score_table(scores);
}

py::list standardised_tables(const py::object& object, const std::string& missing) {
  const MissingScores way = value_named("missing", missing, missing_scores);
  const auto scores = score_values(object);
  const auto made =
      interruptible(py::none(), [&](const ProgressCallback&) { return standardised(scores, way); });
  if (!made.empty()) warn(made[0].warnings);
  // A table for each group of runs with the same topics.
  py::list tables;
  for (auto at = made.begin(); at != made.end();) {
    const auto end =
        std::find_if(at, made.end(), [&](const Scores& run) { return run.topics != at->topics; });
    tables.append(score_table({at, end}));
    at = end;
  }
  return tables;
}

// (topics, power); numbers that are too large stay too large.
py::tuple topic_set_size_of(double variance, double difference,
                            const std::optional<std::uint64_t>& systems, double alpha,
                            double beta) {
  TopicSetDesign design{variance, difference, {}, alpha, beta};
  if (systems) {
    design.systems = static_cast<std::uint32_t>(std::min<std::uint64_t>(*systems, UINT32_MAX));
  }
  const TopicSetSize size = topic_set_size(design);
  return py::make_tuple(size.topics, size.power);
}

// Inputs are (role, name, path) as bytes; a path is empty for what is in memory.
std::string provenance_of(const std::vector<std::string>& measures,
                          const std::vector<ProvenanceInput>& inputs) {
  const WithoutGil released;
  return provenance(measures, inputs);
}

}  // namespace

void bind_scores(py::module_& module) {
  module.def("provenance", &provenance_of);
  module.def("read_scores", &read_score_file);
  module.def("standardised", &standardised_tables);
  module.def("topic_set_size", &topic_set_size_of);
}

}  // namespace subintent::python
