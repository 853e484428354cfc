#include "report/judge/make_study.h"

#include <fmt/format.h>

#include <set>

#include "core/base/parallel.h"
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "report/captions.h"
#include "report/judge/study.h"
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

std::vector<std::string_view> shown(const RankedList& list, const TopicQrels& judged,
                                    std::uint32_t cutoff, bool relevant_only) {
  std::vector<std::string_view> documents;
  for (const std::string_view docno : list.docnos) {
    if (documents.size() == cutoff) break;
    if (relevant_only && !is_relevant(highest_grade(&judged, docno))) continue;
    documents.push_back(docno);
  }
  return documents;
}

// Names stand in columns between tabs.
void check_name(const Location& location, const char* what, std::string_view name) {
  const auto defect = docno_defect(name);
  if (!defect) return;
  throw Error(location, std::string("the ") + what + " '" + printable(name) + "' " + *defect,
              "choose another name");
}

template <typename Names, typename Less>
std::optional<std::size_t> place_of(const Names& names, std::string_view name, Less less) {
  const auto at = std::ranges::lower_bound(names, name, less);
  if (at == names.end() || *at != name) return std::nullopt;
  return static_cast<std::size_t>(at - names.begin());
}

std::vector<std::string> best_documents(const Hierarchy& hierarchy, const HierarchyNode& node,
                                        const TopicQrels* judged, std::size_t count) {
  std::vector<std::pair<std::int32_t, std::string>> documents;
  for (const std::string& docno : hierarchy.docnos_of(node))
    documents.emplace_back(-highest_grade(judged, docno), docno);
  std::ranges::sort(documents);
  documents.resize(std::min(count, documents.size()));
  return mapped(documents, &std::pair<std::int32_t, std::string>::second);
}

class Maker {
 public:
  Maker(const CardSources& sources, std::size_t documents)
      : sources_(sources), documents_(documents) {}

  TopicCards cards(std::size_t h) const {
    const Hierarchy& hierarchy = sources_.hierarchies[h];
    const TopicQrels* judged =
        sources_.judged == nullptr ? nullptr : sources_.judged->find(hierarchy.topic);
    if (const auto defect = docno_defect(hierarchy.topic))
      fail(hierarchy, "the name of the topic " + *defect, "choose another name");
    TopicCards result{hierarchy.topic, {}};
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
      result.cards.push_back(std::move(card));
    }
    return result;
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
    return std::string(intent_text(sources_.topics, topic, node.intent));
  }

  const CardSources& sources_;
  std::size_t documents_;
};

// The longest texts that fit into a page, in characters.
constexpr std::size_t title_limit = 200, excerpt_limit = 500, address_limit = 2000;

using Numbers = std::map<std::string, std::uint32_t, std::less<>>;

// Puts parts of a study together that refer to topics and documents by their numbers.
class Builder {
 public:
  Builder(StudyKind kind, const StudyWords& words, const StudyTexts& texts) : texts_(texts) {
    study.kind = kind;
    study.id = random_token();
    study.title = words.title;
    study.instructions = words.instructions;
    study.consent = words.consent;
    study.language = words.language;
    study.questions = words.questions;
  }

  void add_documents(const std::set<std::string_view>& docnos) {
    for (const std::string_view docno : docnos) {
      if (const auto defect = docno_defect(docno)) {
        throw Error(Location{}, "the docno '" + printable(docno) + "' " + *defect,
                    "leave the document out of runs and judgments");
      }
      documents_.emplace(docno, static_cast<std::uint32_t>(study.documents.size()));
      StudyDocument& document = study.documents.emplace_back(StudyDocument{std::string(docno), {}});
      const auto text = texts_.documents.find(docno);
      if (text == texts_.documents.end()) continue;
      document.text = {one_line(text->second.title, title_limit),
                       one_line(text->second.url, address_limit),
                       one_line(text->second.excerpt, excerpt_limit)};
    }
  }

  // The number of the topic, which is added if it is new.
  std::uint32_t topic(const std::string& number) {
    const auto place = static_cast<std::uint32_t>(study.topics.size());
    const auto [at, is_new] = topics_.try_emplace(number, place);
    if (is_new) {
      StudyTopic& topic = study.topics.emplace_back(StudyTopic{number, {}, {}, {}});
      const auto known = texts_.topics.find(number);
      if (known != texts_.topics.end()) {
        topic.query = known->second.query;
        topic.description = known->second.description;
      }
    }
    return at->second;
  }

