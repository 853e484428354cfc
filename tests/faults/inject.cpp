// A library for LD_PRELOAD: lets calls of the system and of the allocator fail, one at a time, and
// looks at what the program makes of it.
//
// At each call that can fail, from the start of main() on, the program, which must have one thread,
// forks. In the child that call fails and nothing after it; the parent waits, judges how the child
// ended, and goes on: one run goes through all failures. A child has a folder of its own with
// copies of the files in the current folder, and of what is open for writing. A call is tried where
// three functions on its stack have not called each other before, in this run or in those that have
// filled the same table; or every call. Where `new` finds no memory, a handler ends the program
// whoever asked for it, once there is one: it is tried once after each other call that was.
// Good is: exit code 0 and exactly the right files and streams, or 1, one line on standard error
// and the files that were there before. Environment:
//   INJECT_EXPECTED a folder: what must be there after success; in it stdout and stderr
//   INJECT_BEFORE   a folder: what must be there after failure
//   INJECT_CHILD    an empty folder for the children
//   INJECT_REPORT   a file to append a line per fault to, and a last line "CALLS TRIED BAD"
//   INJECT_ALL      if set, try the calls from the same place again and again
//   INJECT_SEEN     a file: the table of what has been tried, empty at first
//   INJECT_HARMLESS if set, the name of the only function that fails: the run must succeed then
//   INJECT_EITHER   if set, names, each between blanks, of files that may be as after success even
//                   after failure: a journal, which is not taken back when it is on the disk, and
//                   what earlier steps have made
//   INJECT_NAMED    if set, there are no unnamed files, as on NFS
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <string_view>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

namespace fs = std::filesystem;

std::string_view only;        // INJECT_HARMLESS
bool armed = false;           // from the start of main() to its end, in the parent
bool no_unnamed = false;      // INJECT_NAMED
bool new_has_failed = false;  // since the last other call that was tried
std::uint64_t calls = 0, tried = 0, bad = 0;

constexpr std::size_t table_size = 1 << 18;
std::uint64_t* seen = nullptr;  // hashes of three calls in a row; shared with later runs

// The same in every run, wherever its module is loaded.
std::uint64_t place_in_module(void* frame) {
  dl_find_object module{};
  if (_dl_find_object(frame, &module) != 0) return 0;
  const auto at = [](const void* place) { return reinterpret_cast<std::uintptr_t>(place); };
  return (at(frame) - at(module.dlfo_map_start)) ^
         (at(module.dlfo_map_end) - at(module.dlfo_map_start)) << 32;
}

bool insert(std::uint64_t hash) {
  for (std::size_t at = hash % table_size;; at = (at + 1) % table_size) {
    if (seen[at] == hash) return false;
    if (seen[at] != 0) continue;
    seen[at] = hash;
    return true;
  }
}

