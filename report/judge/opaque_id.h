// Names that tell nothing: of studies, tasks and, as tokens, of participants.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace subintent::internal {

// 128 bits as 22 letters, digits, - and _: base64url [RFC 4648 §5] of the words, low byte first.
std::string opaque_id(std::span<const std::uint32_t, 4> words);

// One that nobody can guess: bits of the operating system's generator. Throws Error (system).
std::string random_token();

}  // namespace subintent::internal
