// Tells what the second column of judgments holds, and whether names of lists are of no intents.
#include <set>

#include "core/base/strings.h"
#include "core/collection/json_text.h"
#include "core/collection/qrels.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

bool is_month(std::string_view letters) {
  static const std::set<std::string, std::less<>> months = [] {
    std::set<std::string, std::less<>> names = {"sept"};
    for (const std::string month : {"january", "february", "march", "april", "may", "june", "july",
                                    "august", "september", "october", "november", "december"}) {
      names.insert(month);
      names.insert(month.substr(0, 3));
    }
    return names;
  }();
  return months.contains(letters);
}

// The letters of a name in lower case; none of a month.
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (is_letter(c)) letters += lower(c);
  return is_month(letters) ? std::string() : letters;
}

// A month or day, with numbers or a name: 2023-06, 2023-06-30T12:00, 20230630, 30.06.2023, June.
[[gnu::cold]] bool is_date(std::string_view name) {
  if (name.size() > 10 && (name[10] == 'T' || name[10] == ' ')) name = name.substr(0, 10);
  if (std::ranges::any_of(name, is_letter)) return letters_of(name).empty();
  std::string digits, form;
  for (const char c : name) {
    if (is_digit(c)) digits += c;
    form += is_digit(c) ? 'd' : c == '/' ? '-' : c;
  }
  const bool year_last = form == "dd.dd.dddd" || form == "dd-dd-dddd";
  if (year_last) digits = digits.substr(4) + digits.substr(2, 2) + digits.substr(0, 2);
  const auto is_below = [&](std::size_t at, std::string_view most) {
    const std::string two = digits.substr(at, 2);
    return two.empty() || (two > "00" && two <= most);
  };
  return (year_last || form == "dddd-dd" || form == "dddd-dd-dd" || form == "dddddddd") &&
         (digits.starts_with("19") || digits.starts_with("20")) && is_below(4, "12") &&
         is_below(6, "31");
}

// Properties of the names, but for no_intent.
struct NamesOfColumn {
  std::size_t names = 0;     // that differ
  bool are_words = false;    // they differ in more than numbers and months
  bool are_dates = false;    // or numbers, some of which end in .5 and all others are whole
  bool is_one_word = false;  // the same word for two topics, or number for five
  // No numbers of intents, and half of them or more are of several topics, or each is of one
  // judgment; or the grades. There are five topics or more.
  bool are_shared = false;
  bool are_single = false;  // each of one judgment alone
  bool are_docnos = false;  // those of the judged documents
  // i1, s2, subtopic-3; words, several of a topic, of which most are no other's; or 7.1 and t7-b of
  // topic 7.
  bool are_intents = false;
  bool are_counted = false;   // from 1 on in each topic
  bool are_numbered = false;  // the same, in five topics or more, but not as many in all
};

// Is it the topic's name, perhaps behind letters, and more?
bool extends(std::string_view name, std::string_view topic) {
  const std::size_t at = name.find(topic), end = at + topic.size();
  return at != name.npos && end < name.size() && !is_digit(name[end]) &&
         std::ranges::all_of(name.substr(0, at), is_letter);
}

// Do the names extend those of several topics, some of which have two or more?
bool extend_topics(const Qrels& qrels) {
  const auto fits = [](const TopicQrels& topic) {
    return std::ranges::all_of(topic.intents, [&](std::string_view intent) {
      return intent == no_intent || extends(intent, topic.topic);
    });
  };
  return qrels.topics().size() > 1 && std::ranges::all_of(qrels.topics(), fits) &&
         std::ranges::any_of(qrels.topics(),
                             [](const auto& topic) { return topic.intents.size() > 1; });
}

// How many of each topic, if they are numbers from 1 on in all, and two or more in most; or none.
std::multiset<std::ptrdiff_t> counted(const Qrels& qrels) {
  std::multiset<std::ptrdiff_t> counts;
  for (const TopicQrels& topic : qrels.topics()) {
    std::ptrdiff_t number = 0;
    for (const std::string_view intent : topic.intents)
      if (intent != no_intent && parse_integer(intent) != ++number) return {};
    counts.insert(number);
  }
  return 2 * counts.count(1) < counts.size() ? counts : std::multiset<std::ptrdiff_t>();
}

