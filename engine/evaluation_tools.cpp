#include <fmt/format.h>

#include "compare/study/warnings.h"
#include "core/base/progress.h"
#include "core/base/warning.h"
#include "engine/values.h"
#include "evaluate/compat/tools.h"
#include "evaluate/measure.h"
#include "evaluate/measure_table.h"
#include "subintent/program.h"

namespace subintent {

namespace {

MeasureParameter described(const internal::ParameterRecord& record) {
  return {.name = internal::identifier_of_name(record.name),
          .meaning = std::string(record.meaning),
          .values = record.values,
          .default_value = record.default_value,
          .words = {record.words.begin(), record.words.end()},
          .is_whole = record.is_whole,
          .is_text = record.is_text,
          .least = record.min,
          .most = record.max};
}

MeasureDescription described(const internal::Measure& form) {
  const internal::MeasureRecord& record = *form.record;
  MeasureDescription description{.name = form.name,
                                 .identifier = internal::base_identifier(form),
                                 .is_graded = record.is_graded,
                                 .family = std::string(record.family),
                                 .formula = internal::formula_of(form),
                                 .source = form.similarity != nullptr ? "Dou19 4"
                                           : form.layer_aware         ? "Dou19 2.3.1"
                                                                      : std::string(record.source),
                                 .on_topic = record.traits.on_topic,
                                 .needs_hierarchy = internal::needs_hierarchy(form),
                                 .needs_similarity = internal::needs_similarity(form),
                                 .needs_groups = static_cast<bool>(record.of_groups)};
  const std::size_t base = record.identifier.size();
  for (const std::string& name : record.other_names)
    description.other_names.push_back(name + description.identifier.substr(base));
  for (const internal::ParameterRecord& parameter :
       internal::parameters_of(record, form.layer_aware, form.similarity != nullptr))
    description.parameters.push_back(described(parameter));
  return description;
}

}  // namespace

Measure::Measure(const std::string& name)
    : name_(name), identifier_(internal::identifier_of(internal::parse_measure(name))) {}

std::vector<MeasureDescription> all_measures() {
  std::vector<MeasureDescription> measures;
  for (const internal::MeasureRecord& record : internal::measure_table())
    for (const internal::Measure& form : internal::forms_of(record))
      measures.push_back(described(form));
  return measures;
}

std::string measure_list() {
  return internal::measure_list();
}

// Output of the tools of TREC and NTCIR.

namespace internal {
namespace {

double number_of(const char* name, double value, double most) {
  if (value >= 0 && value <= most) return value;
  throw Error::argument(name,
                        fmt::format("{}: {} is not a number from 0 to {}", name, value, most));
}

NdevalOptions ndeval_options(const ToolOptions& o) {
  const auto risk = parse_double(o.risk_alpha);
  refuse_if(!risk, "risk_alpha", "risk_alpha: '" + printable(o.risk_alpha) + "' is not a number");
  return {number_of("alpha", o.alpha, 1), number_of("beta", o.beta, 1), o.all_topics,
          number_of("risk_alpha", *risk, 1e9), o.risk_alpha};
}

TrecEvalOptions trec_eval_options(const ToolOptions& o) {
  const std::vector<std::string> official = {"official"};
  TrecEvalOptions options;
  options.measures = parse_trec_eval_measures(o.measures.empty() ? official : o.measures);
  options.per_topic = o.per_topic;
  options.all_topics = o.all_topics;
  options.depth = o.depth;
  refuse_if(o.min_grade < 1 || o.min_grade > 1000000, "min_grade",
            fmt::format("min_grade: {} is not from 1 to 1000000", o.min_grade));
  options.min_grade = static_cast<std::int32_t>(o.min_grade);
  return options;
}

// The depth, where it is the tool's cutoff.
std::uint32_t cutoff_of(const ToolOptions& o, std::size_t otherwise) {
  const std::size_t depth = o.depth.value_or(otherwise);
  if (depth <= greatest_cutoff) return static_cast<std::uint32_t>(depth);
  throw Error::argument("depth", fmt::format("depth: {} is above {}", depth, greatest_cutoff));
}

NtcirevalOptions ntcireval_options(const ToolOptions& o) {
  NtcirevalOptions options;
  options.cutoff = cutoff_of(o, 10);
  const std::vector<std::string> all = {"Dnev,DINnev,nevIA2,PQsharp.nev"};
  for (const std::string& names : o.measures.empty() ? all : o.measures)
    for (const std::string& name : split(names, ','))
      options.files.push_back(parse_ntcireval_file(name));
  return options;
}

// Tools write names as they are: those that would act on a terminal are refused, as in other
// formats for programs.
void require_no_controls(std::string_view what, std::string_view name, const std::string& file) {
  const auto held = control_in(name);
  if (!held) return;
  throw Error(Location{file, 0}, fmt::format("the {} {} has {}", what, printable(name), *held),
              "rename it");
}

Run read_tagged(const RunFile& file) {
  Run run = read_run_file(file);
  require_no_controls("tag", run.tag, run.file);
  return run;
}

void refuse_fractions(const GradeGains& gains, const std::string& file) {
  if (gains.empty()) return;
  throw Error(Location{file, 0}, "has grades with fractions, which the tool does not know",
              "give whole grades, or leave out `compat`");
}

// The output of a tool for topic-level judgments, which needs no scorer: each run for itself.
std::string text_of_runs(const EvaluationInputs& inputs, const std::vector<RunFile>& files,
                         const std::function<std::string(const Qrels&, const Run&)>& text_of) {
  const JudgmentInputs judged = judgment_inputs(inputs.judgments);
  const Qrels qrels = [&] {
    try {
      return qrels_of(judged.adhoc_qrels.value_or(judged.qrels), QrelsKind::ad_hoc, "qrels");
    } catch (const Error& error) {
      if (error.advice().find("`judged") == std::string::npos) throw;
      throw Error(
          error.location(), error.message(),
          "this tool takes judgments of topics: keep one of the two, or give `adhoc_qrels`");
    }
  }();
  refuse_fractions(qrels.gains, qrels.texts().name());
  for (const TopicQrels& topic : qrels.topics())
    require_no_controls("topic", topic.topic, qrels.location(topic.topic).file);
  std::vector<std::string> texts(files.size());
  parallel_for(files.size(),
               [&](std::size_t i) { texts[i] = text_of(qrels, read_tagged(files[i])); });
  std::string text;
  for (const std::string& part : texts) text += part;
  return text;
}

// Runs with the scores that a tool needs.
class ToolScores {
 public:
  ToolScores(EvaluationInputs inputs, const std::vector<Measure>& measures, std::size_t depth,
             const RemarksCallback& say)
      : data_(read(std::move(inputs), measures, say)),
        scorer_(data_.scorer(measures)),
        depth_(depth) {}

