// A bank of nuggets while its files are read, and the formats of these.
#pragma once

#include <set>
#include <unordered_map>

#include "core/base/memory.h"
#include "core/base/name_table.h"
#include "core/base/strings.h"
#include "core/collection/nuggets.h"
#include "core/io/json_object.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal::nugget_files {

namespace dom = simdjson::dom;

inline constexpr const char* format_advice = "docs/formats.md has the formats of nuggets";
inline constexpr JsonNames nugget_lists = {"nuggets"sv, "key_points"sv};
inline constexpr JsonNames document_names = {
    "docid"sv,     "doc_id"sv,     "docno"sv,       "document_id"sv, "passage_id"sv,
    "pid"sv,       "segment_id"sv, "chunk_id"sv,    "corpus_id"sv,   "doc_no"sv,
    "document"sv,  "doc"sv,        "item_id"sv,     "page_id"sv,     "article_id"sv,
    "record_id"sv, "url"sv,        "clueweb22-id"sv};

// A name that is a string, of the parser's, or a number.
class Name {
 public:
  explicit Name(std::string_view text) : text_(text) {}
  // Throws for an element that is neither, the value of "what".
  Name(dom::element element, std::string_view what, const JsonPlace& place);
  Name(const JsonObject& object, JsonNames names)
      : Name(object.require(names), *names.begin(), object.place()) {}

  // Names the run by the file, if nobody names it.
  static Name of_answer(const JsonObject& object, JsonNames names);

  std::string_view unchecked() const { return number_.empty() ? text_ : number_; }
  // Throws for what cannot be the name of a topic or document.
  std::string_view checked(const JsonPlace& place) const;

 private:
  std::string_view text_;
  std::string number_;
};

// A string, on one line; empty where there is none.
std::string text_of(const JsonObject& object, JsonNames names);

// The sub-narrative that a nugget was mapped to, without the quotes that it is written in; empty
// where there is none.
std::string sub_narrative_of(const JsonObject& nugget);

// How many elements or members a list or an object has; 0 of anything else.
std::size_t size_of(dom::element list);

// The first element of a value that is an array, where that is an object.
std::optional<JsonObject> first_object_in(const auto& list, const JsonPlace& place) {
  const auto array = as<dom::array>(list);
  const auto first = array ? as<dom::object>(array->at(0)) : std::nullopt;
  return first ? std::optional(JsonObject(*first, place)) : std::nullopt;
}

// The elements of an array, or the values of an object whose keys say nothing new.
void for_each_value(dom::element list, std::string_view name, const JsonPlace& place,
                    const auto& use) {
  if (const auto array = as<dom::array>(list))
    for (const dom::element element : *array) use(element);
  else if (const auto object = as<dom::object>(list))
    for (const auto [key, element] : *object) use(element);
  else
    place.fail(fmt::format("\"{}\" is not an array or an object", name));
}

// Calls use(object, number) for the objects among them, each of which is a `kind`; anything else is
// an error.
void for_each_object(dom::element list, std::string_view name, const char* kind,
                     const JsonPlace& place, const auto& use) {
  std::size_t number = 0;
  for_each_value(list, name, place, [&](dom::element element) {
    const JsonPlace at = place.of(kind, ++number);
    use(JsonObject(element, at), number);
  });
}

// A topic of a bank.
class NuggetTopicBuilder {
 public:
  // Docnos are kept in `names`.
  NuggetTopicBuilder(std::string_view topic, Location where, TextArena& names);

  NuggetTopic& entry() { return entry_; }  // still without its docnos
  bool has_documents() const { return !docnos_.names().empty(); }
  NuggetTopic take();

  // The place of a docno, and whether it is new. Throws for one that cannot be a name.
  std::pair<std::uint32_t, bool> document(const Name& docno, const JsonPlace& place);

  // Adds a document to a nugget, whose documents all come before those of another. The last word on
  // it counts.
  void judge(Nugget& nugget, const Name& docno, std::int32_t grade, const JsonPlace& place);

  // Judges several documents likewise: the elements of an array, the value of "what".
  void judge_all(Nugget& nugget, dom::array docnos, std::string_view what, std::int32_t grade,
                 const JsonPlace& place);

  // From here on nuggets are those of the next document.
  void begin_document() { ++documents_begun_; }

  // The nugget of this text, and whether it is new: of several with the same text the next one of
  // the document. Where documents take turns, there is one of each text.
  // `expected` is its place if documents have the nuggets in the same order.
  std::pair<std::size_t, bool> nugget(std::string_view text, std::size_t expected,
                                      bool in_turns = false);

  // A nugget named by its number.
  Nugget& add_nugget();

  // Gives the last nugget another name; false where another has it.
  bool rename_last(std::string_view id);

  // An answer that has no verdict on a nugget. If it has one on another, fail_blanks() makes it one
  // that failed; it says how many.
  void leave_blank(std::size_t nugget, std::string_view answer) {
    blanks_.emplace_back(nugget, answer);
  }
  std::size_t fail_blanks();

 private:
  // The nuggets of a text, in their order, and which of them is next in the document.
  struct SameText {
    std::vector<std::size_t> nuggets;
    std::size_t next = 0, document = 0;
  };
  using ByText = std::unordered_map<std::string, SameText, StringHash, std::equal_to<>>;

