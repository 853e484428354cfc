#include "tokenize/charset/encoding_decoder.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>

#include <cstring>
#include <mutex>

#include "core/base/utf8.h"
#include "core/io/block_masks.h"
#include "subintent/basics.h"
#include "tokenize/charset/character_references.h"
#include "tokenize/charset/encoding_corrections.h"

namespace subintent::internal {
namespace {

// clang-format off
// The converter of ICU whose mapping is that of the standard, but for encoding_corrections.h.
const char* converter_name(Encoding encoding) {
  switch (encoding) {
    case Encoding::ibm866: return "ibm-866_P100-1995";
    case Encoding::iso_8859_2: return "ibm-912_P100-1995";
    case Encoding::iso_8859_3: return "ibm-913_P100-2000";
    case Encoding::iso_8859_4: return "ibm-914_P100-1995";
    case Encoding::iso_8859_5: return "ibm-915_P100-1995";
    case Encoding::iso_8859_6: return "ibm-1089_P100-1995";
    case Encoding::iso_8859_7: return "ibm-9005_X110-2007";
    case Encoding::iso_8859_8:
    case Encoding::iso_8859_8_i: return "ibm-5012_P100-1999";
    case Encoding::iso_8859_10: return "iso-8859_10-1998";
    case Encoding::iso_8859_13: return "ibm-921_P100-1995";
    case Encoding::iso_8859_14: return "iso-8859_14-1998";
    case Encoding::iso_8859_15: return "ibm-923_P100-1998";
    case Encoding::iso_8859_16: return "ISO-8859-1";  // with an upper half of our own
    case Encoding::koi8_r: return "ibm-878_P100-1996";
    case Encoding::koi8_u: return "ibm-1168_P100-2002";
    case Encoding::macintosh: return "macos-0_2-10.2";
    case Encoding::windows_874: return "windows-874-2000";
    case Encoding::windows_1250: return "ibm-5346_P100-1998";
    case Encoding::windows_1251: return "ibm-5347_P100-1998";
    case Encoding::windows_1252: return "ibm-5348_P100-1997";
    case Encoding::windows_1253: return "ibm-5349_P100-1998";
    case Encoding::windows_1254: return "ibm-5350_P100-1998";
    case Encoding::windows_1255: return "ibm-9447_P100-2002";
    case Encoding::windows_1256: return "ibm-9448_X100-2005";
    case Encoding::windows_1257: return "ibm-9449_P100-2002";
    case Encoding::windows_1258: return "ibm-5354_P100-1998";
    case Encoding::x_mac_cyrillic: return "macos-7_3-10.2";
    case Encoding::gbk:
    case Encoding::gb18030: return "gb18030";
    case Encoding::big5: return "ibm-1375_P100-2008";
    case Encoding::euc_jp: return "euc-jp-2007";
    case Encoding::iso_2022_jp: return "ISO_2022,locale=ja,version=0";
    case Encoding::shift_jis: return "ibm-943_P15A-2003";
    case Encoding::euc_kr: return "windows-949-2000";
    case Encoding::utf_16be: return "UTF-16BE";
    case Encoding::utf_16le: return "UTF-16LE";
    default: return nullptr;  // decoded here
  }
}
// clang-format on

using Converter = std::unique_ptr<UConverter, decltype(&ucnv_close)>;

Converter open_converter(Encoding encoding) {
  UErrorCode status = U_ZERO_ERROR;
  Converter converter(ucnv_open(converter_name(encoding), &status), &ucnv_close);
  if (U_FAILURE(status)) {
    throw Error(Error::Kind::system, Location{},
                "the ICU library has no converter " + std::string(converter_name(encoding)),
                "install its full data");
  }
  return converter;
}

// Length of the bytes at the start of `bytes` that one U+FFFD stands for: the longest part of them
// that could have started a valid sequence, one at least.
std::size_t malformed_length(std::string_view bytes) {
  for (const std::size_t length : {3u, 2u}) {
    if (bytes.size() < length) continue;
    const std::string completed = std::string(bytes.substr(0, length)) + "\x80\x80";
    if (utf8_sequence_length(completed) > length) return length;
  }
  return 1;
}

void append_decoded_utf8(std::string_view bytes, std::string& out) {
  if (is_valid_utf8(bytes)) {
    out += bytes;
    return;
  }
  while (!bytes.empty()) {
    std::size_t valid = 0;
    while (const std::size_t length = utf8_sequence_length(bytes.substr(valid))) valid += length;
    out += bytes.substr(0, valid);
    bytes.remove_prefix(valid);
    if (bytes.empty()) break;
    bytes.remove_prefix(malformed_length(bytes));
    append_utf8(0xFFFD, out);
  }
}

// The character of a byte in an encoding of single bytes, in UTF-8: three bytes at most.
struct Utf8Character {
  std::array<char, 3> bytes{};
  unsigned char size = 0;
};
using ByteTable = std::array<Utf8Character, 256>;

ByteTable make_byte_table(Encoding encoding) {
  std::array<char, 128> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(0x80 + i);
  std::array<char16_t, 129> characters{};
  UErrorCode status = U_ZERO_ERROR;
  const Converter converter = open_converter(encoding);
  ucnv_toUChars(converter.get(), characters.data(), 129, bytes.data(), 128, &status);
  if (encoding == Encoding::iso_8859_16)
    std::ranges::copy(upper_half_of_iso_8859_16, characters.begin() + 0x20);
  for (const EncodingCorrection& correction : byte_corrections(encoding))
    characters[correction.given - 0x80u] = correction.wanted;
  ByteTable table;
  for (std::size_t i = 0; i < table.size(); ++i) {
    char* const start = table[i].bytes.data();
    const char32_t character = i < 0x80 ? static_cast<char32_t>(i) : characters[i - 0x80];
    table[i].size = static_cast<unsigned char>(put_utf8(character, start) - start);
  }
  return table;
}

// Each is made when the first page is in the encoding.
const ByteTable& byte_table(Encoding encoding) {
  constexpr auto first = static_cast<std::size_t>(Encoding::ibm866);
  constexpr auto count = static_cast<std::size_t>(Encoding::x_mac_cyrillic) - first + 1;
  static std::array<std::once_flag, count> once;
  static std::array<ByteTable, count> tables;
  const std::size_t place = static_cast<std::size_t>(encoding) - first;
  std::call_once(once[place], [&] { tables[place] = make_byte_table(encoding); });
  return tables[place];
}

void append_single_byte(Encoding encoding, std::string_view bytes, std::string& out) {
  const ByteTable& table = byte_table(encoding);
  std::array<char, 4096> buffer;
  constexpr auto is_high = [](Bytes16 block) { return block >= 0x80; };
  while (!bytes.empty()) {
    const std::size_t ascii = find_where(bytes, 0, is_high);
    out += bytes.substr(0, ascii);
    bytes.remove_prefix(ascii);
    // All three bytes of each are written, and the next from its end on.
    char* end = buffer.data();
    std::size_t taken = 0;
    for (std::size_t in_a_row = 0; taken < bytes.size() && in_a_row < 16; ++taken) {
      const Utf8Character& character = table[static_cast<unsigned char>(bytes[taken])];
      if (end + 3 > buffer.data() + buffer.size()) break;
      std::memcpy(end, character.bytes.data(), 3);
      end += character.size;
      in_a_row = character.size == 1 ? in_a_row + 1 : 0;
    }
    out.append(buffer.data(), end);
    bytes.remove_prefix(taken);
  }
}

// Called by ICU for bytes without a character: U+FFFD, and those of them that are ASCII again, as
// the standard does it, lest a broken character swallow the '<' behind it.
void replace_malformed(const void* context, UConverterToUnicodeArgs* arguments, const char* bytes,
                       std::int32_t length, UConverterCallbackReason reason, UErrorCode* status) {
  if (reason > UCNV_IRREGULAR) return;
  const auto& encoding = *static_cast<const Encoding*>(context);
  const auto byte = [&](std::int32_t i) { return static_cast<unsigned char>(bytes[i]); };
  *status = U_ZERO_ERROR;
  std::array<char16_t, 2> characters{0xFFFD};
  std::int32_t count = 1;
  if (length <= 2) {
    const std::uint32_t code = length == 1 ? byte(0) : byte(0) << 8u | byte(1);
    const auto missing = missing_codes(encoding);
    const auto found = std::ranges::find(missing, code, &EncodingCorrection::given);
    if (found != missing.end()) {
      characters[0] = found->wanted;
    } else if (length == 2 && byte(0) >= 0x80 && byte(1) < 0x80) {
      characters[1] = byte(1);
      count = 2;
    }
  }
  ucnv_cbToUWriteUChars(arguments, characters.data(), count, 0, status);
}

// Appends UTF-16 that arrives in parts.
class Utf16Appender {
 public:
  explicit Utf16Appender(std::string& out) : out_(out) {}
  void append(char16_t unit) {
    if (end_ + 8 > buffer_.data() + buffer_.size()) flush();
    const bool is_surrogate = unit >= 0xD800 && unit <= 0xDFFF;
    if (!is_surrogate && high_ == 0)
      end_ = put_utf8(unit, end_);
    else
      append_beyond(unit);
  }
  void finish() {
    if (high_ != 0) end_ = put_utf8(0xFFFD, end_);
    high_ = 0;
    flush();
  }

