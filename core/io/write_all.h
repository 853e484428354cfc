// Writing all bytes to a descriptor, and waiting until the disk has them.
#pragma once

#include <string_view>

namespace subintent::internal {

// Waits until the disk has what was written. False, with errno, if that failed.
bool wait_for_disk(int descriptor);

}  // namespace subintent::internal
