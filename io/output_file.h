// Writing files: plain, gzip (.gz) or zstd (.zst) by name; "-" is standard output.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

// A file that appears under its name only when it is complete: close() puts it there in one step,
// and without close() nothing is left behind, whether the program throws or is killed. Symbolic
// links are written through, and a file that exists keeps its permissions (PendingFile). A target
// that exists and is not a regular file (a device, a pipe, /dev/stdout) is written directly. Throws
// Error if the file cannot be made or written.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;

  void write(std::string_view bytes);

  // Writes what is left, so that close() can only fail to give the file its name. May be called
  // before close(), from the thread that wrote, to spread the work of compression.
  void finish();
  void close();

 private:
  friend class OutputFiles;
  class Sink;
  std::unique_ptr<Sink> sink_;
};

// Outputs that belong together: close() gives all of them their names, or, where it throws, none:
// what was there before is there again. (A program that is killed in the middle of that may leave
// some with their names.) Streams cannot take back what was written to them.
class OutputFiles {
 public:
  // The output lives as long as this object. Throws as OutputFile does.
  OutputFile& open(const std::string& path);
  // Null where no path is given.
  OutputFile* open(const std::optional<std::string>& path);

  // Writes what is left: close() can then only fail to give the files their names.
  void finish();
  // To be called when all is written, instead of OutputFile::close().
  void close();

 private:
  std::deque<OutputFile> files_;  // never moved
};

}  // namespace subintent::internal