 private:
  // A surrogate, or what follows one.
  void append_beyond(char16_t unit) {
    if (unit >= 0xDC00 && unit <= 0xDFFF && high_ != 0) {
      end_ = put_utf8(0x10000u + ((high_ - 0xD800u) << 10u) + (unit - 0xDC00u), end_);
      high_ = 0;
      return;
    }
    if (high_ != 0) end_ = put_utf8(0xFFFD, end_);
    high_ = unit >= 0xD800 && unit <= 0xDBFF ? unit : u'\0';
    if (high_ == 0) end_ = put_utf8(unit >= 0xDC00 && unit <= 0xDFFF ? 0xFFFD : unit, end_);
  }

  void flush() {
    out_.append(buffer_.data(), end_);
    end_ = buffer_.data();
  }

  std::string& out_;
  std::array<char, 4096> buffer_;
  char* end_ = buffer_.data();
  char16_t high_ = 0;
};

void append_multi_byte(Encoding encoding, std::string_view bytes, std::string& out) {
  const Converter converter = open_converter(encoding);
  UErrorCode status = U_ZERO_ERROR;
  const bool utf_16 = encoding == Encoding::utf_16be || encoding == Encoding::utf_16le;
  if (!utf_16)
    ucnv_setToUCallBack(converter.get(), replace_malformed, &encoding, nullptr, nullptr, &status);
  const auto corrections = character_corrections(encoding);
  Utf16Appender appender(out);
  const char* source = bytes.data();
  const char* const source_end = source + bytes.size();
  do {
    std::array<char16_t, 4096> buffer;
    char16_t* target = buffer.data();
    status = U_ZERO_ERROR;
    ucnv_toUnicode(converter.get(), &target, buffer.data() + buffer.size(), &source, source_end,
                   nullptr, true, &status);
    for (const char16_t* unit = buffer.data(); unit != target; ++unit) {
      // All that are corrected are ASCII controls or for private use.
      if (*unit >= 0x20 && *unit != 0x7F && *unit < 0xE000) {
        appender.append(*unit);
        continue;
      }
      const auto found = std::ranges::find(corrections, *unit, &EncodingCorrection::given);
      appender.append(found == corrections.end() ? *unit : found->wanted);
      if (found != corrections.end() && found->second != 0) appender.append(found->second);
    }
  } while (status == U_BUFFER_OVERFLOW_ERROR);
  appender.finish();
}

void append_user_defined(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(byte < 0x80 ? byte : 0xF700u + byte, out);
  }
}

}  // namespace

void append_decoded(Encoding encoding, std::string_view bytes, std::string& out) {
  if (bytes.empty()) return;
  if (encoding == Encoding::utf_8)
    append_decoded_utf8(bytes, out);
  else if (encoding == Encoding::replacement)
    append_utf8(0xFFFD, out);
  else if (encoding == Encoding::x_user_defined)
    append_user_defined(bytes, out);
  else if (encoding >= Encoding::ibm866 && encoding <= Encoding::x_mac_cyrillic)
    append_single_byte(encoding, bytes, out);
  else
    append_multi_byte(encoding, bytes, out);
}

}  // namespace subintent::internal