struct Stack {
  std::array<void*, 40> frames;
  int depth = 0;
  Stack() : depth(backtrace(frames.data(), static_cast<int>(frames.size()))) {}
  bool is_new() const {
    bool found = false;
    std::array<std::uint64_t, 3> last{};
    for (int i = 1; i < depth; ++i) {  // behind this constructor
      last = {last[1], last[2], place_in_module(frames[i])};
      std::uint64_t hash = 14695981039346656037U;
      for (const std::uint64_t place : last) hash = (hash ^ place) * 1099511628211U;
      found = insert(hash) || found;
    }
    return found;
  }
};

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The child's own version of a file that is open for writing, so that the parent's stays as it is:
// of a file in the current folder the copy, of standard output and error "stdout" and "stderr",
// else an unnamed one: in the folder, so that it can get a name there, or, where there are none and
// files are unnamed because they were deleted, in memory.
int open_copy(int descriptor, const fs::path& folder, const fs::path& opened) {
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  fs::path target;
  if (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO)
    target = folder / (descriptor == STDOUT_FILENO ? "stdout" : "stderr");
  else if (opened.parent_path() == fs::current_path() && fs::exists(opened))
    target = folder / opened.filename();
  int copy = -1;
  if (!target.empty())
    copy = open(target.c_str(), O_CREAT | O_RDWR | O_TRUNC, 0600);
  else if (no_unnamed)
    copy = memfd_create("copy", 0);
  else
    copy = open(folder.c_str(), O_TMPFILE | O_RDWR, 0600);
  const std::string bytes = content(link);
  if (write(copy, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) _exit(99);
  return copy;
}

// Descriptors of a child share their positions with the parent's until they are opened anew.
void separate_descriptors(const fs::path& folder) {
  std::array<ino_t, 3> standard{};
  for (int descriptor = 0; descriptor < 64; ++descriptor) {
    struct stat status {};
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (descriptor <= STDERR_FILENO) standard[descriptor] = status.st_ino;
    const auto same = std::find(standard.begin(), standard.end(), status.st_ino);
    if (descriptor > STDERR_FILENO && same != standard.end()) {
      dup2(static_cast<int>(same - standard.begin()), descriptor);
      continue;
    }
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const int flags = fcntl(descriptor, F_GETFL);
    const off_t position = lseek(descriptor, 0, SEEK_CUR);
    const int copy = (flags & O_ACCMODE) == O_RDONLY
                         ? open(link.c_str(), O_RDONLY)
                         : open_copy(descriptor, folder, fs::read_symlink(link));
    lseek(copy, position, SEEK_SET);
    if ((flags & O_APPEND) != 0) fcntl(copy, F_SETFL, O_APPEND);
    dup2(copy, descriptor);
    close(copy);
  }
}

void become_child() {
  alarm(20);
  const fs::path folder = variable("INJECT_CHILD");
  fs::copy(fs::current_path(), folder);
  separate_descriptors(folder);
  fs::current_path(folder);
}

// Is it as after success, and a file that may be?
bool may_be_done(const fs::path& path) {
  const std::string name = path.filename().string();
  return std::string(variable("INJECT_EITHER")).find(" " + name + " ") != std::string::npos &&
         content(path) == content(fs::path(variable("INJECT_EXPECTED")) / name);
}

std::string files_defect(const fs::path& expected, const fs::path& found) {
  for (const auto& entry : fs::directory_iterator(found)) {
    const fs::path name = entry.path().filename();
    if (name == "stdout" || name == "stderr") continue;
    // A hidden file may be left, as where the program is killed: the next run overwrites it.
    if (no_unnamed && name.string().starts_with(".subintent-")) continue;
    if (may_be_done(entry.path())) continue;
    if (!fs::exists(expected / name)) return "leaves " + name.string();
    if (content(entry.path()) != content(expected / name)) return "changes " + name.string();
  }
  for (const auto& entry : fs::directory_iterator(expected)) {
    const fs::path name = entry.path().filename();
    if (name != "stdout" && name != "stderr" && !fs::exists(found / name))
      return "loses " + name.string();
  }
  return {};
}

// What is wrong with how a child ended; empty if nothing.
std::string defect(int status, bool loses_messages) {
  const fs::path found = variable("INJECT_CHILD"), expected = variable("INJECT_EXPECTED");
  if (WIFSIGNALED(status)) return "ends by signal " + std::to_string(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  const std::string output = content(found / "stdout"), messages = content(found / "stderr");
  const std::string expected_messages = content(expected / "stderr");
  if (code == 0) {
    if (output != content(expected / "stdout")) return "exit code 0, other standard output";
    if (messages != expected_messages && !loses_messages) return "exit code 0, says " + messages;
    return files_defect(expected, found);
  }
  if (code != 1 || !only.empty()) return "exit code " + std::to_string(code) + ": " + messages;
  if (!content(expected / "stdout").starts_with(output)) return "exit code 1, other output";
  if (const auto files = files_defect(variable("INJECT_BEFORE"), found); !files.empty())
    return "exit code 1, " + files + ": " + messages;
  // Warnings that belong there, then one line.
  std::size_t same = 0;
  while (same < messages.size() && same < expected_messages.size() &&
         messages[same] == expected_messages[same])
    ++same;
  const std::size_t line = same == 0 ? 0 : messages.rfind('\n', same - 1) + 1;
  const std::string last = messages.substr(line);
  const bool one_line = last.starts_with("subintent: ") && last.find('\n') + 1 == last.size();
  return one_line || loses_messages ? "" : "exit code 1, says '" + messages + "'";
}

void report(const std::string& text) {
  std::ofstream(variable("INJECT_REPORT"), std::ios::app) << text;
}

void judge(const char* name, int status, bool loses_messages, const Stack& stack) {
  const std::string found = defect(status, loses_messages);
  for (const auto& entry : fs::directory_iterator(variable("INJECT_CHILD"))) fs::remove_all(entry);
  if (found.empty()) return;
  ++bad;
  std::string text = "call " + std::to_string(calls) + ", " + name + ": " + found + "\n";
  char** const symbols = backtrace_symbols(stack.frames.data(), stack.depth);
  for (int i = 2; i < stack.depth; ++i) text += std::string("    ") + symbols[i] + "\n";
  std::free(symbols);
  report(text);
}

// TBB 2021.11 to 2021.13 wait for ever where they have no memory to start: what throws the error
// asks for a lock that is held by then.
bool waits_in_tbb(const Stack& stack) {
  using Version = int (*)();
  static const auto version =
      reinterpret_cast<Version>(dlsym(RTLD_DEFAULT, "TBB_runtime_interface_version"));
  static const bool has_fault = version != nullptr && version() >= 12110 && version() < 12140;
  return has_fault &&
         std::any_of(stack.frames.data(), stack.frames.data() + stack.depth, [](void* frame) {
           Dl_info place{};
           return dladdr(frame, &place) != 0 &&
                  std::string_view(place.dli_fname).find("libtbbmalloc") != std::string_view::npos;
         });
}

// Is this an address in `operator new`, whose handler is there?
bool is_in_new(const void* caller) {
  static const std::array functions = {dlsym(RTLD_DEFAULT, "_Znwm"),
                                       dlsym(RTLD_DEFAULT, "_ZnwmSt11align_val_t")};
  return std::get_new_handler() != nullptr &&
         std::any_of(functions.begin(), functions.end(), [caller](const void* function) {
           return reinterpret_cast<std::uintptr_t>(caller) -
                      reinterpret_cast<std::uintptr_t>(function) <
                  128;
         });
}

// Is this the call that fails? Yes in the child, no in the parent. `caller` is that of the function
// that calls this one.
bool fails(const char* name, bool loses_messages = false,
           const void* caller = __builtin_return_address(0)) {
  if (!armed || (!only.empty() && only != name)) return false;
  armed = false;
  const int error = errno;
  ++calls;
  bool in_child = false;
  static const bool all = std::getenv("INJECT_ALL") != nullptr;
  const bool in_new = is_in_new(caller);
  if (in_new && new_has_failed && !all) {
    armed = true;
    return false;
  }
  const Stack stack;
  if ((all || in_new || stack.is_new()) && !waits_in_tbb(stack)) {
    ++tried;
    new_has_failed = in_new;
    const pid_t child = fork();
    if (child == 0) {
      become_child();
      in_child = true;
    } else {
      int status = 0;
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
      judge(name, status, loses_messages, stack);
    }
  }
  errno = error;
  armed = !in_child;
  return in_child;
}

using Main = int (*)(int, char**, char**);
Main real_main = nullptr;

int armed_main(int argc, char** argv, char** environment) {
  void* frames[2];
  backtrace(frames, 2);  // loads what it needs
  if (const char* const name = std::getenv("INJECT_HARMLESS")) only = name;
  no_unnamed = std::getenv("INJECT_NAMED") != nullptr;
  const int table = open(variable("INJECT_SEEN").c_str(), O_CREAT | O_RDWR, 0600);
  const std::size_t bytes = table_size * sizeof *seen;
  if (ftruncate(table, static_cast<off_t>(bytes)) != 0) _exit(99);
  seen = static_cast<std::uint64_t*>(
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, table, 0));
  close(table);
  armed = true;
  const int code = real_main(argc, argv, environment);
  if (armed) {  // no child is
    armed = false;
    report(std::to_string(calls) + " " + std::to_string(tried) + " " + std::to_string(bad) + "\n");
  }
  return code;
}

template <typename Result>
Result failed(int error, Result result) {
  errno = error;
  return result;
}

}  // namespace

