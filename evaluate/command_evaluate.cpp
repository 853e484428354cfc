// subintent evaluate: scores of runs by any measure.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <unordered_set>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cluster/similarity.h"
#include "evaluate/collection.h"
#include "evaluate/compat.h"
#include "evaluate/evaluate_options.h"
#include "evaluate/measure_table.h"
#include "evaluate/score_output.h"
#include "evaluate/scorer.h"
#include "evaluate/standardise.h"
#include "support/error.h"
#include "support/output_file.h"

namespace subintent {
namespace {

void declare(CommandLine& line, EvaluateOptions& o) {
  line.summary("Scores runs with flat, hierarchical and similarity-based diversity measures.");
  line.inputs(&o.runs, "RUN...", "runs, TREC six-column format; - is standard input");
  line.option("qrels", &o.qrels, "Q", "diversity judgments: topic intent docno grade");
  line.option("adhoc-qrels", &o.adhoc_qrels, "Q",
              "topic-level judgments (default: made from the diversity judgments)");
  line.option("topic-grades", &o.topic_grades, "highest|intents",
              "topic-level grades made from diversity judgments: the highest grade over intents "
              "(default) or the number of intents");
  line.option("topics", &o.topics, "XML", "topics of the TREC Web Track: types of the intents");
  line.option("probabilities", &o.probabilities, "FILE",
              "intent probabilities: topic intent probability [inf|nav] (default: uniform)");
  line.option("hierarchy", &o.hierarchies, "NAME=FILE",
              "a hierarchies file; measures name it as suffix, HD#-nDCG_NAME; may be repeated");
  line.option("fingerprints", &o.fingerprints, "F", "fingerprints, for nDCG_RA and the like");
  line.option("vectors", &o.vectors, "V", "document vectors, for nDCG_RA and the like");
  line.option("dense", &o.dense, "N.npy", "dense vectors, NumPy float32 or float64, for the same");
  line.option("docnos", &o.docnos, "D", "the docnos of the rows of --dense, one a line");
  line.option("similarity", &o.similarity, "cosine|hamming",
              "similarity of fingerprints: estimated cosine (default) or 1 - H/64");
  line.option("measures,m", &o.measures, "MEASURE,...",
              "measures, e.g. 'D#-nDCG@20,alpha_nDCG(alpha=0.9)@10' (default: those of Dou et al. "
              "2019 at 20)");
  line.flag("list-measures", &o.list_measures,
            "list all measures with formula, parameters and source, and do nothing else");
  line.option("gains", &o.gains, "GRADE=GAIN,...",
              "gains of grades, e.g. 1=1,2=3,3=7 (default: the grade)");
  line.option("max-grade", &o.max_grade, "G", "highest grade for ERR (default: of the judgments)");
  line.option("order", &o.order, "rank|score|file",
              "order of a run: by rank (default), by score with ties by docno descending (default "
              "with --compat trec_eval and gdeval), or as it stands (default with "
              "--compat ntcireval)");
  line.option("depth", &o.depth, "N", "cut all ranked lists at N documents");
  line.option("on-duplicate", &o.on_duplicate, "error|first|last",
              "what to do when a list has a document twice (default: error)");
  line.option("run-name", &o.run_name, "file|tag",
              "name runs by their files (default) or by column six");
  line.flag("answered-topics", &o.answered_topics,
            "means over the topics a run answers (default: over all judged topics)");
  line.flag("standardise", &o.standardise,
            "standardise scores: (score - mean) / standard deviation over the runs, by topic");
  line.flag("per-topic", &o.per_topic, "scores of every topic beside the means");
  line.option("format", &o.format, "table|tsv|csv|json",
              "output (default: table); csv is a topic x run matrix of one measure");
  line.option("digits", &o.digits, "N|full",
              "decimals (default: 4 in tables, 6 elsewhere), or full precision");
  line.option("compat", &o.compat, "ndeval|trec_eval|gdeval|ntcireval",
              "print what this tool of TREC or NTCIR prints");
  line.option("alpha", &o.alpha, "A",
              "with --compat ndeval: redundancy intolerance (default: 0.5)");
  line.option("beta", &o.beta, "B", "with --compat ndeval: patience of NRBP (default: 0.5)");
  line.flag("all-topics", &o.all_topics, "with --compat: means over all judged topics");
  line.option("min-grade", &o.min_grade, "G",
              "with --compat trec_eval: lowest grade that is relevant (default: 1)");
  line.option("baseline", &o.baseline, "RUN", "with --compat ndeval: differences to this run");
  line.option("risk-alpha", &o.risk_alpha, "R",
              "with --compat ndeval: losses against the baseline weigh 1+R (default: 0)");
  line.option("output,o", &o.output, "FILE", "where to write (default: standard output)");
}

void check_similarity(const EvaluateOptions& o) {
  const int kinds = (o.fingerprints ? 1 : 0) + (o.vectors.empty() ? 0 : 1) + (o.dense ? 1 : 0);
  if (kinds > 1) {
    throw Error::usage("more than one of --fingerprints, --vectors and --dense is given",
                       "give one");
  }
  if (o.similarity == "hamming" && !o.fingerprints) {
    throw Error::usage("--similarity hamming is for fingerprints only", "use cosine for vectors");
  }
  if (o.dense.has_value() != o.docnos.has_value()) {
    throw Error::usage("--dense and --docnos go together",
                       o.dense ? "give both" : "leave out --docnos");
  }
}

void check(EvaluateOptions& o) {
  if (o.list_measures) return;
  if (o.qrels.empty()) throw Error::usage("--qrels is missing", "name the diversity judgments");
  if (o.runs.empty()) throw Error::usage("no runs given", "name at least one run file");
  if (std::count(o.runs.begin(), o.runs.end(), "-") + (o.qrels == "-" ? 1 : 0) > 1) {
    throw Error::usage("standard input is asked for twice", "use - once");
  }
  if (o.order) CommandLine::require_one_of("--order", *o.order, {"rank", "score", "file"});
  CommandLine::require_one_of("--format", o.format, {"table", "tsv", "csv", "json"});
  CommandLine::require_one_of("--run-name", o.run_name, {"file", "tag"});
  CommandLine::require_one_of("--on-duplicate", o.on_duplicate, {"error", "first", "last"});
  CommandLine::require_one_of("--topic-grades", o.topic_grades, {"highest", "intents"});
  CommandLine::require_one_of("--similarity", o.similarity, {"cosine", "hamming"});
  if (o.topics && o.probabilities) {
    throw Error::usage("--topics and --probabilities both say what the intents are", "give one");
  }
  check_similarity(o);
  check_max_grade(o.max_grade);
  if (o.standardise && o.runs.size() < 2) {
    throw Error::usage("--standardise needs two runs or more", "scores are compared to their mean");
  }
  std::vector<std::string> inputs = o.runs;
  inputs.insert(inputs.end(), o.vectors.begin(), o.vectors.end());
  inputs.push_back(o.qrels);
  for (const auto& path :
       {o.adhoc_qrels, o.topics, o.probabilities, o.fingerprints, o.dense, o.docnos, o.baseline}) {
    if (path) inputs.push_back(*path);
  }
  check_hierarchies(o);
  for (const NamedHierarchies& named : o.named_hierarchies) inputs.push_back(named.path);
  CommandLine::check_files(inputs, {o.output});
  check_digits(o);
  if (o.compat) {
    CommandLine::require_one_of("--compat", *o.compat,
                                {"ndeval", "trec_eval", "gdeval", "ntcireval"});
  }
  check_compat(o);
  if (o.compat) return;
  MeasureContext context;
  for (const NamedHierarchies& named : o.named_hierarchies)
    context.hierarchies.push_back(named.name);
  context.has_similarity = o.fingerprints || !o.vectors.empty() || o.dense;
  if (o.gains) {
    o.gain_table = parse_gains(*o.gains);
    context.gains = &o.gain_table;
  }
  o.wanted = o.measures.empty()
                 ? default_measures(context)
                 : parse_measures(fmt::format("{}", fmt::join(o.measures, ",")), context);
  if (o.format == "csv" && o.wanted.size() != 1) {
    throw Error::usage("--format csv holds one measure", "use -m with one, or --format tsv");
  }
}

// A highest grade for ERR that some judgment exceeds would give scores above 1.
void check_max_grades(const EvaluateOptions& o, const Judgments& judgments) {
  const std::int32_t judged =
      std::max(judgments.highest_intent_grade(), judgments.highest_topic_grade());
  std::int64_t least = o.max_grade.value_or(judged);
  for (const Measure& measure : o.wanted) {
    least = std::min<std::int64_t>(least, measure.max_grade.value_or(judged));
  }
  if (least >= judged) return;
  throw Error(Location{o.qrels, 0},
              fmt::format("has grade {}, above the highest grade {} given for ERR", judged, least),
              "give a higher --max-grade (or max-grade=), or leave it out");
}

// Weights that do not add up to 1 in a layer make scores that mean little.
void warn_of_weights(const CommandLine& line, const NamedHierarchies& named) {
  constexpr double tolerance = 1e-3;  // weights may have been rounded
  for (const Hierarchy& hierarchy : named.topics) {
    std::vector<double> sums(hierarchy.layers, 0);
    for (const HierarchyNode& node : hierarchy.nodes) sums[node.layer - 1] += node.weight;
    const auto at = std::find_if(sums.begin(), sums.end(),
                                 [](double sum) { return !(std::abs(sum - 1) <= tolerance); });
    if (at == sums.end()) continue;
    line.warn(
        fmt::format("{}: topic {}: the weights of layer {} add up to {:.6g}, not 1; subintent "
                    "hierarchy --check lists all faults",
                    named.path, printable(hierarchy.topic), at - sums.begin() + 1, *at));
    return;
  }
}

// A topic whose intents all have probability 0 has scores of 0 for every run.
void warn_of_probabilities(const CommandLine& line, const EvaluateOptions& o,
                           const std::vector<TopicData>& topics) {
  const auto has_none = [](const TopicData& topic) {
    const auto nodes = topic.intents.nodes();
    return !nodes.empty() &&
           std::ranges::all_of(nodes, [](const LayerNode& node) { return node.weight == 0; });
  };
  const auto first = std::ranges::find_if(topics, has_none);
  if (first == topics.end()) return;
  line.warn(
      fmt::format("{}: topic {}: all intents with relevant documents have probability 0; "
                  "measures that use probabilities are 0 for it",
                  display_name(*o.probabilities), printable(first->topic)));
}

// The representations of the relevant documents; nothing where none are given.
std::optional<DocumentSimilarity> read_similarity(const CommandLine& line, const EvaluateOptions& o,
                                                  const std::vector<TopicData>& topics) {
  if (!o.fingerprints && o.vectors.empty() && !o.dense) return std::nullopt;
  std::unordered_set<std::string_view> relevant;
  for (const TopicData& topic : topics) relevant.insert(topic.docnos.begin(), topic.docnos.end());
  const auto wanted = [&](std::string_view docno) { return relevant.contains(docno); };
  const auto kind =
      o.similarity == "hamming" ? FingerprintSimilarity::hamming : FingerprintSimilarity::cosine;
  auto similarity = o.fingerprints
                        ? DocumentSimilarity::from_fingerprints(*o.fingerprints, kind, wanted)
                    : o.dense ? DocumentSimilarity::from_dense(*o.dense, *o.docnos, wanted)
                              : DocumentSimilarity::from_vectors(o.vectors, wanted);
  if (similarity.size() < relevant.size()) {
    line.warn(fmt::format("{} of {} relevant documents have no {}; their similarity counts as 0",
                          relevant.size() - similarity.size(), relevant.size(),
                          o.fingerprints ? "fingerprint" : "vector"));
  }
  return similarity;
}

struct ScoredRun {
  TaggedScores tagged;
  RunCounts counts;
};

ScoredRun score_run(const EvaluateOptions& o, const Scorer& scorer, const std::string& path) {
  const RunReader run(path, order_of(o), on_duplicate_of(o));
  ScoredRun scored;
  scored.tagged = {
      scorer.score(run, static_cast<std::size_t>(o.depth.value_or(INT64_MAX)), scored.counts),
      run.tag()};
  if (o.run_name == "tag" && !run.tag().empty()) scored.tagged.scores.run = run.tag();
  const auto& answered = scored.tagged.scores.answered;
  if (std::find(answered.begin(), answered.end(), 1) == answered.end()) {
    throw Error(Location{display_name(path), 0}, "none of its topics is judged in " + o.qrels,
                "give the judgments of the same topics");
  }
  return scored;
}

// Every run is read, scored and forgotten, so that memory holds a few at a time.
std::vector<ScoredRun> score_runs(const EvaluateOptions& o, const Scorer& scorer,
                                  bool shows_progress) {
  std::vector<ScoredRun> scored(o.runs.size());
  Progress progress("scoring", "runs", o.runs.size(), shows_progress && o.runs.size() > 1);
  tbb::parallel_for(std::size_t{0}, o.runs.size(), [&](std::size_t i) {
    scored[i] = score_run(o, scorer, o.runs[i]);
    progress.advance();
  });
  return scored;
}

void warn_about(const CommandLine& line, const EvaluateOptions& o,
                const std::vector<ScoredRun>& runs) {
  for (const ScoredRun& run : runs) {
    const RunScores& scores = run.tagged.scores;
    if (run.counts.topics_with_disagreement > 0) {
      line.warn(fmt::format("run {}: rank and score disagree in {}; ordered by {} (see --order)",
                            scores.run, count_of(run.counts.topics_with_disagreement, "topic"),
                            o.order.value_or("rank")));
    }
    if (run.counts.duplicates_dropped > 0) {
      line.warn(fmt::format("run {}: {} of a document dropped", scores.run,
                            count_of(run.counts.duplicates_dropped, "repetition")));
    }
    if (!scores.unjudged_topics.empty()) {
      line.warn(fmt::format("run {}: {} not judged, ignored (first: {})", scores.run,
                            count_of(scores.unjudged_topics.size(), "topic"),
                            scores.unjudged_topics[0]));
    }
  }
}

void require_different_names(const EvaluateOptions& o, const std::vector<ScoredRun>& runs) {
  std::map<std::string, std::string> path_of;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string& name = runs[i].tagged.scores.run;
    const auto [at, is_new] = path_of.emplace(name, display_name(o.runs[i]));
    if (is_new) continue;
    throw Error(
        Location{display_name(o.runs[i]), 0},
        "run " + printable(name) + " has the name of the run in " + at->second,
        o.run_name == "tag" ? "use --run-name file" : "rename the file, or use --run-name tag");
  }
}

std::string compat_text(const EvaluateOptions& o, const Scorer& scorer,
                        const std::vector<ScoredRun>& runs) {
  std::optional<TaggedScores> baseline;
  if (o.baseline) baseline = score_run(o, scorer, *o.baseline).tagged;
  std::vector<TaggedScores> tagged;
  for (const ScoredRun& run : runs) tagged.push_back(run.tagged);
  return scored_tool_text(o, scorer, tagged, baseline);
}

// Tables and TSV have no way to write a tab or a line end in a name.
void require_plain_names(const std::vector<ScoredRun>& runs, const std::string& format) {
  for (const ScoredRun& run : runs) {
    const std::string& name = run.tagged.scores.run;
    if (name.find_first_of("\t\n\r") == std::string::npos) continue;
    throw Error("the name of run " + printable(name) + " has a tab or a line end, which " +
                (format == "tsv" ? "TSV" : "a table") +
                " cannot hold; rename the file, or use --format json");
  }
}

std::size_t terminal_width(const std::string& output) {
  winsize size{};
  if (output != "-" || isatty(STDOUT_FILENO) != 1) return 0;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 80;
}

std::string scores_text(const EvaluateOptions& o, const Scorer& scorer,
                        const std::vector<ScoredRun>& runs) {
  require_different_names(o, runs);
  if (o.format == "tsv" || o.format == "table") require_plain_names(runs, o.format);
  ScoreSet set;
  set.per_topic = o.per_topic;
  set.answered_only = o.answered_topics;
  for (const Measure& measure : scorer.measures()) set.measures.push_back(measure.name);
  for (const TopicData& topic : scorer.topics()) set.topics.emplace_back(topic.topic);
  for (const ScoredRun& run : runs) set.runs.push_back(run.tagged.scores);
  if (o.format == "tsv") return tsv_of(set, o.number);
  if (o.format == "csv") return csv_of(set, o.number);
  if (o.format == "json") return json_of(set, o.number);
  return table_of(set, o.number, terminal_width(o.output));
}

}  // namespace

