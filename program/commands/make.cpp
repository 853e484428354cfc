// subintent make --qrels Q -o FOLDER INPUT...: all steps of a recipe, from documents to
// hierarchies.
#include <filesystem>

#include "program/command_line.h"
#include "program/options/inputs.h"
#include "subintent/basics.h"
#include "subintent/stages.h"
#include "subintent/values.h"

namespace subintent::internal {
namespace {

struct Arguments {
  RecipeFiles files;
  RecipeOptions options;
  CollectionArguments collection;
  std::optional<std::string> judged, recipe, stem, subtopics, of_intents, weights;
};

void run_make(CommandLine& line, const Arguments& arguments) {
  const RecipeFiles& files = arguments.files;
  const std::vector<std::string> outputs = outputs_of(files, arguments.options);
  line.check_files(files_read(files), outputs);
  const std::string& folder = files.output;
  std::error_code ignored;
  for (const std::string& input : files.inputs)
    refuse_if(std::filesystem::equivalent(input, folder, ignored),
              folder + " is the folder of documents, and would hold what is made of them, too",
              "write to another folder");
  {
    ProgressLine progress(line.shows_progress());
    make_files(files, arguments.options, line.remarks(&progress), progress.callback());
  }
  const auto path_of = [&](const std::string& name) {
    return (std::filesystem::path(files.output) / name).string();
  };
  bool intents = std::ranges::count(outputs, path_of("intent.jsonl")) > 0;
  line.note(path_of("topic.jsonl") + " has a hierarchy of each topic" +
            (intents ? ", " + path_of("intent.jsonl") + " subintents below its intents" : "") +
            "; to change a rule, change it in " + path_of("steps.sh") +
            " and run that; go on with");
  if (intents && !files.judged)  // or may they be rounds?
    intents = Judgments::read({.qrels = sources(files.qrels)}).judgments()[0].intent != "*";
  const std::string best = path_of(intents ? "intent.jsonl" : "topic.jsonl");
  const std::string name = intents ? arguments.weights.value_or("WI") : "TL";
  std::vector<std::string> evaluate;
  for (const std::string& qrels : files.qrels) evaluate.insert(evaluate.end(), {"--qrels", qrels});
  for (const std::string& qrels : files.adhoc_qrels)
    evaluate.insert(evaluate.end(), {"--adhoc-qrels", qrels});
  if (arguments.judged) evaluate.insert(evaluate.end(), {"--judged", *arguments.judged});
  evaluate.insert(evaluate.end(),
                  {"--hierarchy", name + '=' + best, "-m", "HD#-nDCG_" + name + "@10"});
  std::vector<std::string> explain = {best};
  const auto hierarchies = read_hierarchies(Source(best));
  if (hierarchies.size() > 1) explain.insert(explain.end(), {"--topic", hierarchies[0].topic});
  line.suggest("explain", explain);
  line.suggest("evaluate", evaluate, " RUN...");
}

// Takes the arguments into those of the library. Throws Error::usage for what is missing.
void take(Arguments& arguments) {
  RecipeFiles& files = arguments.files;
  if (arguments.judged) files.judged = value_named("--judged", *arguments.judged, judged_choices);
  if (arguments.recipe) arguments.options.recipe = find_recipe(*arguments.recipe);
  refuse_if(files.qrels.empty() && files.adhoc_qrels.empty(), "--qrels is missing",
            "give judgments, lines \"topic docno 1\" for relevant documents: --qrels FILE; a table "
            "of texts that has columns of these, too, is both");
  if (files.output.empty()) throw Error::usage("-o is missing", "give a folder: -o made");
  refuse_if(arguments.stem == "", "tokenize: --stem is empty", "give its value, or leave it out");
  if (arguments.subtopics) {
    arguments.options.subtopics = number_of_subtopics(*arguments.subtopics);
    if (!arguments.options.subtopics) {
      files.subtopics = *arguments.subtopics;
      arguments.options.subtopics_of = read_subtopics(*arguments.subtopics);
    }
  }
  if (arguments.of_intents)
    arguments.options.subtopics_of_intents = number_of_subtopics(*arguments.of_intents).value_or(0);
  if (arguments.weights)
    arguments.options.weighting = value_named("--weights", *arguments.weights, weightings);
  arguments.options.stem = arguments.stem.value_or("");
  arguments.options.collection = options_of(arguments.collection);
  check(files, arguments.options);
  CommandLine::require_one_standard_input(files.paths());
}

// "the settings of all steps: recipe-4, dou2019, or a file (default: ...)".
std::string recipe_help() {
  std::string names;
  for (const Recipe& recipe : recipes()) names += recipe.name + ", ";
  return "the settings of all steps: " + names +
         "or a file (default: " + recommended_recipe(Recipe::Documents::vectors).name +
         ", with --dense " + recommended_recipe(Recipe::Documents::dense).name + ")";
}

}  // namespace

Work setup_make(CommandLine& line) {
  line.summary("Makes hierarchies of subintents from documents, by a recipe.");
  Arguments arguments;
  line.inputs(&arguments.files.inputs, "[INPUT...]",
              "documents: collections, files of text or HTML, and folders of these; with --dense "
              "for labels only");
  line.example("make --qrels qrels.txt --stem english -o made collection.warc.gz");
  line.example("make --qrels qrels.txt --dense embeddings.npy --docnos docnos.txt -o made");
  line.option("qrels", &arguments.files.qrels, "Q", "judgments (required; repeatable)");
  line.option("adhoc-qrels", &arguments.files.adhoc_qrels, "Q",
              "judgments of whole topics, also alone (default: the highest grade over intents; "
              "repeatable)");
  line.option("judged", &arguments.judged, choice(names_of(judged_choices)),
              "what --qrels judges: intents, named in the second column, or topics (default: found "
              "out)");
  line.option("recipe", &arguments.recipe, "NAME|FILE", recipe_help());
  line.option("stem", &arguments.stem, "LANG",
              "the language of the documents, for stems and case (default: none)");
  line.option(
      "topics", &arguments.files.topics, "XML",
      "topics of the TREC Web Track: the words of a topic's query, which say nothing of its "
      "subtopics, do not count");
  line.option("subtopics", &arguments.subtopics, "N|FILE",
              "how many subtopics each topic has, or those that FILE has, \"topic number\" or "
              "\"topic intent number\", * for the whole topic (default: as the similarities say)");
  line.option("subtopics-of-intents", &arguments.of_intents, "N",
              "how many subtopics each intent has (default: as the similarities say)");
  line.option("weights", &arguments.weights, choice(names_of(weightings)),
              weights_help + std::string(" (default: as the recipe says, WI)"));
  intent_weights_option(line, &arguments.options.intent_weights,
                        "as the recipe says, else uniform");
  line.option("dense", &arguments.files.dense, "N",
              "compare documents by dense vectors, such as embeddings, NumPy or JSON lines");
  line.option("docnos", &arguments.files.docnos, "D",
              "the docnos of the rows of --dense, one per line");
  add_collection_options(line, arguments.collection);
  line.option("output,o", &arguments.files.output, "FOLDER",
              "where to write hierarchies and what they are made of (required)");
  line.parse();
  take(arguments);
  return [&line, arguments] { run_make(line, arguments); };
}

}  // namespace subintent::internal
