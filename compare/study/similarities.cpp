#include "compare/study/similarities.h"

#include <cmath>
#include <mutex>
#include <set>

#include "core/base/progress.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr int steps = 10'000;      // of similarity, from 0 to 1
constexpr int steps_in_bin = 500;  // 0.05
constexpr std::size_t many = 256;  // documents of a topic, to be worth several threads
enum Kind { same, other };

// Pairs of each kind by similarity from -1 to 1, rounded to a step.
using Counts = std::array<std::vector<std::uint64_t>, 2>;

Counts no_counts() {
  return {std::vector<std::uint64_t>(2 * steps + 1), std::vector<std::uint64_t>(2 * steps + 1)};
}

void add_similarities(Counts& sum, const Counts& more) {
  for (std::size_t kind = 0; kind < sum.size(); ++kind)
    for (std::size_t i = 0; i < sum[kind].size(); ++i) sum[kind][i] += more[kind][i];
}

// The documents that are relevant to an intent of a topic, each with its intents, ascending.
struct RelevantDocuments {
  std::vector<std::uint32_t> documents;  // their numbers in the similarity
  std::vector<std::vector<std::uint32_t>> intents;

  RelevantDocuments(const TopicQrels& topic, const DocumentSimilarity& similarity) {
    constexpr std::uint32_t none = UINT32_MAX;
    std::uint32_t last = none;
    for (const Judgment& judgment : topic.judgments) {
      if (!is_relevant(judgment.grade)) continue;
      if (judgment.document != last) {
        documents.push_back(similarity.find(topic.docnos[judgment.document]));
        intents.emplace_back();
        last = judgment.document;
      }
      intents.back().push_back(judgment.intent);
    }
  }

  Kind kind(std::size_t a, std::size_t b) const {
    const auto &x = intents[a], &y = intents[b];
    for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
      if (x[i] == y[j]) return same;
      x[i] < y[j] ? ++i : ++j;
    }
    return other;
  }
};

// The pairs of a topic, counted and added up.
struct TopicOfSimilarities {
  Counts counts = no_counts();
  std::array<double, 2> sums = {0, 0};
};

// On several threads each takes every so-manieth row; sums are added row by row.
TopicOfSimilarities pairs_of(const RelevantDocuments& relevant,
                             const DocumentSimilarity& similarity, ProgressMeter& meter) {
  const std::size_t size = relevant.documents.size();
  const std::size_t parts = size < many ? 1 : thread_limit();
  TopicOfSimilarities topic;
  std::vector<std::array<double, 2>> sums(size, {0, 0});
  std::mutex one_at_a_time;
  parallel_for(parts, [&](std::size_t part) {
    Counts counts = no_counts();
    for (std::size_t i = part; i < size; i += parts) {
      for (std::size_t j = i + 1; j < size; ++j) {
        const Kind kind = relevant.kind(i, j);
        const double value = std::clamp(
            similarity.similarity(relevant.documents[i], relevant.documents[j]), -1.0, 1.0);
        sums[i][kind] += value;
        ++counts[kind][static_cast<std::size_t>(std::lround(value * steps) + steps)];
      }
      meter.advance(size - i - 1);
    }
    const std::lock_guard lock(one_at_a_time);
    add_similarities(topic.counts, counts);
  });
  for (const auto& row : sums) {
    topic.sums[same] += row[same];
    topic.sums[other] += row[other];
  }
  return topic;
}

// The least similarity that at least a share q of the pairs does not exceed.
double quantile(const std::vector<std::uint64_t>& counts, std::uint64_t pairs, double q) {
  if (pairs == 0) return 0;
  const auto wanted = static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(pairs)));
  std::uint64_t sum = 0;
  std::size_t i = 0;
  while ((sum += counts[i]) < wanted) ++i;
  return (static_cast<double>(i) - steps) / steps;
}

std::uint64_t number_of(const std::vector<std::uint64_t>& counts) {
  return total_of(counts);
}

