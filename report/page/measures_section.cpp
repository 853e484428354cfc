// Measures: how alike they rank the runs, and how many pairs of runs each tells apart.
#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "compare/correlation.h"
#include "evaluate/measure.h"
#include "report/charts/charts.h"
#include "report/page/section.h"
#include "report/text_layout.h"

namespace subintent::internal {
namespace {

// Kendall's tau of every two measures, the whole square.
[[gnu::cold]] Html correlations(const PageContext& context) {
  const std::size_t measures = context.measures();
  auto tau = correlation_square(run_correlations({context.input.scores}));
  for (std::size_t m = 0; m < measures; ++m) {
    const std::vector<double> means = context.input.scores.measures[m].means();
    if (std::ranges::min(means) < std::ranges::max(means)) continue;  // it ranks runs
    for (std::size_t other = 0; other < measures; ++other)
      tau[m * measures + other] = tau[other * measures + m] = std::nullopt;
  }
  PageTable table(measure_columns(context, "Measure"), "tau");
  for (std::size_t a = 0; a < measures; ++a) {
    table.row(html_name(context.measure(a)));
    for (std::size_t b = 0; b < measures; ++b) {
      const std::optional<double> value = tau[a * measures + b];
      const int shade = std::clamp(static_cast<int>(10 * value.value_or(0)), 0, 9);  // none below 0
      table.cell(number_text(value), fmt::format("n h{}", shade));
    }
  }
  return html(
      "<h3>Agreement of measures</h3>\n<p>Do two measures put the runs in the same order? 1: "
      "they do; 0: one order says nothing of the other; &minus;1: they are opposite. Of two "
      "runs, the measures agree on the better one with probability (1 + &tau;) / 2, or less "
      "where runs tie.</p>\n{}",
      table.html_of(
          html("Kendall&rsquo;s &tau; of the rankings of runs, for each pair of measures")));
}

// Shows what each measure rewards, by its formula.
[[gnu::cold]] Html formulas(const PageContext& context) {
  std::vector<PageColumn> columns = {{"Measure", "row"}, {"What it rewards", ""}, {"Kind", ""}};
  PageTable table(columns, "formulas");
  for (const Measure& measure : context.input.scorer->measures()) {
    if (!place_of(measure, context.input.scores)) continue;
    table.row(html_name(typeset_measure(measure.name)), typeset_measure(formula_of(measure)),
              measure.record->family);
  }
  const bool are_derived = context.input.data->judgments->has_derived_topics();
  return html("<h3>What they measure</h3>\n{}",
              table.html_of(
                  html("K cutoff, r rank, n intents, g gain, R relevant documents; all of "
                       "it is in docs/measures.md{}",
                       are_derived ? ". Topic-level judgments are made of those of intents" : "")));
}

// Only some tests tell which difference of means is significant, and these where some pair is.
Html powers(const PageContext& context) {
  const auto with_needed = std::ranges::count_if(
      context.powers, [](const DiscriminativePower& power) { return power.delta.has_value(); });
  const bool has_needed = with_needed > 0;
  const bool misses_some = has_needed && with_needed < std::ssize(context.powers);
  std::vector<PageColumn> columns = {
      {"Measure", "row"}, {"Significant pairs"}, {html("Of {}", context.tested.pairs.size())}};
  if (has_needed) columns.emplace_back("Difference needed");
  PageTable table(columns);
  for (const DiscriminativePower& power : context.powers) {
    table.row(html_name(power.measure), power.significant, html("{:.1f} %", 100 * power.share()));
    if (has_needed) table.cell(number_text(power.delta, 4));
  }
  return html(
      "<h3>Discriminative power</h3>\n<p>Test: {}, &alpha; = {}, without a correction for the "
      "number of pairs.{}</p>\n{}",
      description(context.input.test), context.input.test.alpha,
      misses_some ? " The difference needed is known where some pair is significant." : "",
      table.html_of(html("Pairs of runs that each measure finds significantly different")));
}

// Thins a curve to as many points as a picture can show; the ends stay.
using Points = std::vector<std::pair<double, double>>;
Points thinned(const Points& curve) {
  constexpr std::size_t most = 1000;
  if (curve.size() <= most) return curve;
  Points kept;
  for (std::size_t i = 0; i < most; ++i) kept.push_back(curve[i * (curve.size() - 1) / (most - 1)]);
  return kept;
}

// The first eight curves that come below `highest`, and the names of others.
[[gnu::cold]] Html curves_chart(const PageContext& context, double highest) {
  constexpr std::size_t most = 8;
  TestedMeasures drawn{context.input.test, {}, {}};
  std::string high, more;
  for (const DiscriminativePower& power : context.powers) {
    const bool is_low = !power.p.empty() && std::ranges::min(power.p) < highest;
    if (is_low && drawn.powers.size() < most) {
      drawn.powers.push_back(power);
      continue;
    }
    std::string& others = is_low ? more : high;
    others += (others.empty() ? "" : ", ") + display_text(power.measure);
  }
  Html body;
  if (!drawn.powers.empty()) {
    LineChart chart = asl_chart(drawn, highest);
    for (ChartLine& line : chart.lines) line.points = thinned(line.points);
    body += figure(chart, "asl", {"The lower a curve, the more pairs its measure tells apart."});
  }
  if (!high.empty())
    body += html("<p>Not drawn, as no pair of runs has p &lt; {}: {}.</p>\n", highest, high);
  if (!more.empty()) body += html("<p>Only in the table: {}.</p>\n", more);
  return body;
}

// The p-values of all pairs, sorted, by measure: the lower a curve, the more pairs a measure tells
// apart [Sakai12 §4.1].
Html curves(const PageContext& context) {
  constexpr double highest = 0.15;
  PageTable table({"Measure", "p < .001", "p < .01", "p < .05", "p < .1"});
  for (const DiscriminativePower& power : context.powers) {
    table.row(html_name(power.measure));
    for (const double level : {0.001, 0.01, 0.05, 0.1})
      table.cell(html("{}", std::ranges::count_if(power.p, [&](double p) { return p < level; })));
  }
  const bool has_curves = context.tested.pairs.size() > 1;
  return html("{}{}", has_curves ? curves_chart(context, highest) : Html(),
              numbers("The curves as a table",
                      table.html_of(html("Pairs of runs below a level of significance"))));
}

}  // namespace

Html measures_section(const PageContext& context) {
  Html body = formulas(context);
  if (context.powers.empty()) return body;
  if (context.measures() > 1) body += correlations(context);
  body += powers(context);
  body += curves(context);
  return body;
}

}  // namespace subintent::internal
