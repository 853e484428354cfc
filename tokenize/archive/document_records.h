// Collections of one document per line, or per record of several lines.
#pragma once

#include <unordered_map>

#include "tokenize/archive/document_reader.h"

namespace subintent::internal {

// Blank records are passed over, uncounted; those that are not documents are counted as skipped.
// Parts of a document that follow each other are joined.
class DocumentRecords : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  bool next(Document& document) final;

 protected:
  // A record, valid until the next call, or why there is none: what is in this place is skipped.
  struct Record {
    std::string_view text;
    std::string_view defect = {};
  };

  // The next record, a line if nothing else is said; nothing at the end of the file. Sets line_.
  virtual std::optional<Record> next_record();

  // Takes docno and content from a record; otherwise says why it is not a document, in words from a
  // fixed set.
  virtual std::optional<std::string> read_record(std::string_view record, Document& document) = 0;

  // "FILE:LINE" of the record.
  std::string place() const { return window_.name() + ":" + std::to_string(line_); }
  // Keeps the first complaint about the names in a record, with an advice that looks at two.
  void complain(std::string_view what, std::span<const std::string_view> names,
                const Fields& fields, std::span<const std::string> values);

  // The docno of a record, by what `docno_at` finds at a place. From the first record on that is
  // wanted by another of its names, documents have that name.
  std::optional<std::string> docno_in(const auto& names, const Fields& fields,
                                      const auto& docno_at) {
    auto docno = fields.docno_by(docno_at);
    part_.clear();
    if (!docno || fields.parts.empty()) return docno;
    for (const std::size_t place : fields.parts)
      ids_.push_back({std::string(names[place]), std::optional(docno_at(place)).value_or(""),
                      std::ranges::count(fields.docnos, place) > 0, place == fields.id});
    choose_docno(*docno);
    return docno;
  }

  std::uint64_t line_ = 0;   // that the record begins in
  std::uint64_t lines_ = 0;  // that ended before the next one

 private:
  struct Id {
    std::string name, docno;
    bool may_be_docno = false, may_be_number = false;
  };
  void choose_docno(std::string& docno);
  // Throws Error if one of the first documents had this docno, but has another by another name.
  void require_one_document(const std::string& docno);
  bool next_part(Document& document);

  std::vector<std::string> first_values_;  // of the record that was complained of
  std::unordered_map<std::string, std::vector<std::string>> first_docnos_;  // by all names
  std::string docno_name_;  // what is wanted is called so, if not as by default
  bool is_chosen_ = false;
  std::vector<Id> ids_;  // of the record that was read last
  std::string part_;  // what tells the record that was read last from other parts of its document
  std::optional<Document> ahead_;
};

}  // namespace subintent::internal
