// The short sections of the page.
#include <fmt/format.h>

#include <variant>

#include "compare/analyses/analysis.h"
#include "compare/participants.h"
#include "compare/study/difference.h"
#include "report/charts/charts.h"
#include "report/page/html.h"
#include "report/page/section.h"
#include "report/slices_report.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Behind its caption where it has many rows.
[[gnu::cold]] Html folded_if_long(std::size_t rows, const PageTable& table, const Html& caption) {
  constexpr std::size_t most = 25;
  const Html body = table.html_of(caption);
  return rows > most ? numbers(caption, body) : body;
}

Html slice_cell(const Cell& cell) {
  if (const auto* const text = std::get_if<std::string>(&cell)) return html_name(*text);
  if (const auto* const number = std::get_if<double>(&cell)) return html("{:.4f}", *number);
  if (const auto* const number = std::get_if<std::int64_t>(&cell)) return html("{}", *number);
  return html("&ndash;");
}

// The columns of a table but for `left_out`.
[[gnu::cold]] Html slice_table(const Html& caption, const DataTable& rows,
                               const TableRecord& record, std::string_view left_out) {
  std::vector<PageColumn> columns;
  for (const Column& column : record.columns) {
    if (column.name == left_out) continue;
    columns.emplace_back(html("{}", column.name), column.kind == CellKind::text ? "" : "n");
  }
  PageTable table(columns);
  for (const auto& row : rows.rows) {
    table.row();
    for (std::size_t i = 0; i < row.size(); ++i)
      if (rows.columns[i] != left_out) table.cell(slice_cell(row[i]));
  }
  return folded_if_long(rows.rows.size(), table, caption);
}

// The shade of a score, 0 to 9, between the least and the greatest of the measure.
class Shades {
 public:
  explicit Shades(const ScoreMatrix& scores) {
    const auto [low, high] = std::ranges::minmax(scores.values);
    low_ = low;
    high_ = high;
  }
  // "0.12 0.21 ... 0.94", each in its shade.
  Html scale() const {
    Html body;
    for (int shade = 0; shade < 10; shade += 3) {
      body += html(" <span class=\"h{}\">&nbsp;{}&nbsp;</span>", shade,
                   number_text(low_ + (high_ - low_) * shade / 9, 2));
    }
    return body;
  }
  int of(double score) const {
    if (high_ == low_) return 0;
    return std::min(9, static_cast<int>(10 * (score - low_) / (high_ - low_)));
  }

 private:
  double low_ = 0, high_ = 0;
};

struct Axes {
  std::size_t x = 0, y = 1;  // measures
  bool are_parts = false;    // of D♯
};

bool differ_by(const PageInput& input, std::size_t measure) {
  const std::vector<double> means = input.scores.measures[measure].means();
  return std::ranges::min(means) < std::ranges::max(means);
}

