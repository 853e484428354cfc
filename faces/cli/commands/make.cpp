// subintent make --qrels Q -o FOLDER INPUT...: all steps of a recipe, from documents to
// hierarchies.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "subintent/basics.h"
#include "subintent/collection.h"
#include "subintent/hierarchy.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using Words = std::vector<std::string>;

struct Arguments {
  Words inputs, qrels, adhoc_qrels;
  std::string output;
  std::optional<std::string> recipe, stem, topics, dense, docnos;
  std::optional<std::int64_t> stability;  // samples
};

// A command with its arguments, whose command line has been checked.
struct Step {
  std::unique_ptr<CommandLine> line;
  Work work;
};

// The steps, in their order. Those of intents are left out where topics have no more than one.
struct Steps {
  std::vector<Step> documents, topic, intent;
};

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

void append_each(Words& words, const std::string& option, const Words& values) {
  for (const std::string& value : values) append(words, {option, value});
}

// Builds the steps of a recipe for a command line.
class Plan {
 public:
  Plan(const CommandLine& line, const Arguments& arguments, Recipe recipe)
      : quiet_(!line.shows_notes()), arguments_(arguments), recipe_(std::move(recipe)) {}

  Steps steps() const {
    Steps made;
    if (!arguments_.inputs.empty()) add_documents(made.documents);
    add_level(made.topic, "topic", recipe_.topic);
    add_level(made.intent, "intent", recipe_.intent);
    return made;
  }

  // All files that are written.
  Words outputs(bool intents) const {
    Words names;
    if (!arguments_.inputs.empty()) names.emplace_back("texts.tsv.gz");
    if (recipe_.documents == Recipe::Documents::vectors) {
      append(names, {"terms.jsonl.gz", "statistics.tsv.gz", "vectors.jsonl.gz"});
      if (arguments_.topics) append(names, {"titles.jsonl", "title-terms.jsonl"});
    } else if (recipe_.documents == Recipe::Documents::fingerprints) {
      names.emplace_back("fingerprints.tsv.gz");
    }
    for (const std::string level : {"topic", "intent"}) {
      if (level == "topic" || intents)
        append(names, {level + "-dendrograms.jsonl", level + ".jsonl"});
    }
    for (std::string& name : names) name = file(name);
    return names;
  }

  const Recipe& recipe() const { return recipe_; }

  std::string file(const std::string& name) const {
    return (std::filesystem::path(arguments_.output) / name).string();
  }

 private:
  void add(std::vector<Step>& steps, const std::string& name, Words words) const {
    if (quiet_) words.emplace_back("--quiet");
    for (const Command& command : commands()) {
      if (command.name != name) continue;
      Step step{std::make_unique<CommandLine>(name, std::move(words)), {}};
      try {
        step.work = command.setup(*step.line);
      } catch (const Error& error) {  // about an option of the recipe, mostly
        if (error.kind() != Error::Kind::argument) throw;
        throw Error::usage(name + ": " + error.message(), error.advice());
      }
      steps.push_back(std::move(step));
    }
  }

  // How samples are clustered.
  static Recipe::Settings without_background(Recipe::Settings settings) {
    std::erase_if(settings, [](const auto& setting) { return setting.first == "background"; });
    return settings;
  }

  static Words words_of(const Recipe::Settings& settings) {
    Words words;
    for (const auto& [option, value] : settings) {
      words.push_back("--" + option);
      if (!value.empty()) words.push_back(value);
    }
    return words;
  }

  // Texts for labels, and what documents are compared by.
  void add_documents(std::vector<Step>& steps) const {
    Words words = words_of(recipe_.tokenize);
    if (arguments_.stem) append(words, {"--stem", *arguments_.stem});
    append_each(words, "--qrels", arguments_.qrels);
    append_each(words, "--qrels", arguments_.adhoc_qrels);
    append(words, {"--texts", file("texts.tsv.gz")});
    if (recipe_.documents == Recipe::Documents::vectors) {
      append(words, {"-o", file("terms.jsonl.gz"), "--statistics", file("statistics.tsv.gz")});
    } else if (recipe_.documents == Recipe::Documents::fingerprints) {
      append(words, {"--fingerprints", file("fingerprints.tsv.gz")});
    }
    append(words, arguments_.inputs);
    add(steps, "tokenize", words);
    if (recipe_.documents != Recipe::Documents::vectors) return;
    if (arguments_.topics) add_titles(steps);
    words = {"--statistics", file("statistics.tsv.gz"), file("terms.jsonl.gz")};
    if (arguments_.topics) {
      append(words, {"--titles", file("title-terms.jsonl")});
      append_each(words, "--qrels", arguments_.qrels);
      append_each(words, "--qrels", arguments_.adhoc_qrels);
    }
    append(words, {"-o", file("vectors.jsonl.gz")});
    add(steps, "tfidf", words);
  }

