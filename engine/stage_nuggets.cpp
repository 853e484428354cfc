#include <fmt/format.h>

#include "core/base/warning.h"
#include "engine/values.h"
#include "hierarchy/export.h"
#include "hierarchy/nuggets.h"
#include "subintent/stages.h"

namespace subintent {
namespace {

using internal::NuggetBank;

// A name that is to be a column.
std::string_view column(std::string_view name, const NuggetBank& bank) {
  if (!fits_blank_column(name, true)) {
    throw Error(Location{bank.name, 0},
                "'" + printable(name) +
                    "' cannot be a column of a file of judgments or probabilities: it holds a "
                    "blank, or begins with #",
                "give the nuggets to `qrels` of evaluate as they are, or rename it");
  }
  return name;
}

std::string qrels_text(const NuggetBank& bank) {
  const internal::Qrels qrels = internal::qrels_of(bank);
  std::string text;
  for (const internal::TopicQrels& topic : qrels.topics()) {
    for (const auto& judgment : topic.judgments) {
      text += fmt::format("{} {} {} {}\n", column(topic.topic, bank),
                          column(topic.intents[judgment.intent], bank),
                          column(topic.docnos[judgment.document], bank), judgment.grade);
    }
  }
  return text;
}

std::string probabilities_text(const NuggetBank& bank, bool all_intents) {
  std::string text;
  for (const auto& [topic, intents] : internal::intents_of(bank, all_intents)) {
    for (const auto& [intent, info] : intents) {
      text += fmt::format("{} {} {}", column(topic, bank), column(intent, bank),
                          shortest(*info.probability));
      if (bank.says_importance) text += info.is_vital ? " vital" : " okay";
      text += '\n';
    }
  }
  return text;
}

Warnings notes_of(const internal::NuggetHierarchies& made, std::optional<bool> all_intents) {
  Warnings notes;
  internal::note_missing_hierarchies(made.topics_without_relevant, notes);
  if (made.without_relevant > 0 && !all_intents) {
    notes.push_back(internal::make_warning(
        "nuggets-without-document",
        fmt::format("{} of {} without a relevant document: nodes without documents",
                    made.without_relevant, count_of(made.nuggets, "nugget")),
        "`all_intents=false` leaves them out"));
  }
  return notes;
}

}  // namespace

void convert_nuggets(const std::vector<Source>& nuggets, const NuggetOutputs& outputs,
                     const NuggetOptions& options, const RemarksCallback& say) {
  const NuggetBank bank = internal::read_nuggets(nuggets);
  const bool all_intents = options.all_intents.value_or(true);
  const internal::NuggetHierarchies made = internal::hierarchies_of(bank, all_intents);
  if (outputs.hierarchies)
    internal::write_hierarchies({made.hierarchies, {}}, options.format, outputs.hierarchies);
  if (outputs.qrels) outputs.qrels(qrels_text(bank));
  if (outputs.probabilities) outputs.probabilities(probabilities_text(bank, all_intents));
  internal::tell(say, {}, notes_of(made, options.all_intents));
}

}  // namespace subintent
