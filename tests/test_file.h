// Files that a test writes, in folders that vanish with it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace subintent::internal {

// An empty folder.
class TestFolder {
 public:
  TestFolder() {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }

 private:
  std::string path_ = testing::TempDir() + "subintent-XXXXXX";
};

// The path of a file that may be written.
inline std::string temporary_path(const std::string& name) {
  static const TestFolder folder;
  return folder.path() + "/" + name;
}

// A file of these bytes; returns its path.
inline std::string write_temporary(const std::string& name, std::string_view bytes) {
  const std::string path = temporary_path(name);
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// A file with a name of its own that vanishes at the end of its scope.
class TestFile {
 public:
  explicit TestFile(std::string_view content, const std::string& ending = "") {
    static int count = 0;
    path_ = write_temporary(std::to_string(count++) + ending, content);
  }
  TestFile(const TestFile&) = delete;
  TestFile& operator=(const TestFile&) = delete;
  ~TestFile() { std::filesystem::remove(path_); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace subintent::internal
