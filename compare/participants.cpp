#include "compare/participants.h"

#include <fmt/format.h>

#include "compare/mean_test.h"
#include "compare/paired_tests.h"
#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/warning.h"

namespace subintent::internal {
namespace {

// The pools that the preferences name.
std::vector<PreferencePool> divided(const std::vector<PreferencePool>& pools) {
  std::vector<PreferencePool> result;
  for (const PreferencePool& pool : pools) {
    std::map<std::string, std::vector<UserPreference>, LabelLess> named;
    for (const UserPreference& answer : pool.preferences) named[answer.pool].push_back(answer);
    if (named.size() <= 1) {
      result.push_back(pool);
      continue;
    }
    for (auto& [name, preferences] : named) {
      const std::string full = pools.size() == 1 ? name : pool.name + ": " + name;
      result.push_back({name.empty() ? pool.name : full, std::move(preferences), 0, pool.file});
    }
  }
  return result;
}

bool is_check(const UserPreference& answer) {
  return answer.check.has_value();
}

bool is_passed(const UserPreference& answer) {
  return answer.check == answer.preference;
}

// By question, in the order of the pools.
std::map<std::string, std::vector<UserPreference>, LabelLess> checks_of(
    const std::vector<PreferencePool>& pools) {
  std::map<std::string, std::vector<UserPreference>, LabelLess> checks;
  for (const PreferencePool& pool : pools) {
    for (const UserPreference& answer : pool.preferences)
      if (is_check(answer)) checks[answer.question].push_back(answer);
  }
  return checks;
}

// The numbers of the topics of pairs, in label order.
using TopicNumbers = std::map<std::string, std::size_t, LabelLess>;

TopicNumbers topics_of(const JudgedPairs& judged) {
  TopicNumbers numbers;
  for (const JudgedPair& pair : judged.pairs) numbers[pair.topic] = 0;
  std::size_t next = 0;
  for (auto& [topic, number] : numbers) number = next++;
  return numbers;
}

// The agreement of the participants of a pool, topic by topic.
class Reliability {
 public:
  Reliability(const JudgedPairs& judged, TiedPreference tied)
      : topics_(topics_of(judged).size()), coincidences_(topics_.size(), 3) {  // <, =, >
    const TopicNumbers numbers = topics_of(judged);
    for (const JudgedPair& pair : judged.pairs) add(pair, tied, numbers.at(pair.topic));
  }

  std::size_t topics() const { return topics_.size(); }
  std::uint64_t pairs() const { return pairs_; }
  std::uint64_t judgments() const { return judgments_; }

  // Over a resample of the topics.
  std::optional<double> alpha(std::span<const std::uint32_t> counts, ValueMetric metric) const {
    Coincidences sum = coincidences_.sum(counts);
    sum.forget_order();  // runs stand in that of their names
    return sum.alpha(metric);
  }

  std::optional<double> tau(std::span<const std::uint32_t> counts) const {
    std::vector<Agreement> sums(numbers_.size());
    for (std::size_t t = 0; t < topics_.size(); ++t)
      for (const auto& [users, agreement] : topics_[t]) sums[users].add(agreement, counts[t]);
    return mean_tau(sums);
  }

 private:
  void add(const JudgedPair& pair, TiedPreference tied, std::size_t topic) {
    const std::vector<PairAnswer>& answers = pair.answers;
    if (answers.size() < 2) return;
    ++pairs_;
    judgments_ += answers.size();
    std::vector<std::size_t> given;
    for (const PairAnswer& answer : answers)
      given.push_back(static_cast<std::size_t>(answer.preference + 1));
    coincidences_[topic].add(given);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      for (std::size_t j = i + 1; j < answers.size(); ++j) {
        const std::pair users(answers[i].participant, answers[j].participant);
        const std::size_t number = numbers_.emplace(users, numbers_.size()).first->second;
        topics_[topic][number].add(answers[i].preference, answers[j].preference, tied);
      }
    }
  }

