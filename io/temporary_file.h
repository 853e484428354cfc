// Files for what does not fit into memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace subintent::internal {

// A file without a name, to be written once and then read: it vanishes with this object, and with
// the process, however that ends (on systems without /proc it has a name until the object ends).
// Not buffered. Throws Error if it cannot be made or written.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string folder);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  ~TemporaryFile();

  void write(std::string_view bytes);

  // What it can be opened with for reading while this object lives.
  std::string path() const;

 private:
  std::string folder_;
  std::string name_;  // empty if it has none
  int descriptor_ = -1;
};

}  // namespace subintent::internal
