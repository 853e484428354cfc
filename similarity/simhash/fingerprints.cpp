#include "similarity/simhash/fingerprints.h"

#include <xxhash.h>

#include "core/base/name_table.h"
#include "core/base/progress.h"
#include "similarity/simhash/simhash.h"
#include "subintent/program.h"
#include "tokenize/terms/document_vector.h"

namespace subintent::internal {

DocnoSet::Slot& DocnoSet::find(std::vector<Slot>& slots, const Slot& hash) {
  return slots[find_slot(slots, hash.low,
                         [&](const Slot& slot) { return slot == hash || slot == Slot{}; })];
}

void DocnoSet::grow() {
  std::vector<Slot> larger(slots_.size() * 2);
  for (const Slot& slot : slots_)
    if (!(slot == Slot{})) find(larger, slot) = slot;
  slots_ = std::move(larger);
}

bool DocnoSet::insert(std::string_view docno) {
  const XXH128_hash_t hash = XXH3_128bits(docno.data(), docno.size());
  const Slot wanted{hash.low64, hash.high64 | 1};  // never the free slot
  Slot& slot = find(slots_, wanted);
  if (slot == wanted) return false;
  slot = wanted;
  if (++used_ * 4 > slots_.size() * 3) grow();
  return true;
}

namespace {

// Tells docnos that come twice. Ascending ones, as most collections have them, are new without a
// search.
class SeenDocnos {
 public:
  bool insert(const FingerprintTable& table, std::string_view next) {
    const std::size_t size = table.size();
    if (ascending_) {
      if (size == 0 || table.docno(size - 1) < next) return true;
      ascending_ = false;
      for (std::size_t i = 0; i < size; ++i) seen_.insert(table.docno(i));
    }
    return seen_.insert(next);
  }

 private:
  bool ascending_ = true;
  DocnoSet seen_;
};

}  // namespace

FingerprintTable::FingerprintTable(const std::vector<Source>& inputs) {
  SeenDocnos seen;
  for (const Source& input : inputs) {
    FingerprintReader reader(input, size() == 0 ? 0 : rows_.words);
    std::string_view docno;
    while (reader.next(docno)) {
      if (!seen.insert(*this, docno)) {
        throw Error(reader.location(), "document " + printable(docno) + " is listed twice",
                    "keep one fingerprint per document in all inputs");
      }
      if (size() == UINT32_MAX) {
        throw Error(reader.location(), "there are more than 4,294,967,295 fingerprints",
                    "compare parts of the collection");
      }
      reserve_large_for(docnos_, docno.size());
      docnos_ += docno;
      reserve_large_for(ends_, 1);
      ends_.push_back(docnos_.size());
      rows_.append(reader.fingerprint());
    }
  }
}

FingerprintTable::FingerprintTable(const std::vector<std::string>& docnos, FingerprintRows rows)
    : rows_(std::move(rows)) {
  for (const std::string& docno : docnos) {
    docnos_ += docno;
    ends_.push_back(docnos_.size());
  }
}

namespace {

constexpr std::size_t write_size = 1 << 16;

}  // namespace

std::uint64_t fingerprint_vectors(const std::vector<Source>& inputs, std::size_t words,
                                  const std::function<void(std::string_view)>& write,
                                  const ProgressCallback& progress) {
  ProgressMeter meter(progress, "fingerprints", "documents");
  VectorsReader reader(inputs);
  DocnoSet docnos;
  DocumentVector vector;
  std::string text;
  std::uint64_t without_terms = 0;
  while (reader.next(vector)) {
    if (!docnos.insert(vector.docno)) {
      throw Error(reader.location(), "document " + printable(vector.docno) + " is listed twice",
                  "keep one vector per document in all inputs");
    }
    const auto fingerprint = simhash(vector.terms, words);
    if (fingerprint.empty())
      ++without_terms;
    else
      text += fingerprint_line(vector.docno, fingerprint);
    if (text.size() >= write_size) {
      write(text);
      text.clear();
    }
    if (const double share = reader.share_read(); share >= 0) meter.set_share(share);
    meter.advance();
  }
  write(text);
  return without_terms;
}

}  // namespace subintent::internal
