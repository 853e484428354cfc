// Bytes behind one that says in which encoding they are declared to be: whatever they are, UTF-8
// comes out.
#include "core/base/utf8.h"
#include "input.h"
#include "tokenize/charset/charset.h"
#include "tokenize/charset/encoding_decoder.h"

void subintent::internal::fuzz(std::string_view input) {
  if (input.empty()) return;
  const std::string_view bytes = input.substr(1);
  const auto encoding = static_cast<Encoding>(static_cast<unsigned char>(input[0]) %
                                              (static_cast<int>(Encoding::x_user_defined) + 1));
  std::string text;
  append_decoded(encoding, bytes, text);
  require(is_valid_utf8(text));
  require(is_valid_utf8(decode_to_utf8(bytes, encoding_name(encoding), false)));
  require(is_valid_utf8(decode_to_utf8(bytes, {}, true)));
}