extern "C" {

int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {
  real_main = main;
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  const auto start = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(armed_main, argc, argv, init, fini, rtld_fini, stack_end);
}

void* malloc(std::size_t size) {
  return fails("malloc") ? failed<void*>(ENOMEM, nullptr) : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  return fails("calloc") ? failed<void*>(ENOMEM, nullptr) : __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  return fails("realloc") ? failed<void*>(ENOMEM, nullptr) : __libc_realloc(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  return fails("memalign") ? failed<void*>(ENOMEM, nullptr) : __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  void* const memory = memalign(alignment, size);
  if (memory == nullptr) return ENOMEM;
  *result = memory;
  return 0;
}

void* mmap(void* address, std::size_t size, int protection, int flags, int descriptor,
           off_t offset) {
  if (fails("mmap")) return failed(ENOMEM, MAP_FAILED);
  return reinterpret_cast<void*>(
      syscall(SYS_mmap, address, size, protection, flags, descriptor, offset));
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const auto mode = va_arg(arguments, mode_t);
  va_end(arguments);
  const bool is_unnamed = (flags & O_TMPFILE) == O_TMPFILE;
  if (is_unnamed && no_unnamed) return failed(EOPNOTSUPP, -1);
  if (fails("open")) return failed(EIO, -1);
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

ssize_t read(int descriptor, void* buffer, std::size_t size) {
  return fails("read") ? failed(EIO, -1) : syscall(SYS_read, descriptor, buffer, size);
}
ssize_t pread(int descriptor, void* buffer, std::size_t size, off_t offset) {
  return fails("pread") ? failed(EIO, -1) : syscall(SYS_pread64, descriptor, buffer, size, offset);
}
ssize_t write(int descriptor, const void* buffer, std::size_t size) {
  if (fails("write", descriptor == STDERR_FILENO)) return failed(ENOSPC, -1);
  return syscall(SYS_write, descriptor, buffer, size);
}
int close(int descriptor) {
  const int result = static_cast<int>(syscall(SYS_close, descriptor));
  return fails("close") ? failed(EIO, -1) : result;
}
int fsync(int descriptor) {
  return fails("fsync") ? failed(EIO, -1) : static_cast<int>(syscall(SYS_fsync, descriptor));
}
int fdatasync(int descriptor) {
  return fails("fdatasync") ? failed(EIO, -1)
                            : static_cast<int>(syscall(SYS_fdatasync, descriptor));
}
int fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  const auto argument = va_arg(arguments, long);
  va_end(arguments);
  if (command == F_DUPFD_CLOEXEC && fails("fcntl")) return failed(EMFILE, -1);
  return static_cast<int>(syscall(SYS_fcntl, descriptor, command, argument));
}
int linkat(int from, const char* old_path, int to, const char* new_path, int flags) {
  if (fails("linkat")) return failed(EIO, -1);
  return static_cast<int>(syscall(SYS_linkat, from, old_path, to, new_path, flags));
}
int link(const char* old_path, const char* new_path) {
  if (fails("link")) return failed(EPERM, -1);
  return static_cast<int>(syscall(SYS_linkat, AT_FDCWD, old_path, AT_FDCWD, new_path, 0));
}
int rename(const char* old_path, const char* new_path) {
  if (fails("rename")) return failed(EIO, -1);
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, old_path, AT_FDCWD, new_path, 0));
}
int ftruncate(int descriptor, off_t size) {
  if (fails("ftruncate")) return failed(EIO, -1);
  return static_cast<int>(syscall(SYS_ftruncate, descriptor, size));
}
int stat(const char* path, struct stat* status) {
  if (fails("stat")) return failed(EIO, -1);
  return static_cast<int>(syscall(SYS_newfstatat, AT_FDCWD, path, status, 0));
}
int fstat(int descriptor, struct stat* status) {
  if (fails("fstat")) return failed(EIO, -1);
  return static_cast<int>(syscall(SYS_newfstatat, descriptor, "", status, AT_EMPTY_PATH));
}
off_t lseek(int descriptor, off_t offset, int origin) {
  return fails("lseek") ? failed(EIO, -1) : syscall(SYS_lseek, descriptor, offset, origin);
}
}