NamesOfColumn names_of_column(const Qrels& qrels) {
  std::set<std::string_view> names, shared;
  std::set<std::string> words;
  std::size_t occurrences = 0, judgments = 0;
  bool are_grades = true, are_docnos = true;
  for (const TopicQrels& topic : qrels.topics()) {
    judgments += topic.judgments.size();
    for (const Judgment& judgment : topic.judgments) {
      const std::string_view intent = topic.intents[judgment.intent];
      are_grades = are_grades && parse_integer(intent) == judgment.grade;
      are_docnos = are_docnos && intent == topic.docnos[judgment.document];
    }
    for (const std::string_view intent : topic.intents) {
      if (intent == no_intent || intent == topic_level_intent) continue;
      ++occurrences;
      words.insert(letters_of(intent));
      if (!names.insert(intent).second) shared.insert(intent);
    }
  }
  const auto is_half = [](std::string_view name) { return name.ends_with(".5"); };
  const auto is_round = [&](std::string_view name) {
    return parse_integer(is_half(name) ? name.substr(0, name.size() - 2) : name).has_value();
  };
  NamesOfColumn found{names.size()};
  found.are_words = words.size() > 1;
  found.are_intents = words.size() == 1 && names.size() > 1 &&
                      (*words.begin() == "i" || *words.begin() == "s" ||
                       (is_called(*words.begin(), intent_columns) &&
                        !is_called(*words.begin(), iteration_columns)));
  const std::size_t topics = qrels.topics().size();
  constexpr std::size_t several = 5;
  found.are_docnos = are_docnos && names.size() > 1;
  found.are_single = 10 * names.size() > 9 * judgments;
  const bool are_shared = names.size() <= 2 * shared.size();
  const auto is_number = [](std::string_view name) {
    const auto number = parse_integer(name);
    return number && *number < 1000;
  };
  found.are_shared = (are_shared || found.are_single) && topics >= several &&
                     (are_grades || std::ranges::none_of(names, is_number));
  found.are_intents |= found.are_words && !found.are_single && !are_shared && topics > 1 &&
                       occurrences >= 2 * topics;
  const auto counts = counted(qrels);
  found.are_counted = !counts.empty();
  found.are_numbered = counts.size() >= several && *counts.begin() != *counts.rbegin();
  found.are_intents |= extend_topics(qrels);
  found.are_dates = !names.empty() &&
                    (std::ranges::all_of(names, is_date) ||
                     (std::ranges::any_of(names, is_half) && std::ranges::all_of(names, is_round)));
  found.is_one_word = names.size() == 1 && topics > (words.begin()->empty() ? several - 1 : 1);
  return found;
}

// How often a document has another value, if it is hardly ever, though documents, more than a few,
// are judged not relevant.
std::optional<std::size_t> judged_twice(const Qrels& qrels) {
  const std::size_t all =
      total_of(qrels.topics(), [](const TopicQrels& topic) { return topic.judgments.size(); });
  std::size_t judged = 0, twice = 0;
  bool zero_is_relevant = false, zero_is_not = false;
  std::size_t relevant = 0, others_not = 0;
  for (const TopicQrels& topic : qrels.topics()) {
    for (std::size_t i = 0; i < topic.judgments.size(); ++i) {
      const Judgment& judgment = topic.judgments[i];
      if (i > 0 && topic.judgments[i - 1].document == judgment.document) {
        if (100 * ++twice >= all) return std::nullopt;
        continue;
      }
      ++judged;
      const bool is_zero = topic.intents[judgment.intent] == no_intent ||
                           topic.intents[judgment.intent] == topic_level_intent;
      if (is_relevant(judgment.grade)) {
        ++relevant;
        zero_is_relevant |= is_zero;
      } else {
        zero_is_not |= is_zero;
        others_not += is_zero ? 0 : 1;
      }
    }
  }
  constexpr std::size_t few = 8;  // judged relevant for one that is not
  const bool are_apart =
      relevant > 0 && 100 * twice < judged &&
      ((others_not > 1 && few * others_not >= relevant) || (zero_is_relevant && zero_is_not));
  return are_apart ? std::optional(twice) : std::nullopt;
}

// The names of lists of what is not relevant and, beside them, of what is.
constexpr ColumnNames words_of_refusal = {
    "no"sv,           "false"sv,     "bad"sv,     "n"sv,        "exclude"sv, "excluded"sv,
    "reject"sv,       "rejected"sv,  "fp"sv,      "tn"sv,       "fail"sv,    "wrong"sv,
    "incorrect"sv,    "downvoted"sv, "dislike"sv, "disliked"sv, "skipped"sv, "false_positive"sv,
    "contradiction"sv};
constexpr ColumnNames words_of_consent = {
    "yes"sv,           "true"sv,    "good"sv,      "r"sv,     "include"sv, "included"sv,
    "accept"sv,        "tp"sv,      "accepted"sv,  "pass"sv,  "right"sv,   "upvoted"sv,
    "exact"sv,         "pos"sv,     "like"sv,      "liked"sv, "perfect"sv, "correct"sv,
    "true_positive"sv, "clicked"sv, "entailment"sv};

