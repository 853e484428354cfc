// Runs by measures, which of them differ, and two of them against each other.
#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "compare/paired_tests.h"
#include "report/charts/charts.h"
#include "report/page/section.h"
#include "report/text_layout.h"

namespace subintent::internal {
namespace {

RunTable run_table_of(const PageContext& context) {
  constexpr NumberFormat number{4};
  if (context.runs() > 1) {
    RunTable table = run_table(context.tested, number);
    if (!context.tested.pairs.empty()) return table;
    table.test.reset();
    table.marks.clear();
    return table;
  }
  RunTable table;  // of the one run
  table.runs = context.input.scores.runs;
  table.measures = context.input.scores.measure_names();
  table.topics = context.topics.size();
  std::vector<RunMean>& means = table.means.emplace_back();
  for (const ScoreMatrix& scores : context.input.scores.measures)
    means.emplace_back().mean = scores.mean(0);
  return table;
}

// With more runs than there are letters, marks say how many runs one is better than, not which.
bool has_letters(const RunTable& table) {
  constexpr std::size_t letters = 52;
  return table.runs.size() <= letters;
}

Html means_notes(const RunTable& table) {
  std::vector<std::string> notes = statistics_notes(table, "");
  if (!has_letters(table))
    notes[0] = "Raised numbers: how many runs it is significantly better than.";
  Html body;
  for (const std::string& note : notes) body += html(" {}", typeset_note(note));
  return body;
}

std::string marks_of(const RunTable& table, const RunMean& mean) {
  if (has_letters(table) || mean.better.empty()) return table.marks_text(mean.better);
  return std::to_string(mean.better.size());
}

// By measure: characters of the longest marks.
std::vector<std::size_t> marks_widths(const RunTable& table) {
  std::vector<std::size_t> widths(table.measures.size(), 0);
  for (const auto& run : table.means)
    for (std::size_t m = 0; m < run.size(); ++m)
      widths[m] = std::max(widths[m], marks_of(table, run[m]).size());
  return widths;
}

// Marks are filled up, so that the numbers of a column stand below one another.
Html mean_cell(const RunTable& table, const RunMean& mean, std::size_t marks_width) {
  const std::string marks = marks_of(table, mean);
  Html filled = html("{}", marks);
  for (std::size_t i = marks.size(); i < marks_width; ++i) filled += html("&nbsp;");
  if (marks_width > 0) filled = html("<sup>{}</sup>", filled);
  return html(
      "{}{}",
      mean.best ? html("<strong>{}</strong>", score_text(mean.mean)) : score_text(mean.mean),
      filled);
}

Html means(const PageContext& context) {
  const RunTable run_table = run_table_of(context);
  const std::vector<std::size_t> widths = marks_widths(run_table);
  PageTable table(measure_columns(context, "Run"), "means");
  for (std::size_t run = 0; run < run_table.runs.size(); ++run) {
    const std::string mark = has_letters(run_table) ? run_table.mark_of(run) : "";
    table.row(html("{}{}", html_name(run_table.runs[run]),
                   mark.empty() ? Html() : html("&nbsp;<sup>{}</sup>", mark)));
    for (std::size_t m = 0; m < widths.size(); ++m)
      table.cell(mean_cell(run_table, run_table.means[run][m], widths[m]));
  }
  return html("<p>{}{}</p>\n{}", topics_note(run_table), means_notes(run_table),
              table.html_of(html("Means; the best of each measure is bold")));
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

Html critical_differences(const PageContext& context, std::size_t m) {
  const CriticalDifferenceChart chart = difference_chart(context.tested, m);
  const Wins wins(context.tested, m);
  PageTable table({"Run", "Mean", "Better than", "Worse than"});
  for (const std::size_t run : difference_groups(chart).order) {
    const auto& [name, mean] = chart.runs[run];
    table.row(html_name(name), score_text(mean), wins.better[run], wins.worse[run]);
  }
  Html content = figure(chart, fmt::format("cd{}", m), notes_of(chart));
  content +=
      table.html_of(html("Significant wins and losses by {}", html_name(context.measure(m))));
  return folded(context, {}, m == 0, html_name(context.measure(m)), content);
}

[[gnu::cold]] Html two_runs(const PageContext& context) {
  if (context.runs() < 2) return {};
  const auto name = [&](std::size_t i) {
    return html_name(context.input.scores.runs[context.shown_runs[i]]);
  };
  const Html body = html(
      "<h3>Two runs</h3>\n<p>A is <strong class=\"run-a\">{}</strong>, B is <strong "
      "class=\"run-b\">{}</strong>. ",
      name(0), name(1));
  if (context.tested.pairs.empty()) return html("{}One topic allows no test.</p>\n", body);
  PageTable table({"Measure", "Mean of A", "Mean of B", "A − B", "Interval", "p", "A is better at",
                   "B is better at", "Equal at", "p of these"},
                  "pair");
  for (std::size_t m = 0; m < context.measures(); ++m) {
    const ComparedPair pair = context.pair(m, context.shown_runs[0], context.shown_runs[1]);
    table.row(
        html_name(pair.measure), score_text(pair.mean1), score_text(pair.mean2),
        difference_text(pair.difference), interval_text(pair.low, pair.high),
        html("{}{}", p_text(pair.corrected, context.input.test), pair.significant ? " *" : ""),
        pair.wins, pair.losses, pair.ties, p_text(sign_test(pair.wins, pair.losses)));
  }
  const auto label = record_of(context.input.comparison.correction).label;
  const std::string corrected =
      context.tested.pairs.size() < 2 || label.empty()
          ? ""
          : fmt::format(", {}, {} of runs", label, count_of(context.tested.pairs.size(), "pair"));
  return html(
      "{}Test: {}{}; * marks p &lt; {}. Intervals: {}. The last four "
      "columns count topics, whatever the size of their differences; their p is that of the sign "
      "test, not corrected.</p>\n{}",
      body, description(context.input.test), corrected, context.input.test.alpha,
      scope_of_intervals(*context.input.test.test, context.input.comparison.correction),
      table.html_of(html("A against B by every measure")));
}

}  // namespace

Html runs_section(const PageContext& context) {
  Html body = means(context);
  body += two_runs(context);
  if (context.tested.pairs.empty()) return body;
  body += html("<h3>Which runs differ</h3>\n");
  for (std::size_t m = 0; m < context.measures(); ++m) body += critical_differences(context, m);
  return body;
}

}  // namespace subintent::internal
