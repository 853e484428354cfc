// Runs by measures, and two of them against each other.
#include <algorithm>
#include <cmath>

#include "report/page/section.h"

namespace subintent::internal {
namespace {

Html means(const PageContext& context) {
  const ScoreGroup& scores = context.input.scores;
  Html head = html("<th scope=\"col\">Run"), rows;
  std::vector<std::vector<double>> of_measure;
  std::vector<double> best;
  for (const ScoreMatrix& matrix : scores.measures) {
    head += html("<th scope=\"col\" class=\"n\">{}", html_name(matrix.measure));
    of_measure.push_back(matrix.means());
    best.push_back(std::ranges::max(of_measure.back()));
  }
  for (std::size_t run = 0; run < context.runs(); ++run) {
    rows += html("<tr><th scope=\"row\">{}", html_name(scores.runs[run]));
    for (std::size_t m = 0; m < context.measures(); ++m) {
      const double mean = of_measure[m][run];
      rows += mean == best[m] ? html("<td class=\"n\"><strong>{}</strong>", score_text(mean))
                              : html("<td class=\"n\">{}", score_text(mean));
    }
    rows += html("\n");
  }
  return table(html("Means over the topics; the best of each measure is bold"), head, rows,
               "means");
}

// The place of a pair of runs among all pairs, and whether it is turned round there.
struct PairPlace {
  std::size_t place;
  bool is_turned;
};

PairPlace place_of(const PageContext& context, std::size_t a, std::size_t b) {
  const auto at = std::ranges::find_if(context.pairs, [&](RunPair pair) {
    return pair.first == std::min(a, b) && pair.second == std::max(a, b);
  });
  return {static_cast<std::size_t>(at - context.pairs.begin()), a > b};
}

Html interval(double low, double high) {
  const auto end = [](double value) {
    return std::isfinite(value) ? html("{:+.4f}", value) : html("{}", value < 0 ? "−∞" : "∞");
  };
  return html("{} to {}", end(low), end(high));
}

Html pair_row(const PageContext& context, std::size_t m, const PairPlace& pair) {
  const ScoreMatrix& scores = context.input.scores.measures[m];
  const TestedMeasure& tested = context.tested[m];
  const PairTest& test = tested.result.pairs[pair.place];
  const double sign = pair.is_turned ? -1 : 1;
  const auto [low, high] = std::minmax({sign * test.low, sign * test.high});
  const double p = tested.p[pair.place];
  return html(
      "<tr><th scope=\"row\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{:+.4f}<td "
      "class=\"n\">{}<td class=\"n\">{}{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}\n",
      html_name(scores.measure), score_text(scores.mean(context.shown_runs[0])),
      score_text(scores.mean(context.shown_runs[1])), sign * test.difference, interval(low, high),
      p_text(p),
      p < context.input.test.alpha ? html(" <abbr title=\"significant\">*</abbr>") : Html(),
      pair.is_turned ? test.losses : test.wins, pair.is_turned ? test.wins : test.losses,
      test.ties);
}

Html two_runs(const PageContext& context) {
  if (context.shown_runs.size() < 2) return {};
  const PairPlace pair = place_of(context, context.shown_runs[0], context.shown_runs[1]);
  Html rows;
  for (std::size_t m = 0; m < context.measures(); ++m) rows += pair_row(context, m, pair);
  const auto name = [&](std::size_t i) {
    return html_name(context.input.scores.runs[context.shown_runs[i]]);
  };
  Html head = html("<th scope=\"col\">Measure");
  for (const char* column : {"Mean of A", "Mean of B", "A − B", "Interval", "p", "A is better at",
                             "B is better at", "Equal at"}) {
    head += html("<th scope=\"col\" class=\"n\">{}", column);
  }
  return html(
      "<h3>Two runs</h3>\n<p>A is <strong class=\"run-a\">{}</strong>, B is <strong "
      "class=\"run-b\">{}</strong>. Test: {}; <abbr title=\"significant\">*</abbr> marks p &lt; "
      "{}. The "
      "last three columns count topics.</p>\n{}",
      name(0), name(1), description(context.input.test), context.input.test.alpha,
      table(html("A against B by every measure"), head, rows, "pair"));
}

}  // namespace

Html runs_section(const PageContext& context) {
  Html made = means(context);
  made += two_runs(context);
  return made;
}

}  // namespace subintent::internal
