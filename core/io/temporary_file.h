// Files for what does not fit into memory.
#pragma once

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
  TemporaryFile& operator=(TemporaryFile&& other) = delete;
  ~TemporaryFile();

  void write(std::string_view bytes);

  // The name for opening it to read while this object lives.
  const std::string& path() const { return name_; }

 private:
  std::string folder_, name_;
  int descriptor_ = -1;
};

}  // namespace subintent::internal
