#include "hierarchy/build.h"

#include <fmt/format.h>

#include <iterator>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "hierarchy/nuggets.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using DendrogramsOfTopic = std::map<std::string_view, const Dendrogram*, LabelLess>;
using DendrogramsByTopic = std::map<std::string_view, DendrogramsOfTopic, LabelLess>;

// For each document of a tree, in its order, the sum of the amounts of those before it; the last is
// the sum of all.
std::vector<double> running_sums(const SubintentTree& tree, const auto& amount) {
  std::vector<double> sums{0};
  for (const std::uint32_t document : tree.documents)
    sums.push_back(sums.back() + amount(document));
  return sums;
}

// The tree of one topic: superintents, then intents, then subintents, with dummies where layers are
// to be filled.
class BuiltTree {
 public:
  BuiltTree(const TopicQrels& judged, const GradeGains& gains, const HierarchyOptions& options,
            const HierarchySources& sources)
      : judged_(judged),
        gains_(gains),
        options_(options),
        sources_(sources),
        intents_(relevant_intents(judged)),
        topic_level_(judged.intents.size() == 1 && judged.intents[0] == topic_level_intent) {
    hierarchy_.topic = judged.topic;
  }

  // JSON holds nothing but UTF-8.
  void check_names() const {
    const auto check = [&](std::string_view what, std::string_view name) {
      if (is_valid_utf8(name)) return;
      throw Error(Location{sources_.qrels, 0},
                  "the " + std::string(what) + " '" + printable(name) + "' is not UTF-8",
                  "rename it");
    };
    check("topic", judged_.topic);
    for (const RelevantIntent& intent : intents_) {
      check("intent", intent.intent);
      for (const RelevantDocument& doc : intent.docs) check("docno", doc.docno);
    }
  }

  bool has_relevant() const { return !intents_.empty(); }

  // After build(): of its dendrograms.
  PruningCounts pruning_counts() const {
    PruningCounts counts;
    for (const SubintentTree& tree : trees_) {
      if (tree.documents.size() == 1) continue;
      ++counts.several;
      counts.layered += tree.height > 1 ? 1 : 0;
      counts.removed += tree.removed;
      counts.deltas.push_back(tree.delta);
      counts.leaves.push_back(tree.nodes[0].leaves);
      if (tree.nodes[0].leaves == 1) {
        ++counts.collapsed;
        counts.one_subtopic.emplace_back(judged_.topic);
      }
      counts.apart += tree.nodes[0].leaves == tree.documents.size() ? 1 : 0;
    }
    return counts;
  }

  std::uint64_t ignored_members() const { return superintents_.ignored; }

  // Once; `dendrograms` is nullptr for official intents only.
  Hierarchy build(const DendrogramsOfTopic* dendrograms) {
    if (dendrograms != nullptr) make_trees(*dendrograms);
    group_intents();
    intent_layer_ = superintents_.layers + (topic_level_ && dendrograms != nullptr ? 0 : 1);
    const bool with_subintents = has_subintents();
    hierarchy_.layers = intent_layer_ + (with_subintents ? height() : 0);
    refuse_if_too_large();
    weigh_intents();
    list_documents();
    add_superintents();
    for (std::size_t i = 0; i < intents_.size(); ++i) {
      std::optional<std::uint32_t> node;
      if (intent_layer_ > 0) node = add_intent(i);
      if (with_subintents) add_subintents(i, node);
    }
    sort_nodes(hierarchy_.nodes);
    return std::move(hierarchy_);
  }

 private:
  void check_excess(const Dendrogram& dendrogram) const {
    if (!options_.rules.one_subtopic || dendrogram.excess) return;
    throw Error(Location{sources_.dendrograms, 0},
                "topic " + printable(dendrogram.topic) + ", intent " +
                    printable(dendrogram.intent) + " has no \"excess\" for one-subtopic",
                "make the dendrograms again with cluster `background`");
  }

