#include "core/base/warning.h"
#include "engine/recipe_plan.h"
#include "engine/values.h"
#include "hierarchy/export.h"
#include "similarity/similarity.h"
#include "subintent/stages.h"

namespace subintent {

namespace internal {

std::unordered_set<std::string_view> documents_of(const std::vector<ClusterTask>& tasks) {
  std::unordered_set<std::string_view> documents;
  for (const ClusterTask& task : tasks) documents.insert(task.docs.begin(), task.docs.end());
  return documents;
}

void check(const ClusterOptions& options, DocumentSimilarity::Kind kind) {
  view_of(options, kind);
  if (options.background) Background::check(kind);
}

DocumentSimilarity::Kind kind_of(const AnySimilarity& similarity) {
  using Kind = DocumentSimilarity::Kind;
  if (const auto* const made = std::get_if<Similarity>(&similarity))
    return Inside::of(*made).kind();
  const auto& files = std::get<SimilarityFiles>(similarity);
  return files.fingerprints ? Kind::fingerprints : files.dense ? Kind::dense : Kind::vectors;
}

TopicViewOptions view_of(const ClusterOptions& options, DocumentSimilarity::Kind kind) {
  const TopicViewOptions view{options.contrast, options.neighbours, options.contrast_power};
  check(view, kind);
  return view;
}

std::vector<Dendrogram> cluster_all(const std::vector<ClusterTask>& tasks,
                                    const DocumentSimilarity& documents,
                                    const ClusterOptions& options,
                                    const ProgressCallback& progress) {
  const TopicViewOptions view = view_of(options, documents.kind());
  std::optional<Background> background;
  if (options.background) background.emplace(documents);
  return cluster_all(tasks, documents, options.linkage, progress, view,
                     options.topic_pairs ? TopicMeans::all : TopicMeans::none,
                     background ? &*background : nullptr);
}

}  // namespace internal

void check(const ClusterOptions& options, const SimilarityFiles& files) {
  internal::check(options, internal::kind_of(files));
}

std::vector<Dendrogram> cluster(const Judgments& judgments, const Similarity& similarity,
                                const ClusterOptions& options, const ProgressCallback& progress,
                                Warnings* warnings) {
  const internal::Judgments& inside = internal::Inside::of(judgments);
  const internal::DocumentSimilarity& documents = internal::Inside::of(similarity);
  Warnings found;
  const auto tasks = internal::cluster_tasks(
      inside.diversity, options.topic_level ? inside.adhoc : inside.diversity, found);
  internal::require_utf8(tasks, options.topic_level ? inside.adhoc_name : inside.qrels_name);
  internal::warn_of_coverage(internal::documents_of(tasks), documents, "similarity", found);
  auto dendrograms = internal::cluster_all(tasks, documents, options, progress);
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

namespace {

// What files ask to cluster, and by what documents are compared.
struct Clustering {
  internal::Qrels judgments;  // which the names of the tasks lie in
  std::vector<internal::ClusterTask> tasks;
  internal::DocumentSimilarity documents;
};

Clustering read_similarity_files(const ClusterFiles& files, const ClusterOptions& options,
                                 const RemarksCallback& say) {
  if (files.qrels.empty())
    throw Error::argument("qrels", "qrels: none given", "give the judgments");
  if (!files.adhoc_qrels.empty() && !options.topic_level) {
    throw Error::argument("adhoc_qrels", "adhoc_qrels needs `topic_level`",
                          "leave it out, or add `topic_level`");
  }
  check(options, files.similarity);
  Warnings of_judgments, notes, of_documents;
  const auto judged = options.topic_level ? Judged::intents : files.judged;
  const internal::Qrels given =
      internal::read_judged(files.qrels, judged, notes, "`level=intent` makes others");
  internal::Qrels judgments =
      options.topic_level ? internal::read_adhoc_qrels(files.adhoc_qrels, given) : given;
  auto tasks = internal::cluster_tasks(given, judgments, of_judgments);
  internal::tell(say, of_judgments, notes);
  internal::require_utf8(
      tasks, internal::names_of(files.adhoc_qrels.empty() ? files.qrels : files.adhoc_qrels));
  auto documents =
      internal::read_similarity(files.similarity, internal::documents_of(tasks), of_documents);
  internal::tell(say, of_documents);
  return {std::move(judgments), std::move(tasks), std::move(documents)};
}

}  // namespace

void cluster_files(const ClusterFiles& files, const ClusterOptions& options,
                   const TextWriter& write, const RemarksCallback& say,
                   const ProgressCallback& progress) {
  const Clustering what = read_similarity_files(files, options, say);
  const auto dendrograms = internal::cluster_all(what.tasks, what.documents, options, progress);
  std::string line;
  for (const Dendrogram& dendrogram : dendrograms) {
    line.clear();
    internal::append_dendrogram_line(line, dendrogram);
    write(line);
  }
  if (!say) return;
  Remarks remarks;
  internal::warn_of_background(dendrograms, remarks.warnings);
  internal::note_near_duplicates(what.documents, remarks.notes);
  say(remarks);
}

}  // namespace subintent
