// How similar relevant documents are: those of the same intent, and those of others [Dou19 Fig. 7].
#include "compare/analyses/similarities.h"
#include "report/page/section.h"

namespace subintent::internal {
namespace {

Html similarity_row(const char* name, const SimilarityDistribution& distribution) {
  return html(
      "<tr><th scope=\"row\">{}<td class=\"n\">{}<td class=\"n\">{:.4f}<td class=\"n\">{:.4f}<td "
      "class=\"n\">{:.4f}<td class=\"n\">{:.4f}<td class=\"n\">{:.4f}<td class=\"n\">{:.4f}\n",
      name, distribution.pairs, distribution.mean, distribution.q05, distribution.q25,
      distribution.median, distribution.q75, distribution.q95);
}

}  // namespace

Html similarities_section(const PageContext& context) {
  if (!context.input.similarities) return {};
  const SimilarityStudy& study = *context.input.similarities;
  Html head = html("<th scope=\"col\">Pairs of documents");
  for (const char* column : {"Pairs", "Mean", "5 %", "25 %", "Median", "75 %", "95 %"}) {
    head += html("<th scope=\"col\" class=\"n\">{}", column);
  }
  const Html rows = html("{}{}", similarity_row("of the same intent", study.same_intent),
                         similarity_row("of other intents", study.other_intents));
  return html(
      "{}{}", figure(similarity_chart({{study}, {}}), "similarity"),
      table(html("Similarities of documents that are relevant to the same topic"), head, rows));
}

}  // namespace subintent::internal
