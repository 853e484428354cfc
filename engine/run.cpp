#include "subintent/run.h"

#include <utility>

#include "collection/run.h"
#include "collection/scored_lists.h"

namespace subintent {
Run::Run(internal::Run run) : run_(std::make_shared<const internal::Run>(std::move(run))) {}

Run Run::read(const Source& source, RunOrder order, OnDuplicate on_duplicate) {
  return Run(internal::read_run(source, order, on_duplicate));
}

Run Run::scored(const std::vector<ScoredDocument>& documents, std::string name) {
  std::vector<internal::RunRow> rows;
  for (const ScoredDocument& document : documents) {
    rows.push_back({document.topic, document.docno, document.score, 0});
  }
  return Run(internal::Run::of(rows, std::move(name)));
}

Run Run::scored(const RunView& view) {
  return Run(internal::run_of(view));
}

Run Run::ranked(const std::vector<RankedDocuments>& lists, std::string name) {
  std::vector<internal::RunRow> rows;
  for (const RankedDocuments& list : lists) {
    for (const std::string& docno : list.docnos) rows.push_back({list.topic, docno, 0, 0});
  }
  return Run(internal::Run::of(rows, std::move(name), RunOrder::file));
}

const std::string& Run::name() const {
  return run_->name;
}

Run Run::named(std::string name) const {
  internal::Run run = *run_;
  run.name = std::move(name);
  return Run(std::move(run));
}

std::vector<RankedDocuments> Run::lists() const {
  std::vector<RankedDocuments> lists;
  for (const internal::RankedList& list : run_->topics) {
    lists.push_back({std::string(list.topic), {list.docnos.begin(), list.docnos.end()}});
  }
  return lists;
}

}  // namespace subintent
