#include <fmt/format.h>

#include <optional>
#include <utility>

#include "engine/studies/study_data.h"
#include "hierarchy/build.h"
#include "hierarchy/labels/characteristic_terms.h"
#include "subintent/basics.h"
#include "subintent/judge.h"

namespace subintent {
namespace {

constexpr std::size_t shown_terms = 8, most_documents = 100;

// The names of several files, as messages call them: "a.txt, b.txt".
std::string names_of(const std::vector<Source>& sources) {
  std::string names;
  for (const Source& source : sources) names += (names.empty() ? "" : ", ") + source.name();
  return names;
}

void check(const IntentInputs& inputs) {
  if (!inputs.hierarchies && inputs.qrels.empty()) {
    throw Error::argument("qrels", "there is nothing to group", "give `qrels`, or hierarchies");
  }
  if (inputs.documents >= 1 && inputs.documents <= most_documents) return;
  throw Error::argument("documents", inputs.documents == 0
                                         ? "documents: 0 is too few"
                                         : fmt::format("documents is above {}", most_documents));
}

// Official intents are a hierarchy of one layer.
std::vector<Hierarchy> hierarchies_of(const IntentInputs& inputs,
                                      const std::optional<internal::Qrels>& judged) {
  if (inputs.hierarchies) return read_hierarchies(*inputs.hierarchies);
  return internal::build_hierarchies(*judged, std::nullopt, {}, {.qrels = names_of(inputs.qrels)})
      .hierarchies;
}

}  // namespace

IntentCards::IntentCards(const IntentInputs& inputs, const RemarksCallback& say) {
  check(inputs);
  const auto data = std::make_shared<Data>();
  if (inputs.topics) data->topics = internal::read_topic_descriptions(*inputs.topics);
  std::optional<internal::Qrels> judged;
  if (!inputs.qrels.empty()) judged = internal::read_qrels(inputs.qrels);
  const std::vector<Hierarchy> hierarchies = hierarchies_of(inputs, judged);
  std::vector<std::vector<std::vector<std::string>>> terms;
  if (!inputs.vectors.empty()) {
    Warnings warnings;
    terms = internal::read_characteristic_terms(hierarchies, inputs.vectors, shown_terms, warnings,
                                                internal::StopWords::leave_out);
    if (say) say({warnings, {}});
  }
  data->cards = internal::make_cards(
      {hierarchies, terms, data->topics, judged ? &*judged : nullptr,
       inputs.hierarchies ? inputs.hierarchies->name() : names_of(inputs.qrels)},
      inputs.documents);
  data_ = data;
}

std::uint64_t IntentCards::single() const {
  return data_->cards.single;
}

}  // namespace subintent
