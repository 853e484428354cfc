#include "hierarchy/build.h"

#include <charconv>
#include <cmath>
#include <queue>

#include "subintent/basics.h"

namespace subintent {
namespace internal {
namespace {

struct Joined {
  double similarity = 0;
  double pairs = 0;   // of documents that the merge joins
  double excess = 0;  // of these; 0 if it is not known
};

double documents_below(const Dendrogram& dendrogram, std::uint32_t node) {
  const std::size_t documents = dendrogram.docs.size();
  return node < documents ? 1 : dendrogram.merges[node - documents].size;
}

// The merges, by falling similarity.
std::vector<Joined> joined_rules(const Dendrogram& dendrogram) {
  std::vector<Joined> merges;
  merges.reserve(dendrogram.merges.size());
  const bool with_excess = dendrogram.excess && !dendrogram.excess->empty();
  for (std::size_t i = 0; i < dendrogram.merges.size(); ++i) {
    const Merge& merge = dendrogram.merges[i];
    merges.push_back({merge.similarity,
                      documents_below(dendrogram, merge.a) * documents_below(dendrogram, merge.b),
                      with_excess ? (*dendrogram.excess)[i] : 0});
  }
  std::ranges::stable_sort(merges, std::ranges::greater{}, &Joined::similarity);
  return merges;
}

struct Amount {
  double pairs = 0, sum = 0;

  double mean_or(double none) const { return pairs > 0 ? sum / pairs : none; }
};

// The pairs of documents within leaves and across them, wherever a dendrogram is cut.
class Cuts {
 public:
  explicit Cuts(const Dendrogram& dendrogram) : merges_(joined_rules(dendrogram)) {
    within_.emplace_back();
    for (const Joined& merge : merges_) {
      const Amount& before = within_.back();
      within_.push_back({before.pairs + merge.pairs, before.sum + merge.pairs * merge.similarity});
    }
  }

  // The number of merges of a similarity above delta: they are within leaves.
  std::size_t at(double delta) const {
    const auto first = std::ranges::partition_point(
        merges_, [&](const Joined& m) { return m.similarity > delta + similarity_rounding; });
    return static_cast<std::size_t>(first - merges_.begin());
  }

  std::size_t count() const { return merges_.size(); }
  std::span<const Joined> across(std::size_t cut) const { return std::span(merges_).subspan(cut); }
  double within_mean(std::size_t cut) const { return within_[cut].mean_or(1); }
  double across_mean(std::size_t cut) const {
    const Amount& all = within_.back();
    return Amount{all.pairs - within_[cut].pairs, all.sum - within_[cut].sum}.mean_or(0);
  }

  // Cuts again at what the cut before gives, from the mean of all pairs, until nothing changes or
  // one of the two means has no pairs. (It hardly ever takes ten turns, and may go round.)
  double balanced_delta() const {
    double delta = across_mean(0);
    std::size_t cut = at(delta);
    for (int turn = 0; turn < 50 && cut > 0 && cut < count(); ++turn) {
      delta = std::sqrt(std::max(0.0, within_mean(cut)) * std::max(0.0, across_mean(cut)));
      const std::size_t next = at(delta);
      if (next == cut) break;
      cut = next;
    }
    return std::min(delta, 1 - 2 * similarity_rounding);  // copies are never apart
  }

  // Are pairs across leaves nearly as similar, beyond documents of other topics, as those within?
  bool is_one_subtopic(double delta, double share) const {
    Amount within, across;
    const std::size_t cut = at(delta);
    for (std::size_t i = 0; i < merges_.size(); ++i) {
      Amount& amount = i < cut ? within : across;
      amount.pairs += merges_[i].pairs;
      amount.sum += merges_[i].pairs * merges_[i].excess;
    }
    const double excess = across.mean_or(0);
    return excess > 0 && excess >= share * within.mean_or(1);
  }

