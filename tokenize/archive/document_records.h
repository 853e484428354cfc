// Collections of one document per line, or per record of several lines.
#pragma once

#include <unordered_map>

#include "tokenize/archive/document_reader.h"

namespace subintent::internal {

// Blank records are passed over, uncounted; those that are not documents are counted as skipped.
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
  void complain(std::string_view what, std::span<const std::string_view> names, const Fields& found,
                std::span<const std::string> values);

  // Throws Error if one of the first documents had this docno, but has another by another name that
  // documents may have, as the parts of a document have.
  void require_one_document(const std::string& docno, const auto& names, const Fields& found,
                            const auto& docno_at) {
    if (found.docnos.size() < 2 || first_docnos_.size() > 10'000) return;
    std::vector<std::string> all;
    for (const std::size_t place : found.docnos)
      all.push_back(place == found.id ? "" : std::optional(docno_at(place)).value_or(""));
    const auto& first = first_docnos_.try_emplace(docno, all).first->second;
    for (std::size_t i = 0; i < all.size() && first.size() == all.size(); ++i)
      if (first[i] != all[i]) refuse_docno(docno, names[found.docnos[i]]);
  }

  std::uint64_t line_ = 0;   // that the record begins in
  std::uint64_t lines_ = 0;  // that ended before the next one

 private:
  [[noreturn]] void refuse_docno(std::string_view docno, std::string_view other) const;

  std::vector<std::string> first_values_;  // of the record that was complained of
  std::unordered_map<std::string, std::vector<std::string>> first_docnos_;  // by all names
};

}  // namespace subintent::internal
