#include <fmt/format.h>

#include <iterator>
#include <mutex>

#include "core/base/progress.h"
#include "core/base/warning.h"
#include "core/collection/qrels.h"
#include "core/io/disk.h"
#include "engine/values.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/labels/labels.h"
#include "hierarchy/terms/characteristic_terms.h"
#include "subintent/hierarchy.h"
#include "subintent/stages.h"
#include "subintent/version.h"
#include "tokenize/archive/collection.h"
#include "tokenize/archive/markup.h"
#include "tokenize/archive/payload.h"
#include "tokenize/charset/charset.h"
#include "tokenize/document_text.h"
#include "tokenize/document_tokenizer.h"
#include "tokenize/input_lists.h"
#include "tokenize/pipeline.h"
#include "tokenize/shard.h"
#include "tokenize/words/stemmer.h"
#include "tokenize/words/stop_lists.h"
#include "tokenize/words/words.h"

namespace subintent {
namespace {

std::vector<Term> terms_of(internal::TermCounter& counter) {
  std::vector<Term> terms;
  for (const internal::TermCount& term : counter.sorted_terms())
    terms.push_back({std::string(term.term), term.count});
  return terms;
}

internal::PagePart part_of(bool main_content) {
  return main_content ? internal::PagePart::main_content : internal::PagePart::all;
}

internal::CollectionOptions reading_of(const CollectionOptions& options) {
  internal::CollectionOptions reading;
  if (!options.format.empty()) reading.format = &internal::collection_format(options.format);
  reading.html = options.html;
  reading.names = internal::FieldNames(options.docno, options.text);
  return reading;
}

const Document& require_text(const Document& document) {
  const std::string_view kind =
      internal::kind_unless_text(document.content, document.http_charset, document.is_html);
  if (!kind.empty())
    throw Error::argument("text", fmt::format("text: holds {}, no text", kind), "leave it out");
  return document;
}

[[gnu::cold]] void note_left_out(const internal::CollectionCounts::LeftOut& one, Warnings& notes) {
  internal::add_warning(notes, "unused-columns", Location{one.file, 0}, one.text, one.advice);
}

// Warns of the first record of each defect.
void warn_of_defects(const internal::CollectionCounts& counts, Warnings& warnings) {
  const auto others = [](const internal::Defect& defect) {
    return defect.count == 1 ? "" : fmt::format(" (the first of {})", defect.count);
  };
  const auto warn = [&](const auto& defects, const std::string& done) {
    for (const auto& [reason, defect] : defects)
      internal::add_warning(warnings, "defective-records", Location{defect.first_place, 0},
                            reason + others(defect) + "; " + done);
  };
  warn(counts.skipped, "skipped");
  warn(counts.repaired, "repaired as far as possible");
  if (counts.left_out && counts.left_out->is_doubt) note_left_out(*counts.left_out, warnings);
  const auto is_share = [](const internal::Defect& defect, std::uint64_t of, std::uint64_t one_in) {
    return defect.count > 0 && one_in * defect.count >= of;
  };
  constexpr std::uint64_t several = 5;  // that a list may hold alone, in however large a collection
  const bool is_markup =
      counts.with_markup.count >= several || is_share(counts.with_markup, counts.documents, 100);
  // Some texts that are about HTML have pieces of it, too.
  if (!is_markup && !is_share(counts.with_pieces, counts.seen_pieces, 10)) return;
  const internal::Defect& markup = is_markup ? counts.with_markup : counts.with_pieces;
  internal::add_warning(warnings, "html-as-text", Location{markup.first_place, 0},
                        (is_markup ? "looks like HTML, and its tags are read as words"
                                   : "has tags or &amp; as in HTML, read as words") +
                            others(markup),
                        "give `html` if it is HTML");
}

// Names the first texts that were not read, and the first that were joined.
void note_reading(const internal::CollectionCounts& counts, Warnings& notes) {
  if (counts.joined.count > 0)
    internal::add_warning(
        notes, "joined-parts", Location{counts.joined.first_place, 0},
        count_of(counts.joined.count, "record") + " joined to the document before, as parts of it");
  if (counts.left_out && !counts.left_out->is_doubt) note_left_out(*counts.left_out, notes);
}

void note_renamed(const std::string& renamed, Warnings& notes) {
  if (!renamed.empty()) internal::add_warning(notes, "docnos-of-files", renamed);
}

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

template <typename Input>
std::vector<Input> part_of_shard(const std::string& shard, const std::vector<Input>& inputs) {
  const auto [first, last] = internal::part_of(internal::parse_shard(shard), inputs.size());
  return {inputs.begin() + static_cast<std::ptrdiff_t>(first),
          inputs.begin() + static_cast<std::ptrdiff_t>(last)};
}

// The files of the shard, or of all inputs. In their folders, other files of this call are no
// documents.
std::vector<internal::CollectionFile> inputs_of(const TokenizeFiles& files,
                                                const TokenizeOptions& options) {
  std::vector<std::string> others = other_files(files, options);
  std::ranges::copy(outputs_of(files), std::back_inserter(others));
  std::ranges::copy(files.no_documents, std::back_inserter(others));
  const auto inputs = internal::collection_files(sources(files.inputs), others);
  return options.shard.empty() ? inputs : part_of_shard(options.shard, inputs);
}

// The settings and inputs that outputs depend on, and the outputs to look for.
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
  if (files.qrels.size() > 1) internal::read_qrels(sources(files.qrels));  // throws if they differ
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
  task.collection = reading_of(options.collection);
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
    const char* const advice = reason.starts_with("archive") ? "unpack it" : "";
    internal::add_warning(warnings, "mostly-skipped", Location{input.first_name, 0}, text, advice);
  }
}

