// subintent cluster --qrels Q (--fingerprints F | --vectors V | --dense N --docnos D) [options] -o
// DENDROGRAMS
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "cluster/linkage.h"
#include "cluster/tasks.h"
#include "collection/qrels.h"
#include "evaluate/judgments.h"
#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "faces/cli/options/judgments.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/similarity.h"
#include "similarity/coverage.h"
#include "similarity/similarity_files.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct Arguments {
  JudgmentOptions judgments;  // --qrels and --adhoc-qrels
  SimilarityOptions similarity;
  std::string level = "intent", linkage = "complete", output = "-";
  TopicViewArguments view;
  bool topic_mean = false;  // of fingerprints too
  bool background = false;
  std::optional<std::string> check;

  // Dendrograms of fingerprints, [Dou19]'s own, are written as they always were unless it is asked
  // for.
  bool writes_topic_mean() const {
    return topic_mean || !similarity.fingerprints || view.neighbours;
  }
};

void write(const std::vector<Dendrogram>& dendrograms, OutputFile& output) {
  std::string line;
  for (const Dendrogram& dendrogram : dendrograms) {
    line.clear();
    append_dendrogram_line(line, dendrogram);
    output.write(line);
  }
}

std::vector<Dendrogram> cluster_with_progress(const CommandLine& line,
                                              const std::vector<ClusterTask>& tasks,
                                              const DocumentSimilarity& similarity,
                                              const Arguments& arguments,
                                              const TopicViewOptions& view) {
  std::optional<Background> background;
  if (arguments.background) background.emplace(similarity);
  ProgressLine progress(line.shows_progress());
  return cluster_all(tasks, similarity, linkage_named(arguments.linkage), progress.callback(), view,
                     arguments.writes_topic_mean() ? TopicMeans::all : TopicMeans::none,
                     background ? &*background : nullptr);
}

void check_dendrograms(const CommandLine& line, const std::vector<ClusterTask>& tasks,
                       const DocumentSimilarity& similarity, const Arguments& arguments,
                       const TopicViewOptions& view) {
  const auto dendrograms = read_dendrograms(*arguments.check);
  {
    ProgressLine progress(line.shows_progress());
    check_all(tasks, dendrograms, similarity, display_name(*arguments.check), progress.callback(),
              view);
  }
  line.note(count_of(tasks.size(), "dendrogram") +
            " checked: every merge joins two clusters that are each other's nearest");
}

void run(const CommandLine& line, const Arguments& arguments, const SimilarityFiles& files) {
  std::optional<OutputFile> output;
  if (!arguments.check) output.emplace(arguments.output);
  const JudgmentOptions& named = arguments.judgments;
  const Qrels qrels = read_qrels(sources(named.qrels));
  const Qrels judgments =
      arguments.level == "topic" ? read_adhoc_qrels(sources(named.adhoc_qrels), qrels) : qrels;
  Warnings warnings;
  const std::vector<ClusterTask> tasks = cluster_tasks(qrels, judgments, warnings);
  line.warn(warnings);
  warnings.clear();
  require_utf8(tasks, display_names(named.adhoc_qrels.empty() ? named.qrels : named.adhoc_qrels));
  std::unordered_set<std::string_view> relevant;
  for (const ClusterTask& task : tasks) relevant.insert(task.docs.begin(), task.docs.end());
  const DocumentSimilarity similarity = read_similarity(files, relevant, warnings);
  const TopicViewOptions view = topic_view_options(arguments.view, files);
  if (arguments.check) {
    line.warn(warnings);
    check_dendrograms(line, tasks, similarity, arguments, view);
    return;
  }
  const auto dendrograms = cluster_with_progress(line, tasks, similarity, arguments, view);
  write(dendrograms, *output);
  warn_of_background(dendrograms, warnings);
  line.warn(warnings);
  if (line.shows_notes()) {
    Warnings notes;
    note_near_duplicates(similarity, notes);
    line.note(notes);
  }
  output->close();
}

SimilarityFiles check(CommandLine& line, const Arguments& arguments) {
  const JudgmentOptions& judgments = arguments.judgments;
  value_named("--level", arguments.level, cluster_levels);  // or an error
  linkage_named(arguments.linkage);                         // or an error
  if (judgments.qrels.empty()) throw Error::usage("--qrels is missing", "give the judgments");
  const SimilarityFiles files = similarity_files(arguments.similarity);
  if (!files.any()) {
    throw Error::usage("no fingerprints or vectors to compare documents by",
                       "give one of --fingerprints, --vectors and --dense");
  }
  topic_view_options(arguments.view, files);  // throws
  if (arguments.background && files.vectors.empty()) {
    throw Error::usage("--background works for --vectors only", "leave it out");
  }
  std::vector<std::string> inputs = files.paths();
  for (const std::string& path : judgments.paths()) inputs.push_back(path);
  if (arguments.check) inputs.push_back(*arguments.check);
  line.check_files(inputs, {arguments.output});
  if (arguments.check &&
      (!files.dense || arguments.view.neighbours || arguments.linkage != "average")) {
    throw Error::usage("--check needs --dense and --linkage average, without --neighbours",
                       "leave it out, or give what the dendrograms were made with");
  }
  if (arguments.check && arguments.output != "-") {
    throw Error::usage("--check writes nothing", "leave out --output");
  }
  if (!judgments.adhoc_qrels.empty() && arguments.level != "topic") {
    throw Error::usage("--adhoc-qrels needs --level topic", "leave it out, or add --level topic");
  }
  return files;
}

}  // namespace

Work setup_cluster(CommandLine& line) {
  line.summary("Clusters the relevant documents of every intent into a dendrogram.");
  Arguments arguments;
  line.example("cluster --qrels qrels.txt --fingerprints fingerprints.tsv -o dendrograms.jsonl");
  line.section("What is clustered");
  line.option("qrels", &arguments.judgments.qrels, "Q",
              "diversity judgments (required; repeatable)");
  line.section("How documents are compared (one is required)");
  declare_similarity(
      line, arguments.similarity,
      {"SimHash fingerprints, TSV", "or: document vectors, JSON lines (repeatable)",
       "or: dense vectors, NumPy or JSON lines", "the docnos of the rows of --dense, one per line",
       "similarity of fingerprints: estimated cosine (default) or 1 - H/64"});
  line.section("How they are clustered");
  line.option("level", &arguments.level, choice(names_of(cluster_levels)),
              "one tree per intent, or per topic (default: intent)");
  line.option("adhoc-qrels", &arguments.judgments.adhoc_qrels, "Q",
              "judgments for --level topic (default: the highest grade over intents; repeatable)");
  line.option("linkage", &arguments.linkage, choice(names_of(linkages)),
              "similarity of two clusters (default: complete)");
  declare_topic_view(line, arguments.view);
  line.flag("topic-mean", &arguments.topic_mean,
            "with fingerprints: write what hierarchy --delta mean needs (with vectors it is always "
            "written)");
  line.flag("background", &arguments.background,
            "write how much more similar documents are than those of other topics, which hierarchy "
            "--one-subtopic needs");
  line.section("Output");
  line.option("check", &arguments.check, "DENDROGRAMS",
              "with --dense and --linkage average: only check that every merge of these joins two "
              "clusters that are each other's nearest");
  line.option("output,o", &arguments.output, "DENDROGRAMS",
              "where to write them (default: standard output)");
  line.parse();
  return [&line, arguments, files = check(line, arguments)] { run(line, arguments, files); };
}

}  // namespace subintent::internal
