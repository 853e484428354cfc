#include "similarity/simhash/fingerprint_vectors.h"

#include <string>

#include "core/base/progress.h"
#include "similarity/simhash/docno_set.h"
#include "similarity/simhash/simhash.h"
#include "subintent/program.h"
#include "tokenize/terms/document_vector.h"

namespace subintent::internal {
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
    if (fingerprint.empty()) {
      ++without_terms;
    } else {
      text += fingerprint_line(vector.docno, fingerprint);
    }
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