  std::vector<std::map<std::size_t, Agreement>> topics_;  // of every two, by their number
  TopicTables<Coincidences> coincidences_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> numbers_;  // of every two participants
  std::uint64_t pairs_ = 0, judgments_ = 0;
};

struct Coefficient {
  const char* name;
  std::optional<double> (*of)(const Reliability& reliability,
                              std::span<const std::uint32_t> topics);
};

using Topics = std::span<const std::uint32_t>;

constexpr Coefficient coefficients[] = {
    {"tau", [](const Reliability& r, Topics topics) { return r.tau(topics); }},
    {"alpha_nominal",
     [](const Reliability& r, Topics topics) { return r.alpha(topics, ValueMetric::nominal); }},
    {"alpha_ordinal",
     [](const Reliability& r, Topics topics) { return r.alpha(topics, ValueMetric::ordinal); }},
};

// How each measure agrees with each participant, topic by topic.
class MeasureAgreement {
 public:
  MeasureAgreement(const JudgedPairs& judged, TiedPreference tied)
      : measures_(judged.measures.size()),
        participants_(judged.participants.size()),
        topics_(topics_of(judged).size()) {
    const TopicNumbers numbers = topics_of(judged);
    for (const JudgedPair& pair : judged.pairs) {
      Topic& topic = topics_[numbers.at(pair.topic)];
      for (const PairAnswer& answer : pair.answers) {
        auto& by_measure = topic.try_emplace(answer.participant, measures_).first->second;
        for (std::size_t m = 0; m < measures_; ++m)
          by_measure[m].add(pair.by_measure[m], answer.preference, tied);
      }
    }
  }

  std::size_t topics() const { return topics_.size(); }

  // By measure, over a resample of the topics: the mean over the participants who judged.
  std::vector<std::optional<double>> taus(std::span<const std::uint32_t> counts) const {
    std::vector<std::vector<Agreement>> sums(measures_, std::vector<Agreement>(participants_));
    for (std::size_t t = 0; t < topics_.size(); ++t) {
      if (counts[t] == 0) continue;
      for (const auto& [participant, by_measure] : topics_[t])
        for (std::size_t m = 0; m < measures_; ++m)
          sums[m][participant].add(by_measure[m], counts[t]);
    }
    return mapped(sums, mean_tau);
  }

  // Over all participants, for a topic or all of them.
  Agreement all(std::size_t measure, std::size_t topic) const {
    Agreement sum;
    for (const auto& [participant, by_measure] : topics_[topic]) sum.add(by_measure[measure]);
    return sum;
  }
  Agreement all(std::size_t measure) const {
    Agreement sum;
    for (std::size_t t = 0; t < topics_.size(); ++t) sum.add(all(measure, t));
    return sum;
  }

 private:
  using Topic = std::map<std::size_t, std::vector<Agreement>>;  // by participant, then measure

  std::size_t measures_, participants_;
  std::vector<Topic> topics_;
};

enum class Side { unknown, left, equal, right };

Side better_side(const UserPreference& answer) {
  if (answer.left.empty()) return Side::unknown;
  if (answer.preference == Preference::equal) return Side::equal;
  return (answer.preference == Preference::first) == (answer.left == answer.run1) ? Side::left
                                                                                  : Side::right;
}

// Counts the answers of a participant, or of all.
class Summary {
 public:
  explicit Summary(double fast_seconds) : fast_seconds_(fast_seconds) {}

  void add(const UserPreference& answer) {
    ++summary_.answers;
    if (!answer.left.empty()) {
      const auto [at, is_new] = left_of_.try_emplace({answer.run1, answer.run2}, answer.left);
      again_ += is_new ? 0 : 1;
      summary_.sides_fixed = summary_.sides_fixed && at->second == answer.left;
    }
    if (answer.seconds) {
      seconds_.push_back(*answer.seconds);
      summary_.fast += *answer.seconds < fast_seconds_ ? 1 : 0;
    }
    summary_.comments += answer.comment.empty() ? 0 : 1;
    summary_.checks += is_check(answer) ? 1 : 0;
    summary_.passed += is_passed(answer) ? 1 : 0;
    if (answer.repeat || is_check(answer)) return;
    const Side side = better_side(answer);
    summary_.left += side == Side::left ? 1 : 0;
    summary_.equal += side == Side::equal ? 1 : 0;
    summary_.right += side == Side::right ? 1 : 0;
  }

