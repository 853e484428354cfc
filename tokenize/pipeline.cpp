#include "tokenize/pipeline.h"

#include <tbb/enumerable_thread_specific.h>

#include <atomic>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

#include "core/base/ordered_pipeline.h"
#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "core/collection/documents.h"
#include "subintent/basics.h"
#include "tokenize/statistics/statistics_builder.h"
#include "tokenize/terms/document_vector.h"

namespace subintent::internal {
namespace {

// Large enough to make the cost of passing a batch on negligible, small enough to keep all threads
// busy.
constexpr std::size_t batch_bytes = 1 << 18;
constexpr std::size_t batch_documents = 256;
// The terms of a document can take twenty times the room of its bytes: larger documents than this
// are tokenised one at a time.
constexpr std::size_t large_document = 4 << 20;

// Documents on their way through the pipeline, and what was made of them.
struct Batch {
  std::vector<Document> documents;
  std::size_t bytes = 0;  // of their texts, then of what is to be written
  std::string vectors, fingerprints, texts;
  std::uint64_t tokenized = 0, terms = 0, documents_without_terms = 0;
  std::vector<std::string> docnos_without_terms = {};  // of those asked for
};

// The size as stored; 0 if it is unknown.
std::uintmax_t size_of(const Source& source) {
  if (source.is_memory()) return source.bytes().size();
  std::error_code error;
  const auto size = source.path() == "-" ? 0 : std::filesystem::file_size(source.path(), error);
  return error ? 0 : size;
}

// The documents of all inputs, one after the other.
class Inputs {
 public:
  explicit Inputs(const TokenizeTask& task) : task_(task) {
    for (const CollectionFile& input : task.inputs) {
      sizes_.push_back(size_of(input.source));
      total_ += sizes_.back();
    }
  }

  bool next(Document& document) {
    while (true) {
      if (!reader_) {
        if (next_input_ == task_.inputs.size()) return false;
        reader_.emplace(task_.inputs[next_input_], task_.collection);
        if (reader_->is_document()) different_.add(task_.inputs[next_input_]);
      }
      if (reader_->next(document)) return true;
      note_mostly_skipped(reader_->counts());
      counts_.add(reader_->counts());
      reader_.reset();
      finished_ += sizes_[next_input_++];
    }
  }

  // Is the document that was given last a copy of one before?
  bool is_copy(const Document& document,
               std::unordered_map<std::string, CollectionReader::Given>& before) {
    return reader_->is_copy(document, before, counts_);
  }

  const CollectionCounts& counts() const { return counts_; }
  const auto& mostly_skipped() const { return mostly_skipped_; }

  // Share of the compressed bytes read so far; negative if the sizes are unknown.
  double share_read() const {
    if (total_ == 0) return -1;
    const std::uint64_t position = finished_ + (reader_ ? reader_->position() : 0);
    return static_cast<double>(position) / static_cast<double>(total_);
  }

 private:
  void note_mostly_skipped(const CollectionCounts& counts) {
    const auto reason = counts.main_reason();
    if (!reason && (counts.documents > 0 || counts.records == 0)) return;
    auto& noted = mostly_skipped_[reason ? reason->text : ""];
    if (noted.inputs++ > 0) return;
    noted.first_name = task_.inputs[next_input_].source.name();
    noted.skipped = reason ? reason->records : counts.records;
    noted.records = counts.records;
  }

  const TokenizeTask& task_;
  std::vector<std::uintmax_t> sizes_;
  std::uintmax_t total_ = 0, finished_ = 0;
  std::size_t next_input_ = 0;
  std::optional<CollectionReader> reader_;
  DifferentDocuments different_;
  CollectionCounts counts_;
  std::map<std::string, TokenizeSummary::MostlySkipped> mostly_skipped_;
};

class Pass {
 public:
  Pass(const TokenizeTask& task, const ProgressCallback& progress)
      : task_(task),
        progress_(progress, "tokenize", "documents"),
        inputs_(task),
        tokenizers_([&task] { return DocumentTokenizer(task.terms); }),
        statistics_(task.memory / 2, task.temporary_folder) {}

  TokenizeSummary run() {
    run_ordered_pipeline<Batch>(
        2 * thread_limit() + 2,
        [this](Batch& batch) {
          if (!read(batch)) return false;
          under_way_ += batch.bytes;
          if (is_much_under_way()) tokenize(batch);
          return true;
        },
        [this](Batch& batch) { tokenize(batch); }, [this](const Batch& batch) { write(batch); });
    summary_.counts = inputs_.counts();
    summary_.mostly_skipped = inputs_.mostly_skipped();
    summary_.docnos_found = found_.size();
    if (task_.docnos) {
      std::string& first = summary_.first_missing;
      for (const auto& docno : *task_.docnos)
        if ((first.empty() || docno < first) && !found_.contains(docno)) first = docno;
    }
    if (task_.statistics) statistics_.write(task_.statistics);
    return summary_;
  }

