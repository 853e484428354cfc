// Hierarchies, their check, drawings and exports. What is read is written and read again.
#include "hierarchy/check.h"
#include "hierarchy/export.h"
#include "hierarchy/hierarchy.h"
#include "input.h"
#include "report/explain.h"

namespace subintent::internal {
namespace {

std::string lines_of(const std::string& path) {
  std::string lines, drawn;
  const std::vector<Hierarchy> hierarchies = read_hierarchies(path);
  for (const Hierarchy& hierarchy : hierarchies) {
    append_hierarchy_line(lines, hierarchy);
    append_dot(drawn, hierarchy);
    append_newick(drawn, hierarchy);
    drawn += explain(hierarchy, {}, {});
  }
  drawn += graphml(hierarchies);
  if (drawn.empty()) std::abort();
  return lines;
}

}  // namespace

void fuzz(std::string_view input) {
  const MemoryFile file(input);
  survives([&] { file_faults(file.path(), {}); });
  writes_what_it_reads(input, lines_of);
}

}  // namespace subintent::internal
