// The common part of the readers of all collection formats.
#pragma once

#include <set>

#include "tokenize/archive/byte_window.h"
#include "tokenize/archive/document.h"
#include "tokenize/archive/field_names.h"

namespace subintent::internal {

struct ReadingOptions {
  bool html = false;  // texts of the formats that are plain are HTML
  FieldNames names = {{}, {}};
  std::string file_docno = {};    // of a file that is a document
  bool is_one_of_folder = false;  // a file that nobody named: it must say what it is
  const std::set<std::string_view>* wanted = nullptr;  // docnos that others name
  bool is_beside_text = false;                         // of a file of the same name
};

// Thrown for an object or a table whose names do not say what is the docno and what the text.
class UnknownNames : public Error {
 public:
  using Error::Error;
};

// Gives the documents of one file, in its order.
class DocumentReader {
 public:
  // Reads what `window` shows and keeps the account in `counts`.
  DocumentReader(ByteWindow& window, CollectionCounts& counts, const ReadingOptions& options)
      : window_(window), counts_(counts), options_(options) {}
  virtual ~DocumentReader() = default;
  DocumentReader(const DocumentReader&) = delete;
  DocumentReader& operator=(const DocumentReader&) = delete;

  // The next document, with a docno that has no docno_defect() and at most document_size_limit
  // bytes; false at the end. Every record on the way is counted in CollectionCounts::records, and
  // with its reason where it is not a document or not sound.
  virtual bool next(Document& document) = 0;

  // The error about the first object that is no document, to be thrown if nothing in the file can
  // be read.
  const std::optional<UnknownNames>& complaint() const { return complaint_; }

 protected:
  // The place of the record that was counted last, for messages: "FILE, record 17".
  std::string place(std::string_view record = "record") const {
    return window_.name() + ", " + std::string(record) + " " + std::to_string(counts_.records);
  }

  // The text of a document in a plain format, behind other parts of it that belong to its text
  // ("title\n"): HTML if that is asked for, or if it is a whole page.
  void set_text(Document& document, std::string_view before, std::string_view text,
                const std::string& place, bool is_html = false);

  // May the next document have texts that are not read and are to be told? One of the first, or one
  // that is read by its title.
  bool may_leave_out(const Fields& fields) {
    return seen_++ < first_texts ? !counts_.left_out : fields.texts.empty() && !counts_.left_out;
  }

  // Notes the first texts that are not read: of the first document, or longer than the `size` bytes
  // of another, or of a title, which is doubtful. True if that is done.
  bool note_left_out(std::span<const std::string_view> names, const Fields& fields,
                     std::vector<std::string> values, std::size_t size);

  // Warns that names are read as documents, with the options of `advice` for where they are none.
  void doubt(const std::string& what, const std::string& unless, std::string_view advice);

  ByteWindow& window_;
  CollectionCounts& counts_;
  const ReadingOptions options_;
  std::optional<UnknownNames> complaint_;
  static constexpr std::uint64_t first_texts = 500;
  std::uint64_t seen_ = 0;  // documents that were asked about
};

}  // namespace subintent::internal
