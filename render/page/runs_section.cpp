// Runs by measures, which of them differ, and two of them against each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "compare/sign_test.h"
#include "render/charts/critical_difference.h"
#include "render/measure_name.h"
#include "render/page/section.h"
#include "study/analyses/reports.h"

namespace subintent::internal {
namespace {

RunTable run_table_of(const PageContext& context) {
  constexpr NumberFormat number{4};
  if (!context.tested.pairs.empty()) return run_table(context.tested, number);
  RunTable table;  // of the one run
  table.runs = context.input.scores.runs;
  table.measures = context.input.scores.measure_names();
  table.topics = context.topics.size();
  std::vector<RunMean>& means = table.means.emplace_back();
  for (const ScoreMatrix& scores : context.input.scores.measures) {
    means.emplace_back().mean = scores.mean(0);
  }
  return table;
}

Html mean_cell(const RunTable& table, const RunMean& mean) {
  Html marks;
  if (!mean.better.empty()) marks = html("<sup>{}</sup>", table.marks_text(mean.better));
  return mean.best ? html("<td class=\"n\"><strong>{}</strong>{}", score_text(mean.mean), marks)
                   : html("<td class=\"n\">{}{}", score_text(mean.mean), marks);
}

Html means(const PageContext& context) {
  const RunTable made = run_table_of(context);
  Html head = html("<th scope=\"col\">Run"), rows;
  for (const std::string& measure : made.measures) {
    head += html("<th scope=\"col\" class=\"n\">{}", html_name(measure));
  }
  for (std::size_t run = 0; run < made.runs.size(); ++run) {
    const std::string mark = made.mark_of(run);
    rows += html("<tr><th scope=\"row\">{}{}", html_name(made.runs[run]),
                 mark.empty() ? Html() : html("&nbsp;<sup>{}</sup>", mark));
    for (const RunMean& mean : made.means[run]) rows += mean_cell(made, mean);
    rows += html("\n");
  }
  Html notes;
  for (const std::string& note : statistics_notes(made, ""))
    notes += html(" {}", typeset_note(note));
  return html("<p>{}{}</p>\n{}", topics_note(made), notes,
              table(html("Means; the best of each measure is bold"), head, rows, "means"));
}

// How many other runs each run is significantly better and worse than.
struct Wins {
  std::vector<std::uint32_t> better, worse;

  Wins(const TestedGroup& tested, std::size_t m)
      : better(tested.group->runs.size()), worse(better.size()) {
    for (std::size_t i = 0; i < tested.pairs.size(); ++i) {
      const ComparedPair& pair = tested.by_measure(m)[i];
      if (pair.winner.empty()) continue;
      const auto [first, second] = tested.pairs[i];
      const bool first_wins = pair.winner == pair.run1;
      ++better[first_wins ? first : second];
      ++worse[first_wins ? second : first];
    }
  }
};

Html critical_differences(const PageContext& context, const TestedGroup& tukey, std::size_t m) {
  const CriticalDifferenceChart chart = difference_chart(tukey, m);
  const Wins wins(tukey, m);
  Html rows;
  for (const std::size_t run : difference_groups(chart).order) {
    const auto& [name, mean] = chart.runs[run];
    rows += html("<tr><th scope=\"row\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}\n",
                 html_name(name), score_text(mean), wins.better[run], wins.worse[run]);
  }
  const Html head = html(
      "<th scope=\"col\">Run<th scope=\"col\" class=\"n\">Mean<th scope=\"col\" "
      "class=\"n\">Better than<th scope=\"col\" class=\"n\">Worse than");
  return html(
      "<details{}><summary>{}</summary>\n{}{}</details>\n", m == 0 ? html(" open") : Html(),
      html_name(context.measure(m)), figure(chart, fmt::format("cd{}", m)),
      table(html("Significant wins and losses by {}", html_name(context.measure(m))), head, rows));
}

// Under Tukey's test, whichever test the report is made with.
TestedGroup under_tukey(const PageContext& context) {
  TestedGroup tukey = context.tested;
  if (tukey.settings.test->name == "tukey") return tukey;
  tukey.settings.test = find_test("tukey");
  tukey.settings.trials = tukey.settings.test->default_trials;
  tukey.comparison.correction = Correction::none;
  tukey.compared = compare_pairs(*tukey.group, 1, tukey.pairs, tukey.settings, tukey.comparison);
  return tukey;
}

Html all_differences(const PageContext& context) {
  if (context.tested.pairs.empty()) return {};
  Html made = html("<h3>Which runs differ</h3>\n");
  const TestedGroup tukey = under_tukey(context);
  for (std::size_t m = 0; m < context.measures(); ++m) {
    made += critical_differences(context, tukey, m);
  }
  return made;
}

// The two runs that are shown, by a measure.
ComparedPair compared(const PageContext& context, std::size_t m) {
  const std::size_t a = context.shown_runs[0], b = context.shown_runs[1];
  const auto at = std::ranges::find_if(context.tested.pairs, [&](RunPair pair) {
    return pair.first == std::min(a, b) && pair.second == std::max(a, b);
  });
  return from_side_of(
      context.input.scores.runs[a],
      context.tested.by_measure(m)[static_cast<std::size_t>(at - context.tested.pairs.begin())]);
}

Html pair_row(const ComparedPair& pair, const TestSettings& test) {
  return html(
      "<tr><th scope=\"row\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td "
      "class=\"n\">{}<td class=\"n\">{}{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td "
      "class=\"n\">{}\n",
      html_name(pair.measure), score_text(pair.mean1), score_text(pair.mean2),
      difference_text(pair.difference), interval_text(pair.low, pair.high),
      p_text(pair.corrected, test), pair.significant ? " *" : "", pair.wins, pair.losses, pair.ties,
      p_text(sign_test(pair.wins, pair.losses)));
}

Html two_runs(const PageContext& context) {
  if (context.tested.pairs.empty()) return {};
  Html rows;
  for (std::size_t m = 0; m < context.measures(); ++m) {
    rows += pair_row(compared(context, m), context.input.test);
  }
  const auto name = [&](std::size_t i) {
    return html_name(context.input.scores.runs[context.shown_runs[i]]);
  };
  Html head = html("<th scope=\"col\">Measure");
  for (const char* column : {"Mean of A", "Mean of B", "A − B", "Interval", "p", "A is better at",
                             "B is better at", "Equal at", "p of these"}) {
    head += html("<th scope=\"col\" class=\"n\">{}", column);
  }
  return html(
      "<h3>Two runs</h3>\n<p>A is <strong class=\"run-a\">{}</strong>, B is <strong "
      "class=\"run-b\">{}</strong>. Test: {}; * marks p &lt; {}. Intervals: {}. The last four "
      "columns count topics, whatever the size of their differences; their p is that of the sign "
      "test, not corrected.</p>\n{}",
      name(0), name(1), description(context.input.test), context.input.test.alpha,
      scope_of_intervals(*context.input.test.test, context.input.comparison.correction),
      table(html("A against B by every measure"), head, rows, "pair"));
}

}  // namespace

Html runs_section(const PageContext& context) {
  Html made = means(context);
  made += two_runs(context);
  made += all_differences(context);
  return made;
}

}  // namespace subintent::internal
