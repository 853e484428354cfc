#include <fmt/format.h>

#include "compare/analyses/analysis.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_tests_shown = 45;  // those of ten measures

std::string words_of_participants_report(const std::string& coefficient) {
  return coefficient == "alpha_nominal"   ? "Krippendorff's alpha, nominal"
         : coefficient == "alpha_ordinal" ? "Krippendorff's alpha, ordinal"
                                          : "mean tau of two participants";
}

// The column of questions is there for several.
DataTable by_questions(const TableRecord& record, bool several) {
  DataTable table = table_of(record);
  if (!several) table.hidden.emplace_back("question");
  return table;
}

std::string participants_report_percent(double alpha) {
  return fmt::format("{:.4g}% interval", 100 * (1 - alpha));
}

}  // namespace

TableRecord reliability_record() {
  using enum CellKind;
  return {"reliability",
          "how far people agree with each other: a row per pool and coefficient",
          {{"question", text, "that was asked, where there are several"},
           {"pool", text, "of judged pairs: all, or its name"},
           {"coefficient", text,
            "tau, the mean of those of every two participants; Krippendorff's alpha_nominal and "
            "alpha_ordinal of <, = and >"},
           {"value", number, "none where no two answers differ"},
           {"low", number, "of the interval over topics"},
           {"high", number, "of the interval over topics"},
           {"pairs", whole, "that two participants or more judged"},
           {"judgments", whole, "of these"},
           {"alpha", number, "intervals have confidence 1 - alpha"},
           {"trials", whole, "of the bootstrap"},
           {"seed", whole, "of the bootstrap"}}};
}

TableRecord participants_record() {
  using enum CellKind;
  return {"participants",
          "how people answered: a row for all, whose name is empty, and for each participant",
          {{"question", text, "that was asked, where there are several"},
           {"participant", text, "name; empty: all"},
           {"answers", whole, "with repeats"},
           {"median_seconds", number, "of an answer"},
           {"left", whole, "was better, of first showings"},
           {"equal", whole, "of first showings"},
           {"right", whole, "was better, of first showings"},
           {"left_share", number, "left / (left + right)"},
           {"left_low", number, "of its interval [Wilson 1927]"},
           {"left_high", number, "of its interval"},
           {"left_p", number, "of the two-sided sign test of left against right"},
           {"repeats", whole, "pairs that were shown again"},
           {"same", whole, "of these: with the same answer"},
           {"same_side", whole, "with the same side of changed ones"},
           {"same_share", number, "same / repeats"},
           {"same_low", number, "of its interval"},
           {"same_high", number, "of its interval"},
           {"alpha", number, "intervals have confidence 1 - alpha"},
           {"fast", whole, "answers that took less than the given seconds"},
           {"comments", whole, "answers with one"},
           {"checks", whole, "attention checks that were answered"},
           {"passed", whole, "those answered correctly"}}};
}

TableRecord preference_tests_record() {
  using enum CellKind;
  return {"tests",
          "which of two measures agrees better with people: a row per pool and two measures",
          joined_columns(
              {{"question", text, "that was asked, where there are several"},
               {"pool", text, "of judged pairs: all, or its name"},
               {"test", text, "name"},
               {"measure1", text, "name"},
               {"measure2", text, "name"},
               {"topics", whole, "with judgments"},
               {"tau1", number, "of the first with all judgments of a topic, mean over topics"},
               {"tau2", number, "of the second"},
               {"difference", number, "tau1 - tau2"},
               {"effect_size", number, "Cohen's d of the differences"},
               {"low", number, "of the interval of the difference"},
               {"high", number, "of the interval of the difference"},
               {"wins", whole, "topics where the first agrees better"},
               {"losses", whole, "topics where the second agrees better"},
               {"ties", whole, "topics where both agree equally"},
               {"p", number, "as the test gives it"},
               {"corrected", number, "within the pool and question"},
               {"winner", text, "the measure that agrees significantly better; else empty"}},
              columns_of_tests())};
}

