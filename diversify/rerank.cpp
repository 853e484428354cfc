#include "diversify/rerank.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>

#include "core/base/fit.h"
#include "core/base/parallel.h"
#include "core/base/warning.h"
#include "similarity/coverage.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

void require_probability(double score, std::string_view topic, const std::string& file) {
  if (score >= 0 && score <= 1) return;
  throw Error(
      Location{file, 0},
      fmt::format("topic {} has the score {}, which is not from 0 to 1", printable(topic), score),
      "use another `scale` than none");
}

// Scores as probabilities, in place.
void scale(std::vector<double>& scores, ScoreScale kind, std::string_view topic,
           const std::string& file) {
  if (scores.empty()) return;
  if (kind == ScoreScale::none) {
    for (const double score : scores) require_probability(score, topic, file);
    return;
  }
  if (kind != ScoreScale::minmax) {
    for (double& score : scores) score = std::max(score, 0.0);
  }
  const auto [least, most] = std::ranges::minmax(scores);
  double sum = 0;
  for (const double score : scores) sum += score;
  const double low = kind == ScoreScale::minmax ? least : 0;
  const double high = kind == ScoreScale::sum ? sum : most;
  const double same = kind == ScoreScale::minmax ? 1 : 0;  // with max and sum: none is above 0
  for (double& score : scores) {
    // Halves, so that the difference of the largest numbers is finite.
    score = high > low ? (score / 2 - low / 2) / (high / 2 - low / 2) : same;
  }
}

// P(d|i) of the candidates, 0 of those that the intent does not name.
std::vector<double> relevance_to(const DocumentScores& documents,
                                 std::span<const std::string_view> candidates, ScoreScale kind,
                                 std::string_view topic) {
  std::vector<double> relevance(candidates.size(), 0), scores;
  std::vector<std::size_t> places;
  for (std::size_t d = 0; d < candidates.size(); ++d) {
    const auto at = documents.find(candidates[d]);
    if (at == documents.end()) continue;
    places.push_back(d);
    scores.push_back(at->second);
  }
  scale(scores, kind, topic, "the scores of intents");
  for (std::size_t k = 0; k < places.size(); ++k) relevance[places[k]] = scores[k];
  return relevance;
}

using Intents = std::map<std::string, DocumentScores, LabelLess>;

double probability_of(const IntentTable* table, std::string_view topic, const std::string& intent,
                      std::size_t intents) {
  if (table == nullptr) return 1.0 / static_cast<double>(intents);
  const auto at = table->find(std::string(topic));
  if (at != table->end()) {
    const auto info = at->second.find(intent);
    if (info != at->second.end() && info->second.probability) return *info->second.probability;
  }
  throw Error(
      Location{},
      fmt::format("intent {} of topic {} has no probability", printable(intent), printable(topic)),
      "add a line to the file of `probabilities`, or leave the option out");
}

IntentLayer flat_layer(const Intents& intents, const RankedList& list,
                       std::span<const std::string_view> docnos, const RerankInputs& inputs) {
  IntentLayer layer;
  for (const auto& [intent, documents] : intents) {
    layer.weights.push_back(
        probability_of(inputs.probabilities, list.topic, intent, intents.size()));
    layer.parents.emplace_back();
    layer.relevance.push_back(relevance_to(documents, docnos, inputs.scale, list.topic));
  }
  return layer;
}

// The layers of a hierarchy. A node covers a candidate that it holds, as far as the candidate is
// relevant to the node's intent, or to the query where no scores of that intent are given.
std::vector<IntentLayer> layers_of(const Hierarchy& hierarchy, const Intents* intents,
                                   const RankedList& list, std::span<const std::string_view> docnos,
                                   const std::vector<double>& relevance,
                                   const RerankInputs& inputs) {
  std::vector<IntentLayer> layers(hierarchy.layers);
  std::vector<std::uint32_t> places(hierarchy.nodes.size());
  std::map<std::string, std::vector<double>> of_intents;
  for (std::uint32_t n = 0; n < hierarchy.nodes.size(); ++n) {
    const HierarchyNode& node = hierarchy.nodes[n];
    IntentLayer& layer = layers[node.layer - 1];
    places[n] = static_cast<std::uint32_t>(layer.weights.size());
    layer.weights.push_back(node.weight);
    layer.parents.emplace_back(node.parent ? std::optional(places[*node.parent]) : std::nullopt);
    const std::vector<double>* graded = &relevance;
    if (intents != nullptr) {
      const auto known = intents->find(node.intent);
      if (known != intents->end()) {
        auto [at, is_new] = of_intents.try_emplace(node.intent);
        if (is_new) at->second = relevance_to(known->second, docnos, inputs.scale, list.topic);
        graded = &at->second;
      }
    }
    std::vector<double> covered(docnos.size(), 0);
    for (std::size_t d = 0; d < docnos.size(); ++d) {
      const auto place = std::ranges::lower_bound(hierarchy.docnos, docnos[d]);
      if (place == hierarchy.docnos.end() || *place != docnos[d]) continue;
      const auto document = static_cast<std::uint32_t>(place - hierarchy.docnos.begin());
      if (std::ranges::binary_search(node.docs, document)) covered[d] = (*graded)[d];
    }
    layer.relevance.push_back(std::move(covered));
  }
  return layers;
}

const Hierarchy* hierarchy_of(const RerankInputs& inputs, std::string_view topic) {
  if (inputs.hierarchies == nullptr) return nullptr;
  const auto at = std::ranges::find(*inputs.hierarchies, topic, &Hierarchy::topic);
  return at == inputs.hierarchies->end() ? nullptr : &*at;
}