SimilarityDistribution distribution(const std::vector<std::uint64_t>& counts, double sum) {
  SimilarityDistribution result;
  result.pairs = number_of(counts);
  if (result.pairs > 0) result.mean = sum / static_cast<double>(result.pairs);
  result.q05 = quantile(counts, result.pairs, 0.05);
  result.q25 = quantile(counts, result.pairs, 0.25);
  result.median = quantile(counts, result.pairs, 0.5);
  result.q75 = quantile(counts, result.pairs, 0.75);
  result.q95 = quantile(counts, result.pairs, 0.95);
  result.bins.resize(2 * steps / steps_in_bin);
  for (std::size_t i = 0; i < counts.size(); ++i)
    result.bins[std::min(i / steps_in_bin, result.bins.size() - 1)] += counts[i];
  return result;
}

// The probability that a pair of the same intent is the more similar one, equal ones half.
std::optional<double> auc(const Counts& counts) {
  double less = 0, won = 0;  // pairs of other intents below; wins over them
  for (std::size_t i = 0; i < counts[same].size(); ++i) {
    const auto others = static_cast<double>(counts[other][i]);
    won += static_cast<double>(counts[same][i]) * (less + others / 2);
    less += others;
  }
  const double all = static_cast<double>(number_of(counts[same])) * less;
  return all > 0 ? std::optional(won / all) : std::nullopt;
}

// The edges of bins for a picture. Fingerprints have few similarities: those between two edges are
// of whole distances, so that no bin is fuller because it has room for more of them.
std::vector<double> edges_for(const DocumentSimilarity& similarity, double low) {
  constexpr double least_width = 0.045;
  std::vector<double> edges;
  const FingerprintRows* const rows = similarity.fingerprints();
  if (rows == nullptr) {
    for (int bin = low < 0 ? -20 : 0; bin <= 20; ++bin) edges.push_back(bin / 20.0);
    return edges;
  }
  std::set<double> values;
  for (int distance = 0; distance <= rows->bits(); ++distance)
    values.insert(fingerprint_similarity(distance, rows->bits(), similarity.fingerprint_kind()));
  const double first = (*std::next(values.begin()) - *values.begin()) / 2;
  edges.push_back(*values.begin() - first);
  for (auto next = std::next(values.begin()); next != values.end(); ++next) {
    const double between = (*std::prev(next) + *next) / 2;
    if (between - edges.back() < least_width) continue;
    if (*values.rbegin() - between >= least_width / 2) edges.push_back(between);
  }
  edges.push_back(*values.rbegin());
  return edges;
}

// Pairs by the bins between edges; the last holds its end.
std::vector<std::uint64_t> counts_between(const std::vector<std::uint64_t>& counts,
                                          const std::vector<double>& edges) {
  std::vector<std::uint64_t> result(edges.size() - 1);
  std::size_t bin = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double value = (static_cast<double>(i) - steps) / steps;
    while (bin + 1 < result.size() && value >= edges[bin + 1] - 1e-9) ++bin;
    result[bin] += counts[i];
  }
  return result;
}

// Bins below 0, which are empty where no similarity is.
void drop_negative_bins(SimilarityStudy& study) {
  constexpr std::ptrdiff_t negative = steps / steps_in_bin;
  const auto is_used = [](const SimilarityDistribution& d) {
    return std::any_of(d.bins.begin(), d.bins.begin() + negative, [](auto n) { return n > 0; });
  };
  study.low = is_used(study.same_intent) || is_used(study.other_intents) ? -1 : 0;
  if (study.low < 0) return;
  const auto drop = [](SimilarityDistribution& d) {
    d.bins.erase(d.bins.begin(), d.bins.begin() + negative);
  };
  drop(study.same_intent);
  drop(study.other_intents);
  for (TopicSimilarities& topic : study.topics) {
    drop(topic.same_intent);
    drop(topic.other_intents);
  }
}

