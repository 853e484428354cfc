// Judgments of both kinds, and the topic-level ones made of them. What is read must be in order and
// found again, and the same once more when it is written as JSON.
#include <set>

#include "core/base/strings.h"
#include "core/collection/qrels.h"
#include "input.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Without intents that no document is judged for, as those of nuggets may be.
std::string json_of(const Qrels& qrels) {
  std::string text = "{";
  for (const TopicQrels& topic : qrels.topics()) {
    text += text.size() > 1 ? "," : "";
    append_json_string(text, topic.topic);
    text += ":{";
    for (std::size_t intent = 0; intent < topic.intents.size(); ++intent) {
      std::string judged;
      for (const Judgment& judgment : topic.judgments) {
        if (judgment.intent != intent) continue;
        judged += judged.empty() ? "" : ",";
        append_json_string(judged, topic.docnos[judgment.document]);
        judged += ":" + std::to_string(judgment.grade);
      }
      if (judged.empty()) continue;
      text += text.ends_with('{') ? "" : ",";
      append_json_string(text, topic.intents[intent]);
      text += ":{" + judged + "}";
    }
    text += "}";
  }
  return text + "}";
}

// Names in JSON are UTF-8 without control characters; those of TREC may be anything. Documents of
// small numbers are taken for intents there.
bool can_be_json(const Qrels& qrels) {
  std::set<std::string> outer, inner;
  for (const TopicQrels& topic : qrels.topics()) {
    outer.insert(topic.intents.begin(), topic.intents.end());
    inner.insert(topic.docnos.begin(), topic.docnos.end());
  }
  if (documents_are_outside(outer, inner) || is_of_grades(inner)) return false;
  for (const TopicQrels& topic : qrels.topics()) {
    if (docno_defect(topic.topic)) return false;
    for (const auto& names : {topic.intents, topic.docnos}) {
      for (const std::string_view name : names)
        if (docno_defect(name)) return false;
    }
  }
  return true;
}

}  // namespace

void fuzz(std::string_view input) {
  const MemoryFile file(input);
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
      for (const TopicGrade grade : {TopicGrade::highest, TopicGrade::intents})
        if (adhoc_qrels_of(qrels, grade).topics().size() != qrels.topics().size()) std::abort();
      if (kind == QrelsKind::ad_hoc || !can_be_json(qrels)) return;
      const MemoryFile again(json_of(qrels));
      require(json_of(read_qrels(again.path())) == json_of(qrels));
      // Twice the same judgments are these judgments, unless those of TREC's form are of topics.
      if (!names_intents(second_column(qrels))) return;
      const std::vector<Source> both = {file.path(), again.path()};
      require(json_of(read_qrels(both)) == json_of(qrels));
    });
  }
}

}  // namespace subintent::internal
