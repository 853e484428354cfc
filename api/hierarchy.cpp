#include "subintent/hierarchy.h"

#include <algorithm>
#include <span>

#include "api/inside.h"
#include "hierarchy/build.h"
#include "hierarchy/hierarchy.h"
#include "report/explain.h"
#include "subintent/error.h"
#include "support/error.h"

namespace subintent {
namespace {

std::vector<Hierarchy> build(const Judgments& judgments,
                             std::optional<std::span<const Dendrogram>> dendrograms,
                             const HierarchyOptions& options) {
  const internal::Judgments& inside = internal::Inside::of(judgments);
  internal::HierarchyOptions building;
  building.delta = options.delta;
  building.compress = options.compress;
  building.weighting = options.weighting;
  building.intent_weights = options.intent_weights;
  if (inside.intents) building.probabilities = *inside.intents;
  internal::HierarchySources sources{inside.qrels_name, "dendrograms", inside.intents_name, {}};
  if (options.superintents) {
    building.superintents = internal::read_superintents(*options.superintents);
    sources.superintents = options.superintents->name();
  }
  const bool whole_topics = dendrograms && internal::at_topic_level(*dendrograms, sources);
  if (whole_topics) {
    building.topics = inside.diversity;
    sources.qrels = inside.adhoc_name;
  }
  const internal::Qrels& qrels = whole_topics ? inside.adhoc : inside.diversity;
  return internal::build_hierarchies(qrels, dendrograms, building, sources).hierarchies;
}

// Values can be put together by hand.
void check_indices(const Hierarchy& hierarchy) {
  for (const HierarchyNode& node : hierarchy.nodes) {
    const bool sound =
        (!node.parent || *node.parent < hierarchy.nodes.size()) &&
        std::ranges::all_of(node.docs, [&](auto i) { return i < hierarchy.docnos.size(); });
    if (!sound) {
      throw Error(Location{"topic " + internal::printable(hierarchy.topic)},
                  "a node refers to a parent or a document that is not there");
    }
  }
}

}  // namespace

std::vector<Hierarchy> hierarchies(const Judgments& judgments,
                                   const std::vector<Dendrogram>& dendrograms,
                                   const HierarchyOptions& options) {
  return build(judgments, dendrograms, options);
}

std::vector<Hierarchy> hierarchies(const Judgments& judgments, const HierarchyOptions& options) {
  return build(judgments, std::nullopt, options);
}

std::string to_json(const Hierarchy& hierarchy) {
  check_indices(hierarchy);
  std::string line;
  internal::append_hierarchy_line(line, hierarchy);
  line.pop_back();
  return line;
}

std::string draw(const Hierarchy& hierarchy, const DrawingOptions& options) {
  check_indices(hierarchy);
  internal::ExplainOptions drawing;
  drawing.file = "hierarchy";
  drawing.width = options.width;
  drawing.ascii = options.ascii;
  drawing.all_documents = options.all_documents;
  return internal::explain(hierarchy, {}, drawing);
}

}  // namespace subintent
