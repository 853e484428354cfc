// SHA-256 (FIPS 180-4).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

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

}  // namespace subintent::internal
