// Measures: how alike they rank the runs, and how many pairs of runs each tells apart.
#include "compare/measure_correlations.h"
#include "report/page/section.h"

namespace subintent::internal {
namespace {

Html measure_heads(const PageContext& context) {
  Html head;
  for (std::size_t m = 0; m < context.measures(); ++m) {
    head += html("<th scope=\"col\" class=\"n\">{}", html_name(context.measure(m)));
  }
  return head;
}

// Kendall's tau of every two measures, the whole square.
Html correlations(const PageContext& context) {
  const std::size_t measures = context.measures();
  std::vector<std::vector<double>> tau(measures, std::vector<double>(measures, 1));
  const auto found = run_correlations({context.input.scores});
  for (std::size_t a = 0, at = 0; a < measures; ++a) {
    for (std::size_t b = a + 1; b < measures; ++b) tau[a][b] = tau[b][a] = found[at++].tau_b;
  }
  Html rows;
  for (std::size_t a = 0; a < measures; ++a) {
    rows += html("<tr><th scope=\"row\">{}", html_name(context.measure(a)));
    for (std::size_t b = 0; b < measures; ++b) rows += html("<td class=\"n\">{:.3f}", tau[a][b]);
    rows += html("\n");
  }
  return html("<h3>Agreement of measures</h3>\n{}",
              table(html("Kendall&rsquo;s &tau; of the rankings of runs by every two measures"),
                    html("<th scope=\"col\">Measure{}", measure_heads(context)), rows));
}

Html powers(const PageContext& context) {
  Html rows;
  for (std::size_t m = 0; m < context.measures(); ++m) {
    const DiscriminativePower& power = context.tested[m].power;
    rows += html(
        "<tr><th scope=\"row\">{}<td class=\"n\">{}<td class=\"n\">{:.1f} %<td class=\"n\">{}\n",
        html_name(context.measure(m)), power.significant, 100 * power.share(),
        power.delta ? score_text(*power.delta) : html("&ndash;"));
  }
  const Html head = html(
      "<th scope=\"col\">Measure<th scope=\"col\" class=\"n\">Significant pairs<th scope=\"col\" "
      "class=\"n\">Of {}<th scope=\"col\" class=\"n\">Difference needed",
      context.pairs.size());
  return html(
      "<h3>Discriminative power</h3>\n<p>{}, &alpha; = {}, without a correction for the "
      "number of pairs.</p>\n{}",
      description(context.input.test), context.input.test.alpha,
      table(html("Pairs of runs that each measure finds significantly different"), head, rows));
}

}  // namespace

Html measures_section(const PageContext& context) {
  if (context.pairs.empty()) return {};
  Html made;
  if (context.measures() > 1) made += correlations(context);
  made += powers(context);
  return made;
}

}  // namespace subintent::internal