  const std::vector<TopicData>& topics() const { return scorer_.topics(); }

  TaggedScores score(const RunFile& file, RunCounts& counts) const {
    const RunReader run(file.source, file.order, file.on_duplicate);
    TaggedScores scored{scorer_.score(run, depth_, counts), run.tag()};
    if (file.named_by_tag && !run.tag().empty()) scored.scores.run = run.tag();
    if (file.name) scored.scores.run = scored.tag = *file.name;
    return scored;
  }

  // Every run is read, scored and forgotten, so that memory holds a few at a time.
  std::vector<TaggedScores> score(const std::vector<RunFile>& files, const RemarksCallback& say,
                                  const ProgressCallback& progress) const {
    std::vector<TaggedScores> scored(files.size());
    std::vector<CheckedRun> checked(files.size());
    ProgressMeter meter(progress, "scoring", "runs", files.size());
    parallel_for(files.size(), [&](std::size_t i) {
      scored[i] = score(files[i], checked[i].counts);
      checked[i].scores = &scored[i].scores;
      checked[i].order = files[i].order;
      meter.advance();
    });
    Remarks remarks;
    check_runs(checked, scorer_, remarks, {"", false});  // the tools leave topics out
    if (say) say(remarks);
    return scored;
  }

  void check_names(const std::vector<TaggedScores>& runs) const {
    for (const TaggedScores& run : runs) require_no_controls("tag", run.tag, run.scores.run);
    for (const TopicData& topic : topics()) require_no_controls("topic", topic.topic, {});
  }

 private:
  static EvaluationData read(EvaluationInputs inputs, const std::vector<Measure>& measures,
                             const RemarksCallback& say) {
    JudgmentInputs judgments = judgment_inputs(inputs.judgments);
    judgments.all_intents = false;
    judgments.judged = Judged::intents;  // as the tools take them
    inputs.judgments = std::move(judgments);
    Remarks remarks;
    EvaluationData data = read_evaluation(inputs, measures, remarks);
    const std::string& file = data.judgments->qrels_name;
    refuse_fractions(data.judgments->gains, file);
    if (!data.judgments->has_intents()) {
      throw Error(Location{file, 0},
                  "holds judgments of whole topics, and this tool scores intents",
                  "give judgments of intents as `qrels`");
    }
    if (!names_intents(second_column(data.judgments->diversity))) {
      std::erase_if(remarks.warnings,  // of zeros
                    [](const Warning& one) { return one.code == "topic-level-judgments"; });
      add_warning(remarks.warnings, "topic-level-judgments", Location{file, 0},
                  "judges topics: its second column names no intents, "
                  "but the tool counts each value there as one");
    }
    if (say) say(remarks);
    return data;
  }

