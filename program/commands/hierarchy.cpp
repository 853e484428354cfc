// subintent hierarchy: dendrograms and judgments in, hierarchies (or an export of them) out.
#include <iterator>

#include "program/command_line.h"
#include "program/options/inputs.h"
#include "subintent/basics.h"
#include "subintent/hierarchy.h"
#include "subintent/program.h"
#include "subintent/stages.h"

namespace subintent::internal {
namespace {

struct Settings {
  std::string output = "-";
  std::vector<Source> qrels, adhoc_qrels;
  std::optional<std::string> delta, weights;
  std::vector<double> deltas;  // those of `delta`; none yet if it is a word
  std::optional<std::string> subtopics, around, one_subtopic, bins;
  PruningRules rules;  // what `delta`, `one_subtopic` and `bins` say
  std::optional<std::string> intent_weights, checked;
  std::optional<Source> superintents;
  std::optional<std::string> format, topic, topics;  // --export; of finished files
  std::vector<Source> vectors;                       // --text
  LabelFiles labels;
  std::vector<std::string> nuggets;
  bool all_intents = false, relevant_intents = false;
  std::optional<std::string> qrels_output, probabilities_output;
  bool raw = false;
  std::vector<std::string> dendrograms;  // one file, or none

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
  bool exports_dendrograms() const {
    if (!format) return false;
    const auto formats = export_formats();
    return std::ranges::find(formats, *format, &ExportFormat::name)->of_dendrograms;
  }
};

using OptionNames = std::vector<std::string_view>;
const OptionNames label_options = {"labels", "make-labels", "label-topics"},
                  finished_options = {"topics", "topic", "text"},  // of finished files
    nugget_options = {"nuggets", "all-intents", "relevant-intents", "qrels-out",
                      "probabilities-out"},
                  making_options = {"delta",     "weights",        "raw",
                                    "subtopics", "around",         "one-subtopic",
                                    "bins",      "intent-weights", "superintents"};

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
  line.option(
      "subtopics", &settings.subtopics, "N|FILE",
      "each dendrogram has N leaves, or those of its topic in FILE, \"topic number\" or \"topic "
      "intent number\", whatever D is");
  line.option(
      "around", &settings.around, "N",
      "about how many subtopics people would find: leaves are the geometric mean of N and of "
      "their number at D");
  line.option(
      "one-subtopic", &settings.one_subtopic, "R",
      "one leaf where documents of different leaves are at least R times as similar, beyond "
      "documents of other topics, as those of one leaf (default: off)");
  line.option("bins", &settings.bins, "fixed|mean|quantiles=N",
              "bins of compression: ten of .1; two, divided at the mean similarity across leaves; "
              "or N with equally many inner nodes (default: fixed)");
  line.option("weights", &settings.weights, choice(names_of(weightings)),
              weights_help + std::string(" (default: WI)"));
  intent_weights_option(line, &settings.intent_weights, "depth");
  line.flag("raw", &settings.raw, "no compression, and uniform intent weights");
  line.option("superintents", &settings.superintents, "FILE",
              "groups of intents, \"topic superintent intent\"");
  line.section("Nuggets");
  line.option("nuggets", &settings.nuggets, "FILE",
              "nuggets with their documents; more files may follow where DENDROGRAMS stand");
  line.flag("all-intents", &settings.all_intents,
            "keep nuggets and answers that no document holds (default)");
  line.flag("relevant-intents", &settings.relevant_intents, "leave them out");
  line.option("qrels-out", &settings.qrels_output, "FILE",
              "where to write the nuggets as judgments, \"topic intent docno grade\"");
  line.option("probabilities-out", &settings.probabilities_output, "FILE",
              "where to write their importance, \"topic intent probability [vital|okay]\"");
  line.section("Labels, export, check and output");
  line.option("labels", &settings.labels.given, "FILE",
              "labels of intents and nodes, \"topic<tab>node<tab>label\"; without --qrels, for "
              "finished HIERARCHIES");
  line.option("make-labels", &settings.labels.texts, "T",
              "label the other nodes from documents, or texts that make or tokenize wrote "
              "(repeatable); likewise");
  line.option("label-topics", &settings.labels.topics, "XML",
              "with --make-labels: topics whose queries make no labels");
  line.option("export", &settings.format, choice(names_of(export_formats())),
              "write this format; without --qrels, of finished HIERARCHIES (linkage: DENDROGRAMS)");
  line.option(
      "topic", &settings.topic, "T",
      "for --export and labels without --qrels: only this topic, or its query (with --topics)");
  line.option("topics", &settings.topics, "XML",
              "for --export without --qrels: topics of the TREC Web Track: labels topics and "
              "intents in dot");
  line.option("text", &settings.vectors, "VECTORS",
              "for --export without --qrels: document vectors, whose characteristic terms label "
              "nodes in dot (repeatable)");
  line.option("check", &settings.checked, "HIERARCHIES",
              "only list the faults of this file, with --qrels against the judgments");
  line.option("output,o", &settings.output, "FILE", "where to write (default: standard output)");
}

std::vector<std::string> label_paths(const LabelFiles& labels) {
  return joined(labels.texts, labels.given, labels.topics);
}

constexpr std::string_view placeholder = "{delta}";

// One per delta, whose value is written for the placeholder.
std::vector<std::string> output_names(const Settings& settings) {
  std::vector<std::string> values = mapped(settings.deltas, shortest);
  if (settings.delta_is_word()) values.push_back(*settings.delta);
  for (std::string& value : values) value = replace_all(settings.output, placeholder, value);
  return values;
}

PruningRules rules_of(const Settings& settings) {
  PruningRules rules;
  rules.balanced_delta = settings.delta_is_balanced();
  if (settings.one_subtopic)
    rules.one_subtopic =
        parse_double(*settings.one_subtopic).value_or(-1);  // which check() refuses
  if (settings.bins) rules.bins = bins_named(*settings.bins);
  subintent::check(rules);
  return rules;
}

// Is anything said of how hierarchies are made?
bool builds(const CommandLine& line) {
  return !line.given_of(making_options).empty();
}

void check_alone(CommandLine& line, const Settings& settings) {
  refuse_if(!settings.dendrograms.empty(), "--check cannot be combined with DENDROGRAMS",
            "leave out one of the two");
  refuse_if(builds(line) || settings.format || !line.given_of(label_options).empty() ||
                !line.given_of(finished_options).empty(),
            "--check only checks and writes no hierarchies",
            "combine it with --qrels, --adhoc-qrels and -o only");
  refuse_if(!settings.adhoc_qrels.empty() && settings.qrels.empty(),
            "--adhoc-qrels without --qrels", "give both");
  line.check_files(joined(settings.qrels, settings.adhoc_qrels, settings.checked),
                   {settings.output});
}

void check_nuggets(CommandLine& line, const Settings& settings) {
  refuse_if(settings.nuggets.empty(), line.given_of(nugget_options)[0] + " needs --nuggets",
            "give both, or leave it out");
  const auto others = joined(line.given_of(finished_options), line.given_of(label_options),
                             line.given_of({"qrels", "adhoc-qrels"}));
  refuse_if(!others.empty() || builds(line),
            (others.empty() ? "what makes hierarchies of dendrograms" : others[0]) +
                std::string(" does not go with --nuggets"),
            "give --all-intents, --relevant-intents, --qrels-out, --probabilities-out, --export "
            "and -o only");
  refuse_if(settings.exports_dendrograms(),
            "--export " + settings.format.value_or("") + " is for dendrograms",
            "leave out one of the two");
  line.check_files(settings.nuggets,
                   joined(settings.qrels_output, settings.probabilities_output, settings.output));
}

// Is a finished file exported or labelled, without judgments?
bool is_export(const CommandLine& line, const Settings& settings) {
  return (settings.format || !line.given_of(label_options).empty()) && settings.qrels.empty() &&
         settings.dendrograms.size() == 1 && settings.adhoc_qrels.empty() && !builds(line);
}

void check_labels(const CommandLine& line, const Settings& settings) {
  refuse_if(settings.labels.topics && settings.labels.texts.empty(),
            "--label-topics needs --make-labels", "give both, or leave it out");
  const auto given = line.given_of(label_options);
  if (given.empty() || !settings.exports_dendrograms()) return;
  throw Error::usage(
      given[0] + " is for hierarchies, and --export " + *settings.format + " for dendrograms",
      "leave out one of the two");
}

void check_export(CommandLine& line, const Settings& settings) {
  line.check_files(
      joined(settings.dendrograms, settings.topics, settings.vectors, label_paths(settings.labels)),
      {settings.output});
  refuse_if(!settings.format && !settings.vectors.empty(), "--text needs --export",
            "leave it out, or add --export with a format");
  check_labels(line, settings);
}

void check(CommandLine& line, const Settings& settings) {
  const auto needs_dendrograms = [&](bool given, const std::string& option) {
    refuse_if(given && settings.dendrograms.empty(), option + " needs DENDROGRAMS",
              "give the output of subintent cluster");
  };
  refuse_if(settings.qrels.empty(), "--qrels is missing", "give the judgments");
  if (const auto given = line.given_of(finished_options); !given.empty()) {
    throw Error::usage(given[0] + " is for an --export of finished hierarchies",
                       "leave out --qrels, and give the output of subintent hierarchy");
  }
  refuse_if(settings.dendrograms.size() > 1, "more than one file of dendrograms",
            "join them with cat first");
  refuse_if(settings.deltas.size() > 1 && settings.output.find(placeholder) == std::string::npos,
            "several values of --delta need one output file each",
            "write {delta} in the name of the output, for example -o wi-{delta}.jsonl");
  check_labels(line, settings);
  value_named("--weights", settings.weights, weightings);  // or an error
  refuse_if(settings.raw && settings.intent_weights &&
                settings.intent_weighting() != IntentWeights::uniform,
            "--raw means --intent-weights uniform", "leave out one of the two");
  refuse_if(settings.raw && settings.bins, "--raw means no compression, so there are no --bins",
            "leave out one of the two");
  line.check_files(
      joined(settings.dendrograms, settings.qrels, settings.adhoc_qrels,
             settings.intent_file() ? settings.intent_weights : std::nullopt, settings.superintents,
             settings.subtopics_file() ? settings.subtopics : std::nullopt,
             label_paths(settings.labels)),
      output_names(settings));
  needs_dendrograms(settings.raw, "--raw");
  needs_dendrograms(settings.delta_is_word(), "--delta " + settings.delta.value_or("0.3"));
  for (const std::string& option :
       line.given_of({"subtopics", "around", "one-subtopic", "bins", "adhoc-qrels"}))
    needs_dendrograms(true, option);
  needs_dendrograms(settings.exports_dendrograms(), "--export " + settings.format.value_or(""));
}

HierarchyFiles files_of(const Settings& settings) {
  HierarchyFiles files{settings.qrels, settings.adhoc_qrels};
  if (!settings.dendrograms.empty()) files.dendrograms = settings.dendrograms[0];
  if (settings.intent_file()) files.probabilities = *settings.intent_weights;
  files.labels = settings.labels;
  return files;
}

MakingOptions options_of(const Settings& settings) {
  MakingOptions options;
  options.hierarchies.compress = !settings.raw;
  options.hierarchies.rules = settings.rules;
  if (settings.around)
    options.hierarchies.around = number_of_subtopics(*settings.around).value_or(0);
  options.hierarchies.weighting = value_named("--weights", settings.weights, weightings);
  options.hierarchies.intent_weights =
      settings.raw ? IntentWeights::uniform : settings.intent_weighting();
  options.hierarchies.superintents = settings.superintents;
  options.format = settings.format.value_or("");
  return options;
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
  MakingOptions options = options_of(settings);
  if (settings.subtopics) {
    options.hierarchies.subtopics = number_of_subtopics(*settings.subtopics);
    if (!options.hierarchies.subtopics)
      options.hierarchies.subtopics_of = read_subtopics(*settings.subtopics);
  }
  make_hierarchies(files_of(settings), options, outputs, line.remarks());
  files.close();
}

void write_nuggets(const Settings& settings, const CommandLine& line) {
  OutputFiles files;
  const auto writer = [](OutputFile* file) -> TextWriter {
    if (file == nullptr) return {};
    return [file](std::string_view text) { file->write(text); };
  };
  NuggetOutputs outputs;
  outputs.hierarchies = writer(&files.open(settings.output));
  outputs.qrels = writer(files.open_if(settings.qrels_output));
  outputs.probabilities = writer(files.open_if(settings.probabilities_output));
  NuggetOptions options;
  options.all_intents = all_intents_of(settings.all_intents, settings.relevant_intents);
  options.format = settings.format.value_or("");
  convert_nuggets(sources(settings.nuggets), outputs, options, line.remarks());
  files.close();
}

constexpr std::size_t shown_terms = 5;

template <typename Tree>
std::vector<std::string> topics_of(const std::vector<Tree>& trees) {
  return mapped(trees, &Tree::topic);
}

// Keeps those of the topic that is asked for.
template <typename Tree>
std::vector<Tree> chosen(std::vector<Tree> trees, const Settings& settings,
                         const TopicCaptions& captions, const std::string& file) {
  if (!settings.topic) return trees;
  const std::string topic =
      subintent::find_topic(*settings.topic, topics_of(trees), captions, file);
  std::erase_if(trees, [&](const Tree& tree) { return tree.topic != topic; });
  return trees;
}

TopicCaptions read_captions(const Settings& settings, const std::vector<std::string>& shown,
                            const CommandLine& line) {
  const auto& topics = settings.topics;
  return topics ? subintent::read_topic_captions(*topics, shown, line.remarks()) : TopicCaptions();
}

std::string exported_hierarchies(const Settings& settings, const Source& input,
                                 const CommandLine& line) {
  // Warnings about texts of labels, which are compared with all hierarchies.
  Warnings of_labels;
  std::vector<Hierarchy> hierarchies =
      label_hierarchies(read_hierarchies(input), settings.labels, &of_labels);
  line.warn(of_labels);
  ExportOptions labelled{read_captions(settings, topics_of(hierarchies), line), {}};
  hierarchies = chosen(std::move(hierarchies), settings, labelled.topics, input.name());
  if (!settings.format) {
    std::string lines;
    for (const Hierarchy& hierarchy : hierarchies) lines += to_json(hierarchy) + '\n';
    return lines;
  }
  if (!settings.vectors.empty()) {
    Warnings warnings;
    labelled.terms = characteristic_terms(hierarchies, settings.vectors, shown_terms, &warnings);
    line.warn(warnings);
  }
  return export_hierarchies(hierarchies, *settings.format, labelled);
}

std::string exported_dendrograms(const Settings& settings, const Source& input,
                                 const CommandLine& line) {
  std::vector<Dendrogram> dendrograms = read_dendrograms(input);
  const TopicCaptions captions = read_captions(settings, topics_of(dendrograms), line);
  return export_dendrograms(chosen(std::move(dendrograms), settings, captions, input.name()),
                            *settings.format);
}

// Writes the finished file in a format of other programs, or as hierarchies with labels.
void export_file(const Settings& settings, const CommandLine& line) {
  OutputFile file(settings.output);
  const Source input = settings.dendrograms[0];
  file.write(settings.exports_dendrograms() ? exported_dendrograms(settings, input, line)
                                            : exported_hierarchies(settings, input, line));
  file.close();
}

// Lists the faults of a file; having any is a failure.
void run_check(const Settings& settings) {
  const auto faults =
      faults_of_hierarchies(*settings.checked, settings.qrels, settings.adhoc_qrels);
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
  if (settings.format)
    CommandLine::require_one_of("--export", *settings.format, names_of(export_formats()));
  if (!line.given_of(nugget_options).empty()) {
    if (!settings.nuggets.empty())  // what is no option is a further file of nuggets
      std::ranges::move(std::exchange(settings.dendrograms, {}),
                        std::back_inserter(settings.nuggets));
    check_nuggets(line, settings);
    return [settings, &line] { write_nuggets(settings, line); };
  }
  if (is_export(line, settings)) {
    check_export(line, settings);
    return [settings, &line] { export_file(settings, line); };
  }
  settings.rules = rules_of(settings);
  if (!settings.delta_is_word())
    settings.deltas = parse_number_list("delta", settings.delta.value_or("0.3"), 0, 1);
  if (settings.qrels.empty()) std::swap(settings.qrels, settings.adhoc_qrels);
  check(line, settings);
  return [settings, &line] { run_hierarchy(settings, line); };
}

}  // namespace subintent::internal
