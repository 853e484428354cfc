// Files without a name (O_TMPFILE), which vanish with the process however that ends. Linux has
// them, on most file systems.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace subintent::internal {

// Opens a new file in `folder` with `flags` (O_WRONLY or O_RDWR). No value where there are no such
// files; -1, with errno, if it cannot be opened for another reason.
std::optional<int> open_unnamed(const std::string& folder, int flags, mode_t mode);

// The name by which this process can open what the descriptor has open, or give it a name (linkat).
std::string descriptor_path(int descriptor);

}  // namespace subintent::internal
