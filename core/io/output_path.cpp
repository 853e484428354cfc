#include "subintent/program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <filesystem>
#include <set>
#include <system_error>

namespace subintent {
namespace {

namespace files = std::filesystem;

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
  for (const char* descriptors : {"/proc/self/fd", "/dev/fd"})  // of Linux; of other systems
    if (folder == files::canonical(descriptors, error) && !error) return static_cast<int>(*number);
  return -1;
}

}  // namespace

OutputPath::OutputPath(const std::string& given)
    : name(given == "-" ? "standard output" : given), path(given) {
  if (given.empty())
    throw Error("an output has an empty name; give a file, or - for standard output");
  if (given == "-") {
    descriptor = STDOUT_FILENO;
    return;
  }
  struct stat status {};
  const int error = stat(given.c_str(), &status) == 0 ? 0 : errno;
  if (error == ELOOP) {
    throw Error(Error::Kind::system, {name, 0}, "is a symbolic link that leads back to itself",
                "remove it, or give another file");
  }
  std::error_code is_no_link;
  do {
    descriptor = own_descriptor(path);
    if (descriptor >= 0) return;
    const files::path next = files::read_symlink(path, is_no_link);
    if (!is_no_link) path = (files::path(path).parent_path() / next).string();
  } while (!is_no_link);
  if (error == ENOENT || error == ENOTDIR) return;
  if (error != 0) {
    errno = error;
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

void require_different_files(const std::vector<std::string>& inputs,
                             const std::vector<std::string>& outputs) {
  std::error_code error;
  std::set<std::string> written;
  for (const std::string& output : outputs) {
    if (output.empty())
      throw Error::usage("an output has an empty name", "give a file, or - for standard output");
    const OutputPath leads_to(output);
    if (leads_to.is_special) continue;  // /dev/null, a pipe
    const std::string name =
        leads_to.descriptor >= 0
            ? std::to_string(leads_to.descriptor)
            : files::weakly_canonical(files::absolute(leads_to.path, error), error).string();
    if (!written.insert(name).second) {
      throw Error::usage("two outputs have the same name: " + leads_to.name,
                         "give each its own file");
    }
    for (const std::string& input : inputs)
      if (leads_to.exists && input != "-" && files::equivalent(input, leads_to.path, error))
        throw Error::usage(output + " is both an input and an output", "write to another file");
  }
}

}  // namespace subintent
