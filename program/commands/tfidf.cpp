// subintent tfidf --statistics S VECTORS... -o VECTORS

#include "program/command_line.h"
#include "subintent/basics.h"
#include "subintent/collection.h"
#include "subintent/program.h"
#include "subintent/similarity.h"

namespace subintent::internal {
namespace {

struct TfidfArguments {
  std::vector<std::string> inputs;
  std::vector<std::string> qrels;
  std::string statistics, output = "-";
  std::optional<std::string> titles;
};

void run_tfidf(const CommandLine& line, const TfidfArguments& arguments) {
  write_output(arguments.output, [&](const TextWriter& write) {
    const Statistics statistics = Statistics::read(arguments.statistics);
    TermsByDocument without;  // terms of the titles of topics
    if (arguments.titles)
      without =
          terms_of_titles(Judgments::read({.qrels = sources(arguments.qrels)}), *arguments.titles);
    Warnings warnings;
    {
      ProgressLine progress(line.shows_progress());
      statistics.weigh_vectors(sources(arguments.inputs), write, progress.callback(), &warnings,
                               without);
    }
    line.warn(warnings);
  });
}

void check_tfidf_options(CommandLine& line, const TfidfArguments& arguments) {
  refuse_if(arguments.statistics.empty(), "--statistics is missing",
            "give the statistics of the collection, made with subintent tokenize");
  refuse_if(arguments.inputs.empty(), "no document vectors given",
            "give at least one file, or - for standard input");
  refuse_if(arguments.titles.has_value() == arguments.qrels.empty(),
            "--titles and --qrels must be given together", "leave out one, or give both");
  line.check_files(
      joined(arguments.inputs, arguments.qrels, arguments.titles, arguments.statistics),
      {arguments.output});
}

}  // namespace

Work setup_tfidf(CommandLine& line) {
  line.summary("Turns term frequencies into TF-IDF weights.");
  TfidfArguments arguments;
  line.inputs(&arguments.inputs, "VECTORS...",
              "document vectors of term frequencies, JSON lines; - is standard input");
  line.example("tfidf --statistics statistics.tsv frequencies.jsonl -o vectors.jsonl");
  line.option("statistics", &arguments.statistics, "S",
              "document frequencies of the collection, TSV (required)");
  line.option(
      "titles", &arguments.titles, "T",
      "vectors of the titles of topics, under the topics' names: their terms are left out of "
      "the documents relevant to them");
  line.option("qrels", &arguments.qrels, "Q",
              "with --titles: judgments that say what is relevant (repeatable)");
  line.option("output,o", &arguments.output, "VECTORS",
              "where to write the weighted vectors (default: standard output)");
  line.parse();
  check_tfidf_options(line, arguments);
  return [&line, arguments] { run_tfidf(line, arguments); };
}

}  // namespace subintent::internal
