#include "tokenize/archive/content_coding.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>

#include <new>

#include "core/base/strings.h"
#include "core/io/decoders.h"
#include "core/io/input_file.h"
#include "subintent/program.h"
#include "tokenize/archive/document.h"
#include "tokenize/archive/payload.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_codings = 4;

struct Decoded {
  // The limit is a right end; `cut` is also one with bytes behind it.
  enum class End { right, cut, broken };

  std::string bytes;
  End end = End::broken;
  bool is_whole = false;  // whatever is behind it
};

// Makes room in `out` for decoded bytes behind its first `filled` ones.
void make_room(std::string& out, std::size_t filled) {
  if (filled < out.size()) return;
  out.resize(std::min(document_size_limit, std::max<std::size_t>(1 << 16, 2 * filled)));
}

// `window_bits` as inflateInit2() takes them: they tell gzip, zlib and raw deflate apart.
Decoded inflated(std::string_view bytes, int window_bits) {
  z_stream stream{};
  if (inflateInit2(&stream, window_bits) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(std::min(bytes.size(), document_size_limit));
  Decoded decoded;
  std::size_t filled = 0;
  int status = Z_OK;
  while (status == Z_OK && filled < document_size_limit) {
    make_room(decoded.bytes, filled);
    stream.next_out = reinterpret_cast<Bytef*>(decoded.bytes.data() + filled);
    stream.avail_out = static_cast<uInt>(decoded.bytes.size() - filled);
    status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    filled = decoded.bytes.size() - stream.avail_out;
    const bool has_next_member = status == Z_STREAM_END && stream.avail_in > 1 &&
                                 stream.next_in[0] == 0x1f && stream.next_in[1] == 0x8b;
    if (has_next_member) status = inflateReset(&stream);
  }
  if (status == Z_OK || status == Z_BUF_ERROR || status == Z_STREAM_END)
    decoded.end = Decoded::End::cut;
  const bool has_end = status == Z_STREAM_END && stream.avail_in == 0;
  decoded.is_whole = status == Z_STREAM_END || filled == document_size_limit;
  if (has_end || filled == document_size_limit) decoded.end = Decoded::End::right;
  decoded.bytes.resize(filled);
  return decoded;
}

// A zlib header, RFC 1950 section 2.2.
bool is_zlib(std::string_view bytes) {
  if (bytes.size() < 2) return false;
  const auto first = static_cast<unsigned char>(bytes[0]);
  const auto second = static_cast<unsigned char>(bytes[1]);
  return (first & 0x0f) == 8 && (first * 256 + second) % 31 == 0;
}

// "deflate" is zlib by the standard, but some servers leave zlib's header and trailer out.
Decoded undeflated(std::string_view bytes) {
  if (is_zlib(bytes)) {
    Decoded decoded = inflated(bytes, 15);
    if (decoded.end == Decoded::End::broken)
      decoded.end = Decoded::End::cut;  // the header was right
    if (!decoded.bytes.empty()) return decoded;
  }
  return inflated(bytes, -15);
}

Decoded unbrotlied(std::string_view bytes) {
  const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> state(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
  if (state == nullptr) throw std::bad_alloc();
  std::size_t in_left = bytes.size(), filled = 0;
  const auto* in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  Decoded decoded;
  BrotliDecoderResult status = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
  while (status == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT && filled < document_size_limit) {
    make_room(decoded.bytes, filled);
    auto* out = reinterpret_cast<std::uint8_t*>(decoded.bytes.data() + filled);
    std::size_t room = decoded.bytes.size() - filled;
    status = BrotliDecoderDecompressStream(state.get(), &in_left, &in, &room, &out, nullptr);
    filled = decoded.bytes.size() - room;
  }
  if (const auto code = BrotliDecoderGetErrorCode(state.get());
      code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES &&
      code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES)
    throw std::bad_alloc();
  const bool has_end = status == BROTLI_DECODER_RESULT_SUCCESS && in_left == 0;
  decoded.is_whole = status == BROTLI_DECODER_RESULT_SUCCESS || filled == document_size_limit;
  if (has_end || filled == document_size_limit)
    decoded.end = Decoded::End::right;
  else if (status != BROTLI_DECODER_RESULT_ERROR)
    decoded.end = Decoded::End::cut;
  decoded.bytes.resize(filled);
  return decoded;
}

Decoded unzstded(std::string_view bytes) {
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(),
                                                                        ZSTD_freeDCtx);
  if (context == nullptr) throw std::bad_alloc();
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  Decoded decoded;
  std::size_t filled = 0, status = 1;  // 0 where a frame has ended
  bool goes_on = true;
  while (goes_on && filled < document_size_limit) {
    make_room(decoded.bytes, filled);
    ZSTD_outBuffer out{decoded.bytes.data(), decoded.bytes.size(), filled};
    status = ZSTD_decompressStream(context.get(), &out, &in);
    require_zstd_memory(status);
    // All input is used up and the output has room: nothing more comes.
    goes_on = ZSTD_isError(status) == 0 && (in.pos < in.size || out.pos == out.size);
    filled = out.pos;
  }
  decoded.is_whole = status == 0 || filled == document_size_limit;
  if (status == 0) decoded.end = Decoded::End::right;
  decoded.bytes.resize(filled);
  return decoded;
}

// Whether the bytes can be those of a page in any charset. What is compressed starts with a
// magic number or has a control character in ten bytes, a page hardly any but white space, escape
// (ISO-2022-JP) and, in UTF-16, zero.
bool looks_like_text(std::string_view bytes) {
  if (is_gzip(bytes) || is_zstd(bytes)) return false;
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return true;
  const std::string_view start = bytes.substr(0, 1024);
  return count_controls(start).others * 64 <= start.size();
}

// Gives the decoded part of a body that surely has its coding: a defect costs what is behind it.
// Gives nothing if there is nothing before it.
std::optional<std::string> up_to_defect(Decoded decoded, bool& is_cut) {
  if (decoded.bytes.empty() && decoded.end != Decoded::End::right) return std::nullopt;
  is_cut = is_cut || !decoded.is_whole;
  return std::move(decoded.bytes);
}

// `body` with one coding undone; nothing if it does not have that coding or the coding is unknown.
std::optional<std::string> undo(std::string_view body, std::string_view coding, bool& is_cut) {
  if (coding == "gzip" || coding == "x-gzip")
    return is_gzip(body) ? up_to_defect(inflated(body, 15 + 16), is_cut) : std::nullopt;
  if (coding == "zstd") return is_zstd(body) ? up_to_defect(unzstded(body), is_cut) : std::nullopt;
  // These two begin with anything.
  if (coding != "deflate" && coding != "br") return std::nullopt;
  Decoded decoded = coding == "br" ? unbrotlied(body) : undeflated(body);
  const bool is_cut_page = decoded.end == Decoded::End::cut && !decoded.bytes.empty() &&
                           !looks_like_text(body) && looks_like_text(decoded.bytes);
  if (decoded.end != Decoded::End::right && !is_cut_page) return std::nullopt;
  is_cut = is_cut || !decoded.is_whole;
  return std::move(decoded.bytes);
}

// Undoes a coding of `body` that no header names, but its bytes tell.
std::optional<std::string> undo_unnamed(std::string_view body, bool& is_cut) {
  const std::string_view start = body.substr(std::min(body.find_first_not_of("\r\n"), body.size()));
  if (is_gzip(start)) return undo(start, "gzip", is_cut);
  if (is_zstd(start)) return undo(start, "zstd", is_cut);
  if (is_zlib(start)) {  // which ends with a checksum
    Decoded decoded = inflated(start, 15);
    if (decoded.end == Decoded::End::right) return std::move(decoded.bytes);
  }
  if (looks_like_text(body)) return std::nullopt;
  const std::string_view kind = kind_unless_text(body);
  if (!kind.empty() && kind != binary_data) return std::nullopt;
  for (const std::string_view coding : {"deflate", "br"}) {
    bool is_this_cut = false;
    auto decoded = undo(body, coding, is_this_cut);
    if (!decoded || 2 * decoded->size() <= body.size() || !looks_like_text(*decoded)) continue;
    is_cut = is_cut || is_this_cut;
    return decoded;
  }
  return std::nullopt;
}

// The names in a list, in lower case, without empty ones and those that stand for nothing.
std::vector<std::string> names_in(std::string_view codings) {
  std::vector<std::string> names;
  while (!codings.empty()) {
    const std::size_t comma = std::min(codings.find(','), codings.size());
    std::string name = lowered(trim(codings.substr(0, comma)));
    if (!name.empty() && name != "identity" && name != "chunked") names.push_back(std::move(name));
    codings.remove_prefix(std::min(comma + 1, codings.size()));
  }
  return names;
}

}  // namespace

std::optional<std::string> undo_content_codings(std::string_view body, std::string_view codings,
                                                bool& is_cut) {
  std::vector<std::string> names = names_in(codings);
  std::string decoded;
  bool is_lost = false;  // a coding that is named, of a body that is no text
  for (std::size_t steps = 0; steps < most_codings; ++steps) {
    std::optional<std::string> next;
    while (!next && !names.empty()) {
      next = undo(body, names.back(), is_cut);
      is_lost = is_lost || (!next && !looks_like_text(body));
      names.pop_back();
    }
    if (!next) next = undo_unnamed(body, is_cut);
    if (!next) break;
    decoded = *std::move(next);
    body = decoded;
  }
  is_lost = is_lost || !names.empty();
  if (is_lost && !looks_like_text(body)) {
    const std::string_view kind = kind_unless_text(body);
    if (kind.empty() || kind == binary_data || is_gzip(body) || is_zstd(body)) return std::nullopt;
  }
  return std::string(body.substr(0, document_size_limit));
}

}  // namespace subintent::internal