// A name of a list in small letters, without what says that it is one: "Hard negative IDs".
[[gnu::cold]] std::string without_list(const std::string& name) {
  std::string plain;
  for (const char c : name)
    if (c != ' ' && c != '_' && c != '-') plain += lower(c);
  const auto drop = [&](std::string_view part) {
    if (plain.size() <= part.size()) return false;
    if (plain.ends_with(part)) return plain.resize(plain.size() - part.size()), true;
    if (plain.starts_with(part)) return plain.erase(0, part.size()), true;
    return false;
  };
  while (
      std::ranges::any_of(std::initializer_list{"documents", "document", "docs", "doc", "passages",
                                                "passage", "ctxs", "items", "ids", "hard"},
                          drop)) {
  }
  drop("s");
  return plain;
}

bool name_documents_and_grades(const std::set<std::string>& names) {
  const auto is_one_of = [&](ColumnNames known) {
    return std::ranges::any_of(names, [&](auto& name) { return is_called_or_plural(name, known); });
  };
  return names.size() < 4 &&
         (is_one_of(docno_columns) || is_one_of({"id", "candidate", "passage"})) &&
         (is_one_of(grade_columns) || is_one_of(score_columns));
}

}  // namespace

[[gnu::cold]] bool are_lists(const std::set<std::string>& outer, bool lists) {
  constexpr std::size_t most = 6;
  if (outer.size() < 2 || outer.size() > most || outer.contains("")) return false;
  std::set<std::string> names;
  bool negates = false;  // "not_clicked" beside "clicked"
  for (const std::string& name : outer) {
    names.insert(without_list(name));
    for (const std::string_view prefix : {"not_", "not ", "no_", "no "})
      negates |= name.starts_with(prefix) && outer.contains(name.substr(prefix.size()));
  }
  const auto any_is_called = [&](ColumnNames words) {
    return std::ranges::any_of(names, [&](auto& name) { return is_called(name, words); });
  };
  const auto is_grade = [](const std::string& name) {
    return !name.empty() && is_digit(name.back()) &&
           (name.size() == 1 || (name.size() == 2 && name[0] == 'l'));
  };
  return negates || name_documents_and_grades(outer) ||
         any_is_called({"irrelevant", "irrel", "notrelevant", "notrel", "nonrelevant", "nonrel",
                        "negative", "neg", "distractor", "nonpertinent"}) ||
         (any_is_called(words_of_refusal) && any_is_called(words_of_consent)) ||
         (lists && (names.contains("0") || names.contains("l0")) &&
          std::ranges::all_of(names, is_grade));
}

SecondColumn second_column(const Qrels& qrels) {
  if (qrels.column) return *qrels.column;
  const NamesOfColumn names = names_of_column(qrels);
  if (names.names == 0) return SecondColumn::zeros;
  if (names.are_docnos) return SecondColumn::docnos;
  if (qrels.says_intents || names.are_intents) return SecondColumn::intents;
  const auto twice = judged_twice(qrels);
  const auto perhaps = twice              ? SecondColumn::words
                       : names.are_shared ? SecondColumn::shared
                                          : SecondColumn::intents;
  if (names.are_numbered) return perhaps;
  if (names.is_one_word) return SecondColumn::one_word;
  if (twice == 0)
    return names.are_words && !names.are_single && !names.are_shared ? SecondColumn::words
           : names.are_counted                                       ? SecondColumn::counted
                                                                     : SecondColumn::rounds;
  return names.are_dates ? SecondColumn::dates : perhaps;
}

const char* reason_of(SecondColumn column) {
  switch (column) {
    case SecondColumn::dates:
      return "the second column holds dates or rounds: it seems to name no intents";
    case SecondColumn::docnos:
      return "the second column repeats the documents: it seems to name no intents";
    case SecondColumn::one_word:
      return "the second column is the same for all: it seems to name no intents";
    case SecondColumn::shared:
      return "topics share the values of the second column, or each is of one judgment: it may "
             "name judges, languages or rounds in place of intents";
    case SecondColumn::words:
      return "hardly a document has two values of the second column, though documents are judged "
             "not relevant: it may name judges, languages or rounds in place of intents";
    case SecondColumn::counted:
      return "no document has two values of the second column, though documents are judged not "
             "relevant: it may name rounds or intents, and topics as a whole are scored";
    default:
      return "no document has two values of the second column, though documents are judged not "
             "relevant: it seems to name no intents";
  }
}

}  // namespace subintent::internal