// By which the runs are not all one point: I-rec and D where they are there at one cutoff
// [SakaiSong11 Fig. 4]; else the first two.
[[gnu::cold]] Axes axes_of(const PageInput& input) {
  std::vector<Measure> measures;
  std::vector<std::size_t> places;
  for (const Measure& measure : input.scorer->measures()) {
    if (const auto place = place_of(measure, input.scores)) {
      measures.push_back(measure);
      places.push_back(*place);
    }
  }
  const auto is_flat = [](const Measure& m) { return !m.layer_aware && m.similarity == nullptr; };
  for (std::size_t x = 0; x < measures.size(); ++x) {
    if (measures[x].record->name != "I-rec" || !is_flat(measures[x])) continue;
    for (std::size_t y = 0; y < measures.size(); ++y)
      if (measures[y].record->name.starts_with("D-") && is_flat(measures[y]) &&
          measures[x].parameters.cutoff == measures[y].parameters.cutoff &&
          (differ_by(input, places[x]) || differ_by(input, places[y])))
        return {places[x], places[y], true};
  }
  Axes axes;
  while (axes.y + 1 < input.scores.measures.size() && !differ_by(input, axes.x) &&
         !differ_by(input, axes.y))
    ++axes.y;
  return axes;
}

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
[[gnu::cold]] Html groups_table(std::span<const GroupExposure> groups, const PageInput& input) {
  std::vector<PageColumn> columns = {{"Run", "row"}};
  for (const GroupExposure& group : groups)
    columns.emplace_back(html_name(group.group), "n", groups.size() > 6);
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

[[gnu::cold]] Html measure_table(const std::vector<PoolAgreement>& pools) {
  PageTable table({"Measure", "<Pairs of lists", "Number", "Mean tau"});
  std::size_t rows = 0;
  for (const PoolAgreement& pool : pools) {
    for (std::size_t m = 0; m < pool.judged.measures.size(); ++m, ++rows) {
      table.row(html_name(pool.judged.measures[m]), html_name(pool.name), pool.judged.pairs.size(),
                pool.table.average[m] ? number_text(pool.table.average[m]) : html("&ndash;"));
    }
  }
  return folded_if_long(
      rows, table,
      html("Agreement of measures with users: mean over them of &tau; = (agreements &minus; "
           "disagreements) / pairs, where a tie against a preference disagrees"));
}

Html reliability_table(const std::vector<UserReliability>& reliabilities) {
  PageTable table({"Coefficient", "<Pairs of lists", "Number", "Value", "Interval"});
  for (const UserReliability& reliability : reliabilities) {
    const std::string_view words = reliability.coefficient == "tau" ? "mean tau of two users"
                                   : reliability.coefficient == "alpha_nominal"
                                       ? "Krippendorff's alpha, nominal"
                                       : "Krippendorff's alpha, ordinal";
    table.row(words, html_name(reliability.pool), reliability.pairs, number_text(reliability.value),
              reliability.interval
                  ? html("{:.3f} to {:.3f}", reliability.interval->low, reliability.interval->high)
                  : html("&ndash;"));
  }
  return table.html_of(html("Agreement of users with each other, with intervals over topics"));
}

Html participants_table(const std::vector<ParticipantSummary>& summaries) {
  PageTable table({"User", "Answers", "Median seconds", "Left, of left and right",
                   "p of the sign test", "Repeats", "Same answer", "Under 2 s", "Comments",
                   "Checks passed"});
  for (const ParticipantSummary& person : summaries) {
    table.row(person.participant.empty() ? html("all") : html_name(person.participant),
              person.answers, number_text(person.median_seconds, 1),
              number_text(person.left_share.value),
              person.left_p ? html("{}", p_value_text(*person.left_p)) : html("&ndash;"),
              person.repeats, number_text(person.same_share.value), person.fast, person.comments,
              person.checks > 0 ? html("{} of {}", person.passed, person.checks) : html("&ndash;"));
  }
  return table.html_of(html("Users: how they answered"));
}

[[gnu::cold]] Html tests_table(const std::vector<PreferenceTest>& tests,
                               const TestSettings& settings) {
  PageTable table({"Measure", "<Other measure", "<Pairs of lists", "Its tau", "Tau of the other",
                   "Corrected p", "<Agrees better"});
  for (const auto& [question, pool, test] : tests) {
    table.row(html_name(test.run1), html_name(test.run2), html_name(pool), number_text(test.mean1),
              number_text(test.mean2), p_text(test.corrected, settings), html_name(test.winner));
  }
  return table.html_of(
      html("Measures by their agreement with users, topic by topic: {}, &alpha; = {}",
           description(settings), settings.alpha));
}

Html question_part(const PageContext& context, const QuestionPools& answers) {
  const PageInput& input = context.input;
  const std::vector<ScoreGroup> groups = {input.scores};
  Html part;
  if (!answers.question.empty()) part += html("<h3>{}</h3>\n", html_name(answers.question));
  part += measure_table(pool_agreements(answers.pools, groups, TiedPreference::disagree));
  const BootstrapSettings bootstrap{.alpha = input.test.alpha};
  part += reliability_table(user_reliabilities(answers, TiedPreference::disagree, bootstrap));
  part += participants_table(participant_summaries(answers, input.test.alpha));
  TestSettings settings;
  settings.test = find_test("randomisation");
  settings.trials = settings.test->default_trials;
  settings.alpha = input.test.alpha;
  const auto tests =
      preference_tests(answers, groups, TiedPreference::disagree, settings, Correction::holm);
  if (!tests.empty()) part += tests_table(tests, settings);
  return part;
}

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

Html remarks(const PageInput& input) {
  const Warnings all = input.remarks.all();
  if (all.empty()) return html("<p>The evaluation gave no warnings.</p>\n");
  Html items;
  for (const Warning& warning : all) items += html("<li>{}", remark_text(warning));
  return html("<h3 id=\"remarks\">{}</h3>\n<ul class=\"warnings\">{}</ul>\n",
              count_of(all.size(), "warning"), items);
}

Html metadata_table(const std::vector<PageRunMetadata>& runs) {
  if (runs.empty()) return {};
  PageTable table({"Run", "<Name", "<Value"});
  for (const PageRunMetadata& run : runs)
    for (const RunMetadatum& entry : run.entries)
      table.row(html_name(run.run), html_name(entry.name), html_name(entry.value));
  return table.html_of(html("What the files of runs say about them (ir_metadata)"));
}

}  // namespace

