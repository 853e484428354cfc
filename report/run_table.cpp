#include "report/run_table.h"

#include <fmt/format.h>

#include <cmath>

#include "compare/mean_test.h"
#include "compare/significance.h"
#include "core/base/progress.h"
#include "core/base/strings.h"
#include "report/report.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {

std::vector<std::string> ScoreSet::run_names() const {
  return mapped(runs, &RunScores::run);
}

std::size_t ScoreSet::topics_of(std::size_t measure) const {
  std::size_t count = 0;
  for (std::size_t topic = 0; topic < topics.size(); ++topic)
    count += applies(measure, topic) ? 1 : 0;
  return count;
}

std::string NumberFormat::operator()(double value) const {
  if (!digits) return shortest(value);
  std::string text;
  append_decimal(text, value, *digits);
  // No minus sign before a zero that rounding made.
  if (text[0] == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

namespace {

// Which cells of a measure have the best mean, as it is shown; none where all are 0.
void mark_best(RunTable& table, const NumberFormat& number, const std::vector<int>& signs) {
  if (table.runs.size() < 2) return;
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    if (!table.has_mean(m) || signs[m] == 0) continue;
    std::vector<double> shown;
    for (const auto& run : table.means)
      shown.push_back(signs[m] * parse_double(number(run[m].mean)).value_or(0));
    const auto [worst, best] = std::ranges::minmax(shown);
    if (worst == 0 && best == 0) continue;
    for (std::size_t run = 0; run < shown.size(); ++run)
      table.means[run][m].best = shown[run] >= best;
  }
}

RunTable table_of_means(std::vector<std::string> runs, std::vector<std::string> measures,
                        const std::function<double(std::size_t run, std::size_t measure)>& mean,
                        const NumberFormat& number, const std::vector<int>& signs,
                        std::vector<std::size_t> topics_of = {}) {
  RunTable table;
  table.topics_of = std::move(topics_of);
  table.runs = std::move(runs);
  table.measures = std::move(measures);
  for (std::size_t run = 0; run < table.runs.size(); ++run) {
    auto& means = table.means.emplace_back(table.measures.size());
    for (std::size_t m = 0; m < means.size(); ++m) means[m].mean = mean(run, m);
  }
  mark_best(table, number, signs);
  for (std::size_t m = 0; m < signs.size(); ++m)
    if (signs[m] < 0) table.lower_is_better.push_back(display_text(table.measures[m]));
  return table;
}

// Letters for up to 52 runs, else numbers; for few baselines the marks of footnotes.
std::string mark_text(std::size_t place, std::size_t count, bool of_baselines) {
  constexpr const char* signs[] = {"†", "‡", "§", "¶", "‖"};
  if (of_baselines && count <= std::size(signs)) return signs[place];
  if (count > 52) return std::to_string(place + 1);
  return std::string(1, static_cast<char>(place < 26 ? 'a' + place : 'A' + (place - 26)));
}

void add_marks(const TestedGroup& tested, RunTable& table) {
  std::vector<std::size_t> marked;
  for (const std::string& baseline : tested.comparison.baselines)
    marked.push_back(tested.group->find_run(baseline));
  const bool of_baselines = !marked.empty();
  for (std::size_t run = 0; !of_baselines && run < table.runs.size(); ++run) marked.push_back(run);
  for (std::size_t place = 0; place < marked.size(); ++place)
    table.marks.push_back({marked[place], mark_text(place, marked.size(), of_baselines)});
}

// Marks each run of a significant pair as better or worse than the other.
void mark_pairs(const TestedGroup& tested, std::size_t measure, RunTable& table) {
  std::vector<std::optional<std::size_t>> places(table.runs.size());
  for (std::size_t place = table.marks.size(); place-- > 0;) places[table.marks[place].run] = place;
  const auto compared = tested.by_measure(measure);
  for (std::size_t i = 0; i < compared.size(); ++i) {
    if (compared[i].winner.empty()) continue;
    const auto [first, second] = tested.pairs[i];
    const bool first_wins = compared[i].winner == compared[i].run1;
    const auto winner = first_wins ? first : second, loser = first_wins ? second : first;
    if (places[loser]) table.means[winner][measure].better.push_back(*places[loser]);
    if (places[winner]) table.means[loser][measure].worse.push_back(*places[winner]);
  }
  for (auto& run : table.means) {
    std::ranges::sort(run[measure].better);
    std::ranges::sort(run[measure].worse);
  }
}

void add_significance(const TestedGroup& tested, RunTable& table) {
  table.alpha = tested.settings.alpha;
  table.test = {tested.settings, tested.comparison, family_size(*tested.group, tested.comparison)};
  table.test->comparison.correction =
      correction_for(*tested.settings.test, tested.comparison.correction);
  add_marks(tested, table);
  for (std::size_t m = 0; m < table.measures.size(); ++m) mark_pairs(tested, m, table);
}

// The scores of a measure by the topics that count.
std::vector<double> counted(const ScoreSet& scores, const RunScores& run, std::size_t measure) {
  std::vector<double> values;
  for (std::size_t topic = 0; topic < scores.topics.size(); ++topic) {
    if (!run.applies(measure, topic)) continue;
    if (scores.answered_only && run.answered[topic] == 0) continue;
    values.push_back(run.values[measure][topic]);
  }
  return values;
}

// None if scores of one topic cannot tell how others vary.
std::optional<ConfidenceInterval> known_interval(double low, double high) {
  if (std::isinf(low) && std::isinf(high)) return std::nullopt;
  return ConfidenceInterval{low, high};
}

// Are the scores by a measure from 0 to 1, as they must be? Standardised ones are not.
bool is_within_unit(const ScoreSet& scores, std::size_t measure) {
  if (scores.within_unit.empty() || !scores.within_unit[measure]) return false;
  return std::ranges::all_of(scores.runs, [&](const RunScores& run) {
    return std::ranges::all_of(run.values[measure],
                               [](double score) { return score >= 0 && score <= 1; });
  });
}

void add_mean_intervals(const ScoreSet& scores, RunTable& table) {
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    if (!table.has_mean(m)) continue;
    const bool is_cut = is_within_unit(scores, m);
    for (std::size_t run = 0; run < table.runs.size(); ++run) {
      auto [low, high] = mean_interval(counted(scores, scores.runs[run], m), table.alpha);
      if (is_cut && std::isfinite(low)) {
        low = std::max(low, 0.0);
        high = std::min(high, 1.0);
      }
      table.means[run][m].interval = known_interval(low, high);
    }
  }
}

void add_differences(const TestedGroup& tested, const RunTableOptions& options, RunTable& table) {
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    const auto compared = tested.by_measure(m);
    for (std::size_t i = 0; i < compared.size(); ++i) {
      RunMean& mean = table.means[tested.pairs[i].first][m];
      if (options.intervals == TableIntervals::difference)
        mean.interval = known_interval(compared[i].low, compared[i].high);
      if (options.p_values) mean.p = compared[i].corrected;
    }
  }
}

