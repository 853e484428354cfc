#include "core/collection/nuggets.h"

#include <numeric>

#include "core/base/strings.h"

namespace subintent::internal {
namespace {

// The names of a bank's topics, nuggets and documents, as text that judgments share. A topic's lie
// on the line where the file first speaks of it, so that messages that look there find it.
struct BankText {
  Content content;
  std::vector<std::size_t> begins;  // of each topic's names
};

BankText nugget_text(const NuggetBank& bank) {
  std::vector<std::size_t> order(bank.topics.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return bank.topics[i].where.line; });
  BankText result;
  result.begins.resize(order.size());
  std::string text;
  std::size_t line = 1;
  for (const std::size_t i : order) {
    const NuggetTopic& topic = bank.topics[i];
    for (; line < topic.where.line; ++line) text += '\n';
    result.begins[i] = text.size();
    text += topic.topic;
    for (const Nugget& nugget : topic.nuggets) text += nugget.id;
    for (const std::string_view docno : topic.docnos) text += docno;
  }
  result.content = Content::plain(Source::memory(text, bank.name));
  return result;
}

void append_documents(const Nugget& nugget, std::vector<NuggetDocument>& documents) {
  documents.insert(documents.end(), nugget.docs.begin(), nugget.docs.end());
  for (const Nugget& part : nugget.parts) append_documents(part, documents);
}

// The numbers of names in their order.
std::vector<std::uint32_t> order_of(std::span<const std::string_view> names, auto less) {
  std::vector<std::uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  if (!std::ranges::is_sorted(names, less))
    std::ranges::sort(order, less, [&](std::uint32_t i) { return names[i]; });
  return order;
}

TopicQrels topic_qrels(const NuggetTopic& topic, const char* names) {
  const auto next_name = [&](std::size_t size) {
    names += size;
    return std::string_view(names - size, size);
  };
  TopicQrels judged;
  judged.topic = next_name(topic.topic.size());
  std::vector<std::string_view> ids, docnos;
  for (const Nugget& nugget : topic.nuggets) ids.push_back(next_name(nugget.id.size()));
  for (const std::string_view docno : topic.docnos) docnos.push_back(next_name(docno.size()));
  std::vector<std::uint32_t> place(docnos.size());  // of each document of the bank
  for (const std::uint32_t document : order_of(docnos, std::less<>())) {
    place[document] = static_cast<std::uint32_t>(judged.docnos.size());
    judged.docnos.push_back(docnos[document]);
  }
  std::vector<std::uint32_t> first(docnos.size() + 1);  // judgment of each document
  std::vector<Judgment> judgments;                      // by intent
  std::vector<NuggetDocument> room;
  judgments.reserve(total_of(topic.nuggets, [](const Nugget& one) { return one.docs.size(); }));
  for (const std::uint32_t nugget : order_of(ids, label_less)) {
    const auto intent = static_cast<std::uint32_t>(judged.intents.size());
    judged.intents.push_back(ids[nugget]);
    for (const NuggetDocument& document : documents_below(topic.nuggets[nugget], room)) {
      judgments.push_back({place[document.document], intent, document.grade});
      ++first[judgments.back().document + 1];
    }
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  judged.judgments.resize(judgments.size());
  for (const Judgment& judgment : judgments)
    judged.judgments[first[judgment.document]++] = judgment;
  return judged;
}

bool has_relevant(const Nugget& nugget) {
  return std::ranges::any_of(nugget.docs,
                             [](const NuggetDocument& d) { return is_relevant(d.grade); }) ||
         std::ranges::any_of(nugget.parts, has_relevant);
}

}  // namespace

std::span<const NuggetDocument> documents_below(const Nugget& nugget,
                                                std::vector<NuggetDocument>& room) {
  const auto not_after = [](const NuggetDocument& a, const NuggetDocument& b) {
    return a.document >= b.document;
  };
  if (nugget.parts.empty() &&
      std::ranges::adjacent_find(nugget.docs, not_after) == nugget.docs.end())
    return nugget.docs;
  room.clear();
  append_documents(nugget, room);
  if (std::ranges::adjacent_find(room, not_after) == room.end()) return room;
  std::ranges::sort(room, {}, [](const NuggetDocument& document) {
    return std::pair(document.document, -document.grade);
  });
  const auto same = std::unique(
      room.begin(), room.end(),
      [](const NuggetDocument& a, const NuggetDocument& b) { return a.document == b.document; });
  room.erase(same, room.end());
  return room;
}

void refuse_mixed(const NuggetBank& bank, const std::string& file, const char* advice) {
  if (!bank.of_answers || !bank.of_documents) return;
  throw Error(Location{file, 0},
              "has nuggets that were assigned to answers (\"run_id\") and to documents (\"docid\")",
              advice);
}

Qrels qrels_of(const NuggetBank& bank, QrelsKind kind) {
  const BankText text = nugget_text(bank);
  std::vector<TopicQrels> topics;
  for (std::size_t i = 0; i < bank.topics.size(); ++i)
    topics.push_back(topic_qrels(bank.topics[i], text.content.bytes().data() + text.begins[i]));
  Qrels qrels(std::move(topics), text.content);
  if (kind == QrelsKind::ad_hoc) return adhoc_qrels_of(qrels, TopicGrade::highest);
  qrels.says_intents = true;
  return qrels;
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
  for (const NuggetTopic& topic : bank.penalties) {
    auto& intents = topics[topic.topic].intents;
    for (const Nugget& nugget : topic.nuggets) intents[nugget.id].text = nugget.text;
  }
  return topics;
}

}  // namespace subintent::internal
