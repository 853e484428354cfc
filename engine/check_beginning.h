// Tells the kinds of files apart by the beginning of a text, and finds lines at fault.
#pragma once

#include <set>

#include "core/io/content.h"
#include "subintent/basics.h"
#include "subintent/check.h"

namespace subintent::internal {

struct Beginning {
  std::string_view text;
  std::vector<std::string_view> columns;  // of the first line that has as many as most lines do
  std::string_view header;                // the first line
  std::vector<std::vector<std::string_view>> rows = {};  // all such lines, of those looked at
  std::size_t lines = 0;                                 // that were looked at
  std::map<std::size_t, std::set<std::string_view>> names = {};  // in each column
  double sum = 0;                                                // of the last numbers of all lines
  double first_sum = 0;        // and of the lines with the first column of the first
  bool has_words = false;      // lines have words, of any number, behind a topic and a name
  bool has_same_pair = false;  // two lines have the same first two columns
  bool are_shares = false;     // the numbers behind the first two add up to 1 in each line
};
Beginning beginning_of(std::string_view text);

bool is_number(std::string_view text);
bool is_fraction(std::string_view text);
bool is_json(const Beginning& b);
// {topic: {docno: value}}, where a score that is no grade is one of a run; {topic: [docno, ...]};
// with intents: grades, or where they are none, scores of documents for these; and where all of
// several topics have the same names, {topic: {measure: score}}.
enum class Dict { neither, grades, lists, scores_of_intents, scores };
Dict dict_in(std::string_view text);
// A table, or objects, with names of topics and documents: judgments or a run.
bool holds_documents_by_topic(const Beginning& b);
// {docno: [number, ...]}
bool holds_vectors_by_name(const Beginning& b);
// A docno and hexadecimal digits, as simhash writes them.
bool are_fingerprints(const Beginning& b);
// A topic x run matrix below a line of names.
bool is_matrix(const Beginning& b);
// Topic, intent or 0, document and a score that is no grade, between blanks or in JSON.
bool hold_scores_of_intents(const Beginning& b);
// Documents in groups: many of these in few of those; in two columns, of documents and groups.
bool are_probabilities(const Beginning& b);
bool are_memberships(const Beginning& b);
bool are_pairs_with_groups(const Beginning& b);
// Columns with names, of which none is that of a text, or without, and no cell has two words.
bool is_unknown_table(const Beginning& b);
bool is_table_between_blanks(const Beginning& b);  // with as many of them in each line
// Some member or cell of the beginning is called as texts are, or has several words.
bool holds_words(const Beginning& b);
// Members of the first object, or of an object in it, are called as documents or their scores are.
bool names_documents(std::string_view text);
// Do lines of a table begin alike, as those of a topic do?
bool repeats_topics(std::string_view text);
// Topics, each with what it is like: in a table, or few names and values of many topics.
bool are_slices(const Beginning& b);
bool begins_slices(const Beginning& b);  // of objects, which may be broken
bool are_scores(const Beginning& b);
bool are_judgments(const Beginning& b);
bool is_run(const Beginning& b);
// A name without blanks in each of several lines.
bool are_docnos(const Beginning& b);

// Blanks a line of `text`, so that others keep their numbers. False where there is nothing in it.
bool blank_line(std::string& text, std::size_t line);
// Nothing for a text. Only the beginning is looked at: readers find what comes later.
std::vector<FileFault> no_text(std::string_view bytes, const std::string& name);
// Keeps the fault as judgments or as a run: as what the file reads further, or looks like.
void keep_likelier(const Beginning& b, std::vector<FileFault>& faults);
// Adds a fault, or one more line to one like it.
void add_fault(std::vector<FileFault>& faults, FileFault fault);

inline constexpr std::string_view queries_or_documents = "queries or documents";
inline constexpr std::size_t most_queries = 100'000;  // as which documents are taken
inline constexpr std::string_view slices_commands =
    "evaluate --slices,compare slices --slices,gate --slices,report --slices";

bool holds_slices(const Source& source);

// Adds "3 topics".
void count(FileCheck& check, std::string noun, std::size_t n);

// Throw as the readers do.
void describe_run(const Source& source, FileCheck& check);
void describe_qrels(const Source& source, FileCheck& check);
void describe_nuggets(const Source& source, FileCheck& check);
void describe_scores(const Source& source, FileCheck& check);

}  // namespace subintent::internal
