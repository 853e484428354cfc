#include <fmt/format.h>

#include <iterator>

#include "core/base/warning.h"
#include "core/io/disk.h"
#include "engine/collections/defects.h"
#include "engine/values.h"
#include "subintent/stages.h"
#include "subintent/version.h"
#include "tokenize/input_lists.h"
#include "tokenize/pipeline.h"
#include "tokenize/shard.h"
#include "tokenize/words/stemmer.h"
#include "tokenize/words/words.h"

namespace subintent {
namespace {

using internal::FinishedShard;
using internal::TokenizeSummary;
using internal::TokenizeTask;

std::vector<std::string> outputs_of(const TokenizeFiles& files) {
  std::vector<std::string> outputs;
  for (const auto& output : {files.vectors, files.statistics, files.fingerprints, files.texts})
    if (output) outputs.push_back(*output);
  return outputs;
}

// A language has a built-in list, whatever files there are.
bool stopwords_are_file(const TokenizeOptions& options) {
  return !options.stopwords.empty() && !has_stop_words(options.stopwords);
}

// Files that are read besides the collection.
std::vector<std::string> other_files(const TokenizeFiles& files, const TokenizeOptions& options) {
  std::vector<std::string> others = files.qrels;
  if (files.docnos) others.push_back(*files.docnos);
  if (stopwords_are_file(options)) others.push_back(options.stopwords);
  return others;
}

// The files of the shard, or of all inputs. In their folders, other files of this call are no
// documents.
std::vector<internal::CollectionFile> inputs_of(const TokenizeFiles& files,
                                                const TokenizeOptions& options) {
  std::vector<std::string> others = other_files(files, options);
  std::ranges::copy(outputs_of(files), std::back_inserter(others));
  std::ranges::copy(files.no_documents, std::back_inserter(others));
  std::vector<internal::CollectionFile> inputs =
      internal::collection_files(sources(files.inputs), others);
  if (options.shard.empty()) return inputs;
  const auto [first, last] = internal::part_of(internal::parse_shard(options.shard), inputs.size());
  return {inputs.begin() + static_cast<std::ptrdiff_t>(first),
          inputs.begin() + static_cast<std::ptrdiff_t>(last)};
}

// What the outputs depend on besides the inputs, and how to tell that they are there.
FinishedShard finished_shard(const TokenizeFiles& files, const TokenizeOptions& options,
                             const std::vector<std::string>& read) {
  if (options.shard.empty()) return {};
  const auto named = [](const std::string& name) { return name.empty() ? "-" : name; };
  std::string settings =
      fmt::format("version {} format {} html {} stem {} ngrams {}{}{}", SUBINTENT_VERSION,
                  named(options.collection.format), options.collection.html, named(options.stem),
                  options.ngrams, options.main_content ? " main content" : "",
                  options.bits ? fmt::format(" bits {}", *options.bits) : "");
  for (const std::string& name : options.collection.text) settings += " text " + name;
  if (!options.collection.docno.empty()) settings += " docno " + options.collection.docno;
  if (!options.stopwords.empty() && !stopwords_are_file(options))
    settings += " stop words " + options.stopwords;
  return {internal::parse_shard(options.shard), settings, read, outputs_of(files)};
}

// Documents that are listed or relevant; nothing if neither is asked for.
std::optional<internal::TermSet> docnos_asked_for(const TokenizeFiles& files) {
  if (!files.docnos && files.qrels.empty()) return std::nullopt;
  internal::TermSet docnos;
  if (files.docnos) docnos = internal::read_docnos(*files.docnos);
  for (const std::string& qrels : files.qrels) docnos.merge(internal::read_relevant_docnos(qrels));
  return docnos;
}

internal::TermOptions terms_of_page(const TokenizeOptions& options) {
  internal::TermOptions terms;
  terms.stem = options.stem;
  terms.ngrams = options.ngrams;
  if (options.main_content) terms.part = internal::PagePart::main_content;
  const bool is_file = stopwords_are_file(options);
  if (!options.stem.empty())
    terms.folding = internal::folding_of(options.stem);
  else if (!is_file)
    terms.folding = internal::folding_of(options.stopwords);
  if (options.stopwords.empty()) return terms;
  terms.stopwords = is_file ? internal::read_stopwords(options.stopwords, terms.folding)
                            : internal::stopwords_of(options.stopwords, terms.folding);
  return terms;
}

TokenizeTask task_of(const TokenizeFiles& files, const TokenizeOptions& options,
                     std::vector<internal::CollectionFile> inputs) {
  TokenizeTask task;
  task.inputs = std::move(inputs);
  task.collection = internal::reading_of(options.collection);
  task.terms = terms_of_page(options);
  task.docnos = docnos_asked_for(files);
  task.memory = options.memory;
  task.temporary_folder = options.temporary_folder;
  task.append_fingerprint = [words = internal::words_of_bits(options.bits.value_or(64))](
                                std::string& out, std::string_view docno,
                                std::span<const internal::TermCount> terms) {
    internal::append_fingerprint_line(out, docno, terms, words);
  };
  return task;
}

// Inputs that were read and gave little or nothing, which is seldom what was meant.
void warn_of_mostly_skipped(const TokenizeSummary& summary, Warnings& warnings) {
  for (const auto& [reason, input] : summary.mostly_skipped) {
    const std::string records = count_of(input.records, "record");
    std::string text =
        reason.empty() ? fmt::format("none of its {} is a document", records)
                       : fmt::format("{} of its {} skipped: {}", input.skipped, records, reason);
    if (input.inputs > 1) text += fmt::format(" (the first of {} such inputs)", input.inputs);
    warnings.push_back(
        internal::make_warning("mostly-skipped", Location{input.first_name, 0}, text));
  }
}

Remarks remarks_of(const TokenizeTask& task, const TokenizeSummary& summary) {
  Remarks remarks;
  warn_of_mostly_skipped(summary, remarks.warnings);
  internal::warn_of_defects(summary.counts, remarks.warnings);
  if (task.docnos && summary.docnos_found < task.docnos->size()) {
    remarks.warnings.push_back(internal::make_warning(
        "missing-docnos",
        fmt::format("{} of the {} given docnos are not in the inputs",
                    task.docnos->size() - summary.docnos_found, task.docnos->size())));
  }
  internal::note_left_out(summary.counts, remarks.notes);
  remarks.notes.push_back(internal::make_warning(
      "documents-tokenised",
      fmt::format("{} tokenised, {}, {} without terms; of {}: {}, {}",
                  count_of(summary.documents, "document"),
                  count_of(summary.terms, "term") + (task.terms.ngrams > 0 ? " with n-grams" : ""),
                  count_of(summary.documents_without_terms, "document"),
                  count_of(summary.counts.records, "record"), summary.counts.skipped_text(),
                  summary.counts.repaired_text())));
  return remarks;
}

// Gives the outputs their names, and notes that they are finished.
void close(OutputFiles& outputs, const FinishedShard& finished,
           const std::vector<std::string>& paths, const RemarksCallback& say) {
  const internal::FolderLock lock(paths);
  finished.require_own_outputs();
  finished.remove();
  outputs.close();
  try {
    finished.write();
  } catch (const Error& error) {
    internal::tell(say, {internal::make_warning("unmarked-shard", std::string(error.what()),
                                                "the outputs are complete, but the next call will "
                                                "make them again")});
  }
}

}  // namespace

void check(const TokenizeOptions& options) {
  if (!options.collection.format.empty()) internal::collection_format(options.collection.format);
  if (!options.shard.empty()) internal::parse_shard(options.shard);
  if (!options.stem.empty()) internal::Stemmer(options.stem);
  fingerprint_bits(options.bits.value_or(64));
}

TokenizedFiles tokenize_files(const TokenizeFiles& files, const TokenizeOptions& options,
                              const RemarksCallback& say, const ProgressCallback& progress) {
  check(options);
  const std::vector<std::string> paths = outputs_of(files);
  if (paths.empty()) throw Error::usage("no output given", "give at least one");
  if (options.bits && !files.fingerprints) {
    throw Error::argument("bits", "bits needs `fingerprints`",
                          "add `fingerprints`, or leave it out");
  }
  if (files.inputs.empty())
    throw Error::argument("inputs", "inputs: none given", "give the files of the collection");
  std::vector<internal::CollectionFile> inputs = inputs_of(files, options);
  std::vector<std::string> read = other_files(files, options);
  for (const auto& input : inputs) read.push_back(input.source.path());
  require_different_files(read, paths);
  const FinishedShard finished = finished_shard(files, options, read);
  if (finished.found()) {
    internal::tell(
        say, {},
        {internal::make_warning("finished-shard", "shard " + options.shard + " is already finished",
                                "to redo it, remove an output")});
    return {.were_finished = true};
  }
  finished.require_own_outputs();
  TokenizeTask task = task_of(files, options, std::move(inputs));
  OutputFiles outputs;
  const auto open = [&](const std::optional<std::string>& path) -> internal::Write {
    if (!path) return {};
    return [&file = outputs.open(*path)](std::string_view text) { file.write(text); };
  };
  task.vectors = open(files.vectors);
  task.fingerprints = open(files.fingerprints);
  task.statistics = open(files.statistics);
  task.texts = open(files.texts);
  const TokenizeSummary summary = internal::tokenize_collection(task, progress);
  if (options.shard.empty()) internal::require_documents(summary.counts, task.inputs);
  outputs.finish();
  if (say) say(remarks_of(task, summary));
  close(outputs, finished, paths, say);
  return {false,         summary.counts.records, summary.documents, summary.documents_without_terms,
          summary.terms, summary.docnos_found};
}

std::vector<std::string> inputs_of_shard(const std::string& shard,
                                         const std::vector<std::string>& inputs) {
  const auto [first, last] = internal::part_of(internal::parse_shard(shard), inputs.size());
  return {inputs.begin() + static_cast<std::ptrdiff_t>(first),
          inputs.begin() + static_cast<std::ptrdiff_t>(last)};
}

std::vector<std::string> files_of_inputs(const std::vector<std::string>& inputs,
                                         const std::vector<std::string>& no_documents) {
  std::vector<std::string> paths;
  for (const auto& file : internal::collection_files(sources(inputs), no_documents))
    paths.push_back(file.source.path());
  return paths;
}

std::vector<std::string> read_input_list(const Source& source) {
  return internal::read_paths(source);
}

}  // namespace subintent
