// How similar documents are: fingerprints (SimHash), TF-IDF weights, near-duplicates.
#pragma once

#include <variant>

#include "subintent/basics.h"
#include "subintent/collection.h"
#include "subintent/records.h"
#include "subintent/tokenize.h"
#include "subintent/values.h"

namespace SUBINTENT_PUBLIC subintent {

namespace internal {
class DocumentSimilarity;
class FingerprintTable;
struct Inside;
}  // namespace internal

// The fingerprint of a document, from its terms in any order: bit i is set if the counts of the
// terms whose hash (XXH64, seed 0) has bit i set sum to more than those of the others. Nothing for
// a document without terms; those of count 0 are none.
std::optional<std::uint64_t> simhash(const std::vector<Term>& terms);

// The same in 64, 128 or 256 bits: words of 64 bits, of which word k takes seed k, so that the
// first is the fingerprint above. Throws Error for another number of bits.
std::optional<std::vector<std::uint64_t>> simhash(const std::vector<Term>& terms, int bits);

// The number itself, if fingerprints may have so many bits: 64, 128 or 256. Throws Error (argument
// "bits") for another one.
int fingerprint_bits(std::int64_t bits);

// The fingerprints of files of document vectors, by their weights: `write` takes the lines of a
// file of fingerprints, in the order of the inputs. Returns how many documents have no terms, and
// so no line. Throws Error, with file and line, for other lines and a document that comes twice.
std::uint64_t fingerprint_vectors(const std::vector<Source>& vectors, int bits,
                                  const TextWriter& write, const ProgressCallback& progress = {});

// For documents relevant to some topic, the terms of the titles of their topics. `titles` are
// document vectors under the names of the topics. Throws Error, with file and line, for lines that
// are not such vectors, and where no title is of such a topic.
TermsByDocument terms_of_titles(const Judgments& judgments, const Source& titles);

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
  // that are in no document. `without` has terms that are left out. Throws Error, with file and
  // line, for lines that are not such vectors, a weight too large for a number, and terms where the
  // statistics are of no document. The result is the same for any number of threads.
  void weigh_vectors(const std::vector<Source>& vectors, const TextWriter& write,
                     const ProgressCallback& progress = {}, Warnings* warnings = nullptr,
                     const TermsByDocument& without = {}) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;  // none: of no document
};

// Adds up files of statistics, such as those of shards, in memory independent of their size:
// `write` takes the text of the sum. Throws Error as Statistics::read() does.
void add_statistics(const std::vector<Source>& statistics, const TextWriter& write,
                    const std::string& temporary_folder);

// Throws Error of argument "similarity" for files of more than one kind, docnos without a dense
// matrix, and a similarity of fingerprints without these, as whatever reads them does.
void check(const SimilarityFiles& files);

// Documents and their fingerprints, sparse vectors, dense vectors or similarities. Cheap to copy.
class Similarity {
 public:
  // Fingerprints of 64, 128 or 256 bits, in the order of docnos, each in words of 64 bits. All of
  // these throw Error for lists of different lengths and a docno given twice.
  static Similarity fingerprints(const std::vector<std::string>& docnos,
                                 const std::vector<std::uint64_t>& words,
                                 FingerprintSimilarity kind = FingerprintSimilarity::cosine,
                                 int bits = 64);

  // vectors[i] holds the terms of docnos[i] with their weights (finite), in any order; those of
  // a term that is there twice are added up.
  using SparseVector = std::vector<std::pair<std::string, double>>;
  static Similarity sparse(const std::vector<std::string>& docnos,
                           const std::vector<SparseVector>& vectors);

  // Row i is the vector of docnos[i]: finite numbers. Dense ones throw Error (argument "values")
  // for a symmetric matrix, which has similarities of pairs.
  static Similarity sparse(const std::vector<std::string>& docnos, const SparseRows& rows);
  static Similarity dense(const std::vector<std::string>& docnos, const DenseRows<float>& rows);
  static Similarity dense(const std::vector<std::string>& docnos, const DenseRows<double>& rows);

  // docnos.size() rows of `dimensions` finite numbers, row by row.
  static Similarity dense(const std::vector<std::string>& docnos, std::vector<double> values,
                          std::size_t dimensions);

  // Row i has the similarity of docnos[i] to each of docnos, from -1 to 1: symmetric, with 1 on the
  // diagonal, but for 1e-6, which is mended. Throws Error (argument "values") for others.
  static Similarity matrix(const std::vector<std::string>& docnos, const DenseRows<double>& values);

