#include "tokenize/archive/payload.h"

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/io/block_masks.h"
#include "core/io/decoders.h"
#include "subintent/program.h"
#include "tokenize/charset/charset.h"

namespace subintent::internal {
namespace {

constexpr std::string_view pdf = "PDF", image = "image", media = "audio or video",
                           archive = "archive", font = "font", office = "office file",
                           executable = "executable";

struct Magic {
  std::size_t offset;
  std::string_view bytes;
  std::string_view kind;
};

using std::string_view_literals::operator""sv;

// If two fit, the first counts. Text may begin with those without a control character, as "BMW"
// does: there the bytes behind it decide.
constexpr Magic magics[] = {
    {0, "\xff\xd8\xff", image},
    {0, "\x89PNG\r\n\x1a\n", image},
    {0, "GIF87a", image},
    {0, "GIF89a", image},
    {0, "II*\0"sv, image},
    {0, "MM\0*"sv, image},
    {0, "BM", image},
    {0, "8BPS", image},
    {0, "\0\0\1\0"sv, image},
    {0, "\0\0\2\0"sv, image},
    {0, "\0\0\0\x0cjP  "sv, image},
    {0, "AT&TFORM", image},
    {0, "gimp xcf", image},
    {4, "ftypavi", image},
    {4, "ftyphei", image},
    {4, "ftypmif", image},
    {8, "WEBP", image},
    {0, "RIFF", media},
    {0, "FORM", media},
    {4, "ftyp", media},
    {4, "moov", media},
    {4, "mdat", media},
    {0, "ID3", media},
    {0, "\xff\xfb", media},
    {0, "\xff\xf3", media},
    {0, "\xff\xf2", media},
    {0, "OggS", media},
    {0, "fLaC", media},
    {0, "MThd", media},
    {0, ".snd", media},
    {0, ".RMF", media},
    {0, "FLV\1", media},
    {0, "FWS", media},
    {0, "CWS", media},
    {0, "ZWS", media},
    {0, "\x1a\x45\xdf\xa3", media},
    {0, "\0\0\1\xba"sv, media},
    {0, "\0\0\1\xb3"sv, media},
    {0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11", media},
    {0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", office},
    {0, "PK\3\4", archive},
    {0, "PK\5\6", archive},
    {0, "PK\7\x8", archive},
    {0, "Rar!\x1a\7", archive},
    {0, "7z\xbc\xaf\x27\x1c", archive},
    {0, "\x1f\x8b", archive},
    {0, "\x1f\x9d", archive},
    {0, "\x28\xb5\x2f\xfd", archive},
    {0, "\xfd\x37zXZ\0"sv, archive},
    {0, "\x04\x22\x4d\x18", archive},
    {0, "BZh", archive},
    {0, "LZIP", archive},
    {0, "MSCF", archive},
    {0, "xar!", archive},
    {0, "!<arch>\n", archive},
    {2, "-lh", archive},
    {257, "ustar", archive},
    {0, "wOFF", font},
    {0, "wOF2", font},
    {0, "OTTO", font},
    {0, "ttcf", font},
    {0, "true\0"sv, font},
    {0, "\0\1\0\0\0"sv, font},
    {0,
     "\x7f"
     "ELF",
     executable},
    {0, "MZ", executable},
    {0, "\xca\xfe\xba\xbe", executable},
    {0, "\xfe\xed\xfa", executable},
    {0, "\xce\xfa\xed\xfe", executable},
    {0, "\xcf\xfa\xed\xfe", executable},
    {0, "\0asm"sv, executable},
    {0, "dex\n", executable},
};

constexpr bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && byte != 0x1b && !(byte >= '\t' && byte <= '\r');
}

// Noise that is decoded has many characters that are not valid, or for private use.
bool has_few_replacements(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    count += text[i] == '\xee' || text.substr(i).starts_with("\uFFFD") ? 1 : 0;
  return 64 * count <= text.size() + 128;
}

// A "%PDF-1.7" in a line of its own, and the like of formats that are ASCII.
std::string_view kind_of_text_format(std::string_view bytes) {
  std::string_view text = bytes.substr(0, 1024);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  text = text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  const std::string_view end = line.substr(std::min<std::size_t>(line.size(), 8));
  if (line.starts_with("%PDF-") && line.size() >= 8 && is_digit(line[5]) && is_digit(line[7]) &&
      (trim(end).empty() || !has_few_controls(bytes)))
    return pdf;
  if (line.starts_with("%!PS-Adobe-")) return "PostScript";
  if (line.starts_with("version https://git-lfs")) return "pointer of Git LFS";
  if (text.starts_with("{\\rtf") && text.size() > 6 && (text[6] == '\\' || text[6] == '{'))
    return office;
  return {};
}

bool is_text_payload(std::string_view bytes, std::string_view http_charset, bool html) {
  if (has_few_controls(bytes)) return true;
  // In UTF-16 they may be halves of characters.
  constexpr std::size_t sample = 1 << 16;
  const std::string text = decode_to_utf8(bytes.substr(0, sample), http_charset, html);
  const auto characters = std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; });
  return std::cmp_less_equal(32 * count_controls(text).others, characters + 64) &&
         has_few_controls(text) && has_few_replacements(text);
}

}  // namespace