  // Two answers to a pair.
  void add(const UserPreference& first, const UserPreference& repeat) {
    ++summary_.repeats;
    summary_.same += first.preference == repeat.preference ? 1 : 0;
    const Side side = better_side(first);
    summary_.same_side += (side == Side::left || side == Side::right) &&
                                  side == better_side(repeat) && first.left != repeat.left
                              ? 1
                              : 0;
  }

  ParticipantSummary summarised(double alpha) {
    summary_.sides_fixed = summary_.sides_fixed && again_ >= 5;  // by chance: 2^-5
    summary_.median_seconds = median(std::move(seconds_));
    if (const std::uint64_t decided = summary_.left + summary_.right; decided > 0) {
      summary_.left_share = share_of(summary_.left, decided, alpha);
      if (!summary_.sides_fixed) summary_.left_p = sign_test(summary_.left, summary_.right);
    }
    if (summary_.repeats > 0)
      summary_.same_share = share_of(summary_.same, summary_.repeats, alpha);
    return std::move(summary_);
  }

 private:
  static Estimate share_of(std::uint64_t count, std::uint64_t n, double alpha) {
    return {static_cast<double>(count) / static_cast<double>(n), wilson_interval(count, n, alpha)};
  }

  double fast_seconds_;
  ParticipantSummary summary_;
  std::map<std::pair<std::string_view, std::string_view>, std::string_view> left_of_;
  std::size_t again_ = 0;  // a pair was shown that had been shown before
  std::vector<double> seconds_;
};

// The tau of every measure with the people, by topic, as scores of runs are.
ScoreGroup agreement_scores(const JudgedPool& pool, TiedPreference tied) {
  const std::size_t measures = pool.judged.measures.size();
  const MeasureAgreement agreement(pool.judged, tied);
  ScoreGroup group{pool.judged.measures, {}, {{pool.name, agreement.topics(), measures, {}}}};
  for (const auto& [topic, number] : topics_of(pool.judged)) {
    group.topics.push_back(topic);
    for (std::size_t m = 0; m < measures; ++m)
      group.measures[0].values.push_back(agreement.all(m, number).tau());
  }
  return group;
}

}  // namespace

void leave_out_checks(std::vector<PreferencePool>& pools) {
  for (PreferencePool& pool : pools) std::erase_if(pool.preferences, is_check);
}

void leave_out_failed(std::vector<PreferencePool>& pools, double share, Warnings& notes) {
  struct Answers {
    std::uint64_t checks = 0, passed = 0;
  };
  std::map<std::string, Answers, LabelLess> counts;
  for (const auto& [question, checks] : checks_of(pools)) {
    for (const UserPreference& answer : checks) {
      Answers& count = counts[answer.participant];
      ++count.checks;
      count.passed += is_passed(answer) ? 1 : 0;
    }
  }
  for (const auto& [name, count] : counts) {
    if (static_cast<double>(count.passed) >= share * static_cast<double>(count.checks)) continue;
    for (PreferencePool& pool : pools) {
      std::erase_if(pool.preferences, [&name = name](const UserPreference& answer) {
        return answer.participant == name;
      });
    }
    add_warning(
        notes, "failed-checks",
        fmt::format("participant {} is left out: {} of {} answered correctly", printable(name),
                    count.passed, count_of(count.checks, "attention check")));
  }
  const auto is_empty = [](const PreferencePool& pool) { return pool.preferences.empty(); };
  if (!std::ranges::all_of(pools, is_empty)) return;
  throw Error(Location{pools[0].file, 0}, "all participants are left out",
              "give a smaller share of `checks_passed`");
}