  template <typename Names>
  std::vector<std::uint32_t> documents(const Names& docnos) const {
    return mapped(docnos, [&](const auto& docno) { return documents_.find(docno)->second; });
  }

  Study study;

 private:
  const StudyTexts& texts_;
  Numbers documents_, topics_;
};

struct PairLists {
  const std::vector<std::string_view>&first, &second;
};

PairLists lists_of(const ListPair& pair, const ShownLists& lists) {
  const std::size_t topic = lists.find_topic(pair.topic).value();
  return {lists.list(topic, lists.find_run(pair.run1).value()),
          lists.list(topic, lists.find_run(pair.run2).value())};
}

}  // namespace

ShownLists::ShownLists(std::span<const Run> runs, const Qrels& judged, const ShownOptions& options)
    : options_(options) {
  for (const TopicQrels& topic : judged.topics()) {
    check_name(judged.location(topic.topic), "topic", topic.topic);
    topics_.push_back(topic.topic);
  }
  std::vector<const Run*> ordered = mapped(runs, [](const Run& run) { return &run; });
  std::ranges::sort(ordered, {}, &Run::name);
  for (const Run* run : ordered) {
    check_name({run->file, 0}, "run", run->name);
    runs_.emplace_back(run->name);
  }
  lists_.resize(topics_.size() * runs_.size());
  parallel_for(topics_.size(), [&](std::size_t topic) {
    for (std::size_t run = 0; run < ordered.size(); ++run) {
      const RankedList* list = ordered[run]->find(topics_[topic]);
      if (list == nullptr) continue;
      const bool relevant_only = options.relevant_only && !options.whole.contains(runs_[run]);
      lists_[topic * runs_.size() + run] =
          shown(*list, judged.topics()[topic], options.cutoff, relevant_only);
    }
  });
}

std::optional<std::size_t> ShownLists::find_topic(std::string_view topic) const {
  return place_of(topics_, topic, label_less);
}

std::optional<std::size_t> ShownLists::find_run(std::string_view run) const {
  return place_of(runs_, run, std::ranges::less());
}

bool ShownLists::differ(std::size_t topic, std::size_t first, std::size_t second) const {
  const auto &a = list(topic, first), &b = list(topic, second);
  return !a.empty() && !b.empty() && a != b;
}

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

PairsToJudge pairs_to_judge(std::vector<ListPair> pairs, const ShownLists& lists,
                            const std::string& file) {
  PairsToJudge judged;
  for (ListPair& pair : pairs) {
    const auto topic = lists.find_topic(pair.topic);
    if (!topic) {
      throw Error(Location{file, pair.line},
                  "topic " + printable(pair.topic) + " is not among the judgments",
                  "give the judgments that the pairs were made with");
    }
    std::size_t run[2];
    for (const auto& [name, place] : {std::pair(&pair.run1, &run[0]), {&pair.run2, &run[1]}}) {
      const auto found = lists.find_run(*name);
      if (!found) {
        throw Error(Location{file, pair.line}, "there is no run " + printable(*name),
                    "give one of the runs this name: `RunFile::name`");
      }
      *place = *found;
    }
    if (lists.differ(*topic, run[0], run[1]))
      judged.pairs.push_back(std::move(pair));
    else
      ++judged.nothing_to_judge;
  }
  if (judged.pairs.empty())
    throw Error(Location{file, 0}, "in all pairs both lists are the same, or one is empty");
  return judged;
}

std::vector<ListPair> checks_to_show(std::vector<ListPair> checks, const ShownLists& lists,
                                     const std::string& file) {
  for (const ListPair& check : checks) {
    if (!preference_of(check.pool)) {
      throw Error(Location{file, check.line}, "unknown answer '" + printable(check.pool) + "'",
                  "write < (run2 is better), = or > (run1 is better)");
    }
  }
  const std::vector<ListPair> all = checks;
  PairsToJudge judged = pairs_to_judge(std::move(checks), lists, file);
  if (judged.nothing_to_judge == 0) return std::move(judged.pairs);
  std::size_t at = 0;  // the first that is missing
  while (at < judged.pairs.size() && judged.pairs[at].line == all[at].line) ++at;
  throw Error(Location{file, all[at].line}, "both lists are the same, or one is empty",
              "give a pair whose lists differ");
}

