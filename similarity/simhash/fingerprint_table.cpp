#include "similarity/simhash/fingerprint_table.h"

#include <utility>

#include "core/base/large_pages.h"
#include "similarity/simhash/docno_set.h"
#include "similarity/simhash/simhash.h"
#include "subintent/program.h"

namespace subintent::internal {
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

}  // namespace subintent::internal
