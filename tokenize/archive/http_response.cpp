#include "tokenize/archive/http_response.h"

#include <fmt/format.h>

#include <charconv>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "subintent/program.h"
#include "tokenize/archive/content_coding.h"
#include "tokenize/archive/markup.h"
#include "tokenize/archive/payload.h"

namespace subintent::internal {
namespace {

// Cuts a chunk's size line off the front of `rest`; nothing, and `rest` as it was, if there is
// none.
std::optional<std::size_t> take_chunk_size(std::string_view& rest) {
  const std::string_view before = rest;
  const std::string_view line = take_line(rest);
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), size, 16);
  const std::string_view extension =
      trim({end, static_cast<std::size_t>(line.data() + line.size() - end)});
  const bool line_ended = before.size() > line.size();
  if (error == std::errc() && line_ended && (extension.empty() || extension[0] == ';')) return size;
  rest = before;
  return std::nullopt;
}

// Nothing if `body` is not in chunks. After the first chunk whatever breaks the chain is kept as it
// is, and `is_cut` set.
std::optional<std::string> without_chunks(std::string_view body, bool& is_cut) {
  std::string out;
  std::string_view rest = body;
  bool first = true;
  while (const auto size = take_chunk_size(rest)) {
    if (*size == 0) return out;
    const bool whole = *size <= rest.size();
    const std::string_view after = whole ? rest.substr(*size) : std::string_view();
    if (!after.empty() && !after.starts_with("\r\n") && !after.starts_with('\n')) break;
    out += rest.substr(0, *size);
    rest = after;
    take_line(rest);
    first = false;
  }
  if (first) return std::nullopt;
  is_cut = true;
  return out.append(rest);
}

// Whether all of a body fits to be in chunks, though no header says so: up to the last chunk, or to
// the end of one that was cut behind enough others.
bool is_all_chunks(std::string_view body) {
  std::string_view rest = body;
  for (bool is_first = true; const auto size = take_chunk_size(rest); is_first = false) {
    const auto seen = static_cast<std::size_t>(rest.data() - body.data());
    if (*size == 0) return !is_first && trim(rest).empty();
    if (*size >= rest.size()) return !is_first && seen > 512;
    rest.remove_prefix(*size);
    if (!rest.starts_with("\r\n")) return false;
    rest.remove_prefix(2);
  }
  return false;
}

// A field name of RFC 9110 section 5.1.
bool is_token(std::string_view name) {
  static constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') ||
           others.find(c) != std::string_view::npos;
  });
}

bool contains(std::string_view list, std::string_view word) {
  return lowered(list).find(word) != std::string::npos;
}

// Reads the fields up to the first blank line; the body is what is behind it.
void read_fields(std::string_view block, HttpResponse& response) {
  std::int64_t length = 0;
  while (!block.empty()) {
    const std::string_view line = take_line(block);
    if (line.empty()) break;
    const auto field = parse_header_field(line);
    if (!field) continue;
    if (equal_ignoring_case(field->name, "Content-Type") && response.content_type.type.empty())
      response.content_type = parse_content_type(field->value);
    else if (equal_ignoring_case(field->name, "Transfer-Encoding"))
      response.transfer_codings.append(field->value) += ',';
    else if (equal_ignoring_case(field->name, "Content-Encoding"))
      response.content_codings.append(field->value) += ',';
    else if (equal_ignoring_case(field->name, "Content-Length"))
      length = parse_integer(field->value).value_or(0);
  }
  response.body = block;
  // With codings it may be the length of what they made.
  const bool is_coded = !response.transfer_codings.empty() || !response.content_codings.empty();
  response.is_cut = !is_coded && std::cmp_less(block.size(), length);
}

}  // namespace

