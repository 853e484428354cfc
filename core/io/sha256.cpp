#include "core/io/sha256.h"

#include <sha2.h>

#include <cerrno>
#include <filesystem>

#include "core/base/base64.h"
#include "core/io/raw_file.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

class Digest {
 public:
  Digest() { SHA256Init(&context_); }
  void add(std::string_view bytes) {
    SHA256Update(&context_, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  Sha256 finish() {
    Sha256 digest;
    SHA256Final(digest.data(), &context_);
    return digest;
  }

 private:
  SHA2_CTX context_{};
};

}  // namespace

Sha256 sha256(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.finish();
}

std::string hex(const Sha256& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::string base64(const Sha256& digest) {
  return base64(std::string_view(reinterpret_cast<const char*>(digest.data()), digest.size()));
}

std::optional<FileIdentity> identify_file(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_type type = std::filesystem::status(path, error).type();
  if (type == std::filesystem::file_type::none) {
    errno = error.value();
    throw_system_error(path, "cannot be read", "check its permissions");
  }
  if (path == "-" || type != std::filesystem::file_type::regular) return std::nullopt;
  RawFile file(path);
  Digest digest;
  for (std::string_view bytes = file.peek(); !bytes.empty(); bytes = file.peek()) {
    digest.add(bytes);
    file.consume(bytes.size());
  }
  return FileIdentity{file.position(), digest.finish()};
}

}  // namespace subintent::internal
