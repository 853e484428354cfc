// Files that are gzip, zstd or neither: however much is asked for at once (more than a block of
// zstd, as all readers do), the same bytes come, with the same defects.
#include "core/io/input_file.h"
#include "input.h"

namespace subintent::internal {
namespace {

std::string reason_of(const Error& error) {
  const std::string message = error.what();
  require(!message.empty());
  return message.substr(message.find(": "));
}

// The first bytes of the file, at most some 16 MiB, with its defects where they are.
std::string bytes_of(const std::string& path, std::size_t at_once) {
  constexpr std::size_t limit = 16 << 20;
  std::string bytes;
  ByteStream stream(path);
  std::string part(at_once, '\0');
  while (bytes.size() < limit) {
    try {
      const std::size_t got = stream.read_some(part.data(), part.size());
      if (got == 0) return bytes;
      require(got <= part.size());
      bytes.append(part, 0, got);
    } catch (const DamagedData& error) {
      bytes += reason_of(error);
      if (!stream.resume()) return bytes;
    }
  }
  return bytes.substr(0, limit);
}

}  // namespace

void fuzz(std::string_view input) {
  const MemoryFile file(input);
  require(bytes_of(file.path(), 1 << 18) == bytes_of(file.path(), 150000));
}

}  // namespace subintent::internal