DataTable interval_table(const RunTable& table) {
  DataTable result{"intervals", {"run", "measure", "of", "value", "low", "high", "alpha"}, {}};
  result.hidden = {"value"};
  const bool is_mean = table.intervals == TableIntervals::mean;
  const std::size_t base = is_mean ? 0 : table.marks[0].run;
  const std::string of = is_mean ? "mean" : "difference from " + table.runs[base];
  for (std::size_t run = 0; run < table.runs.size(); ++run) {
    for (std::size_t m = 0; m < table.measures.size(); ++m) {
      const auto& interval = table.means[run][m].interval;
      if (!interval) continue;
      const double value = table.means[run][m].mean - (is_mean ? 0 : table.means[base][m].mean);
      result.rows.push_back({table.runs[run], table.measures[m], of, value, interval->low,
                             interval->high, table.alpha});
    }
  }
  return result;
}

// How many topics the runs answer: the fewest and the most.
std::pair<std::size_t, std::size_t> answered_topics(const ScoreSet& scores) {
  std::pair<std::size_t, std::size_t> found{scores.topics.size(), 0};
  for (const RunScores& run : scores.runs) {
    const auto count = static_cast<std::size_t>(std::ranges::count(run.answered, 1));
    found = {std::min(found.first, count), std::max(found.second, count)};
  }
  return found;
}

