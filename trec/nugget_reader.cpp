#include "trec/nuggets.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "support/error.h"
#include "support/json.h"
#include "support/one_line.h"
#include "support/strings.h"
#include "trec/docno.h"

namespace subintent::internal {
namespace {

namespace dom = simdjson::dom;
using Names = std::initializer_list<std::string_view>;

constexpr const char* format_advice = "docs/formats.md has the formats of nuggets";
constexpr double okay_importance = 0.5;  // vital is 1 [2411.09607 §3]

// A JSON object and what messages say of it: where it stands and whose it is.
struct Place {
  Location where;
  std::string whose = {};  // "topic 3: "
  std::size_t nugget = 0;  // its number, if it is one

  [[noreturn]] void fail(const std::string& what, const std::string& advice = format_advice) const {
    throw Error(where, prefix() + what, advice);
  }
  Place of(const std::string& part) const { return {where, prefix() + part + ": "}; }

 private:
  std::string prefix() const {
    return nugget == 0 ? whose : fmt::format("{}nugget {}: ", whose, nugget);
  }
};

// The member of one of these names, which versions of a format give it; null is none.
std::optional<dom::element> find(dom::object object, Names names) {
  for (const std::string_view name : names) {
    dom::element element;
    if (object.at_key(name).get(element) == simdjson::SUCCESS && !element.is_null()) return element;
  }
  return std::nullopt;
}

template <typename T>
std::optional<T> find(dom::object object, Names names, std::string_view type, const Place& place) {
  const auto element = find(object, names);
  if (!element) return std::nullopt;
  T value;
  if (element->get(value) == simdjson::SUCCESS) return value;
  place.fail(fmt::format("\"{}\" is not {}", *names.begin(), type));
}

// A name that is a string or a number.
std::string name_in(dom::element element, std::string_view what, const Place& place) {
  std::string_view text;
  std::string name;
  if (element.get(text) == simdjson::SUCCESS) {
    name = text;
  } else if (element.is_int64() || element.is_uint64()) {
    name = simdjson::minify(element);
  } else {
    place.fail(fmt::format("\"{}\" is not a string or a number", what));
  }
  if (const auto defect = names_defect({name})) place.fail(*defect, "rename it");
  return name;
}

std::string name_of(dom::object object, Names names, const Place& place) {
  const auto element = find(object, names);
  if (!element) place.fail(fmt::format("\"{}\" is missing", *names.begin()));
  return name_in(*element, *names.begin(), place);
}

std::string text_of(dom::object object, Names names, const Place& place) {
  return one_line(find<std::string_view>(object, names, "a string", place).value_or(""));
}

// The elements of an array, or the values of an object whose keys say nothing new.
void for_each_value(dom::element list, std::string_view name, const Place& place, const auto& use) {
  dom::array array;
  dom::object object;
  if (list.get(array) == simdjson::SUCCESS) {
    for (const dom::element element : array) use(element);
  } else if (list.get(object) == simdjson::SUCCESS) {
    for (const auto [key, element] : object) use(element);
  } else {
    place.fail(fmt::format("\"{}\" is not an array or an object", name));
  }
}

// The objects among them; anything else is an error.
void for_each_object(dom::element list, std::string_view name, const Place& place,
                     const auto& use) {
  for_each_value(list, name, place, [&](dom::element element) {
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS) {
      place.fail(fmt::format("\"{}\" holds something that is not an object", name));
    }
    use(object);
  });
}

// A topic while its file is read.
class NuggetTopicBuilder {
 public:
  NuggetTopicBuilder(std::string topic, Location where) {
    made_.topic = std::move(topic);
    made_.where = std::move(where);
  }

  NuggetTopic& made() { return made_; }

  // The place of a docno, and whether it is new.
  std::pair<std::uint32_t, bool> document(std::string docno) {
    const auto [at, is_new] =
        places_.try_emplace(std::move(docno), static_cast<std::uint32_t>(made_.docnos.size()));
    if (is_new) made_.docnos.push_back(at->first);
    return {at->second, is_new};
  }

  // From here on nuggets are those of the next document.
  void begin_document() { ++documents_begun_; }

