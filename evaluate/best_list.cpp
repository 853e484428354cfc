#include "evaluate/best_list.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "evaluate/greedy_ideal.h"

namespace subintent::internal {
namespace {

using Count = std::uint16_t;
constexpr double tolerance = 1e-12;  // relative: gains that differ by less are the same

// Documents with the same nodes.
struct Kind {
  std::vector<std::uint32_t> nodes;
  std::vector<DocumentId> documents;  // greatest number first
  std::vector<std::uint32_t> above;   // kinds with all of its nodes and others
};

// What the first ranks of a list hold: how often each kind.
struct State {
  double gain = 0;
  double bound = 0;           // of all lists that begin so
  std::uint32_t parent = 0;   // in the level above
  std::uint32_t kind = 0;     // at the last rank
  std::vector<Count> used{};  // by kind
};

std::vector<Kind> kinds_of(const Layer& layer, std::span<const DocumentId> candidates) {
  std::map<std::vector<std::uint32_t>, std::vector<DocumentId>> by_nodes;
  for (const DocumentId document : candidates) {
    std::vector<std::uint32_t> nodes;
    for (const NodeGrade& node : layer.ideal_grades(document)) nodes.push_back(node.node);
    if (!nodes.empty()) by_nodes[nodes].push_back(document);
  }
  std::vector<Kind> kinds;
  for (auto& [nodes, documents] : by_nodes) {
    std::ranges::sort(documents, std::greater());
    kinds.push_back({nodes, std::move(documents), {}});
  }
  for (Kind& kind : kinds) {
    for (std::uint32_t other = 0; other < kinds.size(); ++other) {
      const auto& nodes = kinds[other].nodes;
      if (nodes.size() > kind.nodes.size() && std::ranges::includes(nodes, kind.nodes)) {
        kind.above.push_back(other);
      }
    }
  }
  return kinds;
}

class Search {
 public:
  Search(const Layer& layer, std::span<const DocumentId> candidates,
         const BestListSettings& settings)
      : settings_(settings),
        keeps_(1 - settings.alpha),
        kinds_(kinds_of(layer, candidates)),
        fresh_(layer.nodes().size(), 0),
        relevant_(layer.nodes().size(), 0) {
    const NodeGains gains(layer, settings.alpha, settings.given_weights);
    for (std::uint32_t node = 0; node < fresh_.size(); ++node) {
      const NodeGrade one{node, 1};
      fresh_[node] = gains.of({&one, 1});
    }
    std::size_t documents = 0;
    for (const Kind& kind : kinds_) {
      documents += kind.documents.size();
      for (const std::uint32_t node : kind.nodes) relevant_[node] += kind.documents.size();
    }
    length_ = std::min(documents, settings.discounts.size());
    depth_ = std::min(length_, max_searched_ranks);
  }

  BestList run();

 private:
  // What is left where a state ends.
  struct Left {
    std::vector<double> offers;          // by node
    std::vector<std::size_t> judged;     // by node: documents left
    std::vector<std::size_t> documents;  // by kind
  };

  Left left_by(const State& state) const;
  double gain_of(const Kind& kind, const Left& left) const;
  double bound_of(const State& state, std::size_t rank);
  std::vector<double> by_kinds(const Left& left, std::size_t ranks) const;
  double by_nodes(const Left& left, std::size_t documents, std::size_t judgments) const;
  std::vector<State> next_level(const std::vector<State>& level, std::size_t rank,
                                std::uint64_t last_step);
  void prune(std::vector<State>& level, std::size_t rank, std::size_t width,
             std::uint64_t last_step);
  std::vector<std::uint32_t> greedily(State& state, std::size_t rank, std::size_t end) const;
  void complete(const State& begun, std::size_t rank);
  double needed() const { return best_gain_ * (1 + tolerance); }
  std::string key_of(const std::vector<Count>& used) const;
  std::vector<std::uint32_t> kinds_to(std::size_t rank, std::size_t state) const;

  const BestListSettings& settings_;
  double keeps_;
  std::vector<Kind> kinds_;
  std::vector<double> fresh_;               // what each node offers at first
  std::vector<std::size_t> relevant_;       // documents of each node
  std::size_t length_ = 0, depth_ = 0;      // of the list, and of the search
  std::vector<std::vector<State>> levels_;  // by rank
  double best_gain_ = 0, dropped_bound_ = 0;
  std::uint64_t steps_ = 0;          // made
  std::vector<std::uint32_t> best_;  // kinds by rank
  std::vector<Count> best_used_;
};

Search::Left Search::left_by(const State& state) const {
  Left left{fresh_, relevant_, {}};
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    left.documents.push_back(kinds_[k].documents.size() - state.used[k]);
    for (const std::uint32_t node : kinds_[k].nodes) {
      left.judged[node] -= state.used[k];
      for (Count i = 0; i < state.used[k]; ++i) left.offers[node] *= keeps_;
    }
  }
  return left;
}

double Search::gain_of(const Kind& kind, const Left& left) const {
  double sum = 0;
  for (const std::uint32_t node : kind.nodes) sum += left.offers[node];
  return sum;
}

// The highest gains of single documents that only their own kind hurts, highest first.
std::vector<double> Search::by_kinds(const Left& left, std::size_t ranks) const {
  std::vector<double> next(kinds_.size(), 0), highest;
  std::vector<std::size_t> documents = left.documents;
  for (std::size_t k = 0; k < kinds_.size(); ++k) next[k] = gain_of(kinds_[k], left);
  for (std::size_t i = 0; i < ranks; ++i) {
    std::size_t best = kinds_.size();
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      if (documents[k] > 0 && (best == kinds_.size() || next[k] > next[best])) best = k;
    }
    if (best == kinds_.size()) break;
    highest.push_back(next[best]);
    next[best] *= keeps_;
    --documents[best];
  }
  return highest;
}

