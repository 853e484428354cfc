// Strengths of runs from pairs of answers that somebody compared, and the measures that agree.
#include <fmt/format.h>

#include <atomic>

#include "compare/agreement.h"
#include "compare/analyses/analysis.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

[[gnu::cold]] std::vector<TableRecord> battle_tables() {
  using enum CellKind;
  return {
      {"strengths", "a row per run, the strongest first",
       all_columns({{"run", text, "name"},
                    {"battles", whole, "with others"},
                    {"wins", whole, "of these"},
                    {"ties", whole, "of these"},
                    {"losses", whole, "of these"},
                    {"strength", number, "natural logarithm; the mean of all runs is 0"},
                    interval_columns("of its interval over topics"),
                    {"rating", number, "1000 + 400 strength / ln 10, on the scale of Elo"},
                    bootstrap_columns()})},
      {"ties", "one row, how often runs tie",
       all_columns({{"nu", number, "Davidson's parameter"},
                    interval_columns("of its interval over topics"),
                    {"equals_tie", number, "nu / (2 + nu)"}})},
      {"sides", "one row, how often the run won that was shown first, and how many battles failed",
       all_columns(
           {{"first", whole, "battles won by the run shown first, or on the left"},
            {"equal", whole, "ties of battles whose sides are known"},
            {"second", whole, "battles won by the other run"},
            {"first_share", number, "first / (first + second); none where no side is known"},
            interval_columns("of its Wilson interval"),
            {"p", number,
             "of the two-sided sign test of the two; none where pairs have one order only"},
            {"failed", whole, "battles without a verdict, which are left out"}})},
      {"measures", "with scores: a row per measure",
       all_columns({{"measure", text, "name"},
                    {"tau_b", number,
                     "of the rankings by mean score and by strength; none where one is all ties"},
                    interval_columns("of its interval over topics"),
                    {"decided", whole, "battles that somebody won"},
                    {"agreed", number,
                     "share of these whose winner has the higher score for the topic; equal scores "
                     "are half"},
                    interval_columns("of its interval over topics", "agreed_")})}};
}

struct Battle {
  std::size_t first = 0, second = 0;  // runs
  Preference winner = Preference::equal;
};

struct Battles {
  std::vector<std::string> runs, topics, judges;  // by bytes, and in label order
  std::vector<std::vector<Battle>> by_topic;
};

std::size_t place_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

Battles battles_of(const std::vector<PreferencePool>& pools) {
  std::set<std::string> runs;
  std::set<std::string, LabelLess> topics, judges;
  for (const PreferencePool& pool : pools) {
    for (const UserPreference& one : pool.preferences) {
      if (one.repeat) continue;
      runs.insert({one.run1, one.run2});
      topics.insert(one.topic);
      judges.emplace(judge_of(one.participant));
    }
  }
  Battles battles{{runs.begin(), runs.end()},
                  {topics.begin(), topics.end()},
                  {judges.begin(), judges.end()},
                  std::vector<std::vector<Battle>>(topics.size())};
  std::map<std::string_view, std::size_t> run_of, topic_of;
  for (std::size_t i = 0; i < battles.runs.size(); ++i) run_of[battles.runs[i]] = i;
  for (std::size_t i = 0; i < battles.topics.size(); ++i) topic_of[battles.topics[i]] = i;
  for (const PreferencePool& pool : pools) {
    for (const UserPreference& one : pool.preferences) {
      if (one.repeat) continue;
      battles.by_topic[topic_of.at(one.topic)].push_back(
          {run_of.at(one.run1), run_of.at(one.run2), one.preference});
    }
  }
  return battles;
}

// Topics with how often each counts.
using Counts = std::span<const std::uint32_t>;

std::vector<PairOutcomes> outcomes_of(const Battles& battles, Counts counts) {
  std::map<std::pair<std::size_t, std::size_t>, PairOutcomes> pairs;
  for (std::size_t t = 0; t < counts.size(); ++t) {
    if (counts[t] == 0) continue;
    for (const Battle& one : battles.by_topic[t]) {
      PairOutcomes& pair = pairs[{one.first, one.second}];
      pair.first = one.first;
      pair.second = one.second;
      (one.winner == Preference::first    ? pair.wins_first
       : one.winner == Preference::second ? pair.wins_second
                                          : pair.ties) += counts[t];
    }
  }
  return mapped(pairs, [](const auto& pair) { return pair.second; });
}

// The scores of the runs for the topics of battles, by measure.
class BattleScores {
 public:
  // Throws Error where some are missing.
  BattleScores(const Battles& battles, const std::vector<ScoreGroup>& groups) : battles_(battles) {
    if (groups.empty()) return;
    measures_ = groups[0].measure_names();
    values_.resize(measures_.size());
    for (const std::string& topic : battles.topics)
      for (const std::string& run : battles.runs) add(topic, run, groups);
  }

