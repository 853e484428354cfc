#include "similarity/similarity.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "core/base/messages.h"
#include "core/base/parallel.h"
#include "core/base/warning.h"
#include "similarity/cosine.h"
#include "similarity/simhash/hamming.h"
#include "similarity/simhash/near_duplicates.h"

namespace subintent::internal {

// Takes vectors one by one and numbers their terms as they come; finish() renumbers them in the
// order of their bytes, which leaves the terms of each document in order.
class DocumentSimilarity::SparseBuilder {
 public:
  void add(const DocumentVector& vector) {
    double largest = 0;
    for (const TermWeight& term : vector.terms) largest = std::max(largest, std::abs(term.weight));
    const double scale = safe_scale(largest);
    double squared_length = 0;
    for (const TermWeight& term : vector.terms) {
      const double weight = term.weight * scale;
      squared_length += weight * weight;
      rows_.weights.push_back(weight);
      rows_.terms.push_back(number_of(term.term));
    }
    rows_.starts.push_back(rows_.terms.size());
    rows_.squared_lengths.push_back(squared_length);
  }

  SparseVectors finish() {
    std::vector<std::pair<std::string_view, std::uint32_t>> terms(numbers_.begin(), numbers_.end());
    std::sort(terms.begin(), terms.end());
    std::vector<std::uint32_t> place(terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i)
      place[terms[i].second] = static_cast<std::uint32_t>(i);
    for (std::uint32_t& term : rows_.terms) term = place[term];
    rows_.vocabulary = terms.size();
    return std::move(rows_);
  }

