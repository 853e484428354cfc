#include "study/novelty_ideal.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "base/portable_math.h"
#include "evaluate/best_list.h"
#include "evaluate/greedy_ideal.h"

namespace subintent::internal {
namespace {

constexpr double rounding = 1e-9;             // of ties that are broken within a tolerance
constexpr std::uint64_t best_steps = 300000;  // of the search for the best list

double discounted(const std::vector<double>& discounts, const std::vector<double>& sums) {
  double made = 0;
  for (std::size_t i = 0; i < discounts.size(); ++i) {
    made += (discounts[i] - (i + 1 < discounts.size() ? discounts[i + 1] : 0)) * sums[i];
  }
  return made;
}

// The nodes and their weights, with the documents of the lowest or of the highest grades.
Layer layer_of(const OpenLayer& open, const std::vector<double>& weights,
               std::int32_t OpenGrade::*end) {
  std::vector<LayerNode> nodes;
  for (const double weight : weights) nodes.push_back({.weight = weight});
  std::vector<Layer::Entry> entries;
  for (std::uint32_t d = 0; d + open.first_ideal < open.documents.size(); ++d) {
    for (const OpenGrade& grade : open.documents[open.first_ideal + d]) {
      if (grade.*end > 0) entries.push_back({d, grade.node, grade.*end});
    }
  }
  return {open.documents.size() - open.first_ideal,
          std::move(nodes),
          std::move(entries),
          {},
          EmptyNodes::kept};
}

double sum_of(const std::vector<double>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

// Sums of gains without discount, to each rank, as they are of the greedy list of the layer.
std::vector<double> greedy_sums(const Layer& layer, const NoveltySetting& setting) {
  const double whole = sum_of(setting.weights);
  GreedyIdeal ideal(layer, setting.alpha, true);
  NodeGains gains(layer, setting.alpha, true);
  std::vector<double> sums;
  for (const DocumentId document : ideal.first(setting.discounts.size())) {
    sums.push_back((sums.empty() ? 0 : sums.back()) +
                   gains.take(layer.ideal_grades(document)) * whole);
  }
  return sums;
}

// Documents without one in common with another cover: the weight of the nodes that the first of
// them, the first two, ... have.
using Cover = std::vector<double>;

std::vector<Cover> covers_of(const Layer& layer, const NoveltySetting& setting) {
  std::vector<DocumentId> left(layer.documents());
  std::iota(left.begin(), left.end(), 0);
  std::vector<Cover> covers;
  while (covers.size() < setting.discounts.size()) {
    Cover cover;
    std::vector<char> has(setting.weights.size(), 0);
    const auto adds = [&](DocumentId document) {
      double sum = 0;
      for (const NodeGrade& node : layer.grades(document)) {
        sum += has[node.node] != 0 ? 0 : setting.weights[node.node];
      }
      return sum;
    };
    while (!left.empty()) {
      const auto best = std::ranges::max_element(left, {}, adds);
      const double added = adds(*best);
      if (added <= 0) break;
      cover.push_back((cover.empty() ? 0 : cover.back()) + added);
      for (const NodeGrade& node : layer.grades(*best)) has[node.node] = 1;
      left.erase(best);
    }
    if (cover.empty()) break;
    covers.push_back(std::move(cover));
  }
  return covers;
}

// What the best of so many covers, all but `taken` of which are untouched, offers at least to a
// list with this sum of gains: its nodes still offer their weight less alpha times the sum, and the
// best of k documents at least the k-th part.
double offer_of(const std::vector<Cover>& covers, std::size_t taken, double alpha, double sum) {
  std::vector<double> offers;
  for (const Cover& cover : covers) {
    double best = 0;
    for (std::size_t k = 1; k <= cover.size(); ++k) {
      best = std::max(best, (cover[k - 1] - alpha * sum) / static_cast<double>(k));
    }
    offers.push_back(best);
  }
  if (offers.size() <= taken) return 0;
  std::ranges::sort(offers, std::greater<>());
  return offers[taken];
}

// What the greedy list has at least, to each rank, whatever else becomes relevant: it gains what
// the covers offer, and the k-th part of what the k first of another list have more than it
// [Nemhauser, Wolsey and Fisher 1978]. Either rises, if at all, less than the sum does.
std::vector<double> least_greedy_sums(const std::vector<double>& known,
                                      const std::vector<Cover>& covers,
                                      const NoveltySetting& setting) {
  std::vector<double> least;
  double sum = 0;
  for (std::size_t rank = 0; rank < setting.discounts.size(); ++rank) {
    double gain = offer_of(covers, rank, setting.alpha, sum);
    for (std::size_t k = 1; k <= known.size(); ++k) {
      gain = std::max(gain, (known[k - 1] - sum) / static_cast<double>(k));
    }
    least.push_back(sum += gain);
  }
  return least;
}

// What no list has more: every node as often as it has documents.
double most_by_nodes(const Layer& layer, const NoveltySetting& setting) {
  std::vector<double> sums, offers = setting.weights;
  double sum = 0;
  for (std::size_t rank = 0; rank < setting.discounts.size(); ++rank) {
    for (std::size_t n = 0; n < offers.size(); ++n) {
      if (rank >= layer.relevant_documents(n)) continue;
      sum += offers[n];
      offers[n] *= 1 - setting.alpha;
    }
    sums.push_back(sum);
  }
  return discounted(setting.discounts, sums);
}

double most_by_search(const Layer& layer, const NoveltySetting& setting) {
  std::vector<DocumentId> documents(layer.documents());
  std::iota(documents.begin(), documents.end(), 0);
  const BestList best = best_list(layer, documents,
                                  {.alpha = setting.alpha,
                                   .given_weights = true,
                                   .discounts = setting.discounts,
                                   .states = 2000,
                                   .steps = best_steps});
  return std::max(best.bound, best.gain) * sum_of(setting.weights);
}

}  // namespace

IdealSum ideal_sum_of(const OpenLayer& open, const NoveltySetting& setting) {
  const Layer low = layer_of(open, setting.weights, &OpenGrade::low);
  const Layer high = layer_of(open, setting.weights, &OpenGrade::high);
  const std::size_t depth = setting.discounts.size();
  std::vector<double> known = greedy_sums(low, setting);
  std::vector<double> padded = known;
  padded.resize(depth, known.empty() ? 0 : known.back());
  const bool is_open =
      low.documents() == 0 || std::ranges::any_of(open.documents, [](const auto& g) {
        return std::ranges::any_of(
            g, [](const OpenGrade& grade) { return (grade.low > 0) != (grade.high > 0); });
      });
  IdealSum made;
  if (!is_open && setting.ideal == IdealList::greedy) {
    made.low = made.high = discounted(setting.discounts, padded);
    made.most = std::numeric_limits<double>::infinity();
    return made;
  }
  if (known.empty() || known.back() <= 0) {
    std::vector<double> positive = setting.weights;
    std::erase_if(positive, [](double weight) { return weight <= 0; });
    if (!positive.empty()) known = {*std::ranges::min_element(positive)};
    padded.assign(depth, known.empty() ? 0 : known.back());
  }
  if (setting.ideal != IdealList::exact) {
    padded = least_greedy_sums(known, covers_of(low, setting), setting);
    const auto ranks = static_cast<double>(depth);
    made.most = depth == 0 ? 1 : (1 + rounding) / (1 - portable::pow(1 - 1 / ranks, ranks));
  }
  made.low = discounted(setting.discounts, padded) * (1 - rounding);
  made.high =
      std::min(most_by_nodes(high, setting), most_by_search(high, setting)) * (1 + rounding);
  return made;
}

}  // namespace subintent::internal
