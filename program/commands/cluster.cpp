// subintent cluster --qrels Q (--fingerprints F | --vectors V | --dense N --docnos D) [options] -o
// DENDROGRAMS

#include "program/command_line.h"
#include "program/options/inputs.h"
#include "subintent/basics.h"
#include "subintent/program.h"
#include "subintent/stages.h"

namespace subintent::internal {
namespace {

struct ClusterArguments {
  JudgmentOptions judgments;  // --qrels and --adhoc-qrels
  SimilarityOptions similarity;
  std::optional<std::string> level;
  std::string linkage = "complete", output = "-";
  TopicViewArguments view;
  bool topic_mean = false;  // of fingerprints too
  bool background = false;

  // Dendrograms of fingerprints, [Dou19]'s own, are written as they always were unless it is asked
  // for.
  bool writes_topic_mean() const {
    return topic_mean || !similarity.fingerprints || view.neighbours;
  }
};

// The files and the options that the command line asks for, checked.
std::pair<ClusterFiles, ClusterOptions> check_cluster_options(CommandLine& line,
                                                              const ClusterArguments& arguments) {
  JudgmentOptions judgments = arguments.judgments;
  bool topic_level = arguments.level && value_named("--level", *arguments.level, cluster_levels);
  if (judgments.qrels.empty() && (topic_level || !arguments.level)) {  // those of topics alone
    std::swap(judgments.qrels, judgments.adhoc_qrels);
    topic_level = true;
  }
  const Linkage linkage = value_named("--linkage", arguments.linkage, linkages);
  if (judgments.qrels.empty()) throw Error::usage("--qrels is missing", "give the judgments");
  const SimilarityFiles files = similarity_files(arguments.similarity);
  refuse_if(!files.any(), "no fingerprints or vectors to compare documents by",
            "give one of --fingerprints, --vectors and --dense");
  ClusterOptions options = topic_view_options(arguments.view, files);
  options.background = arguments.background;
  check(options, files);
  line.check_files(joined(files.paths(), judgments.paths()), {arguments.output});
  options.topic_level = topic_level;
  options.linkage = linkage;
  options.topic_pairs = arguments.writes_topic_mean();
  ClusterFiles from{sources(judgments.qrels), sources(judgments.adhoc_qrels)};
  if (arguments.level) from.judged = Judged::intents;
  from.similarity = files;
  return {std::move(from), options};
}

}  // namespace

Work setup_cluster(CommandLine& line) {
  line.summary("Clusters the relevant documents of every intent into a dendrogram.");
  ClusterArguments arguments;
  line.example("cluster --qrels qrels.txt --fingerprints fingerprints.tsv -o dendrograms.jsonl");
  line.section("What is clustered");
  line.option("qrels", &arguments.judgments.qrels, "Q",
              "judgments (required, or --adhoc-qrels; repeatable)");
  line.section("How documents are compared (one is required)");
  declare_similarity(line, arguments.similarity,
                     {"SimHash fingerprints, TSV", "or: document vectors, JSON lines (repeatable)",
                      "or: dense vectors, NumPy or JSON lines"});
  line.section("How they are clustered");
  line.option("level", &arguments.level, choice(names_of(cluster_levels)),
              "one tree per intent, or per topic (default: intent, where judgments name some)");
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
  line.option("output,o", &arguments.output, "DENDROGRAMS",
              "where to write them (default: standard output)");
  line.parse();
  return [&line, output = arguments.output, plan = check_cluster_options(line, arguments)] {
    write_output(output, [&](const TextWriter& write) {
      ProgressLine progress(line.shows_progress());
      cluster_files(plan.first, plan.second, write, line.remarks(&progress), progress.callback());
    });
  };
}

}  // namespace subintent::internal
