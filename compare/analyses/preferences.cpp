// How well measures agree with people, and people with each other.
#include "compare/analyses/analysis.h"

#include <fmt/format.h>

#include "core/base/warning.h"

namespace subintent::internal {
namespace {

std::string words_of_participants_report(const std::string& coefficient) {
  return coefficient == "alpha_nominal"   ? "Krippendorff's alpha, nominal"
         : coefficient == "alpha_ordinal" ? "Krippendorff's alpha, ordinal"
                                          : "mean tau of two participants";
}

constexpr std::string_view fast_column = "fast";  // stands for "under 2 s"

// A part of what is known of participants, and its columns for people.
struct Details {
  bool (*known)(const ParticipantSummary& all);
  std::vector<std::string> header;
  std::vector<std::string> (*cells)(const ParticipantSummary& person);
};

const Details details[] = {
    {[](const ParticipantSummary& all) { return all.median_seconds.has_value(); },
     {"median seconds", std::string(fast_column)},
     [](const ParticipantSummary& person) -> std::vector<std::string> {
       return {person.median_seconds ? fmt::format("{:.1f}", *person.median_seconds) : "-",
               std::to_string(person.fast)};
     }},
    {[](const ParticipantSummary& all) { return all.left + all.equal + all.right > 0; },
     {"left", "equal", "right", "left / (left + right)", "p"},
     [](const ParticipantSummary& person) -> std::vector<std::string> {
       return {std::to_string(person.left), std::to_string(person.equal),
               std::to_string(person.right), estimate_text(person.left_share),
               person.left_p ? p_value_text(*person.left_p) : "-"};
     }},
    {[](const ParticipantSummary& all) { return all.repeats > 0; },
     {"repeats", "same answer", "same side"},
     [](const ParticipantSummary& person) -> std::vector<std::string> {
       return {std::to_string(person.repeats), estimate_text(person.same_share),
               std::to_string(person.same_side)};
     }},
    {[](const ParticipantSummary& all) { return all.comments > 0; },
     {"comments"},
     [](const ParticipantSummary& person) -> std::vector<std::string> {
       return {std::to_string(person.comments)};
     }},
    {[](const ParticipantSummary& all) { return all.checks > 0; },
     {"checks passed"},
     [](const ParticipantSummary& person) -> std::vector<std::string> {
       return {fmt::format("{} of {}", person.passed, person.checks)};
     }},
};

[[gnu::cold]] std::vector<TableRecord> preference_tables() {
  using enum CellKind;
  return {
      {"agreement",
       "a row per pool and two judges",
       {{"question", text, "that was asked, where there are several"},
        {"pool", text, "of judged pairs: all, a name, or MEASURE and MEASURE disagree"},
        {"first", text, "a measure, user NAME, or average of users"},
        {"second", text, "the same of the other judge"},
        {"agreements", number, "pairs"},
        {"disagreements", number, "pairs"},
        {"tau", number, "(agreements - disagreements) / judged pairs; none where none counts"},
        {"low", number, "of the interval over topics, of a measure and the average of users"},
        {"high", number, "of this interval"}}},
      {"reliability", "how far people agree with each other: a row per pool and coefficient",
       all_columns(
           {{"question", text, "that was asked, where there are several"},
            {"pool", text, "of judged pairs: all, or its name"},
            {"coefficient", text,
             "tau, the mean of those of every two participants; Krippendorff's alpha_nominal and "
             "alpha_ordinal of <, = and >"},
            {"value", number, "none where no two answers differ"},
            interval_columns("of the interval over topics"),
            {"pairs", whole, "that two participants or more judged"},
            {"judgments", whole, "of these"},
            bootstrap_columns()})},
      {"participants",
       "how people answered: a row for all, whose name is empty, and for each participant",
       all_columns({{"question", text, "that was asked, where there are several"},
                    {"participant", text, "name; empty: all"},
                    {"answers", whole, "with repeats"},
                    {"median_seconds", number, "of an answer"},
                    {"left", whole, "was better, of first showings"},
                    {"equal", whole, "of first showings"},
                    {"right", whole, "was better, of first showings"},
                    {"left_share", number, "left / (left + right)"},
                    {"left_low", number, "of its interval [Wilson 1927]"},
                    {"left_high", number, "of its interval"},
                    {"left_p", number,
                     "of the two-sided sign test of left against right; none where pairs have one "
                     "order only"},
                    {"repeats", whole, "pairs that were shown again"},
                    {"same", whole, "of these: with the same answer"},
                    {"same_side", whole, "with the same side of changed ones"},
                    {"same_share", number, "same / repeats"},
                    interval_columns("of its interval", "same_"),
                    {"alpha", number, "intervals have confidence 1 - alpha"},
                    {"fast", whole, "answers that took less than the given seconds"},
                    {"comments", whole, "answers with one"},
                    {"checks", whole, "attention checks that were answered"},
                    {"passed", whole, "those answered correctly"}})},
      {"tests", "which of two measures agrees better with people: a row per pool and two measures",
       all_columns(
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
            interval_columns("of the interval of the difference"),
            {"wins", whole, "topics where the first agrees better"},
            {"losses", whole, "topics where the second agrees better"},
            {"ties", whole, "topics where both agree equally"},
            {"p", number, "as the test gives it"},
            {"corrected", number, "within the pool and question"},
            {"winner", text, "the measure that agrees significantly better; else empty"},
            columns_of_tests()})}};
}

// The column of questions is there for several.
DataTable by_questions(std::string_view name, bool several) {
  DataTable table = table_of(preference_tables(), name);
  if (!several) table.hidden.emplace_back("question");
  return table;
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
    row.push_back(fraction_or_dash(table.average[i]));
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
  text.add({"Pool", "Measure", "tau", name_of_interval(view.bootstrap.alpha), "agreements",
            "judgments"});
  for (std::size_t i = 0; i < pools.size(); ++i) {
    bool first = true;
    for (const std::size_t m :
         ordered(taus[i].size(), [&](std::size_t at) { return -taus[i][at].value.value_or(-2); })) {
      const MeasureTau& tau = taus[i][m];
      text.add({std::exchange(first, false)
                    ? fmt::format("{} ({})", printable(pools[i].name),
                                  count_of(pools[i].judged.pairs.size(), "pair"))
                    : "",
                printable(pools[i].judged.measures[m]), fraction_or_dash(tau.value),
                interval_text(tau.interval), shortest(tau.agreements), shortest(tau.judgments)});
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

// Of measures with each other and with users, pool by pool, and of users with each other in the
// first; without what no user judged.
DataTable agreement_data(const std::string& question, std::span<const PoolAgreement> pools,
                         const MeasureTaus& taus) {
  DataTable table = by_questions("agreement", !question.empty());
  const std::string average = "average of users";
  const auto add = [&](const PoolAgreement& pool, const std::string& first,
                       const std::string& second, const Agreement& agreement) {
    const auto tau = agreement.judged() > 0 ? std::optional(agreement.tau()) : std::nullopt;
    add_row(table, question, pool.name, first, second, agreement.agreements,
            agreement.disagreements, Estimate{tau, {}});
  };
  const auto add_average = [&](const PoolAgreement& pool, const std::string& first,
                               const Estimate& tau) {
    add_row(table, question, pool.name, first, average, Cell(), Cell(), tau);
  };
  for (std::size_t p = 0; p < pools.size(); ++p) {
    const std::vector<std::string>&measures = pools[p].judged.measures,
          &users = pools[p].judged.participants;
    const AgreementTable& table = pools[p].table;
    for (std::size_t i = 0; i < measures.size(); ++i) {
      for (std::size_t j = i + 1; j < measures.size(); ++j)
        add(pools[p], measures[i], measures[j], table.measures[i][j]);
      for (std::size_t user = 0; user < users.size(); ++user)
        if (table.users[i][user].judged() > 0)
          add(pools[p], measures[i], "user " + users[user], table.users[i][user]);
      const auto interval = taus[p].empty() ? std::nullopt : taus[p][i].interval;
      add_average(pools[p], measures[i], {table.average[i], interval});
    }
  }
  const std::vector<std::string>& users = pools[0].judged.participants;
  const AgreementTable& found = pools[0].table;
  for (std::size_t i = 0; i < users.size(); ++i)
    for (std::size_t j = i + 1; j < users.size(); ++j)
      if (found.between_users[i][j].judged() > 0)
        add(pools[0], "user " + users[i], "user " + users[j], found.between_users[i][j]);
  if (users.size() > 1) add_average(pools[0], average, {found.average_between_users, {}});
  return table;
}

// Measures that tie in most pairs, which people seldom do.
std::string ties_of(const JudgedPairs& judged) {
  std::string text;
  for (std::size_t m = 0; m < judged.measures.size(); ++m) {
    const auto ties = std::ranges::count_if(
        judged.pairs, [&](const auto& pair) { return pair.by_measure[m] == 0; });
    if (2 * static_cast<std::size_t>(ties) > judged.pairs.size())
      text += fmt::format("{} has = in {} of {}\n", printable(judged.measures[m]), ties,
                          count_of(judged.pairs.size(), "pair"));
  }
  return text;
}

// Answers of =, which no measure without ties agrees with, if they are a fifth or more.
std::string ties_of_people(const JudgedPairs& judged, TiedPreference tied) {
  std::vector<double> answers(judged.participants.size()), equal(answers);
  for (const auto& pair : judged.pairs)
    for (const PairAnswer& answer : pair.answers) {
      ++answers[answer.participant];
      equal[answer.participant] += answer.preference == 0 ? 1 : 0;
    }
  double all = 0, ties = 0, share = 0, people = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i] == 0) continue;
    all += answers[i];
    ties += equal[i];
    share += equal[i] / answers[i];
    ++people;
  }
  if (tied != TiedPreference::disagree || ties == 0 || 5 * ties < all) return {};
  share /= people;
  return fmt::format(
      "people answered = in {:.0f} of {:.0f} judgments: a measure that never ties has a tau of "
      "{:.4f} at most, and of {:.4f} by chance\n",
      ties, all, 1 - 2 * share, -share);
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
            "intervals by the bootstrap over topics (B = {}, seed {})\n{}\n",
            explanation(view.tied), view.bootstrap.trials, view.bootstrap.seed,
            ties_of(all) + ties_of_people(all, view.tied)));
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

