#include "core/io/write_all.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "subintent/program.h"

namespace subintent::internal {

bool wait_for_disk(int descriptor) {
#ifdef __APPLE__  // where fsync() leaves bytes in the cache of the disk (fcntl(2))
  return fcntl(descriptor, F_FULLFSYNC) == 0;
#else
  return fdatasync(descriptor) == 0;
#endif
}

}  // namespace subintent::internal

namespace subintent {

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace subintent
