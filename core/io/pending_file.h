// An output file while it is being written.
#pragma once

#include <string>
#include <string_view>

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

}  // namespace subintent::internal
