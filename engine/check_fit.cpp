// What files name that others of those checked with them do not.
#include <fmt/format.h>

#include <set>

#include "core/base/strings.h"
#include "core/collection/run.h"
#include "subintent/check.h"
#include "subintent/program.h"

namespace subintent {
namespace internal {
namespace {

using PairOfNames = std::pair<std::string, std::string>;
using SetOfNames = std::set<std::string, std::less<>>;

// What judgments name, and what runs have among their first documents.
struct NamedTogether {
  SetOfNames topics, judged, listed;
  std::set<PairOfNames> intents, judgments;

  explicit NamedTogether(const std::vector<FileCheck>& checks) {
    for (const FileCheck& check : checks) {
      for (const auto& [topic, docno] : check.documents)
        (check.is_judged ? judged : listed).insert(docno);
      if (!check.is_judged) continue;
      topics.insert(check.topics.begin(), check.topics.end());
      intents.insert(check.intents.begin(), check.intents.end());
      judgments.insert(check.documents.begin(), check.documents.end());
    }
  }

  // As judgments call it: maybe without a prefix.
  std::string topic_of(const std::string& name) const {
    const std::string_view number = topic_number(name);
    return !topics.contains(name) && topics.contains(number) ? std::string(number) : name;
  }
};

std::string shown(const std::string& name) {
  return printable(name);
}

std::string shown(const PairOfNames& name) {
  return printable(name.second) + " of topic " + printable(name.first);
}

// "2 of 50 WHAT (first: 7)" where the second has not all of the first.
void add_missing(const auto& wanted, const auto& has, const char* what,
                 std::vector<std::string>& found) {
  const auto is_missing = [&](const auto& name) { return !has(name); };
  const auto first = std::ranges::find_if(wanted, is_missing);
  if (first == wanted.end()) return;
  found.push_back(fmt::format("{} of {} {} (first: {})",
                              std::count_if(first, wanted.end(), is_missing), wanted.size(), what,
                              shown(*first)));
}

void add_fit(const NamedTogether& named, FileCheck& check) {
  std::vector<std::string> found;
  SetOfNames topics;
  for (const std::string& topic : check.topics) topics.insert(named.topic_of(topic));
  const auto is_judged = [&](const auto& topic) { return named.topics.contains(topic); };
  if (!named.topics.empty() && !topics.empty() && std::ranges::none_of(topics, is_judged)) {
    check.properties.emplace_back("topics", "none is judged in the judgments given; the first is " +
                                                printable(check.topics[0]) + " here, " +
                                                printable(*named.topics.begin()) + " there");
    return;
  }
  const auto compare = [&](const auto& judged, const auto& here, const char* not_judged,
                           const char* not_here) {
    if (judged.empty() || here.empty()) return;
    add_missing(
        here, [&](const auto& name) { return judged.contains(name); }, not_judged, found);
    add_missing(
        judged, [&](const auto& name) { return here.contains(name); }, not_here, found);
  };
  compare(named.topics, topics, "topics not judged", "judged topics not here");
  std::set<PairOfNames> intents, judged_intents;  // of topics that both have
  for (const auto& [topic, intent] : check.intents)
    if (is_judged(named.topic_of(topic))) intents.emplace(named.topic_of(topic), intent);
  for (const PairOfNames& intent : named.intents)
    if (topics.contains(intent.first)) judged_intents.insert(intent);
  compare(judged_intents, intents, "intents not judged", "judged intents not here");
  const auto is_held = [&](const std::string& docno) {
    return std::ranges::binary_search(check.held, std::hash<std::string>()(docno));
  };
  if (!check.held.empty()) {
    add_missing(named.judged, is_held, "judged documents not here", found);
    add_missing(named.listed, is_held, "documents in the first ten of lists not here", found);
  }
  if (!named.judgments.empty() && !check.documents.empty()) {
    const auto judged = std::ranges::count_if(check.documents, [&](const auto& document) {
      return named.judgments.contains({named.topic_of(document.first), document.second});
    });
    check.properties.emplace_back("judged",
                                  fmt::format("{} of {} in the first ten of lists", judged,
                                              count_of(check.documents.size(), "document")));
  }
  if (!found.empty()) check.properties.emplace_back("does not fit", join(found, "; "));
}

}  // namespace
}  // namespace internal

void check_fit(std::vector<FileCheck>& checks) {
  const internal::NamedTogether named(checks);
  std::map<std::string, FileCheck*> first;  // of each kind, which has what all of them hold
  for (FileCheck& check : checks) {
    FileCheck& all = *first.emplace(check.kind, &check).first->second;
    if (&all == &check) continue;
    all.held.insert(all.held.end(), check.held.begin(), check.held.end());
    check.held.clear();
  }
  for (FileCheck& check : checks) {
    std::ranges::sort(check.held);
    if (!check.is_judged) internal::add_fit(named, check);
  }
}

}  // namespace subintent
