// How well measures agree with people, and people with each other.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/strings.h"
#include "compare/participants.h"
#include "study/analyses/analysis.h"
#include "study/analyses/participants_report.h"

namespace subintent::internal {
namespace {

const TableRecord& record() {
  using enum CellKind;
  static const TableRecord made = {
      "agreement",
      "a row per pool and two judges",
      {{"question", text, "that was asked, where there are several"},
       {"pool", text, "of judged pairs: all, a name, or MEASURE and MEASURE disagree"},
       {"first", text, "a measure, user NAME, or average of users"},
       {"second", text, "the same of the other judge"},
       {"agreements", number, "pairs"},
       {"disagreements", number, "pairs"},
       {"tau", number, "(agreements - disagreements) / judged pairs"}}};
  return made;
}

std::string cell_of(const Agreement& agreement) {
  return agreement.judged() == 0 ? "-" : fraction(agreement.tau());
}

// A row a measure: the other measures, the participants, their average.
void add_measures(const PoolAgreement& pool, TextTable& text) {
  const auto& [name, judged, table] = pool;
  for (std::size_t i = 0; i < judged.measures.size(); ++i) {
    std::vector<std::string> row = {
        i == 0 ? fmt::format("{} ({})", printable(name), count_of(judged.pairs.size(), "pair"))
               : "",
        printable(judged.measures[i])};
    for (std::size_t j = 1; j < judged.measures.size(); ++j) {
      row.push_back(j <= i ? "-" : cell_of(table.measures[i][j]));
    }
    for (const Agreement& agreement : table.users[i]) row.push_back(cell_of(agreement));
    row.push_back(judged.pairs.empty() ? "-" : fraction(table.average[i]));
    text.add(row);
  }
}

void add_participants(const PoolAgreement& pool, TextTable& text) {
  const auto& [name, judged, table] = pool;
  for (std::size_t i = 0; i + 1 < judged.participants.size(); ++i) {
    std::vector<std::string> row = {i == 0 ? "Participants" : "",
                                    printable(judged.participants[i])};
    for (std::size_t j = 1; j < judged.measures.size(); ++j) row.emplace_back();
    for (std::size_t j = 0; j < judged.participants.size(); ++j) {
      row.push_back(j <= i ? "-" : cell_of(table.between_users[i][j]));
    }
    if (i == 0) {
      const auto& average = table.average_between_users;
      row.push_back(average ? fraction(*average) : "-");
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

}  // namespace

Report preference_report(const std::string& question, std::span<const PoolAgreement> pools,
                         TiedPreference tied) {
  const JudgedPairs& first = pools[0].judged;
  TextTable text(2);
  std::vector<std::string> header = {"Pool", "Measure"};
  for (std::size_t j = 1; j < first.measures.size(); ++j) {
    header.push_back(printable(first.measures[j]));
  }
  for (const std::string& name : first.participants) header.push_back(printable(name));
  header.emplace_back("average");
  text.add(header);
  for (const PoolAgreement& pool : pools) add_measures(pool, text);
  add_participants(pools[0], text);
  Report report;
  if (!question.empty()) report.text.add("Question: " + printable(question) + "\n\n");
  report.text.add(std::move(text));
  report.text.add(
      fmt::format("\ntau = (agreements - disagreements) / judged pairs; {}\n", explanation(tied)));
  if (first.pairs.empty()) {
    report.text.add(
        "No pair is judged but by repeats, which do not count here: there is nothing to "
        "compare.\n");
  }
  DataTable& table = report.tables.emplace_back(table_of(record()));
  if (question.empty()) table.hidden.emplace_back("question");
  for (const PreferenceAgreement& one : preference_agreements(pools)) {
    table.rows.push_back({question, one.pool, one.first, one.second, known(one.agreements),
                          known(one.disagreements), known(one.tau)});
  }
  return report;
}

namespace {

// What is known about the people.
void add_people(const AnalysisInputs& inputs, const AnalysisValues& values, TiedPreference tied,
                const QuestionPools& answers, AnalysisResult& made) {
  const BootstrapSettings bootstrap{values.whole("trials").value_or(BootstrapSettings().trials),
                                    *values.whole("seed"), *values.number("alpha")};
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
    remarks.notes.push_back(fmt::format("participant {} is left out: {} of {} answered correctly",
                                        printable(failed.participant), failed.passed,
                                        count_of(failed.checks, "attention check")));
  }
  const auto is_empty = [](const PreferencePool& pool) { return pool.preferences.empty(); };
  if (!std::ranges::all_of(inputs.preferences, is_empty)) return remarks;
  throw Error(Location{inputs.preferences[0].file, 0}, "all participants are left out",
              "give a smaller share of `checks_passed`");
}

AnalysisResult run(AnalysisInputs& inputs, const AnalysisValues& values, const ProgressCallback&) {
  const std::string ties = *values.text("ties");
  const TiedPreference tied = ties == "half"     ? TiedPreference::half
                              : ties == "ignore" ? TiedPreference::ignore
                                                 : TiedPreference::disagree;
  // Files that say more than who chose what are about people also where nobody asks for it.
  bool people = values.flag("agreement") || have_details(inputs.preferences);
  for (const char* option : {"test", "alpha", "trials", "seed", "correction"}) {
    people = people || values.given(option);
  }
  const bool has_scores = !inputs.groups.empty();  // else there are people alone
  AnalysisResult made;
  made.remarks = without_failed(inputs, values);
  for (const QuestionPools& answers : by_question(inputs.preferences)) {
    if (!made.report.text.empty()) made.report.text.add("\n");
    if (has_scores) {
      const auto pools = pool_agreements(answers.pools, inputs.groups, tied);
      append(made.report, preference_report(answers.question, pools, tied));
    }
    if (people || !has_scores) add_people(inputs, values, tied, answers, made);
    if (people && has_scores && inputs.wants("tests")) {
      add_tests(inputs, values, tied, answers, made);
    }
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
  AnalysisOption ties, agreement, fast, passed;
  ties.name = "ties";
  ties.kind = OptionKind::choice;
  ties.choices = {"disagree", "half", "ignore"};
  ties.meaning =
      "how = against < or > counts: as a disagreement (default), as half of one, or not at all";
  ties.default_value = "disagree";
  agreement.name = "agreement";
  agreement.kind = OptionKind::flag;
  agreement.meaning =
      "also print how well users agree with each other, how they answered, and which measure "
      "agrees better with them (default for files with more than five columns)";
  fast.name = "fast";
  fast.kind = OptionKind::number;
  fast.placeholder = "SECONDS";
  fast.meaning = "answers in less than this are counted for each participant";
  fast.default_value = shortest(default_fast_seconds);
  fast.max = 1e9;
  passed.name = "checks_passed";
  passed.kind = OptionKind::number;
  passed.placeholder = "SHARE";
  passed.meaning =
      "leave out participants who answered a smaller share of their attention checks correctly";
  passed.max = 1;
  passed.example = "0.75";
  analysis.options =
      joined(joined({standardise_option()}, test_options("randomisation", Correction::holm)),
             {ties, agreement, fast, passed});
  analysis.tables = {record(), reliability_record(), participants_record(),
                     preference_tests_record()};
  analysis.compares_runs = false;
  analysis.resamples = true;
  analysis.has_people = true;
  analysis.run = run;
  return analysis;
}

}  // namespace subintent::internal
