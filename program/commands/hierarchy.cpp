// subintent hierarchy: dendrograms and judgments in, hierarchies (or an export of them) out.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "program/command.h"
#include "program/command_line.h"
#include "program/commands/hierarchy_export.h"
#include "program/commands/hierarchy_nuggets.h"
#include "program/options/judgments.h"
#include "program/options/names.h"
#include "program/options/similarity.h"
#include "program/options/subtopics.h"
#include "subintent/basics.h"
#include "subintent/hierarchy.h"
#include "subintent/program.h"
#include "subintent/stages.h"

namespace subintent::internal {
namespace {

struct Settings {
  std::string output = "-";
  std::vector<std::string> qrels, adhoc_qrels;
  std::optional<std::string> delta, weights;
  std::vector<double> deltas;  // those of `delta`; none yet if it is a word
  std::optional<std::string> subtopics, around, stop, one_subtopic, bins;
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
  // By one of the ways, or by the probabilities of a file.
  IntentWeights intent_weighting() const {
    if (!intent_weights) return IntentWeights::depth;
    const auto* const known = find_choice(intent_weightings, std::string_view(*intent_weights));
    return known == nullptr ? IntentWeights::given : known->value;
  }
  bool subtopics_file() const { return subtopics && !number_of_subtopics(*subtopics); }
  bool intent_file() const { return intent_weighting() == IntentWeights::given; }
};

bool is_no_file(const Choice<IntentWeights>& way) {
  return way.value != IntentWeights::given;
}

void declare_hierarchy(CommandLine& line, Settings& settings) {
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
  line.option("subtopics", &settings.subtopics, "N|FILE",
              "each dendrogram has N leaves, or those of its topic in FILE, \"topic number\", "
              "whatever D is");
  line.option(
      "around", &settings.around, "N",
      "about how many subtopics people would find: leaves are the geometric mean of N and of "
      "their number at D");
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
              "divide an intent's weight by number of leaves (WI), global gain (WD), grade or "
              "number of documents (default: WI)");
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

// The options that go with --stability only.
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
  subintent::check(rules);
  return rules;
}

// Is anything said of how hierarchies are made?
bool builds(const Settings& settings) {
  return settings.delta || settings.weights || settings.raw || settings.subtopics ||
         settings.around || settings.stop || settings.one_subtopic || settings.bins ||
         settings.intent_weights || settings.superintents || settings.stability ||
         !stability_options(settings).empty();
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
  if (settings.exported.of_dendrograms()) {
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
  if (given.empty() || !settings.exported.of_dendrograms()) return;
  throw Error::usage(given[0] + " is for hierarchies, and --export " + *settings.exported.format +
                         " for dendrograms",
                     "leave out one of the two");
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
  if (*settings.stability > StabilityOptions::max_samples) {
    throw Error::usage("--stability is above " + std::to_string(StabilityOptions::max_samples),
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
  if (settings.subtopics_file()) inputs.push_back(*settings.subtopics);
  std::ranges::copy(similarity_files(settings.similarity).paths(), std::back_inserter(inputs));
  std::ranges::copy(settings.exported.labels.paths(), std::back_inserter(inputs));
  line.check_files(inputs, output_names(settings));
  needs_dendrograms(settings.raw, "--raw");
  needs_dendrograms(settings.delta_is_word(), "--delta " + settings.delta.value_or("0.3"));
  needs_dendrograms(settings.subtopics.has_value(), "--subtopics");
  needs_dendrograms(settings.around.has_value(), "--around");
  needs_dendrograms(settings.stop.has_value(), "--stop");
  needs_dendrograms(settings.one_subtopic.has_value(), "--one-subtopic");
  needs_dendrograms(settings.bins.has_value(), "--bins");
  needs_dendrograms(!settings.adhoc_qrels.empty(), "--adhoc-qrels");
  needs_dendrograms(settings.exported.of_dendrograms(),
                    "--export " + settings.exported.format.value_or(""));
}

HierarchyFiles files_of(const Settings& settings) {
  HierarchyFiles files;
  files.qrels = sources(settings.qrels);
  files.adhoc_qrels = sources(settings.adhoc_qrels);
  if (!settings.dendrograms.empty()) files.dendrograms = settings.dendrograms[0];
  if (settings.intent_file()) files.probabilities = *settings.intent_weights;
  files.labels = label_files(settings.exported.labels);
  files.similarity = similarity_files(settings.similarity);
  return files;
}

MakingOptions options_of(const Settings& settings) {
  MakingOptions options;
  options.hierarchies.compress = !settings.raw;
  options.hierarchies.rules = settings.rules;
  if (settings.around) {
    options.hierarchies.around = number_of_subtopics(*settings.around).value_or(0);
  }
  options.hierarchies.weighting = value_named("--weights", settings.weights, weightings);
  options.hierarchies.intent_weights =
      settings.raw ? IntentWeights::uniform : settings.intent_weighting();
  if (settings.superintents) options.hierarchies.superintents = *settings.superintents;
  options.format = settings.exported.format.value_or("");
  if (!settings.stability) return options;
  StabilityOptions& stability = options.stability.emplace();
  stability.samples = static_cast<std::uint32_t>(*settings.stability);
  stability.seed = static_cast<std::uint64_t>(settings.seed.value_or(1));
  stability.clustering = topic_view_options(settings.view, similarity_files(settings.similarity));
  stability.clustering.linkage = linkage_named(settings.linkage.value_or("complete"));
  return options;
}

void take_subtopics(const Settings& settings, HierarchyOptions& options) {
  if (!settings.subtopics) return;
  options.subtopics = number_of_subtopics(*settings.subtopics);
  if (!options.subtopics) options.subtopics_of = read_subtopics(*settings.subtopics);
}

void run_hierarchy(const Settings& settings, const CommandLine& line) {
  OutputFiles files;
  std::vector<HierarchyOutput> outputs;
  for (const std::string& name : output_names(settings)) {
    OutputFile& file = files.open(name);
    HierarchyOutput& output = outputs.emplace_back();
    if (!settings.deltas.empty()) output.delta = settings.deltas[outputs.size() - 1];
    if (settings.delta_is_balanced()) output.delta = HierarchyOptions().delta;  // stands for none
    output.write = [&file](std::string_view text) { file.write(text); };
    output.finish = [&file] { file.finish(); };
  }
  ProgressLine progress(line.shows_progress() && settings.stability);
  MakingOptions options = options_of(settings);
  take_subtopics(settings, options.hierarchies);
  make_hierarchies(files_of(settings), options, outputs, line.remarks(&progress),
                   progress.callback());
  files.close();
}

// Lists the faults of a file; having any is a failure.
void run_check(const Settings& settings) {
  const auto faults = faults_of_hierarchies(*settings.checked, sources(settings.qrels),
                                            sources(settings.adhoc_qrels));
  OutputFile output(settings.output);
  for (const std::string& fault : faults) output.write(fault + "\n");
  output.close();
  if (faults.empty()) return;
  throw Error(Location{display_name(*settings.checked), 0},
              "has " + count_of(faults.size(), "fault"),
              "they are listed " +
                  (settings.output == "-" ? "on standard output" : "in " + settings.output));
}

}  // namespace

Work setup_hierarchy(CommandLine& line) {
  Settings settings;
  declare_hierarchy(line, settings);
  line.parse();
  if (settings.checked) {
    check_alone(line, settings);
    return [settings] { run_check(settings); };
  }
  if (settings.exported.format) {
    CommandLine::require_one_of("--export", *settings.exported.format, names_of(export_formats()));
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
  return [settings, &line] { run_hierarchy(settings, line); };
}

}  // namespace subintent::internal