 private:
  std::uint32_t number_of(const std::string& term) {
    return numbers_.try_emplace(term, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

  SparseVectors rows_{{0}, {}, {}, {}, 0};
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

DocumentSimilarity DocumentSimilarity::from_fingerprints(const Source& source,
                                                         FingerprintSimilarity kind,
                                                         const Wanted& wanted) {
  return from_fingerprints(read_fingerprints(source, wanted), kind);
}

DocumentSimilarity DocumentSimilarity::from_fingerprints(NamedFingerprints fingerprints,
                                                         FingerprintSimilarity kind) {
  DocumentSimilarity similarity;
  for (const std::string& docno : fingerprints.docnos) similarity.add_docno(docno);
  similarity.representation_ = Fingerprints{std::move(fingerprints.rows), kind};
  return similarity;
}

DocumentSimilarity DocumentSimilarity::from_vectors(const std::vector<Source>& sources,
                                                    const Wanted& wanted) {
  DocumentSimilarity similarity;
  SparseBuilder builder;
  DocumentVector vector;
  for (const Source& source : sources) {
    VectorReader reader(source);
    while (reader.next(vector)) {
      if (wanted && !wanted(vector.docno)) continue;
      if (similarity.find(vector.docno) != missing) {
        throw Error(reader.location(), "document " + printable(vector.docno) + " is listed twice",
                    "keep one vector per document");
      }
      similarity.add_docno(vector.docno);
      builder.add(vector);
    }
  }
  similarity.representation_ = builder.finish();
  return similarity;
}

DocumentSimilarity DocumentSimilarity::from_vectors(const std::vector<DocumentVector>& vectors) {
  DocumentSimilarity similarity;
  SparseBuilder builder;
  for (const DocumentVector& vector : vectors) {
    similarity.add_docno(vector.docno);
    builder.add(vector);
  }
  similarity.representation_ = builder.finish();
  return similarity;
}

DocumentSimilarity DocumentSimilarity::from_dense(const Source& npy, const Source& docnos,
                                                  const Wanted& wanted) {
  DocumentSimilarity similarity = from_dense(read_dense_vectors(npy, docnos, wanted));
  if (!similarity.dense_rows()->is_symmetric()) return similarity;
  throw Error(Location{npy.name(), 0}, "has " + std::string(no_vectors),
              "give the vectors that they are made from");
}

DocumentSimilarity DocumentSimilarity::from_dense(DenseVectors vectors) {
  return of(vectors.docnos, DenseMatrix(rows_of(std::move(vectors.values), vectors.dimensions)));
}

void DocumentSimilarity::add_docno(std::string_view docno) {
  const auto number = static_cast<std::uint32_t>(index_.size());
  if (index_.emplace(docno, number).second) return;
  throw Error("document " + printable(docno) + " is listed twice; keep one of the two");
}

std::vector<std::string> DocumentSimilarity::docnos() const {
  std::vector<std::string> docnos(index_.size());
  for (const auto& [docno, number] : index_) docnos[number] = docno;
  return docnos;
}

std::uint32_t DocumentSimilarity::find(std::string_view docno) const {
  const auto found = index_.find(docno);
  return found == index_.end() ? missing : found->second;
}

double DocumentSimilarity::similarity(std::uint32_t a, std::uint32_t b) const {
  if (a == missing || b == missing) return 0;
  return std::visit([&](const auto& rows) { return similarity(rows, a, b); }, representation_);
}

double DocumentSimilarity::similarity(const Fingerprints& rows, std::uint32_t a, std::uint32_t b) {
  return fingerprint_similarity(hamming_distance(rows.rows.row(a), rows.rows.row(b)),
                                rows.rows.bits(), rows.kind);
}

double DocumentSimilarity::similarity(const SparseVectors& rows, std::uint32_t a, std::uint32_t b) {
  std::size_t i = rows.starts[a], j = rows.starts[b];
  double product = 0;
  while (i < rows.starts[a + 1] && j < rows.starts[b + 1]) {
    const std::uint32_t x = rows.terms[i], y = rows.terms[j];
    if (x == y) product += rows.weights[i] * rows.weights[j];
    i += x <= y;
    j += y <= x;
  }
  return cosine_of(product, rows.squared_lengths[a], rows.squared_lengths[b]);
}

double DocumentSimilarity::similarity(const DenseMatrix& rows, std::uint32_t a, std::uint32_t b) {
  return rows.cosine(a, b);
}

double DocumentSimilarity::similarity(const Square& rows, std::uint32_t a, std::uint32_t b) {
  return rows.at(a, b);
}

PairMatrix DocumentSimilarity::scaled_similarities(std::span<const std::uint32_t> documents,
                                                   double cosine_units) const {
  PairMatrix pairs(documents.size());
  std::visit([&](const auto& rows) { fill(rows, documents, cosine_units, pairs); },
             representation_);
  return pairs;
}

void DocumentSimilarity::fill(const Fingerprints& rows, std::span<const std::uint32_t> documents,
                              double /*units*/, PairMatrix& out) {
  constexpr std::size_t tile = 1024;
  const FingerprintRows chosen = rows.rows.rows(documents);
  fill_pairs(out, 64, tile, [&](std::size_t i, std::size_t begin, std::size_t end) {
    std::array<std::uint16_t, tile> distances;
    hamming_distances(chosen.row(i), chosen.row(begin).data(), end - begin, distances.data());
    const auto row = out.row(i);
    for (std::size_t j = begin; j < end; ++j) row[j] = -int{distances[j - begin]};
  });
}

void DocumentSimilarity::fill(const SparseVectors& rows, std::span<const std::uint32_t> documents,
                              double units, PairMatrix& out) {
  fill_cosines(rows, documents, missing, units, out);
}

void DocumentSimilarity::fill(const DenseMatrix& rows, std::span<const std::uint32_t> documents,
                              double units, PairMatrix& out) {
  rows.fill_cosines(documents, missing, units, out);
}

void DocumentSimilarity::fill(const Square& rows, std::span<const std::uint32_t> documents,
                              double units, PairMatrix& out) {
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (std::size_t j = i + 1; j < documents.size(); ++j) {
      const bool known = documents[i] != missing && documents[j] != missing;
      out.at(i, j) = known ? rounded_cosine(rows.at(documents[i], documents[j]), units) : 0;
    }
  }
}

double DocumentSimilarity::mean_similarity(std::span<const std::uint32_t> documents) const {
  if (documents.size() < 2) return 0;
  std::vector<std::uint32_t> present;
  std::ranges::copy_if(documents, std::back_inserter(present),
                       [](std::uint32_t document) { return document != missing; });
  const double sum =
      std::visit([&](const auto& rows) { return sum_of_pairs(rows, present); }, representation_);
  const auto n = static_cast<double>(documents.size());
  return std::round(sum / (n * (n - 1) / 2) * 1e12) / 1e12 + 0.0;  // no -0
}

double DocumentSimilarity::sum_of_pairs(const Fingerprints& rows,
                                        std::span<const std::uint32_t> documents) {
  using Counts = std::vector<std::uint64_t>;  // of pairs, by distance
  constexpr std::size_t block = 256;          // documents whose pairs are counted together
  const int bits = rows.rows.bits();
  Counts pairs(static_cast<std::size_t>(bits) + 1);
  std::vector<Counts> counts((documents.size() + block - 1) / block, pairs);
  const FingerprintRows chosen = rows.rows.rows(documents);
  parallel_for(counts.size(), [&](std::size_t part) {
    const std::size_t end = std::min((part + 1) * block, documents.size());
    std::vector<std::uint16_t> distances(documents.size());
    for (std::size_t i = part * block; i < end; ++i) {
      const std::size_t later = documents.size() - i - 1;
      hamming_distances(chosen.row(i), chosen.row(i).data() + chosen.words, later,
                        distances.data());
      for (std::size_t j = 0; j < later; ++j) ++counts[part][distances[j]];
    }
  });
  for (const Counts& part : counts)
    std::ranges::transform(pairs, part, pairs.begin(), std::plus<>());
  double sum = 0;
  for (std::size_t distance = 0; distance < pairs.size(); ++distance) {
    sum += static_cast<double>(pairs[distance]) *
           fingerprint_similarity(static_cast<double>(distance), bits, rows.kind);
  }
  return sum;
}

double DocumentSimilarity::sum_of_pairs(const SparseVectors& rows,
                                        std::span<const std::uint32_t> documents) {
  return sum_of_cosines(rows, documents);
}

double DocumentSimilarity::sum_of_pairs(const DenseMatrix& rows,
                                        std::span<const std::uint32_t> documents) {
  return rows.sum_of_cosines(documents);
}

double DocumentSimilarity::sum_of_pairs(const Square& rows,
                                        std::span<const std::uint32_t> documents) {
  double sum = 0;
  for (std::size_t i = 0; i < documents.size(); ++i)
    for (std::size_t j = i + 1; j < documents.size(); ++j)
      sum += rows.at(documents[i], documents[j]);
  return sum;
}

double DocumentSimilarity::similarity_from_scaled(double scaled, double cosine_units) const {
  const auto* const rows = std::get_if<Fingerprints>(&representation_);
  if (rows == nullptr) return scaled / cosine_units;
  return std::isinf(scaled) ? 0 : fingerprint_similarity(-scaled, rows->rows.bits(), rows->kind);
}

}  // namespace subintent::internal

namespace subintent {

std::vector<std::string> SimilarityFiles::paths() const {
  std::vector<std::string> all = vectors;
  for (const auto& path : {fingerprints, dense, docnos})
    if (path) all.push_back(*path);
  return all;
}

namespace internal {

void require_one_kind(const SimilarityFiles& files) {
  if (files.fingerprints.has_value() + files.dense.has_value() + !files.vectors.empty() > 1) {
    throw Error::argument("similarity",
                          "more than one of `fingerprints`, `vectors` and `dense` is given",
                          "give one");
  }
  if (files.kind != FingerprintSimilarity::cosine && !files.fingerprints) {
    const std::string name(find_choice(fingerprint_similarities, files.kind)->name);
    throw Error::argument("similarity", "similarity " + name + " works for fingerprints only",
                          "use cosine for vectors");
  }
  if (files.docnos && !files.dense) {
    throw Error::argument("similarity", "`dense` and `docnos` must be given together",
                          "name the array by `dense`, or leave out `docnos`");
  }
}

DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const DocumentSimilarity::Wanted& wanted) {
  require_one_kind(files);
  if (!files.any())
    throw Error::argument("similarity", "similarity: no fingerprints or vectors are given");
  if (files.fingerprints)
    return DocumentSimilarity::from_fingerprints(*files.fingerprints, files.kind, wanted);
  if (files.dense)
    return DocumentSimilarity::from_dense(*files.dense, files.docnos.value_or(""), wanted);
  return DocumentSimilarity::from_vectors(sources(files.vectors), wanted);
}

DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& documents) {
  const DocumentSimilarity::Wanted wanted = [&](std::string_view docno) {
    return documents.contains(docno);
  };
  return read_similarity(files, wanted);
}

std::string representing_file(const SimilarityFiles& files) {
  return files.fingerprints ? *files.fingerprints
         : files.dense      ? files.docnos.value_or(*files.dense)
                            : files.vectors[0];
}

DocumentSimilarity read_similarity(const SimilarityFiles& files,
                                   const std::unordered_set<std::string_view>& relevant,
                                   Warnings& warnings, std::string_view effect) {
  DocumentSimilarity similarity = read_similarity(files, relevant);
  warn_of_coverage(relevant, similarity, representing_file(files), warnings, effect);
  return similarity;
}

}  // namespace internal
}  // namespace subintent

