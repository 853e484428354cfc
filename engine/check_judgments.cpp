#include <fmt/format.h>

#include <ranges>
#include <set>
#include <unordered_set>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/header_table.h"
#include "core/collection/nuggets.h"
#include "core/collection/qrels.h"
#include "core/collection/qrels_builder.h"
#include "core/collection/run.h"
#include "core/collection/score_table.h"
#include "core/collection/topics.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "engine/check_beginning.h"
#include "subintent/check.h"
#include "subintent/collection.h"
#include "subintent/evaluate.h"
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

namespace {

void note_encoding(const TextFile& text, FileCheck& check) {
  if (is_valid_utf8(text.text())) return;
  check.properties.emplace_back(
      "note",
      "is not UTF-8: names are compared by their bytes, so all files must be encoded alike");
}

// Says which columns, or members of records, are read as these, where others are not read at all.
void note_columns(std::string_view table, std::initializer_list<ColumnNames> read,
                  FileCheck& check) {
  const std::string records = table_of_records(table);
  const auto headings = headings_in(records.empty() ? table : records);
  std::string taken, others;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    const auto is_it = [&](ColumnNames names) { return column_read(names, headings) == i; };
    if (std::ranges::any_of(read, is_it))
      taken += (taken.empty() ? "" : ", ") + printable(headings[i]);
    else if (!is_called(headings[i], text_columns) && !is_called(headings[i], topic_columns) &&
             !is_called(headings[i], {"title", "url"}))
      others += (others.empty() ? "; not read: " : ", ") + printable(headings[i]);
  }
  if (column_read(*read.begin(), headings) && column_read(docno_columns, headings) &&
      !others.empty())
    check.properties.emplace_back("columns", taken + others);
}

// Without the one of what is relevant to none.
std::vector<std::string_view> intents_in(const TopicQrels& topic) {
  std::vector<std::string_view> intents;
  for (std::uint32_t i = 0; i < topic.intents.size(); ++i)
    if (topic.intents[i] != no_intent ||
        std::ranges::any_of(topic.judgments, [&](const Judgment& judgment) {
          return judgment.intent == i && is_relevant(judgment.grade);
        }))
      intents.emplace_back(topic.intents[i]);
  return intents;
}

void note_judged(const Qrels& qrels, bool are_intents, FileCheck& check) {
  check.is_judged = true;
  for (const TopicQrels& topic : qrels.topics()) {
    if (topic.judgments.empty()) continue;  // of a list
    check.topics.emplace_back(topic.topic);
    for (const auto docno : topic.docnos) check.documents.emplace_back(topic.topic, docno);
    if (!are_intents) continue;
    for (const auto intent : intents_in(topic)) check.intents.emplace_back(topic.topic, intent);
  }
}