  EvaluationData data_;
  Scorer scorer_;
  std::size_t depth_;
};

struct ToolInputs {
  const EvaluationInputs& evaluation;
  const std::vector<RunFile>& runs;
  const RemarksCallback& say;
  const ProgressCallback& progress;
};

std::string ndeval(const ToolInputs& inputs, const ToolOptions& o) {
  const NdevalOptions options = ndeval_options(o);
  const ToolScores scores(inputs.evaluation, ndeval_measures(options),
                          o.depth.value_or(all_documents), inputs.say);
  const std::vector<TaggedScores> runs = scores.score(inputs.runs, inputs.say, inputs.progress);
  std::optional<TaggedScores> baseline;
  RunCounts counts;
  if (o.baseline) baseline = scores.score(*o.baseline, counts);
  scores.check_names(runs);
  return ndeval_text(scores.topics(), runs, baseline, options);
}

std::string trec_eval(const ToolInputs& inputs, const ToolOptions& o) {
  const TrecEvalOptions options = trec_eval_options(o);
  return text_of_runs(inputs.evaluation, inputs.runs, [&](const Qrels& qrels, const Run& run) {
    return trec_eval_text(qrels, run, options);
  });
}

std::string gdeval(const ToolInputs& inputs, const ToolOptions& o) {
  const GdevalOptions options{cutoff_of(o, 20), o.all_topics};
  return gdeval_header(options) +
         text_of_runs(inputs.evaluation, inputs.runs, [&](const Qrels& qrels, const Run& run) {
           return gdeval_lines(qrels, run, options);
         });
}

std::string ntcireval(const ToolInputs& inputs, const ToolOptions& o) {
  refuse_if(inputs.runs.size() != 1, "runs", "runs: ntcireval prints the topics of a single run");
  const NtcirevalOptions options = ntcireval_options(o);
  const ToolScores scores(inputs.evaluation, ntcireval_measures(options), options.cutoff,
                          inputs.say);
  const auto runs = scores.score(inputs.runs, inputs.say, inputs.progress);
  scores.check_names(runs);
  return ntcireval_text(scores.topics(), runs[0].scores.values, options);
}

// A tool, the check of its options, and the maker of its output.
struct Tool {
  EvaluationTool record;
  bool takes_measures = false;
  void (*check)(const ToolOptions& options);
  std::string (*text)(const ToolInputs& inputs, const ToolOptions& options);
};

const std::vector<Tool>& tools() {
  static const std::vector<Tool> all = {
      {{.name = "ndeval", .order = RunOrder::rank, .names_runs = true},
       false,
       [](const ToolOptions& o) { ndeval_options(o); },
       ndeval},
      {{.name = "trec_eval", .order = RunOrder::trec_eval, .on_topics = true},
       true,
       [](const ToolOptions& o) { trec_eval_options(o); },
       trec_eval},
      {{.name = "gdeval", .order = RunOrder::score, .on_topics = true},
       false,
       [](const ToolOptions& o) { cutoff_of(o, 20); },
       gdeval},
      {{.name = "ntcireval", .order = RunOrder::file, .weighs_intents = true},
       true,
       [](const ToolOptions& o) { ntcireval_options(o); },
       ntcireval}};
  return all;
}

const Tool& tool_named(const std::string& name) {
  for (const Tool& tool : tools())
    if (tool.record.name == name) return tool;
  throw Error::argument("tool", "tool: there is none called '" + printable(name) + "'",
                        "use ndeval, trec_eval, gdeval or ntcireval");
}

}  // namespace
}  // namespace internal

const std::vector<EvaluationTool>& evaluation_tools() {
  static const std::vector<EvaluationTool> all = [] {
    return mapped(internal::tools(), &internal::Tool::record);
  }();
  return all;
}

void check_tool(const std::string& tool, const ToolOptions& options) {
  const internal::Tool& named = internal::tool_named(tool);
  refuse_if(options.depth == 0U, "depth", "depth: 0 is too few");
  refuse_if(!options.measures.empty() && !named.takes_measures, "measures",
            "measures: " + tool + " has its own", "leave them out");
  named.check(options);
}

std::string tool_output(const std::string& tool, const EvaluationInputs& inputs,
                        const std::vector<RunFile>& runs, const ToolOptions& options,
                        const RemarksCallback& say, const ProgressCallback& progress) {
  check_inputs(inputs);
  refuse_if(runs.empty(), "runs", "runs: none given");
  check_tool(tool, options);
  return internal::tool_named(tool).text({inputs, runs, say, progress}, options);
}

}  // namespace subintent