  const std::vector<std::string>& measures() const { return measures_; }

  // The higher the better.
  double at(std::size_t measure, std::size_t topic, std::size_t run) const {
    return values_[measure][topic * battles_.runs.size() + run];
  }

  // Kendall's tau_b of the rankings by mean score and by strength.
  std::optional<double> tau_b(std::size_t measure, Counts counts,
                              const std::vector<double>& strengths) const {
    std::vector<double> means(strengths.size(), 0);
    double topics = 0;
    for (std::size_t t = 0; t < counts.size(); ++t) {
      topics += counts[t];
      for (std::size_t r = 0; r < means.size(); ++r) means[r] += counts[t] * at(measure, t, r);
    }
    for (double& mean : means) mean /= topics;
    return kendall_tau_b(dense_ranks(means, 1e-12, 1e-12), dense_ranks(strengths, 1e-9, 1e-9));
  }

  // The share of the decided battles whose winner has the higher score.
  std::optional<double> agreed(std::size_t measure, Counts counts) const {
    double agreed = 0, decided = 0;
    for (std::size_t t = 0; t < counts.size(); ++t) {
      for (const Battle& one : battles_.by_topic[t]) {
        if (one.winner == Preference::equal) continue;
        const double difference = (at(measure, t, one.first) - at(measure, t, one.second)) *
                                  (one.winner == Preference::first ? 1 : -1);
        decided += counts[t];
        agreed += counts[t] * (difference > 1e-9 ? 1 : difference < -1e-9 ? 0 : 0.5);
      }
    }
    if (decided == 0) return std::nullopt;
    return agreed / decided;
  }

 private:
  void add(const std::string& topic, const std::string& run,
           const std::vector<ScoreGroup>& groups) {
    for (const ScoreGroup& group : groups) {
      const std::size_t t = place_of(group.topics, topic), r = place_of(group.runs, run);
      if (t == group.topics.size() || r == group.runs.size()) continue;
      for (std::size_t m = 0; m < measures_.size(); ++m)
        values_[m].push_back(group.measures[m].sign() * group.measures[m].at(t, r));
      return;
    }
    const auto& files = groups[0].files;
    throw Error(Location{files.size() == 1 ? files[0] : "", 0},
                fmt::format("run {} has no scores for topic {}, for which there are battles",
                            printable(run), printable(topic)),
                "give the scores of all runs and topics with battles, or none");
  }

  const Battles& battles_;
  std::vector<std::string> measures_;
  std::vector<std::vector<double>> values_;  // [measure][topic, run]
};

// Everything that is estimated: strengths by run, nu, and of each measure tau_b and the share of
// battles that it agrees with. Nothing where strengths are not finite.
std::vector<std::optional<double>> statistics(const Battles& battles, const BattleScores& scores,
                                              std::optional<double> prior, Counts counts,
                                              std::span<const PairOutcomes> outcomes) {
  const std::size_t measures = scores.measures().size();
  std::vector<std::optional<double>> values(battles.runs.size() + 1 + 2 * measures);
  const auto found = paired_strengths(battles.runs.size(), outcomes, prior);
  for (std::size_t m = 0; m < measures; ++m)
    values[values.size() - 2 * measures + 2 * m + 1] = scores.agreed(m, counts);
  if (!found) return values;
  std::ranges::copy(found->strengths, values.begin());
  values[battles.runs.size()] = found->tie_rate;
  for (std::size_t m = 0; m < measures; ++m)
    values[values.size() - 2 * measures + 2 * m] = scores.tau_b(m, counts, found->strengths);
  return values;
}

// The same of a resample, where strengths that it does not bound are infinite, with a prior, too:
// else the upper limit of who seldom loses would come from the resamples alone in which he does.
std::vector<std::optional<double>> resampled(const Battles& battles, const BattleScores& scores,
                                             std::optional<double> prior, Counts counts) {
  const auto outcomes = outcomes_of(battles, counts);
  auto values = statistics(battles, scores, prior, counts, outcomes);
  const auto limits = unbounded_strengths(battles.runs.size(), outcomes);
  std::ranges::copy(limits, values.begin());
  std::optional<double>& nu = values[battles.runs.size()];
  if (!nu) nu = std::ranges::any_of(outcomes, [](auto& o) { return o.ties > 0; }) ? HUGE_VAL : 0;
  return values;
}

struct Record {
  std::uint64_t wins = 0, ties = 0, losses = 0;

  void add(int outcome) { ++(outcome > 0 ? wins : outcome < 0 ? losses : ties); }
  std::uint64_t all() const { return wins + ties + losses; }
};

