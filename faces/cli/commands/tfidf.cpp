// subintent tfidf --statistics S VECTORS... -o VECTORS
#include <string>
#include <vector>

#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "io/output_file.h"
#include "subintent/basics.h"
#include "subintent/similarity.h"

namespace subintent::internal {
namespace {

struct Arguments {
  std::vector<std::string> inputs;
  std::string statistics, output = "-";
};

void run(const CommandLine& line, const Arguments& arguments) {
  OutputFile output(arguments.output);
  const Statistics statistics = Statistics::read(arguments.statistics);
  Warnings warnings;
  {
    ProgressLine progress(line.shows_progress());
    statistics.weigh_vectors(
        sources(arguments.inputs), [&](std::string_view text) { output.write(text); },
        progress.callback(), &warnings);
  }
  line.warn(warnings);
  output.close();
}

void check(CommandLine& line, const Arguments& arguments) {
  if (arguments.statistics.empty()) {
    throw Error::usage("--statistics is missing",
                       "give the statistics of the collection, made with subintent tokenize");
  }
  if (arguments.inputs.empty()) {
    throw Error::usage("no document vectors given",
                       "give at least one file, or - for standard input");
  }
  std::vector<std::string> inputs = arguments.inputs;
  inputs.push_back(arguments.statistics);
  line.check_files(inputs, {arguments.output});
}

}  // namespace

Work setup_tfidf(CommandLine& line) {
  line.summary("Turns term frequencies into TF-IDF weights.");
  Arguments arguments;
  line.inputs(&arguments.inputs, "VECTORS...",
              "document vectors of term frequencies, JSON lines; - is standard input");
  line.example("tfidf --statistics statistics.tsv frequencies.jsonl -o vectors.jsonl");
  line.option("statistics", &arguments.statistics, "S",
              "document frequencies of the collection, TSV (required)");
  line.option("output,o", &arguments.output, "VECTORS",
              "where to write the weighted vectors (default: standard output)");
  line.parse();
  check(line, arguments);
  return [&line, arguments] { run(line, arguments); };
}

}  // namespace subintent::internal
