// Groups of documents: what each gets of the exposure of the lists, beside what it should get.

#include "compare/study/difference.h"
#include "report/page/section.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::vector<GroupExposure> exposures_of(const PageInput& input) {
  const auto& topics = input.scorer->topics();
  RankedList list;
  const auto list_of = [&](std::size_t run, std::size_t topic) -> const RankedList* {
    const std::vector<std::string>& top = input.rankings[run][topic];
    if (top.empty()) return nullptr;
    list = RankedList{topics[topic].topic, {top.begin(), top.end()}};
    return &list;
  };
  return group_exposures(*input.scorer, input.topics, input.rankings.size(), list_of);
}

// The groups of an attribute at a cutoff: a row for what they should get, then for each run.
Html groups_table(std::span<const GroupExposure> groups, const PageInput& input) {
  std::vector<PageColumn> columns = {{"Run", "row"}};
  for (const GroupExposure& group : groups) columns.emplace_back(html_name(group.group));
  PageTable table(columns);
  table.row("target");
  for (const GroupExposure& group : groups) table.cell(number_text(group.target, 4));
  for (std::size_t run = 0; run < input.scores.runs.size(); ++run) {
    table.row(html_name(input.scores.runs[run]));
    for (const GroupExposure& group : groups) table.cell(number_text(group.shares[run], 4));
  }
  const std::uint32_t cutoff = std::min(groups[0].cutoff, input.depth);
  return table.html_of(html("{}: shares of the exposure of the first {} documents, means over {}",
                            html_name(groups[0].attribute), cutoff,
                            count_of(groups[0].topics, "topic")));
}

}  // namespace

Html groups_section(const PageContext& context) {
  const std::vector<GroupExposure> exposures = exposures_of(context.input);
  if (exposures.empty()) return {};
  Html made = html(
      "<p>A document at rank r has the exposure 1 / log2(r + 1), which its groups share. Documents "
      "of no known group are left out. Measures of group fairness compare such shares with the "
      "targets.</p>\n");
  for (std::size_t first = 0; first < exposures.size();) {
    std::size_t end = first;
    while (end < exposures.size() && exposures[end].cutoff == exposures[first].cutoff &&
           exposures[end].attribute == exposures[first].attribute)
      ++end;
    made += groups_table(std::span(exposures).subspan(first, end - first), context.input);
    first = end;
  }
  return made;
}

}  // namespace subintent::internal
