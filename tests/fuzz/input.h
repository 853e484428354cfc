// What the fuzz targets share: readers take paths, libFuzzer gives bytes.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "subintent/basics.h"

namespace subintent::internal {

// What a target does with its input.
void fuzz(std::string_view input);

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
void survives(Function function) {
  try {
    function();
  } catch (const Error& error) {
    require(!std::string(error.what()).empty());
  }
}

// What `lines_of(path)` reads and writes again as text, it must read and write the same.
template <typename Function>
void writes_what_it_reads(std::string_view input, Function lines_of) {
  const MemoryFile file(input);
  std::string once;
  survives([&] { once = lines_of(file.path()); });
  if (once.empty()) return;
  const MemoryFile again(once);
  require(lines_of(again.path()) == once);
}

}  // namespace subintent::internal

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  subintent::internal::fuzz({reinterpret_cast<const char*>(data), size});
  return 0;
}
