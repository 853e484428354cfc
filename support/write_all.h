// The loop around write().
#pragma once

#include <string_view>

namespace subintent::internal {

// Writes all bytes to an open descriptor. False, with errno, if it cannot.
bool write_all(int descriptor, std::string_view bytes);

}  // namespace subintent::internal