// " (relevant: a, b, c, ...)"
std::string wordless(std::vector<std::string> docnos) {
  if (docnos.empty()) return {};
  if (docnos.size() > 3) docnos.resize(4), docnos[3] = "...";
  return printable(" (relevant: " + join(docnos, ", ") + ")");
}

// A missing docno, and one that is there.
std::string examples_of(const TokenizeSummary& summary) {
  if (summary.first_missing.empty()) return {};
  return printable(summary.first_missing) +
         (summary.first_other.empty() ? ""
                                      : "; there are such as " + printable(summary.first_other));
}

Remarks remarks_of(const TokenizeTask& task, const TokenizeSummary& summary) {
  Remarks remarks;
  warn_of_mostly_skipped(summary, remarks.warnings);
  warn_of_defects(summary.counts, remarks.warnings);
  if (task.docnos && summary.docnos_found < task.docnos->size()) {
    internal::add_warning(remarks.warnings, "missing-docnos",
                          fmt::format("{} of the {} given docnos are not in the inputs (first: {})",
                                      task.docnos->size() - summary.docnos_found,
                                      task.docnos->size(), examples_of(summary)));
  }
  if (summary.repeated_docnos > 0) {
    internal::add_warning(
        remarks.warnings, "repeated-documents",
        fmt::format("{} the docno of one before (first: {}), and both are written",
                    summary.repeated_docnos == 1
                        ? "a document has"
                        : count_of(summary.repeated_docnos, "document") + " have",
                    printable(summary.first_repeated)),
        "where vectors are read by docno, such pairs are refused: keep one of them");
  }
  note_reading(summary.counts, remarks.notes);
  // Many bits are those of one of so few terms.
  constexpr std::uint64_t few_terms = 40;
  if (task.fingerprints && summary.documents > 0 && summary.terms < few_terms * summary.documents) {
    internal::add_warning(
        remarks.warnings, "short-documents",
        fmt::format("with so few terms a document ({}), fingerprints say little of how similar "
                    "documents are",
                    summary.terms / summary.documents),
        "compare vectors");
  }
  internal::add_warning(
      remarks.notes, "documents-tokenised",
      fmt::format("{} tokenised, {}, {} without terms{}; of {}: {}, {}",
                  count_of(summary.documents, "document"),
                  count_of(summary.terms, "term") + (task.terms.ngrams > 0 ? " with n-grams" : ""),
                  count_of(summary.documents_without_terms, "document"),
                  wordless(summary.docnos_without_terms),
                  count_of(summary.counts.records, "record"), summary.counts.skipped_text(),
                  summary.counts.repaired_text()));
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

std::vector<std::string> stop_words(std::string_view language) {
  return internal::stop_words_of(language);
}

bool has_stop_words(std::string_view language) {
  return internal::find_stop_list(language) != nullptr;
}

std::vector<std::string> stemmer_languages() {
  return internal::stemmer_languages();
}

bool is_page(std::string_view text) {
  return internal::markup_of(text) == internal::Markup::page;
}

bool has_pieces_of_html(std::string_view text) {
  return internal::has_pieces_of_html(text);
}

std::string decoded_text(std::string_view bytes) {
  return internal::decode_to_utf8(bytes, {}, is_page(bytes));
}

std::vector<CollectionFormat> collection_formats() {
  std::vector<CollectionFormat> formats;
  for (const internal::CollectionFormat& one : internal::collection_formats())
    formats.push_back({one.name, one.label, one.is_plain});
  return formats;
}

// A tokenizer for each thread that is in a call, made when it is first needed.
class Tokenizer::Pool {
 public:
  Pool(TokenizerOptions given, internal::TermOptions options)
      : given_(std::move(given)), options_(std::move(options)) {
    free_.emplace_back(options_);  // throws for an unknown stemmer
  }

  const TokenizerOptions& given() const { return given_; }

  std::vector<Term> use(const auto& count_terms) {
    std::optional<internal::DocumentTokenizer> tokenizer;
    if (const std::lock_guard lock(mutex_); !free_.empty()) {
      tokenizer.emplace(std::move(free_.back()));
      free_.pop_back();
    }
    if (!tokenizer) tokenizer.emplace(options_);
    std::vector<Term> terms = terms_of(count_terms(*tokenizer));
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(*tokenizer));
    return terms;
  }

 private:
  TokenizerOptions given_;
  internal::TermOptions options_;
  std::mutex mutex_;
  std::vector<internal::DocumentTokenizer> free_;
};

