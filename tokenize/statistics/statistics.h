// Collection statistics: in how many documents of a collection each term occurs.
#pragma once

#include <unordered_map>

#include "core/io/input_file.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {

struct CollectionStatistics {
  std::uint64_t documents = 0;
  std::unordered_map<std::string, std::uint64_t, StringHash, std::equal_to<>> document_frequency;

  // Adds the counts of another collection, or of another shard of this one.
  void add(const CollectionStatistics& other);

  // In how many documents a term is; nothing if it is not there.
  std::optional<std::uint64_t> frequency_of(std::string_view term) const;

  // Inverse document frequency ln(N / df) of a term in `frequency` documents; one that is not there
  // counts df = 1. 0 for an empty collection.
  double idf(std::optional<std::uint64_t> frequency) const;
};

// The file: TSV "term<tab>document frequency" sorted by the term's bytes, after the first line
// "#documents<tab>N". Throws Error for a missing first line, a count that is not a positive whole
// number or above N, terms out of order.
CollectionStatistics read_statistics(const Source& source);

// Reads such a file term by term, in bounded memory. Throws Error as read_statistics() does.
class StatisticsReader {
 public:
  explicit StatisticsReader(const Source& source);

  std::uint64_t documents() const { return documents_; }

  // Moves on to the next term; false at the end of the file.
  bool next();

  // The term that next() moved to, and its document frequency.
  const std::string& term() const { return term_; }
  std::uint64_t document_frequency() const { return document_frequency_; }

 private:
  LineReader lines_;
  std::uint64_t documents_ = 0;
  std::string term_;
  std::uint64_t document_frequency_ = 0;
};

// The lines of such a file.
std::string statistics_first_line(std::uint64_t documents);
void append_statistics_line(std::string& text, std::string_view term,
                            std::uint64_t document_frequency);

// Writes such a file term by term; the terms must come in the order of their bytes.
class StatisticsWriter {
 public:
  // `write` takes the file's text in large parts.
  StatisticsWriter(std::uint64_t documents, std::function<void(std::string_view)> write);

  void write(std::string_view term, std::uint64_t document_frequency);

  // To be called at the end.
  void flush();

 private:
  std::function<void(std::string_view)> write_;
  std::string text_;
};

}  // namespace subintent::internal
