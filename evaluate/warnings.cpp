#include "evaluate/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/error.h"
#include "support/input_file.h"
#include "support/strings.h"

namespace subintent {

void warn_of_weights(const NamedHierarchies& named, Warnings& warnings) {
  constexpr double tolerance = 1e-3;  // weights may have been rounded
  for (const Hierarchy& hierarchy : named.topics) {
    std::vector<double> sums(hierarchy.layers, 0);
    for (const HierarchyNode& node : hierarchy.nodes) sums[node.layer - 1] += node.weight;
    const auto at = std::find_if(sums.begin(), sums.end(),
                                 [](double sum) { return !(std::abs(sum - 1) <= tolerance); });
    if (at == sums.end()) continue;
    warnings.push_back(
        fmt::format("{}: topic {}: the weights of layer {} add up to {:.6g}, not 1; subintent "
                    "hierarchy --check lists all faults",
                    named.path, printable(hierarchy.topic), at - sums.begin() + 1, *at));
    return;
  }
}

void warn_of_similarity(const DocumentSimilarity& similarity, std::size_t relevant_documents,
                        Warnings& warnings) {
  if (similarity.size() >= relevant_documents) return;
  warnings.push_back(
      fmt::format("{} of {} relevant documents have no {}; their similarity counts as 0",
                  relevant_documents - similarity.size(), relevant_documents,
                  similarity.fingerprints() ? "fingerprint" : "vector"));
}

void warn_of_run(const RunScores& scores, const RunCounts& counts, const std::string& order,
                 std::string_view missing_topics, Warnings& warnings) {
  const auto warn = [&](const std::string& text) {
    warnings.push_back("run " + printable(scores.run) + ": " + text);
  };
  if (counts.topics_with_disagreement > 0) {
    warn(fmt::format("rank and score disagree in {}; ordered by {} (see --order)",
                     count_of(counts.topics_with_disagreement, "topic"), order));
  }
  if (counts.duplicates_dropped > 0) {
    warn(count_of(counts.duplicates_dropped, "repetition") + " of a document dropped");
  }
  if (!scores.unjudged_topics.empty()) {
    warn(fmt::format("{} not judged, ignored (first: {})",
                     count_of(scores.unjudged_topics.size(), "topic"),
                     printable(scores.unjudged_topics[0])));
  }
  const auto lacks = std::ranges::count(scores.answered, 0);
  if (lacks > 0 && !missing_topics.empty()) {
    warn(fmt::format("lacks {} of {}; {}", lacks, count_of(scores.answered.size(), "judged topic"),
                     missing_topics));
  }
  if (std::ranges::none_of(scores.judged, [](char judged) { return judged != 0; })) {
    warn("none of its documents is judged; check that it names documents as the judgments do");
  }
}

}  // namespace subintent
