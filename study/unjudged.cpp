#include "study/unjudged.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/parallel.h"

namespace subintent::internal {
namespace {

using Names = std::vector<std::string_view>;

// The documents of a topic that some run retrieves, sorted by bytes.
Names retrieved(const ListsOfRuns& lists, std::size_t topic, std::optional<std::size_t> depth) {
  std::set<std::string_view> documents;
  for (const auto& of_run : lists) {
    if (of_run[topic] == nullptr) continue;
    const auto& docnos = of_run[topic]->docnos;
    const std::size_t end = std::min(depth.value_or(docnos.size()), docnos.size());
    documents.insert(docnos.begin(), docnos.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return {documents.begin(), documents.end()};
}

// The intents that something may be relevant to.
Names possible_intents(const Judgments& judgments, const TopicQrels& topic) {
  constexpr std::string_view of_nothing = "0";  // of TREC 2009: relevant to no intent
  Names intents;
  for (std::uint32_t i = 0; i < topic.intents.size(); ++i) {
    const std::string_view intent = topic.intents[i];
    if (judgments.intents && intent != topic_level_intent) {
      const auto at = judgments.intents->find(topic.topic);
      if (at == judgments.intents->end() || !at->second.contains(intent)) continue;
    }
    const auto is_its = [&](const Judgment& j) { return j.intent == i && j.grade > 0; };
    if (intent == of_nothing && std::ranges::none_of(topic.judgments, is_its)) continue;
    intents.push_back(intent);
  }
  return intents;
}

// Of some documents, those pairs that are not among the judgments.
std::vector<UnjudgedPair> pairs_without(const TopicQrels* judged, const Names& documents,
                                        const Names& intents, bool by_document) {
  std::set<UnjudgedPair> known;
  std::set<std::string_view> known_documents;
  if (judged != nullptr) {
    for (const Judgment& judgment : judged->judgments) {
      known.insert({judged->intents[judgment.intent], judged->docnos[judgment.document]});
      known_documents.insert(judged->docnos[judgment.document]);
    }
  }
  std::vector<UnjudgedPair> pairs;
  for (const std::string_view docno : documents) {
    if (by_document && known_documents.contains(docno)) continue;
    for (const std::string_view intent : intents) {
      if (!known.contains({intent, docno})) pairs.push_back({intent, docno});
    }
  }
  return pairs;
}

// The judgments of a topic with more. `intents` has those of the pairs.
TopicQrels with_pairs(const TopicQrels& judged, const std::vector<GradedPair>& pairs) {
  TopicQrels made{judged.topic, judged.intents, judged.docnos, {}};
  for (const GradedPair& one : pairs) made.docnos.push_back(one.pair.docno);
  std::ranges::sort(made.docnos);
  made.docnos.erase(std::unique(made.docnos.begin(), made.docnos.end()), made.docnos.end());
  for (const Judgment& judgment : judged.judgments) {
    made.judgments.push_back(
        {static_cast<std::uint32_t>(made.find_document(judged.docnos[judgment.document])),
         judgment.intent, judgment.grade});
  }
  for (const auto& [pair, grade] : pairs) {
    made.judgments.push_back({static_cast<std::uint32_t>(made.find_document(pair.docno)),
                              static_cast<std::uint32_t>(made.find_intent(pair.intent)), grade});
  }
  std::ranges::sort(made.judgments, {},
                    [](const Judgment& j) { return std::pair(j.document, j.intent); });
  return made;
}

std::vector<GradedPair> graded(const std::vector<UnjudgedPair>& pairs, std::int32_t grade) {
  std::vector<GradedPair> made;
  for (const UnjudgedPair& pair : pairs) made.push_back({pair, grade});
  return made;
}

// Topic-level judgments of a topic, which may have none, with more.
TopicQrels with_topic_pairs(const TopicQrels* judged, std::string_view topic,
                            const std::vector<GradedPair>& pairs) {
  const TopicQrels none{topic, {topic_level_intent}, {}, {}};
  return with_pairs(judged == nullptr ? none : *judged, pairs);
}

bool are_same(const Qrels& a, const Qrels& b) {
  return std::ranges::equal(a.topics(), b.topics(), [](const TopicQrels& x, const TopicQrels& y) {
    return x.topic == y.topic && x.intents == y.intents && x.docnos == y.docnos &&
           x.judgments == y.judgments;
  });
}

// How topic-level judgments follow from those of intents, if they do.
std::optional<TopicGrade> grade_of_topics(const Judgments& judgments) {
  for (const TopicGrade how : {TopicGrade::highest, TopicGrade::intents}) {
    if (are_same(adhoc_qrels_of(judgments.diversity, how), judgments.adhoc)) return how;
  }
  return std::nullopt;
}

// The intents of each node: its own, or those of all nodes below a superintent.
std::vector<std::set<std::string_view>> intents_of_nodes(const Hierarchy& hierarchy) {
  std::vector<std::set<std::string_view>> intents(hierarchy.nodes.size());
  for (std::size_t i = hierarchy.nodes.size(); i-- > 0;) {  // children come after their parents
    intents[i].insert(hierarchy.nodes[i].intent);
    if (const auto parent = hierarchy.nodes[i].parent) {
      intents[*parent].insert(intents[i].begin(), intents[i].end());
    }
  }
  return intents;
}

// Puts documents into nodes, by docno.
class NodeDocuments {
 public:
  explicit NodeDocuments(const Hierarchy& hierarchy)
      : made_(hierarchy),
        intents_(intents_of_nodes(hierarchy)),
        documents_(hierarchy.nodes.size()) {
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      for (const std::uint32_t place : hierarchy.nodes[i].docs) {
        documents_[i].insert(hierarchy.docnos[place]);
        if (!hierarchy.nodes[i].dummy) {
          placed_.emplace(hierarchy.nodes[i].intent, hierarchy.docnos[place]);
        }
      }
    }
  }

  void add(std::string_view intent, std::string_view docno) {
    if (placed_.contains({std::string(intent), std::string(docno)})) return;
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      if (intents_[i].contains(intent)) documents_[i].insert(std::string(docno));
    }
  }

  Hierarchy hierarchy() {
    std::set<std::string> all;
    for (const auto& of_node : documents_) all.insert(of_node.begin(), of_node.end());
    made_.docnos.assign(all.begin(), all.end());
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      made_.nodes[i].docs.clear();
      for (const std::string& docno : documents_[i]) {
        const auto at = std::ranges::lower_bound(made_.docnos, docno);
        made_.nodes[i].docs.push_back(static_cast<std::uint32_t>(at - made_.docnos.begin()));
      }
    }
    return std::move(made_);
  }

