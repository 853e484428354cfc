// Writing files: plain, gzip (.gz) or zstd (.zst) by name; "-" is standard output.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace subintent {

// A file that appears under its name only when it is complete: close() puts it there in one step,
// and without close() nothing is left behind, whether the program throws or is killed. A target
// that exists and is not a regular file (a device, a pipe) is written directly. Throws Error if the
// file cannot be made or written.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;

  void write(std::string_view bytes);

  // Writes what is left, so that close() can only fail to give the file its name: of several files
  // that belong together, all are finished before the first is closed.
  void finish();
  void close();

 private:
  class Sink;
  std::unique_ptr<Sink> sink_;
};

}  // namespace subintent