namespace subintent::internal {

std::string representation_name(const DocumentSimilarity& documents) {
  return documents.fingerprints() != nullptr ? "fingerprint" : "vector";
}

bool is_zero(const DocumentSimilarity& documents, std::uint32_t document) {
  return document != DocumentSimilarity::missing && documents.similarity(document, document) == 0;
}

bool has_zeros(const DocumentSimilarity& documents) {
  for (std::uint32_t document = 0; document < documents.size(); ++document)
    if (is_zero(documents, document)) return true;
  return false;
}

void warn_of_coverage(const std::unordered_set<std::string_view>& relevant,
                      const DocumentSimilarity& documents, const std::string& name,
                      Warnings& warnings, std::string_view effect) {
  std::uint64_t represented = 0, zeros = 0;
  for (const std::string_view docno : relevant) {
    const std::uint32_t document = documents.find(docno);
    represented += document != DocumentSimilarity::missing;
    zeros += is_zero(documents, document);
  }
  Fit fit{display_name(name),  "relevant documents", representation_name(documents),
          std::string(effect), represented,          relevant.size()};
  if (fit.is_none()) {
    throw Error(Location{fit.file, 0},
                no_fit(fit) + ", such as " + printable(*std::ranges::min_element(relevant)),
                fmt::format("give the {}s of the judged collection", fit.lacked));
  }
  if (zeros > 0) fit.lacked += ", or one of zeros";
  fit.known -= zeros;
  if (const auto incomplete = incomplete_fit(fit))
    warnings.push_back(make_warning("documents-without-representation", *incomplete));
}

void note_near_duplicates(const DocumentSimilarity& relevant, Warnings& notes) {
  constexpr std::size_t enough = 100;  // documents; whoever has fewer knows them
  const FingerprintRows* const rows = relevant.fingerprints();
  if (rows == nullptr || rows->size() < enough) return;
  const int within = 3 * static_cast<int>(rows->words);
  const auto count = std::ranges::count(has_partners(first_connected(*rows, within)), true);
  if (count == 0) return;
  notes.push_back(make_warning(
      "near-duplicates",
      fmt::format("{} of {} relevant documents are near-duplicates of others (fingerprints at most "
                  "{} bits apart)",
                  count, rows->size(), within),
      "subintent evaluate `duplicates` counts each group once"));
}

}  // namespace subintent::internal
