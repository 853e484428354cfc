#include "io/output_path.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/strings.h"
#include "base/system_error.h"

namespace subintent::internal {
namespace {

namespace files = std::filesystem;

constexpr int most_links = 40;  // as in Linux

std::string folder_of(const std::string& path) {
  const std::string folder = files::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// The descriptor of this process that `path` is a link to, or -1: /proc/self/fd/N, under any name
// of that folder.
int own_descriptor(const std::string& path) {
  const auto number = parse_integer(files::path(path).filename().string());
  if (!number || *number < 0 || *number > INT_MAX) return -1;
  std::error_code error;
  const files::path folder = files::canonical(folder_of(path), error);
  if (error) return -1;
  for (const char* descriptors : {"/proc/self/fd", "/dev/fd"}) {  // of Linux; of other systems
    if (folder == files::canonical(descriptors, error) && !error) return static_cast<int>(*number);
  }
  return -1;
}

// What the symbolic link `path` leads to; empty if it is none.
std::string target_of(const std::string& path) {
  std::array<char, PATH_MAX> target;
  const ssize_t size = readlink(path.c_str(), target.data(), target.size());
  if (size <= 0) return {};
  const files::path next(target.begin(), target.begin() + size);
  return (next.is_absolute() ? next : files::path(path).parent_path() / next).string();
}

}  // namespace

OutputPath::OutputPath(const std::string& given)
    : name(given == "-" ? "standard output" : given), path(given) {
  if (given.empty()) {
    throw Error("an output has an empty name; give a file, or - for standard output");
  }
  if (given == "-") {
    descriptor = STDOUT_FILENO;
    return;
  }
  for (int links = 0;; ++links) {
    descriptor = own_descriptor(path);
    if (descriptor >= 0) return;
    std::string next = target_of(path);
    if (next.empty()) break;
    if (links == most_links) {
      throw Error(Error::Kind::system, {name, 0}, "is a symbolic link that leads back to itself",
                  "remove it, or give another file");
    }
    path = std::move(next);
  }
  struct stat status {};
  if (stat(given.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return;
    throw_system_error(name, "cannot be written", "check the path and its permissions");
  }
  if (S_ISDIR(status.st_mode))
    throw Error(Error::Kind::system, {name, 0}, "is a folder", "give a file to write to");
  exists = true;
  is_special = !S_ISREG(status.st_mode);
  if (is_special) path = given;  // the link to a pipe of another process leads to no name
}

std::string OutputPath::folder() const {
  return folder_of(path);
}

}  // namespace subintent::internal
