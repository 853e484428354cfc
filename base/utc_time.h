// Times as files have them.
#pragma once

#include <cstdint>
#include <string>

namespace subintent::internal {

// ISO 8601, in UTC: 2026-11-22T10:00:00Z.
std::string utc_time(std::int64_t seconds_since_1970);

}  // namespace subintent::internal