// What the nodes offer at most to so many documents with so many judgments in all.
double Search::by_nodes(const Left& left, std::size_t documents, std::size_t judgments) const {
  std::vector<double> offers = left.offers;
  std::vector<std::size_t> times;
  for (const std::size_t judged : left.judged) times.push_back(std::min(judged, documents));
  double sum = 0;
  for (; judgments > 0; --judgments) {
    std::size_t best = offers.size();
    for (std::size_t n = 0; n < offers.size(); ++n) {
      if (times[n] > 0 && (best == offers.size() || offers[n] > offers[best])) best = n;
    }
    if (best == offers.size()) break;
    sum += offers[best];
    offers[best] *= keeps_;
    --times[best];
  }
  return sum;
}

// Discounts never rise, so that a bound of each sum over the next j ranks bounds the discounted
// sum. The sharper bound takes longer and is only asked for where the other one is not enough.
double Search::bound_of(const State& state, std::size_t rank) {
  const Left left = left_by(state);
  const std::vector<double> singles = by_kinds(left, depth_ - rank);
  steps_ += (singles.size() + 1) * kinds_.size();
  double simple = state.gain;
  for (std::size_t j = 0; j < singles.size(); ++j) {
    simple += singles[j] * settings_.discounts[rank + j];
  }
  if (simple <= needed()) return simple;
  std::vector<std::size_t> sizes;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    const std::size_t count = std::min(left.documents[k], depth_ - rank);
    sizes.insert(sizes.end(), count, kinds_[k].nodes.size());
  }
  std::ranges::sort(sizes, std::greater());
  double bound = state.gain, single_sum = 0, before = 0;
  std::size_t judgments = 0;
  for (std::size_t j = 0; j < singles.size(); ++j) {
    single_sum += singles[j];
    judgments += sizes[j];
    const double sum = std::max(before, std::min(single_sum, by_nodes(left, j + 1, judgments)));
    steps_ += judgments * fresh_.size();
    const std::size_t at = rank + j;
    const bool is_last = j + 1 == singles.size();
    bound += sum * (settings_.discounts[at] - (is_last ? 0 : settings_.discounts[at + 1]));
    before = sum;
  }
  return bound;
}

// Equal where nodes are covered equally often, and the same is left of the kinds that may run out.
// Where nodes offer nothing once they are covered, what is left that gains is the same.
std::string Search::key_of(const std::vector<Count>& used) const {
  std::vector<Count> covered(fresh_.size(), 0);
  std::string key;
  const bool is_once = keeps_ == 0;
  const auto add = [&](std::size_t number) {
    key.push_back(static_cast<char>(number >> 8));
    key.push_back(static_cast<char>(number & 255));
  };
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    for (const std::uint32_t node : kinds_[k].nodes) {
      covered[node] = static_cast<Count>(covered[node] + used[k]);
    }
    if (!is_once && kinds_[k].documents.size() < depth_) add(used[k]);
  }
  for (const Count count : covered) add(is_once ? std::min<Count>(count, 1) : count);
  return key;
}

// Goes on from the states of highest bounds, as far as the steps reach.
std::vector<State> Search::next_level(const std::vector<State>& level, std::size_t rank,
                                      std::uint64_t last_step) {
  std::vector<State> next;
  std::unordered_map<std::string, std::size_t> places;
  for (std::uint32_t s = 0; s < level.size(); ++s) {
    if (steps_ > last_step) {
      dropped_bound_ = std::max(dropped_bound_, level[s].bound);
      break;
    }
    const Left left = left_by(level[s]);
    for (std::uint32_t k = 0; k < kinds_.size(); ++k) {
      const auto has_documents = [&](std::uint32_t kind) { return left.documents[kind] > 0; };
      if (!has_documents(k) || std::ranges::any_of(kinds_[k].above, has_documents)) continue;
      const double gain = level[s].gain + settings_.discounts[rank] * gain_of(kinds_[k], left);
      State state{gain, level[s].bound, s, k, level[s].used};
      ++state.used[k];
      steps_ += kinds_.size() + fresh_.size();
      const auto [at, is_new] = places.try_emplace(key_of(state.used), next.size());
      if (is_new) {
        next.push_back(std::move(state));
      } else if (gain > next[at->second].gain) {
        next[at->second] = std::move(state);
      }
    }
  }
  return next;
}

