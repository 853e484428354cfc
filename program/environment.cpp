#include "program/environment.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unicode/uclean.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>

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

// Allocates nothing. A thread that comes while another one is at it waits for the end.
[[noreturn]] void end() {
  static std::atomic_flag has_begun;
  while (has_begun.test_and_set()) pause();
  print_out_of_memory();
  _exit(1);
}

void* required(void* memory) {
  if (memory == nullptr) end();
  return memory;
}

}  // namespace

void write_to_standard_error(std::string_view bytes) {
  NoBrokenPipe pipe;
  if (!write_all(STDERR_FILENO, bytes)) pipe.broken = errno == EPIPE;
}

void occupy_standard_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // Takes the lowest free one, this. The wrong way round, so that any use fails.
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor)
      throw_system_error("/dev/null", "cannot be opened", "check that it is a device");
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

void end_when_out_of_memory() {
  std::set_new_handler(end);
  UErrorCode status = U_ZERO_ERROR;
  // ICU does not allocate with new. A size of 0 may give null.
  u_setMemoryFunctions(
      nullptr,
      [](const void*, std::size_t size) { return required(std::malloc(size == 0 ? 1 : size)); },
      [](const void*, void* old, std::size_t n) {
        return required(std::realloc(old, n == 0 ? 1 : n));
      },
      [](const void*, void* memory) { std::free(memory); }, &status);
}

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::size_t text_width(std::size_t otherwise) {
  if (const std::size_t columns = terminal_width(); columns > 0) return columns;
  const char* const columns = std::getenv("COLUMNS");
  const auto number = parse_integer(columns == nullptr ? "" : columns).value_or(0);
  return number > 0 && number < 100'000 ? static_cast<std::size_t>(number) : otherwise;
}

ProgressLine::ProgressLine(bool enabled)
    : is_shown_(enabled && isatty(STDERR_FILENO) == 1), start_(std::chrono::steady_clock::now()) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::clear() {
  if (is_drawn_) std::fputs("\r\033[K", stderr);
  is_drawn_ = false;
}

void ProgressLine::restart() {
  clear();
  start_ = std::chrono::steady_clock::now();
}

ProgressCallback ProgressLine::callback() {
  if (!is_shown_) return {};
  return [this](const Progress& progress) {
    draw(progress);
    return true;
  };
}

void ProgressLine::draw(const Progress& progress) {
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  std::string line = fmt::format("\r{}: {} {}", progress.what, progress.done, progress.unit);
  if (const double share = progress.share; share > 0) {
    const int filled = static_cast<int>(share * 20);
    line += fmt::format(" [{:#>{}}{:.>{}}] {:3.0f} %, {:.0f} s left", "", filled, "", 20 - filled,
                        share * 100, seconds * (1 - share) / share);
  } else {
    line += fmt::format(", {:.0f}/s", static_cast<double>(progress.done) / std::max(seconds, 1e-3));
  }
  line += "\033[K";
  std::fputs(line.c_str(), stderr);
  is_drawn_ = true;
}

std::string temporary_folder(const std::string& output) {
  const OutputPath path(output);
  if (!path.is_stream()) return path.folder();
  const char* const folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

}  // namespace subintent::internal