// The scores of each measure are of the topics that it applies to.
ScoreGroup group_of(const ScoreSet& scores) {
  ScoreGroup group{scores.run_names(), scores.topics, {}};
  for (std::size_t m = 0; m < scores.measures.size(); ++m) {
    ScoreMatrix& matrix = group.measures.emplace_back(ScoreMatrix{
        scores.measures[m], scores.topics_of(m), scores.runs.size(), {}, scores.sign(m) < 0});
    if (matrix.topics == 0) {
      throw Error::argument("measures",
                            fmt::format("measure {} applies to none of the topics", matrix.measure),
                            "leave it out, or give the groups of documents of these topics");
    }
    for (std::size_t topic = 0; topic < scores.topics.size(); ++topic) {
      if (!scores.applies(m, topic)) continue;
      for (const RunScores& run : scores.runs) matrix.values.push_back(run.values[m][topic]);
    }
  }
  return group;
}

// By mark: whether any mean has it as that of a run it is better, or worse, than.
std::vector<bool> used_marks(const RunTable& table, std::vector<std::size_t> RunMean::*places) {
  std::vector<bool> used(table.marks.size(), false);
  for (const auto& run : table.means) {
    for (const RunMean& mean : run)
      for (const std::size_t place : mean.*places) used[place] = true;
  }
  return used;
}

bool any(const std::vector<bool>& values) {
  return std::ranges::find(values, true) != values.end();
}

// Explains the marks of baselines that the table has, and names those that it has not.
std::string baselines_note(const RunTable& table, std::string_view worse) {
  const std::vector<bool> better = used_marks(table, &RunMean::better),
                          less = used_marks(table, &RunMean::worse);
  std::string used, unused;
  for (std::size_t i = 0; i < table.marks.size(); ++i) {
    const auto& [run, mark] = table.marks[i];
    const std::string name = display_text(table.runs[run]);
    if (!better[i] && !less[i])
      unused += fmt::format("{}{} ({})", unused.empty() ? "" : " or ", name, mark);
    else if (!used.empty())
      used += fmt::format(", {} than {}", mark, name);
    else if (any(better))
      used = fmt::format("{} significantly better than {}", mark, name);
    else
      used = fmt::format("{} {}: significantly worse than {}", mark, worse, name);
  }
  if (used.empty()) return fmt::format("No run differs significantly from {}.", unused);
  if (any(better) && any(less)) used += fmt::format("; {}: significantly worse", worse);
  used += '.';
  return unused.empty() ? used
                        : fmt::format("{} None differs significantly from {}.", used, unused);
}

std::string marks_note(const RunTable& table, std::string_view worse) {
  if (!table.test->comparison.baselines.empty()) return baselines_note(table, worse);
  if (!table.has_better()) return "No run is significantly better than another.";
  return fmt::format("{}, {}, ...: significantly better than the run of that {}.",
                     table.marks[0].mark, table.marks[1].mark,
                     table.marks.size() > 52 ? "number" : "letter");
}

std::string correction_note(const RunTableTest& test) {
  if (test.settings.test->family_wise) return "for all pairs of a measure at once";
  const CorrectionRecord& correction = record_of(test.comparison.correction);
  if (correction.correction == Correction::none) return "no correction for the number of pairs";
  return fmt::format(
      "{} for {} {}", correction.label, count_of(test.family, "pair"),
      test.comparison.family == CorrectionFamily::pairs ? "per measure" : "over all measures");
}