 private:
  std::vector<Joined> merges_;
  std::vector<Amount> within_;  // by cut
};

// Quantiles of the similarities of merges across leaves, which fall.
std::vector<double> quantiles(std::span<const Joined> inner, std::size_t count) {
  std::vector<double> limits;
  for (std::size_t i = 1; i < count && !inner.empty(); ++i) {
    const std::size_t below = (inner.size() * i + count - 1) / count;  // rounded up
    if (below < inner.size()) limits.push_back(inner[inner.size() - 1 - below].similarity);
  }
  return limits;
}

}  // namespace

void check(const PruningRules& rules) {
  if (rules.one_subtopic && !(*rules.one_subtopic >= 0 && *rules.one_subtopic <= 1))
    throw Error::argument("one_subtopic", "one_subtopic: not a number from 0 to 1");
  if (rules.bins.count < 2 || rules.bins.count > 100)
    throw Error::argument("bins", "bins: not 2 to 100 quantiles");
}

double effective_delta(const Dendrogram& dendrogram, double delta, const PruningRules& rules) {
  if (!rules.follow_data() || dendrogram.merges.empty()) return delta;
  const Cuts cuts(dendrogram);
  if (rules.balanced_delta) delta = cuts.balanced_delta();
  const bool one = rules.one_subtopic && cuts.is_one_subtopic(delta, *rules.one_subtopic);
  return one ? below_all_similarities : delta;
}

std::optional<std::uint32_t> SubtopicNumbers::of(const std::string& topic) const {
  const auto at = of_topic.find(topic);
  return at == of_topic.end() ? all : at->second;
}

std::optional<std::uint32_t> SubtopicNumbers::leaves(const Dendrogram& dendrogram, double delta,
                                                     const PruningRules& rules) const {
  const auto of_intent = of_topic.find(dendrogram.topic + '\t' + dendrogram.intent);
  if (of_intent != of_topic.end()) return of_intent->second;
  const auto given = of(dendrogram.topic);
  if (given || !around) return given;
  const double limit = effective_delta(dendrogram, delta, rules);
  if (limit == below_all_similarities) return std::nullopt;
  const auto apart_at = [&](double similarity) {
    const auto joined = std::ranges::count_if(dendrogram.merges, [&](const Merge& m) {
      return m.similarity > similarity + similarity_rounding;
    });
    return static_cast<double>(std::ssize(dendrogram.docs) - joined);
  };
  const double half = static_cast<double>(dendrogram.docs.size()) / 2;
  const double expected = std::clamp<double>(*around, 1, std::max(1.0, half));
  const double leaves = std::sqrt(expected * apart_at(limit));
  return static_cast<std::uint32_t>(  // copies are never apart
      std::min(std::lround(leaves), std::lround(apart_at(1 - 2 * similarity_rounding))));
}

void check(const SubtopicNumbers& numbers) {
  const auto is_none = [](const auto& of_topic) { return of_topic.second == 0; };
  if (numbers.around == 0U) throw Error::argument("around", "around: not a positive whole number");
  if (numbers.all == 0U || std::ranges::any_of(numbers.of_topic, is_none))
    throw Error::argument("subtopics", "subtopics: not a positive whole number");
  const auto names_intent = [](const auto& one) { return std::ranges::count(one.first, '\t') > 0; };
  const auto of_intents = std::ranges::count_if(numbers.of_topic, names_intent);
  if (of_intents > 0 && of_intents < std::ssize(numbers.of_topic))
    throw Error::argument("subtopics", "subtopics: some are of topics, some of intents",
                          "write the intent of each, * for the whole topic");
}

std::vector<double> bin_limits(const Dendrogram& dendrogram, double delta, const Bins& bins) {
  if (bins.rule == Bins::Rule::fixed) return {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  const Cuts cuts(dendrogram);
  const std::size_t cut = cuts.at(delta);
  const bool is_mean = bins.rule == Bins::Rule::mean;
  if (is_mean && cuts.across(cut).size() < 3) return {};  // of three leaves it always joins two
  if (is_mean) return {cuts.across_mean(cut)};
  return quantiles(cuts.across(cut), bins.count);
}

std::size_t similarity_bin(double similarity, std::span<const double> limits) {
  const auto missed = std::ranges::find_if(
      limits, [&](double limit) { return similarity < limit - similarity_rounding; });
  return static_cast<std::size_t>(missed - limits.begin());
}

}  // namespace internal

Bins bins_named(const std::string& name) {
  if (name == "fixed") return {};
  if (name == "mean") return {Bins::Rule::mean};
  if (name == "quantiles") return {Bins::Rule::quantiles, 4};
  const std::string prefix = "quantiles=";
  std::uint32_t count = 0;
  if (name.starts_with(prefix)) {
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, count);
    if (error == std::errc() && stop == end && count >= 2 && count <= 100)
      return {Bins::Rule::quantiles, count};
  }
  throw Error::argument("bins", "bins: unknown value '" + name + "'",
                        "use fixed, mean or quantiles=N with N from 2 to 100");
}

}  // namespace subintent