Report reliability_report(std::span<const UserReliability> found,
                          const BootstrapSettings& settings) {
  Report report;
  DataTable& table =
      report.tables.emplace_back(by_questions(reliability_record(), !found[0].question.empty()));
  TextTable text(2);
  text.add(
      {"Pool", "", "value", participants_report_percent(settings.alpha), "pairs", "judgments"});
  const std::string* pool = nullptr;
  for (const UserReliability& one : found) {
    table.rows.push_back({one.question, one.pool, one.coefficient, known(one.value),
                          low_cell(one.interval), high_cell(one.interval), whole(one.pairs),
                          whole(one.judgments), settings.alpha, whole(settings.trials),
                          std::to_string(settings.seed)});
    const bool again = pool != nullptr && *pool == one.pool;
    text.add({again ? "" : printable(one.pool), words_of_participants_report(one.coefficient),
              fraction_or_dash(one.value), interval_text(one.interval),
              again ? "" : std::to_string(one.pairs), again ? "" : std::to_string(one.judgments)});
    pool = &one.pool;
  }
  report.text.add(
      fmt::format(
          "\nAgreement between participants, on pairs that two or more judged; intervals by the "
          "bootstrap over topics (B = {}, seed {})\n\n",
          settings.trials, settings.seed),
      std::move(text));
  return report;
}

namespace {

constexpr std::string_view fast_column = "fast";  // stands for "under 2 s"

// A part of what is known of participants, and its columns for people.
struct Details {
  bool (*known)(const ParticipantSummary& all);
  std::vector<std::string> header;
  std::vector<std::string> (*cells)(const ParticipantSummary& one);
};

const Details details[] = {
    {[](const ParticipantSummary& all) { return all.median_seconds.has_value(); },
     {"median seconds", std::string(fast_column)},
     [](const ParticipantSummary& one) -> std::vector<std::string> {
       return {one.median_seconds ? fmt::format("{:.1f}", *one.median_seconds) : "-",
               std::to_string(one.fast)};
     }},
    {[](const ParticipantSummary& all) { return all.left + all.equal + all.right > 0; },
     {"left", "equal", "right", "left / (left + right)", "p"},
     [](const ParticipantSummary& one) -> std::vector<std::string> {
       return {std::to_string(one.left), std::to_string(one.equal), std::to_string(one.right),
               estimate_text(one.left_share), one.left_p ? p_value_text(*one.left_p) : "-"};
     }},
    {[](const ParticipantSummary& all) { return all.repeats > 0; },
     {"repeats", "same answer", "same side"},
     [](const ParticipantSummary& one) -> std::vector<std::string> {
       return {std::to_string(one.repeats), estimate_text(one.same_share),
               std::to_string(one.same_side)};
     }},
    {[](const ParticipantSummary& all) { return all.comments > 0; },
     {"comments"},
     [](const ParticipantSummary& one) -> std::vector<std::string> {
       return {std::to_string(one.comments)};
     }},
    {[](const ParticipantSummary& all) { return all.checks > 0; },
     {"checks passed"},
     [](const ParticipantSummary& one) -> std::vector<std::string> {
       return {fmt::format("{} of {}", one.passed, one.checks)};
     }},
};

}  // namespace

