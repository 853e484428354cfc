// subintent tokenize [-o VECTORS] [--statistics S] [--fingerprints F] [--texts T] INPUT...
#include <fmt/format.h>

#include <iterator>

#include "program/command_line.h"
#include "program/environment.h"
#include "program/options/inputs.h"
#include "subintent/program.h"
#include "subintent/stages.h"
#include "subintent/tokenize.h"

namespace subintent::internal {
namespace {

struct TokenizeArguments {
  TokenizeFiles files;
  TokenizeOptions options;
  CollectionArguments collection;
  std::optional<std::string> input_list, stopwords, stem, listed_stopwords;
  std::optional<std::int64_t> bits;
  std::string memory = "1G";
};

std::size_t parse_memory(const std::string& text) {
  const auto bytes = parse_memory_size(text);
  refuse_if(!bytes || *bytes < TokenizeOptions::least_memory,
            "--memory: '" + printable(text) + "' is not an amount of memory of at least 16M",
            "write --memory 4G for four gibibytes");
  return *bytes;
}

std::vector<std::string> outputs_of_tokenize(const TokenizeFiles& files) {
  const auto outputs = joined(files.vectors, files.statistics, files.fingerprints, files.texts);
  refuse_if(outputs.empty(), "no output given",
            "give at least one of --output, --statistics, --fingerprints and --texts");
  return outputs;
}

// Files that are read besides the collection.
std::vector<std::string> other_inputs(const TokenizeArguments& arguments) {
  const auto& words = arguments.stopwords;
  return joined(arguments.files.qrels, arguments.input_list, arguments.files.docnos,
                words && !has_stop_words(*words) ? words : std::nullopt);
}

void check_files(CommandLine& line, const TokenizeArguments& arguments,
                 const std::vector<std::string>& inputs) {
  line.check_files(joined(inputs, other_inputs(arguments)), outputs_of_tokenize(arguments.files));
}

void add_listed_inputs(const std::optional<std::string>& list, std::vector<std::string>& inputs) {
  if (!list) return;
  std::ranges::move(read_input_list(*list), std::back_inserter(inputs));
  if (inputs.empty())
    throw Error({display_name(*list), 0}, "contains no inputs", "write one path per line");
}

void run_tokenize(CommandLine& line, TokenizeArguments arguments) {
  TokenizeFiles& files = arguments.files;
  TokenizeOptions& options = arguments.options;
  add_listed_inputs(arguments.input_list, files.inputs);
  CommandLine::require_one_standard_input(files.inputs);
  std::vector<std::string> inputs =
      files_of_inputs(files.inputs, joined(other_inputs(arguments), outputs_of_tokenize(files)));
  if (!line.given_of({"shard"}).empty()) inputs = inputs_of_shard(options.shard, inputs);
  check_files(line, arguments, inputs);
  if (files.statistics) options.temporary_folder = temporary_folder(*files.statistics);
  ProgressLine progress(line.shows_progress());
  const TokenizedFiles written =
      tokenize_files(files, options, line.remarks(&progress), progress.callback());
  if (written.were_finished) line.wrote_nothing();
}

Work list_stopwords(CommandLine& line, const TokenizeArguments& arguments) {
  const std::vector<std::string> words = stop_words(*arguments.listed_stopwords);
  refuse_if(!arguments.files.inputs.empty(), "--list-stopwords does not read a collection",
            "leave out one of the two");
  line.check_files({}, {"-"});
  return [words] {
    write_output("-", [&](const TextWriter& write) {
      for (const std::string& word : words) write(word + "\n");
    });
  };
}

}  // namespace

Work setup_tokenize(CommandLine& line) {
  line.summary(
      "Makes document vectors, statistics, fingerprints and texts of a document collection.");
  TokenizeArguments arguments;
  line.inputs(&arguments.files.inputs, "INPUT...",
              fmt::format("files of documents ({}), also compressed, and folders of them; - is "
                          "standard input",
                          listed_formats(&CollectionFormat::label, ", ")));
  line.example("tokenize collection/*.warc.gz -o vectors.jsonl.gz --statistics statistics.tsv");
  line.section("Outputs (one is required)");
  line.option("output,o", &arguments.files.vectors, "VECTORS",
              "write document vectors: term frequencies");
  line.option("statistics", &arguments.files.statistics, "S",
              "write collection statistics: document frequencies");
  line.option("fingerprints", &arguments.files.fingerprints, "F", "write SimHash fingerprints");
  line.option("bits", &arguments.bits, "64|128|256", "bits of a fingerprint (default: 64)");
  line.option("texts", &arguments.files.texts, "T",
              "write texts for people: title, URL and first words of documents");
  line.section("Inputs");
  add_collection_options(line, arguments.collection);
  line.option("input-list", &arguments.input_list, "FILE",
              "more inputs: their paths, one per line");
  line.option("docnos", &arguments.files.docnos, "FILE",
              "vectors, fingerprints and texts of these docnos only, one per line; statistics "
              "count all documents");
  line.option("qrels", &arguments.files.qrels, "Q",
              "likewise of documents that are relevant to a topic by these judgments (repeatable)");
  line.section("Terms");
  line.option("stopwords", &arguments.stopwords, "FILE|LANG",
              "leave out the words in FILE, one per line, case-folded, or those of a language, "
              "such as english");
  line.option("list-stopwords", &arguments.listed_stopwords, "LANG",
              "only print the words that --stopwords LANG leaves out");
  line.option(
      "stem", &arguments.stem, "LANG",
      "stem with the Snowball stemmer of a language, such as english, and fold case as it does");
  line.option("ngrams", &arguments.options.ngrams, "N",
              "add the sequences of N characters of each word as terms, such as ~_dog for 4");
  line.flag(
      "main-content", &arguments.options.main_content,
      "only title and main content of pages, without menus, footers, lists of links and comments");
  line.section("Resources");
  line.option("shard", &arguments.options.shard, "I/N",
              "only the I-th of N parts of the inputs; finished parts are skipped");
  line.option("memory", &arguments.memory, "SIZE",
              "memory to use, such as 512M or 8G (default: 1G); larger statistics use temporary "
              "files next to S");
  line.parse();
  if (arguments.listed_stopwords) return list_stopwords(line, arguments);
  refuse_if(arguments.files.inputs.empty() && !arguments.input_list, "no collection given",
            "give at least one file, or - for standard input");
  check_files(line, arguments, arguments.files.inputs);
  for (const auto& [option, value] :  // for the library an empty text is none
       {std::pair("--stem", arguments.stem), std::pair("--stopwords", arguments.stopwords)})
    refuse_if(value == "", fmt::format("{} is empty", option), "give its value, or leave it out");
  TokenizeOptions& options = arguments.options;
  options.collection = options_of(arguments.collection);
  options.stem = arguments.stem.value_or("");
  options.stopwords = arguments.stopwords.value_or("");
  options.memory = parse_memory(arguments.memory);
  if (arguments.bits) options.bits = fingerprint_bits(*arguments.bits);
  check(options);
  return [&line, arguments] { run_tokenize(line, arguments); };
}

}  // namespace subintent::internal
