// subintent compare similarities: how similar relevant documents are, without runs.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "cluster/tasks.h"
#include "collection/qrels.h"
#include "faces/cli/commands/compare.h"
#include "faces/cli/options/judgments.h"
#include "faces/cli/options/numbers.h"
#include "faces/cli/terminal_width.h"
#include "io/input_file.h"
#include "io/output_file.h"
#include "render/similarity_report.h"
#include "render/table_format.h"
#include "study/similarities.h"

namespace subintent::internal::compare_command {
namespace {

// One way to compare documents.
struct Representation {
  std::string name;
  SimilarityFiles files;
  TopicViewOptions view = {};
};

// Those that are given, each checked as if it were alone.
std::vector<Representation> representations(const SimilarityOptions& given) {
  std::vector<Representation> found;
  if (given.fingerprints) {
    SimilarityOptions one;
    one.fingerprints = given.fingerprints;
    one.similarity = given.similarity;
    found.push_back({"fingerprints", similarity_files(one)});
  }
  if (!given.vectors.empty()) {
    SimilarityOptions one;
    one.vectors = given.vectors;
    found.push_back({"vectors", similarity_files(one)});
  }
  if (given.dense || given.docnos) {
    SimilarityOptions one;
    one.dense = given.dense;
    one.docnos = given.docnos;
    found.push_back({"dense", similarity_files(one)});
  }
  return found;
}

struct Inputs {
  std::vector<std::string> qrels;
  std::vector<Representation> representations;
  std::optional<std::string> dendrograms;
  std::vector<double> deltas;
};

void check_use(const CommandLine& line) {
  const std::vector<std::string_view> used = {
      "qrels",       "fingerprints", "vectors",  "dense",          "docnos",     "similarity",
      "dendrograms", "deltas",       "contrast", "contrast-power", "neighbours", "format",
      "per-topic",   "output",       "svg",      "provenance",     "quiet",      "threads"};
  for (const std::string& option : line.given()) {
    if (std::ranges::count(used, option) > 0) continue;
    throw Error::usage("--" + option + " cannot be used with similarities", "leave it out");
  }
}

Inputs checked(const Options& o, CommandLine& line) {
  check_use(line);
  if (o.arguments.size() > 1) {
    throw Error::usage("similarities uses neither runs nor scores",
                       "leave out " + printable(o.arguments[1]));
  }
  Inputs inputs{o.evaluation.judgments.qrels, representations(o.evaluation.similarity),
                o.dendrograms, ascending_numbers("deltas", o.deltas.value_or("0:1:0.1"), 0, 1)};
  for (Representation& one : inputs.representations) {
    one.view = topic_view_options(o.view, one.files);
  }
  if (inputs.qrels.empty()) throw Error::usage("--qrels is missing", "give the judgments");
  if (inputs.representations.empty() && !o.dendrograms) {
    throw Error::usage("no fingerprints or vectors to compare documents by",
                       "give --fingerprints, --vectors or --dense, or --dendrograms");
  }
  if (o.svg && inputs.representations.empty()) {
    throw Error::usage("--svg draws similarities", "give --fingerprints, --vectors or --dense");
  }
  std::vector<std::string> files = inputs.qrels, outputs = {o.output};
  for (const Representation& one : inputs.representations) {
    const std::vector<std::string> paths = one.files.paths();
    files.insert(files.end(), paths.begin(), paths.end());
  }
  if (o.dendrograms) files.push_back(*o.dendrograms);
  if (o.svg) outputs.push_back(*o.svg);
  line.check_files(files, outputs);
  return inputs;
}

// Reads, compares and clusters one representation after the other, so that memory holds one.
SimilarityReport study(const Inputs& inputs, const CommandLine& line) {
  const Qrels qrels = read_qrels(sources(inputs.qrels));
  Warnings warnings;
  const std::vector<ClusterTask> tasks = cluster_tasks(qrels, qrels, warnings);
  std::unordered_set<std::string_view> relevant;
  for (const ClusterTask& task : tasks) relevant.insert(task.docs.begin(), task.docs.end());
  HierarchySources sources;
  sources.qrels = display_names(inputs.qrels);
  ProgressLine progress(line.shows_progress());
  const auto shapes = [&](const std::vector<Dendrogram>& trees) {
    return delta_shapes(qrels, trees, inputs.deltas, sources, progress.callback());
  };
  SimilarityReport made;
  for (const Representation& one : inputs.representations) {
    const DocumentSimilarity similarity = read_similarity(one.files, relevant, warnings);
    made.studies.push_back(
        study_similarities(qrels, similarity, one.name, progress.callback(), one.view));
    if (inputs.dendrograms) continue;
    const auto trees =
        cluster_all(tasks, similarity, Linkage::complete, progress.callback(), one.view);
    made.shapes.push_back({one.name, shapes(trees)});
  }
  if (inputs.dendrograms) {
    sources.dendrograms = display_name(*inputs.dendrograms);
    const std::vector<Dendrogram> trees = read_dendrograms(*inputs.dendrograms);
    if (at_topic_level(trees, sources)) {
      throw Error(Location{sources.dendrograms, 0}, "contains dendrograms of whole topics",
                  "give dendrograms of intents");
    }
    made.shapes.push_back({"dendrograms", shapes(trees)});
  }
  line.warn(warnings);
  return made;
}

}  // namespace

bool is_of_similarities(const Options& o) {
  return !o.arguments.empty() && o.arguments[0] == "similarities";
}

Work similarities_work(const Options& o, CommandLine& line) {
  CommandLine::require_one_of("--format", o.format, report_formats());
  return [o, &line, inputs = checked(o, line)] {
    OutputFiles files;
    OutputFile& output = files.open(o.output);
    OutputFile* const svg = files.open(o.svg);
    const SimilarityReport made = study(inputs, line);
    if (svg != nullptr) svg->write(svg_of(similarity_chart(made)));
    output.write(find_table_format(o.format)->report("compare similarities",
                                                     similarity_report(made, o.per_topic),
                                                     o.output == "-" ? terminal_width() : 0));
    files.close();
  };
}

}  // namespace subintent::internal::compare_command