// Means of the runs, and where their order is another than over all topics.
Html slices_section(const PageContext& context) {
  if (!context.input.slices) return {};
  const auto& tables = context.input.slices->tables;
  Html section = slice_table(html("Means by properties of topics, with intervals by Student's t"),
                             tables[0], slices_record(), "alpha");
  if (context.runs() < 2) return section;
  if (tables[1].rows.empty()) {
    return section +=
           html("<p>In no slice is the order of two runs another than over all topics.</p>\n");
  }
  return section += slice_table(html("Slices where the order of two runs is another than over all "
                                     "topics: run1 minus run2, and the interval in the slice"),
                                tables[1], reversals_record(), "");
}

// A table whose cells are coloured by their scores. The script makes the rows of a large one, as
// they are scrolled to.
Html heat_map_section(const PageContext& context) {
  const ScoreMatrix& scores = context.input.scores.measures[0];
  const Shades shades(scores);
  const bool two = context.shown_runs.size() > 1;
  std::vector<PageColumn> columns = {{"Topic", "row"}};
  if (two) columns.emplace_back("A − B", "n d");
  for (const std::string& run : context.input.scores.runs)
    columns.emplace_back(html_name(run), "", true);
  PageTable table(columns, "heat", context.is_large() ? "tall" : "");
  for (std::size_t t = 0; t < context.topics.size() && !context.is_large(); ++t) {
    const TopicView& view = context.topics[t];
    table.row(html("<a href=\"#topic-{}\">{}</a>{}", t + 1, html_name(view.topic),
                   view.query.empty()
                       ? Html()
                       : html(" <span class=\"quiet\">{}</span>", html_name(view.query))));
    if (two) {
      table.cell(html("{}", difference_text(scores.at(t, context.shown_runs[0]) -
                                            scores.at(t, context.shown_runs[1]))));
    }
    for (std::size_t run = 0; run < context.runs(); ++run) {
      const double score = scores.at(t, run);
      table.cell(number_text(score, 2), fmt::format("h{}", shades.of(score)));
    }
  }
  return html(
      "<p>The stronger the colour, the higher the score:{}. A topic leads to its <a "
      "href=\"#topics\">details</a>.</p>\n{}",
      shades.scale(),
      table.html_of(html("<span class=\"what\">{}</span> of every topic and run",
                         html_name(context.measure(0)))));
}

