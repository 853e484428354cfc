// Dendrograms: the binary trees of merges, and their file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/dendrogram.h"
#include "subintent/source.h"

namespace subintent::internal {

// Appends the line of one dendrogram, with its line end.
void append_dendrogram_line(std::string& out, const Dendrogram& dendrogram);

}  // namespace subintent::internal
