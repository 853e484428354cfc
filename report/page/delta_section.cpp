// Shows the effect of the cutoff of pruning: on the power of measures [Dou19 Fig. 8], and on the
// hierarchies.
#include "compare/analyses/analysis.h"
#include "report/page/section.h"

namespace subintent::internal {
namespace {

Html power_table(const Series& series) {
  std::vector<PageColumn> columns = {{"δ", "n row"}};
  for (const std::string& measure : series.measures) columns.emplace_back(html_name(measure));
  PageTable table(columns);
  for (const SeriesPoint& point : series.points) {
    table.row(point.setting[0]);
    for (const DiscriminativePower& power : point.analysis.tested.at(0).powers)
      table.cell(html("{:.1f} %", 100 * power.share()));
  }
  return table.html_of(html("Pairs of runs that differ significantly, by &delta;"));
}

Html shape_table(const std::vector<DeltaShape>& shapes) {
  PageTable table({{"δ", "n row"},
                   {"Nodes"},
                   {"Dummies"},
                   {"Subintents"},
                   {"Of one document"},
                   {"Intents with one subintent"},
                   {"Layers (mean)"}});
  for (const DeltaShape& shape : shapes) {
    table.row(shape.delta, shape.nodes, shape.dummies, shape.subintents, shape.single,
              shape.collapsed, number_text(shape.mean_layers, 2));
  }
  return table.html_of(html("Hierarchies of all topics, by &delta;"));
}

}  // namespace

Html delta_section(const PageContext& context) {
  Html made;
  if (context.input.deltas) {
    made += figure(series_chart(*context.input.deltas, 0), "delta-power");
    made += power_table(*context.input.deltas);
  }
  if (!context.input.shapes.empty()) made += shape_table(context.input.shapes);
  return made;
}

}  // namespace subintent::internal
