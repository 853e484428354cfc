// How well measures agree with people, and people with each other.
#include <fmt/format.h>

#include <numeric>

#include "compare/analyses/analysis.h"
#include "core/base/warning.h"

namespace subintent::internal {
namespace {

TableRecord preferences_record() {
  using enum CellKind;
  return {"agreement",
          "a row per pool and two judges",
          {{"question", text, "that was asked, where there are several"},
           {"pool", text, "of judged pairs: all, a name, or MEASURE and MEASURE disagree"},
           {"first", text, "a measure, user NAME, or average of users"},
           {"second", text, "the same of the other judge"},
           {"agreements", number, "pairs"},
           {"disagreements", number, "pairs"},
           {"tau", number, "(agreements - disagreements) / judged pairs"},
           {"low", number, "of the interval over topics, of a measure and the average of users"},
           {"high", number, "of this interval"}}};
}

std::string preferences_cell(const Agreement& agreement) {
  return agreement.judged() == 0 ? "-" : fraction(agreement.tau());
}

// A row a measure: the other measures, the participants, their average.
void add_preferences_measures(const PoolAgreement& pool, TextTable& text) {
  const std::string& name = pool.name;
  const JudgedPairs& judged = pool.judged;
  const AgreementTable& table = pool.table;
  for (std::size_t i = 0; i < judged.measures.size(); ++i) {
    std::vector<std::string> row = {
        i == 0 ? fmt::format("{} ({})", printable(name), count_of(judged.pairs.size(), "pair"))
               : "",
        printable(judged.measures[i])};
    for (std::size_t j = 1; j < judged.measures.size(); ++j)
      row.push_back(j <= i ? "-" : preferences_cell(table.measures[i][j]));
    for (const Agreement& agreement : table.users[i]) row.push_back(preferences_cell(agreement));
    row.push_back(judged.pairs.empty() ? "-" : fraction(table.average[i]));
    text.add(row);
  }
}

void add_participants(const PoolAgreement& pool, TextTable& text) {
  const JudgedPairs& judged = pool.judged;
  const AgreementTable& table = pool.table;
  for (std::size_t i = 0; i + 1 < judged.participants.size(); ++i) {
    std::vector<std::string> row = {i == 0 ? "Participants" : "",
                                    printable(judged.participants[i])};
    for (std::size_t j = 1; j < judged.measures.size(); ++j) row.emplace_back();
    for (std::size_t j = 0; j < judged.participants.size(); ++j)
      row.push_back(j <= i ? "-" : preferences_cell(table.between_users[i][j]));
    if (i == 0) {
      const auto& average = table.average_between_users;
      row.push_back(fraction_or_dash(average));
    }
    text.add(row);
  }
}

std::string_view explanation(TiedPreference tied) {
  switch (tied) {
    case TiedPreference::half:
      return "= against < or > is half an agreement, half a disagreement";
    case TiedPreference::ignore:
      return "= against < or > does not count";
    case TiedPreference::disagree:
      break;
  }
  return "= against < or > disagrees";
}

constexpr std::size_t most_measures_shown = 10;

// Parts of the agreement of measures with people that are shown.
struct AgreementView {
  TiedPreference tied = TiedPreference::disagree;
  BootstrapSettings bootstrap;
  bool disagreements = false;  // pools of the pairs that two measures order differently, too
};

using MeasureTaus = std::vector<std::vector<MeasureTau>>;  // [pool][measure]; none of two measures

MeasureTaus taus_of(std::span<const PoolAgreement> pools, const AgreementView& view) {
  MeasureTaus taus(pools.size());
  for (std::size_t i = 0; i < pools.size(); ++i) {
    if (pools[i].of_two_measures || pools[i].judged.pairs.empty()) continue;
    taus[i] = measure_taus(pools[i].judged, view.tied, view.bootstrap);
  }
  return taus;
}

// The measures of each pool, that which agrees best first.
TextTable measures_table(std::span<const PoolAgreement> pools, const MeasureTaus& taus,
                         const AgreementView& view) {
  TextTable text(2);
  text.add({"Pool", "Measure", "tau",
            fmt::format("{:.4g}% interval", 100 * (1 - view.bootstrap.alpha)), "agreements",
            "judgments"});
  for (std::size_t i = 0; i < pools.size(); ++i) {
    std::vector<std::size_t> order(taus[i].size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](std::size_t m) { return taus[i][m].value.value_or(-2); });
    bool first = true;
    for (const std::size_t m : order) {
      const MeasureTau& one = taus[i][m];
      text.add({std::exchange(first, false)
                    ? fmt::format("{} ({})", printable(pools[i].name),
                                  count_of(pools[i].judged.pairs.size(), "pair"))
                    : "",
                printable(pools[i].judged.measures[m]), fraction_or_dash(one.value),
                interval_text(one.interval), shortest(one.agreements), shortest(one.judgments)});
    }
  }
  return text;
}

// The layout of [Dou19 Tables 5-7]. The first pool's participants have the columns; those of the
// others are the same.
TextTable pools_table(std::span<const PoolAgreement> pools, const AgreementView& view) {
  const JudgedPairs& first = pools[0].judged;
  TextTable text(2);
  std::vector<std::string> header = {"Pool", "Measure"};
  for (std::size_t j = 1; j < first.measures.size(); ++j)
    header.push_back(printable(first.measures[j]));
  for (const std::string& name : first.participants) header.push_back(printable(name));
  header.emplace_back("average");
  text.add(header);
  for (const PoolAgreement& pool : pools) {
    if (pool.judged.pairs.empty() || (pool.of_two_measures && !view.disagreements)) continue;
    add_preferences_measures(pool, text);
  }
  add_participants(pools[0], text);
  return text;
}

DataTable agreement_data(const std::string& question, std::span<const PoolAgreement> pools,
                         const MeasureTaus& taus) {
  DataTable table = table_of(preferences_record());
  if (question.empty()) table.hidden.emplace_back("question");
  std::size_t averages = 0;  // one for each pool and measure
  for (const PreferenceAgreement& one : preference_agreements(pools)) {
    std::optional<Interval> interval;
    if (one.second == average_of_users && one.first != average_of_users) {
      const std::size_t measures = pools[0].judged.measures.size();
      const std::vector<MeasureTau>& of_pool = taus[averages / measures];
      if (!of_pool.empty()) interval = of_pool[averages % measures].interval;
      ++averages;
    }
    table.rows.push_back({question, one.pool, one.first, one.second, known(one.agreements),
                          known(one.disagreements), known(one.tau), low_cell(interval),
                          high_cell(interval)});
  }
  return table;
}

Report preference_report(const std::string& question, std::span<const PoolAgreement> pools,
                         const AgreementView& view) {
  const JudgedPairs& all = pools[0].judged;
  const MeasureTaus taus = taus_of(pools, view);
  Report report;
  if (!question.empty()) report.text.add("Question: " + printable(question) + "\n\n");
  if (all.pairs.empty()) {
    report.text.add(
        "No pair is judged but by repeats, which do not count here: there is nothing to "
        "compare.\n");
  } else {
    report.text.add(
        measures_table(pools, taus, view),
        fmt::format(
            "\ntau = (agreements - disagreements) / judged pairs, the mean over participants; {}; "
            "intervals by the bootstrap over topics (B = {}, seed {})\n\n",
            explanation(view.tied), view.bootstrap.trials, view.bootstrap.seed));
    if (view.disagreements || all.measures.size() <= most_measures_shown) {
      report.text.add(pools_table(pools, view));
    } else {
      report.text.add(fmt::format(
          "tau of every two of {} measures and of each participant is in TSV and JSON\n",
          all.measures.size()));
    }
  }
  report.tables.push_back(agreement_data(question, pools, taus));
  return report;
}

// Adds what is known about the people.
void add_people(const AnalysisInputs& inputs, const AnalysisValues& values, TiedPreference tied,
                const QuestionPools& answers, AnalysisResult& made) {
  const BootstrapSettings bootstrap = bootstrap_of(values);
  if (inputs.wants("reliability")) {
    append(made.report,
           reliability_report(user_reliabilities(answers, tied, bootstrap), bootstrap));
  }
  const double fast = *values.number("fast");
  append(made.report, participants_report(participant_summaries(answers, bootstrap.alpha, fast),
                                          bootstrap.alpha, fast));
}

// Which measure agrees better with them.
void add_tests(const AnalysisInputs& inputs, const AnalysisValues& values, TiedPreference tied,
               const QuestionPools& answers, AnalysisResult& made) {
  const Correction correction = correction_of(values);
  for (const TestSettings& settings : tests_of(values, true)) {
    append(made.report, preference_tests_report(
                            preference_tests(answers, inputs.groups, tied, settings, correction),
                            settings, correction));
  }
}

// Participants who failed too many attention checks, and are left out.
Remarks without_failed(AnalysisInputs& inputs, const AnalysisValues& values) {
  Remarks remarks;
  const auto share = values.number("checks_passed");
  if (!share) return remarks;
  for (const FailedChecks& failed : leave_out_failed(inputs.preferences, *share)) {
    remarks.notes.push_back(make_warning(
        "failed-checks", fmt::format("participant {} is left out: {} of {} answered correctly",
                                     printable(failed.participant), failed.passed,
                                     count_of(failed.checks, "attention check"))));
  }
  const auto is_empty = [](const PreferencePool& pool) { return pool.preferences.empty(); };
  if (!std::ranges::all_of(inputs.preferences, is_empty)) return remarks;
  throw Error(Location{inputs.preferences[0].file, 0}, "all participants are left out",
              "give a smaller share of `checks_passed`");
}

AnalysisResult run_preferences(AnalysisInputs& inputs, const AnalysisValues& values,
                               const ProgressCallback&) {
  const std::string ties = *values.text("ties");
  const TiedPreference tied = ties == "half"     ? TiedPreference::half
                              : ties == "ignore" ? TiedPreference::ignore
                                                 : TiedPreference::disagree;
  // Files that say more than who chose what are about people also where nobody asks for it.
  bool people = values.flag("agreement") || have_details(inputs.preferences);
  for (const char* option : {"test", "alpha", "trials", "seed", "correction"})
    people = people || values.given(option);
  const AgreementView view{tied, bootstrap_of(values), values.flag("disagreements")};
  const bool has_scores = !inputs.groups.empty();  // else there are people alone
  AnalysisResult made;
  made.remarks = without_failed(inputs, values);
  for (const QuestionPools& answers : by_question(inputs.preferences)) {
    if (!made.report.text.empty()) made.report.text.add("\n");
    if (has_scores) {
      const auto pools = pool_agreements(answers.pools, inputs.groups, tied);
      append(made.report, preference_report(answers.question, pools, view));
    }
    if (people || !has_scores) add_people(inputs, values, tied, answers, made);
    if (people && has_scores && inputs.wants("tests"))
      add_tests(inputs, values, tied, answers, made);
  }
  return made;
}

}  // namespace

