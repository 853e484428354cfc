#include "study/list_bounds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "evaluate/discounting.h"

namespace subintent::internal {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr std::size_t most_counted = 100;  // open documents of a list that are tried one by one

using Documents = std::vector<DocumentId>;

}  // namespace

// Scores lists, and ideal lists of their own, of documents with grades that are chosen.
class ListBounds::Trial {
 public:
  explicit Trial(const ListSetting& setting) : setting_(setting) {
    const Documents low = all(&GradeChoice::low), high = all(&GradeChoice::high);
    scored_low_ = with_ideal(low);
    may_be_empty_ = is_empty(low);
    is_open_ = std::ranges::any_of(setting.documents, &GradeChoice::is_open);
    if (!is_open_) return;
    scored_high_ = with_ideal(high);
    if (may_be_empty_) scored_low_ = with_ideal({setting.least});
  }

  const ListSetting& setting() const { return setting_; }
  bool is_open() const { return is_open_; }
  bool may_be_empty() const { return may_be_empty_; }

  // Of ideal lists.
  Documents all(DocumentId GradeChoice::*end) const {
    Documents made;
    for (std::size_t d = setting_.first_ideal; d < setting_.documents.size(); ++d) {
      made.push_back(setting_.documents[d].*end);
    }
    return made;
  }

  Documents list(std::size_t run, DocumentId GradeChoice::*end) const {
    Documents made;
    for (const std::int32_t document : setting_.lists[run]) {
      made.push_back(document < 0 ? not_relevant
                                  : setting_.documents[static_cast<std::size_t>(document)].*end);
    }
    return made;
  }

  // What no list that is left of one exceeds: what gains, the best first.
  Documents best_order(Documents list) const {
    std::erase_if(list, [&](DocumentId document) {
      return std::ranges::all_of(
          setting_.layers, [&](const Layer& layer) { return layer.grades(document).empty(); });
    });
    std::ranges::stable_sort(list, std::greater<>(), [&](const DocumentId& document) {
      return with_low({&document, 1});
    });
    return list;
  }

  // What no judgments of the list fall below.
  Documents floor_of(std::size_t run) const {
    Documents made = list(run, &GradeChoice::low);
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (setting_.lists[run][i] >= 0) made[i] = choice_at(run, i).floor.value_or(made[i]);
    }
    return made;
  }

  // The ranks of the documents that are not judged, from 0.
  std::vector<std::size_t> open_ranks(std::size_t run) const {
    std::vector<std::size_t> ranks;
    const auto& list = setting_.lists[run];
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i] >= 0 && choice_at(run, i).is_open()) ranks.push_back(i);
    }
    return ranks;
  }
  const GradeChoice& choice_at(std::size_t run, std::size_t rank) const {
    return setting_.documents[static_cast<std::size_t>(setting_.lists[run][rank])];
  }

  // With the lowest ideal list that has something, and with the highest.
  double with_low(Ranking list) const { return scored_low_->scoring->score(list); }
  double with_high(Ranking list) const { return scored_high_->scoring->score(list); }
  double with(Ranking list, const Documents& ideal) const {
    return with_ideal(ideal)->scoring->score(list);
  }

 private:
  struct Scored {
    std::vector<Layer> layers;
    std::optional<Scoring> scoring;
  };

  // Whether none of them gains.
  bool is_empty(const Documents& ideal) const {
    for (std::size_t l = 0; l < setting_.layers.size(); ++l) {
      if (setting_.layer_weights[l] <= 0) continue;
      const Layer& layer = setting_.layers[l];
      for (const DocumentId document : ideal) {
        for (const NodeGrade& node : layer.grades(document)) {
          if (layer.nodes()[node.node].weight > 0) return false;
        }
      }
    }
    return true;
  }

  std::shared_ptr<const Scored> with_ideal(const Documents& ideal) const {
    auto made = std::make_shared<Scored>();
    made->layers = setting_.layers;
    for (Layer& layer : made->layers) {
      std::vector<Layer::Entry> entries;
      for (std::uint32_t i = 0; i < ideal.size(); ++i) {
        for (const NodeGrade& node : layer.grades(ideal[i])) {
          entries.push_back({i, node.node, node.grade});
        }
      }
      layer.set_ideal(std::move(entries));
    }
    GreedyIdeals greedy;
    made->scoring = setting_.make(made->layers, setting_.parameters, greedy);
    return made;
  }

  const ListSetting& setting_;
  std::shared_ptr<const Scored> scored_low_, scored_high_;
  bool is_open_ = false, may_be_empty_ = false;
};

