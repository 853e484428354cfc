// subintent hierarchy: dendrograms and judgments in, hierarchies (or an export of them) out.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>

#include "base/number_list.h"
#include "base/parallel.h"
#include "base/replace_all.h"
#include "cluster/dendrogram.h"
#include "collection/qrels.h"
#include "collection/topics.h"
#include "evaluate/judgments.h"
#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "faces/cli/commands/hierarchy_export.h"
#include "faces/cli/commands/hierarchy_nuggets.h"
#include "faces/cli/error_text.h"
#include "faces/cli/options/judgments.h"
#include "faces/cli/options/names.h"
#include "faces/cli/options/similarity.h"
#include "hierarchy/build.h"
#include "hierarchy/check.h"
#include "hierarchy/export.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/pruning_rules.h"
#include "io/input_file.h"
#include "similarity/similarity_files.h"
#include "study/stability.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct Settings {
  std::string output = "-";
  std::vector<std::string> qrels, adhoc_qrels;
  std::optional<std::string> delta, weights;
  std::vector<double> deltas;  // those of `delta`; none yet if it is a word
  std::optional<std::string> stop, one_subtopic, bins;
  PruningRules rules;  // what `delta`, `stop`, `one_subtopic` and `bins` say
  std::optional<std::string> intent_weights, superintents, checked;
  hierarchy_command::ExportOptions exported;
  hierarchy_command::NuggetOptions nuggets;
  std::optional<std::int64_t> stability, seed;  // samples
  std::optional<std::string> linkage;
  SimilarityOptions similarity;
  TopicViewArguments view;
  bool raw = false;
  std::vector<std::string> dendrograms;  // one file, or none

  std::vector<std::string> judgments() const {
    std::vector<std::string> all = qrels;
    all.insert(all.end(), adhoc_qrels.begin(), adhoc_qrels.end());
    return all;
  }
  bool delta_is_mean() const { return delta == "mean"; }
  bool delta_is_balanced() const { return delta == "balanced"; }
  bool delta_is_word() const { return delta_is_mean() || delta_is_balanced(); }
  // Of one of the ways, or of a file, whose probabilities are given.
  IntentWeights intent_weighting() const {
    if (!intent_weights) return IntentWeights::depth;
    const auto* const known = find_choice(intent_weightings, std::string_view(*intent_weights));
    return known == nullptr ? IntentWeights::given : known->value;
  }
  bool intent_file() const { return intent_weighting() == IntentWeights::given; }
};

bool is_no_file(const Choice<IntentWeights>& way) {
  return way.value != IntentWeights::given;
}

