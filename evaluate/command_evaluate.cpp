// subintent evaluate: scores of runs by any measure.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_set>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cluster/similarity.h"
#include "evaluate/gdeval.h"
#include "evaluate/measure_table.h"
#include "evaluate/ndeval.h"
#include "evaluate/ntcireval.h"
#include "evaluate/score_output.h"
#include "evaluate/scorer.h"
#include "evaluate/standardise.h"
#include "evaluate/trec_eval.h"
#include "support/error.h"
#include "support/output_file.h"

namespace subintent {
namespace {

struct Options {
  std::string qrels;
  std::optional<std::string> adhoc_qrels, topics, probabilities, fingerprints, dense, docnos, gains,
      compat, baseline, digits, order;
  std::vector<std::string> vectors, hierarchies, runs, measures;
  std::string topic_grades = "highest", format = "table", run_name = "file", on_duplicate = "error",
              similarity = "cosine", output = "-";
  std::optional<std::string> alpha, beta, risk_alpha;
  std::optional<std::int64_t> depth, max_grade, min_grade;
  bool per_topic = false, answered_topics = false, all_topics = false, standardise = false,
       list_measures = false;

  // Made by check().
  std::vector<NamedHierarchies> named_hierarchies;
  std::vector<Measure> wanted;
  Gain::Table gain_table;
  std::vector<NtcirevalFile> ntcireval;
  NdevalOptions ndeval;
  TrecEvalOptions trec_eval;
  GdevalOptions gdeval;
  NumberFormat number;
};

void declare(CommandLine& line, Options& o) {
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

// The value of an option that goes with --compat; its default where it is not given.
double compat_number(const char* option, const std::optional<std::string>& text, double otherwise,
                     double most) {
  if (!text) return otherwise;
  const auto number = parse_double(*text);
  if (!number || *number < 0 || *number > most) {
    throw Error::usage(
        fmt::format("{}: '{}' is not a number from 0 to {}", option, printable(*text), most));
  }
  return *number;
}

// Tools that read topic-level judgments, and do so here without a scorer.
bool is_topic_level_tool(const Options& o) {
  return o.compat && (*o.compat == "trec_eval" || *o.compat == "gdeval");
}

void check_ndeval(Options& o) {
  if (!o.measures.empty() || o.per_topic) {
    throw Error::usage("--compat ndeval prints ndeval's own table", "leave out -m and --per-topic");
  }
  o.ndeval = {compat_number("--alpha", o.alpha, 0.5, 1), compat_number("--beta", o.beta, 0.5, 1),
              o.all_topics, compat_number("--risk-alpha", o.risk_alpha, 0, 1e9),
              o.risk_alpha.value_or("0")};
  o.wanted = ndeval_measures(o.ndeval);
}

void check_trec_eval(Options& o) {
  if (o.measures.empty()) o.measures = {"official"};
  o.trec_eval.measures = parse_trec_eval_measures(o.measures);
  o.trec_eval.per_topic = o.per_topic;
  o.trec_eval.all_topics = o.all_topics;
  if (o.depth) o.trec_eval.depth = static_cast<std::uint64_t>(*o.depth);
  if (o.min_grade && (*o.min_grade < 1 || *o.min_grade > 1000000)) {
    throw Error::usage(fmt::format("--min-grade: {} is not from 1 to 1000000", *o.min_grade));
  }
  o.trec_eval.min_grade = static_cast<std::int32_t>(o.min_grade.value_or(1));
}

void check_gdeval(Options& o) {
  if (!o.measures.empty() || o.per_topic) {
    throw Error::usage("--compat gdeval prints gdeval's own table", "leave out -m and --per-topic");
  }
  constexpr std::int64_t most = 10000000;
  o.gdeval = {static_cast<std::uint32_t>(std::min(o.depth.value_or(20), most)), o.all_topics};
}

void check_ntcireval(Options& o) {
  if (o.per_topic || o.all_topics || o.runs.size() != 1) {
    throw Error::usage("--compat ntcireval prints the topics of one run",
                       "name one run, leave out --per-topic and --all-topics");
  }
  if (o.measures.empty()) o.measures = {"Dnev,DINnev,nevIA2,PQsharp.nev"};
  o.depth = std::min<std::int64_t>(o.depth.value_or(10), 10000000);
  for (const std::string& option : o.measures) {
    for (const std::string& name : split(option, ',')) {
      o.ntcireval.push_back(parse_ntcireval_file(name));
      const auto measures =
          ntcireval_measures(o.ntcireval.back(), static_cast<std::uint32_t>(*o.depth));
      o.wanted.insert(o.wanted.end(), measures.begin(), measures.end());
    }
  }
}

void check_compat(Options& o) {
  const bool of_ndeval = o.alpha || o.beta || o.baseline || o.risk_alpha;
  if (!o.compat && (of_ndeval || o.all_topics || o.min_grade)) {
    throw Error::usage(
        "--alpha, --beta, --all-topics, --min-grade, --baseline and --risk-alpha go with --compat "
        "only",
        "parameters go into the name, alpha-nDCG(alpha=0.9)@20; means are over all judged topics");
  }
  if (!o.compat) return;
  CommandLine::require_one_of("--compat", *o.compat,
                              {"ndeval", "trec_eval", "gdeval", "ntcireval"});
  if (o.answered_topics || o.format != "table" || o.digits || o.standardise || o.gains) {
    throw Error::usage(
        "--compat " + *o.compat + " prints that tool's own table",
        "leave out --answered-topics, --format, --digits, --standardise and --gains");
  }
  if (of_ndeval && *o.compat != "ndeval") {
    throw Error::usage("--alpha, --beta, --baseline and --risk-alpha go with --compat ndeval only");
  }
  if (o.min_grade && *o.compat != "trec_eval") {
    throw Error::usage("--min-grade goes with --compat trec_eval only");
  }
  if (*o.compat == "ndeval") check_ndeval(o);
  if (*o.compat == "trec_eval") check_trec_eval(o);
  if (*o.compat == "gdeval") check_gdeval(o);
  if (*o.compat == "ntcireval") check_ntcireval(o);
  if (is_topic_level_tool(o) && !o.order) o.order = "score";
  if (*o.compat == "ntcireval" && !o.order) o.order = "file";
}

void check_hierarchies(Options& o) {
  for (const std::string& text : o.hierarchies) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw Error::usage("--hierarchy: '" + printable(text) + "' is not NAME=FILE",
                         "for example --hierarchy WI=hierarchies.jsonl");
    }
    const std::string name = text.substr(0, equals);
    if (name.find_first_of("@(),_") != std::string::npos) {
      throw Error::usage("--hierarchy: the name '" + printable(name) + "' has one of @(),_ in it",
                         "use letters, digits and +");
    }
    if (name == "RA" || name == "RP" || name == "NA" || name == "NP") {
      throw Error::usage(
          "--hierarchy: " + name + " stands for document similarity in measure names",
          "choose another name");
    }
    for (const NamedHierarchies& other : o.named_hierarchies) {
      if (other.name == name) throw Error::usage("--hierarchy: two are named " + printable(name));
    }
    o.named_hierarchies.push_back({name, text.substr(equals + 1), {}});
  }
}

Gain::Table parse_gains(const std::string& text) {
  Gain::Table table;
  for (const std::string& part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const auto grade = parse_integer(trim(std::string_view(part).substr(0, equals)));
    const auto gain = equals == std::string::npos
                          ? std::nullopt
                          : parse_double(trim(std::string_view(part).substr(equals + 1)));
    if (!grade || *grade < 1 || *grade > 1000 || !gain || !(*gain > 0) || *gain > 1e9) {
      throw Error::usage("--gains: '" + printable(part) + "' is no grade with a gain above 0",
                         "write for example --gains 1=1,2=3,3=7");
    }
    if (!table.emplace(static_cast<std::int32_t>(*grade), *gain).second) {
      throw Error::usage(fmt::format("--gains: grade {} is there twice", *grade), "give each once");
    }
  }
  if (table.empty()) throw Error::usage("--gains is empty", "write for example 1=1,2=3,3=7");
  return table;
}

void check_similarity(const Options& o) {
  const int kinds = (o.fingerprints ? 1 : 0) + (o.vectors.empty() ? 0 : 1) + (o.dense ? 1 : 0);
  if (kinds > 1) {
    throw Error::usage("more than one of --fingerprints, --vectors and --dense is given",
                       "give one");
  }
  if (o.dense.has_value() != o.docnos.has_value()) {
    throw Error::usage("--dense and --docnos go together", "give both");
  }
}

void check(Options& o) {
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
  CommandLine::require_one_standard_input(inputs);
  if (o.digits != "full") {
    const auto digits = o.digits ? parse_integer(*o.digits) : std::nullopt;
    if (o.digits && (!digits || *digits < 0 || *digits > 17)) {
      throw Error::usage("--digits: '" + printable(*o.digits) + "' is not a number from 0 to 17",
                         "or write --digits full");
    }
    o.number.digits = static_cast<int>(digits.value_or(o.format == "table" ? 4 : 6));
  }
  check_hierarchies(o);
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

// Judgments and everything made from them.
struct Collection {
  Qrels diversity, topic_level;
  Judgments judgments;
};

void read_collection(const Options& o, Collection& c) {
  c.diversity = read_qrels(o.qrels);
  if (o.adhoc_qrels) {
    c.topic_level = read_qrels(*o.adhoc_qrels, QrelsKind::ad_hoc);
  } else {
    c.topic_level = topic_level(
        c.diversity, o.topic_grades == "highest" ? TopicGrade::highest : TopicGrade::intents);
  }
  c.judgments.diversity = &c.diversity;
  c.judgments.topic_level = &c.topic_level;
  if (o.topics) {
    c.judgments.intents = read_topics_xml(*o.topics);
    c.judgments.intents_path = *o.topics;
  } else if (o.probabilities) {
    c.judgments.intents = read_probabilities(*o.probabilities);
    c.judgments.intents_path = *o.probabilities;
  }
}

// A highest grade for ERR that some judgment exceeds would give scores above 1.
void check_max_grades(const Options& o, const Judgments& judgments) {
  const std::int32_t judged =
      std::max(judgments.highest_intent_grade(), judgments.highest_topic_grade());
  std::int64_t least = o.max_grade.value_or(judged);
  for (const Measure& measure : o.wanted) {
    least = std::min<std::int64_t>(least, measure.max_grade.value_or(judged));
  }
  if (least >= judged) return;
  throw Error(Location{o.qrels, 0},
              fmt::format("has grade {}, above the highest grade {} given for ERR", judged, least),
              "give a higher max-grade, or leave it out");
}

// The representations of the relevant documents; nothing where none are given.
std::optional<DocumentSimilarity> read_similarity(const CommandLine& line, const Options& o,
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

RunOrder order_of(const Options& o) {
  const std::string name = o.order.value_or("rank");
  return name == "rank" ? RunOrder::rank : name == "score" ? RunOrder::score : RunOrder::file;
}

OnDuplicate on_duplicate_of(const std::string& name) {
  return name == "error"   ? OnDuplicate::error
         : name == "first" ? OnDuplicate::first
                           : OnDuplicate::last;
}

struct ScoredRun {
  TaggedScores tagged;
  RunCounts counts;
};

ScoredRun score_run(const Options& o, const Scorer& scorer, const std::string& path) {
  const RunReader run(path, order_of(o), on_duplicate_of(o.on_duplicate));
  ScoredRun scored;
  scored.tagged = {scorer.score(run, static_cast<std::size_t>(o.depth.value_or(INT64_MAX)),
                                scored.counts),
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
std::vector<ScoredRun> score_runs(const Options& o, const Scorer& scorer, bool shows_progress) {
  std::vector<ScoredRun> scored(o.runs.size());
  Progress progress("scoring", "runs", o.runs.size(), shows_progress && o.runs.size() > 1);
  tbb::parallel_for(std::size_t{0}, o.runs.size(), [&](std::size_t i) {
    scored[i] = score_run(o, scorer, o.runs[i]);
    progress.advance();
  });
  return scored;
}

void warn_about(const CommandLine& line, const Options& o, const std::vector<ScoredRun>& runs) {
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

std::string ndeval_text(const Options& o, const Scorer& scorer,
                        const std::vector<ScoredRun>& runs) {
  std::optional<TaggedScores> baseline;
  if (o.baseline) baseline = score_run(o, scorer, *o.baseline).tagged;
  std::string text = ndeval_header();
  for (const ScoredRun& run : runs) {
    text += ndeval_lines(scorer.topics(), run.tagged, baseline, o.ndeval);
  }
  return text;
}

// What a tool for topic-level judgments prints: each run for itself.
std::string topic_level_tool_text(const Options& o) {
  const Qrels qrels = read_qrels(o.adhoc_qrels.value_or(o.qrels), QrelsKind::ad_hoc);
  const bool is_gdeval = *o.compat == "gdeval";
  std::vector<std::string> texts(o.runs.size());
  tbb::parallel_for(std::size_t{0}, o.runs.size(), [&](std::size_t i) {
    const Run run = read_run(o.runs[i], order_of(o), on_duplicate_of(o.on_duplicate));
    texts[i] =
        is_gdeval ? gdeval_lines(qrels, run, o.gdeval) : trec_eval_text(qrels, run, o.trec_eval);
  });
  std::string text = is_gdeval ? gdeval_header(o.gdeval) : "";
  for (const std::string& part : texts) text += part;
  return text;
}

std::string ntcireval_text(const Options& o, const Scorer& scorer, const RunScores& scores) {
  const auto cutoff = static_cast<std::uint32_t>(*o.depth);
  std::string text;
  std::size_t first = 0;
  for (const NtcirevalFile file : o.ntcireval) {
    const std::size_t count = ntcireval_measures(file, cutoff).size();
    text += ntcireval_lines(file, cutoff, scorer.topics(),
                            std::span(scores.values).subspan(first, count));
    first += count;
  }
  return text;
}

void require_different_names(const Options& o, const std::vector<ScoredRun>& runs) {
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

std::size_t terminal_width(const std::string& output) {
  winsize size{};
  if (output != "-" || isatty(STDOUT_FILENO) != 1) return 0;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 80;
}

std::string scores_text(const Options& o, const Scorer& scorer,
                        const std::vector<ScoredRun>& runs) {
  require_different_names(o, runs);
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
  auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  check(*options);
  return [options, &line] {
    Options& o = *options;
    OutputFile output(o.output);
    if (o.list_measures) {
      output.write(measure_list());
      output.close();
      return;
    }
    if (is_topic_level_tool(o)) {
      output.write(topic_level_tool_text(o));
      output.close();
      return;
    }
    Collection collection;
    read_collection(o, collection);
    check_max_grades(o, collection.judgments);
    for (NamedHierarchies& named : o.named_hierarchies) {
      named.topics = read_hierarchies(named.path);
    }
    std::optional<std::int32_t> max_grade;
    if (o.max_grade) max_grade = static_cast<std::int32_t>(*o.max_grade);
    const std::vector<TopicData> topics =
        make_topic_data(collection.judgments, o.named_hierarchies);
    const auto similarity = read_similarity(line, o, topics);
    const Scorer scorer(collection.judgments, topics, o.wanted, similarity ? &*similarity : nullptr,
                        max_grade);
    std::vector<ScoredRun> runs = score_runs(o, scorer, line.shows_progress());
    warn_about(line, o, runs);
    if (o.standardise) {
      std::vector<RunScores*> scores;
      for (ScoredRun& run : runs) scores.push_back(&run.tagged.scores);
      standardise(scores);
    }
    output.write(!o.compat               ? scores_text(o, scorer, runs)
                 : *o.compat == "ndeval" ? ndeval_text(o, scorer, runs)
                                         : ntcireval_text(o, scorer, runs[0].tagged.scores));
    output.close();
  };
}

}  // namespace subintent