  void make_trees(const DendrogramsOfTopic& dendrograms) {
    for (const RelevantIntent& intent : intents_) {
      const auto at = dendrograms.find(intent.intent);
      if (at == dendrograms.end()) {
        throw Error(Location{sources_.dendrograms, 0},
                    "topic " + printable(judged_.topic) + ", intent " + printable(intent.intent) +
                        " has no dendrogram, but document " + printable(intent.docs[0].docno) +
                        " is judged relevant",
                    "run subintent cluster with the same qrels");
      }
      check_documents(*at->second, intent, sources_.dendrograms);
      check_excess(*at->second);
      trees_.push_back(
          make_subintents(*at->second, options_.delta, options_.compress, options_.rules,
                          options_.subtopics.leaves(*at->second, options_.delta, options_.rules)));
    }
  }

  void group_intents() {
    std::vector<std::string_view> names = mapped(intents_, &RelevantIntent::intent);
    static const Superintents none;
    const auto at = options_.superintents.find(judged_.topic);
    const Superintents& groups = at == options_.superintents.end() ? none : at->second;
    for (const auto& [name, superintent] : groups) {
      if (judged_.find_intent(name) >= 0) {
        throw Error(Location{sources_.superintents, superintent.line},
                    "topic " + printable(judged_.topic) + ": '" + printable(name) +
                        "' is the name of a superintent and of an intent",
                    "rename the superintent");
      }
    }
    superintents_ = make_superintents(groups, names);
  }

  // Subintents add nothing where each holds all documents of its intent; if there are no nodes
  // of intents above them, they are the first layer, which stays.
  bool has_subintents() const {
    return intent_layer_ == 0 || std::any_of(trees_.begin(), trees_.end(), [](const auto& tree) {
             return tree.nodes[0].leaves > 1;
           });
  }

  std::uint32_t height() const {
    std::uint32_t highest = 0;
    for (const SubintentTree& tree : trees_) highest = std::max(highest, tree.height);
    return highest;
  }

  void refuse_if_too_large() const {
    std::uint64_t documents = 0;
    for (const RelevantIntent& intent : intents_) documents += intent.docs.size();
    if (documents * hierarchy_.layers <= max_document_entries) return;
    throw Error(Location{sources_.dendrograms, 0},
                "topic " + printable(judged_.topic) + ": " + count_of(hierarchy_.layers, "layer") +
                    " of " + count_of(documents, "document") + " make too large a hierarchy",
                "compress it, or prune more by giving a smaller delta");
  }

  void weigh_intents() {
    std::vector<double> amounts(intents_.size(), 1.0);
    if (options_.intent_weights == IntentWeights::given && !topic_level_) {
      amounts = given_probabilities(options_.probabilities, judged_.topic, intents_,
                                    sources_.probabilities);
      probabilities_ = amounts;
    } else {
      if (options_.intent_weights == IntentWeights::depth && !trees_.empty())
        for (std::size_t i = 0; i < amounts.size(); ++i) amounts[i] = trees_[i].height;
      probabilities_ = shares(amounts);
    }
    // Whole numbers, where depths are, have no rounding.
    global_gains_.assign(judged_.docnos.size(), 0);
    for (std::size_t i = 0; i < intents_.size(); ++i)
      for (const RelevantDocument& doc : intents_[i].docs)
        global_gains_[doc.document] += amounts[i] * gain_of(doc);
  }

  double gain_of(const RelevantDocument& doc) const {
    const auto at = gains_.find(doc.grade);
    return at == gains_.end() ? doc.grade : at->second;
  }

  // The documents of an intent's tree share its weight by these gains.
  std::vector<double> gains_of(const SubintentTree& tree, const RelevantIntent& intent) const {
    const auto grade = [&](std::uint32_t document) { return gain_of(intent.docs[document]); };
    if (options_.weighting != Weighting::gains) return running_sums(tree, grade);
    auto sums = running_sums(tree, [&](std::uint32_t document) {
      return global_gains_[intent.docs[document].document];
    });
    // An intent of probability 0 has a weight of 0, however it is shared.
    return sums.back() > 0 ? sums : running_sums(tree, grade);
  }