void describe_judgments(const Qrels& qrels, FileCheck& check) {
  std::map<std::int32_t, std::size_t> grades;
  std::size_t intents = 0, judgments = 0;
  bool is_ordered = true;  // in each topic, by grades
  for (const TopicQrels& topic : qrels.topics()) {
    std::set<std::int32_t> different;
    intents += intents_in(topic).size();
    judgments += topic.judgments.size();
    for (const Judgment& judgment : topic.judgments) {
      ++grades[judgment.grade];
      different.insert(judgment.grade);
    }
    is_ordered &= different.size() == topic.judgments.size();
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
  if (is_ordered && judgments >= 5 * qrels.topics().size())
    check.properties.emplace_back(
        "note", "no two grades of a topic are equal: it may be a run, which evaluate takes as one");
}

using PairOfNames = std::pair<std::string, std::string>;
using SetOfNames = std::set<std::string, std::less<>>;

// The names in judgments, and in the first documents of runs.
struct NamedTogether {
  SetOfNames topics, judged, listed;
  std::set<PairOfNames> intents, judgments;

  explicit NamedTogether(const std::vector<FileCheck>& checks) {
    for (const FileCheck& check : checks) {
      for (const auto& [topic, docno] : check.documents)
        (check.is_judged ? judged : listed).insert(docno);
      if (!check.is_judged) continue;
      topics.insert(check.topics.begin(), check.topics.end());
      intents.insert(check.intents.begin(), check.intents.end());
      judgments.insert(check.documents.begin(), check.documents.end());
    }
  }

  // Its name in judgments: maybe without a prefix.
  std::string topic_of(const std::string& name) const {
    const std::string_view number = topic_number(name);
    return !topics.contains(name) && topics.contains(number) ? std::string(number) : name;
  }
};

std::string shown(const std::string& name) {
  return printable(name);
}

std::string shown(const PairOfNames& name) {
  return printable(name.second) + " of topic " + printable(name.first);
}

// "2 of 50 WHAT (first: 7)" where the second has not all of the first.
void add_missing(const auto& wanted, const auto& has, const char* what,
                 std::vector<std::string>& found) {
  const auto is_missing = [&](const auto& name) { return !has(name); };
  const auto first = std::ranges::find_if(wanted, is_missing);
  if (first == wanted.end()) return;
  found.push_back(fmt::format("{} of {} {} (first: {})",
                              std::count_if(first, wanted.end(), is_missing), wanted.size(), what,
                              shown(*first)));
}

// No judged document is there, maybe because of endings.
FileFault none_held(const NamedTogether& named, const auto& is_held) {
  const std::string what = "none of its documents is judged: the first judged one is " +
                           printable(*named.judged.begin());
  for (const std::string& name : named.judged) {
    const std::string stem = name.substr(0, name.rfind('.'));
    if (is_held(stem))
      return {0, what, "drop " + name.substr(stem.size()) + " from the judged docnos"};
    for (const char* ending : {".txt", ".html", ".htm", ".md", ".json", ".pdf"})
      if (is_held(name + ending))
        return {0, what, fmt::format("add {} to the judged docnos", ending)};
  }
  return {0, what, "give files of the same documents"};
}

// Calls documents as make does where they are judged by other parts of the paths of files.
void call_as_judged(const NamedTogether& named, const std::vector<FileCheck>& checks,
                    FileCheck& check) try {
  std::vector<Source> files;
  for (const FileCheck& one : checks)
    if (one.kind == check.kind) files.emplace_back(one.file);
  std::vector<std::size_t> held;
  const CollectionSummary read = read_collection(
      files, {.wanted = {named.judged.begin(), named.judged.end()}},
      [&](const Document& document) { held.push_back(std::hash<std::string>()(document.docno)); });
  for (const Warning& note : read.warnings)
    if (note.code == "docnos-of-files") {
      check.properties.emplace_back("note", note.text);
      check.held = std::move(held);
      return std::ranges::sort(check.held), void();
    }
} catch (const Error&) {  // which is told already
}

void add_fit(const NamedTogether& named, const std::vector<FileCheck>& checks, FileCheck& check) {
  std::vector<std::string> found;
  SetOfNames topics;
  for (const std::string& topic : check.topics) topics.insert(named.topic_of(topic));
  const auto is_judged = [&](const auto& topic) { return named.topics.contains(topic); };
  if (!named.topics.empty() && !topics.empty() && std::ranges::none_of(topics, is_judged)) {
    check.faults.push_back({0,
                            "none of its topics is judged in the judgments given: the first is " +
                                printable(check.topics[0]) + " here, " +
                                printable(*named.topics.begin()) + " there",
                            "give files of the same topics"});
    return;
  }
  const auto compare = [&](const auto& judged, const auto& here, const char* not_judged,
                           const char* not_here) {
    if (judged.empty() || here.empty()) return;
    add_missing(
        here, [&](const auto& name) { return judged.contains(name); }, not_judged, found);
    add_missing(
        judged, [&](const auto& name) { return here.contains(name); }, not_here, found);
  };
  compare(named.topics, topics, "topics not judged", "judged topics not here");
  std::set<PairOfNames> intents, judged_intents;  // of topics that both have
  for (const auto& [topic, intent] : check.intents)
    if (is_judged(named.topic_of(topic))) intents.emplace(named.topic_of(topic), intent);
  for (const PairOfNames& intent : named.intents)
    if (topics.contains(intent.first)) judged_intents.insert(intent);
  compare(judged_intents, intents, "intents not judged", "judged intents not here");
  const auto is_held = [&](const std::string& docno) {
    return std::ranges::binary_search(check.held, std::hash<std::string>()(docno));
  };
  if (!check.held.empty()) {
    if (check.kind == "documents" && std::ranges::none_of(named.judged, is_held))
      call_as_judged(named, checks, check);
    if (!named.judged.empty() && std::ranges::none_of(named.judged, is_held))
      check.faults.push_back(none_held(named, is_held));
    else
      add_missing(named.judged, is_held, "judged documents not here", found);
    add_missing(named.listed, is_held, "documents in the first ten of lists not here", found);
  }
  if (!named.judgments.empty() && !check.documents.empty()) {
    const auto judged = std::ranges::count_if(check.documents, [&](const auto& document) {
      return named.judgments.contains({named.topic_of(document.first), document.second});
    });
    check.properties.emplace_back("judged",
                                  fmt::format("{} of {} in the first ten of lists", judged,
                                              count_of(check.documents.size(), "document")));
    if (judged == 0) {
      check.faults.push_back({0,
                              "none of these documents is judged: the first is " +
                                  shown(check.documents[0]) + " here, " +
                                  shown(*named.judgments.begin()) + " there",
                              "give files of the same documents"});
    }
  }
  if (!found.empty()) check.properties.emplace_back("does not fit", join(found, "; "));
}

// Nuggets are compared with judgments, by their topics; without judgments others are with them.
void place_nuggets(std::vector<FileCheck>& checks) {
  const bool have_qrels = std::ranges::any_of(
      checks, [](const FileCheck& check) { return check.kind.starts_with("judgments"); });
  for (FileCheck& check : checks) {
    if (check.kind != "nuggets" && check.kind != "rubrics") continue;
    check.is_judged = !have_qrels;
    if (!have_qrels) continue;
    check.documents.clear();
    check.intents.clear();
  }
}

// Makes queries of files that name topics of other files, and no document of these.
void place_queries(std::vector<FileCheck>& checks) {
  SetOfNames topics;
  std::unordered_set<std::size_t> docnos;
  for (const FileCheck& check : checks) {
    if (check.kind == queries_or_documents) continue;
    topics.insert(check.topics.begin(), check.topics.end());
    for (const auto& document : check.documents)
      docnos.insert(std::hash<std::string>()(document.second));
  }
  for (FileCheck& check : checks) {
    if (check.kind != queries_or_documents) continue;
    const bool are_few = check.topics.size() == check.held.size();
    const auto is_topic = [&](const auto& name) { return topics.contains(name); };
    const auto is_docno = [&](auto docno) { return docnos.contains(docno); };
    if (are_few && std::ranges::any_of(check.topics, is_topic) &&
        std::ranges::none_of(check.held, is_docno)) {
      check.kind = "queries";
      check.counts[0].first = "topic";
      check.held.clear();
      check.commands.resize(3);
    } else {
      check.topics.clear();
    }
  }
}

// Says of arrays that no list of docnos has as many.
void compare_rows(std::vector<FileCheck>& checks) {
  const auto number_of = [](const FileCheck& check) {
    return check.counts.empty() ? 0 : check.counts[0].second;
  };
  const auto is_list = [](const FileCheck& check) { return check.kind == "list of docnos"; };
  const auto list = std::ranges::find_if(checks, is_list);
  for (FileCheck& check : checks) {
    const auto fits = [&](const FileCheck& other) {
      return is_list(other) && number_of(other) == number_of(check);
    };
    if (list == checks.end() || check.counts.empty() || check.counts[0].first != "row" ||
        std::ranges::any_of(checks, fits))
      continue;
    check.properties.emplace_back("does not fit",
                                  fmt::format("{}, and {} in {}", count_of(number_of(check), "row"),
                                              count_of(number_of(*list), "docno"), list->file));
  }
}

// Topics and measures that nobody can tell apart are read as `evaluate --scores` does; of columns
// that may be runs or measures these.
ScoreTable checked_scores(const Source& source, FileCheck& check) {
  try {
    return read_scores({source});
  } catch (const Error& error) {
    if (error.message().find("seems to hold a measure") != std::string::npos) {
      check.properties.emplace_back("note",
                                    error.message() +
                                        "; if all columns are measures of "
                                        "one run, for compare, use `scores_format=measures`");
      return read_scores({source}, ScoreRunName::automatic, ScoreFormat::measures, {}, {}, nullptr);
    }
    if (error.message().find("measure, topic, value") == std::string::npos) throw;
    check.properties.emplace_back("note", error.message() + "; for compare, " + error.advice());
    const KnownNames nothing;
    return read_scores({source}, ScoreRunName::automatic, ScoreFormat::automatic, {}, {}, &nothing);
  }
}

}  // namespace

