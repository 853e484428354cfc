#include "report/judge/cards.h"

#include <fmt/format.h>

#include <set>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::int32_t highest_grade(const TopicQrels* judged, std::string_view docno) {
  const std::ptrdiff_t document = judged == nullptr ? -1 : judged->find_document(docno);
  if (document < 0) return 0;
  std::int32_t highest = 0;
  const auto number = static_cast<std::uint32_t>(document);
  auto at = std::ranges::lower_bound(judged->judgments, number, {}, &Judgment::document);
  for (; at != judged->judgments.end() && at->document == number; ++at)
    highest = std::max(highest, at->grade);
  return highest;
}

std::vector<std::string> best_documents(const Hierarchy& hierarchy, const HierarchyNode& node,
                                        const TopicQrels* judged, std::size_t count) {
  std::vector<std::pair<std::int32_t, std::string>> documents;
  for (const std::string& docno : hierarchy.docnos_of(node))
    documents.emplace_back(-highest_grade(judged, docno), docno);
  std::ranges::sort(documents);
  documents.resize(std::min(count, documents.size()));
  std::vector<std::string> docnos;
  for (auto& [grade, docno] : documents) docnos.push_back(std::move(docno));
  return docnos;
}

class Maker {
 public:
  Maker(const CardSources& sources, std::size_t documents)
      : sources_(sources), documents_(documents) {}

  // The cards of hierarchy h.
  TopicCards cards(std::size_t h) const {
    const Hierarchy& hierarchy = sources_.hierarchies[h];
    const TopicQrels* judged =
        sources_.judged == nullptr ? nullptr : sources_.judged->find(hierarchy.topic);
    if (const auto defect = docno_defect(hierarchy.topic))
      fail(hierarchy, "the name of the topic " + *defect, "choose another name");
    TopicCards made{hierarchy.topic, {}};
    std::set<std::string> names;
    for (std::size_t n = 0; n < hierarchy.nodes.size(); ++n) {
      const HierarchyNode& node = hierarchy.nodes[n];
      if (node.layer != 1) continue;
      IntentCard card{name(hierarchy, n), label(hierarchy.topic, node), {}, {}};
      if (!names.insert(card.intent).second) {
        fail(hierarchy, "two nodes of layer 1 belong to intent " + printable(card.intent),
             "give hierarchies that subintent hierarchy has made");
      }
      if (!sources_.terms.empty()) card.terms = sources_.terms[h][n];
      card.docnos = best_documents(hierarchy, node, judged, documents_);
      made.cards.push_back(std::move(card));
    }
    return made;
  }

 private:
  [[noreturn]] void fail(const Hierarchy& hierarchy, const std::string& what,
                         const char* advice) const {
    throw Error(Location{sources_.file, 0}, "topic " + printable(hierarchy.topic) + ": " + what,
                advice);
  }

  std::string name(const Hierarchy& hierarchy, std::size_t node) const {
    const std::string& intent = hierarchy.nodes[node].intent;
    if (intent == topic_level_intent) return std::to_string(node);
    std::string_view column;
    if (split_blanks(intent, {&column, 1}) != 1 || column != intent || docno_defect(intent)) {
      fail(hierarchy,
           "the name of intent '" + printable(intent) +
               "' is empty, or contains blanks or control characters",
           "rename it: columns of superintents are separated by blanks");
    }
    return intent;
  }

  std::string label(const std::string& topic, const HierarchyNode& node) const {
    if (!node.label.empty()) return one_line(node.label);
    const auto described = sources_.topics.find(topic);
    if (described == sources_.topics.end()) return {};
    const auto intent = described->second.intents.find(node.intent);
    return intent == described->second.intents.end() ? std::string() : intent->second.text;
  }

  const CardSources& sources_;
  std::size_t documents_;
};

}  // namespace

Cards make_cards(const CardSources& sources, std::size_t documents) {
  const Maker maker(sources, documents);
  Cards cards;
  for (std::size_t h = 0; h < sources.hierarchies.size(); ++h) {
    TopicCards topic = maker.cards(h);
    if (topic.cards.size() < 2)
      ++cards.single;
    else
      cards.topics.push_back(std::move(topic));
  }
  std::ranges::sort(cards.topics, label_less, &TopicCards::topic);
  if (cards.topics.empty())
    throw Error(Location{sources.file, 0}, "no topic has two intents or nodes to group");
  return cards;
}

}  // namespace subintent::internal