std::vector<Record> records_of(const Battles& battles) {
  std::vector<Record> records(battles.runs.size());
  for (const auto& of_topic : battles.by_topic) {
    for (const Battle& one : of_topic) {
      records[one.first].add(static_cast<int>(one.winner));
      records[one.second].add(-static_cast<int>(one.winner));
    }
  }
  return records;
}

void add_strengths(const Battles& battles, std::span<const Estimate> strengths,
                   const BootstrapSettings& bootstrap, Report& report) {
  std::vector<std::uint32_t> order = sequence(strengths.size());
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return *strengths[a].value > *strengths[b].value + 1e-9;
  });
  constexpr double elo = 173.71779276130073;  // 400 / ln 10
  const std::vector<Record> records = records_of(battles);
  DataTable& table = report.tables.emplace_back(table_of(battle_tables(), "strengths"));
  const bool has_intervals = std::ranges::any_of(
      strengths, [](const Estimate& strength) { return strength.interval.has_value(); });
  TextTable shown;
  const auto show = [&](std::vector<std::string> cells) {
    if (!has_intervals) cells.erase(cells.begin() + 6);
    shown.add(std::move(cells));
  };
  show({"run", "battles", "wins", "ties", "losses", "strength", name_of_interval(bootstrap.alpha),
        "rating"});
  for (const std::size_t run : order) {
    const Record& record = records[run];
    const Estimate& strength = strengths[run];
    const double rating = 1000 + elo * *strength.value;
    add_row(table, battles.runs[run], record.all(), record.wins, record.ties, record.losses,
            *strength.value, strength.interval, rating, bootstrap);
    show({printable(battles.runs[run]), std::to_string(record.all()), std::to_string(record.wins),
          std::to_string(record.ties), std::to_string(record.losses), fraction(*strength.value),
          interval_text(strength.interval, ""), fmt::format("{:.0f}", rating)});
  }
  report.text.add(std::move(shown));
  if (!has_intervals)
    report.text.add("Strengths have no intervals: only the prior keeps them finite\n");
}

void add_ties(const Estimate& nu, Report& report) {
  const double equals_tie = *nu.value / (2 + *nu.value);
  report.tables.push_back(table_of(battle_tables(), "ties"));
  add_row(report.tables.back(), *nu.value, nu.interval, equals_tie);
  report.text.add(fmt::format("\nTies: nu {}; runs of equal strength tie with probability {}\n",
                              estimate_text(nu), fraction(equals_tie)));
}

void add_sides(const ParticipantSummary& all, std::uint64_t failed, Report& report) {
  DataTable& table = report.tables.emplace_back(table_of(battle_tables(), "sides"));
  add_row(table, all.left, all.equal, all.right, all.left_share, all.left_p, failed);
  if (!all.left_share.value) return;
  report.text.add(
      fmt::format("Sides: the run shown first won {} of {}, {}, {}\n", all.left,
                  count_of(all.left + all.right, "decided battle"), estimate_text(all.left_share),
                  all.sides_fixed ? "but each pair was\nshown in one order only: whether side "
                                    "or run matters cannot be told"
                                  : "sign test p " + p_value_text(*all.left_p)));
}

void add_measures(const Battles& battles, const std::vector<std::string>& measures,
                  std::span<const Estimate> found, Report& report) {
  std::uint64_t decided = 0;
  for (const auto& of_topic : battles.by_topic) {
    decided += static_cast<std::uint64_t>(std::ranges::count_if(
        of_topic, [](const Battle& one) { return one.winner != Preference::equal; }));
  }
  DataTable& table = report.tables.emplace_back(table_of(battle_tables(), "measures"));
  TextTable shown;
  shown.add({"measure", "τ_b", "interval", "agreed", "interval"});
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const Estimate &tau = found[2 * m], &agreed = found[2 * m + 1];
    add_row(table, measures[m], tau, decided, agreed);
    shown.add({printable(measures[m]), fraction_or_dash(tau.value), interval_text(tau.interval, ""),
               fraction_or_dash(agreed.value), interval_text(agreed.interval, "")});
  }
  report.text.add(
      fmt::format("\nMeasures: Kendall's τ_b of mean scores and strengths; the share of the {}\n"
                  "whose winner has the higher score, equal scores half\n\n",
                  count_of(decided, "decided battle")),
      std::move(shown));
}

