// subintent cluster --qrels Q (--fingerprints F | --vectors V | --dense N --docnos D) [options] -o
// DENDROGRAMS
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cluster/coverage.h"
#include "cluster/linkage.h"
#include "cluster/similarity.h"
#include "cluster/tasks.h"
#include "support/error.h"
#include "support/output_file.h"
#include "support/strings.h"
#include "support/utf8.h"
#include "trec/qrels.h"

namespace subintent {
namespace {

struct Arguments {
  std::string qrels, level = "intent", similarity = "cosine", linkage = "complete", output = "-";
  std::optional<std::string> adhoc_qrels, fingerprints, dense, docnos;
  std::vector<std::string> vectors;
};

Qrels topic_level_of(const Qrels& qrels, const Arguments& arguments) {
  return arguments.adhoc_qrels ? read_qrels(*arguments.adhoc_qrels, QrelsKind::ad_hoc)
                               : topic_level(qrels, TopicGrade::highest);
}

// Topics are those of `qrels`, whichever judgments say what is relevant.
std::vector<ClusterTask> make_tasks(const CommandLine& line, const Qrels& qrels,
                                    const Qrels& judgments) {
  std::vector<ClusterTask> tasks;
  std::uint64_t unjudged = 0;
  for (const TopicQrels& topic : qrels.topics()) {
    if (const TopicQrels* judged = judgments.find(topic.topic)) {
      std::ranges::move(cluster_tasks(*judged), std::back_inserter(tasks));
    } else {
      ++unjudged;
    }
  }
  if (unjudged > 0) {
    line.warn(count_of(unjudged, "topic") + " of --qrels without ad hoc judgments left out");
  }
  if (tasks.empty()) line.warn("no judged document is relevant; there are no dendrograms");
  return tasks;
}

// JSON holds nothing but UTF-8.
void check_names(const std::vector<ClusterTask>& tasks, const std::string& file) {
  const auto check = [&](std::string_view what, std::string_view name) {
    if (is_valid_utf8(name)) return;
    throw Error(Location{display_name(file), 0},
                fmt::format("the {} '{}' is not UTF-8", what, printable(name)), "rename it");
  };
  for (const ClusterTask& task : tasks) {
    check("topic", task.topic);
    check("intent", task.intent);
    for (const std::string_view docno : task.docs) check("docno", docno);
  }
}

DocumentSimilarity read_similarity(const Arguments& arguments,
                                   const std::unordered_set<std::string_view>& relevant) {
  const auto wanted = [&](std::string_view docno) { return relevant.contains(docno); };
  if (arguments.fingerprints) {
    const auto kind = arguments.similarity == "hamming" ? FingerprintSimilarity::hamming
                                                        : FingerprintSimilarity::cosine;
    return DocumentSimilarity::from_fingerprints(*arguments.fingerprints, kind, wanted);
  }
  if (arguments.dense) {
    return DocumentSimilarity::from_dense(*arguments.dense, *arguments.docnos, wanted);
  }
  return DocumentSimilarity::from_vectors(sources(arguments.vectors), wanted);
}

const std::string& file_of_similarity(const Arguments& arguments) {
  if (arguments.fingerprints) return *arguments.fingerprints;
  return arguments.docnos ? *arguments.docnos : arguments.vectors[0];
}

Linkage linkage_of(std::string_view name) {
  if (name == "single") return Linkage::single;
  return name == "average" ? Linkage::average : Linkage::complete;
}

std::vector<std::string> cluster_all(const CommandLine& line, const Arguments& arguments,
                                     const std::vector<ClusterTask>& tasks,
                                     const DocumentSimilarity& similarity) {
  ProgressLine progress(line.shows_progress());
  return cluster_lines(tasks, similarity, linkage_of(arguments.linkage), progress.callback());
}

void run(const CommandLine& line, const Arguments& arguments) {
  OutputFile output(arguments.output);
  const Qrels qrels = read_qrels(arguments.qrels);
  const Qrels judgments = arguments.level == "topic" ? topic_level_of(qrels, arguments) : qrels;
  const std::vector<ClusterTask> tasks = make_tasks(line, qrels, judgments);
  check_names(tasks, arguments.adhoc_qrels.value_or(arguments.qrels));
  std::unordered_set<std::string_view> relevant;
  for (const ClusterTask& task : tasks) relevant.insert(task.docs.begin(), task.docs.end());
  const DocumentSimilarity similarity = read_similarity(arguments, relevant);
  const auto warning = coverage_warning({relevant.size(), similarity.size(),
                                         arguments.fingerprints ? "fingerprint" : "vector",
                                         file_of_similarity(arguments)});
  for (const std::string& text : cluster_all(line, arguments, tasks, similarity)) {
    output.write(text);
  }
  if (warning) line.warn(*warning);
  output.close();
}

void check_inputs(const Arguments& arguments) {
  if (arguments.qrels.empty()) throw Error::usage("--qrels is missing", "name the judgments");
  const int given =
      arguments.fingerprints.has_value() + !arguments.vectors.empty() + arguments.dense.has_value();
  if (given != 1) {
    throw Error::usage(
        given == 0 ? "there is nothing to compare documents by"
                   : "more than one of --fingerprints, --vectors and --dense",
        given == 0 ? "give one of --fingerprints, --vectors and --dense" : "give one");
  }
  if (arguments.dense.has_value() != arguments.docnos.has_value()) {
    throw Error::usage("--dense and --docnos go together",
                       arguments.dense ? "give both" : "leave out --docnos");
  }
  std::vector<std::string> inputs = arguments.vectors;
  inputs.push_back(arguments.qrels);
  for (const auto& path :
       {arguments.adhoc_qrels, arguments.fingerprints, arguments.dense, arguments.docnos}) {
    if (path) inputs.push_back(*path);
  }
  CommandLine::check_files(inputs, {arguments.output});
}

void check(const Arguments& arguments) {
  CommandLine::require_one_of("--level", arguments.level, {"intent", "topic"});
  CommandLine::require_one_of("--similarity", arguments.similarity, {"cosine", "hamming"});
  CommandLine::require_one_of("--linkage", arguments.linkage, {"complete", "single", "average"});
  check_inputs(arguments);
  if (arguments.similarity == "hamming" && !arguments.fingerprints) {
    throw Error::usage("--similarity hamming is for fingerprints only", "use cosine for vectors");
  }
  if (arguments.adhoc_qrels && arguments.level != "topic") {
    throw Error::usage("--adhoc-qrels is for --level topic only", "leave it out, or add the level");
  }
}

}  // namespace

Work setup_cluster(CommandLine& line) {
  line.summary("Clusters the relevant documents of every intent into a dendrogram.");
  Arguments arguments;
  line.option("qrels", &arguments.qrels, "Q", "diversity judgments (required)");
  line.option("fingerprints", &arguments.fingerprints, "F", "SimHash fingerprints, TSV");
  line.option("vectors", &arguments.vectors, "V", "or: document vectors, JSON lines (repeatable)");
  line.option("dense", &arguments.dense, "N.npy",
              "or: dense vectors, NumPy float16, float32 or float64");
  line.option("docnos", &arguments.docnos, "D", "the docnos of the rows of --dense, one a line");
  line.option("level", &arguments.level, "LEVEL",
              "intent or topic: one tree an intent, or one a topic (default: intent)");
  line.option("adhoc-qrels", &arguments.adhoc_qrels, "Q",
              "judgments for --level topic (default: the highest grade over intents)");
  line.option("similarity", &arguments.similarity, "KIND",
              "cosine or hamming: the similarity that fingerprints stand for (default: cosine)");
  line.option("linkage", &arguments.linkage, "LINKAGE",
              "complete, single or average (default: complete)");
  line.option("output,o", &arguments.output, "DENDROGRAMS",
              "where to write them (default: standard output)");
  line.parse();
  check(arguments);
  return [&line, arguments] { run(line, arguments); };
}

}  // namespace subintent