void declare(CommandLine& line, Settings& settings) {
  line.summary("Makes intent hierarchies: prunes, compresses, extends and weights dendrograms.");
  line.inputs(&settings.dendrograms, "[DENDROGRAMS]",
              "output of subintent cluster; if omitted, official intents only");
  line.example("hierarchy --qrels qrels.txt --delta 0.3 dendrograms.jsonl -o WI.jsonl");
  line.example("hierarchy --nuggets bank.jsonl --qrels-out qrels.txt -o nuggets.jsonl");
  line.example("hierarchy --make-labels texts.tsv WI.jsonl -o labelled.jsonl");
  line.example("hierarchy --export dot --topic 3 WI.jsonl -o topic3.dot");
  line.section("Judgments");
  line.option("qrels", &settings.qrels, "FILE",
              "diversity judgments, as given to cluster (required for DENDROGRAMS; repeatable)");
  line.option("adhoc-qrels", &settings.adhoc_qrels, "FILE",
              "judgments for dendrograms of whole topics (default: the highest grade over intents; "
              "repeatable)");
  line.section("How hierarchies are made");
  line.option(
      "delta", &settings.delta, "D",
      "merges of a similarity above D become one leaf, 0 to 1; mean: that of documents of the same "
      "topic; balanced: one for each dendrogram, between similarities within and across leaves; "
      "D,D,... or FIRST:LAST:STEP: several, with {delta} in the name of the output (default: 0.3)");
  line.option("stop", &settings.stop, "R",
              "merges below D become leaves, too, while the squared mean similarity across leaves "
              "is above R times that within (default: off)");
  line.option(
      "one-subtopic", &settings.one_subtopic, "R",
      "one leaf where documents of different leaves are at least R times as similar, beyond "
      "documents of other topics, as those of one leaf (default: off)");
  line.option("bins", &settings.bins, "fixed|mean|quantiles=N",
              "bins of compression: ten of .1; two, divided at the mean similarity across leaves; "
              "or N with equally many inner nodes (default: fixed)");
  line.option("weights", &settings.weights, choice(names_of(weightings)),
              "divide an intent's weight by number of leaves (WI), gain (WD) or number of "
              "documents (default: WI)");
  line.option(
      "intent-weights", &settings.intent_weights,
      choice(names_of(intent_weightings, is_no_file)) + "|FILE",
      "probabilities of intents: by the depth of their trees, equal, or from FILE, \"topic intent "
      "probability\" (default: depth)");
  line.flag("raw", &settings.raw, "no compression, and uniform intent weights");
  line.option("superintents", &settings.superintents, "FILE",
              "groups of intents, \"topic superintent intent\"");
  line.section("Nuggets");
  hierarchy_command::declare_nuggets(line, settings.nuggets);
  line.section("Stability");
  line.option("stability", &settings.stability, "N",
              "how well nodes are found again in N samples of 80 % of the documents");
  declare_similarity(
      line, settings.similarity,
      {"stability: fingerprints, as given to cluster", "stability: document vectors",
       "stability: dense vectors, NumPy or JSON lines",
       "stability: the docnos of the rows of --dense, one per line",
       "stability: similarity of fingerprints: estimated cosine (default) or 1 - H/64"});
  declare_topic_view(line, settings.view, "stability: as given to cluster: ");
  line.option("linkage", &settings.linkage, choice(names_of(linkages)),
              "stability: as given to cluster (default: complete)");
  line.option("seed", &settings.seed, "N", "stability: seed of the samples (default: 1)");
  line.section("Labels, export, check and output");
  hierarchy_command::declare_export(line, settings.exported);
  line.option("check", &settings.checked, "HIERARCHIES",
              "only list the faults of this file, with --qrels against the judgments");
  line.option("output,o", &settings.output, "FILE", "where to write (default: standard output)");
}

constexpr std::string_view placeholder = "{delta}";

// One per delta, whose value is written for the placeholder.
std::vector<std::string> output_names(const Settings& settings) {
  std::vector<std::string> values;
  for (const double delta : settings.deltas) values.push_back(shortest(delta));
  if (settings.delta_is_word()) values.push_back(*settings.delta);
  for (std::string& value : values) value = replace_all(settings.output, placeholder, value);
  return values;
}

// What goes with --stability only.
std::vector<std::string> stability_options(const Settings& settings) {
  std::vector<std::string> given = settings.similarity.given();
  std::ranges::copy(settings.view.given(), std::back_inserter(given));
  if (settings.linkage) given.emplace_back("--linkage");
  if (settings.seed) given.emplace_back("--seed");
  return given;
}

PruningRules rules_of(const Settings& settings) {
  PruningRules rules;
  rules.balanced_delta = settings.delta_is_balanced();
  if (settings.stop) {
    rules.stop = parse_double(*settings.stop).value_or(-1);  // which check() refuses
  }
  if (settings.one_subtopic) {
    rules.one_subtopic = parse_double(*settings.one_subtopic).value_or(-1);  // likewise
  }
  if (settings.bins) rules.bins = bins_named(*settings.bins);
  check(rules);
  return rules;
}

// Is anything said of how hierarchies are made?
bool builds(const Settings& settings) {
  return settings.delta || settings.weights || settings.raw || settings.stop ||
         settings.one_subtopic || settings.bins || settings.intent_weights ||
         settings.superintents || settings.stability || !stability_options(settings).empty();
}

void check_alone(CommandLine& line, const Settings& settings) {
  if (!settings.dendrograms.empty()) {
    throw Error::usage("--check cannot be combined with DENDROGRAMS", "leave out one of the two");
  }
  if (builds(settings) || settings.exported.format || !settings.exported.labels.given().empty() ||
      !settings.exported.given().empty()) {
    throw Error::usage("--check only checks and writes no hierarchies",
                       "combine it with --qrels, --adhoc-qrels and -o only");
  }
  if (!settings.adhoc_qrels.empty() && settings.qrels.empty()) {
    throw Error::usage("--adhoc-qrels without --qrels", "give both");
  }
  std::vector<std::string> inputs = settings.judgments();
  inputs.push_back(*settings.checked);
  line.check_files(inputs, {settings.output});
}

