// Content codings of HTTP (RFC 9110 section 8.4.1): how a page was compressed on its way.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

// `body` with the codings of a Content-Encoding or Transfer-Encoding header undone: gzip, x-gzip,
// deflate (zlib or raw), br, zstd and identity, in a list of any of them, the last one first. The
// header may be wrong: a coding that the body does not have is passed over, as archives often keep
// the headers of bodies that they have already decoded, and one that no header names is undone
// where the bytes tell it. Of a body that is cut short as much as can be decoded, and never more
// than document_size_limit bytes. Nothing if a coding is named that cannot be undone and the body
// is no text, nor any other format that is known, or if there are too many codings for one page.
// Sets `is_cut` if the end is missing.
std::optional<std::string> undo_content_codings(std::string_view body, std::string_view codings,
                                                bool& is_cut);

}  // namespace subintent::internal
