#include "report/judge/make_study.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <tuple>

#include "compare/correlation.h"
#include "core/base/philox.h"
#include "core/base/strings.h"
#include "core/base/warning.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using Scores = std::span<const double>;

// The product of the differences, whatever the scales of the measures.
std::optional<double> disagreement(Scores first, Scores second) {
  const int ways = preference(first[0], second[0]) * preference(first[1], second[1]);
  if (ways >= 0) return std::nullopt;
  return (first[0] - second[0]) * (first[1] - second[1]);
}

template <int sign>
std::optional<double> distance(Scores first, Scores second) {
  return sign * std::abs(first[0] - second[0]);
}

constexpr std::array<PoolKind, 5> kinds = {{
    {"random", 0, "any", [](Scores, Scores) { return std::optional(0.0); }, 1},
    {"disagreed", 2, "that two measures order differently", disagreement, 1},
    {"opposed", 2, "likewise, only the third with the largest differences", disagreement, 3},
    {"near", 1, "the third with the smallest differences of scores", distance<1>, 3},
    {"far", 1, "the third with the largest differences of scores", distance<-1>, 3},
}};

constexpr std::int64_t most_pairs = 10'000;

[[noreturn]] void bad_pool(const std::string& what) {
  std::vector<std::string> forms;
  for (const PoolKind& kind : kinds) {
    const char* measures = kind.measures == 0 ? "" : kind.measures == 1 ? ":M" : ":M1,M2";
    forms.push_back(std::string(kind.name) + measures);
  }
  throw Error::argument("pool", "pool: " + what,
                        fmt::format("use {}, each with =N for N pairs", join(forms, ", ")));
}

// Cuts "=3" off the end of a part; a "=" within brackets belongs to a measure.
std::optional<std::size_t> take_count(std::string& part) {
  const std::size_t equals = part.rfind('=');
  if (equals == std::string::npos || part.find(')', equals) != std::string::npos)
    return std::nullopt;
  const auto count = parse_integer(std::string_view(part).substr(equals + 1));
  if (!count || *count < 1 || *count > most_pairs) {
    bad_pool(fmt::format("'{}' does not end with a number of pairs, 1 to {}", printable(part),
                         most_pairs));
  }
  part.resize(equals);
  return static_cast<std::size_t>(*count);
}

// "a,f(b=1,c=2),d" cut at the commas outside brackets.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

const PoolKind& kind_named(const std::string& name) {
  const auto* const kind = std::ranges::find(kinds, name, &PoolKind::name);
  if (kind == kinds.end()) bad_pool("unknown kind '" + printable(name) + "'");
  return *kind;
}

// Reads a pool from the part `at` on, and moves `at` behind it.
PairPool parse_pool(const std::vector<std::string>& parts, std::size_t& at, std::size_t pairs) {
  PairPool pool;
  pool.pairs = pairs;
  const std::string first(trim(parts[at]));
  const std::size_t colon = first.find(':');
  std::string last = colon == std::string::npos ? first : first.substr(colon + 1);
  const auto take = [&] {
    if (const auto count = take_count(last)) pool.pairs = *count;
  };
  if (colon == std::string::npos) take();
  pool.kind = &kind_named(colon == std::string::npos ? last : first.substr(0, colon));
  const std::string kind(pool.kind->name);
  pool.name = kind;
  if ((colon != std::string::npos) != (pool.kind->measures > 0))
    bad_pool(fmt::format("{} takes {}", kind, count_of(pool.kind->measures, "measure")));
  for (std::size_t m = 0; m < pool.kind->measures; ++m) {
    if (m > 0 && ++at == parts.size()) bad_pool(kind + " takes 2 measures");
    if (m > 0) last = trim(parts[at]);
    if (m + 1 == pool.kind->measures) take();
    if (last.empty()) bad_pool("a measure of " + kind + " is empty");
    pool.measures.push_back(last);
    pool.name += (m == 0 ? ":" : ",") + last;
  }
  ++at;
  return pool;
}