void describe_qrels(const Source& source, FileCheck& check) {
  const TextFile text(source);
  check.properties.emplace_back("format", format_of_qrels(text.text()).name);
  note_encoding(text, check);
  const Qrels qrels = read_qrels(source);
  const SecondColumn second = second_column(qrels);
  if (!names_intents(second)) check.kind = "judgments of topics";
  if (names_other_things(second) || may_be_judges(second)) {
    const char* const by_hand = names_intents(second) ? "; if so, say `judged=topics` in evaluate"
                                                      : "; else say `judged=intents` in evaluate";
    check.properties.emplace_back("note", std::string(reason_of(second)) + by_hand);
  }
  if (queries_in(text.text()) == Queries::named)
    check.properties.emplace_back("note", "the queries are in it, for `topics`");
  if (const std::string unused = unused_columns(text.text()); !unused.empty())
    check.properties.emplace_back("left out", unused);
  note_columns(text.text(), {topic_columns, docno_columns, intent_columns, grade_columns}, check);
  if (qrels.ungraded > 0)
    check.properties.emplace_back("not judged",
                                  count_of(qrels.ungraded, "row") + " without a grade");
  if (!qrels.gains.empty()) check.properties.emplace_back("fractions", words_of(qrels.gains));
  describe_judgments(qrels, check);
  if (format_of_qrels(text.text()).name != qrels_formats().back().name) return;
  std::size_t lines = 0;
  LineSplitter all(text.text(), text.name());
  for (std::string_view line; all.next(line);)
    lines += !trim(line).empty() && !trim(line).starts_with('#') ? 1 : 0;
  if (const std::size_t judged = check.counts.back().second; lines > judged)
    check.properties.emplace_back("repeated", count_of(lines - judged, "line"));
}