std::string test_note(const RunTableTest& test) {
  std::string name = description(test.settings);
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return fmt::format("{}, two-sided, alpha = {}, {}.", name, shortest(test.settings.alpha),
                     correction_note(test));
}

constexpr std::string_view uncorrected = "not corrected for multiple comparisons";

std::string interval_note(const RunTable& table) {
  const double confidence = 100 * (1 - table.alpha);
  if (table.intervals == TableIntervals::mean) {
    return fmt::format("In brackets: {:.4g}% confidence intervals of the means (Student's t), {}.",
                       confidence, uncorrected);
  }
  const SignificanceTest& test = *table.test->settings.test;
  const Correction correction = correction_for(test, table.test->comparison.correction);
  return fmt::format("In brackets: {}confidence intervals of the difference from {} ({}), {}.",
                     correction == Correction::none ? fmt::format("{:.4g}% ", confidence) : "",
                     display_text(table.runs[table.marks[0].run]), test.label,
                     scope_of_intervals(test, correction));
}

const RowsOf<TestedGroup, ComparedPair> compared_rows = {
    "pairs", "a row per measure, test and pair of runs",
    [](RowColumns& row, const TestedGroup& tested, const ComparedPair& pair) {
      const SignificanceTest* const test = tested.settings.test;  // none where columns are declared
      const std::vector<Cell> of_test =
          test == nullptr
              ? std::vector<Cell>(4)
              : cells_of_test(tested.settings, correction_for(*test, tested.comparison.correction));
      constexpr const char* interval =
          "of the interval of the difference, at the level of the correction";
      row.add("group", "of runs with the same topics, from 1", pair.group);
      row.add("measure", "name", pair.measure);
      row.add("test", "name", test == nullptr ? "" : test->name);
      row.add("run1", "name", pair.run1);
      row.add("run2", "name", pair.run2);
      row.add("topics", "that both have", pair.topics);
      row.add("mean1", "of the first run", pair.mean1);
      row.add("mean2", "of the second run", pair.mean2);
      row.add("difference", "of the means, the first minus the second", pair.difference);
      row.add("effect_size",
              "Cohen's d of the differences: their mean divided by their standard deviation",
              pair.effect_size);
      row.add("low", interval, pair.low);
      row.add("high", interval, pair.high);
      row.add("wins", "topics where the first run is better", pair.wins);
      row.add("losses", "topics where the second run is better", pair.losses);
      row.add("ties", "topics where they are equal, to within 1e-9", pair.ties);
      row.add("p", "as the test gives it", pair.p);
      row.add("p_holm",
              "by Holm's correction; p itself where that holds for all pairs (maxt, tukey)",
              pair.p_holm);
      row.add("p_bonferroni", "by Bonferroni's correction, likewise", pair.p_bonferroni);
      row.add("p_bh", "by the correction of Benjamini and Hochberg, of the false discovery rate",
              pair.p_bh);
      row.add("winner", "the better run where the corrected p-value is below alpha; else empty",
              pair.winner);
      row.add("alpha", CellKind::number, "the significance level", of_test[0]);
      row.add("correction", CellKind::text, "that the winner follows from", of_test[1]);
      row.add("trials", CellKind::whole, "of a random test", of_test[2]);
      row.add("seed", CellKind::whole, "of a random test", of_test[3]);
    }};

}  // namespace

bool RunTable::is_of_parts() const {
  return (answered && answered->first < topics) ||
         std::ranges::any_of(topics_of, [&](std::size_t count) { return count != topics; });
}

bool RunTable::has_better() const {
  return any(used_marks(*this, &RunMean::better));
}

std::string RunTable::mark_of(std::size_t run) const {
  const auto found = std::ranges::find(marks, run, &RunMark::run);
  return found == marks.end() ? "" : found->mark;
}

