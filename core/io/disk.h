// Files on disk: outputs while they are being written, what does not fit into memory, and a lock
// for the moment in which several files get their names.
#pragma once

#include "subintent/program.h"

namespace subintent::internal {

// The bytes of a file that has no name yet. It vanishes with this object, and with the process,
// however that ends, unless publish() gives it its name. Where there are no unnamed files (NFS), it
// has a hidden name in its folder until then, ".subintent-DIGITS.part", the same for the same
// output: what a killed program has left is removed by the next.
//
// A file that exists keeps its permissions, and is not replaced if they forbid to write to it.
// Streams (OutputPath) are written directly. All members throw Error but where they say not.
class PendingFile {
 public:
  explicit PendingFile(const std::string& path);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();

  const std::string& name() const { return where_.name; }  // for messages
  void write(std::string_view bytes);                      // not buffered

  // All is written: some file systems tell of a lack of room only where a descriptor is closed.
  void finish();

  // Gives the file its name, in one step, unless it has it already. With `undoable`, undo() puts
  // back what was there before, as long as this object lives; on file systems without hard links it
  // does nothing.
  void publish(bool undoable);
  void undo() noexcept;

 private:
  explicit PendingFile(OutputPath where);
  void open_stream();
  void open_file();
  void keep_permissions();
  void take_hidden_name();
  void require_hidden_name() const;
  [[noreturn]] void fail() const;

  OutputPath where_;
  int descriptor_ = -1;
  bool is_unnamed_ = false;             // until publish()
  bool is_hidden_ = false;              // has it its hidden name now?
  std::string hidden_name_, old_name_;  // beside the output: of the new file, of the old one
  enum class Before { unknown, nothing, old_name } before_ = Before::unknown;  // where it was
  bool is_published_ = false;
};

// A file without a name, to be written once and then read: it vanishes with this object, and with
// the process, however that ends (on systems without /proc it has a name until the object ends).
// Not buffered. Throws Error if it cannot be made or written.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string folder);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) = delete;
  ~TemporaryFile();

  void write(std::string_view bytes);

  // The name for opening it to read while this object lives.
  const std::string& path() const { return name_; }

 private:
  std::string folder_, name_;
  int descriptor_ = -1;
};

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

// Waits until the disk has what was written. False, with errno, if that failed.
bool wait_for_disk(int descriptor);

}  // namespace subintent::internal