namespace subintent::internal {
namespace {

// A node of the dendrogram stays inner, goes, or becomes a leaf or a part of one.
enum class Fate : std::uint8_t { inner, removed, leaf, absorbed };

class Pruning {
 public:
  Pruning(const Dendrogram& dendrogram, double delta, bool compress, const PruningRules& rules,
          std::optional<std::uint32_t> leaves)
      : merges_(dendrogram.merges),
        documents_(static_cast<std::uint32_t>(dendrogram.docs.size())),
        nodes_(documents_ + static_cast<std::uint32_t>(merges_.size())),
        fate_(nodes_, Fate::leaf),
        parent_(nodes_, nodes_ - 1),
        smallest_(nodes_),
        delta_(effective_delta(dendrogram, delta, rules)) {
    for (std::uint32_t node = 0; node < nodes_; ++node) link(node);
    if (leaves) divide(*leaves);
    decide(!leaves && delta == 0 && !rules.balanced_delta,
           compress ? std::optional(bin_limits(dendrogram, delta_, rules.bins)) : std::nullopt);
  }

  SubintentTree tree() const {
    SubintentTree result;
    result.delta = delta_;
    result.removed = static_cast<std::uint32_t>(std::ranges::count(fate_, Fate::removed));
    result.documents.reserve(documents_);
    if (fate_[root()] == Fate::leaf) {  // the intent keeps exactly one subintent
      result.nodes.push_back({0, 0, 0, documents_, 1, false, similarity(root())});
      result.nodes.push_back({0, 1, 0, documents_, 1, true, similarity(root())});
      result.height = 1;
      for (std::uint32_t i = 0; i < documents_; ++i) result.documents.push_back(i);
    } else {
      grow(result);
    }
    return result;
  }

 private:
  std::uint32_t root() const { return nodes_ - 1; }

  std::optional<double> similarity(std::uint32_t node) const {
    if (node < documents_) return std::nullopt;
    return merges_[node - documents_].similarity;
  }

  // Children come before their merge.
  void link(std::uint32_t node) {
    smallest_[node] = node;
    if (node < documents_) return;
    const Merge& merge = merges_[node - documents_];
    parent_[merge.a] = parent_[merge.b] = node;
    smallest_[node] = std::min(smallest_[merge.a], smallest_[merge.b]);
  }

  // Undoes the least similar merges, of equal ones the later, until so many nodes are left.
  void divide(std::uint32_t leaves) {
    const auto is_later = [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(-*similarity(a), a) < std::pair(-*similarity(b), b);
    };
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, decltype(is_later)> whole(
        is_later);
    const auto add = [&](std::uint32_t node) {
      if (node >= documents_) whole.push(node);
    };
    divided_.emplace(nodes_, false);
    delta_ = below_all_similarities;
    add(root());
    for (std::uint32_t parts = 1; parts < leaves && !whole.empty(); ++parts) {
      const std::uint32_t node = whole.top();
      whole.pop();
      (*divided_)[node] = true;
      delta_ = std::max(delta_, *similarity(node));
      add(merges_[node - documents_].a);
      add(merges_[node - documents_].b);
    }
  }