  std::uint32_t add(HierarchyNode node) {
    hierarchy_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(hierarchy_.nodes.size() - 1);
  }

  // Adds a node to its layer, and dummies like it between its parent and it.
  std::uint32_t add_below(std::optional<std::uint32_t> parent, HierarchyNode node) {
    const std::uint32_t layer = node.layer;
    node.layer = parent ? hierarchy_.nodes[*parent].layer + 1 : 1;
    node.parent = parent;
    while (node.layer < layer) {
      HierarchyNode dummy = node;
      dummy.dummy = true;
      dummy.similarity.reset();
      node.parent = add(std::move(dummy));
      ++node.layer;
    }
    return add(std::move(node));
  }

  // Their nodes come first, so that the index of a superintent is that of its node.
  void add_superintents() {
    for (const SuperintentNode& superintent : superintents_.nodes)
      add({superintent.parent, superintent.layer, superintent.name, 0, std::nullopt, false, {}});
    for (std::size_t i = 0; i < intents_.size(); ++i) {
      for (auto at = superintents_.parents[i]; at; at = hierarchy_.nodes[*at].parent) {
        HierarchyNode& node = hierarchy_.nodes[*at];
        node.weight += probabilities_[i];
        for (const RelevantDocument& doc : intents_[i].docs) node.docs.push_back(place(doc));
      }
    }
    for (HierarchyNode& node : hierarchy_.nodes) {
      std::sort(node.docs.begin(), node.docs.end());
      node.docs.erase(std::unique(node.docs.begin(), node.docs.end()), node.docs.end());
    }
  }

  std::uint32_t add_intent(std::size_t i) {
    HierarchyNode node;
    node.layer = intent_layer_;
    node.intent = intents_[i].intent;
    node.weight = probabilities_[i];
    if (!trees_.empty()) node.similarity = trees_[i].nodes[0].similarity;
    for (const RelevantDocument& doc : intents_[i].docs) node.docs.push_back(place(doc));
    return add_below(superintents_.parents[i], std::move(node));
  }

  void add_subintents(std::size_t i, std::optional<std::uint32_t> intent) {
    const SubintentTree& tree = trees_[i];
    const auto gains = gains_of(tree, intents_[i]);
    std::vector<std::optional<std::uint32_t>> index(tree.nodes.size());
    index[0] = intent;
    for (std::size_t k = 1; k < tree.nodes.size(); ++k) {
      const SubintentNode& from = tree.nodes[k];
      HierarchyNode node;
      node.layer = from.leaf ? hierarchy_.layers : intent_layer_ + from.depth;
      node.intent = intents_[i].intent;
      node.weight = probabilities_[i] * share(tree, from, gains);
      node.similarity = from.similarity;
      node.docs = documents(tree, from, intents_[i]);
      index[k] = add_below(index[from.parent], std::move(node));
    }
  }

  // The share of its intent's weight that a subintent has.
  double share(const SubintentTree& tree, const SubintentNode& node,
               const std::vector<double>& gains) const {
    switch (options_.weighting) {
      case Weighting::leaves:
        return static_cast<double>(node.leaves) / tree.nodes[0].leaves;
      case Weighting::gains:
      case Weighting::grades:
        return (gains[node.last] - gains[node.first]) / gains.back();
      case Weighting::documents:
        return static_cast<double>(node.last - node.first) /
               static_cast<double>(tree.documents.size());
    }
    throw std::invalid_argument("weighting");
  }

  std::vector<std::uint32_t> documents(const SubintentTree& tree, const SubintentNode& node,
                                       const RelevantIntent& intent) const {
    std::vector<std::uint32_t> docs(tree.documents.begin() + node.first,
                                    tree.documents.begin() + node.last);
    for (std::uint32_t& document : docs) document = place(intent.docs[document]);
    std::sort(docs.begin(), docs.end());
    return docs;
  }

