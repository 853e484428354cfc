#include "report/judge/shown_lists.h"

#include "core/base/parallel.h"
#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

bool is_relevant_document(const TopicQrels& judged, std::string_view docno) {
  const std::ptrdiff_t document = judged.find_document(docno);
  if (document < 0) return false;
  auto judgment = std::ranges::lower_bound(judged.judgments, static_cast<std::uint32_t>(document),
                                           {}, &Judgment::document);
  for (; judgment != judged.judgments.end(); ++judgment) {
    if (static_cast<std::ptrdiff_t>(judgment->document) != document) break;
    if (is_relevant(judgment->grade)) return true;
  }
  return false;
}

std::vector<std::string_view> shown(const RankedList& list, const TopicQrels& judged,
                                    std::uint32_t cutoff, bool relevant_only) {
  std::vector<std::string_view> documents;
  for (const std::string_view docno : list.docnos) {
    if (documents.size() == cutoff) break;
    if (relevant_only && !is_relevant_document(judged, docno)) continue;
    documents.push_back(docno);
  }
  return documents;
}

// Names stand in columns between tabs.
void check_name(const Location& location, const char* what, std::string_view name) {
  const auto defect = docno_defect(name);
  if (!defect) return;
  throw Error(location, std::string("the ") + what + " '" + printable(name) + "' " + *defect,
              "choose another name");
}

template <typename Names, typename Less>
std::optional<std::size_t> place_of(const Names& names, std::string_view name, Less less) {
  const auto at = std::ranges::lower_bound(names, name, less);
  if (at == names.end() || *at != name) return std::nullopt;
  return static_cast<std::size_t>(at - names.begin());
}

}  // namespace

ShownLists::ShownLists(std::span<const Run> runs, const Qrels& judged, const ShownOptions& options)
    : options_(options) {
  for (const TopicQrels& topic : judged.topics()) {
    check_name(judged.location(topic.topic), "topic", topic.topic);
    topics_.push_back(topic.topic);
  }
  std::vector<const Run*> ordered;
  for (const Run& run : runs) ordered.push_back(&run);
  std::ranges::sort(ordered, {}, &Run::name);
  for (const Run* run : ordered) {
    check_name({run->file, 0}, "run", run->name);
    runs_.emplace_back(run->name);
  }
  lists_.resize(topics_.size() * runs_.size());
  parallel_for(topics_.size(), [&](std::size_t topic) {
    for (std::size_t run = 0; run < ordered.size(); ++run) {
      const RankedList* list = ordered[run]->find(topics_[topic]);
      if (list == nullptr) continue;
      const bool relevant_only = options.relevant_only && !options.whole.contains(runs_[run]);
      lists_[topic * runs_.size() + run] =
          shown(*list, judged.topics()[topic], options.cutoff, relevant_only);
    }
  });
}

std::optional<std::size_t> ShownLists::find_topic(std::string_view topic) const {
  return place_of(topics_, topic, label_less);
}

std::optional<std::size_t> ShownLists::find_run(std::string_view run) const {
  return place_of(runs_, run, std::ranges::less());
}

bool ShownLists::differ(std::size_t topic, std::size_t first, std::size_t second) const {
  const auto &a = list(topic, first), &b = list(topic, second);
  return !a.empty() && !b.empty() && a != b;
}

}  // namespace subintent::internal