  // The files that the program writes and reads (docs/stage-files.md): fingerprints; vectors as
  // JSON lines; a .npy matrix with the docnos of its rows, or, where `docnos` is an empty path,
  // dense vectors as JSON lines. Of documents that are `wanted` (all, if that is empty): memory
  // grows with these only.
  using Wanted = std::function<bool(std::string_view docno)>;
  static Similarity read_fingerprints(const Source& source,
                                      FingerprintSimilarity kind = FingerprintSimilarity::cosine,
                                      const Wanted& wanted = {});
  static Similarity read_vectors(const std::vector<Source>& sources, const Wanted& wanted = {});

  // The TF-IDF weights of the words of these documents, which read_collection() takes; `warnings`,
  // if given, are its. Throws Error as it does, and for a docno that is there twice.
  static Similarity read_texts(const std::vector<Source>& inputs,
                               const CollectionOptions& options = {},
                               const ProgressCallback& progress = {}, Warnings* warnings = nullptr);
  static Similarity read_dense(const Source& npy, const Source& docnos, const Wanted& wanted = {});

  // Reads such files: fingerprints, vectors or a dense matrix. Throws the same, and Error of
  // argument "similarity" where no file is given.
  static Similarity read(const SimilarityFiles& files, const Wanted& wanted = {});

  // Its data: rows() of docnos(), scaled by powers of two where their cosines need it. Sparse rows
  // have only columns with values; dense rows share their memory.
  struct Fingerprints {
    std::vector<std::uint64_t> words;
    FingerprintSimilarity kind = FingerprintSimilarity::cosine;
    int bits = 64;
  };
  struct Matrix {
    DenseRows<double> values;
  };
  using Rows = std::variant<Fingerprints, SparseRows, DenseRows<float>, DenseRows<double>, Matrix>;
  Rows rows() const;
  std::vector<std::string> docnos() const;

  std::size_t size() const;  // documents
  bool contains(std::string_view docno) const;

  // cos(pi H / bits) or 1 - H / bits of fingerprints, the cosine of vectors, what a matrix has; 0
  // where one of the documents is not there.
  double operator()(std::string_view a, std::string_view b) const;

 private:
  friend struct internal::Inside;
  explicit Similarity(internal::DocumentSimilarity documents);
  Shared<const internal::DocumentSimilarity> documents_;
};

// Documents and their SimHash fingerprints of one length, in the order they were given in. Cheap to
// copy.
class Fingerprints {
 public:
  // Files of fingerprints, one after the other. Throws Error, with file and line, for what is not
  // such a file, a document that comes twice, and fingerprints of different lengths.
  static Fingerprints read(const std::vector<Source>& sources);

  // Fingerprints of 64, 128 or 256 bits, in the order of docnos, each in words of 64 bits, the
  // first of which is the fingerprint of 64 bits. Throws Error for lists of different lengths and a
  // docno given twice (argument "docnos").
  static Fingerprints of(const std::vector<std::string>& docnos,
                         const std::vector<std::uint64_t>& words, int bits = 64);

  std::size_t size() const;  // documents

 private:
  friend struct internal::Inside;
  explicit Fingerprints(internal::FingerprintTable table);
  Shared<const internal::FingerprintTable> table_;
};

// How many bits apart near-duplicates may be, of fingerprints of so many bits: 3 of 64, 7 of 128,
// 15 of 256.
constexpr int max_near_duplicate_distance(int bits) {
  return bits / 16 - 1;
}

// The options of `subintent simhash --within`, and the tables that it writes.
const AnalysisRecord& near_duplicates_record();

// Is told two documents, in the order of the fingerprints, and in how many bits these differ.
using NearDuplicateCallback =
    std::function<void(std::string_view first, std::string_view second, int distance)>;

// Calls `use` for all pairs of documents whose fingerprints differ in at most `within` bits, in the
// order of the fingerprints, and returns how many there are. Takes time for sorting, and for what
// is found. Throws Error (argument "within") for a number below 0 or above
// max_near_duplicate_distance(). The result is the same for any number of threads.
std::uint64_t near_duplicates(const Fingerprints& fingerprints, int within,
                              const NearDuplicateCallback& use,
                              const ProgressCallback& progress = {});

// The groups of documents that such pairs connect, in the order of the fingerprints: what
// DuplicateGroups take. Throws the same.
std::vector<std::vector<std::string>> near_duplicate_groups(const Fingerprints& fingerprints,
                                                            int within = 3,
                                                            const ProgressCallback& progress = {});

}  // namespace subintent
