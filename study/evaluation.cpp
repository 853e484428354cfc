#include "study/evaluation.h"

#include <unordered_set>
#include <utility>

#include "cluster/coverage.h"
#include "study/warnings.h"

namespace subintent {
namespace {

// Relevant to an intent of a judged topic, or to the topic.
std::unordered_set<std::string_view> all_relevant_docnos(const Judgments& judgments) {
  std::unordered_set<std::string_view> docnos;
  const auto add = [&](const TopicQrels* topic) {
    if (topic == nullptr) return;
    const auto relevant = relevant_docnos(*topic);
    docnos.insert(relevant.begin(), relevant.end());
  };
  for (const TopicQrels& topic : judgments.diversity.topics()) {
    add(&topic);
    add(judgments.adhoc.find(topic.topic));
  }
  return docnos;
}

DocumentSimilarity read_similarity(const SimilarityFiles& files, const Judgments& judgments,
                                   Warnings& warnings) {
  const auto relevant = all_relevant_docnos(judgments);
  const auto wanted = [&](std::string_view docno) { return relevant.contains(docno); };
  auto similarity =
      files.fingerprints
          ? DocumentSimilarity::from_fingerprints(*files.fingerprints, files.kind, wanted)
      : files.dense ? DocumentSimilarity::from_dense(*files.dense, *files.docnos, wanted)
                    : DocumentSimilarity::from_vectors(sources(files.vectors), wanted);
  const std::string& file = files.fingerprints ? *files.fingerprints
                            : files.dense      ? *files.docnos
                                               : files.vectors[0];
  const auto warning = coverage_warning(
      {relevant.size(), similarity.size(), files.fingerprints ? "fingerprint" : "vector", file});
  if (warning) warnings.push_back(*warning);
  return similarity;
}

}  // namespace

Scorer EvaluationData::scorer(const Judgments& own_judgments,
                              const std::vector<NamedHierarchies>& own_hierarchies,
                              std::vector<Measure> measures) const {
  return {own_judgments, own_hierarchies, std::move(measures), similarity ? &*similarity : nullptr,
          max_grade};
}

EvaluationData read_evaluation(const EvaluationInputs& inputs, Warnings& warnings) {
  EvaluationData data{
      read_judgments(inputs.judgments, warnings), inputs.hierarchies, {}, inputs.max_grade};
  for (NamedHierarchies& named : data.hierarchies) {
    named.topics = read_hierarchies(named.path);
    warn_of_hierarchies(named, data.judgments, warnings);
  }
  if (inputs.similarity.any()) {
    data.similarity = read_similarity(inputs.similarity, data.judgments, warnings);
  }
  return data;
}

}  // namespace subintent
