#include "core/io/encode.h"

#include <fmt/format.h>
#include <libdeflate.h>
#include <sha2.h>

#include <cerrno>
#include <filesystem>
#include <new>

#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

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

constexpr int level = 9;  // of 12; beyond it a report is 1 % smaller and takes three times as long

// A value of libdeflate, freed by one of its functions.
template <typename T, void (*free)(T*)>
struct Freed {
  void operator()(T* value) const { free(value); }
};
using Compressor = std::unique_ptr<libdeflate_compressor,
                                   Freed<libdeflate_compressor, libdeflate_free_compressor>>;

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = i; k < i + 3; ++k)
      bits = bits << 8 | (k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0u);
    for (int shift = 18; shift >= 0; shift -= 6) text += digits[bits >> shift & 63];
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  std::fill(text.end() - static_cast<std::ptrdiff_t>(padding), text.end(), '=');
  return text;
}

Sha256 sha256(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.finish();
}

std::string hex(const Sha256& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
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

std::string deflated(std::string_view bytes) {
  const Compressor compressor(libdeflate_alloc_compressor(level));
  if (compressor == nullptr) throw std::bad_alloc();
  std::string result(libdeflate_deflate_compress_bound(compressor.get(), bytes.size()), '\0');
  result.resize(libdeflate_deflate_compress(compressor.get(), bytes.data(), bytes.size(),
                                            result.data(), result.size()));
  return result;
}

}  // namespace subintent::internal