Controls count_controls(std::string_view bytes) {
  constexpr auto are_controls = [](Bytes16 block) {
    return (block < 0x20) & (block != 0x1b) & ~from_to('\t', '\r')(block);
  };
  Controls controls;
  for (std::size_t at = 0; (at = find_where(bytes, at, are_controls)) < bytes.size(); ++at)
    ++(bytes[at] == 0 ? controls.zeros : controls.others);
  return controls;
}

bool has_few_controls(std::string_view bytes) {
  while (!bytes.empty() && bytes.back() == 0) bytes.remove_suffix(1);
  const Controls controls = count_controls(bytes);
  if (32 * controls.others > bytes.size() + 64) return false;
  return 8 * controls.zeros <= bytes.size() + 16 || !wide_encoding(bytes).empty();
}

std::string_view kind_unless_text(std::string_view bytes, std::string_view http_charset,
                                  bool html) {
  if (const std::string_view kind = kind_of_text_format(bytes); !kind.empty()) return kind;
  const auto* const magic = std::ranges::find_if(magics, [&](const Magic& one) {
    return bytes.size() >= one.offset && bytes.substr(one.offset).starts_with(one.bytes);
  });
  const bool is_known = magic != std::end(magics);
  const bool decides = is_known && std::ranges::any_of(magic->bytes, is_control);
  if (!decides && is_text_payload(bytes, http_charset, html)) return {};
  if (!is_known) return binary_data;
  return magic->bytes == "PK\3\4" && is_office_file(bytes) ? office : magic->kind;
}

std::string_view kind_of_media_type(std::string_view type) {
  struct Name {
    std::string_view part, kind;
  };
  static constexpr Name names[] = {{"image/svg", ""},
                                   {"image/", image},
                                   {"audio/", media},
                                   {"video/", media},
                                   {"font", font},
                                   {"woff", font},
                                   {"+xml", ""},
                                   {"/pdf", pdf},
                                   {"x-pdf", pdf},
                                   {"postscript", "PostScript"},
                                   {"officedocument", office},
                                   {"opendocument", office},
                                   {"msword", office},
                                   {"vnd.ms-", office},
                                   {"ms-office", office},
                                   {"/rtf", office},
                                   {"epub", office},
                                   {"x-bzip", archive},
                                   {"/zip", archive},
                                   {"x-zip", archive},
                                   {"rar", archive},
                                   {"x-7z", archive},
                                   {"x-tar", archive},
                                   {"gtar", archive},
                                   {"x-xz", archive},
                                   {"java-archive", archive},
                                   {"shockwave", media},
                                   {"/ogg", media},
                                   {"/mp4", media},
                                   {"matroska", media},
                                   {"exec", executable},
                                   {"msdownload", executable},
                                   {"x-elf", executable},
                                   {"x-sharedlib", executable},
                                   {"wasm", executable},
                                   {"java-vm", executable}};
  const auto* const found = std::ranges::find_if(
      names, [&](const Name& name) { return type.find(name.part) != type.npos; });
  return found == std::end(names) || type.starts_with("text/") ? std::string_view() : found->kind;
}

}  // namespace subintent::internal