const Intents* intents_of(const RerankInputs& inputs, std::string_view topic) {
  if (inputs.intents == nullptr) return nullptr;
  const auto at = inputs.intents->find(std::string(topic));
  return at == inputs.intents->end() ? nullptr : &at->second;
}

Candidates candidates_of(const RankedList& list, const std::string& file,
                         const RerankInputs& inputs) {
  const std::size_t count = std::min(inputs.candidates, list.docnos.size());
  const std::span docnos(list.docnos.data(), count);
  Candidates candidates;
  candidates.relevance.assign(list.scores.begin(),
                              list.scores.begin() + static_cast<std::ptrdiff_t>(count));
  scale(candidates.relevance, inputs.scale, list.topic, file);
  if (inputs.similarity != nullptr) {
    std::vector<std::uint32_t> numbers;
    for (const std::string_view docno : docnos) numbers.push_back(inputs.similarity->find(docno));
    candidates.similarity = [numbers = std::move(numbers), similarity = inputs.similarity](
                                std::uint32_t a, std::uint32_t b) {
      return similarity->similarity(numbers[a], numbers[b]);
    };
    return candidates;
  }
  const Intents* const intents = intents_of(inputs, list.topic);
  if (const Hierarchy* const hierarchy = hierarchy_of(inputs, list.topic)) {
    candidates.layers = layers_of(*hierarchy, intents, list, docnos, candidates.relevance, inputs);
  } else if (intents != nullptr && inputs.hierarchies == nullptr) {
    candidates.layers.push_back(flat_layer(*intents, list, docnos, inputs));
  } else {
    candidates.relevance.clear();  // nothing is known: the list stays as it is
  }
  return candidates;
}

// Adds the candidates of a list, and those of them that are known. Topics without intents do not
// count.
void count_known(const RankedList& list, const RerankInputs& inputs, Fit& fit) {
  const std::size_t count = std::min(inputs.candidates, list.docnos.size());
  const std::span<const std::string_view> docnos(list.docnos.data(), count);
  const auto count_if = [&](const auto& is_known) {
    fit.all += count;
    fit.known += static_cast<std::uint64_t>(std::ranges::count_if(docnos, is_known));
  };
  if (inputs.similarity != nullptr) {
    count_if([&](std::string_view docno) {
      const std::uint32_t number = inputs.similarity->find(docno);
      return number != DocumentSimilarity::missing && !is_zero(*inputs.similarity, number);
    });
  } else if (const Hierarchy* const hierarchy = hierarchy_of(inputs, list.topic)) {
    count_if([&](std::string_view docno) {
      return std::ranges::binary_search(hierarchy->docnos, docno, std::less<>());
    });
  } else if (const Intents* const intents = intents_of(inputs, list.topic);
             intents != nullptr && inputs.hierarchies == nullptr) {
    count_if([&](std::string_view docno) {
      return std::ranges::any_of(*intents,
                                 [&](const auto& intent) { return intent.second.contains(docno); });
    });
  }
}

// How many documents to re-rank are known to what diversifies. Those that have no representation
// are similar to none, and so look new; those of no intent are behind all others.
void check_fit(const Run& run, const RerankInputs& inputs, Warnings& warnings) {
  const bool by_similarity = inputs.similarity != nullptr;
  Fit fit{run.file,
          "documents to re-rank",
          by_similarity                   ? "fingerprint or vector"
          : inputs.hierarchies != nullptr ? "place in the hierarchy"
                                          : "score for any intent",
          by_similarity ? "their similarity to all others is 0" : "they cover no intent",
          0,
          0};
  for (const RankedList& list : run.topics) count_known(list, inputs, fit);
  if (fit.is_none()) {
    throw Error(Location{run.file, 0}, "none of its documents has a " + fit.lacked,
                "check that they belong to the same collection");
  }
  if (fit.known == fit.all || (!by_similarity && !fit.is_few())) return;
  warnings.push_back(make_warning("unknown-candidates", Location{run.file, 0},
                                  fmt::format("{} of {} {} have no {}: {}", fit.all - fit.known,
                                              fit.all, fit.documents, fit.lacked, fit.effect)));
}

}  // namespace

Reranker::Reranker(const Run& run, const Diversifier& diversifier, const RerankInputs& inputs,
                   Warnings& warnings)
    : run_(run), diversifier_(diversifier), candidates_(run.topics.size()) {
  check_fit(run, inputs, warnings);
  parallel_for(run.topics.size(), [&](std::size_t t) {
    candidates_[t] = candidates_of(run.topics[t], run.file, inputs);
  });
  const auto unknown =
      static_cast<std::size_t>(std::ranges::count(candidates_, 0U, &Candidates::size));
  if (unknown == candidates_.size()) {
    throw Error(Location{run.file, 0}, "no intents are known for any of its topics",
                "check that topics have the same names in both files");
  }
  if (unknown > 0) {
    warnings.push_back(make_warning(
        "topics-without-intents", Location{run.file, 0},
        fmt::format("no intents are known for {} of {} topics; their lists are unchanged", unknown,
                    candidates_.size())));
  }
}

std::vector<RankedList> Reranker::lists(double lambda) const {
  std::vector<RankedList> lists(run_.topics.size());
  parallel_for(lists.size(), [&](std::size_t t) {
    const RankedList& list = run_.topics[t];
    const Candidates& candidates = candidates_[t];
    RankedList& made = lists[t];
    made.topic = list.topic;
    if (candidates.size() > 0) {
      for (const std::uint32_t d : diversifier_.rank(candidates, lambda, candidates.size())) {
        made.docnos.push_back(list.docnos[d]);
      }
    }
    made.docnos.insert(made.docnos.end(),
                       list.docnos.begin() + static_cast<std::ptrdiff_t>(made.docnos.size()),
                       list.docnos.end());
  });
  return lists;
}

}  // namespace subintent::internal