std::set<std::string_view> shown_docnos(std::span<const ListPair> pairs, const ShownLists& lists) {
  std::set<std::string_view> docnos;
  for (const ListPair& pair : pairs) {
    const auto [first, second] = lists_of(pair, lists);
    docnos.insert(first.begin(), first.end());
    docnos.insert(second.begin(), second.end());
  }
  return docnos;
}

Study preferences_study(std::span<const ListPair> pairs, const ShownLists& lists,
                        const StudyWords& words, const StudyTexts& texts,
                        const AssignmentOptions& options) {
  Builder builder(StudyKind::preferences, words, texts);
  Study& study = builder.study;
  study.cutoff = lists.options().cutoff;
  study.relevant_only = lists.options().relevant_only;
  study.seed = options.seed;
  builder.add_documents(shown_docnos(pairs, lists));

  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> numbers;  // by topic and run
  const auto list = [&](std::uint32_t topic, const std::string& run, const auto& documents) {
    const auto place = static_cast<std::uint32_t>(study.lists.size());
    const auto [at, is_new] = numbers.try_emplace({topic, run}, place);
    if (is_new) study.lists.push_back({run, topic, builder.documents(documents)});
    return at->second;
  };
  std::vector<AssignedItem> items;
  std::map<std::string, std::uint32_t> pools;
  const std::size_t judged = pairs.size() - options.checks;
  for (const ListPair& pair : pairs) {
    const auto [first, second] = lists_of(pair, lists);
    const std::uint32_t topic = builder.topic(pair.topic);
    const std::uint32_t number1 = list(topic, pair.run1, first);
    study.pairs.push_back({number1, list(topic, pair.run2, second), pair.pool});
    if (study.pairs.size() > judged) {
      study.pairs.back().check = preference_of(pair.pool);
      study.pairs.back().pool = "check";
      continue;
    }
    const auto pool = pools.try_emplace(pair.pool, static_cast<std::uint32_t>(pools.size())).first;
    items.push_back({topic, pool->second});
  }
  study.participants = assign(items, options);
  return std::move(study);
}

Study intents_study(std::span<const TopicCards> topics, const StudyWords& words,
                    const StudyTexts& texts, const AssignmentOptions& options) {
  Builder builder(StudyKind::intents, words, texts);
  Study& study = builder.study;
  study.seed = options.seed;
  std::set<std::string_view> docnos;
  for (const TopicCards& topic : topics)
    for (const IntentCard& card : topic.cards)
      docnos.insert(card.docnos.begin(), card.docnos.end());
  builder.add_documents(docnos);
  std::vector<AssignedItem> items;
  for (const TopicCards& topic : topics) {
    const std::uint32_t number = builder.topic(topic.topic);
    for (const IntentCard& card : topic.cards) {
      study.topics[number].cards.push_back(
          {card.intent, card.label, card.terms, builder.documents(card.docnos)});
      study.cutoff = std::max(study.cutoff, static_cast<std::uint32_t>(card.docnos.size()));
    }
    items.push_back({number, 0});
  }
  study.cutoff = std::max(study.cutoff, 1U);
  study.participants = assign(items, options);
  return std::move(study);
}

void warn_of_missing_texts(const Study& study, Warnings& warnings) {
  const auto queries = std::ranges::count(study.topics, std::string(), &StudyTopic::query);
  if (queries > 0) {
    warnings.push_back(make_warning("topics-without-query",
                                    fmt::format("{} of {} have no query: people see their numbers",
                                                queries, count_of(study.topics.size(), "topic")),
                                    "give `topics`"));
  }
  const auto is_bare = [](const StudyDocument& document) {
    return document.text.title.empty() && document.text.excerpt.empty();
  };
  if (const auto titles = std::ranges::count_if(study.documents, is_bare); titles > 0) {
    warnings.push_back(make_warning(
        "documents-without-text",
        fmt::format(
            "{} of {} have neither title nor excerpt (first: {}): people cannot tell what they are "
            "about",
            titles, count_of(study.documents.size(), "document"),
            printable(std::ranges::find_if(study.documents, is_bare)->docno)),
        titles == std::ssize(study.documents) ? "give `texts`"
                                              : "give the texts of all documents, too: subintent "
                                                "tokenize --texts; those of subintent "
                                                "make are of relevant ones"));
  }
}

}  // namespace subintent::internal