Report reliability_report(std::span<const UserReliability> reliabilities,
                          const BootstrapSettings& settings) {
  Report report;
  DataTable& table =
      report.tables.emplace_back(by_questions("reliability", !reliabilities[0].question.empty()));
  TextTable text(2);
  text.add({"Pool", "", "value", name_of_interval(settings.alpha), "pairs", "judgments"});
  const std::string* pool = nullptr;
  for (const UserReliability& reliability : reliabilities) {
    add_row(table, reliability.question, reliability.pool, reliability.coefficient, reliability,
            reliability.pairs, reliability.judgments, settings.alpha, settings.trials,
            std::to_string(settings.seed));
    const bool again = pool != nullptr && *pool == reliability.pool;
    text.add({again ? "" : printable(reliability.pool),
              words_of_participants_report(reliability.coefficient),
              fraction_or_dash(reliability.value), interval_text(reliability.interval),
              again ? "" : std::to_string(reliability.pairs),
              again ? "" : std::to_string(reliability.judgments)});
    pool = &reliability.pool;
  }
  if (std::ranges::none_of(reliabilities, &UserReliability::pairs)) return report;
  report.text.add(
      fmt::format(
          "\nAgreement between participants, on pairs that two or more judged; intervals by the "
          "bootstrap over topics (B = {}, seed {})\n\n",
          settings.trials, settings.seed),
      std::move(text));
  return report;
}

