#include <pybind11/stl.h>

#include <string>
#include <string_view>
#include <vector>

#include "arrays.h"
#include "bindings.h"
#include "calls.h"
#include "interruptible.h"
#include "subintent/similarity.h"
#include "values.h"

namespace subintent::python {
namespace {

// Calls use(bytes) with each part of a text, from threads that have no GIL.
TextWriter writer_of(const py::object& use) {
  return [&use](std::string_view part) {
    const WithGil acquired;
    call(use, py::make_tuple(py::bytes(part.data(), part.size())));
  };
}

Statistics read_statistics_file(const std::string& path) {
  const WithoutGil released;
  return Statistics::read(path);
}

// Takes {term: count}.
std::vector<Term> terms_of_counts(const py::object& object) {
  std::vector<Term> terms;
  Names names;
  for_each_item(
      object, "terms", "{term: count}", [&](const py::object& term, const py::object& count) {
        terms.push_back({std::string(names.add(term, "terms")), whole_number(count, "terms")});
      });
  return terms;
}

std::uint64_t frequency(const Statistics& statistics, const py::object& term) {
  Names names;
  return statistics.frequency(names.add(term, "term"));
}

// {term: weight}.
py::dict weigh(const Statistics& statistics, const py::object& terms) {
  py::dict weights;
  for (const auto& [term, weight] : statistics.weigh(terms_of_counts(terms))) {
    weights[py::str(term)] = weight;
  }
  return weights;
}

void weigh_vectors(const Statistics& statistics, const std::vector<std::string>& paths,
                   const py::object& use, const py::object& progress,
                   const TermsByDocument& without) {
  Warnings warnings;
  interruptible(progress, [&](const ProgressCallback& callback) {
    statistics.weigh_vectors(sources(paths), writer_of(use), callback, &warnings, without);
    return true;
  });
  warn(warnings);
}

void add_up(const std::vector<std::string>& paths, const py::object& use,
            const std::string& temporary_folder) {
  const WithoutGil released;
  add_statistics(sources(paths), writer_of(use), temporary_folder);
}

std::uint64_t fingerprint_of_counts(const std::vector<std::string>& paths, int bits,
                                    const py::object& use, const py::object& progress) {
  return interruptible(progress, [&](const ProgressCallback& callback) {
    return fingerprint_vectors(sources(paths), bits, writer_of(use), callback);
  });
}

}  // namespace

void bind_statistics(py::module_& module) {
  declare_class<Statistics>(module, "Statistics")
      .def(py::init<>())
      .def(py::init(&read_statistics_file))
      .def_property_readonly("documents", &Statistics::documents)
      .def("add", [](Statistics& statistics,
                     const py::object& terms) { statistics.add(terms_of_counts(terms)); })
      .def("frequency", &frequency)
      .def("weigh", &weigh)
      .def("weigh_vectors", &weigh_vectors);
  module.def("add_statistics", &add_up);
  module.def("fingerprint_vectors", &fingerprint_of_counts);
}

}  // namespace subintent::python
