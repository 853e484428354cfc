// Base64 (RFC 4648, with padding), SHA-256 (FIPS 180-4) and raw deflate (RFC 1951).
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

std::string base64(std::string_view bytes);

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::string_view bytes);

// 64 lower-case digits, as sha256sum prints them.
std::string hex(const Sha256& digest);
// The spelling of content security policies and other protocols of the web.
std::string base64(const Sha256& digest);

// The identity of a file: its bytes as they are stored, compressed or not.
struct FileIdentity {
  std::uint64_t size = 0;
  Sha256 digest{};
};

// Nothing for what is not a regular file, such as a pipe, which cannot be read twice. Throws Error
// if the file cannot be read.
std::optional<FileIdentity> identify_file(const std::string& path);

// Compresses; the result is the same on every processor.
std::string deflated(std::string_view bytes);

}  // namespace subintent::internal