// A point for each run.
Html plot_section(const PageContext& context) {
  if (context.measures() < 2 || context.runs() < 2) return {};
  const auto [at_x, at_y, are_parts] = axes_of(context.input);
  const std::string &x = context.measure(at_x), &y = context.measure(at_y);
  const std::vector<double> across = context.input.scores.measures[at_x].means();
  const std::vector<double> up = context.input.scores.measures[at_y].means();
  ScatterChart chart;
  chart.title = y + " against " + x;
  chart.description = "A point for each run. The table has the numbers.";
  chart.x = axis_around(x, across);
  chart.y = axis_around(y, up);
  for (std::size_t run = 0; run < context.runs(); ++run)
    chart.points.push_back({context.input.scores.runs[run], across[run], up[run]});
  if (are_parts) chart.contours = {"D♯", Parameters().gamma, 1 - Parameters().gamma};
  PageTable table({{"Run", "row"}, {html_name(x)}, {html_name(y)}}, "points");
  for (const ScatterChart::Point& point : chart.points)
    table.row(html_name(point.name), score_text(point.x), score_text(point.y));
  return html(
      "<p>Means over the topics.{}</p>\n<div id=\"plot-area\" data-x=\"{}\" "
      "data-y=\"{}\">{}</div>\n{}",
      are_parts ? " All points on a dashed line have the same D♯." : "", at_x, at_y,
      figure(chart, "scatter"),
      numbers("The points as a table", table.html_of(html("Means of the runs by two measures"))));
}

// Shows the exposure that each group gets, beside what it should get.
Html groups_section(const PageContext& context) {
  const std::vector<GroupExposure> exposures = exposures_of(context.input);
  if (exposures.empty()) return {};
  Html section = html(
      "<p>A document at rank r has the exposure 1 / log2(r + 1), which its groups share. Documents "
      "of no known group are left out. Measures of group fairness compare such shares with the "
      "targets.</p>\n");
  for (std::size_t first = 0; first < exposures.size();) {
    std::size_t end = first;
    while (end < exposures.size() && exposures[end].cutoff == exposures[first].cutoff &&
           exposures[end].attribute == exposures[first].attribute)
      ++end;
    section += groups_table(std::span(exposures).subspan(first, end - first), context.input);
    first = end;
  }
  return section;
}

// How far measures agree with the preferences of users, and they with each other.
Html users_section(const PageContext& context) {
  Html body;
  for (const QuestionPools& answers : by_question(context.input.preferences))
    body += question_part(context, answers);
  return body;
}

// Compares pairs of the same intent with others [Dou19 Fig. 7].
Html similarities_section(const PageContext& context) {
  if (!context.input.similarities) return {};
  const SimilarityStudy& study = *context.input.similarities;
  PageTable table({"Pairs of documents", "Pairs", "Mean", "5 %", "25 %", "Median", "75 %", "95 %"});
  for (const bool same : {true, false}) {
    const SimilarityDistribution& pairs = same ? study.same_intent : study.other_intents;
    if (pairs.pairs == 0) continue;
    table.row(same ? "of the same intent" : "of other intents", pairs.pairs);
    for (const double value :
         {pairs.mean, pairs.q05, pairs.q25, pairs.median, pairs.q75, pairs.q95})
      table.cell(score_text(value));
  }
  return html("{}{}", figure(similarity_chart({{study}, {}}), "similarity"),
              table.html_of(html("Similarities of documents that are relevant to the same topic")));
}

// The effect of the cutoff of pruning: on the power of measures [Dou19 Fig. 8], and on the
// hierarchies.
Html delta_section(const PageContext& context) {
  Html section;
  if (context.input.deltas) {
    section += figure(series_chart(*context.input.deltas, 0), "delta-power");
    section += power_table(*context.input.deltas);
  }
  if (!context.input.shapes.empty()) section += shape_table(context.input.shapes);
  return section;
}

// The files and the command of the report.
Html provenance_section(const PageContext& context) {
  const PageInput& input = context.input;
  PageTable files({{"Used as", ""}, {"File", "row"}, {"Bytes"}, {"SHA-256", "hash"}});
  for (const PageFile& file : input.files) {
    files.row(html_name(file.role), html_name(file.name), file.size,
              file.sha256.empty() ? std::string_view("read once, not stored")
                                  : std::string_view(file.sha256));
  }
  Html section = html("<p>subintent {}, by the command</p>\n<pre tabindex=\"0\">{}</pre>\n",
                      input.version, input.command);
  section += html(
      "<p>The same files and the same command give the same page, byte by byte: it has no "
      "date.</p>\n{}",
      remarks(input));
  section += files.html_of(html("Files the report was made from"));
  return section += metadata_table(input.run_metadata);
}

}  // namespace subintent::internal
