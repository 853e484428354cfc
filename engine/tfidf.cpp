#include "subintent/similarity.h"

#include <fmt/format.h>

#include <map>

#include "core/base/warning.h"
#include "similarity/tfidf/tfidf.h"
#include "subintent/basics.h"
#include "tokenize/statistics/statistics.h"
#include "tokenize/statistics/statistics_merge.h"
#include "tokenize/terms/document_vector.h"

namespace subintent {
namespace {

// Sorted by term, each once.
std::map<std::string_view, double> tfidf_counts(const std::vector<Term>& document) {
  std::map<std::string_view, double> counts;
  for (const Term& term : document) {
    if (term.count > 0) counts[term.term] += static_cast<double>(term.count);
  }
  return counts;
}

}  // namespace

TermsByDocument terms_of_titles(const Judgments& judgments, const Source& titles) {
  TermsByDocument terms;
  internal::VectorReader reader(titles);
  internal::DocumentVector title;
  while (reader.next(title)) {
    for (const std::string& docno : judgments.relevant(title.docno)) {
      auto& of_document = terms[docno];
      for (const internal::TermWeight& term : title.terms) of_document.insert(term.term);
    }
  }
  if (terms.empty()) {
    throw Error(Location{titles.name(), 0}, "has no title of a topic with relevant documents",
                "give titles under the names that topics have in the judgments");
  }
  return terms;
}

struct Statistics::Data {
  internal::CollectionStatistics statistics;
  std::string name = "the statistics";  // for messages

  static const internal::CollectionStatistics& of(const std::unique_ptr<Data>& data) {
    static const internal::CollectionStatistics none;
    return data ? data->statistics : none;
  }
};

Statistics::Statistics() noexcept = default;
Statistics::~Statistics() = default;
Statistics::Statistics(Statistics&& other) noexcept = default;

Statistics& Statistics::operator=(Statistics&& other) noexcept {
  data_.swap(other.data_);
  return *this;
}

Statistics Statistics::read(const Source& source) {
  Statistics made;
  made.data_ = std::make_unique<Data>();
  made.data_->statistics = internal::read_statistics(source);
  made.data_->name = source.name();
  return made;
}

void Statistics::add(const std::vector<Term>& document) {
  if (!data_) data_ = std::make_unique<Data>();
  ++data_->statistics.documents;
  for (const auto& [term, count] : tfidf_counts(document)) {
    ++data_->statistics.document_frequency[std::string(term)];
  }
}

std::uint64_t Statistics::documents() const {
  return Data::of(data_).documents;
}

std::uint64_t Statistics::frequency(std::string_view term) const {
  return Data::of(data_).frequency_of(term).value_or(0);
}

std::vector<std::pair<std::string, double>> Statistics::weigh(
    const std::vector<Term>& document) const {
  internal::DocumentVector vector;
  for (const auto& [term, count] : tfidf_counts(document)) {
    vector.terms.push_back({std::string(term), count});
  }
  std::vector<std::string> unknown;
  if (!internal::TermWeigher(Data::of(data_)).weigh(vector, unknown)) {
    throw Error("a weight is too large for a number");
  }
  std::vector<std::pair<std::string, double>> weights;
  for (internal::TermWeight& term : vector.terms) {
    weights.emplace_back(std::move(term.term), term.weight);
  }
  return weights;
}

void Statistics::weigh_vectors(const std::vector<Source>& vectors, const TextWriter& write,
                               const ProgressCallback& progress, Warnings* warnings,
                               const TermsByDocument& without) const {
  const std::size_t unknown =
      internal::weigh_vectors(vectors, Data::of(data_), write, without, progress);
  if (unknown == 0 || warnings == nullptr) return;
  const std::string terms = unknown == 1 ? "1 term is" : fmt::format("{} terms are", unknown);
  warnings->push_back(internal::make_warning(
      "unknown-terms",
      fmt::format("{} not in {}: treated as occurring in one document", terms, data_->name)));
}

void add_statistics(const std::vector<Source>& statistics, const TextWriter& write,
                    const std::string& temporary_folder) {
  internal::merge_statistics(statistics, write, temporary_folder);
}

}  // namespace subintent
