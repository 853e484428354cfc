// Tables for encodings in which ICU's converters differ from the indexes of the WHATWG Encoding
// standard.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tokenize/charset/encoding.h"

namespace subintent::internal {

// Something ICU gives or lacks, and what the standard has for it: one character or two.
struct EncodingCorrection {
  std::uint16_t given;
  char16_t wanted;
  char16_t second = 0;
};

// UTF-16 code units that ICU's converter gives for nothing else, with the right ones.
std::span<const EncodingCorrection> character_corrections(Encoding encoding);

// Bytes, and pairs with the lead byte as the high one, that ICU's converter does not know.
std::span<const EncodingCorrection> missing_codes(Encoding encoding);

// Bytes of single-byte encodings.
std::span<const EncodingCorrection> byte_corrections(Encoding encoding);

// The characters for the bytes 0xA0 to 0xFF of ISO-8859-16, which ICU does not have.
extern const std::u16string_view upper_half_of_iso_8859_16;

}  // namespace subintent::internal
