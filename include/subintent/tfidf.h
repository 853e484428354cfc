// TF-IDF weights.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "subintent/export.h"
#include "subintent/output.h"
#include "subintent/progress.h"
#include "subintent/source.h"
#include "subintent/tokenize.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

// In how many documents of a collection each term occurs.
class Statistics {
 public:
  Statistics() noexcept;  // of no document
  ~Statistics();
  Statistics(Statistics&& other) noexcept;             // which is of no document then
  Statistics& operator=(Statistics&& other) noexcept;  // which has what this one had

  // A file that `subintent tokenize --statistics` writes. Throws Error, with file and line, for
  // anything else.
  static Statistics read(const Source& source);

  // Counts one more document, its terms once each. Not to be called while another thread uses the
  // object.
  void add(const std::vector<Term>& document);

  std::uint64_t documents() const;
  std::uint64_t frequency(std::string_view term) const;  // in documents; 0 if it is in none

  // The weights tf * ln(N / df) of a document's terms, sorted by term; the counts of a term that is
  // there twice are added up, and one of count 0 is not there. A term that is in no
  // document counts df = 1; those in every document weigh nothing and are left out.
  std::vector<std::pair<std::string, double>> weigh(const std::vector<Term>& document) const;

  // Weighs files of document vectors of term frequencies, in little memory: `write` takes the
  // lines of the weighted vectors, in the order of the inputs. `warnings`, if given, counts terms
  // that are in no document. Throws Error, with file and line, for lines that are not such
  // vectors, a weight too large for a number, and terms where the statistics are of no document.
  // The result is the same for any number of threads.
  void weigh_vectors(const std::vector<Source>& vectors, const TextWriter& write,
                     const ProgressCallback& progress = {}, Warnings* warnings = nullptr) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;  // none: of no document
};

// Adds up files of statistics, such as those of the shards of a collection, in memory independent
// of their size: `write` takes the text of the sum. Of many files, sums of some are kept in
// temporary files in `temporary_folder` meanwhile. Throws Error as Statistics::read() does.
void add_statistics(const std::vector<Source>& statistics, const TextWriter& write,
                    const std::string& temporary_folder);

}  // namespace subintent
