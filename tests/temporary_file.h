// Files that a test writes and that vanish with it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace subintent {

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content, const std::string& ending = "") {
    static int count = 0;
    path_ = testing::TempDir() + "subintent-" + std::to_string(getpid()) + "-" +
            std::to_string(count++) + ending;
    std::ofstream(path_, std::ios::binary) << content;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace subintent
