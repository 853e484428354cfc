// Dendrograms: the binary trees of merges, and their file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/source.h"

namespace subintent::internal {

// The k-th merge of n documents joins nodes a < b (0..n-1 are documents, n+k is the k-th merge)
// into node n+k, which holds `size` documents; `similarity` is that of the two clusters [Dou19
// §3.2]. Similarities never grow from merge to merge for complete and single linkage.
struct Merge {
  std::uint32_t a = 0, b = 0;
  double similarity = 0;
  std::uint32_t size = 0;
};

// The clustering of the relevant documents of one (topic, intent). n documents have n-1 merges.
struct Dendrogram {
  std::string topic;
  std::string intent;             // topic_level_intent ("*") at topic level
  std::vector<std::string> docs;  // sorted by bytes
  std::vector<Merge> merges;
};

// The file: JSON lines {"topic","intent","docs":[...],"merges":[[a,b,similarity,size],...]}.
// Reading throws Error, with file and line, for anything that is not a binary tree over distinct,
// sorted documents; a (topic, intent) given twice; similarities that are no finite numbers.
std::vector<Dendrogram> read_dendrograms(const Source& source);
void append_dendrogram_line(std::string& out, const Dendrogram& dendrogram);

}  // namespace subintent::internal