  // The nugget that a document was last in, counted as they came, and its place there.
  struct LastSeen {
    std::size_t nugget = 0, place = 0;
  };

  NuggetTopic entry_;
  TextArena* names_;
  NameTable docnos_;
  std::uint32_t last_document_ = 0;
  std::vector<LastSeen> last_seen_;  // of each document
  std::size_t nuggets_judged_ = 0;
  ByText by_text_;
  std::vector<ByText::value_type*> same_text_;  // of each nugget
  std::size_t documents_begun_ = 0;
  NameTable ids_;
  std::vector<std::pair<std::size_t, std::string>> blanks_;
};

class BankBuilder {
 public:
  explicit BankBuilder(std::string name) { bank_.name = std::move(name); }

  NuggetBank& bank() { return bank_; }

  // The topic, whether it is new or not: most often the one before.
  NuggetTopicBuilder& topic(const Name& name, const JsonPlace& place);

  // Throws where it is not new.
  NuggetTopicBuilder& new_topic(const Name& name, const JsonPlace& place);

  // Takes note of a nugget without importance, which is vital.
  void see_unmarked(const JsonPlace& place) {
    if (!unmarked_) unmarked_ = place.where();
  }

  // Takes note of the short texts of an answer that names no run: one of them may name it.
  void see_unnamed(const JsonObject& answer);

  // Throws Error for a topic without nuggets, and where no topic has a document and one must.
  NuggetBank take(bool must_have_documents = true);

 private:
  void set_scale();
  void take_penalties(NuggetTopic& topic);

  NuggetBank bank_;
  std::map<std::string, std::set<std::string>, std::less<>> unnamed_;  // by member
  std::size_t unnamed_answers_ = 0;
  std::optional<Location> unmarked_;  // the first of them
  std::map<std::string, std::unique_ptr<NuggetTopicBuilder>, LabelLess> topics_;
  NuggetTopicBuilder* last_ = nullptr;  // the topic that was asked for
};

// The document, or the answer by the name of its run or else of the file, that an object is about,
// which is compared with all nuggets of its topic: its place. Throws where it names none and has no
// nuggets, or one that was there before.
std::uint32_t compared_document(const JsonObject& object, NuggetTopicBuilder& topic,
                                BankBuilder& builder);

// Does an object name the run of an answer?
bool names_answer(const JsonObject& object);
// Was a document compared?
bool names_document(const JsonObject& object);

// The nugget of a document's list, the one numbered so if all have the same. `read` says what this
// list holds of it beside its text, which is kept or, where it is known, compared. Where documents
// take turns, nuggets of one text differ by their groups.
Nugget& listed_nugget(std::string_view text, std::size_t number, Nugget read,
                      NuggetTopicBuilder& topic, const JsonPlace& place, bool in_turns = false);

// A member of a nugget that may stand in its "info" as well.
std::optional<dom::element> find_with_info(const JsonObject& nugget, std::string_view name);

// The weight of an okay nugget; a vital one weighs 1 [2411.09607 §3, its weighted scores].
constexpr double okay_importance = 0.5;

// The importance of a nugget: "vital" or "okay" in any case, or a number, else whether it is vital;
// failed is what nuggetizer writes where its model would not say, and counts as okay. Is it said?
bool set_importance(Nugget& nugget, const JsonObject& object, BankBuilder& builder,
                    std::string_view member = "importance");
void set_importance(Nugget& nugget, const dom::element& given, const JsonPlace& place,
                    BankBuilder& builder, std::string_view member = "importance");

// Files are JSON objects: one, lines of them, or an array.
struct NuggetFormat {
  std::vector<std::string_view> members;  // that only files of nuggets have in their first object
  // Is an object of this format?
  bool (*matches)(const JsonObject&);
  // Adds what an object says.
  void (*read)(const JsonObject&, BankBuilder&);
  // Is this another such member? `value` is the text that begins with its value, and may be cut off
  // anywhere.
  bool (*is_distinctive)(std::string_view name, std::string_view value) = nullptr;
};

NuggetFormat bank_format();              // ARGUE's and RAGTIME's: argue_nuggets.cpp
NuggetFormat question_format();          // ARGUE's before: argue_nuggets.cpp
NuggetFormat freshstack_qrels_format();  // this and the next two: nugget_formats.cpp
NuggetFormat freshstack_query_format();
NuggetFormat bright_pro_format();
// Rubrics, and which answers meet their criteria: rubric_nuggets.cpp.
NuggetFormat rubric_format();          // an object for each topic, or each of its answers
NuggetFormat dimension_format();       // DeepResearch Bench II's
NuggetFormat single_verdict_format();  // ResearchRubrics': an object for each criterion
// Verdicts with names of topics, runs and criteria, objects or rows of a table, which is then read
// as objects.
bool holds_verdicts(std::string_view text);
bool is_verdict_table(std::string_view text);
// Which columns or members of verdicts are not read, in words; empty for other files.
std::string unused_of_verdicts(std::string_view text);
std::string verdicts_of_table(const TextFile& file);
NuggetFormat assignment_format();  // nugget_formats.cpp; lists of nuggets, too

// All of them; an object is of the first whose matches() says so.
std::span<const NuggetFormat> nugget_formats();

}  // namespace subintent::internal::nugget_files
