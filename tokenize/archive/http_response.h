// HTTP responses as web archives keep them: headers that may be wrong before a body that decides.
#pragma once

#include "tokenize/archive/document.h"
#include "tokenize/archive/header_fields.h"

namespace subintent::internal {

// The views are into the block that was parsed.
struct HttpResponse {
  int status = 0;
  ContentType content_type;  // empty type if there is none
  // The codings of all Content-Encoding and Transfer-Encoding fields, a comma behind each.
  std::string content_codings, transfer_codings;
  std::string_view body;
  bool is_cut = false;  // the end of the body is known to be missing
};

// Empty if `block` does not start with a status line. Lines may end in LF or CR LF.
std::optional<HttpResponse> parse_http_response(std::string_view block);

// A response whose status line is not there, as in the sample files of ClueWeb09: it is taken to
// have been 200. Nothing if `block` does not start with a header field.
std::optional<HttpResponse> parse_http_response_without_status(std::string_view block);

enum class PageKind { html, plain, other };

// Tells what a body is by its Content-Type: a whole page is HTML, though it is said to be plain;
// without a type it is HTML if it starts with '<', else something else.
PageKind page_kind(std::string_view type, std::string_view body);

// The body with chunks joined and codings undone, where the body really is so, whatever the headers
// say. Of a broken body as much as can be decoded, at most document_size_limit bytes. Nothing if
// its codings are not known or cannot be undone. Sets is_cut where the end turns out to be missing.
std::optional<std::string> decoded_body(HttpResponse& response);

// Puts the body of a record that is said to be of this type into `document` if it is a page, HTML
// or plain text. Otherwise counts what it is, by `what` where it is none of the formats that are
// known, and gives false. `identified` is the type that the crawler found by its bytes; may be
// empty.
bool read_page(std::string body, const ContentType& type, std::string_view identified,
               std::string_view what, CollectionCounts& counts, Document& document);

// The page in an HTTP response, of status 200, whose is_cut may be set. Otherwise counts in
// `counts` what it is, skipped ones with their `place()`, and gives false. The docno is left as it
// is.
bool read_http_page(HttpResponse& response, std::string_view identified,
                    const std::function<std::string()>& place, CollectionCounts& counts,
                    Document& document);

// `url` as one word of UTF-8: blanks, control characters and bytes that are not UTF-8
// percent-encoded, angle brackets around it taken off.
std::string encoded_url(std::string_view url);

}  // namespace subintent::internal
