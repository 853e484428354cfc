#include "cli/terminal_width.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace subintent::internal {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace subintent::internal