// Sums of discounted gains over those of the ideal list.
class ListBounds::GainSums {
 public:
  explicit GainSums(const ListSetting& setting) {
    const Discounting discounting(setting.parameters);
    const auto discount = [&](std::size_t rank) {
      return discounting(1, static_cast<std::uint32_t>(rank));
    };
    const auto gain_of = [&](DocumentId document) {
      double sum = 0, whole = 0;
      const std::vector<double>& weights = setting.layer_weights;
      for (std::size_t l = 0; l < setting.layers.size(); ++l) {
        for (const NodeGrade& node : setting.layers[l].grades(document)) {
          sum += weights[l] * setting.layers[l].nodes()[node.node].weight *
                 setting.parameters.gain.of(node.grade);
        }
        whole += weights[l];
      }
      return whole > 0 ? sum / whole : 0;
    };
    for (const GradeChoice& choice : setting.documents) {
      gains_.push_back({gain_of(choice.low), gain_of(choice.high)});
    }
    for (const auto& list : setting.lists) {
      auto& terms = terms_.emplace_back();
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i] >= 0) terms.emplace_back(list[i], discount(i + 1));
      }
    }
    const std::size_t depth = std::min<std::size_t>(setting.ideal_depth, gains_.size());
    for (std::size_t i = 0; i < depth; ++i) discounts_.push_back(discount(i + 1));
    std::vector<double> highest;
    for (const Range& gain : gains_) highest.push_back(gain.high);
    std::ranges::sort(highest, std::greater<>());
    for (std::size_t i = 0; i < depth; ++i) highest_ideal_ += discounts_[i] * highest[i];
  }

  // What the sum of a list, or of the first minus the second, over that of the ideal list cannot
  // exceed, and whether some judgments give it. An ideal list in any fixed order has no higher sum
  // than the best one; for each order, the best gains are found for a ratio of linear sums.
  std::pair<double, bool> highest(std::size_t a, const std::size_t* b) const {
    std::vector<double> factors(gains_.size(), 0);
    for (const auto& [document, discount] : terms_[a]) factors[index(document)] += discount;
    if (b != nullptr) {
      for (const auto& [document, discount] : terms_[*b]) factors[index(document)] -= discount;
    }
    std::vector<double> gains;
    for (std::size_t d = 0; d < gains_.size(); ++d) {
      gains.push_back(factors[d] > 0 ? gains_[d].high : gains_[d].low);
    }
    const double most = sum_of(factors, gains);
    if (most <= 0) return {highest_ideal_ > 0 ? most / highest_ideal_ : 0, false};
    double best = unbounded;
    for (int round = 0; round < 6; ++round) {
      const std::vector<double> ideal = discounts_by(gains);
      const double bound = highest_ratio(factors, ideal, gains);
      if (bound >= best) break;
      best = bound;
    }
    const double real_ideal = sum_of(discounts_by(gains), gains);
    const bool attained =
        real_ideal > 0 && sum_of(factors, gains) / real_ideal >= best - 1e-12 * std::abs(best);
    return {best, attained};
  }

 private:
  static std::size_t index(std::int32_t document) { return static_cast<std::size_t>(document); }

  static double sum_of(const std::vector<double>& factors, const std::vector<double>& gains) {
    return std::inner_product(factors.begin(), factors.end(), gains.begin(), 0.0);
  }

  // The discount of each document in the ideal list of these gains.
  std::vector<double> discounts_by(const std::vector<double>& gains) const {
    std::vector<std::uint32_t> order(gains.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, [&](std::uint32_t x, std::uint32_t y) {
      return gains[x] > gains[y] || (gains[x] == gains[y] && gains_[x].high > gains_[y].high);
    });
    std::vector<double> made(gains.size(), 0);
    for (std::size_t i = 0; i < discounts_.size(); ++i) made[order[i]] = discounts_[i];
    return made;
  }

  // The highest ratio of the two sums [Dinkelbach 1967]; `gains` become those that give it.
  double highest_ratio(const std::vector<double>& factors, const std::vector<double>& ideal,
                       std::vector<double>& gains) const {
    double ratio = 0;
    for (int step = 0; step < 50; ++step) {
      std::vector<double> next(gains.size());
      for (std::size_t d = 0; d < gains.size(); ++d) {
        next[d] = factors[d] - ratio * ideal[d] > 0 ? gains_[d].high : gains_[d].low;
      }
      const double above = sum_of(factors, next), below = sum_of(ideal, next);
      if (above - ratio * below <= 1e-14 * std::abs(above)) return ratio;
      if (below <= 0) return unbounded;
      ratio = above / below;
      gains = std::move(next);
    }
    return unbounded;
  }

  std::vector<Range> gains_;                                         // by document
  std::vector<std::vector<std::pair<std::int32_t, double>>> terms_;  // by run
  std::vector<double> discounts_;
  double highest_ideal_ = 0;
};

