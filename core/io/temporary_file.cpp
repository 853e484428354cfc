#include "core/io/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "subintent/program.h"

namespace subintent::internal {
namespace {

[[noreturn]] void fail(const std::string& folder, const std::string& what) {
  throw_system_error(folder, what, "check the folder and its permissions");
}

}  // namespace

TemporaryFile::TemporaryFile(std::string folder)
    : folder_(std::move(folder)), name_(folder_ + "/subintent.XXXXXX") {
  descriptor_ = mkostemp(name_.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(folder_, "no temporary file can be made there");
  const std::string nameless = "/proc/self/fd/" + std::to_string(descriptor_);
  if (access(nameless.c_str(), F_OK) != 0) return;
  unlink(name_.c_str());
  name_ = nameless;
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      name_(std::move(other.name_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ < 0) return;
  unlink(name_.c_str());  // which does nothing in /proc
  close(descriptor_);
}

void TemporaryFile::write(std::string_view bytes) {
  if (!write_all(descriptor_, bytes)) fail(folder_, "a temporary file cannot be written there");
}

}  // namespace subintent::internal
