#include "report/judge/make_study.h"

#include <fmt/format.h>

#include <set>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "report/judge/opaque_id.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

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
    std::vector<std::uint32_t> numbers;
    for (const auto& docno : docnos) numbers.push_back(documents_.find(docno)->second);
    return numbers;
  }

  Study study;

 private:
  const StudyTexts& texts_;
  Numbers documents_, topics_;
};

// Both lists of a pair.
struct PairLists {
  const std::vector<std::string_view>&first, &second;
};

PairLists lists_of(const ListPair& pair, const ShownLists& lists) {
  const std::size_t topic = lists.find_topic(pair.topic).value();
  return {lists.list(topic, lists.find_run(pair.run1).value()),
          lists.list(topic, lists.find_run(pair.run2).value())};
}

}  // namespace

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