// The arguments that are not options are further files of nuggets.
void take_nuggets(Settings& settings) {
  std::vector<std::string>& files = settings.nuggets.files;
  if (files.empty()) return;
  std::ranges::move(settings.dendrograms, std::back_inserter(files));
  settings.dendrograms.clear();
}

void check_nuggets(CommandLine& line, const Settings& settings) {
  if (settings.nuggets.files.empty()) {
    throw Error::usage(settings.nuggets.given()[0] + " needs --nuggets",
                       "give both, or leave it out");
  }
  std::vector<std::string> others = settings.exported.given();
  std::ranges::copy(settings.exported.labels.given(), std::back_inserter(others));
  if (!settings.qrels.empty()) others.emplace_back("--qrels");
  if (!settings.adhoc_qrels.empty()) others.emplace_back("--adhoc-qrels");
  if (!others.empty() || builds(settings)) {
    throw Error::usage((others.empty() ? "what makes hierarchies of dendrograms" : others[0]) +
                           std::string(" does not go with --nuggets"),
                       "give --all-intents, --relevant-intents, --qrels-out, --probabilities-out, "
                       "--export and -o only");
  }
  if (settings.exported.format && find_export(*settings.exported.format)->of_dendrograms) {
    throw Error::usage("--export " + *settings.exported.format + " is for dendrograms",
                       "leave out one of the two");
  }
  std::vector<std::string> outputs = settings.nuggets.outputs();
  outputs.push_back(settings.output);
  line.check_files(settings.nuggets.files, outputs);
}

// Is a finished file exported or labelled, without judgments?
bool is_export(const Settings& settings) {
  return (settings.exported.format || !settings.exported.labels.given().empty()) &&
         settings.qrels.empty() && settings.dendrograms.size() == 1 &&
         settings.adhoc_qrels.empty() && !builds(settings);
}

void check_labels(const Settings& settings) {
  const std::vector<std::string> given = settings.exported.labels.given();
  if (given.empty() || !settings.exported.format) return;
  if (find_export(*settings.exported.format)->of_dendrograms) {
    throw Error::usage(given[0] + " is for hierarchies, and --export " + *settings.exported.format +
                           " for dendrograms",
                       "leave out one of the two");
  }
}

void check_export(CommandLine& line, const Settings& settings) {
  std::vector<std::string> inputs = settings.dendrograms;
  std::ranges::copy(settings.exported.captions.paths(), std::back_inserter(inputs));
  std::ranges::copy(settings.exported.vectors, std::back_inserter(inputs));
  std::ranges::copy(settings.exported.labels.paths(), std::back_inserter(inputs));
  line.check_files(inputs, {settings.output});
  if (!settings.exported.format && !settings.exported.vectors.empty()) {
    throw Error::usage("--text needs --export", "leave it out, or add --export with a format");
  }
  check_labels(settings);
}

void check_stability(const Settings& settings) {
  const std::vector<std::string> given = stability_options(settings);
  if (!settings.stability) {
    if (given.empty()) return;
    throw Error::usage(given[0] + " needs --stability", "add --stability, or leave it out");
  }
  if (*settings.stability > max_samples) {
    throw Error::usage("--stability is above " + std::to_string(max_samples),
                       "give for example 100");
  }
  if (settings.exported.format) {
    throw Error::usage("--stability cannot be combined with --export", "leave out one of the two");
  }
  linkage_named(settings.linkage.value_or("complete"));  // or an error
  if (!similarity_files(settings.similarity).any()) {
    throw Error::usage("--stability needs the fingerprints or vectors that were given to cluster",
                       "give one of --fingerprints, --vectors and --dense");
  }
}