  // The nugget of this text, and whether it is new: of several with the same text the next one of
  // the document. `expected` is its place if documents have the nuggets in the same order.
  std::pair<std::size_t, bool> nugget(std::string_view text, std::size_t expected) {
    const bool is_expected = expected < same_text_.size() && same_text_[expected]->first == text;
    auto& [same, next, document] =
        is_expected ? same_text_[expected]->second : by_text_[std::string(text)];
    if (document != documents_begun_) next = 0;
    document = documents_begun_;
    if (next < same.size()) return {same[next++], false};
    add_nugget().text = one_line(text);
    same.push_back(made_.nuggets.size() - 1);
    same_text_.push_back(&*by_text_.find(text));
    ++next;
    return {same.back(), true};
  }

  // Gives the last nugget another name; false where another has it.
  bool rename_last(const std::string& id) {
    made_.nuggets.back().id = id;
    return ids_.insert(id).second;
  }

  // A nugget named by its number.
  Nugget& add_nugget() {
    Nugget& nugget = made_.nuggets.emplace_back();
    nugget.id = std::to_string(made_.nuggets.size());
    return nugget;
  }

 private:
  // The nuggets of a text, in their order, and which of them is next in the document.
  struct SameText {
    std::vector<std::size_t> nuggets;
    std::size_t next = 0, document = 0;
  };
  using ByText = std::unordered_map<std::string, SameText, StringHash, std::equal_to<>>;

  NuggetTopic made_;
  ByText by_text_;
  std::vector<ByText::value_type*> same_text_;  // of each nugget
  std::size_t documents_begun_ = 0;
  std::unordered_set<std::string> ids_;
  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> places_;
};

// What is read, topic by topic.
class BankBuilder {
 public:
  explicit BankBuilder(std::string name) { bank_.name = std::move(name); }

  NuggetBank& bank() { return bank_; }

  // The topic, whether it is new or not.
  NuggetTopicBuilder& topic(const std::string& name, const Location& where) {
    const auto [at, is_new] = topics_.try_emplace(name);
    if (is_new) at->second = std::make_unique<NuggetTopicBuilder>(name, where);
    return *at->second;
  }

  NuggetTopicBuilder& new_topic(const std::string& name, const Location& where) {
    if (topics_.contains(name)) {
      throw Error(where, "topic " + printable(name) + " is listed twice",
                  "keep one bank for a topic");
    }
    return topic(name, where);
  }

  NuggetBank take() {
    bool any = false;
    for (auto& [name, topic] : topics_) {
      NuggetTopic& made = topic->made();
      if (made.nuggets.empty())
        throw Error(made.where, "topic " + printable(name) + ": has no nuggets", format_advice);
      any = any || !made.docnos.empty();
      bank_.topics.push_back(std::move(made));
    }
    if (!any) {
      throw Error(Location{bank_.name, 0}, "has nuggets, but no documents",
                  "give a bank with references, or the output of nuggetizer assign");
    }
    return std::move(bank_);
  }

