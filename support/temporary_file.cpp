#include "support/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "support/system_error.h"
#include "support/write_all.h"

namespace subintent::internal {
namespace {

[[noreturn]] void fail(const std::string& folder, const std::string& what) {
  throw_system_error(folder, what, "check the folder and its permissions");
}

}  // namespace

TemporaryFile::TemporaryFile(std::string folder) : folder_(std::move(folder)) {
  descriptor_ = open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    std::string name = folder_ + "/subintent.XXXXXX";
    descriptor_ = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ >= 0) unlink(name.c_str());
  }
  if (descriptor_ < 0) fail(folder_, "no temporary file can be made there");
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : folder_(std::move(other.folder_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void TemporaryFile::write(std::string_view bytes) {
  if (!write_all(descriptor_, bytes)) fail(folder_, "a temporary file cannot be written there");
}

std::string TemporaryFile::path() const {
  return "/proc/self/fd/" + std::to_string(descriptor_);
}

}  // namespace subintent::internal