std::optional<HttpResponse> parse_http_response(std::string_view block) {
  if (!block.starts_with("HTTP/")) return std::nullopt;
  HttpResponse response;
  const std::string_view status_line = take_line(block);
  std::string_view columns[2];
  if (split_blanks(status_line, columns) >= 2)
    response.status = static_cast<int>(parse_integer(columns[1].substr(0, 3)).value_or(0));
  read_fields(block, response);
  return response;
}

std::optional<HttpResponse> parse_http_response_without_status(std::string_view block) {
  std::string_view rest = block;
  const auto first = parse_header_field(take_line(rest));
  if (!first || !is_token(first->name)) return std::nullopt;
  HttpResponse response;
  response.status = 200;
  read_fields(block, response);
  return response;
}

PageKind page_kind(std::string_view type, std::string_view body) {
  if (type == "text/html" || type == "application/xhtml+xml") return PageKind::html;
  if (type == "text/plain")
    return markup_of(body) == Markup::page ? PageKind::html : PageKind::plain;
  if (!type.empty()) return PageKind::other;
  if (body.starts_with("\xef\xbb\xbf")) body.remove_prefix(3);
  return trim(body).starts_with('<') ? PageKind::html : PageKind::other;
}

std::optional<std::string> decoded_body(HttpResponse& response) {
  std::string_view body = response.body;
  const bool is_chunked = contains(response.transfer_codings, "chunked") || is_all_chunks(body);
  std::optional<std::string> joined;
  if (is_chunked) joined = without_chunks(body, response.is_cut);
  if (joined) body = *joined;
  auto decoded = undo_content_codings(body, response.content_codings + response.transfer_codings,
                                      response.is_cut);
  if (decoded && is_chunked && !joined) {  // chunked before it was compressed
    joined = without_chunks(*decoded, response.is_cut);
    if (joined) decoded = undo_content_codings(*joined, response.content_codings, response.is_cut);
  }
  return decoded;
}

bool read_page(std::string body, const ContentType& type, std::string_view identified,
               std::string_view what, CollectionCounts& counts, Document& document) {
  const PageKind kind = page_kind(type.type, body);
  std::string_view found = kind_of_media_type(identified);
  // Bodies without a type are told from pages here; the reader of the collection looks at the text
  // of others.
  if (found.empty() && kind == PageKind::other && type.type.empty()) found = kind_unless_text(body);
  if (!found.empty() && found != binary_data) {
    counts.count_other(std::string(found).append(instead_of_text));
    return false;
  }
  if (kind == PageKind::other) {
    counts.count_other(std::string(what) + " that is not a page");
    return false;
  }
  document.content = std::move(body);
  document.is_html = kind == PageKind::html;
  document.http_charset = type.charset;
  return true;
}

bool read_http_page(HttpResponse& response, std::string_view identified,
                    const std::function<std::string()>& place, CollectionCounts& counts,
                    Document& document) {
  if (response.status != 200) {
    counts.count_other("response with a status other than 200");
    return false;
  }
  if (page_kind(response.content_type.type, "<") == PageKind::other) {
    counts.count_other("response that is not a page");
    return false;
  }
  std::optional<std::string> body = decoded_body(response);
  if (!body) {
    counts.count_skipped("page in an unknown or broken content coding", place());
    return false;
  }
  return read_page(*std::move(body), response.content_type, identified, "response", counts,
                   document);
}

std::string encoded_url(std::string_view url) {
  if (url.starts_with('<') && url.ends_with('>')) url = url.substr(1, url.size() - 2);
  const auto stays = [](char c) { return c > 0x20 && c < 0x7f; };
  if (std::ranges::all_of(url, stays)) return std::string(url);
  std::string docno;
  while (!url.empty()) {
    const std::size_t length = utf8_sequence_length(url);
    const auto first = static_cast<unsigned char>(url[0]);
    if (length == 0 || first <= 0x20 || first == 0x7f)
      docno += fmt::format("%{:02X}", first);
    else
      docno.append(url.substr(0, length));
    url.remove_prefix(length == 0 ? 1 : length);
  }
  return docno;
}

}  // namespace subintent::internal
