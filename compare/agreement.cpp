#include "compare/agreement.h"

#include <cmath>

#include "compare/correlation.h"
#include "core/base/portable_math.h"
#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Finds the scores of a run for a topic.
class ScoreFinder {
 public:
  // `groups` must outlive the finder.
  ScoreFinder(const std::vector<ScoreGroup>& groups, std::string file) : file_(std::move(file)) {
    for (const ScoreGroup& group : groups)
      for (std::size_t i = 0; i < group.runs.size(); ++i)
        runs_[group.runs[i]].push_back({&group, i});
  }

  std::vector<std::int8_t> preferences(const UserPreference& judged) const {
    const Location location{file_, judged.line};
    bool together = false;
    for (const Place& first : places(judged.run1, location)) {
      for (const Place& second : places(judged.run2, location)) {
        if (first.group != second.group) continue;
        together = true;
        const auto& topics = first.group->topics;
        const auto topic = std::lower_bound(topics.begin(), topics.end(), judged.topic, label_less);
        if (topic == topics.end() || *topic != judged.topic) continue;
        const auto number = static_cast<std::size_t>(topic - topics.begin());
        std::vector<std::int8_t> result;
        for (const ScoreMatrix& scores : first.group->measures) {
          result.push_back(preference(scores.sign() * scores.at(number, first.run),
                                      scores.sign() * scores.at(number, second.run)));
        }
        return result;
      }
    }
    if (together) {
      throw Error(location, "there are no scores for topic " + printable(judged.topic),
                  "give scores of that topic, or leave its preferences out");
    }
    throw Error(location,
                "runs " + printable(judged.run1) + " and " + printable(judged.run2) +
                    " are compared, but have scores for different topics",
                "use `missing=zero` or drop");
  }

 private:
  // Groups may have runs of the same name.
  struct Place {
    const ScoreGroup* group;
    std::size_t run;
  };

  const std::vector<Place>& places(const std::string& run, const Location& location) const {
    const auto at = runs_.find(run);
    if (at != runs_.end()) return at->second;
    throw Error(location, "there are no scores of run " + printable(run),
                "give its scores, or leave its preferences out");
  }

  std::string file_;
  std::unordered_map<std::string, std::vector<Place>> runs_;
};

std::size_t place_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::lower_bound(names.begin(), names.end(), name, label_less) -
                                  names.begin());
}

