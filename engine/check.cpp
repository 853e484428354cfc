// Finds out what files are, from their content and from the readers that take them.
#include "subintent/check.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <ranges>
#include <set>
#include <system_error>
#include <unordered_set>

#include "core/base/strings.h"
#include "core/collection/documents.h"
#include "core/collection/groups.h"
#include "core/collection/header_table.h"
#include "core/collection/json_scores.h"
#include "core/collection/json_text.h"
#include "core/collection/nuggets.h"
#include "core/collection/preferences.h"
#include "core/collection/qrels.h"
#include "core/collection/qrels_builder.h"
#include "core/collection/run.h"
#include "core/collection/score_table.h"
#include "core/collection/topics.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "core/io/json.h"
#include "engine/check_beginning.h"
#include "hierarchy/check.h"
#include "similarity/dense_vectors.h"
#include "similarity/diversify/rerank.h"
#include "similarity/simhash/simhash.h"
#include "subintent/program.h"
#include "subintent/similarity.h"
#include "subintent/tokenize.h"
#include "tokenize/terms/document_vector.h"

namespace subintent {
namespace internal {
namespace {

void note_topics(const auto& topics, FileCheck& check) {
  check.topics.assign(topics.begin(), topics.end());
  count(check, "topic", topics.size());
}

void note_held(std::string_view docno, FileCheck& check) {
  check.held.push_back(std::hash<std::string_view>()(docno));
}

void count_held(const auto& docnos, FileCheck& check) {
  for (const auto& docno : docnos) note_held(docno, check);
  count(check, "document", docnos.size());
}

void describe_preferences(const Source& source, FileCheck& check) {
  std::set<std::string> topics, runs, participants;
  const auto preferences = internal::read_preferences(source);
  for (const UserPreference& preference : preferences) {
    topics.insert(preference.topic);
    runs.insert({preference.run1, preference.run2});
    participants.emplace(judge_of(preference.participant));
  }
  count(check, "preference", preferences.size());
  note_topics(topics, check);
  count(check, "run", runs.size());
  count(check, "participant", participants.size());
}

void describe_hierarchies(const Source& source, FileCheck& check) {
  for (const std::string& fault : file_faults(source, {})) {
    const std::string_view name = check.file;
    const bool is_named = fault.starts_with(fmt::format("{}:", name));
    FileFault found;
    std::string_view what = is_named ? std::string_view(fault).substr(name.size() + 1) : fault;
    const std::size_t colon = std::min(what.find(':'), what.size());
    if (const auto line = parse_integer(what.substr(0, colon)); line && *line > 0) {
      found.line = static_cast<std::size_t>(*line);
      what.remove_prefix(std::min(colon + 1, what.size()));
    }
    found.message = std::string(trim(what));
    if (found.message == cut_json) found.advice = cut_json_advice;
    check.faults.push_back(std::move(found));
  }
  if (!check.faults.empty()) return;
  std::size_t nodes = 0, layers = 0;
  const auto hierarchies = read_hierarchies(source);
  std::set<std::string> topics;
  std::set<std::pair<std::string, std::string>> intents;
  for (const Hierarchy& hierarchy : hierarchies) {
    topics.emplace(hierarchy.topic);
    for (const auto& node : hierarchy.nodes)
      if (node.intent != topic_level_intent) intents.emplace(hierarchy.topic, node.intent);
    nodes += hierarchy.nodes.size();
    layers = std::max<std::size_t>(layers, hierarchy.layers);
  }
  note_topics(topics, check);
  count(check, "node", nodes);
  check.intents.assign(intents.begin(), intents.end());
  check.properties.emplace_back("layers", fmt::format("up to {}", layers));
}

void describe_dendrograms(const Source& source, FileCheck& check) {
  const auto dendrograms = read_dendrograms(source);
  std::set<std::string> topics;
  for (const Dendrogram& dendrogram : dendrograms) topics.insert(dendrogram.topic);
  note_topics(topics, check);
  count(check, "dendrogram", dendrograms.size());
}

// Topics, each with a number of something.
void count_topics(const auto& topics, const char* noun, const auto& number_of, FileCheck& check) {
  std::size_t number = 0;
  for (const auto& [name, topic] : topics) number += number_of(topic);
  note_topics(topics | std::views::keys, check);
  count(check, noun, number);
}

void count_intents(const auto& topics, FileCheck& check) {
  for (const auto& [topic, intents] : topics)
    for (const auto& [intent, known] : intents) check.intents.emplace_back(topic, intent);
  count_topics(topics, "intent", std::ranges::size, check);
}

void describe_topics(const Source& source, FileCheck& check) {
  count_intents(intents_of(read_topic_descriptions(source)), check);
  if (check.counts.back().second == 0) check.counts.pop_back();
}

// Documents, none of which should be there twice.
CollectionSummary checked_documents(const Source& source, FileCheck& check,
                                    const CollectionOptions& options = {}) {
  std::unordered_set<std::size_t> known;
  std::string twice;
  std::size_t again = 0;
  std::error_code ignored;
  const bool is_folder =
      !source.is_memory() && std::filesystem::is_directory(source.path(), ignored);
  CollectionSummary summary = read_collection({source}, options, [&](const Document& document) {
    note_held(document.docno, check);
    if (check.kind == queries_or_documents && check.held.size() <= most_queries)
      check.topics.push_back(document.docno);
    if (!known.insert(check.held.back()).second && ++again == 1) twice = document.docno;
    const std::size_t folder = document.docno.rfind('/');  // judgments may leave it out
    if (is_folder && folder != std::string::npos)
      note_held(std::string_view(document.docno).substr(folder + 1), check);
  });
  if (again > 0)
    check.faults.push_back({0,
                            "document " + printable(twice) + " is there twice" +
                                (again > 1 ? fmt::format(", and {} others are", again - 1) : ""),
                            "for make, keep one of the two, or give each a name of its own"});
  return summary;
}

// Objects and tables may be queries or documents; where nothing says the docno, they are no
// documents.
void describe_queries(const Source& source, FileCheck& check) {
  try {
    FileCheck documents = check;
    const CollectionSummary summary = checked_documents(source, documents);
    if (summary.documents > 0 && summary.skipped == 0) {
      check = std::move(documents);
      return count(check, "document", summary.documents);
    }
  } catch (const Error&) {
  }
  check.kind = "queries";
  describe_topics(source, check);
  check.commands = split("evaluate --topics,report --topics,explain --topics", ',');
}

void describe_slices(const Source& source, FileCheck& check) {
  std::set<std::string> topics;
  const std::vector<Slice> slices = read_slices(source);
  for (const Slice& slice : slices) topics.insert(slice.topics.begin(), slice.topics.end());
  note_topics(topics, check);
  count(check, "slice", slices.size());
}

void describe_groups(const Source& source, FileCheck& check) {
  // Without names of groups, two columns of shares may be a name and a share: here they are not.
  std::optional<GroupTargetSource> targets;
  const Content content(source);
  const Beginning beginning = beginning_of(content.bytes());
  if (beginning.columns.size() == 4 && beginning.are_shares)
    targets = Source::memory("0.5\n0.5\n", check.file);
  const Groups groups = read_groups({source, targets, false}, check.file);
  count(check, "group", groups.names().size());
  for (const TopicMemberships& topic : groups.topics())
    for (const std::string_view docno : topic.docnos.names()) note_held(docno, check);
}

void describe_vectors(const Source& source, FileCheck& check) {
  VectorReader reader(source);
  DocumentVector vector;
  std::size_t documents = 0, terms = 0;
  while (reader.next(vector)) {
    ++documents;
    note_held(vector.docno, check);
    terms += vector.terms.size();
  }
  count(check, "document", documents);
  count(check, "term", terms);
}

// The line: 3 of "FILE:3"; 0: none.
std::size_t line_of(const Location& where, std::string_view name) {
  const std::string_view place = where.file;
  const bool is_in_it = where.line == 0 && place.starts_with(std::string(name) + ':');
  const auto line = is_in_it ? parse_integer(place.substr(name.size() + 1)) : std::nullopt;
  return line && *line > 0 ? static_cast<std::size_t>(*line) : where.line;
}

void describe_collection(const Source& source, FileCheck& check, const CollectionOptions& options) {
  const CollectionSummary summary = checked_documents(source, check, options);
  count(check, "document", summary.documents);
  if (summary.skipped > 0) count(check, "skipped record", summary.skipped);
  for (const Warning& warning : summary.warnings)
    check.faults.push_back({line_of(warning.location, check.file), warning.text, warning.advice});
}

void describe_documents(const Source& source, FileCheck& check) {
  describe_collection(source, check, {});
}

void count_lines(const Source& source, const char* noun, FileCheck& check) {
  LineReader lines(source);
  std::size_t counted = 0;
  for (std::string_view line; lines.next(line);) counted += trim(line).empty() ? 0 : 1;
  count(check, noun, counted);
}

// NumPy's array of rows, or objects that name their documents.
void describe_dense_vectors(const Source& source, FileCheck& check) {
  if (!Content(source).bytes().starts_with(npy_magic)) {
    std::size_t documents = 0;
    read_dense_vectors(source, Source(""), {}, [&](std::string_view docno, auto) {
      ++documents;
      note_held(docno, check);
    });
    return count(check, "document", documents);
  }
  const ArrayHeader array = check_dense_vectors(source);
  count(check, "row", array.rows);
  check.properties.emplace_back(
      "array", fmt::format("{} × {}, float{}", array.rows, array.dimensions, 8 * array.value_size));
}

void describe_nothing(const Source&, FileCheck&) {}

struct FileKind {
  std::string_view name;
  bool (*fits)(const Beginning& beginning);
  void (*describe)(const Source& source, FileCheck& check);  // throws as the reader does
  std::string_view commands;
  bool reads_bytes = false;  // that need not be text
};

// In the order in which they are tried.
constexpr FileKind file_kinds[] = {
    {"commands", [](const Beginning& b) { return b.text.starts_with("subintent "); },
     describe_nothing, ""},
    {"dense vectors",
     [](const Beginning& b) {
       return b.text.starts_with(npy_magic) || holds_vectors_by_name(b) ||
              any_first_member(b.text, [](std::string_view name, std::string_view value) {
                return is_called(name, vector_columns) &&
                       trim(value.substr(0, 100)).starts_with('[');
              });
     },
     describe_dense_vectors, "cluster --dense,evaluate --dense,diversify --dense", true},
    {"collection statistics", [](const Beginning& b) { return b.text.starts_with("#documents\t"); },
     [](auto& s, auto& c) { count(c, "document", Statistics::read(s).documents()); },
     "statistics,tfidf --statistics"},
    {"study",
     [](const Beginning& b) {
       return b.text.starts_with("{\"study\":") && first_object_has(b.text, {{"questions"}});
     },
     describe_nothing, "judge serve,judge pages,judge status,judge import,judge export"},
    {"answers of participants",
     [](const Beginning& b) {
       return first_object_has(b.text, {{"study"}, {"participant"}, {"task"}});
     },
     [](const Source& s, FileCheck& c) { count_lines(s, "answer", c); }, "judge import"},
    {"links of participants", [](const Beginning& b) { return b.header == "participant\tlink"; },
     describe_nothing, "judge serve"},
    {"nuggets", [](const Beginning& b) { return holds_nuggets(b.text); }, describe_nuggets, ""},
    {"answers", [](const Beginning& b) { return is_json(b) && holds_answers(b.text); },
     describe_run, "evaluate,report,gate,compare overlap"},
    {"scores of answers",
     [](const Beginning& b) { return is_json(b) && holds_answer_scores(b.header); },
     describe_scores,
     "evaluate --assignments,report --assignments,gate --assignments,compare judges"},
    {"hierarchies",
     [](const Beginning& b) {
       return first_object_has(b.text, {{"layers"}, {"nodes"}});
     },
     describe_hierarchies, "evaluate --hierarchy,report --hierarchy,explain,compare hierarchies"},
    {"dendrograms", [](const Beginning& b) { return first_object_has(b.text, {{"merges"}}); },
     describe_dendrograms, "hierarchy"},
    {"document vectors", [](const Beginning& b) { return first_object_has(b.text, {{"vector"}}); },
     describe_vectors, "tfidf,simhash,cluster --vectors,evaluate --vectors,diversify --vectors"},
    {"battles", [](const Beginning& b) { return names_battles(b.text); }, describe_preferences,
     "compare battles --preferences,compare preferences --preferences"},
    {"preferences",
     [](const Beginning& b) {
       const auto is_sign = [](std::string_view c) { return c == "<" || c == "=" || c == ">"; };
       const auto names = headings_in(b.header);
       return (column_called({"run1"}, names) && column_called({"preference"}, names)) ||
              b.header.starts_with("topic\trun1\trun2") ||
              (b.columns.size() == 5 && is_sign(b.columns[4]));
     },
     describe_preferences, "compare preferences --preferences,compare battles --preferences"},
    {"topics",
     [](const Beginning& b) {
       return b.text.substr(0, 4096).find("<top") != b.text.npos &&
              trim(b.text.substr(0, 10)).starts_with('<');
     },
     describe_topics, "evaluate --topics,report --topics,explain --topics"},
    {"documents",
     [](const Beginning& b) {
       const std::string_view begin = trim(b.text.substr(0, 100));
       return (begin.starts_with('<') && !begin.starts_with("<SYSDESC>")) ||
              b.text.starts_with("WARC/") || b.text.starts_with("filedesc://");
     },
     describe_documents, "make,tokenize", true},
    {"queries",
     [](const Beginning& b) {
       return queries_in(b.text) == Queries::named && !holds_documents_by_topic(b) &&
              (is_json(b) || !repeats_topics(b.text));
     },
     describe_topics, "evaluate --topics,report --topics,explain --topics"},
    {"texts of documents", [](const Beginning& b) { return is_line_of_texts(b.header); },
     [](auto& s, auto& c) { count_held(read_texts({s}) | std::views::keys, c); },
     "report --texts,explain --texts,judge sample --texts,hierarchy --make-labels"},
    {queries_or_documents,
     [](const Beginning& b) {
       return queries_in(b.text) == Queries::perhaps && !holds_documents_by_topic(b) &&
              (is_json(b) || !repeats_topics(b.text)) && !are_pairs_with_groups(b);
     },
     describe_queries, "evaluate --topics,report --topics,explain --topics,make,tokenize"},
    {"slices of topics", are_slices, describe_slices, slices_commands},
    {"judgments of LETOR",
     [](const Beginning& b) { return b.columns.size() > 1 && b.columns[1].starts_with("qid:"); },
     describe_qrels, "evaluate --qrels"},  // which says why they are not read
    {"names of intents", [](const Beginning& b) { return b.has_words || names_intents(b.text); },
     describe_topics, "evaluate --topics,report --topics,explain --topics"},
    {"scores",
     [](const Beginning& b) {
       return are_scores(b) || (is_json(b) && dict_in(b.text) == Dict::scores);
     },
     describe_scores, "compare,evaluate --scores,report --scores"},
    {"fingerprints", are_fingerprints,
     [](auto& s, auto& c) { count_held(read_fingerprints(s).docnos, c); },
     "cluster --fingerprints,simhash --within,evaluate --fingerprints,diversify --fingerprints"},
    {"targets of groups",
     [](const Beginning& b) {
       return (b.columns.size() == 3 && b.columns[0] == "*") ||
              (b.columns.size() == 1 && std::abs(b.sum - 1) < 0.01);
     },
     describe_nothing, "evaluate --group-targets,report --group-targets"},
    {"superintents",
     [](const Beginning& b) {
       return separator_of(b.header) != ',' && !holds_documents_by_topic(b) &&
              b.columns.size() == 3 && b.has_same_pair && 4 * b.rows.size() > 3 * b.lines &&
              !is_number(b.columns[1]) && !is_fraction(b.columns[2]) && !is_level(b.columns[2]);
     },
     [](auto& s, auto& c) {
       count_topics(read_superintents(s), "superintent", std::ranges::size, c);
       c.properties.emplace_back("note",
                                 "if the columns are topic, intent and docno, these are judgments: "
                                 "begin with a line that names them so");
     },
     "hierarchy --superintents,compare delta --superintents"},
    {"probabilities of intents", are_probabilities,
     [](auto& s, auto& c) { count_intents(read_probabilities(s), c); }, "evaluate --probabilities"},
    {"features of items", [](const Beginning& b) { return holds_features(b.text); },
     [](const Source& s, FileCheck& c) {
       const Features features = read_features({TextFile(s)});
       count(c, "item", features.of_item.size());
       count(c, "feature", features.names.size());
     },
     "evaluate --qrels,report --qrels"},
    {"memberships in groups",
     [](const Beginning& b) { return are_memberships(b) || are_pairs_with_groups(b); },
     describe_groups, "evaluate --groups,report --groups,compare significance --groups"},
    {"judgments of intents", are_judgments, describe_qrels,
     "evaluate --qrels,report --qrels,gate --qrels,make --qrels,cluster --qrels,compare judgments"},
    {"scores of documents for intents", hold_scores_of_intents,
     [](const Source& s, FileCheck& c) {
       IntentScores scores;
       read_intent_scores(s, "", scores);
       count_intents(scores, c);
       c.properties.emplace_back("note",
                                 "if the numbers are grades, these are judgments: give "
                                 "whole ones, and say what they are worth by `gains`");
     },
     "diversify xquad --intents,diversify pm2 --intents"},
    {"run", is_run, describe_run, "evaluate,report,gate,diversify,compare overlap"},
    {"list of docnos", are_docnos,
     [](const Source& s, FileCheck& c) {
       LineReader lines(s);
       for (std::string_view line; lines.next(line);)
         if (!trim(line).empty()) note_held(trim(line), c);
       count(c, "docno", c.held.size());
     },
     "make --docnos,tokenize --docnos,simhash --docnos,evaluate --docnos"},
};
const FileKind& kind_called(std::string_view name) {
  return *std::ranges::find(file_kinds, name, &FileKind::name);
}

// Reads again and again, each time without the line that was refused.
FileCheck read_with_faults(const FileKind& kind, Source source, std::size_t most_faults,
                           const CollectionOptions& documents = {}) {
  constexpr std::size_t most_bytes = 1 << 28;  // that are read, but for very large files
  std::vector<FileFault> faults;
  bool has_more = false;
  std::size_t left_out = 0;
  FileCheck check;
  for (;;) {
    check = {source.name(), std::string(kind.name)};
    try {
      if (kind.describe == describe_documents)
        describe_collection(source, check, documents);
      else
        kind.describe(source, check);
      break;
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::input) throw;
      const Location where{{}, line_of(error.location(), source.name())};
      if (!faults.empty() && where.line == 0) break;          // of what is left, such as nothing
      const bool is_cut = error.advice() == cut_json_advice;  // whatever line is left out
      if (is_cut && !faults.empty() && faults.back().advice == cut_json_advice) break;
      has_more = faults.size() >= most_faults;
      if (has_more) break;
      std::string rest(where.line > 0 ? Content(source).bytes() : std::string_view());
      const bool was_one_json = is_one_json(rest), has_line = blank_line(rest, where.line);
      if (has_line || faults.empty())
        add_fault(faults, {where.line, error.message(), error.advice()});
      const bool is_open = error.message().find("quote that is not closed") != rest.npos;
      const bool is_broken = was_one_json && !is_one_json(rest);
      if (!has_line || is_open || is_broken || trim(rest).empty()) break;
      ++left_out;
      has_more = left_out >= 50 * most_faults ||
                 (left_out >= most_faults && left_out * rest.size() > most_bytes);
      if (has_more) break;
      source = Source::memory(std::move(rest), source.name());
    }
  }
  if (check.commands.empty() && !kind.commands.empty()) check.commands = split(kind.commands, ',');
  faults.insert(faults.end(), check.faults.begin(), check.faults.end());
  check.faults.clear();
  for (FileFault& fault : faults) add_fault(check.faults, std::move(fault));
  std::ranges::stable_sort(check.faults, {}, &FileFault::line);
  check.has_more_faults = has_more;
  return check;
}

bool holds_documents(const FileCheck& check) {
  return std::ranges::any_of(check.counts, [](const auto& counted) {
    return counted.first == "document" && counted.second > 0;
  });
}

// The first files of a folder, where they are of one kind that is read by the file; else documents.
FileCheck check_folder(const Source& source, std::size_t most_faults,
                       const CollectionOptions& documents) {
  constexpr std::size_t looked_at = 100;
  std::set<std::string> paths, kinds;
  std::error_code failed;
  for (std::filesystem::directory_iterator entry(source.path(), failed), end;
       entry != end && !failed; entry.increment(failed))
    paths.insert(entry->path().string());
  for (const char* const name : {"study.jsonl", "intent.jsonl", "topic.jsonl"}) {
    const std::string path = std::filesystem::path(source.path()) / name;
    if (!paths.contains(path)) continue;
    FileCheck check = check_file(Source(path), most_faults);
    const bool is_made = check.kind == "hierarchies";
    if (check.kind != "study" && !is_made) continue;
    check.file = source.name();
    if (is_made) check.properties.emplace_back("a folder", "give its files, such as " + path);
    return check;
  }
  std::vector<FileCheck> checks;
  bool are_documents = false;
  for (const std::string& path : paths) {
    if (checks.size() == looked_at || kinds.size() > 1 || are_documents) break;
    if (!std::filesystem::is_regular_file(path, failed)) continue;
    checks.push_back(check_file(Source(path), most_faults, documents));
    kinds.insert(checks.back().kind);
    are_documents = checks.back().kind.ends_with("documents");
  }
  if (kinds.size() != 1 || kinds.contains("") || are_documents) {
    FileCheck check = read_with_faults(kind_called("documents"), source, most_faults, documents);
    if (holds_documents(check)) return check;
    kinds.erase("");
    const std::string held = fmt::format("give its files: there are {}", join(kinds, ", "));
    return {source.name(), "", {}, {}, {{0, "has no documents", kinds.empty() ? "" : held}}};
  }
  FileCheck check{source.name(), checks[0].kind};
  check.counts.emplace_back("file", checks.size());
  check.properties.emplace_back("a folder", "give its files: " + source.name() + "/*");
  for (const FileCheck& one : checks) {
    if (one.faults.empty()) continue;
    const FileFault& first = one.faults[0];
    check.faults.push_back({0, one.file + ": " + first.message, first.advice});
  }
  check.commands = checks[0].commands;
  return check;
}

// None of the kinds: what the readers say that it may have been meant for.
FileCheck check_by_readers(const Source& source, const Beginning& b,
                           const FileCheck& as_documents) {
  FileCheck check{source.name(), ""};
  const auto refused = [&](const char* what, const auto& read) {
    try {
      static_cast<void>(read(source));
    } catch (const Error& error) {
      check.faults.push_back({error.location().line, error.message() + what, error.advice()});
    }
  };
  if (column_called({"winner", "preferred", "vote"}, headings_in(b.text))) {
    refused(", for battles", [](const Source& file) { return internal::read_preferences(file); });
    return check;
  }
  const bool is_table = names_columns(b.text) && !is_table_between_blanks(b);
  const bool is_plain = !is_json(b) && !is_table && !is_unknown_table(b);
  const bool has_words = holds_words(b) && (is_json(b) || !is_table_between_blanks(b));
  if (is_plain || !has_words) {
    refused(", for judgments", [](const Source& file) { return read_qrels(file); });
    refused(", for a run", [](const Source& file) { return read_run(file); });
    keep_likelier(b, check.faults);
    if (b.columns.size() == 2 && is_fraction(b.columns[1]))
      refused(", for scores", [](const Source& file) { return read_scores({file}); });
  }
  if (!is_plain && !has_words && !check.faults.empty()) return check;
  for (FileFault fault : as_documents.faults) {
    fault.message += ", for make and tokenize";
    check.faults.push_back(std::move(fault));
  }
  return check;
}

// Are its ASCII letters a file of another kind than documents?
bool is_something_in_utf16(std::string_view bytes, const std::string& name) {
  if (bytes.find('\0') == bytes.npos) return false;
  std::string ascii(bytes);
  std::erase_if(ascii, [](unsigned char c) { return c == 0 || c >= 0x80; });
  const std::string kind = check_file(Source::memory(std::move(ascii), name)).kind;
  return !kind.empty() && !kind.ends_with("documents");
}

}  // namespace
}  // namespace internal

