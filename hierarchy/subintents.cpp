#include "hierarchy/subintents.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "hierarchy/pruning_rules.h"

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
    SubintentTree made;
    made.delta = delta_;
    made.removed = static_cast<std::uint32_t>(std::ranges::count(fate_, Fate::removed));
    made.documents.reserve(documents_);
    if (fate_[root()] == Fate::leaf) {  // the intent keeps exactly one subintent
      made.nodes.push_back({0, 0, 0, documents_, 1, false, similarity(root())});
      made.nodes.push_back({0, 1, 0, documents_, 1, true, similarity(root())});
      made.height = 1;
      for (std::uint32_t i = 0; i < documents_; ++i) made.documents.push_back(i);
    } else {
      grow(made);
    }
    return made;
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
      if (!is_root && (fate_[parent] == Fate::leaf || fate_[parent] == Fate::absorbed)) {
        fate_[node] = Fate::absorbed;
      } else if (is_leaf(node) || (is_root && collapse_root)) {
        fate_[node] = Fate::leaf;
      } else if (limits && !is_root &&
                 similarity_bin(*similarity(node), *limits) ==
                     similarity_bin(*similarity(parent), *limits)) {
        fate_[node] = Fate::removed;
      } else {
        fate_[node] = Fate::inner;
      }
    }
  }

  // The nodes below `node` that stay: its children, where removed ones give way to theirs.
  std::vector<std::uint32_t> remaining_children(std::uint32_t node) const {
    std::vector<std::uint32_t> children, open{node};
    while (!open.empty()) {
      const Merge& merge = merges_[open.back() - documents_];
      open.pop_back();
      for (const std::uint32_t child : {merge.a, merge.b}) {
        (fate_[child] == Fate::removed ? open : children).push_back(child);
      }
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
  void grow(SubintentTree& made) const {
    struct Open {
      std::uint32_t node, parent, depth;
    };
    std::vector<Open> open{{root(), 0, 0}};
    while (!open.empty()) {
      const Open at = open.back();
      open.pop_back();
      const auto index = static_cast<std::uint32_t>(made.nodes.size());
      const auto first = static_cast<std::uint32_t>(made.documents.size());
      const bool leaf = fate_[at.node] == Fate::leaf;
      made.nodes.push_back(
          {at.parent, at.depth, first, first, leaf ? 1U : 0U, leaf, similarity(at.node)});
      if (leaf) {
        append_documents(at.node, made.documents);
        made.nodes.back().last = static_cast<std::uint32_t>(made.documents.size());
        made.height = std::max(made.height, at.depth);
        continue;
      }
      const auto children = remaining_children(at.node);
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        open.push_back({*child, index, at.depth + 1});
      }
    }
    for (std::size_t i = made.nodes.size(); i-- > 1;) {
      SubintentNode& parent = made.nodes[made.nodes[i].parent];
      parent.leaves += made.nodes[i].leaves;
      parent.last = std::max(parent.last, made.nodes[i].last);
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
