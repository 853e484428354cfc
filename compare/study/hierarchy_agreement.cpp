#include "compare/study/hierarchy_agreement.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <set>

#include "compare/study/warnings.h"
#include "core/base/parallel.h"
#include "core/base/progress.h"
#include "core/base/strings.h"
#include "core/base/warning.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using AgreementDocuments = std::vector<std::uint32_t>;

std::set<std::string_view> documents_of_last_layer(const Hierarchy& hierarchy) {
  std::set<std::string_view> docnos;
  for (const HierarchyNode& node : hierarchy.nodes) {
    if (node.layer != hierarchy.layers) continue;
    for (const std::uint32_t place : node.docs) docnos.insert(hierarchy.docnos[place]);
  }
  return docnos;
}

// The nodes that two documents share, for one document and all behind it.
struct SharedNodes {
  std::vector<std::uint32_t> deepest;  // layer; 0: none
  std::vector<std::uint32_t> last;     // nodes of the last layer
};

// The nodes of a hierarchy with those of some documents that they hold.
class Clusters {
 public:
  // `documents` ascend; document i is documents[i].
  Clusters(const Hierarchy& hierarchy, const std::vector<std::string_view>& documents)
      : layers_(hierarchy.layers), nodes_of_(documents.size()) {
    std::vector<std::optional<std::uint32_t>> number(hierarchy.docnos.size());
    for (std::size_t place = 0; place < number.size(); ++place) {
      const auto at = std::ranges::lower_bound(documents, hierarchy.docnos[place]);
      if (at != documents.end() && *at == hierarchy.docnos[place])
        number[place] = static_cast<std::uint32_t>(at - documents.begin());
    }
    for (const HierarchyNode& node : hierarchy.nodes) {
      Node& made = nodes_.emplace_back(Node{node.layer, {}});
      for (const std::uint32_t place : node.docs) {
        if (!number[place]) continue;
        made.documents.push_back(*number[place]);
        nodes_of_[*number[place]].push_back(static_cast<std::uint32_t>(nodes_.size() - 1));
      }
    }
  }

  // Finds the nodes that document i shares with those behind it.
  void share(std::uint32_t i, SharedNodes& row) const {
    row.deepest.assign(nodes_of_.size(), 0);
    row.last.assign(nodes_of_.size(), 0);
    for (const std::uint32_t n : nodes_of_[i]) {
      const Node& node = nodes_[n];
      for (auto at = std::ranges::upper_bound(node.documents, i); at != node.documents.end();
           ++at) {
        row.deepest[*at] = std::max(row.deepest[*at], node.layer);
        row.last[*at] += node.layer == layers_ ? 1 : 0;
      }
    }
  }

 private:
  struct Node {
    std::uint32_t layer;
    AgreementDocuments documents;  // ascending, for docnos of a hierarchy are sorted
  };
  std::uint32_t layers_;
  std::vector<Node> nodes_;
  std::vector<AgreementDocuments> nodes_of_;  // by document
};

// Pairs of documents, by how many nodes of the last layers they share.
class OmegaIndex {
 public:
  void add(std::uint32_t shared1, std::uint32_t shared2) {
    ++pairs_;
    equal_ += shared1 == shared2 ? 1 : 0;
    ++counts1_[shared1];
    ++counts2_[shared2];
  }

  std::optional<double> value() const {
    if (pairs_ == 0) return std::nullopt;
    const auto all = static_cast<double>(pairs_);
    double expected = 0;
    for (const auto& [shared, count] : counts1_) {
      const auto other = counts2_.find(shared);
      if (other == counts2_.end()) continue;
      expected += static_cast<double>(count) / all * (static_cast<double>(other->second) / all);
    }
    if (expected >= 1) return 1;
    return (static_cast<double>(equal_) / all - expected) / (1 - expected);
  }

 private:
  std::uint64_t pairs_ = 0, equal_ = 0;
  std::map<std::uint32_t, std::uint64_t> counts1_, counts2_;
};

// Pearson's correlation of whole numbers; sums are exact.
class LayerCorrelation {
 public:
  void add(std::uint64_t x, std::uint64_t y) {
    ++n_;
    x_ += x;
    y_ += y;
    xx_ += x * x;
    yy_ += y * y;
    xy_ += x * y;
  }

  std::optional<double> value() const {
    const double spread = product(xx_, x_, x_), other_spread = product(yy_, y_, y_);
    if (!(spread > 0 && other_spread > 0)) return std::nullopt;
    return std::clamp(product(xy_, x_, y_) / std::sqrt(spread * other_spread), -1.0, 1.0);
  }

 private:
  // n times a sum of products of differences from the means.
  double product(std::uint64_t sum, std::uint64_t a, std::uint64_t b) const {
    __extension__ using Wide = __int128;
    return static_cast<double>(Wide{n_} * sum - Wide{a} * b);
  }

  std::uint64_t n_ = 0, x_ = 0, y_ = 0, xx_ = 0, yy_ = 0, xy_ = 0;
};