ListBounds::ListBounds(ListSetting setting)
    : interplay_(setting.interplay), normaliser_(setting.normaliser) {
  const Trial trial(setting);
  may_be_empty_ = trial.may_be_empty();
  lists_may_shrink_ = setting.lists_may_shrink;
  const bool has_sums =
      setting.ideal_depth > 0 && setting.first_ideal == 0 && !setting.lists_may_shrink;
  if (has_sums && trial.is_open()) sums_ = std::make_shared<GainSums>(setting);
  for (const GradeChoice& choice : setting.documents) {
    grades_ = std::max(grades_, choice.between.size() + 1);
  }
  find_runs(trial);
}

void ListBounds::find_runs(const Trial& trial) {
  for (std::size_t run = 0; run < trial.setting().lists.size(); ++run) {
    runs_.push_back(bounds_of(trial, run));
    states_.push_back(state_of(trial, run));
  }
}

// The score of a list never falls with its own gains and never rises with those of the ideal list.
// Where all that is relevant counts the same, and a list is the better the higher it stands, only
// the number of documents that become relevant is to be tried: the highest of the list for the
// upper bound, the lowest of the list and all others for the lower one. So, too, for the lower
// bound of nDCG of one node: it is a linear over a convex function of the gains, lowest where each
// is at an end.
Bounds ListBounds::bounds_of(const Trial& trial, std::size_t run) const {
  if (trial.setting().lists_may_shrink) return shrinking(trial, run);
  const Documents low = trial.list(run, &GradeChoice::low);
  if (!trial.is_open()) {
    const double score = trial.with_low(low);
    return {score, score, true};
  }
  const Documents high = trial.list(run, &GradeChoice::high);
  if (normaliser_ == Normaliser::none) {
    return {trial.with_low(trial.floor_of(run)), trial.with_low(high), true};
  }
  Bounds made{trial.with_high(trial.floor_of(run)), std::min(1.0, trial.with_low(high)), false};
  if (may_be_empty_) {
    made.low = std::min(made.low, 0.0);
    made.high = std::max(made.high, 0.0);
  }
  const std::vector<std::size_t> open = trial.open_ranks(run);
  const ListSetting& setting = trial.setting();
  if (open.empty()) return {made.low, made.high, true};
  const auto is_plain = [&](std::size_t rank) {
    const GradeChoice& choice = trial.choice_at(run, rank);
    return choice.low == not_relevant && choice.high == trial.choice_at(run, open[0]).high;
  };
  const bool few = open.size() <= most_counted && setting.is_one_node && setting.first_ideal == 0;
  const bool counts =
      few && (setting.is_binary || (sums_ != nullptr && std::ranges::all_of(open, is_plain)));
  if (counts) {
    Documents list = low, ideal = trial.all(&GradeChoice::high);
    for (const std::size_t rank : open) {
      ideal[static_cast<std::size_t>(setting.lists[run][rank])] = trial.choice_at(run, rank).low;
    }
    made.low = trial.with(list, ideal);
    for (std::size_t i = open.size(); i-- > 0;) {
      const GradeChoice& choice = trial.choice_at(run, open[i]);
      list[open[i]] = ideal[static_cast<std::size_t>(setting.lists[run][open[i]])] = choice.high;
      made.low = std::min(made.low, trial.with(list, ideal));
    }
    // Nothing at all may be relevant.
    made.low = std::min(made.low, trial.with(low, trial.all(&GradeChoice::low)));
  }
  if (few && setting.is_binary) {
    Documents list = low, ideal = trial.all(&GradeChoice::low);
    made.high = trial.with(list, ideal);
    for (const std::size_t rank : open) {
      const GradeChoice& choice = trial.choice_at(run, rank);
      list[rank] = ideal[static_cast<std::size_t>(setting.lists[run][rank])] = choice.high;
      made.high = std::max(made.high, trial.with(list, ideal));
    }
    made.attained = true;
  } else if (sums_ != nullptr) {
    const auto [highest, attained] = sums_->highest(run, nullptr);
    if (highest < made.high) made.high = may_be_empty_ ? std::max(highest, 0.0) : highest;
    made.attained = attained && counts;
  }
  return made;
}

