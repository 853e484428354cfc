#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings.h"
#include "gil.h"
#include "inputs.h"
#include "subintent/basics.h"
#include "subintent/hierarchy.h"
#include "subintent/program.h"
#include "subintent/tokenize.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

// Without dendrograms, of intents alone.
std::vector<Hierarchy> make_hierarchy_object(
    const Judgments& judgments, const std::optional<std::vector<Dendrogram>>& dendrograms,
    const py::dict& given) {
  HierarchyOptions options;
  const Options asked(given);
  asked.set("delta", options.delta);
  asked.set("compress", options.compress);
  asked.set("balanced", options.rules.balanced_delta);
  if (asked.has("bins")) options.rules.bins = bins_named(asked.get<std::string>("bins"));
  asked.set("subtopics", options.subtopics);
  asked.set("subtopics_of", options.subtopics_of);
  asked.set("around", options.around);
  asked.set("one_subtopic", options.rules.one_subtopic);
  asked.set("weights", options.weighting, weightings);
  asked.set("intent_weights", options.intent_weights, intent_weightings);
  if (asked.has("superintents")) options.superintents = asked.get<std::string>("superintents");
  return warned([&](Warnings* warnings) {
    return dendrograms ? hierarchies(judgments, *dendrograms, options, warnings)
                       : intent_hierarchies(judgments, options, warnings);
  });
}

// Warns of tags in texts as those of documents are told.
[[gnu::cold]] void warn_of_html(const Texts& texts) {
  std::string lines;
  for (const auto& [docno, text] : texts) lines += "1\t" + text.title + ' ' + text.excerpt + '\n';
  if (lines.empty()) return;
  const Source source = Source::memory(lines, "texts");
  for (Warning& warning : read_collection({source}, {"tsv"}, [](Document&&) {}).warnings) {
    if (warning.code != "html-as-text") continue;
    warning.location = {"texts", 0};
    warning.advice = "give document_text() of Documents with html=True";
    warn({warning});
  }
}

std::vector<Hierarchy> labelled(const std::vector<Hierarchy>& hierarchies, const Texts& texts,
                                const std::map<std::string, std::string>& titles) {
  warn_of_html(texts);
  return warned(
      [&](Warnings* warnings) { return with_labels(hierarchies, texts, warnings, titles); });
}

std::vector<Hierarchy> labelled_by(const std::vector<Hierarchy>& hierarchies,
                                   const std::vector<NodeLabel>& labels) {
  return warned([&](Warnings* warnings) { return with_labels(hierarchies, labels, warnings); });
}

using NodeTerms = std::vector<std::vector<std::string>>;  // by node

// Takes files of vectors, and the text of another one.
std::vector<NodeTerms> terms_of(const std::vector<Hierarchy>& hierarchies,
                                const std::vector<std::string>& paths,
                                const std::optional<std::string>& vectors, std::size_t count) {
  std::vector<Source> files = sources(paths);
  if (vectors) files.push_back(Source::memory(*vectors, "vectors"));
  return warned([&](Warnings* warnings) {
    return characteristic_terms(hierarchies, files, count, warnings);
  });
}

TopicCaptions captions_of(const std::optional<std::string>& path,
                          const std::vector<Hierarchy>& shown) {
  if (!path) return {};
  std::vector<std::string> topics = mapped(shown, &Hierarchy::topic);
  return read_topic_captions(*path, topics, [](const Remarks& said) {
    const WithGil held;
    warn(said.warnings);
  });
}

std::string exported(const std::vector<Hierarchy>& hierarchies, const std::string& format,
                     const std::optional<std::string>& topics,
                     const std::vector<NodeTerms>& terms) {
  return export_hierarchies(hierarchies, format, {captions_of(topics, hierarchies), terms});
}

std::vector<Hierarchy> parse(const std::string& json) {
  return read_hierarchies(Source::memory(json, "hierarchy"));
}