 private:
  Hierarchy made_;
  std::vector<std::set<std::string_view>> intents_;
  std::vector<std::set<std::string>> documents_;
  std::set<std::pair<std::string, std::string>> placed_;
};

// A hierarchy where unjudged documents are in the nodes of their intents; at topic level those
// whose grade may rise.
Hierarchy with_pairs(const Hierarchy& hierarchy, const std::vector<UnjudgedPair>& pairs,
                     bool topics_from_intents) {
  NodeDocuments documents(hierarchy);
  for (const UnjudgedPair& pair : pairs) {
    documents.add(pair.intent, pair.docno);
    if (topics_from_intents && pair.intent != topic_level_intent) {
      documents.add(topic_level_intent, pair.docno);
    }
  }
  return documents.hierarchy();
}

std::vector<NamedHierarchies> highest_hierarchies(const EvaluationData& data,
                                                  const Unjudged& unjudged) {
  std::vector<NamedHierarchies> made;
  const std::vector<TopicQrels>& topics = data.judgments->diversity.topics();
  for (const NamedHierarchies& named : data.hierarchies) {
    NamedHierarchies& one = made.emplace_back(NamedHierarchies{named.name, named.path, {}});
    for (std::size_t t = 0; t < topics.size(); ++t) {
      const auto at = std::ranges::find(named.topics, topics[t].topic, &Hierarchy::topic);
      if (at == named.topics.end()) {
        one.topics.push_back({std::string(topics[t].topic), 0, {}, {}});
      } else {
        one.topics.push_back(
            with_pairs(*at, unjudged.pairs[t], unjudged.topics_from_intents.has_value()));
      }
    }
  }
  return made;
}

// Topic-level judgments where all that can be is judged high.
Qrels highest_topics(const EvaluationData& data, const Unjudged& unjudged) {
  const Judgments& judgments = *data.judgments;
  std::vector<TopicQrels> made;
  const std::vector<TopicQrels>& topics = judgments.diversity.topics();
  for (std::size_t t = 0; t < topics.size(); ++t) {
    std::vector<UnjudgedPair> of_topic;
    for (const UnjudgedPair& pair : unjudged.pairs[t]) {
      if (pair.intent == topic_level_intent) of_topic.push_back(pair);
    }
    made.push_back(with_topic_pairs(
        judgments.adhoc.find(topics[t].topic), topics[t].topic,
        graded(of_topic, std::max(judgments.highest_adhoc_grade, data.max_grade.value_or(0)))));
  }
  return {std::move(made), judgments.adhoc.texts()};
}

}  // namespace