 private:
  NuggetBank bank_;
  std::map<std::string, std::unique_ptr<NuggetTopicBuilder>, LabelLess> topics_;
};

// "vital" and "okay" in any case, or a number; failed is what nuggetizer writes where its model
// would not say, and counts as okay.
void set_importance(Nugget& nugget, dom::object object, BankBuilder& builder, const Place& place) {
  auto given = find(object, {"importance"});
  dom::object info;
  if (!given && object["info"].get(info) == simdjson::SUCCESS) given = find(info, {"importance"});
  if (!given) return;
  builder.bank().says_importance = true;
  std::string_view word;
  double number = 0;
  if (given->get(word) == simdjson::SUCCESS) {
    const std::string lower = lowered(word);
    nugget.is_vital = lower == "vital";
    if (nugget.is_vital) return;
    nugget.importance = okay_importance;
    if (lower == "okay" || lower == "failed") return;
    const auto parsed = parse_double(word);
    number = parsed.value_or(-1);
  } else if (given->get(number) != simdjson::SUCCESS) {
    number = -1;
  }
  if (!(number >= 0 && number <= 1e6)) {
    place.fail("the importance " + printable(simdjson::minify(*given)) +
                   " is not vital, okay or a number from 0 to 1000000",
               "correct it, or leave it out");
  }
  nugget.importance = number;
  nugget.is_vital = false;
}

bool needs_all(dom::object object, const Place& place) {
  auto given = find(object, {"aggregator_type"});
  dom::object info;
  if (!given && object["info"].get(info) == simdjson::SUCCESS) {
    given = find(info, {"aggregator_type"});
  }
  if (!given) return false;
  std::string_view word;
  const std::string name =
      given->get(word) == simdjson::SUCCESS ? std::string(word) : simdjson::minify(*given);
  if (name == "AND") return true;
  if (name == "OR" || name == "Default") return false;
  place.fail("the aggregator_type " + printable(name) + " is not AND or OR", "use one of the two");
}

// References to documents: strings, or objects with a doc_id.
void add_references(Nugget& nugget, dom::object object, NuggetTopicBuilder& topic,
                    const Place& place) {
  const auto list = find(object, {"references", "citations"});
  if (!list) return;
  std::unordered_set<std::uint32_t> seen;
  for_each_value(*list, "references", place, [&](dom::element element) {
    dom::object reference;
    const std::string docno = element.get(reference) == simdjson::SUCCESS
                                  ? name_of(reference, {"doc_id"}, place)
                                  : name_in(element, "references", place);
    const std::uint32_t document = topic.document(docno).first;
    if (seen.insert(document).second) nugget.docs.push_back({document, 1});
  });
}

// A question with its answers, a claim, and what lies below it.
void read_bank_nugget(Nugget& nugget, dom::object object, BankBuilder& builder,
                      NuggetTopicBuilder& topic, std::size_t level, const Place& place) {
  if (level > max_nugget_levels) {
    place.fail(fmt::format("nuggets lie in more than {} levels", max_nugget_levels),
               "lay them side by side");
  }
  nugget.text = text_of(object, {"question", "question_text", "claim", "claim_text"}, place);
  nugget.needs_all = needs_all(object, place);
  set_importance(nugget, object, builder, place);
  add_references(nugget, object, topic, place);
  if (const auto answers = find(object, {"answers", "gold_answers"})) {
    for_each_value(*answers, "answers", place, [&](dom::element element) {
      Nugget answer;
      dom::object members;
      std::string_view text;
      const Place at = place.of(fmt::format("answer {}", nugget.parts.size() + 1));
      if (element.get(members) == simdjson::SUCCESS) {
        answer.text = text_of(members, {"answer"}, at);
        set_importance(answer, members, builder, at);
        add_references(answer, members, topic, at);
      } else if (element.get(text) == simdjson::SUCCESS) {
        answer.text = one_line(text);
      } else {
        at.fail("is not an object or a string");
      }
      nugget.parts.push_back(std::move(answer));
    });
  }
  if (const auto below = find(object, {"sub_nuggets"})) {
    std::size_t number = 0;
    for_each_object(*below, "sub_nuggets", place, [&](dom::object part) {
      Nugget made;
      read_bank_nugget(made, part, builder, topic, level + 1,
                       place.of(fmt::format("sub-nugget {}", ++number)));
      nugget.parts.push_back(std::move(made));
    });
  }
}

// ARGUE's banks (NuggetBank v3, and the list of items before it) and the banks of RAGTIME, one
// object per topic.
bool is_bank(dom::object object) {
  return find(object, {"nugget_bank", "claim_bank", "items"}).has_value();
}

// The banks of RAGTIME name the topic in their metadata.
std::string topic_of_bank(dom::object object, const Place& place) {
  dom::object metadata;
  const bool has_id = find(object, {"query_id"}).has_value();
  if (has_id || object["metadata"].get(metadata) != simdjson::SUCCESS) {
    return name_of(object, {"query_id"}, place);
  }
  return name_of(metadata, {"topic_id"}, place);
}

void read_bank(dom::object object, BankBuilder& builder, Place place) {
  const std::string name = topic_of_bank(object, place);
  NuggetTopicBuilder& topic = builder.new_topic(name, place.where);
  place.whose = "topic " + printable(name) + ": ";
  topic.made().query = text_of(object, {"title_query"}, place);
  std::string_view description;  // where it is text
  const auto full = find(object, {"full_query"});
  if (full && full->get(description) == simdjson::SUCCESS) {
    topic.made().description = one_line(description);
  }
  for (const std::string_view list : {"nugget_bank", "claim_bank", "items"}) {
    const auto nuggets = find(object, {list});
    if (!nuggets) continue;
    for_each_object(*nuggets, list, place, [&](dom::object nugget) {
      Nugget& made = topic.add_nugget();
      read_bank_nugget(made, nugget, builder, topic, 1, place.of("nugget " + made.id));
    });
  }
}

// FreshStack's queries, as its data set has them: one object per topic.
bool is_freshstack_query(dom::object object) {
  dom::array nuggets;
  dom::object first;
  return object["nuggets"].get(nuggets) == simdjson::SUCCESS && nuggets.size() > 0 &&
         nuggets.at(0).get(first) == simdjson::SUCCESS &&
         find(first, {"relevant_corpus_ids"}).has_value();
}

// A document is as the last word on it says, as to FreshStack's own evaluation.
void add_grades(Nugget& nugget, NuggetTopicBuilder& topic,
                const std::vector<std::pair<std::string, std::int32_t>>& grades) {
  std::unordered_map<std::uint32_t, std::size_t> places;
  for (const auto& [docno, grade] : grades) {
    const std::uint32_t document = topic.document(docno).first;
    const auto [at, is_new] = places.try_emplace(document, nugget.docs.size());
    if (is_new) {
      nugget.docs.push_back({document, grade});
    } else {
      nugget.docs[at->second].grade = grade;
    }
  }
}

void set_id(NuggetTopicBuilder& topic, const std::string& id, const Place& place) {
  if (id == topic_level_intent) place.fail("a nugget cannot be named *", "rename it");
  if (!topic.rename_last(id)) {
    place.fail("nugget " + printable(id) + " is listed twice", "keep one");
  }
}

void read_freshstack_query(dom::object object, BankBuilder& builder, Place place) {
  const std::string name = name_of(object, {"query_id"}, place);
  NuggetTopicBuilder& topic = builder.new_topic(name, place.where);
  place.whose = "topic " + printable(name) + ": ";
  topic.made().query = text_of(object, {"query_title"}, place);
  topic.made().description = text_of(object, {"query_text"}, place);
  for_each_object(object["nuggets"].value(), "nuggets", place, [&](dom::object nugget) {
    Nugget& made = topic.add_nugget();
    const Place at = place.of("nugget " + made.id);
    set_id(topic, name_of(nugget, {"_id"}, at), at);
    made.text = text_of(nugget, {"text"}, at);
    std::vector<std::pair<std::string, std::int32_t>> grades;
    for (const std::string_view list : {"relevant_corpus_ids", "non_relevant_corpus_ids"}) {
      const auto documents = find<dom::array>(nugget, {list}, "an array", at);
      if (!documents) continue;
      for (const dom::element document : *documents) {
        grades.emplace_back(name_in(document, list, at), list == "relevant_corpus_ids" ? 1 : 0);
      }
    }
    add_grades(made, topic, grades);
  });
}

// What FreshStack's load_qrels() returns, in one object: {"qrels_nuggets": {nugget: {docno:
// grade}}, "query_to_nuggets": {topic: [nugget, ...]}}, and maybe {"nuggets": {nugget: text}}.
bool is_freshstack_qrels(dom::object object) {
  return find(object, {"qrels_nuggets"}).has_value();
}

void read_freshstack_qrels(dom::object object, BankBuilder& builder, Place place) {
  const auto qrels = find<dom::object>(object, {"qrels_nuggets"}, "an object", place);
  const auto topics = find<dom::object>(object, {"query_to_nuggets"}, "an object", place);
  const auto texts = find<dom::object>(object, {"nuggets"}, "an object", place);
  if (!topics) place.fail("\"query_to_nuggets\" is missing");
  std::unordered_map<std::string_view, dom::element> nuggets;
  for (const auto [id, documents] : *qrels) nuggets.emplace(id, documents);
  for (const auto [name, ids] : *topics) {
    if (const auto defect = names_defect({name})) place.fail(*defect, "rename it");
    NuggetTopicBuilder& topic = builder.new_topic(std::string(name), place.where);
    place.whose = "topic " + printable(name) + ": ";
    for_each_value(ids, name, place, [&](dom::element id) {
      Nugget& made = topic.add_nugget();
      set_id(topic, name_in(id, "query_to_nuggets", place), place);
      const Place at = place.of("nugget " + printable(made.id));
      std::string_view text;
      if (texts && texts->at_key(made.id).get(text) == simdjson::SUCCESS) {
        made.text = one_line(text);
      }
      const auto judged = nuggets.find(made.id);
      if (judged == nuggets.end()) return;
      dom::object documents;
      if (judged->second.get(documents) != simdjson::SUCCESS) at.fail("is not an object");
      std::vector<std::pair<std::string, std::int32_t>> grades;
      for (const auto [docno, grade] : documents) {
        std::int64_t number = 0;
        if (grade.get(number) != simdjson::SUCCESS || number < -100 || number > 100) {
          at.fail("the grade " + printable(simdjson::minify(grade)) +
                  " is not a whole number from -100 to 100");
        }
        if (const auto defect = names_defect({docno})) at.fail(*defect, "rename it");
        builder.bank().highest_grade =
            std::max(builder.bank().highest_grade, static_cast<std::int32_t>(number));
        grades.emplace_back(docno, static_cast<std::int32_t>(number));
      }
      add_grades(made, topic, grades);
    });
  }
}

// What nuggetizer writes: one object per topic and document (or answer), with all nuggets of the
// topic, each with what the document is to it.
bool is_assignment(dom::object object) {
  return find(object, {"qid"}).has_value() && find(object, {"nuggets"}).has_value();
}

std::int32_t assigned_grade(dom::object object, const Place& place) {
  const auto word = find<std::string_view>(object, {"assignment"}, "a string", place);
  if (!word) {
    place.fail("\"assignment\" is missing", "give the output of nuggetizer assign, not of create");
  }
  if (*word == "support") return 2;
  if (*word == "partial_support") return 1;
  if (*word == "not_support" || *word == "failed") return 0;
  place.fail(
      "the assignment " + printable(*word) + " is not support, partial_support or not_support",
      "correct it");
}

void read_assignment(dom::object object, BankBuilder& builder, Place place) {
  const std::string name = name_of(object, {"qid"}, place);
  NuggetTopicBuilder& topic = builder.topic(name, place.where);
  place.whose = "topic " + printable(name) + ": ";
  const auto nuggets = find<dom::array>(object, {"nuggets"}, "an array", place);
  // An answer is a document with the name of its run.
  if (!find(object, {"docid", "run_id"})) {
    place.fail("\"docid\" is missing", "give the output of nuggetizer assign, not of create");
  }
  const std::string docno = name_of(object, {"docid", "run_id"}, place);
  const auto [document, is_new] = topic.document(docno);
  if (!is_new) {
    place.fail("document " + printable(docno) + " is assigned twice", "keep one of the two");
  }
  std::string_view query;
  for (const std::string_view member : {"query", "text"}) {
    if (topic.made().query.empty() && object[member].get(query) == simdjson::SUCCESS) {
      topic.made().query = one_line(query);
    }
  }
  builder.bank().highest_grade = std::max(builder.bank().highest_grade, 2);
  topic.begin_document();
  for (const dom::element element : *nuggets) {
    ++place.nugget;
    dom::object given;
    if (element.get(given) != simdjson::SUCCESS) place.fail("is not an object");
    Nugget read;
    set_importance(read, given, builder, place);
    const auto text = find<std::string_view>(given, {"text"}, "a string", place);
    const auto [number, is_new_nugget] = topic.nugget(text.value_or(""), place.nugget - 1);
    Nugget& made = topic.made().nuggets[number];
    if (is_new_nugget) {
      made.importance = read.importance;
      made.is_vital = read.is_vital;
    } else if (made.importance != read.importance || made.is_vital != read.is_vital) {
      place.fail("has another importance than before", "give it the same for all documents");
    }
    made.docs.push_back({document, assigned_grade(given, place)});
  }
}

// The names of the members of the first object of a JSON text, which may end anywhere.
class TopMembers {
 public:
  explicit TopMembers(std::string_view text) : text_(text) {
    if (text_.starts_with('[')) text_ = trim(text_.substr(1));
  }

