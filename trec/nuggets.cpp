#include "trec/nuggets.h"

#include <algorithm>
#include <utility>

#include "support/content.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

// The names of a bank's topics, nuggets and documents, as text that judgments share. A topic's lie
// on the line where the file first speaks of it, so that messages that look there find it.
struct BankText {
  Content content;
  std::vector<std::size_t> begins;  // of each topic's names
};

BankText text_of(const NuggetBank& bank) {
  std::vector<std::size_t> order(bank.topics.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return bank.topics[i].where.line; });
  BankText made;
  made.begins.resize(order.size());
  std::string text;
  std::size_t line = 1;
  for (const std::size_t i : order) {
    const NuggetTopic& topic = bank.topics[i];
    for (; line < topic.where.line; ++line) text += '\n';
    made.begins[i] = text.size();
    text += topic.topic;
    for (const Nugget& nugget : topic.nuggets) text += nugget.id;
    for (const std::string& docno : topic.docnos) text += docno;
  }
  made.content = Content::plain(Source::memory(text, bank.name));
  return made;
}

void append_documents(const Nugget& nugget, std::vector<NuggetDocument>& documents) {
  documents.insert(documents.end(), nugget.docs.begin(), nugget.docs.end());
  for (const Nugget& part : nugget.parts) append_documents(part, documents);
}

// The judgments of one topic, whose names begin at `names`.
TopicQrels topic_qrels(const NuggetTopic& topic, const char* names) {
  const auto next_name = [&](std::size_t size) {
    names += size;
    return std::string_view(names - size, size);
  };
  TopicQrels made;
  made.topic = next_name(topic.topic.size());
  for (const Nugget& nugget : topic.nuggets) made.intents.push_back(next_name(nugget.id.size()));
  for (const std::string& docno : topic.docnos) made.docnos.push_back(next_name(docno.size()));
  std::ranges::sort(made.intents, label_less);
  std::ranges::sort(made.docnos);
  std::vector<std::uint32_t> place;  // of each document of the bank
  for (const std::string& docno : topic.docnos) {
    place.push_back(static_cast<std::uint32_t>(made.find_document(docno)));
  }
  for (const Nugget& nugget : topic.nuggets) {
    const auto intent = static_cast<std::uint32_t>(made.find_intent(nugget.id));
    for (const NuggetDocument& document : documents_below(nugget)) {
      made.judgments.push_back({place[document.document], intent, document.grade});
    }
  }
  std::ranges::sort(made.judgments, {}, [](const Judgment& judgment) {
    return std::pair(judgment.document, judgment.intent);
  });
  return made;
}

bool has_relevant(const Nugget& nugget) {
  return std::ranges::any_of(nugget.docs,
                             [](const NuggetDocument& d) { return is_relevant(d.grade); }) ||
         std::ranges::any_of(nugget.parts, has_relevant);
}

}  // namespace

std::vector<NuggetDocument> documents_below(const Nugget& nugget) {
  std::vector<NuggetDocument> documents;
  append_documents(nugget, documents);
  std::ranges::sort(documents, {}, [](const NuggetDocument& document) {
    return std::pair(document.document, -document.grade);
  });
  const auto same = std::unique(
      documents.begin(), documents.end(),
      [](const NuggetDocument& a, const NuggetDocument& b) { return a.document == b.document; });
  documents.erase(same, documents.end());
  return documents;
}

Qrels qrels_of(const NuggetBank& bank, QrelsKind kind) {
  const BankText text = text_of(bank);
  std::vector<TopicQrels> topics;
  for (std::size_t i = 0; i < bank.topics.size(); ++i) {
    topics.push_back(topic_qrels(bank.topics[i], text.content.bytes().data() + text.begins[i]));
  }
  Qrels made(std::move(topics), text.content);
  return kind == QrelsKind::diversity ? made : adhoc_qrels_of(made, TopicGrade::highest);
}

IntentTable intents_of(const NuggetBank& bank, bool all_intents) {
  IntentTable table;
  for (const NuggetTopic& topic : bank.topics) {
    const auto counts = [&](const Nugget& nugget) { return all_intents || has_relevant(nugget); };
    double sum = 0;
    for (const Nugget& nugget : topic.nuggets) sum += counts(nugget) ? nugget.importance : 0;
    auto& intents = table[topic.topic];
    for (const Nugget& nugget : topic.nuggets) {
      if (!counts(nugget)) continue;
      IntentInfo& info = intents[nugget.id];
      info.probability = sum > 0 ? nugget.importance / sum : 0;
      info.is_vital = nugget.is_vital;
      info.text = nugget.text;
      info.line = topic.where.line;
    }
  }
  return table;
}

TopicDescriptions descriptions_of(const NuggetBank& bank) {
  TopicDescriptions topics;
  for (const NuggetTopic& topic : bank.topics) {
    TopicDescription& described = topics[topic.topic];
    described.query = topic.query;
    described.description = topic.description;
    for (const Nugget& nugget : topic.nuggets) described.intents[nugget.id].text = nugget.text;
  }
  return topics;
}

}  // namespace subintent::internal
