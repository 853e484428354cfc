// Where a reader reads from: a file, or bytes in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// Cheap to copy; to move is to copy. Whatever it is, its bytes may be compressed (gzip or zstd,
// detected from the first bytes). A source of memory owns its bytes, and what is read from it
// shares them.
class Source {
 public:
  // The bytes of a source of memory are followed by as many line ends, which may be read.
  static constexpr std::size_t padding = 64;

  // A file; "-" is standard input. Made from a path wherever a source is wanted.
  Source(std::string path);
  Source(const char* path);

  // A copy of `bytes`, called `name` in messages.
  static Source memory(std::string_view bytes, std::string name);

  Source(const Source&) = default;
  Source& operator=(const Source&) = default;

  bool is_memory() const { return bytes_ != nullptr; }
  const std::string& path() const { return path_; }  // of a file; else empty
  // In messages: the path, "standard input" for "-".
  const std::string& name() const { return name_; }

  // The bytes of a source in memory, valid as long as a copy of `owner()` lives.
  std::string_view bytes() const { return {bytes_.get(), size_}; }
  const std::shared_ptr<const char[]>& owner() const { return bytes_; }

 private:
  Source() = default;

  std::string path_, name_;
  std::shared_ptr<const char[]> bytes_;
  std::size_t size_ = 0;
};

// One of each path.
std::vector<Source> sources(const std::vector<std::string>& paths);

}  // namespace subintent