std::string RunTable::marks_text(std::span<const std::size_t> places) const {
  const bool several_characters = marks.size() > 52;
  std::string text;
  for (const std::size_t place : places) {
    if (several_characters && !text.empty()) text += ',';
    text += marks[place].mark;
  }
  return text;
}

RunTable run_table(const ScoreSet& scores, const NumberFormat& number) {
  std::vector<std::size_t> topics_of;
  std::vector<int> signs;
  for (std::size_t m = 0; m < scores.measures.size(); ++m) {
    topics_of.push_back(scores.topics_of(m));
    signs.push_back(scores.sign(m));
  }
  RunTable table = table_of_means(
      scores.run_names(), scores.measures,
      [&](std::size_t run, std::size_t m) {
        return scores.runs[run].mean(m, scores.answered_only);
      },
      number, signs, std::move(topics_of));
  table.topics = scores.topics.size();
  if (scores.answered_only) table.answered = answered_topics(scores);
  if (scores.answered_only && std::ranges::adjacent_find(scores.runs, std::not_equal_to(),
                                                         &RunScores::answered) != scores.runs.end())
    for (auto& means : table.means)
      for (RunMean& mean : means) mean.best = false;
  return table;
}

RunTable run_table(const TestedGroup& tested, const NumberFormat& number) {
  const ScoreGroup& group = *tested.group;
  std::vector<int> signs;
  for (const ScoreMatrix& scores : group.measures)
    signs.push_back(scores.lower_is_better ? -1 : sign_of(scores.plain_measure()));
  RunTable table = table_of_means(
      group.runs, group.measure_names(),
      [&](std::size_t run, std::size_t m) { return group.measures[m].mean(run); }, number, signs);
  table.topics = group.topics.size();
  add_significance(tested, table);
  return table;
}

void add_statistics(const ScoreSet& scores, const RunTableOptions& options, RunTable& table,
                    std::vector<DataTable>& tables, Warnings& warnings,
                    const ProgressCallback& progress) {
  const bool of_difference = options.intervals == TableIntervals::difference;
  if (options.p_values && (!options.test || options.comparison.baselines.size() != 1)) {
    throw Error::argument("p_values", "p_values: they are of differences from one baseline",
                          "name a test and one baseline");
  }
  if (of_difference && (!options.test || options.comparison.baselines.size() != 1)) {
    throw Error::argument("intervals", "intervals: differences are those from one baseline",
                          "name a test and one baseline");
  }
  table.intervals = options.intervals;
  table.alpha = options.alpha;
  if (!options.test && options.intervals == TableIntervals::none) return;
  const std::vector<ScoreGroup> groups = {group_of(scores)};
  warn_of_few_topics(groups, warnings);
  if (options.test) {
    comparable(groups);
    TestedGroup tested;
    tested.group = &groups[0];
    tested.pairs = pairs_of(groups[0], options.comparison.baselines);
    tested.settings = *options.test;
    tested.comparison = options.comparison;
    warn_of_test(groups, options.comparison, tested.settings, warnings);
    warn_of_constant_differences(groups, options.comparison, tested.settings, warnings);
    ProgressMeter meter(progress, "testing", "pairs",
                        number_of_tests(groups, options.comparison.baselines));
    tested.compared = compare_pairs(groups[0], 1, tested.pairs, tested.settings, tested.comparison,
                                    [&](std::uint64_t done) { meter.advance(done); });
    add_significance(tested, table);
    tables = {pairs_table(std::span<const TestedGroup>(&tested, 1))};
    add_differences(tested, options, table);
  }
  if (options.intervals == TableIntervals::mean) add_mean_intervals(scores, table);
  if (options.intervals != TableIntervals::none) tables.push_back(interval_table(table));
}

