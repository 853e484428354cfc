#include "core/base/strings.h"
#include "core/collection/qrels.h"
#include "evaluate/judgments.h"

namespace subintent::internal {
namespace {

// Throws Error where one of `more` judges a document otherwise than `qrels`. Both are of topics.
void refuse_contradictions(const Qrels& qrels, const Qrels& more) {
  for (const TopicQrels& topic : more.topics()) {
    const TopicQrels* const known = qrels.find(topic.topic);
    for (const Judgment& judgment : topic.judgments) {
      const std::string_view docno = topic.docnos[judgment.document];
      const std::ptrdiff_t document = known == nullptr ? -1 : known->find_document(docno);
      if (document < 0) continue;
      const auto before = std::ranges::lower_bound(
          known->judgments, static_cast<std::uint32_t>(document), {}, &Judgment::document);
      if (before->grade == judgment.grade) continue;
      throw Error(more.location(docno),
                  "topic " + printable(topic.topic) + ", document " + printable(docno) +
                      " was judged before with grade " + std::to_string(before->grade),
                  "keep one of the two judgments");
    }
  }
}

}  // namespace

Qrels joined_qrels(const Qrels& qrels, const Qrels& more) {
  refuse_contradictions(qrels, more);
  JudgmentRows rows;
  for (const Qrels* const one : {&qrels, &more})
    for (const TopicQrels& topic : one->topics())
      for (const Judgment& judgment : topic.judgments)
        rows.add(topic.topic, no_intent, topic.docnos[judgment.document], judgment.grade);
  rows.ungraded = qrels.ungraded + more.ungraded;
  Qrels result =
      Qrels::of(rows, QrelsKind::ad_hoc, qrels.texts().name() + ", " + more.texts().name());
  result.gains = more.gains;
  return result;
}

Qrels read_adhoc_qrels(const std::vector<Source>& adhoc_qrels, const Qrels& diversity,
                       TopicGrade grade) {
  if (adhoc_qrels.empty()) return adhoc_qrels_of(diversity, grade);
  Qrels adhoc = read_qrels(adhoc_qrels, QrelsKind::ad_hoc);
  const Qrels known = adhoc_qrels_of(diversity, TopicGrade::highest);
  const bool are_of_topics = !names_intents(second_column(diversity));
  return are_of_topics && known.gains == adhoc.gains ? joined_qrels(known, adhoc) : adhoc;
}

}  // namespace subintent::internal