  // The terms of titles, as those of documents.
  void add_titles(std::vector<Step>& steps) const {
    Words words = words_of(recipe_.tokenize);
    if (arguments_.stem) append(words, {"--stem", *arguments_.stem});
    append(words, {"-o", file("title-terms.jsonl"), file("titles.jsonl")});
    add(steps, "tokenize", words);
  }

  Words compared_by() const {
    if (recipe_.documents == Recipe::Documents::vectors) {
      return {"--vectors", file("vectors.jsonl.gz")};
    }
    if (recipe_.documents == Recipe::Documents::fingerprints) {
      return {"--fingerprints", file("fingerprints.tsv.gz")};
    }
    Words words = {"--dense", *arguments_.dense};
    if (arguments_.docnos) append(words, {"--docnos", *arguments_.docnos});
    return words;
  }

  void add_level(std::vector<Step>& steps, const std::string& level,
                 const Recipe::Settings& settings) const {
    const std::string dendrograms = file(level + "-dendrograms.jsonl");
    Words judged;
    append_each(judged, "--qrels", arguments_.qrels);
    if (level == "topic") append_each(judged, "--adhoc-qrels", arguments_.adhoc_qrels);
    Words words = judged;
    append(words, compared_by());
    append(words, {"--level", level});
    append(words, words_of(recipe_.cluster));
    append(words, {"-o", dendrograms});
    add(steps, "cluster", words);
    words = judged;
    append(words, words_of(settings));
    if (arguments_.stability) {  // samples are clustered in the same way
      append(words, {"--stability", std::to_string(*arguments_.stability)});
      append(words, compared_by());
      append(words, words_of(without_background(recipe_.cluster)));
    }
    if (!arguments_.inputs.empty()) append(words, {"--make-labels", file("texts.tsv.gz")});
    append(words, {dendrograms, "-o", file(level + ".jsonl")});
    add(steps, "hierarchy", words);
  }

  bool quiet_;
  Arguments arguments_;
  Recipe recipe_;
};

// Does a topic have several intents?
bool have_intents(const Arguments& arguments) {
  JudgmentInputs inputs;
  inputs.qrels = sources(arguments.qrels);
  std::set<std::pair<std::string, std::string>> seen;  // topic and intent
  std::set<std::string> topics;
  for (const Judgment& judgment : Judgments::read(std::move(inputs)).judgments()) {
    if (judgment.grade <= 0 || !seen.emplace(judgment.topic, judgment.intent).second) continue;
    if (!topics.insert(judgment.topic).second) return true;
  }
  return false;
}

void run_steps(const CommandLine& line, const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    line.note(step.line->text());
    step.work();
  }
}

// All files that are read.
Words inputs_of(const Arguments& arguments) {
  Words inputs = arguments.inputs;
  append(inputs, arguments.qrels);
  append(inputs, arguments.adhoc_qrels);
  for (const auto& path : {arguments.topics, arguments.dense, arguments.docnos}) {
    if (path) inputs.push_back(*path);
  }
  return inputs;
}

// The titles of topics as documents.
void write_titles(const std::string& topics, const std::string& path) {
  OutputFile output(path);
  std::string text;
  for (const auto& [topic, caption] : read_topic_captions(topics)) {
    text += R"({"id":)";
    append_json_string(text, topic);
    text += R"(,"contents":)";
    append_json_string(text, caption.query);
    text += "}\n";
  }
  output.write(text);
  output.close();
}

// What an option of a recipe is, or else its default.
std::string setting_of(const Recipe::Settings& settings, const std::string& option,
                       const Step& step) {
  for (const auto& [name, value] : settings) {
    if (name == option) return value;
  }
  for (const auto& [name, value] : step.line->defaults()) {
    if (name == option) return value;
  }
  return {};
}

void run(CommandLine& line, const Arguments& arguments, const Steps& steps, const Plan& plan) {
  const bool intents = have_intents(arguments);
  line.check_files(inputs_of(arguments), plan.outputs(intents));
  std::error_code failed;
  std::filesystem::create_directories(arguments.output, failed);
  if (failed) {
    throw Error(Error::Kind::system, {arguments.output, 0},
                "cannot make the folder: " + failed.message(), "give another one with -o");
  }
  if (arguments.topics) write_titles(*arguments.topics, plan.file("titles.jsonl"));
  run_steps(line, steps.documents);
  run_steps(line, steps.topic);
  if (intents) run_steps(line, steps.intent);
  const Recipe::Settings& settings = intents ? plan.recipe().intent : plan.recipe().topic;
  const Step& last = intents ? steps.intent.back() : steps.topic.back();
  line.note(fmt::format(
      "weights: nodes share that of their parent by --weights {}{}; subintent hierarchy says what "
      "these are, and sets others",
      setting_of(settings, "weights", last),
      intents ? ", intents have theirs by --intent-weights " +
                    setting_of(settings, "intent-weights", last)
              : ""));
  line.note(fmt::format(
      "{} has a hierarchy of each topic{}", plan.file("topic.jsonl"),
      intents ? ", " + plan.file("intent.jsonl") + " subintents below its intents" : ""));
}