Tokenizer::Tokenizer(const TokenizerOptions& options) {
  internal::TermOptions terms;
  terms.stem = options.stem;
  terms.ngrams = options.ngrams;
  terms.part = part_of(options.main_content);
  terms.folding = internal::folding_of(options.language.empty() ? options.stem : options.language);
  for (const std::string& word : options.stopwords)
    internal::add_stopwords(word, terms.folding, terms.stopwords);
  pool_ = std::make_shared<Pool>(options, std::move(terms));
}

const TokenizerOptions& Tokenizer::options() const {
  return pool_->given();
}

std::vector<Term> Tokenizer::terms(std::string_view text) const {
  return pool_->use([&](internal::DocumentTokenizer & t) -> auto& {
    return t.tokenize_text(text);
  });
}

std::vector<Term> Tokenizer::terms(const Document& document) const {
  require_text(document);
  return pool_->use([&](internal::DocumentTokenizer & t) -> auto& { return t.tokenize(document); });
}

std::string visible_text(const Document& document, bool main_content) {
  std::string text;
  internal::read_visible_text(require_text(document), text, nullptr, part_of(main_content));
  return text;
}

DocumentText document_text(const Document& document, bool main_content) {
  std::string text;
  DocumentText shown;
  internal::read_visible_text(require_text(document), text, &shown, part_of(main_content));
  return shown;
}

CollectionSummary read_collection(const std::vector<Source>& inputs,
                                  const CollectionOptions& options,
                                  const std::function<void(Document&&)>& use,
                                  const ProgressCallback& progress) {
  refuse_if(!use, "use", "use: expected a function");
  internal::CollectionOptions reading = reading_of(options);
  if (!options.wanted.empty()) reading.wanted = &options.wanted;
  internal::CollectionCounts counts;
  internal::ProgressMeter meter(progress, "read", "documents", 0);
  internal::DifferentDocuments different;
  std::unordered_map<std::string, internal::CollectionReader::Given> before;
  std::vector<internal::CollectionFile> files = internal::collection_files(inputs);
  const std::string renamed = internal::call_as_wanted(files, options.wanted);
  for (const internal::CollectionFile& input : files) {
    internal::CollectionReader reader(input, reading);
    if (reader.is_document()) different.add(input);
    Document document;
    while (reader.next(document)) {
      if (reading.names.asks_for_docno())
        document.docno = std::string(internal::wanted_part(document.docno, options.wanted));
      if (options.wanted.contains(document.docno) && reader.is_copy(document, before, counts))
        document = {};
      else
        use(std::exchange(document, {}));
      meter.advance();
    }
    counts.add(reader.counts());
  }
  internal::require_documents(counts, files);
  CollectionSummary summary{counts.records, counts.documents, 0, {}};
  for (const auto& [kind, times] : counts.other) summary.skipped += times;
  for (const auto& [reason, defect] : counts.skipped) summary.skipped += defect.count;
  warn_of_defects(counts, summary.warnings);
  note_reading(counts, summary.warnings);
  note_renamed(renamed, summary.warnings);
  return summary;
}

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
  refuse_if(options.bits && !files.fingerprints, "bits", "bits needs `fingerprints`",
            "add `fingerprints`, or leave it out");
  refuse_if(files.inputs.empty(), "inputs", "inputs: none given",
            "give the files of the collection");
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
  Warnings notes;
  std::set<std::string_view> wanted;
  if (task.docnos) {
    wanted.insert(task.docnos->begin(), task.docnos->end());
    task.collection.wanted = &wanted;
    note_renamed(internal::call_as_wanted(task.inputs, wanted), notes);
  }
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
  internal::tell(say, {}, notes);
  if (say) say(remarks_of(task, summary));
  close(outputs, finished, paths, say);
  return {
      false,         summary.counts.records, summary.documents,   summary.documents_without_terms,
      summary.terms, summary.docnos_found,   examples_of(summary)};
}

std::vector<std::string> inputs_of_shard(const std::string& shard,
                                         const std::vector<std::string>& inputs) {
  return part_of_shard(shard, inputs);
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

std::vector<Hierarchy> with_labels(const std::vector<Hierarchy>& hierarchies, const Texts& texts,
                                   Warnings* warnings,
                                   const std::map<std::string, std::string>& titles) {
  std::vector<Hierarchy> labelled = internal::checked(hierarchies, "hierarchies");
  Warnings found;
  internal::make_labels(labelled, texts, titles, found);
  add(found, warnings);
  return labelled;
}

std::vector<std::vector<std::vector<std::string>>> characteristic_terms(
    const std::vector<Hierarchy>& hierarchies, const std::vector<Source>& vectors,
    std::size_t count, Warnings* warnings) {
  Warnings found;
  auto terms = internal::read_characteristic_terms(internal::checked(hierarchies, "hierarchies"),
                                                   vectors, count, found);
  add(found, warnings);
  return terms;
}

}  // namespace subintent
