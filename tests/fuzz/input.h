// What the fuzz targets share: readers take paths, libFuzzer gives bytes.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "subintent/basics.h"

namespace subintent::internal {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Ends the program, with the stack in its report, if an invariant does not hold.
inline void require(bool holds) {
  if (!holds) std::abort();
}

// A file in memory with a path, for as long as the object lives.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(memfd_create("input", 0)) {
    require(descriptor_ >= 0);
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      require(written > 0);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  }
  MemoryFile(const std::uint8_t* data, std::size_t size) : MemoryFile(text_of(data, size)) {}
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }

  const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

// Bad input may only end in an Error that says something; anything else that is thrown ends the
// program.
template <typename Function>
int survives(Function function) {
  try {
    function();
  } catch (const Error& error) {
    require(!std::string(error.what()).empty());
  }
  return 0;
}

// What `lines_of(path)` reads and writes again as text, it must read and write the same.
template <typename Function>
int writes_what_it_reads(const std::uint8_t* data, std::size_t size, Function lines_of) {
  const MemoryFile file(data, size);
  std::string once;
  survives([&] { once = lines_of(file.path()); });
  if (once.empty()) return 0;
  const MemoryFile again(once);
  require(lines_of(again.path()) == once);
  return 0;
}

}  // namespace subintent::internal