  // False where there is none any more. Names are as they are written, with escapes.
  bool next(std::string_view& name) {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '{' || c == '[') {
        ++depth_;
      } else if (c == '}' || c == ']') {
        if (--depth_ <= 0) return false;
      } else if (c == '"') {
        const std::string_view string = take_string();
        const std::size_t behind = text_.find_first_not_of(" \t\r\n", at_ + 1);
        if (depth_ == 1 && behind != std::string_view::npos && text_[behind] == ':') {
          ++at_;
          name = string;
          return true;
        }
      } else if (depth_ == 0) {
        return false;  // is not JSON
      }
    }
    return false;
  }

 private:
  // From the quote that it is at to the one that ends the string.
  std::string_view take_string() {
    const std::size_t begin = ++at_;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) at_ += text_[at_] == '\\' ? 1 : 0;
    at_ = std::min(at_, text_.size());
    return text_.substr(begin, at_ - begin);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// A format of nuggets: whether the first object of a file is of it, and what reads each.
struct NuggetFormat {
  bool (*is_it)(dom::object);
  void (*read)(dom::object, BankBuilder&, Place);
};

constexpr std::array<NuggetFormat, 4> formats = {{{is_bank, read_bank},
                                                  {is_freshstack_qrels, read_freshstack_qrels},
                                                  {is_freshstack_query, read_freshstack_query},
                                                  {is_assignment, read_assignment}}};