  // In hierarchy_.docnos.
  std::uint32_t place(const RelevantDocument& doc) const { return places_[doc.document]; }

  void list_documents() {
    std::vector<char> relevant(judged_.docnos.size(), 0);
    for (const RelevantIntent& intent : intents_)
      for (const RelevantDocument& doc : intent.docs) relevant[doc.document] = 1;
    places_.resize(relevant.size());
    for (std::size_t i = 0; i < relevant.size(); ++i) {
      if (relevant[i] == 0) continue;
      places_[i] = static_cast<std::uint32_t>(hierarchy_.docnos.size());
      hierarchy_.docnos.emplace_back(judged_.docnos[i]);
    }
  }

  const TopicQrels& judged_;
  const GradeGains& gains_;
  const HierarchyOptions& options_;
  const HierarchySources& sources_;
  std::vector<RelevantIntent> intents_;
  bool topic_level_;
  std::vector<SubintentTree> trees_;  // one an intent, or none
  SuperintentTree superintents_;
  std::vector<double> probabilities_;
  std::vector<double> global_gains_;   // of judged documents, up to a common factor
  std::vector<std::uint32_t> places_;  // of judged documents in hierarchy_.docnos, if relevant
  std::uint32_t intent_layer_ = 1;     // 0: the intent is the root, which has no node
  Hierarchy hierarchy_;
};

DendrogramsByTopic by_topic(std::span<const Dendrogram> dendrograms,
                            const HierarchySources& sources) {
  DendrogramsByTopic found;
  for (const Dendrogram& dendrogram : dendrograms) {
    if (!found[dendrogram.topic].emplace(dendrogram.intent, &dendrogram).second) {
      throw Error(Location{sources.dendrograms, 0},
                  "topic " + printable(dendrogram.topic) + ", intent " +
                      printable(dendrogram.intent) + " has two dendrograms",
                  "keep one");
    }
  }
  return found;
}

// Dendrograms of topics and intents that have no relevant document.
void refuse_irrelevant(const DendrogramsByTopic& dendrograms, const Qrels& qrels,
                       const HierarchySources& sources) {
  for (const auto& [topic, of_topic] : dendrograms) {
    const TopicQrels* const judged = qrels.find(topic);
    std::vector<RelevantIntent> intents;
    if (judged != nullptr) intents = relevant_intents(*judged);
    for (const auto& [intent, dendrogram] : of_topic) {
      const auto at =
          std::ranges::lower_bound(intents, intent, label_less, &RelevantIntent::intent);
      if (at != intents.end() && at->intent == intent) continue;
      check_documents(*dendrogram, {intent, {}}, sources.dendrograms);
    }
  }
}

std::uint64_t members_of_unjudged_topics(const Qrels& qrels, const HierarchyOptions& options) {
  std::uint64_t count = 0;
  for (const auto& [topic, superintents] : options.superintents) {
    if (qrels.find(topic) != nullptr) continue;
    for (const auto& [name, superintent] : superintents) count += superintent.members.size();
  }
  return count;
}

std::string listed_topics(const std::vector<std::string>& topics) {
  std::string text;
  for (const std::string& topic : topics) text += (text.empty() ? "" : ", ") + printable(topic);
  return text;
}

}  // namespace

bool at_topic_level(std::span<const Dendrogram> dendrograms, const HierarchySources& sources) {
  const auto whole = [](const Dendrogram& d) { return d.intent == topic_level_intent; };
  const auto other = std::adjacent_find(
      dendrograms.begin(), dendrograms.end(),
      [&](const Dendrogram& a, const Dendrogram& b) { return whole(a) != whole(b); });
  if (other != dendrograms.end()) {
    throw Error(Location{sources.dendrograms, 0},
                "topics " + printable(other->topic) + " and " + printable((other + 1)->topic) +
                    ": dendrograms of whole topics and of intents are mixed",
                "keep them in two files");
  }
  return !dendrograms.empty() && whole(dendrograms[0]);
}