void describe_run(const Source& source, FileCheck& check) {
  const TextFile text(source);
  const RunFormat& format = format_of_run(text.text());
  check.properties.emplace_back("format", format.name);
  note_encoding(text, check);
  std::vector<Run> runs;
  for (const RunFile& file : runs_of({source})) runs.push_back(read_run(file.source));
  const Run& run = runs[0];
  if (runs.size() > 1) count(check, "run", runs.size());
  if (runs.size() > 1) check.commands = split("evaluate,report,gate,compare overlap", ',');
  std::string_view columns[6];  // also of the first line
  const std::string_view all = text.text(), last = all.substr(all.rfind('\n') + 1);
  const std::size_t first = split_blanks(first_line(all), columns);
  if (const std::size_t ends = split_blanks(last, columns);
      &format == &run_formats().back() && ends > 0 && ends < first) {
    check.faults.push_back({static_cast<std::size_t>(std::ranges::count(all, '\n')) + 1,
                            fmt::format("has {} columns and no line end, where the first line has "
                                        "{} columns",
                                        ends, first),
                            "the file seems to be cut off: copy it again"});
  }
  if (!run.counts.unread_column.empty())
    check.properties.emplace_back("left out", run.counts.unread_column);
  note_columns(text.text(),
               {topic_columns, docno_columns, rank_columns, score_columns, run_columns}, check);
  std::size_t documents = 0, shortest = run.topics.empty() ? 0 : all_documents, longest = 0;
  std::set<std::string_view> topics;
  std::vector<RankedList> lists;
  for (const Run& one : runs) lists.insert(lists.end(), one.topics.begin(), one.topics.end());
  for (const RankedList& list : lists) {
    if (topics.insert(list.topic).second) check.topics.emplace_back(list.topic);
    for (const auto docno : list.docnos | std::views::take(10))
      check.documents.emplace_back(list.topic, docno);
    documents += list.docnos.size();
    shortest = std::min(shortest, list.docnos.size());
    longest = std::max(longest, list.docnos.size());
  }
  count(check, "topic", topics.size());
  count(check, "document", documents);
  const std::string range = fmt::format("{} to {}", shortest, longest);
  check.properties.emplace_back("length of lists",
                                shortest < longest ? range : std::to_string(longest));
  if (!run.tag.empty()) check.properties.emplace_back("tag", printable(run.tag));
  if (run.counts.topics_without_ranks > 0) {
    check.properties.emplace_back("ranks", "the same for documents of " +
                                               count_of(run.counts.topics_without_ranks, "topic") +
                                               ", which the scores order");
  }
  if (run.counts.topics_with_disagreement > 0) {
    check.properties.emplace_back(
        "rank and score", fmt::format("disagree in {}; `order=rank` and `order=score` differ",
                                      count_of(run.counts.topics_with_disagreement, "topic")));
  }
}

