#include "engine/check_judgments.h"

#include <fmt/format.h>

#include <set>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/nuggets.h"
#include "core/collection/qrels.h"
#include "core/collection/qrels_builder.h"
#include "core/collection/queries.h"
#include "core/io/content.h"
#include "engine/check_beginning.h"
#include "subintent/program.h"

namespace subintent::internal {

bool holds_slices(const Source& source) try {
  return !read_slices(source).empty();
} catch (const Error&) {
  return false;
}

void count(FileCheck& check, std::string noun, std::size_t n) {
  check.counts.emplace_back(std::move(noun), n);
}

void note_encoding(const TextFile& text, FileCheck& check) {
  if (is_valid_utf8(text.text())) return;
  check.properties.emplace_back(
      "note",
      "is not UTF-8: names are compared by their bytes, so all files must be encoded alike");
}

namespace {

void note_judged(const Qrels& qrels, bool are_intents, FileCheck& check) {
  check.is_judged = true;
  for (const TopicQrels& topic : qrels.topics()) {
    check.topics.emplace_back(topic.topic);
    for (const auto docno : topic.docnos) check.documents.emplace_back(topic.topic, docno);
    if (!are_intents) continue;
    for (const auto intent : topic.intents) check.intents.emplace_back(topic.topic, intent);
  }
}

void describe_judgments(const Qrels& qrels, FileCheck& check) {
  std::map<std::int32_t, std::size_t> grades;
  std::size_t intents = 0, judgments = 0;
  for (const TopicQrels& topic : qrels.topics()) {
    intents += topic.intents.size();
    judgments += topic.judgments.size();
    for (const Judgment& judgment : topic.judgments) ++grades[judgment.grade];
  }
  count(check, "topic", qrels.topics().size());
  const bool are_intents = names_intents(second_column(qrels));
  if (are_intents) count(check, "intent", intents);
  note_judged(qrels, are_intents, check);
  count(check, "judgment", judgments);
  std::string text;
  for (const auto& [grade, n] : grades)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", grade, n);
  check.properties.emplace_back("grades", text);
}

}  // namespace

void describe_qrels(const Source& source, FileCheck& check) {
  const TextFile text(source);
  check.properties.emplace_back("format", format_of_qrels(text.text()).name);
  note_encoding(text, check);
  const Qrels qrels = read_qrels(source);
  const SecondColumn second = second_column(qrels);
  if (!names_intents(second)) check.kind = "judgments of topics";
  if (names_other_things(second) || second == SecondColumn::words) {
    const char* const by_hand =
        names_intents(second) ? "; if so, say `judged=topics`" : "; else say `judged=intents`";
    check.properties.emplace_back("note", std::string(reason_of(second)) + by_hand);
  }
  if (queries_in(text.text()) == Queries::named)
    check.properties.emplace_back("note", "the queries are in it, for `topics`");
  if (const std::string unused = unused_columns(text.text()); !unused.empty())
    check.properties.emplace_back("left out", unused);
  if (qrels.ungraded > 0)
    check.properties.emplace_back("not judged",
                                  count_of(qrels.ungraded, "row") + " without a grade");
  describe_judgments(qrels, check);
}

void describe_nuggets(const Source& source, FileCheck& check) {
  NuggetBank bank = read_nuggets(std::array{source}, false);
  std::size_t judgments = 0;
  const auto count_nuggets = [&] {
    std::size_t nuggets = 0;
    for (const NuggetTopic& topic : bank.topics) nuggets += topic.nuggets.size();
    const Qrels qrels = qrels_of(bank);
    for (const TopicQrels& topic : qrels.topics()) judgments += topic.judgments.size();
    if (!bank.of_answers) note_judged(qrels, true, check);
    return nuggets;
  };
  count(check, "topic", bank.topics.size());
  const std::size_t nuggets = count_nuggets();
  if (!bank.of_criteria) {
    count(check, "nugget", nuggets);
  } else {
    check.kind = "rubrics";
    std::swap(bank.topics, bank.penalties);
    check.properties.emplace_back("criteria",
                                  fmt::format("{} to meet, {} to avoid", nuggets, count_nuggets()));
  }
  const bool is_mixed = bank.of_answers && bank.of_documents;
  const char* const of = judgments == 0    ? "no document yet: assign them to documents or answers"
                         : is_mixed        ? "answers and documents: keep these in two files"
                         : bank.of_answers ? "answers"
                                           : "documents";
  check.properties.emplace_back(bank.of_criteria ? "verdicts on" : "nuggets of", of);
  if (judgments == 0 && holds_slices(source)) check.commands = split(slices_commands, ',');
  if (judgments == 0) return;
  count(check, "judgment", judgments);
  for (const Warning& note : bank.notes) check.properties.emplace_back("note", note.text);
  if (bank.failed > 0)
    check.properties.emplace_back("missing or failed", count_of(bank.failed, "verdict"));
  if (is_mixed) return;
  check.commands =
      split(bank.of_answers ? "evaluate --assignments,report --assignments,gate --assignments,"
                              "explain difference --assignments,compare judges"
                            : "evaluate --qrels,report --qrels,gate --qrels,hierarchy --nuggets,"
                              "compare judges",
            ',');
}

}  // namespace subintent::internal