Work setup_evaluate(CommandLine& line) {
  auto options = std::make_shared<EvaluateOptions>();
  declare(line, *options);
  line.parse();
  check(*options);
  return [options, &line] {
    EvaluateOptions& o = *options;
    OutputFile output(o.output);
    if (o.list_measures) {
      output.write(measure_list());
      output.close();
      return;
    }
    if (const std::string unused = options_unused_by_tool(o); !unused.empty()) {
      line.warn("--compat " + *o.compat + " has no use for " + unused);
    }
    if (is_topic_level_tool(o)) {
      output.write(topic_level_tool_text(o));
      output.close();
      return;
    }
    const Collection collection(
        {o.qrels, o.adhoc_qrels, o.topics, o.probabilities,
         o.topic_grades == "highest" ? TopicGrade::highest : TopicGrade::intents});
    check_max_grades(o, collection.judgments());
    for (NamedHierarchies& named : o.named_hierarchies) {
      named.topics = read_hierarchies(named.path);
      warn_of_weights(line, named);
    }
    std::optional<std::int32_t> max_grade;
    if (o.max_grade) max_grade = static_cast<std::int32_t>(*o.max_grade);
    const std::vector<TopicData> topics =
        make_topic_data(collection.judgments(), o.named_hierarchies);
    if (o.probabilities) warn_of_probabilities(line, o, topics);
    const auto similarity = read_similarity(line, o, topics);
    const Scorer scorer(collection.judgments(), topics, o.wanted,
                        similarity ? &*similarity : nullptr, max_grade);
    std::vector<ScoredRun> runs = score_runs(o, scorer, line.shows_progress());
    warn_about(line, o, runs);
    if (o.standardise) {
      std::vector<RunScores*> scores;
      for (ScoredRun& run : runs) scores.push_back(&run.tagged.scores);
      standardise(scores);
    }
    output.write(o.compat ? compat_text(o, scorer, runs) : scores_text(o, scorer, runs));
    output.close();
  };
}

}  // namespace subintent
