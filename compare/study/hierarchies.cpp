#include "compare/study/hierarchies.h"

#include <cmath>
#include <iterator>
#include <set>

#include "core/base/parallel.h"
#include "core/base/philox.h"
#include "core/base/progress.h"
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
      Node& added = nodes_.emplace_back(Node{node.layer, {}});
      for (const std::uint32_t place : node.docs) {
        if (!number[place]) continue;
        added.documents.push_back(*number[place]);
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
                   const std::vector<std::string_view>& documents, TopicAgreement& agreement) {
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
  agreement.adjusted_rand = omega.value();
  agreement.cophenetic = layers.value();
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

void compare_nodes(const Hierarchy& first, const Hierarchy& second, TopicAgreement& agreement) {
  const std::set<AgreementDocuments> sets1 = sets_of(first, second),
                                     sets2 = sets_of(second, second);
  agreement.nodes1 = sets1.size();
  agreement.nodes2 = sets2.size();
  agreement.equal = static_cast<std::uint64_t>(std::ranges::count_if(
      sets1, [&](const AgreementDocuments& set) { return sets2.contains(set); }));
}

TopicAgreement compare(const Hierarchy& first, const Hierarchy& second) {
  const auto docnos1 = documents_of_last_layer(first), docnos2 = documents_of_last_layer(second);
  std::vector<std::string_view> documents;
  std::ranges::set_intersection(docnos1, docnos2, std::back_inserter(documents));
  TopicAgreement agreement;
  agreement.topic = first.topic;
  agreement.layers1 = first.layers;
  agreement.layers2 = second.layers;
  agreement.documents = documents.size();
  agreement.only1 = docnos1.size() - documents.size();
  agreement.only2 = docnos2.size() - documents.size();
  compare_pairs(first, second, documents, agreement);
  compare_nodes(first, second, agreement);
  return agreement;
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

using PlaceboDocuments = std::vector<std::uint32_t>;

// The documents of each intent, ascending, in label order.
std::map<std::string_view, PlaceboDocuments, LabelLess> documents_of_intents(
    const Hierarchy& hierarchy) {
  std::map<std::string_view, PlaceboDocuments, LabelLess> found;
  for (const HierarchyNode& node : hierarchy.nodes) {
    PlaceboDocuments& documents = found[node.intent];
    documents.insert(documents.end(), node.docs.begin(), node.docs.end());
  }
  for (auto& [intent, documents] : found) {
    std::ranges::sort(documents);
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
  }
  return found;
}

// The document that takes the place of each document of the topic.
PlaceboDocuments exchange(const PlaceboDocuments& documents, std::size_t in_topic,
                          const RandomSequence& sequence) {
  PlaceboDocuments others = documents, exchanged(in_topic);
  shuffle(others, sequence);
  for (std::size_t i = 0; i < others.size(); ++i) exchanged[documents[i]] = others[i];
  return exchanged;
}

// `row` counts the intents of all topics.
Hierarchy shuffled(Hierarchy hierarchy, RandomSequence sequence, std::uint32_t& row) {
  std::map<std::string, PlaceboDocuments, LabelLess> exchanges;
  for (const auto& [intent, documents] : documents_of_intents(hierarchy)) {
    sequence.row = row++;
    exchanges.emplace(intent, exchange(documents, hierarchy.docnos.size(), sequence));
  }
  for (HierarchyNode& node : hierarchy.nodes) {
    for (std::uint32_t& document : node.docs) document = exchanges.at(node.intent)[document];
    std::ranges::sort(node.docs);
  }
  sort_nodes(hierarchy.nodes);
  return hierarchy;
}

struct DeltaHierarchy {
  const char* name;
  Weighting weighting;
  bool raw, superintents;
};

constexpr DeltaHierarchy hierarchies[] = {
    {"WI", Weighting::leaves, false, false},   {"WD", Weighting::gains, false, false},
    {"WIRaw", Weighting::leaves, true, false}, {"SUP+WI", Weighting::leaves, false, true},
    {"SUP+WD", Weighting::gains, false, true},
};

bool is_used(std::size_t hierarchy, std::span<const Measure> measures) {
  return std::ranges::any_of(measures, [&](const Measure& m) { return m.hierarchy == hierarchy; });
}

// Hierarchies that no measure names have official intents only, which takes no time.
std::vector<NamedHierarchies> hierarchies_at(double delta, const Qrels& qrels,
                                             std::span<const Dendrogram> dendrograms,
                                             const DeltaOptions& options) {
  std::vector<NamedHierarchies> result;
  for (std::size_t i = 0; i < std::size(hierarchies); ++i) {
    const DeltaHierarchy& hierarchy = hierarchies[i];
    HierarchyOptions build;
    build.delta = delta;
    build.compress = !hierarchy.raw;
    build.weighting = hierarchy.weighting;
    build.intent_weights = hierarchy.raw ? IntentWeights::uniform : IntentWeights::depth;
    if (hierarchy.superintents) build.superintents = options.superintents;
    std::optional<std::span<const Dendrogram>> trees;
    if (is_used(i, options.measures)) trees = dendrograms;
    result.push_back({hierarchy.name, options.sources.dendrograms,
                      build_hierarchies(qrels, trees, build, options.sources).hierarchies});
  }
  return result;
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
  HierarchiesAgreement agreement{std::vector<TopicAgreement>(common.size()),
                                 topics_missing(topics1, topics2),
                                 topics_missing(topics2, topics1)};
  ProgressMeter meter(progress, "comparing", "topics", common.size());
  parallel_for(common.size(), [&](std::size_t i) {
    agreement.topics[i] = compare(*common[i].first, *common[i].second);
    meter.advance();
  });
  return agreement;
}

std::vector<Hierarchy> shuffled(std::span<const Hierarchy> hierarchies, std::uint64_t seed,
                                std::uint32_t number) {
  std::vector<Hierarchy> result(hierarchies.begin(), hierarchies.end());
  std::ranges::sort(result, LabelLess(), &Hierarchy::topic);
  std::uint32_t row = 0;
  for (Hierarchy& hierarchy : result)
    hierarchy = shuffled(std::move(hierarchy), {seed, RandomPurpose::placebo, number, 0}, row);
  return result;
}

std::vector<Measure> measures_of_hierarchies(std::span<const Measure> measures) {
  std::vector<Measure> found;
  std::ranges::copy_if(measures, std::back_inserter(found), needs_hierarchy);
  return found;
}

void require_hierarchies(std::span<const Measure> measures) {
  if (!measures_of_hierarchies(measures).empty()) return;
  throw Error::argument("measures", "measures: none uses a hierarchy, but placebos are hierarchies",
                        "add for example I-rec-LA_NAME@20");
}

void score_placebos(const EvaluationData& data, std::span<const Run> runs,
                    const std::vector<NamedHierarchies>& hierarchies,
                    std::span<const Measure> measures, const PlaceboOptions& options,
                    const std::function<void(ScoreGroup)>& use, ProgressMeter& meter) {
  const std::vector<Measure> scored = measures_of_hierarchies(measures);
  for (std::uint32_t number = 0; number < options.count; ++number) {
    std::vector<NamedHierarchies> placebos;
    for (const NamedHierarchies& named : hierarchies)
      placebos.push_back({named.name, named.path, shuffled(named.topics, options.seed, number)});
    use(score_runs(runs, data.scorer(*data.judgments, placebos, scored)));
    meter.advance();
  }
}

std::vector<std::string> delta_hierarchies() {
  return mapped<std::string>(hierarchies, &DeltaHierarchy::name);
}

bool need_superintents(std::span<const Measure> measures) {
  for (std::size_t i = 0; i < std::size(hierarchies); ++i)
    if (hierarchies[i].superintents && is_used(i, measures)) return true;
  return false;
}

void score_deltas(const EvaluationData& data, std::span<const Run> runs,
                  std::span<const Dendrogram> dendrograms, const DeltaOptions& options,
                  const std::function<void(double delta, ScoreGroup)>& use,
                  const ProgressCallback& progress,
                  const std::function<void(ScoreGroup)>& use_placebo) {
  ProgressMeter meter(progress, "comparing", "hierarchies",
                      options.deltas.size() * (1 + options.placebo.count));
  for (const double delta : options.deltas) {
    auto built = hierarchies_at(delta, data.judgments->diversity, dendrograms, options);
    built.insert(built.end(), data.hierarchies.begin(), data.hierarchies.end());
    use(delta, score_runs(runs, data.scorer(*data.judgments, built, options.measures)));
    meter.advance();
    score_placebos(data, runs, built, options.measures, options.placebo, use_placebo, meter);
  }
}

}  // namespace subintent::internal
