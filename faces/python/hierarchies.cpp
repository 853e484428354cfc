#include "subintent/hierarchy.h"

#include <pybind11/stl.h>

#include <map>
#include <tuple>

#include "bindings.h"
#include "choices.h"
#include "subintent/error.h"
#include "values.h"

namespace subintent::python {
namespace {

// Without dendrograms, of intents alone.
std::vector<Hierarchy> make(const Judgments& judgments,
                            const std::optional<std::vector<Dendrogram>>& dendrograms, double delta,
                            bool balanced, const std::optional<double>& stop,
                            const std::string& bins, bool compress, const std::string& weights,
                            const std::string& intent_weights,
                            const std::optional<std::string>& superintents) {
  HierarchyOptions options{delta,
                           compress,
                           value_named("weights", weights, weightings),
                           value_named("intent_weights", intent_weights, intent_weightings),
                           {},
                           {balanced, stop, bins_named(bins)}};
  if (superintents) options.superintents = Source(*superintents);
  Warnings warnings;
  auto made = [&] {
    const WithoutGil released;
    return dendrograms ? hierarchies(judgments, *dendrograms, options, &warnings)
                       : intent_hierarchies(judgments, options, &warnings);
  }();
  warn(warnings);
  return made;
}

std::vector<Hierarchy> labelled(
    const std::vector<Hierarchy>& hierarchies,
    const std::map<std::string, std::tuple<std::string, std::string, std::string>>& texts) {
  Warnings warnings;
  auto made = [&] {
    const WithoutGil released;
    Texts by_docno;
    for (const auto& [docno, text] : texts) {
      by_docno[docno] = {std::get<0>(text), std::get<1>(text), std::get<2>(text)};
    }
    return with_labels(hierarchies, by_docno, &warnings);
  }();
  warn(warnings);
  return made;
}

std::vector<Hierarchy> read(const std::string& path, bool all_intents) {
  const WithoutGil released;
  return read_hierarchies_or_nuggets(path, all_intents);
}

std::vector<Hierarchy> parse(const std::string& json) {
  return read_hierarchies(Source::memory(json, "hierarchy"));
}

// (parent, layer, intent, weight, similarity, dummy, docs, label, stability, needs_all) of every
// node.
py::list nodes(const Hierarchy& hierarchy) {
  py::list list;
  for (const HierarchyNode& node : hierarchy.nodes) {
    list.append(py::make_tuple(node.parent, node.layer, node.intent, node.weight, node.similarity,
                               node.dummy, hierarchy.docnos_of(node), node.label, node.stability,
                               node.needs_all));
  }
  return list;
}

std::string drawn(const Hierarchy& hierarchy, std::size_t width, bool ascii, bool all_documents,
                  std::optional<std::uint32_t> depth) {
  return draw(hierarchy, {width, ascii, all_documents, depth});
}

}  // namespace

void bind_hierarchies(py::module_& module) {
  declare_class<Hierarchy>(module, "Hierarchy", py::overload_cast<const Hierarchy&>(&to_json),
                           [](const std::string& json) { return parse(json).at(0); })
      .def(py::init<const Hierarchy&>(), py::arg("made"))
      .def_readonly("topic", &Hierarchy::topic)
      .def_readonly("layers", &Hierarchy::layers)
      .def_readonly("docnos", &Hierarchy::docnos)
      .def("node_tuples", &nodes)
      .def("to_json", py::overload_cast<const Hierarchy&>(&to_json))
      .def("to_dot", &to_dot)
      .def("to_newick", &to_newick)
      .def("draw", &drawn, py::arg("width"), py::arg("ascii"), py::arg("all_documents"),
           py::arg("depth"))
      .def("draw_svg", &draw_svg, py::arg("width"));
  module.def("hierarchies", &make, py::arg("judgments"), py::arg("dendrograms"), py::arg("delta"),
             py::arg("balanced"), py::arg("stop"), py::arg("bins"), py::arg("compress"),
             py::arg("weights"), py::arg("intent_weights"), py::arg("superintents"));
  module.def("with_labels", &labelled, py::arg("hierarchies"), py::arg("texts"));
  module.def("read_hierarchies", &read, py::arg("path"), py::arg("all_intents"));
  module.def("parse_hierarchies", &parse, py::arg("json"));
  module.def("to_graphml", &to_graphml, py::arg("hierarchies"));
}

}  // namespace subintent::python