Report participants_report(std::span<const ParticipantSummary> found, double alpha,
                           double fast_seconds) {
  Report report;
  DataTable& table =
      report.tables.emplace_back(by_questions(participants_record(), !found[0].question.empty()));
  TextTable text;
  std::vector<std::string> header = {"Participant", "answers"};
  for (const Details& one : details)
    if (one.known(found[0])) header.insert(header.end(), one.header.begin(), one.header.end());
  std::ranges::replace(header, fast_column, "under " + shortest(fast_seconds) + " s");
  text.add(header);
  for (const ParticipantSummary& one : found) {
    const Estimate &left = one.left_share, &same = one.same_share;
    table.rows.push_back({one.question,
                          one.participant,
                          whole(one.answers),
                          known(one.median_seconds),
                          whole(one.left),
                          whole(one.equal),
                          whole(one.right),
                          known(left.value),
                          low_cell(left.interval),
                          high_cell(left.interval),
                          known(one.left_p),
                          whole(one.repeats),
                          whole(one.same),
                          whole(one.same_side),
                          known(same.value),
                          low_cell(same.interval),
                          high_cell(same.interval),
                          alpha,
                          whole(one.fast),
                          whole(one.comments),
                          whole(one.checks),
                          whole(one.passed)});
    std::vector<std::string> row = {one.participant.empty() ? "all" : printable(one.participant),
                                    std::to_string(one.answers)};
    for (const Details& part : details) {
      if (!part.known(found[0])) continue;
      const auto cells = part.cells(one);
      row.insert(row.end(), cells.begin(), cells.end());
    }
    text.add(row);
  }
  report.text.add("\nParticipants\n\n", std::move(text));
  if (details[1].known(found[0])) {
    report.text.add(fmt::format(
        "\nleft, right: the better side, of first showings; p: sign test of left against right; "
        "[...]: {}\n",
        participants_report_percent(alpha)));
  }
  return report;
}

Report preference_tests_report(std::span<const PreferenceTest> found, const TestSettings& settings,
                               Correction asked) {
  Report report;
  const Correction correction = correction_for(*settings.test, asked);
  DataTable& table = report.tables.emplace_back(
      by_questions(preference_tests_record(), !found.empty() && !found[0].question.empty()));
  if (found.empty()) return report;
  TextTable text(3);
  text.add({"Pool", "measure", "other measure", "topics", "tau", "tau", "difference",
            name_of_interval(settings, correction), "wins, losses, ties", "p",
            correction == Correction::none ? "" : "corrected", "agrees better"});
  const std::string* pool = nullptr;
  for (const auto& [question, pool_name, one] : found) {
    table.rows.push_back({question, pool_name, std::string(settings.test->name), one.run1, one.run2,
                          whole(one.topics), one.mean1, one.mean2, one.difference, one.effect_size,
                          one.low, one.high, whole(one.wins), whole(one.losses), whole(one.ties),
                          one.p, one.corrected, one.winner});
    for (Cell& cell : cells_of_test(settings, correction))
      table.rows.back().push_back(std::move(cell));
    const bool again = pool != nullptr && *pool == pool_name;
    pool = &pool_name;
    text.add(
        {again ? "" : printable(pool_name), printable(one.run1), printable(one.run2),
         std::to_string(one.topics), fraction(one.mean1), fraction(one.mean2),
         fmt::format("{:+.3f}", one.difference), fmt::format("{:+.3f} {:+.3f}", one.low, one.high),
         fmt::format("{}, {}, {}", one.wins, one.losses, one.ties), p_value_text(one.p, settings),
         correction == Correction::none ? "" : p_value_text(one.corrected), printable(one.winner)});
  }
  report.text.add(
      fmt::format("\nMeasures by their agreement with participants, topic by topic: {}\n\n",
                  description(settings, correction)));
  if (found.size() > most_tests_shown) {
    report.text.add(
        fmt::format("{} of measures; TSV and JSON list them\n", count_of(found.size(), "pair")));
  } else {
    report.text.add(std::move(text), fmt::format("\nIntervals: {}.\n",
                                                 scope_of_intervals(*settings.test, correction)));
  }
  return report;
}

void append(Report& to, const Report& more) {
  to.text.add(more.text);
  for (const DataTable& table : more.tables) {
    const auto same = std::ranges::find(to.tables, table.name, &DataTable::name);
    if (same == to.tables.end())
      to.tables.push_back(table);
    else
      same->rows.insert(same->rows.end(), table.rows.begin(), table.rows.end());
  }
}

}  // namespace subintent::internal
