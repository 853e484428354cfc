#include "io/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "base/system_error.h"
#include "io/unnamed_file.h"
#include "io/write_all.h"

namespace subintent::internal {
namespace {

[[noreturn]] void fail(const std::string& folder, const std::string& what) {
  throw_system_error(folder, what, "check the folder and its permissions");
}

}  // namespace

TemporaryFile::TemporaryFile(std::string folder) : folder_(std::move(folder)) {
  if (const auto unnamed = open_unnamed(folder_, O_RDWR, 0600)) {
    descriptor_ = *unnamed;
  } else {
    name_ = folder_ + "/subintent.XXXXXX";
    descriptor_ = mkostemp(name_.data(), O_CLOEXEC);
  }
  if (descriptor_ < 0) fail(folder_, "no temporary file can be made there");
  if (!name_.empty() && access(descriptor_path(descriptor_).c_str(), F_OK) == 0) {
    unlink(name_.c_str());
    name_.clear();
  }
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      name_(std::exchange(other.name_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(name_, other.name_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

TemporaryFile::~TemporaryFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!name_.empty()) unlink(name_.c_str());
}

void TemporaryFile::write(std::string_view bytes) {
  if (!write_all(descriptor_, bytes)) fail(folder_, "a temporary file cannot be written there");
}

std::string TemporaryFile::path() const {
  return name_.empty() ? descriptor_path(descriptor_) : name_;
}

}  // namespace subintent::internal