// A document that leaves the list lets those below it rise, which lowers no score.
Bounds ListBounds::shrinking(const Trial& trial, std::size_t run) const {
  const Documents low = trial.floor_of(run),
                  high = trial.best_order(trial.list(run, &GradeChoice::high));
  Bounds made{trial.is_open() ? trial.with_high(low) : trial.with_low(low), trial.with_low(high)};
  if (normaliser_ != Normaliser::none) made.high = std::min(made.high, 1.0);
  if (normaliser_ != Normaliser::none && may_be_empty_) {
    made.low = std::min(made.low, 0.0);
    made.high = std::max(made.high, 0.0);
  }
  made.attained = made.low == made.high;
  return made;
}

ListBounds::RunState ListBounds::state_of(const Trial& trial, std::size_t run) const {
  RunState state;
  const Documents low = trial.list(run, &GradeChoice::low);
  state.lowest[0] = trial.with_low(low);
  state.highest[0] = state.highest[1] = state.lowest[1] = state.lowest[0];
  if (!trial.is_open()) return state;
  state.lowest[1] = trial.with_high(low);
  const Documents high = trial.list(run, &GradeChoice::high);
  state.highest[0] = trial.with_low(high);
  state.highest[1] = trial.with_high(high);
  for (const std::size_t rank : trial.open_ranks(run)) {
    const GradeChoice& choice = trial.choice_at(run, rank);
    OpenDocument& made = state.open.emplace_back();
    made.document = static_cast<std::uint32_t>(trial.setting().lists[run][rank]);
    for (const bool is_high : {false, true}) {
      const auto score = [&](const Documents& list) {
        return is_high ? trial.with_high(list) : trial.with_low(list);
      };
      for (std::size_t grade = 0; grade < grades_; ++grade) {
        const DocumentId given =
            grade < choice.between.size() ? choice.between[grade] : choice.high;
        const auto added = [&](Documents list) {
          list[rank] = choice.low;
          const double before = score(list);
          list[rank] = given;
          return score(list) - before;
        };
        const double with_none = added(low);
        const double with_all = interplay_ == Interplay::none ? with_none : added(high);
        made.adds.push_back({std::min(with_none, with_all), std::max(with_none, with_all)});
      }
    }
  }
  std::ranges::sort(state.open, {}, &OpenDocument::document);
  return state;
}