void describe_scores(const Source& source, FileCheck& check) {
  const ScoreTable table = checked_scores(source, check);
  count(check, "run", table.runs.size());
  check.topics.assign(table.topics.begin(), table.topics.end());
  count(check, "topic", table.topics.size());
  count(check, "measure", table.measures.size());
  count(check, "score", table.scores.size());
  if (const auto all = table.runs.size() * table.topics.size() * table.measures.size();
      all > table.scores.size())
    count(check, "missing score", all - table.scores.size());
  check.properties.emplace_back("measures", printable(join(table.measures, ", "), 200));
  for (const Warning& note : table.notes)
    if (note.code == "unused-columns") check.properties.emplace_back("left out", note.text);
}

void describe_nuggets(const Source& source, FileCheck& check) {
  NuggetBank bank = read_nuggets(std::array{source}, false);
  std::size_t judgments = 0;
  const auto count_nuggets = [&] {
    std::size_t nuggets = 0;
    for (const NuggetTopic& topic : bank.topics) nuggets += topic.nuggets.size();
    const Qrels qrels = qrels_of(bank);
    for (const TopicQrels& topic : qrels.topics()) judgments += topic.judgments.size();
    if (!bank.of_answers && judgments > 0) note_judged(qrels, true, check);
    return nuggets;
  };
  count(check, "topic", bank.topics.size());
  for (const NuggetTopic& topic : bank.topics) check.topics.push_back(topic.topic);
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

namespace subintent {
void check_fit(std::vector<FileCheck>& checks) {
  internal::place_nuggets(checks);
  internal::place_queries(checks);
  internal::compare_rows(checks);
  const internal::NamedTogether named(checks);
  std::map<std::string, FileCheck*> first;  // of each kind, which has what all of them hold
  for (FileCheck& check : checks) {
    FileCheck& all = *first.emplace(check.kind, &check).first->second;
    if (&all == &check) continue;
    all.held.insert(all.held.end(), check.held.begin(), check.held.end());
    check.held.clear();
  }
  for (FileCheck& check : checks) {
    std::ranges::sort(check.held);
    if (!check.is_judged) internal::add_fit(named, checks, check);
  }
}

}  // namespace subintent
