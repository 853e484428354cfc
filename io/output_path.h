// The file that the name of an output leads to.
#pragma once

#include <string>

namespace subintent::internal {

// An output as it is named on the command line, and what that stands for. Symbolic links are
// followed to their end, so that what they lead to is written, and they stay. A name for an open
// descriptor of this process ("-", /dev/stdout, /dev/fd/3, /proc/self/fd/1) stands for that
// descriptor, whatever is behind it: it may be a file that others have written to and go on with.
struct OutputPath {
  // Throws Error for an empty name, for one that cannot be followed (a loop of links) and for a
  // folder.
  explicit OutputPath(const std::string& given);

  // Is it written as it stands, as descriptors, devices and pipes are? Else it is a regular file,
  // or one that does not exist yet.
  bool is_stream() const { return descriptor >= 0 || is_special; }
  std::string folder() const;  // of a file, "." without one in its name

  std::string name;     // for messages
  std::string path;     // the end of the links; of a descriptor, its last name
  int descriptor = -1;  // an open one, or -1
  bool exists = false;
  bool is_special = false;  // a device or a pipe
};

}  // namespace subintent::internal