MeanSimilarity mean_similarity(std::span<const Dendrogram> dendrograms,
                               const HierarchySources& sources) {
  std::map<std::string_view, TopicPairs, LabelLess> topics;
  for (const Dendrogram& dendrogram : dendrograms) {
    if (!dendrogram.topic_pairs) {
      throw Error(Location{sources.dendrograms, 0},
                  "topic " + printable(dendrogram.topic) + ", intent " +
                      printable(dendrogram.intent) + " has no \"topic_mean\" for delta mean",
                  "make the dendrograms again with subintent cluster (for fingerprints with "
                  "`topic_pairs`), or give a number");
    }
    topics.emplace(dendrogram.topic, *dendrogram.topic_pairs);
  }
  MeanSimilarity mean;
  double sum = 0;
  for (const auto& [topic, pairs] : topics) {
    sum += static_cast<double>(pairs.count) * pairs.mean_similarity;
    mean.pairs += pairs.count;
    mean.topics += pairs.count > 0 ? 1 : 0;
  }
  if (mean.pairs > 0) mean.value = sum / static_cast<double>(mean.pairs);
  if (mean.value > 0) return mean;
  throw Error(Location{sources.dendrograms, 0},
              mean.pairs == 0
                  ? "no topic has two documents, so there is no mean similarity for delta"
                  : "the mean similarity of a topic's documents is not above 0",
              "give a number for delta");
}

std::string pruning_effect(const PruningCounts& counts, bool of_topics) {
  return fmt::format(
      "of {} with several documents, {} collapsed into one subintent and {} fell apart into single "
      "documents",
      count_of(counts.several, of_topics ? "topic" : "intent"), counts.collapsed, counts.apart);
}

std::string leaves_of_topics(const PruningCounts& counts) {
  std::vector<std::uint64_t> leaves = counts.leaves;
  std::ranges::sort(leaves);
  const auto quartile = [&](std::size_t number) {
    return leaves[((leaves.size() - 1) * number + 2) / 4];
  };
  std::string text = count_of(leaves.size(), "topic") + " with several documents: ";
  if (leaves.size() < 10)
    text += fmt::format("{} {}", fmt::join(leaves, ", "), leaves.back() == 1 ? "leaf" : "leaves");
  else
    text += fmt::format("{} to {} leaves, quartiles {}, {} and {}", leaves.front(), leaves.back(),
                        quartile(1), quartile(2), quartile(3));
  if (!counts.one_subtopic.empty()) text += "; one leaf: " + listed_topics(counts.one_subtopic);
  return text;
}

void warn_of_one_subtopic(const PruningCounts& counts, const PruningRules& rules,
                          Warnings& warnings) {
  if (!rules.one_subtopic || counts.one_subtopic.empty()) return;
  warnings.push_back(make_warning(
      "pruning-effect",
      fmt::format("{} became one subtopic: {}", count_of(counts.one_subtopic.size(), "topic"),
                  listed_topics(counts.one_subtopic)),
      "leave out `one_subtopic`, or say with `subtopics` how many they have"));
}

void warn_of_pruning(const PruningCounts& counts, double delta, bool of_topics,
                     Warnings& warnings) {
  const auto warn = [&](std::uint64_t count, const char* what, const char* advice) {
    const std::string several = count_of(counts.several, of_topics ? "topic" : "intent");
    warnings.push_back(make_warning("extreme-delta",
                                    fmt::format("{} of {} with several documents {} at delta = {}",
                                                count, several, what, shortest(delta)),
                                    advice));
  };
  if (2 * counts.collapsed > counts.several && delta > 0) {
    warn(counts.collapsed, "collapsed into one subintent",
         "all similarities are above it: give a larger `delta`");
  } else if (2 * counts.apart > counts.several && delta < 1) {
    warn(counts.apart, "fell apart into single documents",
         "no similarity is above it: give a smaller `delta`");
  }
}

