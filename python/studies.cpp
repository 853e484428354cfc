#include <pybind11/stl.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bindings.h"
#include "interruptible.h"
#include "judgment_values.h"
#include "run_values.h"
#include "score_values.h"
#include "subintent/study.h"
#include "values.h"

namespace subintent::python {
namespace {

using Strings = std::vector<std::string>;
using NamedHierarchies = std::map<std::string, std::vector<Hierarchy>>;

// Runs under the names given; paths, Run, or what Run is made of.
std::vector<Run> runs_of(const Strings& names, const py::tuple& objects, bool ties_ascending) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const py::object object = objects[i];
    if (const auto path = path_of(object, names[i])) {
      const py::gil_scoped_release released;
      runs.push_back(Run::read(*path).named(names[i]));
    } else if (py::isinstance<Run>(object)) {
      runs.push_back(py::cast<const Run&>(object).named(names[i]));
    } else {
      const RunValues values(object, names[i], ties_ascending);
      const py::gil_scoped_release released;
      runs.push_back(Run::scored(values.view()));
    }
  }
  return runs;
}

EvaluatorOptions evaluation_of(const NamedHierarchies& hierarchies, const Similarity* similarity,
                               std::optional<std::int32_t> max_grade,
                               const std::map<int, double>& gains) {
  EvaluatorOptions options{hierarchies, {}, max_grade, gains};
  if (similarity != nullptr) options.similarity = *similarity;
  return options;
}

py::list pooling_tables(const Judgments& judgments, const Strings& names, const py::tuple& runs,
                        const Strings& measures, const std::vector<std::uint32_t>& pool_depths,
                        const std::vector<std::uint32_t>& depths, const Strings& pooled_names,
                        const py::tuple& pooled_runs, double rbp_residual,
                        const NamedHierarchies& hierarchies, const Similarity* similarity,
                        std::optional<std::int32_t> max_grade, const std::map<int, double>& gains,
                        bool ties_ascending, const py::object& progress) {
  const PoolingOptions options{
      measures,     pool_depths,
      depths,       runs_of(pooled_names, pooled_runs, ties_ascending),
      rbp_residual, evaluation_of(hierarchies, similarity, max_grade, gains)};
  const auto scored = runs_of(names, runs, ties_ascending);
  const Pooling found = interruptible(progress, [&](const ProgressCallback& callback) {
    return pooling(judgments, scored, options, callback);
  });
  const auto known = static_cast<std::ptrdiff_t>(judgments.warnings().size());
  warn({found.warnings.begin() + known, found.warnings.end()});
  py::list tables;
  for (const PooledScores& setting : found.settings) {
    tables.append(
        py::make_tuple(setting.pool_depth, setting.depth, score_table(names, setting.scores)));
  }
  return tables;
}

py::list delta_tables(const Judgments& judgments, const std::vector<Dendrogram>& dendrograms,
                      const Strings& names, const py::tuple& runs, const Strings& measures,
                      const std::vector<double>& deltas, const py::object& superintents,
                      const NamedHierarchies& hierarchies, const Similarity* similarity,
                      std::optional<std::int32_t> max_grade, const std::map<int, double>& gains,
                      bool ties_ascending, const py::object& progress) {
  DeltaOptions options{
      deltas, measures, {}, evaluation_of(hierarchies, similarity, max_grade, gains)};
  if (!superintents.is_none()) {
    const auto path = path_of(superintents, "superintents");
    if (!path) throw py::type_error("superintents: expected a path, found " + shown(superintents));
    options.superintents = Source(*path);
  }
  const auto scored = runs_of(names, runs, ties_ascending);
  const DeltaStudy found = interruptible(progress, [&](const ProgressCallback& callback) {
    return delta_study(judgments, dendrograms, scored, options, callback);
  });
  const auto known = static_cast<std::ptrdiff_t>(judgments.warnings().size());
  warn({found.warnings.begin() + known, found.warnings.end()});
  py::list tables;
  for (const DeltaScores& setting : found.settings) {
    tables.append(py::make_tuple(setting.delta, score_table(names, setting.scores)));
  }
  return tables;
}

py::tuple fields_of(const SimilarityDistribution& d) {
  return py::make_tuple(d.pairs, d.mean, d.q05, d.q25, d.median, d.q75, d.q95);
}

// mean, auc, mean_auc; the rows of pairs, of topics and of the histogram.
py::tuple similarity_tables(const Judgments& judgments, const Similarity& similarity,
                            const py::object& progress) {
  Warnings warnings;
  const SimilarityStudy found = interruptible(progress, [&](const ProgressCallback& callback) {
    return similarity_study(judgments, similarity, callback, &warnings);
  });
  warn(warnings);
  py::list topics, histogram;
  for (const TopicSimilarities& topic : found.topics) {
    const SimilarityDistribution &same = topic.same_intent, &other = topic.other_intents;
    topics.append(py::make_tuple(topic.topic, same.pairs, same.mean, same.median, other.pairs,
                                 other.mean, other.median, topic.auc));
  }
  const std::vector<std::uint64_t>& bins = found.same_intent.bins;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const double place = static_cast<double>(i) + 20 * found.low;
    histogram.append(
        py::make_tuple(place / 20, (place + 1) / 20, bins[i], found.other_intents.bins[i]));
  }
  return py::make_tuple(found.mean, found.auc, found.mean_auc, fields_of(found.same_intent),
                        fields_of(found.other_intents), topics, histogram);
}

py::list shape_rows(const Judgments& judgments, const std::vector<Dendrogram>& dendrograms,
                    const std::vector<double>& deltas, const py::object& progress) {
  const auto shapes = interruptible(progress, [&](const ProgressCallback& callback) {
    return delta_shapes(judgments, dendrograms, deltas, callback);
  });
  py::list rows;
  for (const DeltaShape& d : shapes) {
    rows.append(py::make_tuple(d.delta, d.topics, d.intents, d.nodes, d.dummies, d.subintents,
                               d.several, d.collapsed, d.single, d.mean_layers, d.max_layers));
  }
  return rows;
}

}  // namespace

void bind_studies(py::module_& module) {
  module.def("similarities", &similarity_tables, py::arg("judgments"), py::arg("similarity"),
             py::arg("progress"));
  module.def("shapes", &shape_rows, py::arg("judgments"), py::arg("dendrograms"), py::arg("deltas"),
             py::arg("progress"));
  module.def("pooling", &pooling_tables, py::arg("judgments"), py::arg("names"), py::arg("runs"),
             py::arg("measures"), py::arg("pool_depths"), py::arg("depths"),
             py::arg("pooled_names"), py::arg("pooled_runs"), py::arg("rbp_residual"),
             py::arg("hierarchies"), py::arg("similarity"), py::arg("max_grade"), py::arg("gains"),
             py::arg("ties_ascending"), py::arg("progress"));
  module.def("delta", &delta_tables, py::arg("judgments"), py::arg("dendrograms"), py::arg("names"),
             py::arg("runs"), py::arg("measures"), py::arg("deltas"), py::arg("superintents"),
             py::arg("hierarchies"), py::arg("similarity"), py::arg("max_grade"), py::arg("gains"),
             py::arg("ties_ascending"), py::arg("progress"));
}

}  // namespace subintent::python