DeltaShape shape_of(const BuiltHierarchies& built, double delta) {
  DeltaShape shape;
  shape.delta = delta;
  shape.several = built.pruning.several;
  shape.collapsed = built.pruning.collapsed;
  double layers = 0;
  for (const Hierarchy& hierarchy : built.hierarchies) {
    ++shape.topics;
    shape.nodes += hierarchy.nodes.size();
    layers += hierarchy.layers;
    shape.max_layers = std::max(shape.max_layers, hierarchy.layers);
    for (const HierarchyNode& node : hierarchy.nodes) {
      shape.intents += node.layer == 1 ? 1 : 0;
      shape.dummies += node.dummy ? 1 : 0;
      if (node.layer != hierarchy.layers) continue;
      ++shape.subintents;
      shape.single += node.docs.size() == 1 ? 1 : 0;
    }
  }
  if (shape.topics > 0) shape.mean_layers = layers / static_cast<double>(shape.topics);
  return shape;
}

}  // namespace

SimilarityStudy study_similarities(const Qrels& qrels, const DocumentSimilarity& similarity,
                                   std::string name, const ProgressCallback& progress,
                                   const TopicViewOptions& options) {
  std::vector<RelevantDocuments> relevant;
  std::uint64_t pairs = 0;
  for (const TopicQrels& topic : qrels.topics()) {
    const std::uint64_t documents = relevant.emplace_back(topic, similarity).documents.size();
    pairs += documents * (documents - 1) / 2;
  }
  SimilarityStudy study;
  study.name = std::move(name);
  ProgressMeter meter(progress, "comparing", "pairs", pairs);
  TopicOfSimilarities all;
  double aucs = 0;
  std::size_t topics = 0;
  for (std::size_t i = 0; i < relevant.size(); ++i) {
    if (relevant[i].documents.size() < 2) continue;
    const TopicQrels& judged = qrels.topics()[i];
    std::optional<DocumentSimilarity> view;
    if (options.any()) {
      view = view_of_topic(similarity, relevant_docnos(judged), options);
      relevant[i] = RelevantDocuments(judged, *view);
    }
    const TopicOfSimilarities compared = pairs_of(relevant[i], view ? *view : similarity, meter);
    TopicSimilarities& topic = study.topics.emplace_back();
    topic.topic = qrels.topics()[i].topic;
    topic.same_intent = distribution(compared.counts[same], compared.sums[same]);
    topic.other_intents = distribution(compared.counts[other], compared.sums[other]);
    topic.auc = auc(compared.counts);
    aucs += topic.auc.value_or(0);
    topics += topic.auc ? 1 : 0;
    add_similarities(all.counts, compared.counts);
    all.sums[same] += compared.sums[same];
    all.sums[other] += compared.sums[other];
  }
  study.same_intent = distribution(all.counts[same], all.sums[same]);
  study.other_intents = distribution(all.counts[other], all.sums[other]);
  if (pairs > 0) study.mean = (all.sums[same] + all.sums[other]) / static_cast<double>(pairs);
  study.auc = auc(all.counts);
  if (topics > 0) study.mean_auc = aucs / static_cast<double>(topics);
  drop_negative_bins(study);
  study.edges = edges_for(similarity, study.low);
  study.same_intent.drawn = counts_between(all.counts[same], study.edges);
  study.other_intents.drawn = counts_between(all.counts[other], study.edges);
  return study;
}

std::vector<DeltaShape> delta_shapes(const Qrels& qrels, std::span<const Dendrogram> dendrograms,
                                     std::span<const double> deltas,
                                     const HierarchySources& sources,
                                     const ProgressCallback& progress) {
  ProgressMeter meter(progress, "pruning", "deltas", deltas.size());
  std::vector<DeltaShape> shapes;
  for (const double delta : deltas) {
    HierarchyOptions options;
    options.delta = delta;
    shapes.push_back(shape_of(build_hierarchies(qrels, dendrograms, options, sources), delta));
    meter.advance();
  }
  return shapes;
}

}  // namespace subintent::internal