// Reads the objects of a file, all of which are of one format.
class FileReader {
 public:
  FileReader(const TextFile& file, BankBuilder& builder) : file_(file), builder_(builder) {}

  // Lines of JSON if the first one is, else one value.
  void read() {
    const std::string_view text = trim(file_.text());
    std::string_view line = text.substr(0, text.find('\n'));
    dom::element element;
    auto error = parse(line).get(element);
    if (error == simdjson::SUCCESS) {
      read_lines(text);
      return;
    }
    if (line.size() < text.size()) error = parse(text).get(element);
    if (error != simdjson::SUCCESS) {
      // A line that ends as it begins is meant as a whole one.
      const bool is_lines = line.starts_with('{') && trim(line).ends_with('}');
      refuse(is_lines ? file_.location(line.data()) : Location{file_.name(), 0}, error);
    }
    read_value(element, Location{file_.name(), 0});
  }

 private:
  // The file is followed by as many bytes as simdjson looks at.
  static_assert(TextFile::padding >= simdjson::SIMDJSON_PADDING);

  simdjson::simdjson_result<dom::element> parse(std::string_view text) {
    return parser_.parse(text.data(), text.size(), false);
  }

  [[noreturn]] static void refuse(const Location& where, simdjson::error_code error) {
    throw Error(where, fmt::format("is not JSON: {}", json_defect(simdjson::error_message(error))),
                format_advice);
  }