  bool is_leaf(std::uint32_t node) const {
    if (divided_) return !(*divided_)[node];
    return node < documents_ || *similarity(node) > delta_ + similarity_rounding;
  }

  void decide(bool collapse_root, const std::optional<std::vector<double>>& limits) {
    for (std::uint32_t node = nodes_; node-- > 0;) {
      const std::uint32_t parent = parent_[node];
      const bool is_root = node == root();
      if (!is_root && (fate_[parent] == Fate::leaf || fate_[parent] == Fate::absorbed))
        fate_[node] = Fate::absorbed;
      else if (is_leaf(node) || (is_root && collapse_root))
        fate_[node] = Fate::leaf;
      else if (limits && !is_root &&
               similarity_bin(*similarity(node), *limits) ==
                   similarity_bin(*similarity(parent), *limits))
        fate_[node] = Fate::removed;
      else
        fate_[node] = Fate::inner;
    }
  }

  // The nodes below `node` that stay: its children, where removed ones give way to theirs.
  std::vector<std::uint32_t> remaining_children(std::uint32_t node) const {
    std::vector<std::uint32_t> children, open{node};
    while (!open.empty()) {
      const Merge& merge = merges_[open.back() - documents_];
      open.pop_back();
      for (const std::uint32_t child : {merge.a, merge.b})
        (fate_[child] == Fate::removed ? open : children).push_back(child);
    }
    std::sort(children.begin(), children.end(),
              [&](std::uint32_t a, std::uint32_t b) { return smallest_[a] < smallest_[b]; });
    return children;
  }

  void append_documents(std::uint32_t leaf, std::vector<std::uint32_t>& documents) const {
    const auto first = static_cast<std::ptrdiff_t>(documents.size());
    std::vector<std::uint32_t> open{leaf};
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      if (node < documents_) {
        documents.push_back(node);
      } else {
        open.push_back(merges_[node - documents_].a);
        open.push_back(merges_[node - documents_].b);
      }
    }
    std::sort(documents.begin() + first, documents.end());
  }

  // Depth first: a node is written when it is met; what is below it follows at once.
  void grow(SubintentTree& tree) const {
    struct Open {
      std::uint32_t node, parent, depth;
    };
    std::vector<Open> open{{root(), 0, 0}};
    while (!open.empty()) {
      const Open at = open.back();
      open.pop_back();
      const auto index = static_cast<std::uint32_t>(tree.nodes.size());
      const auto first = static_cast<std::uint32_t>(tree.documents.size());
      const bool leaf = fate_[at.node] == Fate::leaf;
      tree.nodes.push_back(
          {at.parent, at.depth, first, first, leaf ? 1U : 0U, leaf, similarity(at.node)});
      if (leaf) {
        append_documents(at.node, tree.documents);
        tree.nodes.back().last = static_cast<std::uint32_t>(tree.documents.size());
        tree.height = std::max(tree.height, at.depth);
        continue;
      }
      const auto children = remaining_children(at.node);
      for (auto child = children.rbegin(); child != children.rend(); ++child)
        open.push_back({*child, index, at.depth + 1});
    }
    for (std::size_t i = tree.nodes.size(); i-- > 1;) {
      SubintentNode& parent = tree.nodes[tree.nodes[i].parent];
      parent.leaves += tree.nodes[i].leaves;
      parent.last = std::max(parent.last, tree.nodes[i].last);
    }
  }

  const std::vector<Merge>& merges_;
  std::uint32_t documents_, nodes_;
  std::vector<Fate> fate_;
  std::vector<std::uint32_t> parent_, smallest_;  // smallest document below
  double delta_;
  std::optional<std::vector<bool>> divided_ = {};  // nodes that are no leaves, of a given number
};

}  // namespace

SubintentTree make_subintents(const Dendrogram& dendrogram, double delta, bool compress,
                              const PruningRules& rules, std::optional<std::uint32_t> leaves) {
  return Pruning(dendrogram, delta, compress, rules, leaves).tree();
}

}  // namespace subintent::internal
