// The kinds of files that there are, and how each is read.
#pragma once

#include "engine/check_beginning.h"
#include "subintent/check.h"

namespace subintent::internal {

struct FileKind {
  std::string_view name;
  bool (*fits)(const Beginning& beginning);
  void (*describe)(const Source& source, FileCheck& check);  // throws as the reader does
  std::string_view commands;
  bool reads_bytes = false;  // that need not be text
};

// In the order in which they are to be tried.
std::span<const FileKind> file_kinds();
const FileKind& kind_called(std::string_view name);
bool holds_slices(const Source& source);

}  // namespace subintent::internal