AnalysisResult run_battles(AnalysisInputs& inputs, const AnalysisValues& values,
                           const ProgressCallback& progress) {
  leave_out_checks(inputs.preferences);
  const Battles battles = battles_of(inputs.preferences);
  const BattleScores scores(battles, inputs.groups);
  const BootstrapSettings bootstrap = bootstrap_of(values);
  const std::optional<double> prior = values.number("prior");
  ProgressMeter meter(progress, "resampling", "resamples", bootstrap.trials);
  const std::vector<std::uint32_t> once(battles.topics.size(), 1);
  const auto outcomes = outcomes_of(battles, once);
  const auto found = statistics(battles, scores, prior, once, outcomes);
  if (!found[0]) {
    if (std::ranges::all_of(
            outcomes, [](const auto& pair) { return pair.wins_first + pair.wins_second == 0; }))
      throw Error(Location{inputs.preferences[0].file, 0},
                  "has ties alone, which tell no strengths");
    throw Error(Location{inputs.preferences[0].file, 0},
                "gives no finite strengths: some runs have only won, or only lost, or never met "
                "the others",
                "add `prior=2`, a normal prior of the strengths with that standard deviation");
  }
  std::atomic<std::uint64_t> without_strengths = 0;
  const auto intervals =
      topic_intervals(battles.topics.size(), found.size(), bootstrap, [&](Counts counts) {
        auto result = resampled(battles, scores, prior, counts);
        if (result.size() > battles.runs.size() + 1 && !result[battles.runs.size() + 1])
          ++without_strengths;
        meter.advance();
        return result;
      });
  // Without a bound in all of the data, resamples say nothing either.
  const bool are_bounded = unbounded_strengths(battles.runs.size(), outcomes).empty();
  std::vector<Estimate> estimates;
  for (std::size_t i = 0; i < found.size(); ++i) {
    // Nor where they go to infinity so often that they leave the estimate behind, nor of a τ_b of
    // strengths that many of them do not have.
    const bool is_behind = found[i] && intervals[i] &&
                           (*found[i] < intervals[i]->low || *found[i] > intervals[i]->high) &&
                           (std::isinf(intervals[i]->low) || std::isinf(intervals[i]->high));
    const bool is_tau = i > battles.runs.size() && (i - battles.runs.size()) % 2 == 1;
    const bool are_few = is_tau && static_cast<double>(without_strengths) >
                                       bootstrap.alpha * static_cast<double>(bootstrap.trials);
    const bool has_interval =
        found[i] && !is_behind && !are_few && (are_bounded || i >= battles.runs.size());
    estimates.push_back({found[i], has_interval ? intervals[i] : std::nullopt});
  }
  const std::span<const Estimate> all = estimates;
  std::size_t battles_in_all = 0;
  for (const auto& of_topic : battles.by_topic) battles_in_all += of_topic.size();
  std::uint64_t failed = 0;
  for (const PreferencePool& pool : inputs.preferences) failed += pool.failed;
  const std::string left_out = failed > 0 ? fmt::format(" ({} more failed)", failed) : "";
  AnalysisResult result;
  result.report.text.add(fmt::format(
      "Strengths by the model of Bradley and Terry, ties as Davidson has them:\n{}{}, {}, {}, {}; "
      "intervals by the bootstrap over topics (B = {}, seed {})\n\n",
      count_of(battles_in_all, "battle"), left_out, count_of(battles.runs.size(), "run"),
      count_of(battles.topics.size(), "topic"),
      battles.judges == std::vector<std::string>{unnamed_judge}
          ? "judges not named"
          : count_of(battles.judges.size(), "judge"),
      bootstrap.trials, bootstrap.seed));
  const std::size_t runs = battles.runs.size();
  add_strengths(battles, all.first(runs), bootstrap, result.report);
  add_ties(all[runs], result.report);
  add_sides(participant_summaries({"", inputs.preferences}, bootstrap.alpha)[0], failed,
            result.report);
  if (!scores.measures().empty())
    add_measures(battles, scores.measures(), all.subspan(runs + 1), result.report);
  return result;
}

}  // namespace

Analysis battles_analysis() {
  Analysis analysis;
  analysis.name = "battles";
  analysis.summary =
      "the strength of runs whose answers were compared in pairs, and which measures agree";
  analysis.source = "Davidson 1970, section 2; Bradley and Terry 1952";
  analysis.usage = "--preferences FILE... [SCORES...]";
  const AnalysisOption prior = record_option(
      "prior", OptionKind::number, "S",
      "standard deviation of a normal prior of strengths (default: none)", "", {0.001, 1000}, "2");
  const AnalysisOption trials = trials_option();
  analysis.options = {standardise_option(), alpha_option(), trials, seed_option(), prior};
  analysis.tables = battle_tables();
  analysis.compares_runs = false;
  analysis.resamples = true;
  analysis.has_people = true;
  analysis.may_lack_scores = true;
  analysis.run = run_battles;
  return analysis;
}

}  // namespace subintent::internal