void check(CommandLine& line, const Settings& settings) {
  const auto needs_dendrograms = [&](bool given, const std::string& option) {
    if (given && settings.dendrograms.empty()) {
      throw Error::usage(option + " needs DENDROGRAMS", "give the output of subintent cluster");
    }
  };
  if (settings.qrels.empty()) throw Error::usage("--qrels is missing", "give the judgments");
  if (const auto given = settings.exported.given(); !given.empty()) {
    throw Error::usage(given[0] + " is for an --export of finished hierarchies",
                       "leave out --qrels, and give the output of subintent hierarchy");
  }
  if (settings.dendrograms.size() > 1) {
    throw Error::usage("more than one file of dendrograms", "join them with cat first");
  }
  if (settings.deltas.size() > 1 && settings.output.find(placeholder) == std::string::npos) {
    throw Error::usage("several values of --delta need one output file each",
                       "write {delta} in the name of the output, for example -o wi-{delta}.jsonl");
  }
  check_stability(settings);
  check_labels(settings);
  needs_dendrograms(settings.stability.has_value(), "--stability");
  value_named("--weights", settings.weights, weightings);  // or an error
  if (settings.raw && settings.intent_weights &&
      settings.intent_weighting() != IntentWeights::uniform) {
    throw Error::usage("--raw means --intent-weights uniform", "leave out one of the two");
  }
  if (settings.raw && settings.bins) {
    throw Error::usage("--raw means no compression, so there are no --bins",
                       "leave out one of the two");
  }
  std::vector<std::string> inputs = settings.dendrograms;
  std::ranges::copy(settings.judgments(), std::back_inserter(inputs));
  if (settings.intent_file()) inputs.push_back(*settings.intent_weights);
  if (settings.superintents) inputs.push_back(*settings.superintents);
  std::ranges::copy(similarity_files(settings.similarity).paths(), std::back_inserter(inputs));
  std::ranges::copy(settings.exported.labels.paths(), std::back_inserter(inputs));
  line.check_files(inputs, output_names(settings));
  needs_dendrograms(settings.raw, "--raw");
  needs_dendrograms(settings.delta_is_word(), "--delta " + settings.delta.value_or("0.3"));
  needs_dendrograms(settings.stop.has_value(), "--stop");
  needs_dendrograms(settings.one_subtopic.has_value(), "--one-subtopic");
  needs_dendrograms(settings.bins.has_value(), "--bins");
  needs_dendrograms(!settings.adhoc_qrels.empty(), "--adhoc-qrels");
  if (settings.exported.format) {
    needs_dendrograms(find_export(*settings.exported.format)->of_dendrograms,
                      "--export " + *settings.exported.format);
  }
}

// What hierarchies are made from beside judgments, and what messages call it.
struct Inputs {
  HierarchyOptions options;
  HierarchySources sources;
  std::vector<Dendrogram> dendrograms;
  bool topics = false;  // are the dendrograms of whole topics?
};

HierarchyOptions options_of(const Settings& settings) {
  HierarchyOptions options;
  options.compress = !settings.raw;
  options.rules = settings.rules;
  options.weighting = value_named("--weights", settings.weights, weightings);
  options.intent_weights = settings.raw ? IntentWeights::uniform : settings.intent_weighting();
  if (settings.intent_file()) options.probabilities = read_probabilities(*settings.intent_weights);
  if (settings.superintents) options.superintents = read_superintents(*settings.superintents);
  return options;
}

HierarchySources sources_of(const Settings& settings) {
  HierarchySources sources;
  sources.qrels = display_names(settings.qrels);
  if (settings.intent_file()) sources.probabilities = display_name(*settings.intent_weights);
  if (settings.superintents) sources.superintents = display_name(*settings.superintents);
  if (!settings.dendrograms.empty()) sources.dendrograms = display_name(settings.dendrograms[0]);
  return sources;
}

// Options that topics without intents do not have.
void refuse_intents(const Settings& settings, const std::string& file) {
  const char* const option = settings.intent_file()  ? "--intent-weights FILE"
                             : settings.superintents ? "--superintents"
                                                     : nullptr;
  if (option == nullptr) return;
  throw Error(
      Location{file, 0},
      std::string("contains dendrograms of whole topics, which have no intents for ") + option,
      "leave that out, or cluster with --level intent");
}

Inputs read_inputs(const Settings& settings) {
  Inputs inputs{options_of(settings), sources_of(settings), {}, false};
  if (settings.dendrograms.empty()) return inputs;
  inputs.dendrograms = read_dendrograms(settings.dendrograms[0]);
  inputs.topics = at_topic_level(inputs.dendrograms, inputs.sources);
  if (inputs.topics) refuse_intents(settings, inputs.sources.dendrograms);
  return inputs;
}