Analysis preferences_analysis() {
  Analysis analysis;
  analysis.name = "preferences";
  analysis.summary = "how well measures agree with users, and users with each other";
  analysis.source = "Dou et al. 2019, section 5.4, Tables 5 to 7; Krippendorff 2011; Wilson 1927";
  analysis.usage = "--preferences FILE... SCORES...";
  const AnalysisOption ties = choice_option(
      "ties", {"disagree", "half", "ignore"},
      "how = against < or > counts: as a disagreement (default), as half of one, or not at all",
      "disagree");
  const AnalysisOption agreement = flag_option(
      "agreement",
      "also print how well users agree with each other, how they answered, and which measure "
      "agrees better with them (default for files with more than five columns)");
  const AnalysisOption disagreements = flag_option(
      "disagreements",
      "also show, in the text, how users judge the pairs that two measures order differently, for "
      "every two measures");
  const AnalysisOption fast =
      record_option("fast", OptionKind::number, "SECONDS",
                    "answers in less than this are counted for each participant",
                    shortest(default_fast_seconds), {0, 1e9});
  const AnalysisOption passed = record_option(
      "checks_passed", OptionKind::number, "SHARE",
      "leave out participants who answered a smaller share of their attention checks correctly", "",
      {0, 1}, "0.75");
  analysis.options =
      joined(joined({standardise_option()}, test_options("randomisation", Correction::holm)),
             {ties, agreement, disagreements, fast, passed});
  analysis.tables = {preferences_record(), reliability_record(), participants_record(),
                     preference_tests_record()};
  analysis.compares_runs = false;
  analysis.resamples = true;
  analysis.has_people = true;
  analysis.run = run_preferences;
  return analysis;
}

}  // namespace subintent::internal