std::vector<QuestionPools> by_question(const std::vector<PreferencePool>& pools) {
  auto checks = checks_of(pools);
  std::vector<PreferencePool> real = pools;
  leave_out_checks(real);
  std::map<std::string, std::vector<PreferencePool>, LabelLess> questions;
  for (const auto& [question, answers] : checks) questions[question];
  for (const PreferencePool& pool : divided(real)) {
    std::map<std::string, PreferencePool> parts;
    for (const UserPreference& answer : pool.preferences) {
      const auto part =
          parts.try_emplace(answer.question, PreferencePool{pool.name, {}, 0, pool.file}).first;
      part->second.preferences.push_back(answer);
    }
    for (auto& [question, part] : parts) questions[question].push_back(std::move(part));
  }
  std::vector<QuestionPools> result;
  for (auto& [question, of_question] : questions) {
    if (of_question.empty()) of_question.push_back({pools[0].name, {}, 0, pools[0].file});
    result.push_back({questions.size() == 1 ? "" : question, std::move(of_question),
                      std::move(checks[question])});
  }
  return result;
}

std::vector<UserReliability> user_reliabilities(const QuestionPools& answers, TiedPreference tied,
                                                const BootstrapSettings& settings) {
  std::vector<UserReliability> reliabilities;
  for (const JudgedPool& pool : judged_pools(answers.pools)) {
    const Reliability reliability(pool.judged, tied);
    for (const Coefficient& coefficient : coefficients) {
      const Estimate estimate = topic_estimate(reliability.topics(), settings, [&](Topics topics) {
        return coefficient.of(reliability, topics);
      });
      reliabilities.push_back({estimate, answers.question, pool.name, coefficient.name,
                               reliability.pairs(), reliability.judgments()});
    }
  }
  return reliabilities;
}

std::vector<MeasureTau> measure_taus(const JudgedPairs& judged, TiedPreference tied,
                                     const BootstrapSettings& settings) {
  const MeasureAgreement agreement(judged, tied);
  std::vector<MeasureTau> taus;
  for (const Estimate& tau : topic_estimates(
           agreement.topics(), settings, [&](Topics topics) { return agreement.taus(topics); })) {
    const Agreement all = agreement.all(taus.size());
    taus.push_back({tau, all.agreements, all.judged()});
  }
  return taus;
}

std::vector<ParticipantSummary> participant_summaries(const QuestionPools& answers, double alpha,
                                                      double fast_seconds) {
  Summary all(fast_seconds);
  std::map<std::string, Summary, LabelLess> summaries;
  const auto summary_of = [&](const UserPreference& answer) -> Summary& {
    return summaries.try_emplace(answer.participant, fast_seconds).first->second;
  };
  for (const PreferencePool& pool : answers.pools) {
    const UserPreference* last = nullptr;  // a repeat follows what it repeats
    for (const UserPreference& answer : pool.preferences) {
      Summary& of_participant = summary_of(answer);
      all.add(answer);
      of_participant.add(answer);
      if (answer.repeat && last != nullptr && last->same_pair(answer)) {
        all.add(*last, answer);
        of_participant.add(*last, answer);
      }
      last = &answer;
    }
  }
  for (const UserPreference& answer : answers.checks) {
    all.add(answer);
    summary_of(answer).add(answer);
  }
  std::vector<ParticipantSummary> result = {all.summarised(alpha)};
  for (auto& [name, summary] : summaries) {
    result.push_back(summary.summarised(alpha));
    result.back().participant = name;
  }
  for (ParticipantSummary& summary : result) summary.question = answers.question;
  return result;
}

std::vector<PreferenceTest> preference_tests(const QuestionPools& answers,
                                             const std::vector<ScoreGroup>& groups,
                                             TiedPreference tied, const TestSettings& settings,
                                             Correction correction) {
  const std::vector<JudgedPool> pools = judged_pools(answers.pools, groups);
  std::vector<PreferenceTest> tests;
  if (groups.at(0).measures.size() < 2) return tests;
  for (const JudgedPool& pool : pools) {
    if (pool.judged.pairs.empty()) continue;
    const ScoreGroup scores = agreement_scores(pool, tied);
    const auto pairs = all_pairs(scores.runs.size());
    for (ComparedPair& pair : compare_pairs(scores, 1, pairs, settings, {{}, correction}))
      tests.push_back({answers.question, pool.name, std::move(pair)});
  }
  return tests;
}

}  // namespace subintent::internal