void sort_labels(std::vector<std::string>& names) {
  std::sort(names.begin(), names.end(), label_less);
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

void add_renamed(JudgedPairs& to, const JudgedPairs& from) {
  std::vector<std::size_t> places = mapped(
      from.participants, [&](const std::string& name) { return place_of(to.participants, name); });
  for (const JudgedPair& pair : from.pairs)
    for (PairAnswer& answer : to.pairs.emplace_back(pair).answers)
      answer.participant = places[answer.participant];
}

// By judgment; made in the order of the file, so that an error names its first line.
std::vector<std::vector<std::int8_t>> preferences_of_measures(
    const std::vector<UserPreference>& preferences, const ScoreFinder& finder) {
  std::vector<std::vector<std::int8_t>> result(preferences.size());
  for (const std::size_t i :
       ordered(preferences.size(), [&](std::size_t one) { return preferences[one].line; }))
    result[i] = finder.preferences(preferences[i]);
  return result;
}

// The last answer of a participant to a pair counts.
void set_answer(std::vector<PairAnswer>& answers, const PairAnswer& answer) {
  const auto at =
      std::ranges::lower_bound(answers, answer.participant, {}, &PairAnswer::participant);
  if (at != answers.end() && at->participant == answer.participant)
    *at = answer;
  else
    answers.insert(at, answer);
}

// `by_measure` are those of the preferences; empty where there are none.
JudgedPairs pairs_judged_by(const std::vector<UserPreference>& preferences,
                            std::vector<std::vector<std::int8_t>> by_measure) {
  JudgedPairs judged;
  for (const UserPreference& one : preferences) judged.participants.push_back(one.participant);
  sort_labels(judged.participants);
  by_measure.resize(preferences.size());
  auto& pairs = judged.pairs;
  for (std::size_t i = 0; i < preferences.size(); ++i) {
    const UserPreference& one = preferences[i];
    if (one.repeat) continue;
    if (pairs.empty() || pairs.back().topic != one.topic || pairs.back().run1 != one.run1 ||
        pairs.back().run2 != one.run2)
      pairs.push_back({one.topic, one.run1, one.run2, std::move(by_measure[i]), {}});
    set_answer(pairs.back().answers, {place_of(judged.participants, one.participant),
                                      static_cast<std::int8_t>(one.preference)});
  }
  return judged;
}

void count_pair(const JudgedPair& pair, TiedPreference tied, AgreementTable& table) {
  for (std::size_t i = 0; i < pair.by_measure.size(); ++i)
    for (std::size_t j = 0; j < pair.by_measure.size(); ++j)
      table.measures[i][j].add(pair.by_measure[i], pair.by_measure[j], tied);
  for (const auto& [user, judged] : pair.answers) {
    for (std::size_t i = 0; i < pair.by_measure.size(); ++i)
      table.users[i][user].add(pair.by_measure[i], judged, tied);
    for (const PairAnswer& other : pair.answers)
      table.between_users[user][other.participant].add(judged, other.preference, tied);
  }
}

AgreementTable agreement_table(const JudgedPairs& judged, TiedPreference tied) {
  const std::size_t measures = judged.measures.size(), users = judged.participants.size();
  AgreementTable table;
  table.measures.assign(measures, std::vector<Agreement>(measures));
  table.users.assign(measures, std::vector<Agreement>(users));
  table.between_users.assign(users, std::vector<Agreement>(users));
  for (const JudgedPair& pair : judged.pairs) count_pair(pair, tied, table);
  for (const auto& of_measure : table.users) table.average.push_back(mean_tau(of_measure));
  std::vector<Agreement> of_two;
  for (std::size_t i = 0; i < users; ++i)
    of_two.insert(of_two.end(), table.between_users[i].begin() + static_cast<std::ptrdiff_t>(i + 1),
                  table.between_users[i].end());
  table.average_between_users = mean_tau(of_two);
  return table;
}

// x of A x = b by elimination with pivots; nothing where A is singular.
std::optional<std::vector<double>> solved(std::vector<double> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
    if (std::abs(a[pivot * n + k]) < 1e-9) return std::nullopt;
    for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return b;
}

// The logarithm of the likelihood is concave in the strengths and the logarithm of nu, which is the
// last parameter where there are ties: Newton's steps climb it.
class Likelihood {
 public:
  Likelihood(std::size_t items, std::span<const PairOutcomes> outcomes, std::optional<double> prior)
      : items_(items), outcomes_(outcomes) {
    has_ties_ = std::ranges::any_of(outcomes, [](const PairOutcomes& o) { return o.ties > 0; });
    if (prior) precision_ = 1 / (*prior * *prior);
  }

  std::size_t parameters() const { return items_ + (has_ties_ ? 1 : 0); }
  bool has_ties() const { return has_ties_; }
  bool has_prior() const { return precision_ > 0; }

  double at(const std::vector<double>& x) const {
    double sum = 0;
    for (const PairOutcomes& o : outcomes_) {
      const double half = (x[o.first] - x[o.second]) / 2;
      const Weights w = weights(half, x);
      sum += (o.wins_first - o.wins_second) * half - total(o) * portable::log(w.sum());
      if (has_ties_) sum += o.ties * x[items_];
    }
    for (std::size_t i = 0; i < items_; ++i) sum -= precision_ * x[i] * x[i] / 2;
    return sum;
  }

  // Newton's step from x.
  std::optional<std::vector<double>> step(const std::vector<double>& x) const {
    const std::size_t n = parameters();
    std::vector<double> slope(n, 0), curve(n * n, 0);  // curve: minus the second derivatives
    for (std::size_t i = 0; i < items_; ++i) {
      slope[i] -= precision_ * x[i];
      curve[i * n + i] += precision_;
      // The sum of all strengths is free; this holds it at 0.
      for (std::size_t j = 0; j < items_; ++j) curve[i * n + j] += 1;
    }
    for (const PairOutcomes& o : outcomes_) add(o, x, slope, curve);
    return solved(std::move(curve), std::move(slope));
  }

 private:
  // The weights of the outcomes, over sqrt(p_i p_j).
  struct Weights {
    double first = 0, second = 0, tie = 0;
    double sum() const { return first + second + tie; }
  };

  static double total(const PairOutcomes& o) { return o.wins_first + o.wins_second + o.ties; }

  Weights weights(double half, const std::vector<double>& x) const {
    return {portable::exp(half), portable::exp(-half), has_ties_ ? portable::exp(x[items_]) : 0};
  }

  void add(const PairOutcomes& o, const std::vector<double>& x, std::vector<double>& slope,
           std::vector<double>& curve) const {
    const std::size_t n = slope.size(), i = o.first, j = o.second;
    const Weights w = weights((x[i] - x[j]) / 2, x);
    const double met = total(o), p = w.first / w.sum(), q = w.second / w.sum(), t = w.tie / w.sum();
    const double surplus = (o.wins_first - o.wins_second - met * (p - q)) / 2;
    slope[i] += surplus;
    slope[j] -= surplus;
    const double of_half = met * (p + q - (p - q) * (p - q)) / 4;
    curve[i * n + i] += of_half;
    curve[j * n + j] += of_half;
    curve[i * n + j] -= of_half;
    curve[j * n + i] -= of_half;
    if (!has_ties_) return;
    slope[n - 1] += o.ties - met * t;
    curve[n * n - 1] += met * t * (1 - t);
    const double mixed = -met * t * (p - q) / 2;
    for (const auto& [item, value] : {std::pair(i, mixed), std::pair(j, -mixed)}) {
      curve[item * n + n - 1] += value;
      curve[(n - 1) * n + item] += value;
    }
  }

  std::size_t items_;
  std::span<const PairOutcomes> outcomes_;
  bool has_ties_ = false;
  double precision_ = 0;
};

std::vector<double> moved(std::vector<double> x, const std::vector<double>& step, double share) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += share * step[i];
  return x;
}

