#include "cli/commands/evaluate_compat.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "support/error.h"
#include "support/parallel.h"
#include "support/strings.h"

namespace subintent {
namespace {

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

void check_ndeval(EvaluateOptions& o) {
  if (!o.measures.empty() || o.per_topic) {
    throw Error::usage("--compat ndeval prints ndeval's own table", "leave out -m and --per-topic");
  }
  o.ndeval = {compat_number("--alpha", o.alpha, 0.5, 1), compat_number("--beta", o.beta, 0.5, 1),
              o.all_topics, compat_number("--risk-alpha", o.risk_alpha, 0, 1e9),
              o.risk_alpha.value_or("0")};
  o.wanted = ndeval_measures(o.ndeval);
}

void check_trec_eval(EvaluateOptions& o) {
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

// --depth, where it is the tool's cutoff.
std::uint32_t cutoff_of(const EvaluateOptions& o, std::int64_t otherwise) {
  const std::int64_t depth = o.depth.value_or(otherwise);
  if (depth > greatest_cutoff) {
    throw Error::usage(fmt::format("--depth: {} is above {}", depth, greatest_cutoff));
  }
  return static_cast<std::uint32_t>(depth);
}

void check_gdeval(EvaluateOptions& o) {
  if (!o.measures.empty() || o.per_topic) {
    throw Error::usage("--compat gdeval prints gdeval's own table", "leave out -m and --per-topic");
  }
  o.gdeval = {cutoff_of(o, 20), o.all_topics};
}

void check_ntcireval(EvaluateOptions& o) {
  if (o.per_topic || o.all_topics || o.runs.size() != 1) {
    throw Error::usage("--compat ntcireval prints the topics of one run",
                       "name one run, leave out --per-topic and --all-topics");
  }
  if (o.measures.empty()) o.measures = {"Dnev,DINnev,nevIA2,PQsharp.nev"};
  const std::uint32_t cutoff = cutoff_of(o, 10);
  o.depth = cutoff;
  for (const std::string& option : o.measures) {
    for (const std::string& name : split(option, ',')) {
      o.ntcireval.push_back(parse_ntcireval_file(name));
      const auto measures = ntcireval_measures(o.ntcireval.back(), cutoff);
      o.wanted.insert(o.wanted.end(), measures.begin(), measures.end());
    }
  }
}

std::string ndeval_text(const EvaluateOptions& o, const Scorer& scorer,
                        std::span<const TaggedScores> runs,
                        const std::optional<TaggedScores>& baseline) {
  std::string text = ndeval_header();
  for (const TaggedScores& run : runs) {
    text += ndeval_lines(scorer.topics(), run, baseline, o.ndeval);
  }
  return text;
}

std::string ntcireval_text(const EvaluateOptions& o, const Scorer& scorer,
                           const RunScores& scores) {
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

}  // namespace

bool is_topic_level_tool(const EvaluateOptions& o) {
  return o.compat && (*o.compat == "trec_eval" || *o.compat == "gdeval");
}

void check_compat(EvaluateOptions& o) {
  const bool of_ndeval = o.alpha || o.beta || o.baseline || o.risk_alpha;
  if (!o.compat && (of_ndeval || o.all_topics || o.min_grade)) {
    throw Error::usage(
        "--alpha, --beta, --all-topics, --min-grade, --baseline and --risk-alpha go with --compat "
        "only",
        "parameters go into the name, alpha-nDCG(alpha=0.9)@20; means are over all judged topics");
  }
  if (!o.compat) return;
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
  if (*o.compat == "ntcireval" && !o.order) o.order = "file";
}

std::string options_unused_by_tool(const EvaluateOptions& o) {
  if (!o.compat) return {};
  const EvaluateOptions defaults;
  const bool has_intents = *o.compat == "ntcireval";
  std::vector<std::string> unused;
  const auto check = [&](bool given, const char* option) {
    if (given) unused.emplace_back(option);
  };
  check(o.adhoc_qrels && !is_topic_level_tool(o), "--adhoc-qrels");
  check(o.topic_grades != defaults.topic_grades, "--topic-grades");
  check(o.topics && !has_intents, "--topics");
  check(o.probabilities && !has_intents, "--probabilities");
  check(!o.hierarchies.empty(), "--hierarchy");
  check(o.fingerprints.has_value(), "--fingerprints");
  check(!o.vectors.empty(), "--vectors");
  check(o.dense.has_value(), "--dense");
  check(o.max_grade.has_value(), "--max-grade");
  check(o.run_name != defaults.run_name && *o.compat != "ndeval", "--run-name");
  return fmt::format("{}", fmt::join(unused, ", "));
}

std::string topic_level_tool_text(const EvaluateOptions& o) {
  const Qrels qrels = read_qrels(o.adhoc_qrels.value_or(o.qrels), QrelsKind::ad_hoc);
  const bool is_gdeval = *o.compat == "gdeval";
  const RunOrder order = o.order ? order_of(o) : is_gdeval ? RunOrder::score : RunOrder::trec_eval;
  std::vector<std::string> texts(o.runs.size());
  parallel_for(o.runs.size(), [&](std::size_t i) {
    const Run run = read_run(o.runs[i], order, on_duplicate_of(o));
    texts[i] =
        is_gdeval ? gdeval_lines(qrels, run, o.gdeval) : trec_eval_text(qrels, run, o.trec_eval);
  });
  std::string text = is_gdeval ? gdeval_header(o.gdeval) : "";
  for (const std::string& part : texts) text += part;
  return text;
}

std::string scored_tool_text(const EvaluateOptions& o, const Scorer& scorer,
                             std::span<const TaggedScores> runs,
                             const std::optional<TaggedScores>& baseline) {
  return *o.compat == "ndeval" ? ndeval_text(o, scorer, runs, baseline)
                               : ntcireval_text(o, scorer, runs[0].scores);
}

}  // namespace subintent
