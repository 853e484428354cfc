#include "report/judge/opaque_id.h"

#include <sys/random.h>  // getentropy() of macOS
#include <unistd.h>

#include "subintent/program.h"

namespace subintent::internal {

std::string opaque_id(std::span<const std::uint32_t, 4> words) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string text;
  std::uint32_t waiting = 0;
  int bits = 0;
  for (int byte = 0; byte < 16; ++byte) {
    waiting = waiting << 8 | (words[byte / 4] >> byte % 4 * 8 & 0xff);
    for (bits += 8; bits >= 6; bits -= 6) text += digits[waiting >> (bits - 6) & 63];
  }
  return text + digits[waiting << (6 - bits) & 63];
}

std::string random_token() {
  std::array<std::uint32_t, 4> words{};
  if (getentropy(words.data(), sizeof words) != 0)
    throw_system_error("random numbers", "cannot be obtained from the system", "try again later");
  return opaque_id(words);
}

}  // namespace subintent::internal
