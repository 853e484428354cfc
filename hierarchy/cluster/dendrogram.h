// Dendrograms: the binary trees of merges, and their file.
#pragma once

#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Throws Error, naming topic and intent, for one put together by hand that its line could not hold:
// anything but a binary tree over distinct documents, sorted by bytes, with similarities from -1 to
// 1; names that are empty or not UTF-8.
void check(const Dendrogram& dendrogram);

// Appends the line of one dendrogram, with its line end.
void append_dendrogram_line(std::string& out, const Dendrogram& dendrogram);

}  // namespace subintent::internal
