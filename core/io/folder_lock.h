// A lock for the moment in which several files get their names.
#pragma once

#include <string>
#include <vector>

namespace subintent::internal {

// While it lives, other programs that lock a folder of one of these files wait. So if two programs
// write the same files, the later one replaces all of them, and files of both are never mixed. If a
// folder cannot be locked (some network file systems), or somebody holds it for seconds (flock
// FOLDER subintent ...), there is no waiting. "-" is no file.
class FolderLock {
 public:
  explicit FolderLock(const std::vector<std::string>& files);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  std::vector<int> descriptors_;
};

}  // namespace subintent::internal