Qrels read_judgments_for(const Settings& settings, const CommandLine& line, Inputs& inputs) {
  Qrels intents = read_qrels(sources(settings.qrels));
  if (!inputs.topics) {
    if (!settings.adhoc_qrels.empty()) {
      line.warn("--adhoc-qrels is ignored: " + inputs.sources.dendrograms +
                " contains dendrograms of intents");
    }
    return intents;
  }
  Qrels topics = read_adhoc_qrels(sources(settings.adhoc_qrels), intents);
  if (!settings.adhoc_qrels.empty()) {
    inputs.sources.qrels = display_names(settings.adhoc_qrels);
    inputs.options.topics = std::move(intents);
  }
  return topics;
}

void write(const Settings& settings, const BuiltHierarchies& built,
           const std::vector<Dendrogram>& dendrograms, OutputFile& output) {
  if (settings.exported.format) {
    output.write(find_export(*settings.exported.format)->text({built.hierarchies, dendrograms}));
    return;
  }
  std::string text;
  for (const Hierarchy& hierarchy : built.hierarchies) {
    text.clear();
    append_hierarchy_line(text, hierarchy);
    output.write(text);
  }
}

// Warns where most intents collapsed or fell apart, but not of a delta that the data gave: it is no
// choice to reconsider.
void report_pruning(const PruningCounts& counts, double delta, bool of_topics,
                    const Settings& settings, const CommandLine& line) {
  Warnings warnings, notes;
  if (!settings.delta_is_word() && !settings.stop && !settings.one_subtopic) {
    warn_of_pruning(counts, delta, of_topics, warnings);
  }
  line.warn(warnings);
  if (warnings.empty() && counts.several > 0) line.note(pruning_effect(counts, of_topics));
  note_flatness(counts, notes);
  line.note(notes);
}

// Where each dendrogram has its own; those that collapsed have none.
void report_deltas(const PruningCounts& counts, const CommandLine& line) {
  std::vector<double> deltas;
  std::ranges::copy_if(counts.deltas, std::back_inserter(deltas),
                       [](double delta) { return delta > below_all_similarities; });
  if (deltas.empty()) return;
  std::ranges::sort(deltas);
  line.note(fmt::format("deltas from {:.4g} to {:.4g}, the median is {:.4g}", deltas.front(),
                        deltas.back(), deltas[deltas.size() / 2]));
}

void warn_of(const BuiltHierarchies& built, const CommandLine& line) {
  Warnings warnings;
  warn_of_superintents(built, warnings);
  line.warn(warnings);
  if (built.topics_without_relevant > 0) {
    line.note(count_of(built.topics_without_relevant, "topic") +
              " without relevant documents: no hierarchy");
  }
}

// Lists the faults of a file; having any is a failure.
void run_check(const Settings& settings) {
  std::optional<CheckJudgments> judgments;
  if (!settings.qrels.empty()) {
    judgments.emplace();
    judgments->intents = read_qrels(sources(settings.qrels));
    judgments->topics = read_adhoc_qrels(sources(settings.adhoc_qrels), judgments->intents);
  }
  const auto faults = file_faults(*settings.checked, judgments);
  OutputFile output(settings.output);
  for (const std::string& fault : faults) output.write(fault + "\n");
  output.close();
  if (faults.empty()) return;
  throw Error(Location{display_name(*settings.checked), 0},
              "has " + count_of(faults.size(), "fault"),
              "they are listed " +
                  (settings.output == "-" ? "on standard output" : "in " + settings.output));
}

std::vector<double> deltas_of(const Settings& settings, const Inputs& inputs,
                              const CommandLine& line) {
  if (settings.delta_is_balanced()) return {HierarchyOptions().delta};  // instead of any number
  if (!settings.delta_is_mean()) return settings.deltas;
  const MeanSimilarity mean = mean_similarity(inputs.dendrograms, inputs.sources);
  line.note("delta " + shortest(mean.value) + ", the mean similarity of " +
            count_of(mean.pairs, "pair") + " of documents of " + count_of(mean.topics, "topic"));
  return {mean.value};
}

// What documents are compared by, where their samples are to be clustered.
std::optional<DocumentSimilarity> read_similarity_for(const Settings& settings,
                                                      const Inputs& inputs,
                                                      const CommandLine& line) {
  if (!settings.stability) return std::nullopt;
  std::unordered_set<std::string_view> relevant;
  for (const Dendrogram& dendrogram : inputs.dendrograms) {
    relevant.insert(dendrogram.docs.begin(), dendrogram.docs.end());
  }
  Warnings warnings;
  auto similarity = read_similarity(similarity_files(settings.similarity), relevant, warnings);
  line.warn(warnings);
  return similarity;
}

