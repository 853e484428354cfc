#include "subintent/hierarchy.h"

#include <optional>
#include <unordered_set>

#include "cluster/dendrogram.h"
#include "cluster/tasks.h"
#include "engine/inside.h"
#include "hierarchy/export.h"
#include "similarity/coverage.h"

namespace subintent {

std::vector<Dendrogram> cluster(const Judgments& judgments, const Similarity& similarity,
                                const ClusterOptions& options, const ProgressCallback& progress,
                                Warnings* warnings) {
  const internal::Judgments& inside = internal::Inside::of(judgments);
  const internal::DocumentSimilarity& documents = internal::Inside::of(similarity);
  Warnings found;
  const auto tasks = internal::cluster_tasks(
      inside.diversity, options.topic_level ? inside.adhoc : inside.diversity, found);
  internal::require_utf8(tasks, options.topic_level ? inside.adhoc_name : inside.qrels_name);
  std::unordered_set<std::string_view> relevant;
  for (const internal::ClusterTask& task : tasks) {
    relevant.insert(task.docs.begin(), task.docs.end());
  }
  internal::warn_of_coverage(relevant, documents, "similarity", found);
  std::optional<internal::Background> background;
  if (options.background) background.emplace(documents);
  auto dendrograms =
      internal::cluster_all(tasks, documents, options.linkage, progress,
                            {options.contrast, options.neighbours, options.contrast_power},
                            internal::TopicMeans::all, background ? &*background : nullptr);
  internal::warn_of_background(dendrograms, found);
  if (warnings != nullptr) warnings->insert(warnings->end(), found.begin(), found.end());
  return dendrograms;
}

std::string to_json(const Dendrogram& dendrogram) {
  internal::check(dendrogram);
  std::string line;
  internal::append_dendrogram_line(line, dendrogram);
  line.pop_back();
  return line;
}

std::vector<double> linkage_matrix(const Dendrogram& dendrogram) {
  internal::check(dendrogram);
  std::vector<double> matrix;
  for (const Merge& merge : dendrogram.merges) {
    matrix.insert(matrix.end(), {static_cast<double>(merge.a), static_cast<double>(merge.b),
                                 internal::distance_of(merge), static_cast<double>(merge.size)});
  }
  return matrix;
}

}  // namespace subintent