  void read_lines(std::string_view text) {
    std::size_t number =
        static_cast<std::size_t>(std::count(file_.text().data(), text.data(), '\n'));
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      const Location where{file_.name(), ++number};
      if (trim(line).empty()) continue;
      dom::element element;
      const auto error = parse(line).get(element);
      if (error != simdjson::SUCCESS) refuse(where, error);
      read_value(element, where);
    }
  }

  void read_value(dom::element element, const Location& where) {
    dom::array array;
    if (element.get(array) != simdjson::SUCCESS) {
      read_object(element, where);
      return;
    }
    for (const dom::element object : array) read_object(object, where);
  }

  void read_object(dom::element element, const Location& where) {
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS) {
      throw Error(where, "is not a JSON object", format_advice);
    }
    if (format_ == nullptr) {
      const auto at = std::ranges::find_if(
          formats, [&](const NuggetFormat& format) { return format.is_it(object); });
      if (at == formats.end()) throw Error(where, "is not a format of nuggets", format_advice);
      format_ = &*at;
    } else if (!format_->is_it(object)) {
      throw Error(where, "is not of the format of the nuggets before it", format_advice);
    }
    format_->read(object, builder_, Place{where});
  }

  const TextFile& file_;
  BankBuilder& builder_;
  dom::parser parser_;
  const NuggetFormat* format_ = nullptr;
};

}  // namespace

bool holds_nuggets(std::string_view text) {
  constexpr std::size_t looked_at = 1 << 20;
  constexpr std::array<std::string_view, 5> members = {"nugget_bank", "claim_bank", "items",
                                                       "qrels_nuggets", "nuggets"};
  TopMembers found(trim(text.substr(0, looked_at)));
  std::string_view name;
  while (found.next(name)) {
    if (std::ranges::find(members, name) != members.end()) return true;
  }
  return false;
}

NuggetBank read_nuggets(std::span<const Source> sources) {
  BankBuilder builder(sources.empty() ? "" : sources[0].name());
  for (const Source& source : sources) FileReader(TextFile(source), builder).read();
  return builder.take();
}

std::optional<NuggetBank> nuggets_in(const std::vector<TextFile>& files) {
  if (files.empty() || !holds_nuggets(files[0].text())) {
    for (const TextFile& file : files) {
      if (!holds_nuggets(file.text())) continue;
      throw Error(Location{file.name(), 0}, "holds nuggets, and " + files[0].name() + " does not",
                  "give nuggets alone, or other judgments alone");
    }
    return std::nullopt;
  }
  BankBuilder builder(files[0].name());
  for (const TextFile& file : files) FileReader(file, builder).read();
  return builder.take();
}

}  // namespace subintent::internal