void add_stability_to(BuiltHierarchies& built, const Settings& settings, const Inputs& inputs,
                      const HierarchyOptions& made, const DocumentSimilarity& similarity,
                      const ProgressCallback& progress) {
  StabilityOptions options;
  options.samples = static_cast<std::uint32_t>(*settings.stability);
  options.seed = static_cast<std::uint64_t>(settings.seed.value_or(1));
  options.linkage = linkage_named(settings.linkage.value_or("complete"));
  options.view = topic_view_options(settings.view, similarity_files(settings.similarity));
  options.delta = made.delta;
  options.compress = made.compress;
  options.rules = made.rules;
  add_stability(built.hierarchies, inputs.dendrograms, similarity, options, progress);
}

LabelInputs read_labels_for(const Settings& settings, const Qrels& qrels) {
  std::unordered_set<std::string_view> judged;
  for (const TopicQrels& topic : qrels.topics()) {
    judged.insert(topic.docnos.begin(), topic.docnos.end());
  }
  return read_labels(settings.exported.labels,
                     [&](std::string_view docno) { return judged.contains(docno); });
}

void run(const Settings& settings, const CommandLine& line) {
  OutputFiles files;
  std::vector<OutputFile*> outputs;
  for (const std::string& name : output_names(settings)) outputs.push_back(&files.open(name));
  Inputs inputs = read_inputs(settings);
  const std::vector<double> deltas = deltas_of(settings, inputs, line);
  const Qrels qrels = read_judgments_for(settings, line, inputs);
  std::optional<std::span<const Dendrogram>> dendrograms;
  if (!settings.dendrograms.empty()) dendrograms = inputs.dendrograms;
  const auto similarity = read_similarity_for(settings, inputs, line);
  const LabelInputs labels = read_labels_for(settings, qrels);
  Warnings of_labels;
  BuiltHierarchies first;  // what there is to warn of is the same for every delta
  const auto make = [&](std::size_t i, const ProgressCallback& progress) {
    HierarchyOptions options = inputs.options;
    options.delta = deltas[i];
    BuiltHierarchies built = build_hierarchies(qrels, dendrograms, options, inputs.sources);
    if (similarity) add_stability_to(built, settings, inputs, options, *similarity, progress);
    Warnings warnings;
    add_labels(built.hierarchies, labels, warnings);
    write(settings, built, inputs.dendrograms, *outputs[i]);
    outputs[i]->finish();
    if (i > 0) return;
    first = std::move(built);
    of_labels = std::move(warnings);
  };
  if (similarity) {  // sampling takes all threads itself
    ProgressLine progress(line.shows_progress());
    for (std::size_t i = 0; i < outputs.size(); ++i) make(i, progress.callback());
  } else {
    parallel_for(outputs.size(), [&](std::size_t i) { make(i, {}); });
  }
  line.warn(of_labels);
  warn_of(first, line);
  if (deltas.size() == 1) {  // several are a search for a better one
    if (settings.delta_is_balanced()) report_deltas(first.pruning, line);
    report_pruning(first.pruning, deltas[0], inputs.topics, settings, line);
  }
  files.close();
}

}  // namespace

Work setup_hierarchy(CommandLine& line) {
  Settings settings;
  declare(line, settings);
  line.parse();
  if (settings.checked) {
    check_alone(line, settings);
    return [settings] { run_check(settings); };
  }
  if (settings.exported.format) {
    CommandLine::require_one_of("--export", *settings.exported.format, names_of(exports()));
  }
  if (!settings.nuggets.given().empty()) {
    take_nuggets(settings);
    check_nuggets(line, settings);
    return [settings, &line] {
      hierarchy_command::write_nuggets(settings.nuggets, settings.exported, settings.output, line);
    };
  }
  if (is_export(settings)) {
    check_export(line, settings);
    return [settings, &line] {
      hierarchy_command::export_file(settings.exported, settings.dendrograms[0], settings.output,
                                     line);
    };
  }
  settings.rules = rules_of(settings);
  if (!settings.delta_is_word()) {
    settings.deltas = parse_number_list("delta", settings.delta.value_or("0.3"), 0, 1);
  }
  check(line, settings);
  return [settings, &line] { run(settings, line); };
}

}  // namespace subintent::internal