// Draws the pairs of one pool, topic after topic.
class PoolSampler {
 public:
  PoolSampler(const ShownLists& lists, const ScoreGroup& scores, const PairPool& pool,
              const RandomSequence& sequence)
      : lists_(lists), scores_(scores), pool_(pool), sequence_(sequence) {
    for (const std::string& measure : pool.measures)
      measures_.push_back(&scores.measures[scores.find_measure(measure)]);
    if (!measures_.empty())
      for (const std::string_view run : lists.runs())
        columns_.push_back(scores.find_run(std::string(run)));
    uses_.resize(lists.runs().size());
    wanted_ = std::min(pool_.pairs, all_pairs(lists.runs().size()).size());
  }

  // Adds pairs of the topic that are not among `taken`.
  void draw(std::size_t topic, std::set<std::pair<std::uint32_t, std::uint32_t>>& taken,
            std::vector<ListPair>& drawn) {
    std::vector<RunPair> candidates = eligible(topic);
    std::erase_if(candidates, [&](RunPair p) { return taken.contains({p.first, p.second}); });
    sequence_.row = static_cast<std::uint32_t>(topic);
    shuffle(candidates, sequence_);
    for (std::size_t i = 0; i < wanted_; ++i) {
      if (candidates.empty()) {
        missing_ += wanted_ - i;
        ++short_topics_;
        break;
      }
      const auto best =
          std::ranges::min_element(candidates, {}, [&](RunPair pair) { return this->use(pair); });
      add(topic, *best, drawn);
      taken.emplace(best->first, best->second);
      candidates.erase(best);
    }
  }

  // Warns where there were too few pairs.
  void warn_of_shortage(std::size_t topics, Warnings& warnings) const {
    if (missing_ == 0) return;
    const std::size_t wanted = wanted_ * topics;
    warnings.push_back(make_warning(
        "few-pairs",
        fmt::format("pool {} has only {} of the {} pairs: too few are eligible in {} of {}",
                    printable(pool_.name), wanted - missing_, wanted, short_topics_,
                    count_of(topics, "topic"))));
  }

 private:
  // With something to judge, and of the part that is wanted.
  std::vector<RunPair> eligible(std::size_t topic) const {
    std::vector<std::pair<double, RunPair>> valued;
    for (const RunPair pair : all_pairs(lists_.runs().size())) {
      if (!lists_.differ(topic, pair.first, pair.second)) continue;
      if (const auto value = this->value(topic, pair)) valued.emplace_back(*value, pair);
    }
    if (pool_.kind->parts > 1) {
      std::ranges::stable_sort(valued, {}, &std::pair<double, RunPair>::first);
      valued.resize((valued.size() + pool_.kind->parts - 1) / pool_.kind->parts);
    }
    return mapped(valued, &std::pair<double, RunPair>::second);
  }

  std::optional<double> value(std::size_t topic, RunPair pair) const {
    if (measures_.empty()) return pool_.kind->value({}, {});
    const auto row = std::ranges::lower_bound(scores_.topics, lists_.topics()[topic], label_less);
    if (row == scores_.topics.end() || *row != lists_.topics()[topic]) return std::nullopt;
    const auto place = static_cast<std::size_t>(row - scores_.topics.begin());
    std::vector<double> first, second;
    for (const ScoreMatrix* scores : measures_) {
      first.push_back(scores->sign() * scores->at(place, columns_[pair.first]));
      second.push_back(scores->sign() * scores->at(place, columns_[pair.second]));
    }
    return pool_.kind->value(first, second);
  }

  std::tuple<std::size_t, std::size_t, std::size_t> use(RunPair pair) const {
    const auto [less, more] = std::minmax(uses_[pair.first], uses_[pair.second]);
    const auto both = pair_uses_.find({pair.first, pair.second});
    return {less, more, both == pair_uses_.end() ? 0 : both->second};
  }

  void add(std::size_t topic, RunPair pair, std::vector<ListPair>& drawn) {
    ++uses_[pair.first];
    ++uses_[pair.second];
    ++pair_uses_[{pair.first, pair.second}];
    drawn.push_back({std::string(lists_.topics()[topic]), std::string(lists_.runs()[pair.first]),
                     std::string(lists_.runs()[pair.second]), pool_.name, 0});
  }