// (parent, layer, intent, weight, similarity, dummy, docs, label, needs_all) of every
// node.
py::list nodes(const Hierarchy& hierarchy) {
  py::list list;
  for (const HierarchyNode& node : hierarchy.nodes) {
    list.append(py::make_tuple(node.parent, node.layer, node.intent, node.weight, node.similarity,
                               node.dummy, hierarchy.docnos_of(node), node.label, node.needs_all));
  }
  return list;
}

std::string drawn(const Hierarchy& hierarchy, std::size_t width, bool ascii, bool all_documents,
                  std::optional<std::uint32_t> depth, const std::optional<std::string>& intent,
                  const std::optional<std::string>& document, const Texts& texts,
                  const std::optional<std::string>& topics, const NodeTerms& terms) {
  DrawingOptions options{width, ascii, all_documents, depth, intent};
  options.texts = texts;
  options.topics = captions_of(topics, {hierarchy});
  options.terms = terms;
  return document ? draw_document(hierarchy, *document, options) : draw(hierarchy, options);
}

// The value of an option as Python has it: delta="balanced", neighbours=15, contrast=True.
py::object value_of(const std::string& written) {
  if (written.empty()) return py::bool_(true);
  if (const auto whole = parse_integer(written)) return py::int_(*whole);
  if (const auto number = parse_double(written)) return py::float_(*number);
  return py::str(written);
}

// {step: {option: value}}.
py::dict settings_of(const std::string& recipe) {
  const Recipe found = find_recipe(recipe);
  py::dict steps;
  for (const auto& [step, settings] :
       {std::pair("tokenize", found.tokenize), std::pair("cluster", found.cluster),
        std::pair("topic", found.topic), std::pair("intent", found.intent)}) {
    py::dict values;
    for (const auto& [option, value] : settings)
      values[py::str(replace_all(option, "-", "_"))] = value_of(value);
    steps[step] = values;
  }
  return steps;
}

// Copies a Document of Python.
Document document_of(const py::object& given) {
  if (!py::isinstance<py::tuple>(given) || py::len(given) != 6)
    refuse("documents", "Documents alone", given);
  const auto fields = py::reinterpret_borrow<py::tuple>(given);
  const auto text_at = [&](std::size_t i) -> std::string {
    const py::object field = fields[i];
    if (!is_text(field)) refuse("documents", "Documents of str and bytes", field);
    if (PyUnicode_Check(field.ptr()) != 0) return bytes_of(field, "documents");
    return py::bytes(field);
  };
  const bool is_html = py::bool_(fields[2]);
  return {text_at(0), text_at(1), is_html, text_at(3), text_at(4), text_at(5)};
}

// Hierarchies of topics and of intents, and texts.
py::tuple make_by_recipe(const Judgments& judgments, const std::vector<std::string>& paths,
                         const py::object& documents, const std::optional<std::string>& recipe,
                         const std::string& stem,
                         const std::optional<std::map<std::string, std::string>>& topics,
                         const std::optional<Similarity>& similarity,
                         const CollectionTuple& collection,
                         const std::optional<std::uint32_t>& subtopics,
                         const std::map<std::string, std::uint32_t>& subtopics_of,
                         const std::optional<std::uint32_t>& subtopics_of_intents,
                         const std::optional<std::string>& weights,
                         const std::optional<std::string>& intent_weights) {
  RecipeInputs inputs{sources(paths), {}, topics, similarity};
  if (!documents.is_none()) {  // an iterator
    inputs.documents = [&](const std::function<void(const Document&)>& use) {
      const auto next = [&]() -> std::optional<Document> {
        const WithGil acquired;
        const auto one = py::reinterpret_steal<py::object>(PyIter_Next(documents.ptr()));
        if (one) return document_of(one);
        if (PyErr_Occurred() != nullptr) throw py::error_already_set();
        return {};
      };
      while (const auto document = next()) use(*document);
    };
  }
  RecipeOptions options{{}, stem, {}, subtopics, subtopics_of, subtopics_of_intents};
  if (weights) options.weighting = value_named("weights", *weights, weightings);
  options.collection = options_of(collection);
  options.intent_weights = intent_weights;
  if (recipe) options.recipe = find_recipe(*recipe);
  Warnings warnings;
  const MadeHierarchies hierarchies =
      interruptible(py::none(), [&](const ProgressCallback& callback) {
        return make_hierarchies(judgments, inputs, options, callback, &warnings);
      });
  warn(warnings);
  return py::make_tuple(hierarchies.topic, hierarchies.intent, hierarchies.texts);
}