// Nothing where steps do not become small, or lead far away. A wide prior leaves the point farther
// away, and its last digits to rounding.
std::optional<std::vector<double>> highest_point(const Likelihood& likelihood) {
  constexpr int max_steps = 200;
  constexpr double near = 1e-3, there = 1e-12, there_with_prior = 1e-6;
  const double far = likelihood.has_prior() ? 500 : 25;
  std::vector<double> x(likelihood.parameters(), 0);
  double largest = 0;
  for (int steps = 0; steps < max_steps; ++steps) {
    const auto step = likelihood.step(x);
    if (!step) return std::nullopt;
    largest = 0;
    for (const double d : *step) largest = std::max(largest, std::abs(d));
    double share = 1;
    if (largest > near) {  // no exponent leaves its range, and no step goes down
      share = std::min(1.0, 5 / largest);
      const double value = likelihood.at(x);
      while (share > 1e-9 && likelihood.at(moved(x, *step, share)) < value) share /= 2;
    }
    x = moved(std::move(x), *step, share);
    if (largest < there) return x;
    if (std::ranges::any_of(x, [&](double one) { return std::abs(one) > far; }))
      return std::nullopt;
  }
  return likelihood.has_prior() && largest < there_with_prior ? std::optional(x) : std::nullopt;
}

// Which items are at least as good as which, directly or by others: [better * items + worse].
std::vector<char> reach_of(std::size_t items, std::span<const PairOutcomes> outcomes) {
  std::vector<std::vector<std::size_t>> beaten(items);
  for (const PairOutcomes& o : outcomes) {
    if (o.wins_first + o.ties > 0) beaten[o.first].push_back(o.second);
    if (o.wins_second + o.ties > 0) beaten[o.second].push_back(o.first);
  }
  std::vector<char> reach(items * items, 0);
  for (std::size_t from = 0; from < items; ++from) {
    std::vector<std::size_t> open = {from};
    reach[from * items + from] = 1;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      for (const std::size_t to : beaten[at])
        if (std::exchange(reach[from * items + to], 1) == 0) open.push_back(to);
    }
  }
  return reach;
}

}  // namespace

void Agreement::add(int first, int second, TiedPreference tied) {
  if (first == second) {
    agreements += 1;
  } else if (first != 0 && second != 0) {
    disagreements += 1;
  } else if (tied == TiedPreference::disagree) {
    disagreements += 1;
  } else if (tied == TiedPreference::half) {
    agreements += 0.5;
    disagreements += 0.5;
  }
}

std::optional<double> mean_tau(std::span<const Agreement> agreements) {
  double sum = 0, used = 0;
  for (const Agreement& agreement : agreements) {
    if (agreement.judged() == 0) continue;
    sum += agreement.tau();
    used += 1;
  }
  return used == 0 ? std::nullopt : std::optional(sum / used);
}