void note_flatness(const PruningCounts& counts, Warnings& notes) {
  if (counts.layered > 0 || counts.removed == 0) return;
  notes.push_back(make_warning(
      "flat-hierarchies",
      fmt::format("all trees are flat: every inner node ({}) was in the bin of its parent and was "
                  "removed",
                  counts.removed),
      "bins that follow the data keep some (`bins=mean`)"));
}

void warn_of_superintents(const BuiltHierarchies& built, Warnings& warnings) {
  if (built.ignored_members == 0) return;
  warnings.push_back(make_warning(
      "ignored-members", count_of(built.ignored_members, "member") +
                             " of superintents ignored: not intents with a relevant document"));
}

// Throws Error for numbers of subtopics of a topic that is not judged, or of intents none of which
// is judged for their topic.
[[gnu::cold]] void require_judged(const SubtopicNumbers& numbers, const Qrels& qrels) {
  std::map<std::string, std::string> unknown;  // an intent of a topic, or none if one is judged
  for (const auto& [name, number] : numbers.of_topic) {
    const std::size_t tab = std::min(name.find('\t'), name.size());
    const std::string topic = name.substr(0, tab),
                      intent = name.substr(std::min(tab + 1, name.size()));
    const TopicQrels* const judged = qrels.find(topic);
    if (judged == nullptr)
      throw Error::argument("subtopics",
                            "subtopics: the topic " + printable(topic) + " is not judged",
                            "name topics as the judgments do");
    const auto has = [&](std::string_view one) {
      return std::ranges::count(judged->intents, one) > 0;
    };
    const bool is_known = intent.empty() || intent == "*" || has(topic_level_intent) || has(intent);
    std::string& first = unknown.try_emplace(topic, intent).first->second;
    if (is_known) first.clear();
  }
  for (const auto& [topic, intent] : unknown)
    if (!intent.empty())
      throw Error::argument(
          "subtopics",
          fmt::format("subtopics: topic {} has no intent {}", printable(topic), printable(intent)),
          "name intents as the judgments do");
}

BuiltHierarchies build_hierarchies(const Qrels& qrels,
                                   std::optional<std::span<const Dendrogram>> dendrograms,
                                   const HierarchyOptions& options,
                                   const HierarchySources& sources) {
  require_judged(options.subtopics, qrels);
  BuiltHierarchies built;
  built.ignored_members = members_of_unjudged_topics(qrels, options);
  DendrogramsByTopic known;
  if (dendrograms) known = by_topic(*dendrograms, sources);
  refuse_irrelevant(known, qrels, sources);
  for (const TopicQrels& judged : qrels.topics()) {
    const DendrogramsOfTopic* const of_topic = dendrograms ? &known[judged.topic] : nullptr;
    const bool optional = options.topics && options.topics->find(judged.topic) == nullptr;
    if (optional && of_topic != nullptr && of_topic->empty()) continue;
    BuiltTree tree(judged, qrels.gains, options, sources);
    tree.check_names();
    if (tree.has_relevant()) {
      built.hierarchies.push_back(tree.build(of_topic));
      const PruningCounts counts = tree.pruning_counts();
      built.pruning.several += counts.several;
      built.pruning.collapsed += counts.collapsed;
      built.pruning.apart += counts.apart;
      built.pruning.layered += counts.layered;
      built.pruning.removed += counts.removed;
      std::ranges::copy(counts.deltas, std::back_inserter(built.pruning.deltas));
      std::ranges::copy(counts.leaves, std::back_inserter(built.pruning.leaves));
      std::ranges::copy(counts.one_subtopic, std::back_inserter(built.pruning.one_subtopic));
    } else {
      ++built.topics_without_relevant;
    }
    built.ignored_members += tree.ignored_members();
  }
  if (built.hierarchies.empty()) {
    throw Error(Location{sources.qrels, 0}, "has no relevant documents",
                "give judgments with grades above 0");
  }
  return built;
}

}  // namespace subintent::internal
