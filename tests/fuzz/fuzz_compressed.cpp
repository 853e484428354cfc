// Files that are gzip, zstd or neither: however much is asked for at once (more than a block of
// zstd, as all readers do), the same bytes come, and the same defect after them.
#include "input.h"
#include "support/input_file.h"

namespace subintent {
namespace {

// The first bytes of the file, at most some 16 MiB, and what ended them.
std::string bytes_of(const std::string& path, std::size_t at_once) {
  std::string bytes;
  try {
    ByteStream stream(path);
    std::string part(at_once, '\0');
    while (const std::size_t got = stream.read_some(part.data(), part.size())) {
      require(got <= part.size());
      bytes.append(part, 0, got);
      if (bytes.size() > 16 << 20) return bytes.substr(0, 16 << 20);
    }
  } catch (const Error& error) {
    const std::string message = error.what();
    require(!message.empty());
    bytes += message.substr(message.find(": "));
  }
  return bytes;
}

}  // namespace
}  // namespace subintent

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent;
  const MemoryFile file(data, size);
  require(bytes_of(file.path(), 1 << 18) == bytes_of(file.path(), 150000));
  return 0;
}