namespace {

// Calls use(x, y) for every document of two sorted lists; nullptr where one lacks it.
template <typename Open, typename Use>
void for_each_of_both(const std::vector<Open>& a, const std::vector<Open>& b, Use use) {
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].document < b[j].document)) {
      use(&a[i++], nullptr);
    } else if (i == a.size() || b[j].document < a[i].document) {
      use(nullptr, &b[j++]);
    } else {
      use(&a[i++], &b[j++]);
    }
  }
}

}  // namespace

// From no relevant document on, documents are judged one after the other: each adds to either list
// what its judgment and those before it make it add. Where a document is relevant or not, the same
// from all being relevant on.
double ListBounds::highest_sum(std::size_t a, std::size_t b, std::size_t ideal_a,
                               std::size_t ideal_b) const {
  double upward = states_[a].lowest[ideal_a] - states_[b].lowest[ideal_b];
  double downward = states_[a].highest[ideal_a] - states_[b].highest[ideal_b];
  const auto adds = [&](const OpenDocument* document, std::size_t ideal, std::size_t grade) {
    return document == nullptr ? Range{} : document->adds[ideal * grades_ + grade];
  };
  const auto add = [&](const OpenDocument* of_a, const OpenDocument* of_b) {
    double best = 0, worst = 0;
    for (std::size_t grade = 0; grade < grades_; ++grade) {
      best = std::max(best, adds(of_a, ideal_a, grade).high - adds(of_b, ideal_b, grade).low);
      worst = std::min(worst, adds(of_a, ideal_b, grade).low - adds(of_b, ideal_a, grade).high);
    }
    upward += best;
    downward -= worst;
  };
  for_each_of_both(states_[a].open, states_[b].open, add);
  return grades_ == 1 ? std::min(upward, downward) : upward;
}

// Both lists are divided by the same number, which is lowest or highest where the difference is
// most, by its sign.
double ListBounds::highest_difference(std::size_t a, std::size_t b) const {
  double highest = runs_[a].high - runs_[b].low;
  if (states_.empty() || lists_may_shrink_) return highest;
  double sum = unbounded;
  const bool is_known = interplay_ != Interplay::unknown && interplay_ != Interplay::monotone;
  if (is_known && normaliser_ == Normaliser::none) sum = highest_sum(a, b, 0, 0);
  if (is_known && normaliser_ == Normaliser::factor) {
    sum = std::max(highest_sum(a, b, 0, 0), highest_sum(a, b, 1, 1));
  }
  if (is_known && normaliser_ == Normaliser::inside) sum = highest_sum(a, b, 0, 1);
  if (sums_ != nullptr) sum = std::min(sum, sums_->highest(a, &b).first);
  if (may_be_empty_ && normaliser_ != Normaliser::none) sum = std::max(sum, 0.0);
  return std::min(highest, sum);
}

Range ListBounds::difference(std::size_t a, std::size_t b) const {
  return {-highest_difference(b, a), highest_difference(a, b)};
}

void ListBounds::for_each_effect(std::size_t a, std::size_t b,
                                 const std::function<void(const Effect&)>& use) const {
  if (states_.empty()) return;
  for_each_of_both(states_[a].open, states_[b].open,
                   [&](const OpenDocument* of_a, const OpenDocument* of_b) {
                     const std::size_t at = 2 * grades_ - 1;  // the highest grade, and ideal list
                     const Range none;
                     const Range& x = of_a == nullptr ? none : of_a->adds[at];
                     const Range& y = of_b == nullptr ? none : of_b->adds[at];
                     use({(of_a == nullptr ? of_b : of_a)->document, std::max(0.0, x.high - y.low),
                          std::max(0.0, y.high - x.low)});
                   });
}

}  // namespace subintent::internal