void check(const Arguments& arguments, const Recipe& recipe) {
  if (arguments.qrels.empty()) throw Error::usage("--qrels is missing", "give the judgments");
  if (arguments.output.empty()) throw Error::usage("-o is missing", "give a folder: -o made");
  if (arguments.inputs.empty() && !arguments.dense) {
    throw Error::usage("no documents given", "give files of a collection, or --dense VECTORS");
  }
  if (arguments.docnos && !arguments.dense) {
    throw Error::usage("--docnos needs --dense", "give both, or leave it out");
  }
  if (arguments.dense.has_value() != (recipe.documents == Recipe::Documents::dense)) {
    throw Error::usage(
        "recipe " + recipe.name + (arguments.dense ? " is not for" : " needs") + " dense vectors",
        arguments.dense ? "leave out --recipe or --dense" : "give --dense VECTORS");
  }
  const bool of_terms = recipe.documents == Recipe::Documents::vectors;
  if (arguments.topics && !of_terms) {
    throw Error::usage("recipe " + recipe.name + " compares no terms, so titles change nothing",
                       "leave out --topics");
  }
  const auto is_one_subtopic = [](const auto& setting) { return setting.first == "one-subtopic"; };
  if (of_terms && !arguments.topics && std::ranges::any_of(recipe.topic, is_one_subtopic)) {
    throw Error::usage("recipe " + recipe.name + " needs the titles of the topics",
                       "give --topics XML, or another --recipe");
  }
  for (const Words& files : {arguments.qrels, arguments.adhoc_qrels}) {
    if (std::ranges::count(files, "-") == 0) continue;
    throw Error::usage("judgments are read by several steps, and standard input only once",
                       "give a file");
  }
}

const Recipe& recommended(bool dense, bool titles) {
  return recommended_recipe(dense ? Recipe::Documents::dense : Recipe::Documents::vectors, titles);
}

// "the settings of all steps: recipe-2, dou2019, or a file (default: ...)".
std::string recipe_help() {
  std::string names;
  for (const Recipe& recipe : recipes()) names += recipe.name + ", ";
  return "the settings of all steps: " + names +
         "or a file (default: " + recommended(false, false).name + ", with --topics " +
         recommended(false, true).name + ", with --dense " + recommended(true, false).name + ")";
}

}  // namespace

Work setup_make(CommandLine& line) {
  line.summary("Makes hierarchies of subintents from documents, by a recipe.");
  Arguments arguments;
  line.inputs(&arguments.inputs, "[INPUT...]",
              "collections of documents, as tokenize takes them; with --dense for labels only");
  line.example("make --qrels qrels.txt --stem english -o made collection.warc.gz");
  line.example("make --qrels qrels.txt --dense embeddings.npy --docnos docnos.txt -o made");
  line.option("qrels", &arguments.qrels, "Q", "diversity judgments (required; repeatable)");
  line.option("adhoc-qrels", &arguments.adhoc_qrels, "Q",
              "judgments of whole topics (default: the highest grade over intents; repeatable)");
  line.option("recipe", &arguments.recipe, "NAME|FILE", recipe_help());
  line.option("stem", &arguments.stem, "LANG",
              "the language of the documents, for stems and case (default: none)");
  line.option(
      "topics", &arguments.topics, "XML",
      "topics of the TREC Web Track: the words of a topic's query, which say nothing of its "
      "subtopics, do not count");
  line.option("dense", &arguments.dense, "N",
              "compare documents by dense vectors, such as embeddings, NumPy or JSON lines");
  line.option("docnos", &arguments.docnos, "D", "the docnos of the rows of --dense, one per line");
  line.option("stability", &arguments.stability, "N",
              "say how well nodes are found again in N samples of 80 % of the documents");
  line.option("output,o", &arguments.output, "FOLDER",
              "where to write hierarchies and what they are made of (required)");
  line.parse();
  Recipe recipe = arguments.recipe
                      ? find_recipe(*arguments.recipe)
                      : recommended(arguments.dense.has_value(), arguments.topics.has_value());
  check(arguments, recipe);
  const Plan plan(line, arguments, std::move(recipe));
  const auto steps = std::make_shared<Steps>(plan.steps());
  return [&line, arguments, steps, plan] { run(line, arguments, *steps, plan); };
}

}  // namespace subintent::internal
