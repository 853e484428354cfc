#include "program/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <new>
#include <string>

#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t longest_end = 2000;  // of what is shown of a text, at its start and its end

std::string line_of(std::string_view text) {
  std::string line = "subintent: ";
  if (text.size() <= 2 * longest_end) {
    line += printable(text, text.size());
  } else {
    line += printable(text.substr(0, longest_end), longest_end) + " ... " +
            printable(text.substr(text.size() - longest_end), longest_end);
  }
  return line + "\n";
}

// If the reader of standard error has gone, the signal of that would end the program.
class NoBrokenPipe {
 public:
  NoBrokenPipe() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;
  ~NoBrokenPipe() {
    const timespec at_once{};
    if (broken) sigtimedwait(&signal_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

  bool broken = false;

 private:
  sigset_t signal_, before_;
};

void write_to_standard_error(std::string_view bytes) {
  NoBrokenPipe pipe;
  if (!write_all(STDERR_FILENO, bytes)) pipe.broken = errno == EPIPE;
}

}  // namespace

void occupy_standard_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest that is free, which is this one. The wrong way round, so that any use fails.
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor) {
      throw_system_error("/dev/null", "cannot be opened", "check that it is a device");
    }
  }
}

void print_message(std::string_view text) {
  write_to_standard_error(line_of(text));
}

void print_failure(std::string_view text) noexcept {
  try {
    print_message(text);
  } catch (const std::bad_alloc&) {
    print_out_of_memory();
  }
}

void print_out_of_memory() noexcept {
  write_to_standard_error("subintent: not enough memory; use fewer threads or smaller inputs\n");
}

}  // namespace subintent::internal
