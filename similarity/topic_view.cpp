#include "similarity/topic_view.h"

#include <numeric>
#include <unordered_map>

#include "core/base/parallel.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {
namespace {

constexpr double units = 1e12;  // of cosines: neighbours are ordered by twelve decimals
constexpr double copy_of_terms = 0.95, copy_of_others = 1 - 1e-9;  // least similarities of copies

void append_row(SparseVectors& rows, std::span<const std::pair<std::uint32_t, double>> terms) {
  double squared_length = 0;
  for (const auto& [term, weight] : terms) {
    rows.terms.push_back(term);
    rows.weights.push_back(weight);
    squared_length += weight * weight;
  }
  rows.starts.push_back(rows.terms.size());
  rows.squared_lengths.push_back(squared_length);
}

// 1 - (with / all)^power
double uncommonness(std::size_t with, std::size_t all, std::size_t power) {
  const auto count = static_cast<double>(all);
  if (power == 1) return static_cast<double>(all - with) / count;
  double common = 1;
  for (std::size_t i = 0; i < power; ++i) common *= static_cast<double>(with) / count;
  return 1 - common;
}

SparseVectors contrasted(const SparseVectors& all, std::span<const std::uint32_t> documents,
                         std::size_t power) {
  std::unordered_map<std::uint32_t, std::uint32_t> documents_with;
  for (const std::uint32_t document : documents)
    for (std::size_t k = all.begin(document); k < all.end(document); ++k)
      ++documents_with[all.terms[k]];
  SparseVectors rows{{0}, {}, {}, {}, all.vocabulary};
  std::vector<std::pair<std::uint32_t, double>> terms;
  for (const std::uint32_t document : documents) {
    terms.clear();
    for (std::size_t k = all.begin(document); k < all.end(document); ++k) {
      const std::size_t with = documents_with[all.terms[k]];
      if (with == documents.size()) continue;
      const double rest = uncommonness(with, documents.size(), power);
      terms.emplace_back(all.terms[k], all.weights[k] * rest);
    }
    append_row(rows, terms);
  }
  return rows;
}

// The neighbours of document i, and i itself, in docno order.
std::vector<std::pair<std::uint32_t, double>> neighbours_of(std::size_t i,
                                                            std::span<const double> similarities,
                                                            std::size_t count) {
  std::vector<std::pair<std::uint32_t, double>> list;
  for (std::size_t j = 0; j < similarities.size(); ++j)
    if (j != i && similarities[j] > 0)
      list.emplace_back(static_cast<std::uint32_t>(j), similarities[j]);
  if (list.size() > count) {
    const auto is_nearer = [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    };
    std::ranges::nth_element(list, list.begin() + static_cast<std::ptrdiff_t>(count), is_nearer);
    list.resize(count);
  }
  list.emplace_back(static_cast<std::uint32_t>(i), 1.0);
  std::ranges::sort(list);
  return list;
}

// The place of the first document that each one is a copy of, or its own.
std::vector<std::uint32_t> originals(const DocumentSimilarity& all,
                                     std::span<const std::uint32_t> documents) {
  const double least = all.sparse_rows() != nullptr ? copy_of_terms : copy_of_others;
  const PairMatrix pairs = all.scaled_similarities(documents, units);
  std::vector<std::uint32_t> places(documents.size());
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    const auto is_original = [&](std::uint32_t j) {
      return j == i ||
             (places[j] == j && all.similarity_from_scaled(pairs.at(j, i), units) >= least);
    };
    while (!is_original(places[i])) ++places[i];
  }
  return places;
}

SparseVectors neighbour_lists(const DocumentSimilarity& similarity,
                              std::span<const std::uint32_t> documents, std::size_t count,
                              std::span<const std::uint32_t> places_of_originals) {
  PairMatrix pairs = similarity.scaled_similarities(documents, units);
  pairs.mirror();
  std::vector<std::vector<std::pair<std::uint32_t, double>>> lists(documents.size());
  parallel_for(documents.size(), [&](std::size_t i) {
    for (double& scaled : pairs.row(i)) scaled = similarity.similarity_from_scaled(scaled, units);
    lists[i] = neighbours_of(i, pairs.row(i), count);
  });
  SparseVectors rows{{0}, {}, {}, {}, documents.size()};
  for (const std::uint32_t original : places_of_originals) append_row(rows, lists[original]);
  return rows;
}

// The contrast of documents that are all there; of vectors.
DocumentSimilarity contrasted(const DocumentSimilarity& all,
                              std::span<const std::string_view> docnos,
                              std::span<const std::uint32_t> documents, std::size_t power) {
  if (const SparseVectors* const rows = all.sparse_rows())
    return DocumentSimilarity::of(docnos, contrasted(*rows, documents, power));
  return DocumentSimilarity::of(docnos, all.dense_rows()->centred(documents));
}

}  // namespace

void check(const TopicViewOptions& options, DocumentSimilarity::Kind kind) {
  using Kind = DocumentSimilarity::Kind;
  if (options.contrast && kind != Kind::vectors && kind != Kind::dense)
    throw Error::argument("contrast", "`contrast` needs vectors", "leave it out");
  const std::size_t power = options.contrast_power;
  const auto refuse = [](const std::string& what, const std::string& advice) {
    throw Error::argument("contrast_power", "`contrast_power` " + what, advice);
  };
  if (power < 1 || power > most_contrast_power)
    refuse("is not from 1 to " + std::to_string(most_contrast_power), "give for example 2");
  if (power > 1 && !options.contrast) refuse("needs `contrast`", "give both, or leave it out");
  if (power > 1 && kind != Kind::vectors) refuse("works for `vectors` only", "leave it out");
}

DocumentSimilarity view_of_topic(const DocumentSimilarity& all,
                                 std::span<const std::string_view> docnos,
                                 const TopicViewOptions& options) {
  check(options, all.kind());
  std::vector<std::string_view> present;
  std::vector<std::uint32_t> documents;
  for (const std::string_view docno : docnos) {
    const std::uint32_t document = all.find(docno);
    if (document == DocumentSimilarity::missing) continue;
    present.push_back(docno);
    documents.push_back(document);
  }
  std::vector<std::uint32_t> copied;
  if (options.neighbours > 0) copied = originals(all, documents);
  const auto lists_of = [&](const DocumentSimilarity& similarity) {
    return DocumentSimilarity::of(
        present, neighbour_lists(similarity, documents, options.neighbours, copied));
  };
  if (!options.contrast) return lists_of(all);
  DocumentSimilarity view = contrasted(all, present, documents, options.contrast_power);
  if (options.neighbours == 0) return view;
  std::iota(documents.begin(), documents.end(), 0);
  return lists_of(view);
}

}  // namespace subintent::internal