// Leaves those that may be better than the best list known, and of these no more than `width`.
// After the last step a state has the bound of the one above it.
void Search::prune(std::vector<State>& level, std::size_t rank, std::size_t width,
                   std::uint64_t last_step) {
  for (State& state : level) {
    if (steps_ <= last_step) state.bound = bound_of(state, rank);
  }
  std::ranges::stable_sort(level, std::greater(), &State::bound);
  if (!level.empty()) complete(level.front(), rank);
  const auto is_worse = [&](const State& state) { return state.bound <= needed(); };
  const auto end = std::ranges::find_if(level, is_worse);
  level.erase(end, level.end());
  if (level.size() <= width) return;
  dropped_bound_ = std::max(dropped_bound_, level[width].bound);
  level.resize(width);
}

std::vector<std::uint32_t> Search::kinds_to(std::size_t rank, std::size_t state) const {
  std::vector<std::uint32_t> kinds;
  for (; rank > 0; --rank) {
    kinds.push_back(levels_[rank][state].kind);
    state = levels_[rank][state].parent;
  }
  std::ranges::reverse(kinds);
  return kinds;
}

// Goes on greedily; the kinds of the ranks from `rank` to `end`.
std::vector<std::uint32_t> Search::greedily(State& state, std::size_t rank, std::size_t end) const {
  std::vector<std::uint32_t> kinds;
  Left left = left_by(state);
  for (; rank < end; ++rank) {
    std::vector<double> gains(kinds_.size(), -1);  // of those that have a document left
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      if (left.documents[k] > 0) gains[k] = gain_of(kinds_[k], left);
    }
    const double highest = *std::ranges::max_element(gains);
    // Of equal ones the document of the greatest number, as in GreedyIdeal.
    const auto next = [&](std::size_t k) { return kinds_[k].documents[state.used[k]]; };
    std::size_t best = kinds_.size();
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      if (gains[k] < 0 || gains[k] < highest * (1 - tolerance)) continue;
      if (best == kinds_.size() || next(k) > next(best)) best = k;
    }
    state.gain += settings_.discounts[rank] * gains[best];
    ++state.used[best];
    --left.documents[best];
    for (const std::uint32_t node : kinds_[best].nodes) left.offers[node] *= keeps_;
    kinds.push_back(static_cast<std::uint32_t>(best));
  }
  return kinds;
}

// The list that goes on greedily, if it is better than the best known.
void Search::complete(const State& begun, std::size_t rank) {
  State state = begun;
  const std::vector<std::uint32_t> tail = greedily(state, rank, depth_);
  if (!best_.empty() && state.gain <= best_gain_) return;
  best_gain_ = state.gain;
  best_used_ = state.used;
  best_ = {};
  if (rank > 0) {
    best_ = kinds_to(rank - 1, begun.parent);
    best_.push_back(begun.kind);
  }
  best_.insert(best_.end(), tail.begin(), tail.end());
}

BestList Search::run() {
  State root;
  root.used.assign(kinds_.size(), 0);
  levels_.push_back({root});
  prune(levels_[0], 0, 1, settings_.steps);
  const std::size_t width =
      std::max<std::size_t>(settings_.states / std::max<std::size_t>(depth_, 1), 8);
  for (std::size_t rank = 0; rank < depth_ && !levels_.back().empty(); ++rank) {
    // Each rank has its share of the steps that are left, half of it to go on and half for bounds.
    const std::uint64_t half =
        (settings_.steps - std::min(settings_.steps, steps_)) / (2 * (depth_ - rank));
    const std::uint64_t begun = steps_;
    std::vector<State> next = next_level(levels_[rank], rank, begun + half);
    for (State& state : levels_[rank]) state.used = {};  // only the way back is needed
    prune(next, rank + 1, width, begun + 2 * half);
    levels_.push_back(std::move(next));
  }
  State best;
  best.used = best_used_;
  const std::vector<std::uint32_t> tail = greedily(best, depth_, length_);
  best_.insert(best_.end(), tail.begin(), tail.end());
  BestList made;
  made.gain = best_gain_ + best.gain;
  made.bound = depth_ == length_ ? std::max(best_gain_, dropped_bound_)
                                 : std::numeric_limits<double>::infinity();
  made.is_proven = depth_ == length_ && dropped_bound_ <= needed();
  std::vector<std::size_t> taken(kinds_.size(), 0);
  for (const std::uint32_t kind : best_) {
    made.documents.push_back(kinds_[kind].documents[taken[kind]++]);
  }
  return made;
}

}  // namespace

BestList best_list(const Layer& layer, std::span<const DocumentId> candidates,
                   const BestListSettings& settings) {
  return Search(layer, candidates, settings).run();
}

}  // namespace subintent::internal
