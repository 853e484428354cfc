// Content codings of HTTP (RFC 9110 section 8.4.1): how a page was compressed on its way.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

// `body` with the codings of a Content-Encoding header undone: gzip, x-gzip, deflate (zlib or raw),
// br, zstd and identity, in a list of any of them, the last one first. A coding that the body does
// not have, though the header names it, is passed over if the body is text: archives often keep the
// headers of bodies that they have already decoded. Of a body that is cut short as much as can be
// decoded, and never more than document_size_limit bytes. Nothing if the body is neither text nor
// can be decoded, or if there are too many codings for one page.
std::optional<std::string> undo_content_codings(std::string_view body, std::string_view codings);

}  // namespace subintent::internal
