#include "compare/correlation.h"

#include <unordered_map>

#include "core/base/portable_math.h"

namespace subintent::internal {
namespace {

constexpr double no_weight = 1e-20;

// The ranks of a group of ties, from 1.
struct Group {
  std::size_t top = 1, bottom = 1;

  // How far each of its items is in the first `depth` ranks.
  double share(std::size_t depth) const {
    if (depth < top) return 0;
    if (depth >= bottom) return 1;
    return static_cast<double>(depth - top + 1) / static_cast<double>(bottom - top + 1);
  }
};

// A ranking with the group of every item.
class Ranks {
 public:
  explicit Ranks(const TiedRanking& ranking) : items_(ranking.items) {
    std::size_t begin = 0;
    for (const std::size_t end : ranking.group_ends) {
      for (std::size_t i = begin; i < end; ++i) {
        groups_.push_back({begin + 1, end});
        places_.emplace(items_[i], i);
      }
      begin = end;
    }
  }

  std::size_t size() const { return items_.size(); }
  std::string_view item(std::size_t place) const { return items_[place]; }
  const Group& group(std::size_t place) const { return groups_[place]; }
  // nullptr for an item that it lacks.
  const Group* find(std::string_view item) const {
    const auto at = places_.find(item);
    return at == places_.end() ? nullptr : &groups_[at->second];
  }

 private:
  std::span<const std::string_view> items_;
  std::vector<Group> groups_;
  std::unordered_map<std::string_view, std::size_t> places_;
};

// The overlap of what both have in the first d ranks, d = 1, 2, ...: the sum over items of the
// products of their shares.
class Overlap {
 public:
  Overlap(const Ranks& shorter, const Ranks& longer) {
    for (std::size_t i = 0; i < shorter.size(); ++i) {
      const Group* const other = longer.find(shorter.item(i));
      if (other != nullptr) waiting_.emplace_back(shorter.group(i), *other);
    }
    std::ranges::stable_sort(waiting_, std::greater(), begin_of);
  }

  double at_next(std::size_t depth) {
    while (!waiting_.empty() && begin_of(waiting_.back()) <= depth) {
      open_.push_back(waiting_.back());
      waiting_.pop_back();
    }
    const auto is_whole = [&](const Pair& pair) {
      return pair.first.share(depth) == 1 && pair.second.share(depth) == 1;
    };
    whole_ += static_cast<double>(std::erase_if(open_, is_whole));
    double sum = whole_;
    for (const auto& [a, b] : open_) sum += a.share(depth) * b.share(depth);
    return sum;
  }

 private:
  using Pair = std::pair<Group, Group>;
  static std::size_t begin_of(const Pair& pair) {
    return std::max(pair.first.top, pair.second.top);
  }

  std::vector<Pair> waiting_, open_;  // those that begin last first
  double whole_ = 0;                  // pairs that are wholly in
};

// The shares of the items that the longer ranking has and the shorter one lacks.
class Unseen {
 public:
  Unseen(const Ranks& shorter, const Ranks& longer) {
    for (std::size_t i = 0; i < longer.size(); ++i)
      if (shorter.find(longer.item(i)) == nullptr) groups_.push_back(longer.group(i));
  }

  // The mean over groups that begin by this depth; 0 if none does.
  double mean(std::size_t depth) const {
    double sum = 0, count = 0;
    for (const Group& group : groups_) {
      if (group.top > depth) break;
      sum += group.share(depth);
      ++count;
    }
    return count > 0 ? sum / count : 0;
  }

  // The sum of the first ones.
  double sum(std::size_t depth, std::size_t count) const {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(count, groups_.size()); ++i)
      sum += groups_[i].share(depth);
    return sum;
  }

 private:
  std::vector<Group> groups_;
};

// Adds up what lies below the end of both, whose overlap at the end of the longer one is `overlap`
// and agreement at the end of the shorter one `agreed`; times p / (1 - p) [Webber et al. 2010, 3.3
// and 3.4]. `inverse_sum` is the sum of p^d / d down to there.
RankOverlap tail(const Ranks& shorter, const Ranks& longer, double p, double overlap, double agreed,
                 double inverse_sum) {
  const auto s = static_cast<double>(shorter.size()), l = static_cast<double>(longer.size());
  RankOverlap result;
  result.extrapolated = (overlap + (l - s) * agreed) / l * portable::pow(p, l + 1) / (1 - p);
  result.low = overlap * (-portable::log(1 - p) - inverse_sum);
  const double complete = l + s - overlap;  // the depth at which all that is seen can be shared
  double weight = portable::pow(p, l + 1);
  for (double d = l + 1; d <= complete && weight > no_weight; ++d, weight *= p)
    result.high += (2 * d - l - s + overlap) / d * weight;
  result.high += portable::pow(p, complete + 1) / (1 - p);
  return result;
}

}  // namespace

RankOverlap rank_overlap(const TiedRanking& first, const TiedRanking& second, double p) {
  const bool in_order = first.items.size() <= second.items.size();
  const Ranks shorter(in_order ? first : second), longer(in_order ? second : first);
  Overlap overlap(shorter, longer);
  const Unseen unseen(shorter, longer);
  RankOverlap sums;
  double weight = p, seen = 0, agreed = 0, inverse_sum = 0;
  std::size_t depth = 1;
  for (; depth <= longer.size() && weight > no_weight; ++depth, weight *= p) {
    seen = overlap.at_next(depth);
    double guessed = seen, most = seen;
    if (depth > shorter.size()) {
      const std::size_t missing = depth - shorter.size();
      guessed += static_cast<double>(missing) * agreed * unseen.mean(depth);
      most += unseen.sum(depth, missing);
    }
    const auto weighted = [&](double shared) {
      return weight * (shared / static_cast<double>(depth));
    };
    if (depth <= shorter.size()) agreed = seen / static_cast<double>(depth);
    sums.extrapolated += weighted(guessed);
    sums.low += weighted(seen);
    sums.high += weighted(most);
    inverse_sum += weight / static_cast<double>(depth);
  }
  if (depth > longer.size()) {
    const RankOverlap rest = tail(shorter, longer, p, seen, agreed, inverse_sum);
    sums.extrapolated += rest.extrapolated;
    sums.low += rest.low;
    sums.high += rest.high;
  }
  const double scale = (1 - p) / p;
  // Rounding alone leaves 0 to 1.
  const auto scaled = [&](double sum) { return std::clamp(scale * sum, 0.0, 1.0); };
  return {scaled(sums.extrapolated), scaled(sums.low), scaled(sums.high)};
}

}  // namespace subintent::internal