JudgedPairs join_preferences(const std::vector<UserPreference>& preferences,
                             const std::vector<ScoreGroup>& groups, const std::string& file) {
  JudgedPairs judged =
      pairs_judged_by(preferences, preferences_of_measures(preferences, ScoreFinder(groups, file)));
  for (const ScoreMatrix& scores : groups.at(0).measures) judged.measures.push_back(scores.measure);
  return judged;
}

JudgedPairs joined(const JudgedPairs& a, const JudgedPairs& b) {
  JudgedPairs both{a.measures, a.participants, {}};
  both.participants.insert(both.participants.end(), b.participants.begin(), b.participants.end());
  sort_labels(both.participants);
  add_renamed(both, a);
  add_renamed(both, b);
  return both;
}

JudgedPairs disagreed(const JudgedPairs& judged, std::size_t measure1, std::size_t measure2) {
  JudgedPairs subset{judged.measures, judged.participants, {}};
  for (const JudgedPair& pair : judged.pairs)
    if (pair.by_measure[measure1] != pair.by_measure[measure2]) subset.pairs.push_back(pair);
  return subset;
}

std::vector<JudgedPool> judged_pools(const std::vector<PreferencePool>& given,
                                     const std::vector<ScoreGroup>& groups) {
  auto pools = mapped(given, [&](const PreferencePool& pool) {
    return JudgedPool{pool.name, groups.empty()
                                     ? pairs_judged_by(pool.preferences, {})
                                     : join_preferences(pool.preferences, groups, pool.file)};
  });
  JudgedPairs all = pools.at(0).judged;
  for (std::size_t i = 1; i < pools.size(); ++i) all = joined(all, pools[i].judged);
  const JudgedPairs nobody{all.measures, all.participants, {}};
  for (JudgedPool& pool : pools) pool.judged = joined(pool.judged, nobody);
  if (pools.size() == 1)
    pools[0].name = "all";
  else
    pools.insert(pools.begin(), {"all", std::move(all)});
  return pools;
}

std::vector<PoolAgreement> pool_agreements(const std::vector<PreferencePool>& given,
                                           const std::vector<ScoreGroup>& groups,
                                           TiedPreference tied) {
  std::vector<PoolAgreement> pools;
  for (JudgedPool& pool : judged_pools(given, groups))
    pools.push_back({std::move(pool.name), std::move(pool.judged), {}});
  const JudgedPairs all = pools[0].judged;
  for (std::size_t i = 0; i < all.measures.size(); ++i) {
    for (std::size_t j = i + 1; j < all.measures.size(); ++j) {
      pools.push_back({all.measures[i] + " and " + all.measures[j] + " disagree",
                       disagreed(all, i, j),
                       {},
                       true});
    }
  }
  for (PoolAgreement& pool : pools) pool.table = agreement_table(pool.judged, tied);
  return pools;
}

std::vector<std::optional<double>> unbounded_strengths(std::size_t items,
                                                       std::span<const PairOutcomes> outcomes) {
  const std::vector<char> reach = reach_of(items, outcomes);
  if (std::ranges::count(reach, 1) == std::ssize(reach)) return {};
  std::vector<std::optional<double>> limits(items);
  for (std::size_t i = 0; i < items; ++i) {
    bool is_above = false, is_below = false;  // others, for good
    for (std::size_t j = 0; j < items; ++j) {
      const bool down = reach[i * items + j] != 0, up = reach[j * items + i] != 0;
      is_above |= down && !up;
      is_below |= up && !down;
    }
    if (is_above != is_below) limits[i] = is_above ? HUGE_VAL : -HUGE_VAL;
  }
  return limits;
}

std::optional<PairedStrengths> paired_strengths(std::size_t items,
                                                std::span<const PairOutcomes> outcomes,
                                                std::optional<double> prior) {
  const Likelihood likelihood(items, outcomes, prior);
  auto found = highest_point(likelihood);
  if (!found) return std::nullopt;
  PairedStrengths strengths;
  if (likelihood.has_ties()) {
    strengths.tie_rate = portable::exp(found->back());
    found->pop_back();
  }
  double mean = 0;
  for (const double strength : *found) mean += strength / static_cast<double>(items);
  for (double& strength : *found) strength -= mean;
  strengths.strengths = std::move(*found);
  return strengths;
}

}  // namespace subintent::internal
