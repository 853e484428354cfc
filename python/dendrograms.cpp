#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "bindings.h"
#include "choices.h"
#include "hierarchy_options.h"
#include "interruptible.h"
#include "subintent/basics.h"
#include "subintent/hierarchy.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

void set_clustering(const Options& given, ClusterOptions& options) {
  given.set("linkage", options.linkage, linkages);
  given.set("contrast", options.contrast);
  given.set("neighbours", options.neighbours);
  given.set("contrast_power", options.contrast_power);
}

std::vector<Dendrogram> make_dendrogram_object(const Judgments& judgments,
                                               const Similarity& similarity, const py::dict& given,
                                               const py::object& progress) {
  ClusterOptions options;
  set_clustering(Options(given), options);
  Options(given).set("level", options.topic_level, cluster_levels);
  Options(given).set("background", options.background);
  Warnings warnings;
  auto made = interruptible(progress, [&](const ProgressCallback& callback) {
    return cluster(judgments, similarity, options, callback, &warnings);
  });
  warn(warnings);
  return made;
}

std::vector<Hierarchy> with_stability(std::vector<Hierarchy> hierarchies,
                                      const std::vector<Dendrogram>& dendrograms,
                                      const Similarity& similarity, const py::dict& given,
                                      const py::object& progress) {
  StabilityOptions options;
  set_clustering(Options(given), options.clustering);
  set_pruning(Options(given), options);
  Options(given).set("samples", options.samples);
  Options(given).set("seed", options.seed);
  interruptible(progress, [&](const ProgressCallback& callback) {
    add_stability(hierarchies, dendrograms, similarity, options, callback);
    return true;
  });
  return hierarchies;
}

std::vector<Dendrogram> read_dendrogram_file(const std::string& path) {
  const WithoutGil released;
  return read_dendrograms(path);
}

std::vector<Dendrogram> parse_dendrogram_text(const std::string& json) {
  return read_dendrograms(Source::memory(json, "dendrogram"));
}

py::array_t<double> linkage(const Dendrogram& dendrogram) {
  const auto matrix = linkage_matrix(dendrogram);
  py::array_t<double> rows({dendrogram.merges.size(), std::size_t{4}});
  std::ranges::copy(matrix, rows.mutable_data());
  return rows;
}

}  // namespace

void bind_dendrograms(py::module_& module) {
  declare_class<Dendrogram>(
      module, "Dendrogram", py::overload_cast<const Dendrogram&>(&to_json),
      [](const std::string& json) { return parse_dendrogram_text(json).at(0); })
      .def(py::init<const Dendrogram&>(), py::arg("made"))
      .def_readonly("topic", &Dendrogram::topic)
      .def_readonly("intent", &Dendrogram::intent)
      .def_readonly("docs", &Dendrogram::docs)
      .def("merge_tuples", [](const Dendrogram& dendrogram) { return dendrogram.merges; })
      .def("linkage", &linkage)
      .def("to_json", py::overload_cast<const Dendrogram&>(&to_json));
  module.def("cluster", &make_dendrogram_object);
  module.def("read_dendrograms", &read_dendrogram_file);
  module.def("with_stability", &with_stability);
  module.def("mean_similarity", &mean_similarity);
  module.def("parse_dendrograms", &parse_dendrogram_text);
}

}  // namespace subintent::python
