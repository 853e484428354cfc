#include "io/unnamed_file.h"

#include <fcntl.h>

#include <cerrno>

namespace subintent::internal {

std::optional<int> open_unnamed(const std::string& folder, int flags, mode_t mode) {
#ifdef O_TMPFILE
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_CLOEXEC | flags, mode);
  const bool has_none = errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL;
  if (descriptor < 0 && has_none) return std::nullopt;
  return descriptor;
#else
  (void)folder, (void)flags, (void)mode;
  return std::nullopt;
#endif
}

std::string descriptor_path(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

}  // namespace subintent::internal