FileCheck check_file(const Source& source, std::size_t most_faults,
                     const CollectionOptions& documents) try {
  using namespace internal;
  std::error_code failed;
  if (std::filesystem::is_directory(source.path(), failed))
    return check_folder(source, most_faults, documents);
  const Content content(source);
  const Source held =
      source.path() == "-" ? Source::memory(content.bytes(), source.name()) : source;
  const std::vector<FileFault> faults = no_text(content.bytes(), source.name());
  const Beginning beginning =
      beginning_of(faults.empty() ? without_byte_order_mark(content.bytes(), "") : content.bytes());
  const bool are_named = !documents.docno.empty() || !documents.text.empty();
  for (const FileKind& kind : file_kinds) {
    if ((!faults.empty() && !kind.reads_bytes) || !kind.fits(beginning)) continue;
    if (are_named && kind.commands.ends_with("tokenize")) break;
    return read_with_faults(kind, held, most_faults);
  }
  FileCheck check = read_with_faults(kind_called("documents"), held, most_faults, documents);
  if (is_something_in_utf16(content.bytes(), source.name()))
    return {source.name(), "", {}, {}, faults};
  if (holds_documents(check) && (are_named || !is_unknown_table(beginning))) return check;
  if (!faults.empty()) return {source.name(), "", {}, {}, faults};
  if (is_json(beginning) && !names_documents(beginning.text) &&
      (holds_slices(held) || begins_slices(beginning)))
    return read_with_faults(kind_called("slices of topics"), held, most_faults);
  const FileCheck refused = check_by_readers(held, beginning, check);
  return refused.faults.empty() && holds_documents(check) ? check : refused;
} catch (const Error& error) {  // of what is compressed
  if (error.kind() != Error::Kind::input) throw;
  return {source.name(), "", {}, {}, {{error.location().line, error.message(), error.advice()}}};
}

}  // namespace subintent
