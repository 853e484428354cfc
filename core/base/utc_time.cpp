#include "subintent/program.h"

#include <fmt/format.h>

#include <chrono>

namespace subintent {

std::string utc_time(std::int64_t seconds_since_1970) {
  using namespace std::chrono;
  const sys_seconds time{seconds(seconds_since_1970)};
  const auto day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

}  // namespace subintent
