#include "core/io/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>

#include "subintent/program.h"

namespace subintent::internal {

FolderLock::FolderLock(const std::vector<std::string>& files) {
  // In one order, so that no two programs wait for each other.
  std::set<std::string> folders;
  std::error_code error;
  for (const std::string& file : files) {
    const OutputPath output(file);
    if (output.is_stream()) continue;
    folders.insert(std::filesystem::canonical(output.folder(), error).string());
  }
  for (const std::string& folder : folders) {
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) continue;
    descriptors_.push_back(descriptor);
    for (int waits = 0; waits < 600 && flock(descriptor, LOCK_EX | LOCK_NB) != 0; ++waits) {
      if (errno != EWOULDBLOCK) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
}

FolderLock::~FolderLock() {
  for (const int descriptor : descriptors_) close(descriptor);
}

}  // namespace subintent::internal
