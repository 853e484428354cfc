#include "hierarchy/judgment_fit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "core/base/strings.h"
#include "hierarchy/intents.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// By intent, the documents of the nodes of the last layer: places in Hierarchy::docnos, ascending.
using DocumentsOfIntents = std::map<std::string_view, std::vector<std::uint32_t>, LabelLess>;

DocumentsOfIntents last_layer(const Hierarchy& hierarchy) {
  DocumentsOfIntents found;
  for (const HierarchyNode& node : hierarchy.nodes) {
    if (node.layer != hierarchy.layers || node.docs.empty()) continue;
    auto& docs = found[node.intent];
    docs.insert(docs.end(), node.docs.begin(), node.docs.end());
  }
  for (auto& [intent, docs] : found) {
    std::sort(docs.begin(), docs.end());
    docs.erase(std::unique(docs.begin(), docs.end()), docs.end());
  }
  return found;
}

// Counts the documents that are in one of two sorted lists only.
void compare_documents(const Hierarchy& hierarchy, const std::vector<std::uint32_t>& listed,
                       const std::vector<RelevantDocument>& relevant, IntentFit& fit) {
  auto wanted = relevant.begin();
  const auto miss = [&] {
    if (fit.missing++ == 0) fit.first_missing = wanted->docno;
    ++wanted;
  };
  for (const std::uint32_t place : listed) {
    const std::string_view docno = hierarchy.docnos[place];
    while (wanted != relevant.end() && wanted->docno < docno) miss();
    if (wanted != relevant.end() && wanted->docno == docno) {
      ++wanted;
    } else if (fit.not_relevant++ == 0) {
      fit.first_not_relevant = docno;
    }
  }
  while (wanted != relevant.end()) miss();
}

std::string name_of(const std::string& intent) {
  return intent == topic_level_intent ? "the topic" : "intent " + printable(intent);
}

}  // namespace

const TopicQrels* judgments_of(const Hierarchy& hierarchy, const Qrels& intents,
                               const Qrels& topics) {
  const bool whole = !hierarchy.nodes.empty() && hierarchy.nodes[0].intent == topic_level_intent;
  return (whole ? topics : intents).find(hierarchy.topic);
}

std::vector<IntentFit> compare_with_judgments(const Hierarchy& hierarchy,
                                              const TopicQrels& judged) {
  struct Compared {
    std::vector<std::uint32_t> listed;
    std::vector<RelevantDocument> relevant;
  };
  std::map<std::string_view, Compared, LabelLess> intents;
  for (auto& [intent, docs] : last_layer(hierarchy)) intents[intent].listed = std::move(docs);
  for (RelevantIntent& intent : relevant_intents(judged)) {
    intents[intent.intent].relevant = std::move(intent.docs);
  }
  std::vector<IntentFit> fits;
  for (const auto& [intent, compared] : intents) {
    IntentFit& fit = fits.emplace_back();
    fit.intent = intent;
    fit.has_nodes = !compared.listed.empty();
    fit.is_judged = judged.find_intent(intent) >= 0;
    fit.relevant = compared.relevant.size();
    compare_documents(hierarchy, compared.listed, compared.relevant, fit);
  }
  return fits;
}

std::vector<std::string> faults_of(const IntentFit& fit) {
  const std::string name = name_of(fit.intent);
  if (!fit.is_judged) return {name + " is not judged"};
  if (!fit.has_nodes) {
    return {fmt::format("{} with {} (first: {}) is missing", name,
                        count_of(fit.relevant, "relevant document"), printable(fit.first_missing))};
  }
  std::vector<std::string> faults;
  if (fit.missing > 0) {
    faults.push_back(fmt::format("{} lacks {} of its {} (first: {})", name, fit.missing,
                                 count_of(fit.relevant, "relevant document"),
                                 printable(fit.first_missing)));
  }
  if (fit.not_relevant > 0) {
    faults.push_back(fmt::format("{} has {} not judged relevant (first: {})", name,
                                 count_of(fit.not_relevant, "document"),
                                 printable(fit.first_not_relevant)));
  }
  return faults;
}

std::optional<std::string> misfit_summary(std::span<const Hierarchy> hierarchies,
                                          const Qrels& intents, const Qrels& topics) {
  std::uint64_t relevant = 0, missing = 0, not_relevant = 0;
  std::uint64_t with_relevant = 0, missing_intents = 0, unjudged_intents = 0;
  for (const Hierarchy& hierarchy : hierarchies) {
    const TopicQrels* const judged = judgments_of(hierarchy, intents, topics);
    if (judged == nullptr) continue;
    for (const IntentFit& fit : compare_with_judgments(hierarchy, *judged)) {
      relevant += fit.relevant;
      missing += fit.missing;
      with_relevant += fit.relevant > 0 ? 1 : 0;
      missing_intents += fit.has_nodes ? 0 : 1;
      unjudged_intents += fit.is_judged ? 0 : 1;
      if (fit.is_judged) not_relevant += fit.not_relevant;
    }
  }
  std::vector<std::string> parts;
  if (missing > 0) {
    parts.push_back(
        fmt::format("lacks {} of {}", missing, count_of(relevant, "relevant document")));
  }
  if (missing_intents > 0) {
    parts.push_back(
        fmt::format("lacks {} of {}", missing_intents, count_of(with_relevant, "intent")));
  }
  if (unjudged_intents > 0) {
    parts.push_back(fmt::format("has {} not judged", count_of(unjudged_intents, "intent")));
  }
  if (not_relevant > 0) {
    parts.push_back(fmt::format("has {} not judged relevant", count_of(not_relevant, "document")));
  }
  if (parts.empty()) return std::nullopt;
  return fmt::format("does not fit the judgments: it {}", fmt::join(parts, ", "));
}

}  // namespace subintent::internal