std::string behind_mean(const RunMean& mean, const NumberFormat& number) {
  std::string text;
  if (mean.interval)
    text = fmt::format("[{}, {}]", number(mean.interval->low), number(mean.interval->high));
  if (!mean.p) return text;
  return fmt::format("{}{}{}", text, text.empty() ? "" : ", ", p_equation(*mean.p));
}

std::string p_equation(double p) {
  return p < 0.0001 ? "p < 0.0001" : fmt::format("p = {:.4f}", p);
}

std::string less_is_better(const RunTable& table) {
  const auto& measures = table.lower_is_better;
  return measures.empty() ? "" : "; less is better: " + join(measures, ", ");
}

std::string topics_note(const RunTable& table) {
  std::string note = "Means over " + count_of(table.topics, "topic");
  if (table.answered && table.answered->first < table.topics) {
    const auto [fewest, most] = *table.answered;
    note =
        fmt::format("Means over the topics that a run answers, {} of {}",
                    fewest == most ? std::to_string(most) : fmt::format("{} to {}", fewest, most),
                    table.topics);
  }
  for (std::size_t m = 0; m < table.topics_of.size(); ++m) {
    if (table.topics_of[m] == table.topics) continue;
    note += fmt::format("; {} applies to {} of {}", display_text(table.measures[m]),
                        table.topics_of[m], table.topics);
  }
  return note + less_is_better(table) + '.';
}

std::string scope_of_intervals(const SignificanceTest& test, Correction correction) {
  // With one difference that all pairs need, intervals have one width.
  if (test.delta == SignificanceTest::Delta::smallest)
    return "simultaneous for all pairs of a measure";
  if (!test.family_wise && correction == Correction::none) return std::string(uncorrected);
  const std::string level = test.family_wise
                                ? "at the level at which the pairs that are left were tested"
                                : fmt::format("at the level of {}", record_of(correction).label);
  if (correction == Correction::bonferroni) return level;
  return level + ", each by itself (those of bonferroni or tukey hold together)";
}

std::string name_of_interval(double alpha) {
  return fmt::format("{:.4g}% interval", 100 * (1 - alpha));
}

std::string name_of_interval(const TestSettings& settings, Correction correction) {
  return correction_for(*settings.test, correction) != Correction::none
             ? "corrected interval"
             : name_of_interval(settings.alpha);
}

std::vector<std::string> statistics_notes(const RunTable& table, std::string_view worse) {
  std::vector<std::string> notes;
  if (table.test) {
    notes.push_back(marks_note(table, worse));
    notes.push_back(test_note(*table.test));
  }
  if (table.intervals != TableIntervals::none)
    notes.push_back(table.topics == 1 ? "One topic: no interval is known." : interval_note(table));
  const bool has_p = std::ranges::any_of(table.means, [](const auto& run) {
    return std::ranges::any_of(run, [](const RunMean& mean) { return mean.p.has_value(); });
  });
  if (has_p) {
    notes.push_back("p: of the difference from " + display_text(table.runs[table.marks[0].run]) +
                    ", corrected as said.");
  }
  return notes;
}

const TableRecord& compared_pairs_record() {
  static const TableRecord record = compared_rows.record();
  return record;
}

std::vector<Cell> cells_of_test(const TestSettings& settings, Correction correction) {
  const bool random = settings.test->is_random();
  return {settings.alpha, std::string(name_of(correction)),
          random ? whole(settings.trials) : Cell(),
          random ? Cell(std::to_string(settings.seed)) : Cell()};
}

DataTable pairs_table(std::span<const TestedGroup> tested) {
  DataTable table = compared_rows.table();
  for (const TestedGroup& one : tested)
    for (const ComparedPair& pair : one.compared) compared_rows.fill(table, one, pair);
  // Columns that only some have asked for.
  if (tested.empty() || tested[0].number == 0) table.hidden.emplace_back("group");
  if (tested.empty() || tested[0].comparison.correction != Correction::benjamini_hochberg)
    table.hidden.emplace_back("p_bh");
  return table;
}

}  // namespace subintent::internal
