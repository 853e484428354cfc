#include "subintent/collection.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/collection/run.h"
#include "subintent/program.h"

namespace subintent {

Run::Run(internal::Run run) : run_(std::make_shared<const internal::Run>(std::move(run))) {}

Run Run::read(const Source& source, RunOrder order, OnDuplicate on_duplicate, bool keep_scores) {
  const auto scores = keep_scores ? internal::ListScores::kept : internal::ListScores::left_out;
  return Run(internal::read_run(source, order, on_duplicate, scores));
}

Run Run::scored(const std::vector<ScoredDocument>& documents, std::string name) {
  std::vector<internal::RunRow> rows;
  for (const ScoredDocument& document : documents) {
    rows.push_back({document.topic, document.docno, document.score, 0});
  }
  return Run(internal::Run::of(rows, std::move(name), RunOrder::score, OnDuplicate::error,
                               internal::ListScores::kept));
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

const std::string& Run::tag() const {
  return run_->tag;
}

Run Run::named(std::string name) const {
  internal::Run run = *run_;
  run.name = std::move(name);
  return Run(std::move(run));
}

Run Run::cut(std::size_t depth) const {
  internal::Run run = *run_;
  for (internal::RankedList& list : run.topics) {
    list.docnos.resize(std::min(list.docnos.size(), depth));
    list.scores.resize(std::min(list.scores.size(), depth));
  }
  return Run(std::move(run));
}

void Run::write(const TextWriter& write, const std::string& tag, std::size_t depth) const {
  std::string text;
  for (const internal::RankedList& list : run_->topics) {
    internal::append_run_lines(text, list, depth, tag, run_->file);
    write(text);
    text.clear();
  }
}

std::vector<RankedDocuments> Run::lists() const {
  std::vector<RankedDocuments> lists;
  for (const internal::RankedList& list : run_->topics) {
    lists.push_back({std::string(list.topic), {list.docnos.begin(), list.docnos.end()}});
  }
  return lists;
}

void require_different_names(const std::vector<std::string>& names,
                             const std::vector<std::string>& files, const std::string& advice) {
  std::map<std::string_view, std::string_view> file_of;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [at, is_new] = file_of.emplace(names[i], files[i]);
    if (is_new) continue;
    throw Error(
        Location{files[i], 0},
        fmt::format("run {} has the name of the run in {}", printable(names[i]), at->second),
        advice);
  }
}

std::string run_tag(std::string_view name) {
  return internal::run_tag(name);
}

}  // namespace subintent
