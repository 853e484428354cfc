#include "similarity/tfidf/tfidf.h"

#include <tbb/enumerable_thread_specific.h>

#include <cmath>
#include <unordered_set>

#include "core/base/ordered_pipeline.h"
#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t known_idfs = 1 << 12;

}  // namespace

TermWeigher::TermWeigher(const CollectionStatistics& statistics)
    : statistics_(statistics), known_(known_idfs) {}

double TermWeigher::idf(std::uint64_t frequency) {
  KnownIdf& known = known_[frequency % known_idfs];
  if (known.frequency != frequency) known = {frequency, statistics_.idf(frequency)};
  return known.idf;
}

bool TermWeigher::weigh(DocumentVector& vector, std::vector<std::string>& unknown) {
  for (TermWeight& term : vector.terms) {
    const auto frequency = statistics_.frequency_of(term.term);
    if (!frequency) unknown.push_back(term.term);
    term.weight *= idf(frequency.value_or(1));
    if (!std::isfinite(term.weight)) return false;
  }
  std::erase_if(vector.terms, [](const TermWeight& term) { return term.weight == 0; });
  return true;
}

namespace {

constexpr std::size_t batch_terms = 1 << 14;

struct Batch {
  std::vector<DocumentVector> vectors;
  std::vector<Location> locations;
  std::vector<std::string> unknown;
  std::string text;
  double share = -1;  // of the inputs, read so far
};

// False at the end of the last input.
bool read_batch(VectorsReader& reader, Batch& batch) {
  std::size_t terms = 0;
  DocumentVector vector;
  while (terms < batch_terms && reader.next(vector)) {
    terms += vector.terms.size() + 16;
    batch.locations.push_back(reader.location());
    batch.vectors.push_back(std::exchange(vector, {}));
  }
  batch.share = reader.share_read();
  return !batch.vectors.empty();
}

void leave_out(Batch& batch, const TermsByDocument& without) {
  for (DocumentVector& vector : batch.vectors) {
    const auto found = without.find(vector.docno);
    if (found == without.end()) continue;
    std::erase_if(vector.terms,
                  [&](const TermWeight& term) { return found->second.contains(term.term); });
  }
}

void weigh_batch(Batch& batch, const CollectionStatistics& statistics, TermWeigher& weigher) {
  for (std::size_t i = 0; i < batch.vectors.size(); ++i) {
    DocumentVector& vector = batch.vectors[i];
    if (statistics.documents == 0 && !vector.terms.empty()) {
      throw Error(batch.locations[i],
                  "document " + printable(vector.docno) +
                      " has terms, but the statistics are of 0 documents",
                  "give the statistics of the document's collection");
    }
    if (!weigher.weigh(vector, batch.unknown)) {
      throw Error(batch.locations[i],
                  "document " + printable(vector.docno) + " has a weight too large for a number",
                  "give term frequencies");
    }
    append_vector_line(batch.text, vector);
  }
}

}  // namespace

std::size_t weigh_vectors(const std::vector<Source>& inputs, const CollectionStatistics& statistics,
                          const std::function<void(std::string_view)>& write,
                          const TermsByDocument& without, const ProgressCallback& progress) {
  ProgressMeter meter(progress, "weights", "documents");
  VectorsReader reader(inputs);
  tbb::enumerable_thread_specific<TermWeigher> weighers([&] { return TermWeigher(statistics); });
  std::unordered_set<std::string> unknown;
  const auto write_batch = [&](const Batch& batch) {
    write(batch.text);
    unknown.insert(batch.unknown.begin(), batch.unknown.end());
    if (batch.share >= 0) meter.set_share(batch.share);
    meter.advance(batch.vectors.size());
  };
  run_ordered_pipeline<Batch>(
      4 * thread_limit(), [&](Batch& batch) { return read_batch(reader, batch); },
      [&](Batch& batch) {
        leave_out(batch, without);
        weigh_batch(batch, statistics, weighers.local());
      },
      write_batch);
  return unknown.size();
}

}  // namespace subintent::internal
