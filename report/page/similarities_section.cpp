// How similar relevant documents are: those of the same intent, and those of others [Dou19 Fig. 7].
#include "compare/analyses/analysis.h"
#include "report/page/section.h"

namespace subintent::internal {
Html similarities_section(const PageContext& context) {
  if (!context.input.similarities) return {};
  const SimilarityStudy& study = *context.input.similarities;
  PageTable table({"Pairs of documents", "Pairs", "Mean", "5 %", "25 %", "Median", "75 %", "95 %"});
  for (const bool same : {true, false}) {
    const SimilarityDistribution& pairs = same ? study.same_intent : study.other_intents;
    table.row(same ? "of the same intent" : "of other intents", pairs.pairs);
    for (const double value :
         {pairs.mean, pairs.q05, pairs.q25, pairs.median, pairs.q75, pairs.q95})
      table.cell(score_text(value));
  }
  return html("{}{}", figure(similarity_chart({{study}, {}}), "similarity"),
              table.html_of(html("Similarities of documents that are relevant to the same topic")));
}

}  // namespace subintent::internal
