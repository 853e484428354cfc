#include "program/temporary_folder.h"

#include <cstdlib>

#include "subintent/program.h"

namespace subintent::internal {

std::string temporary_folder(const std::string& output) {
  const OutputPath path(output);
  if (!path.is_stream()) return path.folder();
  const char* const folder = std::getenv("TMPDIR");
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

}  // namespace subintent::internal
