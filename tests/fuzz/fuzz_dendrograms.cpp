// Dendrograms, and the subintents and exports made of them. What is read is written and read again.
#include "hierarchy/build.h"
#include "hierarchy/cluster/dendrogram.h"
#include "hierarchy/export.h"
#include "input.h"

void subintent::internal::fuzz(std::string_view input) {
  writes_what_it_reads(input, [](const std::string& path) {
    std::string lines;
    for (const Dendrogram& dendrogram : read_dendrograms(path)) {
      append_dendrogram_line(lines, dendrogram);
      for (const bool compress : {false, true})
        if (make_subintents(dendrogram, 0.3, compress).height < 1) std::abort();
      std::string matrix;
      append_linkage(matrix, dendrogram);
      if (matrix.empty()) std::abort();
    }
    return lines;
  });
}
