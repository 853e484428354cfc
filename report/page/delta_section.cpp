// Shows the effect of the cutoff of pruning: on the power of measures [Dou19 Fig. 8], and on the
// hierarchies.
#include "compare/analyses/series.h"
#include "report/page/section.h"

namespace subintent::internal {
namespace {

Html power_table(const Series& series) {
  Html head = html("<th scope=\"col\" class=\"n\">&delta;"), rows;
  for (const std::string& measure : series.measures) {
    head += html("<th scope=\"col\" class=\"n\">{}", html_name(measure));
  }
  for (const SeriesPoint& point : series.points) {
    rows += html("<tr><th scope=\"row\" class=\"n\">{}", point.setting[0]);
    for (const MeasurePower& power : point.analysis.tested.at(0).powers) {
      rows += html("<td class=\"n\">{:.1f} %", 100 * power.power);
    }
    rows += html("\n");
  }
  return table(html("Pairs of runs that differ significantly, by &delta;"), head, rows);
}

Html shape_table(const std::vector<DeltaShape>& shapes) {
  Html head = html("<th scope=\"col\" class=\"n\">&delta;"), rows;
  for (const char* column : {"Nodes", "Dummies", "Subintents", "Of one document",
                             "Intents with one subintent", "Layers (mean)"}) {
    head += html("<th scope=\"col\" class=\"n\">{}", column);
  }
  for (const DeltaShape& shape : shapes) {
    rows += html(
        "<tr><th scope=\"row\" class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td "
        "class=\"n\">{}<td "
        "class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{:.2f}\n",
        shape.delta, shape.nodes, shape.dummies, shape.subintents, shape.single, shape.collapsed,
        shape.mean_layers);
  }
  return table(html("Hierarchies of all topics, by &delta;"), head, rows);
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