  const ShownLists& lists_;
  const ScoreGroup& scores_;
  const PairPool& pool_;
  RandomSequence sequence_;
  std::vector<const ScoreMatrix*> measures_;
  std::vector<std::size_t> columns_;  // in the scores, by run
  std::vector<std::size_t> uses_;     // by run
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> pair_uses_;
  std::size_t wanted_ = 0;  // pairs of a topic, no more than the runs have
  std::size_t missing_ = 0, short_topics_ = 0;
};

// In label order.
std::vector<std::size_t> drawn_topics(const ShownLists& lists, const SampleOptions& options) {
  std::vector<std::size_t> topics(lists.topics().size());
  for (std::size_t i = 0; i < topics.size(); ++i) topics[i] = i;
  if (!options.topics || *options.topics >= topics.size()) return topics;
  shuffle(topics, {options.seed, RandomPurpose::judge_topics, 0, 0});
  topics.resize(*options.topics);
  std::ranges::sort(topics);
  return topics;
}

// Pairs of the topic, the smaller run first.
std::set<std::pair<std::uint32_t, std::uint32_t>> taken_pairs(std::span<const ListPair> pairs,
                                                              const ShownLists& lists,
                                                              std::size_t topic) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
  for (const ListPair& pair : pairs) {
    if (pair.topic != lists.topics()[topic]) continue;
    const auto run1 = lists.find_run(pair.run1), run2 = lists.find_run(pair.run2);
    if (!run1 || !run2) continue;
    const auto [first, second] = std::minmax(*run1, *run2);
    taken.emplace(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second));
  }
  return taken;
}

}  // namespace

std::span<const PoolKind> pool_kinds() {
  return kinds;
}

std::vector<PairPool> parse_pools(std::string_view text, std::size_t pairs) {
  const std::vector<std::string> parts = parts_of(text);
  std::vector<PairPool> pools;
  for (std::size_t at = 0; at < parts.size();) pools.push_back(parse_pool(parts, at, pairs));
  std::map<std::string, std::size_t> names;
  std::set<const PoolKind*> met;
  for (const PairPool& pool : pools) {
    met.insert(pool.kind);
    if (++names[pool.name] > 1) bad_pool(printable(pool.name) + " is listed twice");
  }
  if (met.size() == pools.size())
    for (PairPool& pool : pools) pool.name = pool.kind->name;
  return pools;
}

std::vector<std::string> measures_of(std::span<const PairPool> pools) {
  std::vector<std::string> measures;
  for (const PairPool& pool : pools) {
    for (const std::string& measure : pool.measures)
      if (std::ranges::find(measures, measure) == measures.end()) measures.push_back(measure);
  }
  return measures;
}

PairSample sample_pairs(const ShownLists& lists, const ScoreGroup& scores,
                        const SampleOptions& options) {
  std::vector<PoolSampler> samplers;
  for (const PairPool& pool : options.pools) {
    const auto trial = static_cast<std::uint32_t>(samplers.size());
    samplers.emplace_back(lists, scores, pool,
                          RandomSequence{options.seed, RandomPurpose::judge_pairs, trial, 0});
  }
  PairSample sample;
  const std::vector<std::size_t> topics = drawn_topics(lists, options);
  for (const std::size_t topic : topics) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> taken =
        taken_pairs(options.taken, lists, topic);
    const std::size_t before = sample.pairs.size();
    for (PoolSampler& sampler : samplers) sampler.draw(topic, taken, sample.pairs);
    sample.topics += sample.pairs.size() > before ? 1 : 0;
    for (const RunPair pair : all_pairs(lists.runs().size()))
      sample.nothing_to_judge += lists.differ(topic, pair.first, pair.second) ? 0 : 1;
  }
  if (sample.pairs.empty()) {
    const std::vector<std::string>& measures = options.pools.front().measures;
    const std::size_t all = topics.size() * all_pairs(lists.runs().size()).size();
    if (measures.size() == 2 && sample.nothing_to_judge < all)
      throw Error(
          Location{},
          "no pair of lists is ordered differently by " + printable(join(measures, " and ")),
          "give another pool, or more runs");
    throw Error(Location{}, "there is no pair of lists to judge",
                "give two or more runs with different documents for the topics of the judgments");
  }
  for (const PoolSampler& sampler : samplers)
    sampler.warn_of_shortage(topics.size(), sample.warnings);
  return sample;
}

}  // namespace subintent::internal