 private:
  // Without statistics the documents that are not asked for need no further work. A copy of a
  // document before is skipped.
  bool is_wanted(const Document& document) {
    if (!task_.docnos) {
      note_if_repeated(document.docno);
      return true;
    }
    if (task_.docnos->contains(document.docno)) return !inputs_.is_copy(document, found_);
    if (summary_.first_other.empty()) summary_.first_other = document.docno;
    return task_.statistics != nullptr;
  }

  void note_if_repeated(const std::string& docno) {
    constexpr std::size_t remembered = 1 << 20;  // docnos, which take some 40 MB
    const std::size_t hash = std::hash<std::string>()(docno);
    const bool is_new =
        seen_.size() < remembered ? seen_.insert(hash).second : !seen_.contains(hash);
    if (!is_new && summary_.repeated_docnos++ == 0) summary_.first_repeated = docno;
  }

  // False if there are no more documents. A long stretch of unwanted ones gives empty batches, so
  // that the progress display moves on.
  bool read(Batch& batch) {
    std::size_t seen_bytes = 0;
    for (std::size_t seen = 0; seen < batch_documents && seen_bytes < batch_bytes; ++seen) {
      Document document;
      if (!inputs_.next(document)) {
        progress_.set_share(1);
        return seen > 0;
      }
      seen_bytes += document.content.size();
      if (task_.docnos && task_.collection.names.asks_for_docno())
        document.docno = std::string(wanted_part(document.docno, *task_.docnos));
      if (!is_wanted(document)) continue;
      batch.bytes += document.content.size();
      batch.documents.push_back(std::move(document));
    }
    if (const double share = inputs_.share_read(); share >= 0) progress_.set_share(share);
    return true;
  }

  // Then the reader does a batch itself rather than reading on: waiting for the other threads would
  // not do, since there need not be any.
  bool is_much_under_way() const { return under_way_ > task_.memory / 8; }

  // Does nothing for a batch that is done already.
  void tokenize(Batch& batch) {
    DocumentTokenizer& tokenizer = tokenizers_.local();
    for (Document& document : std::exchange(batch.documents, {})) {
      std::unique_lock turn(large_documents_, std::defer_lock);
      if (document.content.size() > large_document) turn.lock();
      const bool is_asked_for = !task_.docnos || task_.docnos->contains(document.docno);
      const bool is_shown = is_asked_for && task_.texts != nullptr;
      DocumentText shown;
      TermCounter& counter = tokenizer.tokenize(document, is_shown ? &shown : nullptr);
      document.content = std::string();  // gives its memory back, as = {} would not
      ++batch.tokenized;
      batch.terms += counter.total();
      if (counter.total() == 0) {
        ++batch.documents_without_terms;
        if (task_.docnos && is_asked_for) batch.docnos_without_terms.push_back(document.docno);
      }
      if (is_asked_for) append_lines(batch, document.docno, counter);
      if (is_shown) append_text_line(batch.texts, document.docno, shown);
      if (task_.statistics != nullptr) statistics_.add(counter);
      if (turn) counter.clear();
    }
    const std::size_t results =
        batch.vectors.size() + batch.fingerprints.size() + batch.texts.size();
    under_way_ += results;
    under_way_ -= std::exchange(batch.bytes, results);
  }

  void append_lines(Batch& batch, const std::string& docno, TermCounter& counter) {
    if (task_.vectors != nullptr) append_vector_line(batch.vectors, docno, counter.sorted_terms());
    if (task_.fingerprints != nullptr)
      task_.append_fingerprint(batch.fingerprints, docno, counter.terms());
  }

  void write(const Batch& batch) {
    if (task_.vectors != nullptr) task_.vectors(batch.vectors);
    if (task_.fingerprints != nullptr) task_.fingerprints(batch.fingerprints);
    if (task_.texts != nullptr) task_.texts(batch.texts);
    under_way_ -= batch.bytes;
    summary_.documents += batch.tokenized;
    summary_.terms += batch.terms;
    summary_.documents_without_terms += batch.documents_without_terms;
    std::ranges::copy(batch.docnos_without_terms,
                      std::back_inserter(summary_.docnos_without_terms));
    progress_.advance(batch.tokenized);
  }

  const TokenizeTask& task_;
  ProgressMeter progress_;
  Inputs inputs_;
  tbb::enumerable_thread_specific<DocumentTokenizer> tokenizers_;
  StatisticsBuilder statistics_;
  std::atomic<std::size_t> under_way_ = 0;  // bytes of texts, and of what was made of them
  std::mutex large_documents_;
  std::unordered_map<std::string, CollectionReader::Given> found_;  // of the docnos asked for
  std::unordered_set<std::size_t> seen_;  // hashes of the first docnos, if none are asked for
  TokenizeSummary summary_;
};

}  // namespace

TokenizeSummary tokenize_collection(const TokenizeTask& task, const ProgressCallback& progress) {
  return Pass(task, progress).run();
}

}  // namespace subintent::internal