void compare_pairs(const Hierarchy& first, const Hierarchy& second,
                   const std::vector<std::string_view>& documents, TopicAgreement& made) {
  const Clusters clusters1(first, documents), clusters2(second, documents);
  SharedNodes row1, row2;
  OmegaIndex omega;
  LayerCorrelation layers;
  for (std::uint32_t i = 0; i < documents.size(); ++i) {
    clusters1.share(i, row1);
    clusters2.share(i, row2);
    for (std::size_t j = i + 1; j < documents.size(); ++j) {
      omega.add(row1.last[j], row2.last[j]);
      layers.add(row1.deepest[j], row2.deepest[j]);
    }
  }
  made.adjusted_rand = omega.value();
  made.cophenetic = layers.value();
}

// The sets of documents of the nodes; a docno of the other hierarchy has the number it has there.
std::set<AgreementDocuments> sets_of(const Hierarchy& hierarchy, const Hierarchy& other) {
  AgreementDocuments number(hierarchy.docnos.size());
  for (std::size_t place = 0; place < number.size(); ++place) {
    const std::string& docno = hierarchy.docnos[place];
    const auto at = std::ranges::lower_bound(other.docnos, docno);
    const bool is_there = at != other.docnos.end() && *at == docno;
    number[place] = static_cast<std::uint32_t>(is_there ? at - other.docnos.begin()
                                                        : other.docnos.size() + place);
  }
  std::set<AgreementDocuments> sets;
  for (const HierarchyNode& node : hierarchy.nodes) {
    AgreementDocuments documents;
    for (const std::uint32_t place : node.docs) documents.push_back(number[place]);
    std::ranges::sort(documents);
    sets.insert(std::move(documents));
  }
  return sets;
}

void compare_nodes(const Hierarchy& first, const Hierarchy& second, TopicAgreement& made) {
  const std::set<AgreementDocuments> sets1 = sets_of(first, second),
                                     sets2 = sets_of(second, second);
  made.nodes1 = sets1.size();
  made.nodes2 = sets2.size();
  made.equal = static_cast<std::uint64_t>(std::ranges::count_if(
      sets1, [&](const AgreementDocuments& set) { return sets2.contains(set); }));
}

TopicAgreement compare(const Hierarchy& first, const Hierarchy& second) {
  const auto docnos1 = documents_of_last_layer(first), docnos2 = documents_of_last_layer(second);
  std::vector<std::string_view> documents;
  std::ranges::set_intersection(docnos1, docnos2, std::back_inserter(documents));
  TopicAgreement made;
  made.topic = first.topic;
  made.layers1 = first.layers;
  made.layers2 = second.layers;
  made.documents = documents.size();
  made.only1 = docnos1.size() - documents.size();
  made.only2 = docnos2.size() - documents.size();
  compare_pairs(first, second, documents, made);
  compare_nodes(first, second, made);
  return made;
}

using ByTopic = std::map<std::string_view, const Hierarchy*, LabelLess>;

ByTopic by_topic(std::span<const Hierarchy> hierarchies) {
  ByTopic found;
  for (const Hierarchy& hierarchy : hierarchies) found.emplace(hierarchy.topic, &hierarchy);
  return found;
}

std::vector<std::string> topics_missing(const ByTopic& from, const ByTopic& in) {
  std::vector<std::string> missing;
  for (const auto& [topic, hierarchy] : from)
    if (!in.contains(topic)) missing.emplace_back(topic);
  return missing;
}

}  // namespace

HierarchiesAgreement compare_hierarchies(std::span<const Hierarchy> first,
                                         std::span<const Hierarchy> second,
                                         const ProgressCallback& progress) {
  const ByTopic topics1 = by_topic(first), topics2 = by_topic(second);
  std::vector<std::pair<const Hierarchy*, const Hierarchy*>> common;
  for (const auto& [topic, hierarchy] : topics1) {
    const auto other = topics2.find(topic);
    if (other != topics2.end()) common.emplace_back(hierarchy, other->second);
  }
  HierarchiesAgreement made{std::vector<TopicAgreement>(common.size()),
                            topics_missing(topics1, topics2), topics_missing(topics2, topics1)};
  ProgressMeter meter(progress, "comparing", "topics", common.size());
  parallel_for(common.size(), [&](std::size_t i) {
    made.topics[i] = compare(*common[i].first, *common[i].second);
    meter.advance();
  });
  return made;
}

void warn_of_differences(const HierarchiesAgreement& agreement, const std::string& first,
                         const std::string& second, Warnings& warnings) {
  warn_of_unshared_topics(agreement.only1, first, second, warnings);
  warn_of_unshared_topics(agreement.only2, second, first, warnings);
  const auto differs = [](const TopicAgreement& t) { return t.only1 + t.only2 > 0; };
  const auto count = std::ranges::count_if(agreement.topics, differs);
  if (count > 0) {
    warnings.push_back(make_warning(
        "unshared-documents",
        fmt::format(
            "{} whose two hierarchies have different documents: pairs are of those that both have",
            count_of(static_cast<std::uint64_t>(count), "topic"))));
  }
}

namespace {

double share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

}  // namespace

double TopicAgreement::share1() const {
  return share(equal, nodes1);
}

double TopicAgreement::share2() const {
  return share(equal, nodes2);
}

}  // namespace subintent::internal
