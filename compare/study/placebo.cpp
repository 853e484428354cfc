#include "compare/study/placebo.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/base/philox.h"
#include "core/base/strings.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

using PlaceboDocuments = std::vector<std::uint32_t>;

// The documents of each intent, ascending, in label order.
std::map<std::string_view, PlaceboDocuments, LabelLess> documents_of_intents(
    const Hierarchy& hierarchy) {
  std::map<std::string_view, PlaceboDocuments, LabelLess> found;
  for (const HierarchyNode& node : hierarchy.nodes) {
    PlaceboDocuments& documents = found[node.intent];
    documents.insert(documents.end(), node.docs.begin(), node.docs.end());
  }
  for (auto& [intent, documents] : found) {
    std::ranges::sort(documents);
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
  }
  return found;
}

// The document that takes the place of each document of the topic.
PlaceboDocuments exchange(const PlaceboDocuments& documents, std::size_t in_topic,
                          const RandomSequence& sequence) {
  PlaceboDocuments others = documents, exchanged(in_topic);
  shuffle(others, sequence);
  for (std::size_t i = 0; i < others.size(); ++i) exchanged[documents[i]] = others[i];
  return exchanged;
}

// `row` counts the intents of all topics.
Hierarchy shuffled(Hierarchy hierarchy, RandomSequence sequence, std::uint32_t& row) {
  std::map<std::string, PlaceboDocuments, LabelLess> exchanges;
  for (const auto& [intent, documents] : documents_of_intents(hierarchy)) {
    sequence.row = row++;
    exchanges.emplace(intent, exchange(documents, hierarchy.docnos.size(), sequence));
  }
  for (HierarchyNode& node : hierarchy.nodes) {
    for (std::uint32_t& document : node.docs) document = exchanges.at(node.intent)[document];
    std::ranges::sort(node.docs);
  }
  sort_nodes(hierarchy.nodes);
  return hierarchy;
}

}  // namespace

std::vector<Hierarchy> shuffled(std::span<const Hierarchy> hierarchies, std::uint64_t seed,
                                std::uint32_t number) {
  std::vector<Hierarchy> made(hierarchies.begin(), hierarchies.end());
  std::ranges::sort(made, LabelLess(), &Hierarchy::topic);
  std::uint32_t row = 0;
  for (Hierarchy& hierarchy : made) {
    hierarchy = shuffled(std::move(hierarchy), {seed, RandomPurpose::placebo, number, 0}, row);
  }
  return made;
}

std::vector<Measure> measures_of_hierarchies(std::span<const Measure> measures) {
  std::vector<Measure> found;
  std::ranges::copy_if(measures, std::back_inserter(found), needs_hierarchy);
  return found;
}

std::vector<std::string> placebo_measures(std::span<const std::string> hierarchies) {
  std::vector<std::string> names;
  for (const std::string& hierarchy : hierarchies) {
    names.push_back("I-rec-LA_" + hierarchy + "@20");
    names.push_back("HD#-nDCG_" + hierarchy + "@20");
  }
  return names;
}

void require_hierarchies(std::span<const Measure> measures) {
  if (!measures_of_hierarchies(measures).empty()) return;
  throw Error::argument("measures", "measures: none uses a hierarchy, but placebos are hierarchies",
                        "add for example I-rec-LA_NAME@20");
}

void score_placebos(const EvaluationData& data, std::span<const Run> runs,
                    const std::vector<NamedHierarchies>& hierarchies,
                    std::span<const Measure> measures, const PlaceboOptions& options,
                    const std::function<void(ScoreGroup)>& use, ProgressMeter& meter) {
  const std::vector<Measure> scored = measures_of_hierarchies(measures);
  for (std::uint32_t number = 0; number < options.count; ++number) {
    std::vector<NamedHierarchies> placebos;
    for (const NamedHierarchies& named : hierarchies) {
      placebos.push_back({named.name, named.path, shuffled(named.topics, options.seed, number)});
    }
    use(score_runs(runs, data.scorer(*data.judgments, placebos, scored)));
    meter.advance();
  }
}

}  // namespace subintent::internal
