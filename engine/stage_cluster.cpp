#include "cluster/dendrogram.h"
#include "core/base/warning.h"
#include "core/collection/qrels.h"
#include "engine/clustering.h"
#include "engine/stage.h"
#include "evaluate/judgments.h"
#include "similarity/similarity.h"
#include "subintent/program.h"
#include "subintent/stages.h"

namespace subintent {
namespace {

// What files ask to cluster, and by what documents are compared.
struct Clustering {
  internal::Qrels judgments;  // which the names of the tasks lie in
  std::vector<internal::ClusterTask> tasks;
  internal::DocumentSimilarity documents;
};

Clustering read_similarity_files(const ClusterFiles& files, const ClusterOptions& options,
                                 const RemarksCallback& say) {
  if (files.qrels.empty()) {
    throw Error::argument("qrels", "qrels: none given", "give the judgments");
  }
  if (!files.adhoc_qrels.empty() && !options.topic_level) {
    throw Error::argument("adhoc_qrels", "adhoc_qrels needs `topic_level`",
                          "leave it out, or add `topic_level`");
  }
  check(options, files.similarity);
  const internal::Qrels intents = internal::read_qrels(files.qrels);
  Warnings of_judgments, of_documents;
  if (!options.topic_level && !files.judged &&
      internal::second_column(intents) == internal::SecondColumn::no_intents) {
    internal::tell(
        say, {},
        {internal::make_warning("second-column", Location{internal::names_of(files.qrels), 0},
                                "its second column names no intents: one tree per topic",
                                "`level=intent` makes others")});
  }
  internal::Qrels judgments = options.topic_level
                                  ? internal::read_adhoc_qrels(files.adhoc_qrels, intents)
                                  : internal::as_judged(intents, files.judged);
  auto tasks = internal::cluster_tasks(intents, judgments, of_judgments);
  internal::tell(say, of_judgments);
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
