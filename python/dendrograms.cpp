#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "bindings.h"
#include "choices.h"
#include "interruptible.h"
#include "subintent/basics.h"
#include "subintent/hierarchy.h"
#include "values.h"

namespace subintent::python {
namespace {

// What is more than any option takes, which says so, stays more.
std::uint32_t clamped(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, UINT32_MAX));
}

std::vector<Dendrogram> make_dendrogram_object(const Judgments& judgments,
                                               const Similarity& similarity,
                                               const std::string& level, const std::string& linkage,
                                               bool contrast, std::size_t neighbours,
                                               std::size_t contrast_power, bool background,
                                               const py::object& progress) {
  const ClusterOptions options{value_named("linkage", linkage, linkages),
                               value_named("level", level, cluster_levels),
                               contrast,
                               neighbours,
                               contrast_power,
                               background};
  Warnings warnings;
  auto made = interruptible(progress, [&](const ProgressCallback& callback) {
    return cluster(judgments, similarity, options, callback, &warnings);
  });
  warn(warnings);
  return made;
}

std::vector<Hierarchy> with_stability(
    std::vector<Hierarchy> hierarchies, const std::vector<Dendrogram>& dendrograms,
    const Similarity& similarity, std::uint64_t samples, std::uint64_t seed, double delta,
    bool balanced, const std::optional<double>& stop, const std::optional<std::uint32_t>& subtopics,
    const std::map<std::string, std::uint32_t>& subtopics_of,
    const std::optional<std::uint32_t>& around, const std::string& bins, bool compress,
    const std::string& linkage, bool contrast, std::size_t neighbours, std::size_t contrast_power,
    const py::object& progress) {
  StabilityOptions options{clamped(samples),
                           seed,
                           {},
                           delta,
                           compress,
                           {balanced, stop, {}, bins_named(bins)},
                           subtopics,
                           subtopics_of,
                           around};
  options.clustering.linkage = value_named("linkage", linkage, linkages);
  options.clustering.contrast = contrast;
  options.clustering.neighbours = neighbours;
  options.clustering.contrast_power = contrast_power;
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

// (a, b, similarity, size) of every merge.
py::list merges(const Dendrogram& dendrogram) {
  py::list list;
  for (const Merge& merge : dendrogram.merges) {
    list.append(py::make_tuple(merge.a, merge.b, merge.similarity, merge.size));
  }
  return list;
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
      .def("merge_tuples", &merges)
      .def("linkage", &linkage)
      .def("to_json", py::overload_cast<const Dendrogram&>(&to_json));
  module.def("cluster", &make_dendrogram_object, py::arg("judgments"), py::arg("similarity"),
             py::arg("level"), py::arg("linkage"), py::arg("contrast"), py::arg("neighbours"),
             py::arg("contrast_power"), py::arg("background"), py::arg("progress"));
  module.def("read_dendrograms", &read_dendrogram_file, py::arg("path"));
  module.def("with_stability", &with_stability, py::arg("hierarchies"), py::arg("dendrograms"),
             py::arg("similarity"), py::arg("samples"), py::arg("seed"), py::arg("delta"),
             py::arg("balanced"), py::arg("stop"), py::arg("subtopics"), py::arg("subtopics_of"),
             py::arg("around"), py::arg("bins"), py::arg("compress"), py::arg("linkage"),
             py::arg("contrast"), py::arg("neighbours"), py::arg("contrast_power"),
             py::arg("progress"));
  module.def("mean_similarity", &mean_similarity, py::arg("dendrograms"));
  module.def("parse_dendrograms", &parse_dendrogram_text, py::arg("json"));
}

}  // namespace subintent::python