// Columns of which nothing is known are left out for people.
Report participants_report(std::span<const ParticipantSummary> summaries, double alpha,
                           double fast_seconds) {
  Report report;
  DataTable& table =
      report.tables.emplace_back(by_questions("participants", !summaries[0].question.empty()));
  const bool any_fixed = std::ranges::any_of(summaries, &ParticipantSummary::sides_fixed);
  TextTable text;
  std::vector<std::string> header = {"Participant", "answers"};
  for (const Details& part : details)
    if (part.known(summaries[0]))
      header.insert(header.end(), part.header.begin(), part.header.end());
  std::ranges::replace(header, fast_column, "under " + shortest(fast_seconds) + " s");
  text.add(header);
  for (const ParticipantSummary& person : summaries) {
    const Estimate &left = person.left_share, &same = person.same_share;
    add_row(table, person.question, person.participant, person.answers, person.median_seconds,
            person.left, person.equal, person.right, left, person.left_p, person.repeats,
            person.same, person.same_side, same, alpha, person.fast, person.comments, person.checks,
            person.passed);
    std::vector<std::string> row = {
        person.participant.empty() ? "all" : printable(person.participant),
        std::to_string(person.answers)};
    for (const Details& part : details) {
      if (!part.known(summaries[0])) continue;
      const auto cells = part.cells(person);
      row.insert(row.end(), cells.begin(), cells.end());
    }
    if (summaries.size() != 2 || !person.participant.empty()) text.add(row);  // one is all
  }
  report.text.add("\nParticipants\n\n", std::move(text));
  if (details[1].known(summaries[0])) {
    report.text.add(fmt::format(
        "\nleft, right: the better side, of first showings; p: sign test of left against right{}; "
        "[...]: {}\n",
        any_fixed ? ", - where pairs have one order: whether side or run matters cannot be told"
                  : "",
        name_of_interval(alpha)));
  }
  return report;
}

