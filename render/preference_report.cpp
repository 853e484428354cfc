// The report of `compare preferences`.
#include <fmt/format.h>

#include <optional>

#include "base/error.h"
#include "base/strings.h"
#include "compare/participants.h"
#include "render/analysis.h"
#include "render/participants_report.h"

namespace subintent::internal {
namespace {

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

std::vector<Cell> row_of(const PreferenceAgreement& agreement) {
  const auto cell = [](std::optional<double> number) { return number ? Cell(*number) : Cell(); };
  return {agreement.pool,
          agreement.first,
          agreement.second,
          cell(agreement.agreements),
          cell(agreement.disagreements),
          cell(agreement.tau)};
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
  DataTable& table = report.tables.emplace_back(DataTable{
      "agreement", {"pool", "first", "second", "agreements", "disagreements", "tau"}, {}});
  if (!question.empty()) table.columns.insert(table.columns.begin(), "question");
  for (const PreferenceAgreement& agreement : preference_agreements(pools)) {
    auto& row = table.rows.emplace_back(row_of(agreement));
    if (!question.empty()) row.insert(row.begin(), question);
  }
  return report;
}

namespace {

// What is known about the people, and which measure agrees better with them.
void add_people(const AnalysisOptions& options, const QuestionPools& answers,
                const std::vector<ScoreGroup>& groups, AnalysisResult& made) {
  const BootstrapSettings bootstrap{options.trials.value_or(BootstrapSettings().trials),
                                    options.seed, options.alpha};
  append(made.report,
         reliability_report(user_reliabilities(answers, options.tied, bootstrap), bootstrap));
  append(made.report,
         participants_report(participant_summaries(answers, options.alpha), options.alpha));
  for (const SignificanceTest* const test : options.tests) {
    const TestSettings settings = settings_of(options, *test, true);
    append(made.report, preference_tests_report(preference_tests(answers, groups, options.tied,
                                                                 settings, options.correction),
                                                settings, options.correction));
  }
}

AnalysisResult preferences(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                           const PairsDone&) {
  AnalysisResult made;
  const bool people = options.agreement || have_details(options.pools);
  for (const QuestionPools& answers : by_question(options.pools)) {
    if (!made.report.text.empty()) made.report.text.add("\n");
    const auto pools = pool_agreements(answers.pools, groups, options.tied);
    append(made.report, preference_report(answers.question, pools, options.tied));
    if (people) add_people(options, answers, groups, made);
  }
  return made;
}

}  // namespace

Analysis preferences_analysis() {
  Analysis analysis;
  analysis.name = "preferences";
  analysis.summary = "how well measures agree with users, and users with each other";
  analysis.parameters = {"preferences", "ties", "agreement"};
  analysis.default_tests = "randomisation";
  analysis.default_correction = Correction::holm;
  analysis.compares_runs = false;
  analysis.resamples = true;
  analysis.tests_significance = [](const AnalysisOptions&) { return true; };
  analysis.run = preferences;
  return analysis;
}

}  // namespace subintent::internal
