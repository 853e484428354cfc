#include "hierarchy/labels/labels.h"

#include "hierarchy/hierarchy.h"
#include "hierarchy/labels/characteristic_terms.h"
#include "subintent/hierarchy.h"

namespace subintent {
namespace {

void add(const Warnings& found, Warnings* warnings) {
  if (warnings != nullptr) warnings->insert(warnings->end(), found.begin(), found.end());
}

}  // namespace

std::vector<Hierarchy> with_labels(const std::vector<Hierarchy>& hierarchies, const Texts& texts,
                                   Warnings* warnings,
                                   const std::map<std::string, std::string>& titles) {
  std::vector<Hierarchy> labelled = internal::checked(hierarchies, "hierarchies");
  Warnings found;
  internal::make_labels(labelled, texts, titles, found);
  add(found, warnings);
  return labelled;
}

std::vector<std::vector<std::vector<std::string>>> characteristic_terms(
    const std::vector<Hierarchy>& hierarchies, const std::vector<Source>& vectors,
    std::size_t count, Warnings* warnings) {
  Warnings found;
  auto terms = internal::read_characteristic_terms(internal::checked(hierarchies, "hierarchies"),
                                                   vectors, count, found);
  add(found, warnings);
  return terms;
}

}  // namespace subintent
