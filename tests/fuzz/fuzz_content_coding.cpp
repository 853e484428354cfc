// Bodies of pages in the content codings that the first byte chooses: whatever they are, what comes
// out is bounded; and what kind of a body it is.
#include "input.h"
#include "tokenize/archive/content_coding.h"
#include "tokenize/archive/document.h"
#include "tokenize/archive/markup.h"
#include "tokenize/archive/payload.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent::internal;
  if (size == 0) return 0;
  constexpr const char* codings[] = {"gzip",      "deflate",  "br",       "zstd",       "X-GZIP",
                                     "gzip,gzip", "br, zstd", "compress", "deflate,br", "identity"};
  const std::string_view body = text_of(data + 1, size - 1);
  for (const unsigned step : {0u, 1u}) {
    const auto decoded = undo_content_codings(body, codings[(data[0] + step) % 10]);
    require(!decoded || decoded->size() <= document_size_limit);
  }
  kind_unless_text(body, data[0] % 2 == 0 ? "" : "utf-16le", data[0] % 3 == 0);
  markup_of(body);
  return 0;
}