std::vector<std::uint32_t> seen_pairs(const Measure& measure, const Unjudged& unjudged,
                                      std::size_t t) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t p = 0; p < unjudged.pairs[t].size(); ++p) {
    const bool is_of_topic = unjudged.pairs[t][p].intent == topic_level_intent;
    if (unjudged.topics_from_intents || is_of_topic == measure.record->traits.on_topic) {
      places.push_back(p);
    }
  }
  return places;
}

JudgedTopic::JudgedTopic(const Judgments& judgments, std::size_t t,
                         std::optional<TopicGrade> topics_from_intents)
    : diversity_(judgments.diversity.topics()[t]),
      adhoc_(judgments.adhoc.find(diversity_.topic)),
      topics_from_intents_(topics_from_intents),
      alone_(restricted(judgments, [](auto, auto) { return false; })) {
  alone_.topics = {};
  if (!alone_.intents) return;
  std::erase_if(*alone_.intents, [&](const auto& one) { return one.first != diversity_.topic; });
}

Judgments JudgedTopic::with(const std::vector<GradedPair>& pairs) const {
  std::vector<GradedPair> of_intents, of_topic;
  for (const GradedPair& one : pairs) {
    const bool is_of_topic = !topics_from_intents_ && one.pair.intent == topic_level_intent;
    (is_of_topic ? of_topic : of_intents).push_back(one);
  }
  Judgments made = alone_;
  made.diversity = Qrels({with_pairs(diversity_, of_intents)}, alone_.diversity.texts());
  made.adhoc = topics_from_intents_ ? adhoc_qrels_of(made.diversity, *topics_from_intents_)
                                    : Qrels({with_topic_pairs(adhoc_, diversity_.topic, of_topic)},
                                            alone_.adhoc.texts());
  return made;
}

Unjudged unjudged_of(const EvaluationData& data, const ListsOfRuns& lists,
                     const UnjudgedOptions& options) {
  const Judgments& judgments = *data.judgments;
  const std::optional<TopicGrade> from_intents = grade_of_topics(judgments);
  Unjudged made;
  made.topics_from_intents = from_intents;
  const std::vector<TopicQrels>& topics = judgments.diversity.topics();
  made.pairs.resize(topics.size());
  std::vector<TopicQrels> highest(topics.size());
  parallel_for(topics.size(), [&](std::size_t t) {
    const Names documents = retrieved(lists, t, options.depth);
    Names of_intents = documents;
    if (options.by_document && !from_intents) {
      const TopicQrels* const adhoc = judgments.adhoc.find(topics[t].topic);
      std::erase_if(of_intents, [&](std::string_view docno) {
        return adhoc != nullptr && adhoc->find_document(docno) >= 0;
      });
    }
    std::vector<UnjudgedPair> pairs = pairs_without(
        &topics[t], of_intents, possible_intents(judgments, topics[t]), options.by_document);
    highest[t] = with_pairs(topics[t], graded(pairs, std::max(judgments.highest_intent_grade,
                                                              data.max_grade.value_or(0))));
    if (!from_intents) {
      const auto of_topic = pairs_without(judgments.adhoc.find(topics[t].topic), documents,
                                          {topic_level_intent}, true);
      pairs.insert(pairs.end(), of_topic.begin(), of_topic.end());
    }
    std::ranges::sort(pairs);
    made.pairs[t] = std::move(pairs);
  });
  Judgments all = judgments;
  all.diversity = Qrels(std::move(highest), judgments.diversity.texts());
  all.adhoc =
      from_intents ? adhoc_qrels_of(all.diversity, *from_intents) : highest_topics(data, made);
  made.highest = std::make_shared<const Judgments>(std::move(all));
  made.hierarchies = highest_hierarchies(data, made);
  return made;
}

}  // namespace subintent::internal