std::vector<Dendrogram> make_dendrogram_object(const Judgments& judgments,
                                               const Similarity& similarity, const py::dict& given,
                                               const py::object& progress) {
  ClusterOptions options;
  const Options asked(given);
  asked.set("linkage", options.linkage, linkages);
  asked.set("contrast", options.contrast);
  asked.set("neighbours", options.neighbours);
  asked.set("contrast_power", options.contrast_power);
  asked.set("level", options.topic_level, cluster_levels);
  asked.set("background", options.background);
  Warnings warnings;
  auto result = interruptible(progress, [&](const ProgressCallback& callback) {
    return cluster(judgments, similarity, options, callback, &warnings);
  });
  warn(warnings);
  return result;
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

void bind_hierarchies(py::module_& module) {
  declare_class<Hierarchy>(module, "Hierarchy", py::overload_cast<const Hierarchy&>(&to_json),
                           [](const std::string& json) { return parse(json).at(0); })
      .def(py::init<const Hierarchy&>(), py::arg("made"))
      .def_readonly("topic", &Hierarchy::topic)
      .def_readonly("layers", &Hierarchy::layers)
      .def_readonly("docnos", &Hierarchy::docnos)
      .def("node_tuples", &nodes)
      .def("to_json", py::overload_cast<const Hierarchy&>(&to_json))
      .def("draw", &drawn)
      .def("draw_svg", [](const Hierarchy& hierarchy, std::size_t width) {
        return draw_svg(hierarchy, width);
      });
  module.def("hierarchies", &make_hierarchy_object);
  module.def("shuffled", &shuffled, py::call_guard<WithoutGil>());
  module.def("with_labels", &labelled);
  module.def("with_given_labels", &labelled_by);
  module.def("with_labels_of_file", [](const std::vector<Hierarchy>& all, const std::string& path) {
    return labelled_by(all, read_node_labels(path));
  });
  module.def("characteristic_terms", &terms_of);
  module.def("export_hierarchies", &exported, py::call_guard<WithoutGil>());
  module.def("export_dendrograms", &export_dendrograms, py::call_guard<WithoutGil>());
  module.def("export_formats", [] {
    std::map<std::string, bool> formats;  // is it of dendrograms?
    for (const ExportFormat& format : export_formats())
      formats.emplace(format.name, format.of_dendrograms);
    return formats;
  });
  module.def("read_titles", [](const std::string& given, bool is_file) {
    std::map<std::string, std::string> titles;
    const Source topics = is_file ? Source(given) : Source::memory(given, "topics");
    for (const auto& [topic, caption] : read_topic_captions(topics))
      titles.emplace(topic, caption.query);
    return titles;
  });
  module.def("recipes", [] { return mapped(recipes(), &Recipe::name); });
  module.def("recipe_settings", &settings_of);
  module.def("make_hierarchies", &make_by_recipe);
  module.def("read_subtopics", [](const std::string& path) { return read_subtopics(path); });
  module.def(
      "read_hierarchies",
      [](const std::string& path, bool all_intents) {
        return read_hierarchies_or_nuggets(path, all_intents);
      },
      py::call_guard<WithoutGil>());
  module.def("parse_hierarchies", &parse);
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
  module.def(
      "read_dendrograms", [](const std::string& path) { return read_dendrograms(path); },
      py::call_guard<WithoutGil>());
  module.def("mean_similarity", &mean_similarity);
  module.def("parse_dendrograms", &parse_dendrogram_text);
}

}  // namespace subintent::python
