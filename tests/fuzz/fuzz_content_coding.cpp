// Bodies of pages in the content codings that the first byte chooses: whatever they are, what comes
// out is bounded; and what kind of a body it is.
#include "input.h"
#include "tokenize/archive/content_coding.h"
#include "tokenize/archive/document.h"
#include "tokenize/archive/markup.h"
#include "tokenize/archive/payload.h"

void subintent::internal::fuzz(std::string_view input) {
  if (input.empty()) return;
  constexpr const char* codings[] = {"gzip",      "deflate",  "br",       "zstd",       "X-GZIP",
                                     "gzip,gzip", "br, zstd", "compress", "deflate,br", "identity"};
  const std::string_view body = input.substr(1);
  for (const unsigned step : {0u, 1u}) {
    bool is_cut = false;
    const auto decoded = undo_content_codings(body, codings[(input[0] + step) % 10], is_cut);
    require(!decoded || decoded->size() <= document_size_limit);
  }
  kind_unless_text(body, input[0] % 2 == 0 ? "" : "utf-16le", input[0] % 3 == 0);
  markup_of(body);
}
