// Writing all bytes to a descriptor, and waiting until the disk has them.
#pragma once

#include <string_view>

namespace subintent::internal {

// Writes all bytes to an open descriptor. False, with errno, if it cannot.
bool write_all(int descriptor, std::string_view bytes);

// Waits until the disk has what was written. False, with errno, if that failed.
bool wait_for_disk(int descriptor);

}  // namespace subintent::internal