// None are a report without text.
Report preference_tests_report(std::span<const PreferenceTest> tests, const TestSettings& settings,
                               Correction asked) {
  Report report;
  const Correction correction = correction_for(*settings.test, asked);
  DataTable& table = report.tables.emplace_back(
      by_questions("tests", !tests.empty() && !tests[0].question.empty()));
  if (tests.empty()) return report;
  TextTable text(3);
  text.add({"Pool", "measure", "other measure", "topics", "tau", "tau", "difference",
            name_of_interval(settings, correction), "wins, losses, ties", "p",
            correction == Correction::none ? "" : "corrected", "agrees better"});
  const std::string* pool = nullptr;
  for (const auto& [question, pool_name, test] : tests) {
    add_row(table, question, pool_name, settings.test->name, test.run1, test.run2, test.topics,
            test.mean1, test.mean2, test.difference, test.effect_size, test.low, test.high,
            test.wins, test.losses, test.ties, test.p, test.corrected, test.winner,
            cells_of_test(settings, correction));
    const bool again = pool != nullptr && *pool == pool_name;
    pool = &pool_name;
    text.add({again ? "" : printable(pool_name), printable(test.run1), printable(test.run2),
              std::to_string(test.topics), fraction(test.mean1), fraction(test.mean2),
              fmt::format("{:+.3f}", test.difference),
              fmt::format("{:+.3f} {:+.3f}", test.low, test.high),
              fmt::format("{}, {}, {}", test.wins, test.losses, test.ties),
              p_value_text(test.p, settings),
              correction == Correction::none ? "" : p_value_text(test.corrected),
              printable(test.winner)});
  }
  report.text.add(
      fmt::format("\nMeasures by their agreement with participants, topic by topic: {}\n\n",
                  description(settings, correction)));
  if (tests.size() > most_pairs_shown) {
    report.text.add(
        fmt::format("{} of measures; TSV and JSON list them\n", count_of(tests.size(), "pair")));
  } else {
    report.text.add(std::move(text), fmt::format("\nIntervals: {}.\n",
                                                 scope_of_intervals(*settings.test, correction)));
  }
  return report;
}

// Adds what is known about the people.
void add_people(const AnalysisInputs& inputs, const AnalysisValues& values, TiedPreference tied,
                const QuestionPools& answers, AnalysisResult& result) {
  const BootstrapSettings bootstrap = bootstrap_of(values);
  if (inputs.wants("reliability")) {
    append(result.report,
           reliability_report(user_reliabilities(answers, tied, bootstrap), bootstrap));
  }
  const double fast = *values.number("fast");
  append(result.report, participants_report(participant_summaries(answers, bootstrap.alpha, fast),
                                            bootstrap.alpha, fast));
}

// Tests which measure agrees better.
void add_tests(const AnalysisInputs& inputs, const AnalysisValues& values, TiedPreference tied,
               const QuestionPools& answers, AnalysisResult& result) {
  const Correction correction = correction_of(values);
  for (const TestSettings& settings : tests_of(values, true)) {
    append(result.report, preference_tests_report(
                              preference_tests(answers, inputs.groups, tied, settings, correction),
                              settings, correction));
  }
}

// Is more known than who preferred what: sides, times, questions, repeats?
bool have_details(const std::vector<PreferencePool>& pools) {
  const auto has = [](const UserPreference& answer) {
    return !answer.left.empty() || answer.seconds || !answer.question.empty() || answer.repeat;
  };
  return std::ranges::any_of(pools, [&](const PreferencePool& pool) {
    return std::ranges::any_of(pool.preferences, has);
  });
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
  AnalysisResult result;
  if (const auto share = values.number("checks_passed"))
    leave_out_failed(inputs.preferences, *share, result.remarks.notes);
  for (const QuestionPools& answers : by_question(inputs.preferences)) {
    if (!result.report.text.empty()) result.report.text.add("\n");
    if (has_scores) {
      const auto pools = pool_agreements(answers.pools, inputs.groups, tied);
      append(result.report, preference_report(answers.question, pools, view));
    }
    if (people || !has_scores) add_people(inputs, values, tied, answers, result);
    if (people && has_scores && inputs.wants("tests"))
      add_tests(inputs, values, tied, answers, result);
  }
  return result;
}

}  // namespace

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
  analysis.tables = preference_tables();
  analysis.compares_runs = false;
  analysis.resamples = true;
  analysis.has_people = true;
  analysis.run = run_preferences;
  return analysis;
}

}  // namespace subintent::internal
