// subintent tokenize [-o VECTORS] [--statistics S] [--fingerprints F] [--texts T] INPUT...
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "faces/cli/command.h"
#include "faces/cli/command_line.h"
#include "faces/cli/temporary_folder.h"
#include "io/folder_lock.h"
#include "simhash/simhash.h"
#include "subintent/program.h"
#include "subintent/version.h"
#include "tokenize/input_lists.h"
#include "tokenize/pipeline.h"
#include "tokenize/shard.h"
#include "tokenize/words/stemmer.h"
#include "tokenize/words/stop_lists.h"

namespace subintent::internal {
namespace {

constexpr std::uint64_t least_memory = std::uint64_t{16} << 20;

struct Arguments {
  std::vector<std::string> inputs, qrels;
  std::optional<std::string> format, input_list, docnos, stopwords, stem, shard;
  std::optional<std::string> listed_stopwords;
  std::optional<std::int64_t> ngrams, bits;
  std::optional<std::string> vectors, statistics, fingerprints, texts;
  std::string memory = "1G";
  bool html = false, main_content = false;

  // A language has a built-in list, whatever files there are.
  bool stopwords_are_built_in() const { return stopwords && find_stop_list(*stopwords) != nullptr; }
  std::optional<std::string> stopwords_file() const {
    return stopwords_are_built_in() ? std::nullopt : stopwords;
  }
};

std::size_t parse_memory(const std::string& text) {
  const auto bytes = parse_memory_size(text);
  if (!bytes || *bytes < least_memory) {
    throw Error::usage(
        "--memory: '" + printable(text) + "' is not an amount of memory of at least 16M",
        "write --memory 4G for four gibibytes");
  }
  return *bytes;
}

std::vector<std::string> outputs_of(const Arguments& arguments) {
  std::vector<std::string> outputs;
  for (const auto& output :
       {arguments.vectors, arguments.statistics, arguments.fingerprints, arguments.texts}) {
    if (output) outputs.push_back(*output);
  }
  if (outputs.empty()) {
    throw Error::usage("no output given",
                       "give at least one of --output, --statistics, --fingerprints and --texts");
  }
  return outputs;
}

// Files that are read besides the collection.
std::vector<std::string> other_inputs(const Arguments& arguments) {
  std::vector<std::string> inputs = arguments.qrels;
  for (const auto& path : {arguments.input_list, arguments.docnos, arguments.stopwords_file()}) {
    if (path) inputs.push_back(*path);
  }
  return inputs;
}

void check_files(CommandLine& line, const Arguments& arguments, std::vector<std::string> inputs) {
  std::ranges::move(other_inputs(arguments), std::back_inserter(inputs));
  line.check_files(inputs, outputs_of(arguments));
}

std::vector<std::string> all_inputs(const Arguments& arguments) {
  std::vector<std::string> inputs = arguments.inputs;
  if (!arguments.input_list) return inputs;
  std::ranges::move(read_paths(*arguments.input_list), std::back_inserter(inputs));
  if (inputs.empty()) {
    throw Error({display_name(*arguments.input_list), 0}, "contains no inputs",
                "write one path per line");
  }
  return inputs;
}

// What the outputs depend on besides the inputs, and how to tell that they are there.
FinishedShard finished_shard(const Arguments& arguments, std::vector<std::string> inputs) {
  if (!arguments.shard) return {};
  std::string settings =
      fmt::format("version {} format {} html {} stem {} ngrams {}{}{}", SUBINTENT_VERSION,
                  arguments.format.value_or("-"), arguments.html, arguments.stem.value_or("-"),
                  arguments.ngrams.value_or(0), arguments.main_content ? " main content" : "",
                  arguments.bits ? fmt::format(" bits {}", *arguments.bits) : "");
  if (arguments.stopwords_are_built_in()) settings += " stop words " + *arguments.stopwords;
  std::ranges::copy(arguments.qrels, std::back_inserter(inputs));
  for (const auto& path : {arguments.docnos, arguments.stopwords_file()}) {
    if (path) inputs.push_back(*path);
  }
  return {parse_shard(*arguments.shard), settings, inputs, outputs_of(arguments)};
}

void warn_of(const CommandLine& line, const std::string& done,
             const std::map<std::string, Defect, std::less<>>& defects) {
  for (const auto& [reason, defect] : defects) {
    line.warn(fmt::format("{}: {}{}; {}", defect.first_place, reason,
                          defect.count == 1 ? "" : fmt::format(" (the first of {})", defect.count),
                          done));
  }
}

// Inputs that were read and gave little or nothing, which is seldom what was meant.
void warn_of_mostly_skipped(const CommandLine& line, const TokenizeSummary& summary) {
  for (const auto& [reason, input] : summary.mostly_skipped) {
    const std::string others =
        input.inputs == 1 ? "" : fmt::format(" (the first of {} such inputs)", input.inputs);
    if (reason.empty()) {
      line.warn(fmt::format("{}: none of its {} is a document{}", input.first_name,
                            count_of(input.records, "record"), others));
    } else {
      line.warn(fmt::format("{}: {} of its {} skipped: {}{}", input.first_name, input.skipped,
                            count_of(input.records, "record"), reason, others));
    }
  }
}

void report(const CommandLine& line, const TokenizeTask& task, const TokenizeSummary& summary) {
  warn_of_mostly_skipped(line, summary);
  warn_of(line, "skipped", summary.counts.skipped);
  warn_of(line, "repaired as far as possible", summary.counts.repaired);
  if (task.docnos && summary.docnos_found < task.docnos->size()) {
    line.warn(fmt::format("{} of the {} given docnos are not in the inputs",
                          task.docnos->size() - summary.docnos_found, task.docnos->size()));
  }
  line.note(fmt::format("{} tokenised, {}, {} without terms; of {}: {}, {}",
                        count_of(summary.documents, "document"), count_of(summary.terms, "term"),
                        count_of(summary.documents_without_terms, "document"),
                        count_of(summary.counts.records, "record"), summary.counts.skipped_text(),
                        summary.counts.repaired_text()));
}

// Documents that are listed or relevant; nothing if neither is asked for.
std::optional<TermSet> docnos_asked_for(const Arguments& arguments) {
  if (!arguments.docnos && arguments.qrels.empty()) return std::nullopt;
  TermSet docnos;
  if (arguments.docnos) docnos = read_docnos(*arguments.docnos);
  for (const std::string& qrels : arguments.qrels) docnos.merge(read_relevant_docnos(qrels));
  return docnos;
}

void run(CommandLine& line, const Arguments& arguments, TokenizeTask task) {
  std::vector<std::string> inputs = all_inputs(arguments);
  CommandLine::require_one_standard_input(inputs);
  if (arguments.shard) inputs = inputs_of(parse_shard(*arguments.shard), inputs);
  task.inputs = sources(inputs);
  check_files(line, arguments, inputs);
  const FinishedShard finished = finished_shard(arguments, inputs);
  if (finished.found()) {
    line.note("shard " + *arguments.shard + " is already finished; to redo it, remove an output");
    line.wrote_nothing();
    return;
  }
  finished.require_own_outputs();
  if (arguments.stopwords) {
    task.terms.stopwords = arguments.stopwords_are_built_in()
                               ? stopwords_of(*arguments.stopwords, task.terms.folding)
                               : read_stopwords(*arguments.stopwords, task.terms.folding);
  }
  task.docnos = docnos_asked_for(arguments);
  OutputFiles outputs;
  const auto open = [&](const std::optional<std::string>& path) -> Write {
    if (!path) return {};
    return [&file = outputs.open(*path)](std::string_view text) { file.write(text); };
  };
  task.vectors = open(arguments.vectors);
  task.fingerprints = open(arguments.fingerprints);
  task.statistics = open(arguments.statistics);
  task.texts = open(arguments.texts);
  if (arguments.statistics) task.temporary_folder = temporary_folder(*arguments.statistics);

  TokenizeSummary summary;
  {
    ProgressLine progress(line.shows_progress());
    summary = tokenize_collection(task, progress.callback());
  }
  outputs.finish();
  report(line, task, summary);
  const FolderLock lock(outputs_of(arguments));
  finished.require_own_outputs();
  finished.remove();
  outputs.close();
  try {
    finished.write();
  } catch (const Error& error) {
    line.warn(std::string(error.what()) +
              "; the outputs are complete, but the next call will make them again");
  }
}

Work list_stopwords(CommandLine& line, const Arguments& arguments) {
  const std::vector<std::string> words = stop_words_of(*arguments.listed_stopwords);
  if (!arguments.inputs.empty()) {
    throw Error::usage("--list-stopwords does not read a collection", "leave out one of the two");
  }
  line.check_files({}, {"-"});
  return [words] {
    OutputFile output("-");
    for (const std::string& word : words) output.write(word + "\n");
    output.close();
  };
}

}  // namespace

Work setup_tokenize(CommandLine& line) {
  line.summary(
      "Makes document vectors, statistics, fingerprints and texts of a document collection.");
  Arguments arguments;
  line.inputs(&arguments.inputs, "INPUT...",
              fmt::format("collection files ({}), also compressed; - is standard input",
                          enumerate_formats(&CollectionFormat::label, ", ")));
  line.example("tokenize collection/*.warc.gz -o vectors.jsonl.gz --statistics statistics.tsv");
  line.section("Outputs (one is required)");
  line.option("output,o", &arguments.vectors, "VECTORS",
              "write document vectors: term frequencies");
  line.option("statistics", &arguments.statistics, "S",
              "write collection statistics: document frequencies");
  line.option("fingerprints", &arguments.fingerprints, "F", "write SimHash fingerprints");
  line.option("bits", &arguments.bits, "64|128|256", "bits of a fingerprint (default: 64)");
  line.option("texts", &arguments.texts, "T",
              "write texts for people: title, URL and first words of documents");
  line.section("Inputs");
  line.option(
      "format", &arguments.format, "F",
      fmt::format("format of the inputs: {} (default: detected from the first bytes of each)",
                  enumerate_formats(&CollectionFormat::name, " or ")));
  line.option("input-list", &arguments.input_list, "FILE",
              "more inputs: their paths, one per line");
  line.option("docnos", &arguments.docnos, "FILE",
              "vectors, fingerprints and texts of these docnos only, one per line; statistics "
              "count all documents");
  line.option("qrels", &arguments.qrels, "Q",
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
  line.option("ngrams", &arguments.ngrams, "N",
              "add the sequences of N characters of each word as terms, such as ~_dog for 4");
  line.flag("html", &arguments.html,
            fmt::format("texts in {} are HTML", enumerate_formats(&CollectionFormat::label, " and ",
                                                                  &CollectionFormat::is_plain)));
  line.flag(
      "main-content", &arguments.main_content,
      "only title and main content of pages, without menus, footers, lists of links and comments");
  line.section("Resources");
  line.option("shard", &arguments.shard, "I/N",
              "only the I-th of N parts of the inputs; finished parts are skipped");
  line.option("memory", &arguments.memory, "SIZE",
              "memory to use, such as 512M or 8G (default: 1G); larger statistics use temporary "
              "files next to S");
  line.parse();
  if (arguments.listed_stopwords) return list_stopwords(line, arguments);
  if (arguments.inputs.empty() && !arguments.input_list) {
    throw Error::usage("no collection given", "give at least one file, or - for standard input");
  }
  check_files(line, arguments, arguments.inputs);
  TokenizeTask task;
  if (arguments.format) task.collection.format = &collection_format(*arguments.format);
  task.collection.html = arguments.html;
  if (arguments.shard) parse_shard(*arguments.shard);
  if (arguments.main_content) task.terms.part = PagePart::main_content;
  task.memory = parse_memory(arguments.memory);
  if (arguments.stem) {
    task.terms.stem = *arguments.stem;
    Stemmer check(task.terms.stem);  // throws for an unknown language
  }
  if (arguments.stem || arguments.stopwords_are_built_in()) {
    task.terms.folding = folding_of(arguments.stem ? *arguments.stem : *arguments.stopwords);
  }
  task.terms.ngrams = static_cast<std::size_t>(arguments.ngrams.value_or(0));
  if (arguments.bits && !arguments.fingerprints) {
    throw Error::usage("--bits needs --fingerprints", "add --fingerprints, or leave it out");
  }
  const std::size_t words = words_of_bits(arguments.bits.value_or(64));
  task.append_fingerprint = [words](std::string& out, std::string_view docno,
                                    std::span<const TermCount> terms) {
    append_fingerprint_line(out, docno, terms, words);
  };
  return [&line, arguments, task] { run(line, arguments, task); };
}

}  // namespace subintent::internal
