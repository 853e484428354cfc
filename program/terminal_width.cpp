#include "program/terminal_width.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "subintent/program.h"

namespace subintent::internal {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::size_t text_width() {
  if (const std::size_t columns = terminal_width(); columns > 0) return columns;
  const char* const columns = std::getenv("COLUMNS");
  const auto number = columns == nullptr ? std::nullopt : parse_integer(columns);
  return number && *number > 0 && *number < 100'000 ? static_cast<std::size_t>(*number) : 80;
}

}  // namespace subintent::internal
