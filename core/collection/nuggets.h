// Nuggets: facts or questions that a good answer to a topic holds, and the documents that hold
// them.
#pragma once

#include "core/base/memory.h"
#include "core/base/strings.h"
#include "core/collection/qrels.h"
#include "core/collection/topics.h"
#include "core/io/content.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {

// A document that was compared with a nugget.
struct NuggetDocument {
  std::uint32_t document = 0;  // place in NuggetTopic::docnos
  std::int32_t grade = 0;      // 2 supports it, 1 in part, or where nobody says how far; 0 does not
};

// A nugget, or what it consists of: an answer to a question, a nugget below a nugget.
struct Nugget {
  std::string id;          // its name as an intent; only at the top
  std::string text;        // on one line; may be empty
  std::string group = {};  // the sub-narrative it belongs to, in words; only at the top; maybe none
  // Are all of its parts needed (AND) or does any of them do (OR)?
  bool needs_all = false;
  double importance = 1;  // vital is 1, okay 0.5; below 0 only while a file is read
  bool is_vital = true;   // of importance vital, or of none
  std::vector<NuggetDocument> docs;
  std::vector<Nugget> parts;
};

struct NuggetTopic {
  std::string topic, query, description;  // the last two on one line, and maybe empty
  std::vector<std::string_view> docnos;   // in the order of the file; of NuggetBank::names
  std::vector<Nugget> nuggets;            // at least one
  Location where;                         // where the file first speaks of it
};

struct NuggetBank {
  std::string name;                 // of the first file, for messages
  std::vector<NuggetTopic> topics;  // in label order; at least one
  // Criteria of negative weight, which are no nuggets: answers should not meet them. Their
  // importance is the weight over the sum of the positive ones of the topic. With all docnos.
  std::vector<NuggetTopic> penalties;
  bool says_importance = false;  // of any nugget
  bool lists_all = false;        // does each document have a list of all nuggets of its topic?
  bool lists_apart = false;      // are there lists of nuggets that belong to no document?
  bool of_criteria = false;      // are they the criteria of a rubric?
  bool of_answers = false;       // are documents answers, named by their runs?
  bool of_documents = false;     // are others documents?
  std::uint64_t weighted = 0, unweighted = 0;  // criteria of verdicts with a weight, and without
  Warnings notes;                              // of columns and weights that may be missed
  std::uint64_t failed = 0;        // assignments that the judge failed to make: not supported
  std::int32_t highest_grade = 1;  // of the scale
  std::shared_ptr<TextArena> names = std::make_shared<TextArena>();  // where docnos lie
};

// How deep nuggets may lie in nuggets: of what is written by hand 3 is deep.
inline constexpr std::size_t max_nugget_levels = 32;

// Is the text JSON whose first object has a member that only nuggets have? Looks at the first
// megabyte at most.
bool holds_nuggets(std::string_view text);

// Reads nuggets in any of the formats of docs/formats.md, which are detected from the members of
// the first object: JSON lines, one object, or an array of objects. The files are parts of one
// bank. Throws Error, with the file and where there are lines the line, for JSON that does not
// parse or is of no such format, members that are missing or mistyped, an aggregator that is not
// AND or OR, an importance or an assignment that is not known, a document assigned twice, a topic
// twice in banks, and, unless they may be, files without a document.
NuggetBank read_nuggets(std::span<const Source> sources, bool must_have_documents = true);

// The nuggets of these files, if it is nuggets that they hold. Throws also where some do and some
// do not.
std::optional<NuggetBank> nuggets_in(const std::vector<TextFile>& files);

// Throws Error, naming `file`, for nuggets that were assigned to answers and to documents.
void refuse_mixed(const NuggetBank& bank, const std::string& file,
                  const char* advice =
                      "give those of answers as `assignments`, those of "
                      "documents as `qrels`, apart");

// The documents of a nugget and of all its parts, by place; of several grades the highest. They lie
// in the nugget or, where they have to be put together, in `room`.
std::span<const NuggetDocument> documents_below(const Nugget& nugget,
                                                std::vector<NuggetDocument>& room);

// The nuggets as intents. Nuggets without a document are intents without judgments.
Qrels qrels_of(const NuggetBank& bank, QrelsKind kind = QrelsKind::diversity);

// The probabilities of nuggets: shares of their importance, among all of the topic or those with a
// relevant document.
IntentTable intents_of(const NuggetBank& bank, bool all_intents);

// The queries and the texts of the nuggets.
TopicDescriptions descriptions_of(const NuggetBank& bank);

// How far citations support an answer, all that is known where they were judged so: its scores, and
// their names, which are RAGDoll's.
inline constexpr std::array<std::string_view, 6> citation_score_names = {
    "weighted_precision_first_citation",
    "weighted_recall_first_citation",
    "weighted_precision_all_judged_citations",
    "weighted_recall_all_judged_citations",
    "hard_precision",
    "hard_recall"};
using AnswerCitations = std::array<double, citation_score_names.size()>;

// topic -> answer, by the name of its run -> scores.
using CitationScores =
    std::map<std::string, std::map<std::string, AnswerCitations, std::less<>>, LabelLess>;

// The citations of answers, if that is what these files hold: lines with "sentences". Throws Error,
// naming the line, for lines of anything else, and for an answer that is there twice.
std::optional<CitationScores> citations_in(const std::vector<TextFile>& files);

// The answers as judgments of topics, each of grade 1, of a file called `name`.
Qrels answers_of(const CitationScores& citations, const std::string& name);

}  // namespace subintent::internal
