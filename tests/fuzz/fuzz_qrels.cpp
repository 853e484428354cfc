// Judgments of both kinds, and the topic-level ones made of them. What is read must be in order and
// found again.
#include "input.h"
#include "trec/qrels.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using subintent::TopicGrade;
  using namespace subintent::internal;
  const MemoryFile file(data, size);
  for (const QrelsKind kind : {QrelsKind::diversity, QrelsKind::ad_hoc}) {
    survives([&] {
      const Qrels qrels = read_qrels(file.path(), kind);
      for (const TopicQrels& topic : qrels.topics()) {
        if (qrels.find(topic.topic) != &topic) std::abort();
        for (const Judgment& judgment : topic.judgments) {
          const auto found = topic.find_document(topic.docnos.at(judgment.document));
          if (found != std::ptrdiff_t{judgment.document}) std::abort();
          if (judgment.intent >= topic.intents.size()) std::abort();
        }
      }
      for (const TopicGrade grade : {TopicGrade::highest, TopicGrade::intents}) {
        if (adhoc_qrels_of(qrels, grade).topics().size() != qrels.topics().size()) std::abort();
      }
    });
  }
  return 0;
}
