#include "subintent/cluster.h"

#include <iterator>
#include <unordered_set>

#include "api/inside.h"
#include "cluster/coverage.h"
#include "cluster/dendrogram.h"
#include "cluster/tasks.h"

namespace subintent {
namespace {

// Throws where no relevant document has a representation.
void check_coverage(const std::vector<internal::ClusterTask>& tasks,
                    const internal::DocumentSimilarity& similarity) {
  std::unordered_set<std::string_view> relevant;
  std::size_t represented = 0;
  for (const internal::ClusterTask& task : tasks) {
    for (const std::string_view docno : task.docs) {
      if (!relevant.insert(docno).second) continue;
      if (similarity.find(docno) != internal::DocumentSimilarity::missing) ++represented;
    }
  }
  internal::coverage_warning({relevant.size(), represented, "fingerprint or vector", "similarity"});
}

}  // namespace

std::vector<Dendrogram> cluster(const Judgments& judgments, const Similarity& similarity,
                                const ClusterOptions& options, const ProgressCallback& progress) {
  const internal::Judgments& inside = internal::Inside::of(judgments);
  const internal::Qrels& qrels = options.topic_level ? inside.adhoc : inside.diversity;
  std::vector<internal::ClusterTask> tasks;
  for (const internal::TopicQrels& topic : inside.diversity.topics()) {
    const internal::TopicQrels* const judged = qrels.find(topic.topic);
    if (judged == nullptr) continue;
    std::ranges::move(internal::cluster_tasks(*judged), std::back_inserter(tasks));
  }
  const internal::DocumentSimilarity& documents = internal::Inside::of(similarity);
  check_coverage(tasks, documents);
  return internal::cluster_all(tasks, documents, options.linkage, progress);
}

std::string to_json(const Dendrogram& dendrogram) {
  std::string line;
  internal::append_dendrogram_line(line, dendrogram);
  line.pop_back();
  return line;
}

}  // namespace subintent
