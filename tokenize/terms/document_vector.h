// Document vectors: term -> weight, one line of JSON per document (the shape of Anserini's
// JsonVectorCollection):
//   {"id": "docno", "vector": {"term": weight, ...}}
#pragma once

#include "core/io/input_file.h"
#include "subintent/basics.h"
#include "tokenize/terms/term_counter.h"

namespace subintent::internal {

struct TermWeight {
  std::string term;
  double weight = 0;
};

// Terms are sorted by their bytes and unique; weights are finite.
struct DocumentVector {
  std::string docno;
  std::vector<TermWeight> terms;
};

// Reads the vectors of a file one by one, in its order. Other members than "id" and "vector" are
// skipped. Throws Error, with file and line, for a line that is not such an object, a weight that
// is not a finite number, or an empty docno; a term given twice is an error too.
class VectorReader {
 public:
  explicit VectorReader(const Source& source);
  ~VectorReader();

  // False at the end of the file.
  bool next(DocumentVector& vector);

  // The file and line of the vector that next() gave last.
  Location location() const;
  // Share of the file read so far, 0 to 1, or negative if unknown.
  double share_read() const;

 private:
  class Parser;
  LineReader lines_;
  std::unique_ptr<Parser> parser_;
};

// The vectors of several sources, one after the other.
class VectorsReader {
 public:
  explicit VectorsReader(std::vector<Source> sources) : sources_(std::move(sources)) {}

  // False at the end of the last source. Throws as VectorReader does.
  bool next(DocumentVector& vector);

  // The file and line of the vector that next() gave last.
  Location location() const { return reader_->location(); }
  // Share read so far, 0 to 1, as if all sources were equally long; negative if unknown.
  double share_read() const;

 private:
  std::vector<Source> sources_;
  std::size_t opened_ = 0;
  std::optional<VectorReader> reader_;  // of the source opened last
};

// Appends the line of one vector, with its line end. Whole-numbered weights have no decimal point.
void append_vector_line(std::string& out, const DocumentVector& vector);

// Appends the line of a document with term frequencies, which are sorted by term.
void append_vector_line(std::string& out, std::string_view docno, std::span<const TermCount> terms);

// Appends the vectors of `sources`, in their order, to memory: those whose docno `wanted` accepts
// (all if empty). A docno given twice is an error.
std::vector<DocumentVector> read_vectors(const std::vector<Source>& sources,
                                         const std::function<bool(std::string_view)>& wanted = {});

}  // namespace subintent::internal
