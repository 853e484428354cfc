// Nuggets: judgments, probabilities and hierarchies of whatever is read fit together, and the
// hierarchies are read as they are written.

#include "core/collection/nuggets.h"
#include "hierarchy/check.h"
#include "hierarchy/nuggets.h"
#include "input.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

void check(const NuggetBank& bank, bool all_intents) {
  const Qrels qrels = qrels_of(bank);
  const IntentTable table = intents_of(bank, all_intents);
  require(table.size() == bank.topics.size() && qrels.topics().size() == bank.topics.size());
  const NuggetHierarchies made = hierarchies_of(bank, all_intents);
  std::string lines;
  for (const Hierarchy& hierarchy : made.hierarchies) {
    require(hierarchy_faults(hierarchy, 1e-6).empty());
    require(qrels.find(hierarchy.topic) != nullptr);
    append_hierarchy_line(lines, hierarchy);
  }
  if (lines.empty()) return;
  std::string again;
  for (const Hierarchy& hierarchy : read_hierarchies(Source::memory(lines, "again")))
    append_hierarchy_line(again, hierarchy);
  require(again == lines);
}

}  // namespace

void fuzz(std::string_view input) {
  survives([&] {
    const Source source = Source::memory(input, "nuggets_1");
    holds_nuggets(input);
    const NuggetBank bank = read_nuggets({&source, 1});
    check(bank, false);
    check(bank, true);
  });
}

}  // namespace subintent::internal
