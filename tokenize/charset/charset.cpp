#include "tokenize/charset/charset.h"

#include <uchardet.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include "core/base/utf8.h"
#include "core/io/block_masks.h"
#include "tokenize/charset/encoding_decoder.h"
#include "tokenize/charset/meta_prescan.h"

namespace subintent::internal {
namespace {

// The encoding of a byte-order mark, which is removed from `bytes`, or of a tag in UTF-16.
std::optional<Encoding> take_byte_order_mark(std::string_view& bytes) {
  const auto take = [&](std::string_view mark) {
    if (!bytes.starts_with(mark)) return false;
    bytes.remove_prefix(mark.size());
    return true;
  };
  if (take("\xEF\xBB\xBF")) return Encoding::utf_8;
  if (take("\xFE\xFF")) return Encoding::utf_16be;
  if (take("\xFF\xFE")) return Encoding::utf_16le;
  // Without a mark, a tag says it.
  if (bytes.size() < 4) return std::nullopt;
  if (bytes[0] == '<' && bytes[1] == 0 && bytes[2] != 0 && bytes[3] == 0) return Encoding::utf_16le;
  if (bytes[0] == 0 && bytes[1] == '<' && bytes[2] == 0 && bytes[3] != 0) return Encoding::utf_16be;
  return std::nullopt;
}

std::optional<Encoding> encoding_of_header(std::string_view label) {
  while (!label.empty() && (label.front() == '"' || label.front() == '\'')) label.remove_prefix(1);
  while (!label.empty() && (label.back() == '"' || label.back() == '\'')) label.remove_suffix(1);
  return encoding_of_label(label);
}

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

// Whether bytes that are not valid UTF-8 are mostly: as many characters, of which surrogates are
// some, as bytes that are none.
bool is_mostly_utf8(std::string_view bytes) {
  std::size_t characters = 0, broken = 0;
  while (!bytes.empty()) {
    const auto lead = static_cast<unsigned char>(bytes[0]);
    const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    const std::string_view rest = bytes.substr(0, size).substr(1);
    const bool goes_on = std::ranges::all_of(rest, [](char c) { return (c & 0xc0) == 0x80; });
    const bool is_whole = goes_on && size > 1;  // or cut at the end
    if (lead >= 0x80) ++(is_whole ? characters : broken);
    bytes.remove_prefix(is_whole ? rest.size() + 1 : 1);
  }
  return characters >= broken;
}

std::optional<Encoding> declared_encoding(std::string_view bytes, std::string_view http_charset,
                                          bool html) {
  const auto is_wrong = [&](std::optional<Encoding> it) {
    return !it || it == Encoding::replacement || (it == Encoding::utf_8 && !is_mostly_utf8(bytes));
  };
  auto encoding = encoding_of_header(http_charset);
  if (is_wrong(encoding)) encoding = html ? prescan_meta(bytes) : std::nullopt;
  if (is_wrong(encoding)) encoding.reset();
  return encoding;
}

// The parts of a text around its first bytes that are not ASCII, 8 KiB in all: what tells encodings
// apart.
std::string distinctive_sample(std::string_view bytes) {
  constexpr std::size_t limit = 8192, context = 16;
  std::string sample;
  std::size_t position = 0;  // everything before is in the sample or passed over
  while (sample.size() < limit) {
    const std::size_t found = find_where(bytes, position, [](Bytes16 b) { return b >= 0x80; });
    if (found == bytes.size()) break;
    const std::size_t start = std::max(position, found - std::min(found, context));
    std::size_t end = found;
    while (end < bytes.size() && !is_ascii(bytes[end]) && end - start < limit) ++end;
    end = std::min(end + context, bytes.size());
    if (start > position && !sample.empty()) sample += ' ';
    sample += bytes.substr(start, std::min(end - start, limit - sample.size()));
    position = end;
  }
  return sample;
}

// Takes uchardet's guess, corrected to the encoding of pages that look so to it.
std::optional<Encoding> guessed_encoding(std::string_view sample) {
  const std::unique_ptr<uchardet, decltype(&uchardet_delete)> detector(uchardet_new(),
                                                                       &uchardet_delete);
  if (uchardet_handle_data(detector.get(), sample.data(), sample.size()) != 0) return std::nullopt;
  uchardet_data_end(detector.get());
  const std::string_view name = uchardet_get_charset(detector.get());
  if (name == "UHC") return Encoding::euc_kr;
  if (name == "MAC-CYRILLIC") return Encoding::x_mac_cyrillic;
  // The letters are the same, and it is windows-1257 that is used on the web.
  if (name == "ISO-8859-13") return Encoding::windows_1257;
  // Hardly a page is in it, but short texts in western languages look as if.
  if (name == "ISO-8859-10") return std::nullopt;
  // Quotation marks and letters that the encodings of ISO do not have are those of Windows.
  const bool has_controls = std::ranges::any_of(
      sample, [](char c) { return static_cast<unsigned char>(c) - 0x80U < 0x20; });
  if (has_controls && name == "ISO-8859-2") return Encoding::windows_1250;
  if (has_controls && name == "ISO-8859-7") return Encoding::windows_1253;
  if (has_controls && name == "ISO-8859-15") return Encoding::windows_1252;
  const auto encoding = encoding_of_label(name);
  // The bytes are known not to be UTF-8 or ASCII: such answers are about the sample only.
  if (encoding == Encoding::utf_8 || encoding == Encoding::replacement) return std::nullopt;
  return encoding;
}

// Whether what is not ASCII would be whole words in Arabic letters, rather than single letters
// among Latin ones.
bool is_arabic_as_windows_1256(std::string_view sample) {
  std::string text;
  append_decoded(Encoding::windows_1256, sample, text);
  const icu::UnicodeString characters = icu::UnicodeString::fromUTF8(text);
  int arabic = 0, joined = 0, latin = 0;  // joined: behind another Arabic letter
  bool after_arabic = false;
  for (int i = 0; i < characters.length(); ++i) {
    const char16_t c = characters[i];  // all are in the basic plane
    const bool is_letter = c >= 0x80 && u_isalpha(c) != 0;
    const bool is_arabic = is_letter && c >= 0x600 && c < 0x700;
    arabic += is_arabic ? 1 : 0;
    latin += is_letter && !is_arabic ? 1 : 0;
    joined += is_arabic && after_arabic ? 1 : 0;
    after_arabic = is_arabic;
  }
  return arabic >= 16 && 10 * latin < arabic && 2 * joined > arabic;
}

std::optional<Encoding> detected_encoding(std::string_view bytes) {
  const std::string sample = distinctive_sample(bytes);
  const auto guess = guessed_encoding(sample);
  // uchardet knows no Persian, and takes it for something Latin.
  switch (guess.value_or(Encoding::windows_1252)) {
    case Encoding::iso_8859_2:
    case Encoding::windows_1250:
    case Encoding::windows_1252:
    case Encoding::windows_1257:
    case Encoding::windows_1258:
      return is_arabic_as_windows_1256(sample) ? Encoding::windows_1256 : guess;
    default:
      return guess;
  }
}

std::string_view decode(Encoding encoding, std::string_view bytes, std::string& text) {
  text.clear();
  text.reserve(bytes.size());
  append_decoded(encoding, bytes, text);
  return text;
}

// Gives the text before a character in UTF-8 whose last bytes are missing at the end, if that is
// UTF-8 and not only ASCII (behind that, the first bytes can as well be a letter in a one-byte
// charset).
std::optional<std::string_view> utf8_before_cut_character(std::string_view bytes) {
  std::size_t start = bytes.size();
  while (start > 0 && bytes.size() - start < 3 && (bytes[start - 1] & 0xc0) == 0x80) --start;
  if (start == 0) return std::nullopt;
  const auto lead = static_cast<unsigned char>(bytes[--start]);
  const std::size_t size = lead >= 0xf0 && lead < 0xf5 ? 4
                           : lead >= 0xe0              ? 3
                           : lead >= 0xc2              ? 2
                                                       : 0;
  if (lead >= 0xf5 || bytes.size() - start >= size) return std::nullopt;
  const std::string_view before = bytes.substr(0, start);
  if (std::ranges::all_of(before, is_ascii) || !is_valid_utf8(before)) return std::nullopt;
  return before;
}

// A few characters of two bytes in UTF-8 can as well be some of these charsets.
bool may_look_like_utf8(Encoding encoding) {
  switch (encoding) {
    case Encoding::gbk:
    case Encoding::gb18030:
    case Encoding::big5:
    case Encoding::euc_jp:
    case Encoding::shift_jis:
    case Encoding::euc_kr:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string_view view_as_utf8(std::string_view bytes, std::string_view http_charset, bool html,
                              std::string& decoded) {
  const std::string_view wide = wide_encoding(bytes);
  if (wide.empty() || wide.starts_with("UTF-16"))
    if (const auto encoding = take_byte_order_mark(bytes)) return decode(*encoding, bytes, decoded);
  if (!wide.empty()) {
    decoded.clear();
    const auto size = static_cast<std::int32_t>(bytes.size());
    icu::UnicodeString text(bytes.data(), size, std::string(wide).c_str());
    if (text.startsWith(u'\uFEFF')) text.remove(0, 1);
    return text.toUTF8String(decoded);
  }
  if (is_valid_utf8(bytes)) {
    const auto escapes = [&](const char* sequence) { return bytes.find(sequence) != bytes.npos; };
    const bool is_iso_2022_jp =
        escapes("\x1B") && std::ranges::all_of(bytes, is_ascii) &&
        (escapes("\x1B$B") || escapes("\x1B$@") || escapes("\x1B(J") ||
         (escapes("\x1B$") &&
          declared_encoding(bytes, http_charset, html) == Encoding::iso_2022_jp));
    return is_iso_2022_jp ? decode(Encoding::iso_2022_jp, bytes, decoded) : bytes;
  }
  if (const auto before = utf8_before_cut_character(bytes)) return *before;
  auto encoding = declared_encoding(bytes, http_charset, html);
  if (!encoding) encoding = detected_encoding(bytes);
  return decode(encoding.value_or(Encoding::windows_1252), bytes, decoded);
}

std::string decode_to_utf8(std::string_view bytes, std::string_view http_charset, bool html) {
  std::string decoded;
  const std::string_view text = view_as_utf8(bytes, http_charset, html, decoded);
  if (text.data() == decoded.data()) return decoded;
  return std::string(text);
}

LineDecoder::LineDecoder(std::string_view start) {
  if (start.starts_with("<?xml"))
    encoding_ = declared_encoding(start.substr(0, start.find('>')), {}, true);
  if (encoding_ == Encoding::utf_8) encoding_.reset();
}

bool LineDecoder::must_decide(std::string_view lines) const {
  return !encoding_ && !is_valid_utf8(lines);
}

void LineDecoder::append(std::string_view lines, std::string& out) {
  if (!encoding_ && is_valid_utf8(lines)) {
    out += lines;
    return;
  }
  const auto for_each_line = [lines](const auto& use) {
    for (std::string_view rest = lines; !rest.empty();) {
      const std::size_t size = std::min(rest.find('\n'), rest.size() - 1) + 1;
      use(rest.substr(0, size));
      rest.remove_prefix(size);
    }
  };
  std::string others;
  if (!encoding_) for_each_line([&](std::string_view line) { others += stays(line) ? "" : line; });
  if (!others.empty()) encoding_ = detected_encoding(others).value_or(Encoding::windows_1252);
  for_each_line([&](std::string_view line) {
    if (stays(line))
      out += line;
    else
      append_decoded(*encoding_, line, out);
  });
}

bool LineDecoder::stays(std::string_view line) const {
  line = line.substr(0, line.find_last_not_of("\r\n") + 1);
  const bool may_look_so = encoding_ && may_look_like_utf8(*encoding_);
  if (!is_valid_utf8(line))
    return (!may_look_so && utf8_before_cut_character(line)) || declared_encoding(line, {}, true);
  if (!may_look_so) return true;
  const auto others = std::ranges::count_if(line, [](char c) { return !is_ascii(c); });
  return others == 0 || others > 6 ||
         std::ranges::any_of(line, [](char c) { return static_cast<unsigned char>(c) >= 0xe0; });
}

}  // namespace subintent::internal
