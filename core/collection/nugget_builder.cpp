#include "core/collection/nugget_builder.h"

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/base/warning.h"
#include "core/collection/json_scores.h"
#include "subintent/column_names.h"

namespace subintent::internal::nugget_files {
Name::Name(dom::element element, std::string_view what, const JsonPlace& place) {
  if (element.get(text_) == simdjson::SUCCESS) return;
  if (!element.is_int64() && !element.is_uint64())
    place.fail(fmt::format("\"{}\" is not a string or a number", what));
  number_ = minified(element);
}

Name Name::of_answer(const JsonObject& object, JsonNames names) {
  if (object.find(names)) return {object, names};
  std::string_view name = object.place().where().file;
  name.remove_prefix(name.rfind('/') + 1);
  return Name(name.substr(0, std::min({name.find(".json"), name.find(".csv"), name.find(".tsv")})));
}

std::string_view Name::checked(const JsonPlace& place) const {
  const std::string_view name = unchecked();
  if (docno_defect(name)) place.fail(*names_defect({name}), "rename it");
  return name;
}

std::string text_of(const JsonObject& object, JsonNames names) {
  return one_line(object.find<std::string_view>(names, "a string").value_or(""));
}

std::string sub_narrative_of(const JsonObject& nugget) {
  std::string text = text_of(nugget, {"mapped_sub_narrative"});
  if (text.size() > 1 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  return text;
}

std::size_t size_of(dom::element list) {
  if (const auto array = as<dom::array>(list)) return array->size();
  const auto object = as<dom::object>(list);
  return object ? object->size() : 0;
}

NuggetTopicBuilder::NuggetTopicBuilder(std::string_view topic, Location where, TextArena& names)
    : names_(&names) {
  entry_.topic = topic;
  entry_.where = std::move(where);
}

NuggetTopic NuggetTopicBuilder::take() {
  entry_.docnos = docnos_.names();
  return std::move(entry_);
}

std::pair<std::uint32_t, bool> NuggetTopicBuilder::document(const Name& docno,
                                                            const JsonPlace& place) {
  last_document_ = docnos_.insert_after(last_document_, docno.unchecked());
  const bool is_new = last_document_ == last_seen_.size();
  if (is_new) {
    docnos_.move_last(names_->store(docno.checked(place)));
    last_seen_.emplace_back();
  }
  return {last_document_, is_new};
}

void NuggetTopicBuilder::judge(Nugget& nugget, const Name& docno, std::int32_t grade,
                               const JsonPlace& place) {
  if (nugget.docs.empty()) ++nuggets_judged_;
  const std::uint32_t number = document(docno, place).first;
  LastSeen& last = last_seen_[number];
  if (last.nugget == nuggets_judged_) {
    nugget.docs[last.place].grade = grade;
    return;
  }
  last = {nuggets_judged_, nugget.docs.size()};
  nugget.docs.push_back({number, grade});
}

void NuggetTopicBuilder::judge_all(Nugget& nugget, dom::array docnos, std::string_view what,
                                   std::int32_t grade, const JsonPlace& place) {
  nugget.docs.reserve(nugget.docs.size() + docnos.size());
  for (const dom::element docno : docnos) judge(nugget, Name(docno, what, place), grade, place);
}

std::pair<std::size_t, bool> NuggetTopicBuilder::nugget(std::string_view text, std::size_t expected,
                                                        bool in_turns) {
  text = trim(text);
  const bool is_expected = expected < same_text_.size() && same_text_[expected]->first == text;
  auto& [same, next, document] =
      is_expected ? same_text_[expected]->second : by_text_[std::string(text)];
  if (document != documents_begun_ || in_turns) next = 0;
  document = documents_begun_;
  if (next < same.size()) return {same[next++], false};
  add_nugget().text = one_line(text);
  same.push_back(entry_.nuggets.size() - 1);
  same_text_.push_back(&*by_text_.find(text));
  ++next;
  return {same.back(), true};
}

Nugget& NuggetTopicBuilder::add_nugget() {
  constexpr std::size_t likely = 32;
  if (entry_.nuggets.empty()) entry_.nuggets.reserve(likely);
  Nugget& nugget = entry_.nuggets.emplace_back();
  nugget.id = std::to_string(entry_.nuggets.size());
  return nugget;
}

bool NuggetTopicBuilder::rename_last(std::string_view id) {
  entry_.nuggets.back().id = id;
  const bool is_new = ids_.insert(id).second;
  if (is_new) ids_.move_last(names_->store(id));
  return is_new;
}

NuggetTopicBuilder& BankBuilder::topic(const Name& name, const JsonPlace& place) {
  if (last_ != nullptr && last_->entry().topic == name.unchecked()) return *last_;
  const auto at = topics_.find(name.unchecked());
  if (at != topics_.end()) return *(last_ = at->second.get());
  const std::string_view checked = name.checked(place);
  auto topic = std::make_unique<NuggetTopicBuilder>(checked, place.where(), *bank_.names);
  last_ = topics_.emplace(checked, std::move(topic)).first->second.get();
  return *last_;
}

std::size_t NuggetTopicBuilder::fail_blanks() {
  std::size_t failed = 0;
  for (const auto& [nugget, answer] : blanks_) {
    const std::uint32_t at = docnos_.find(answer);
    if (at == NameTable::none) continue;
    entry_.nuggets[nugget].docs.push_back({at, 0});
    ++failed;
  }
  return failed;
}

NuggetTopicBuilder& BankBuilder::new_topic(const Name& name, const JsonPlace& place) {
  if (topics_.contains(name.unchecked())) {
    place.fail("topic " + printable(name.unchecked()) + " is listed twice",
               "keep one bank for a topic");
  }
  return topic(name, place);
}

namespace {

void for_each_grade(std::vector<Nugget>& nuggets, const auto& use) {
  for (Nugget& nugget : nuggets) {
    for (NuggetDocument& doc : nugget.docs) use(doc.grade);
    for_each_grade(nugget.parts, use);
  }
}

}  // namespace

// Reads 1 as full if no judge gave 2.
void BankBuilder::set_scale() {
  bool any_two = false;
  const auto for_all = [&](const auto& use) {
    for (auto& [name, topic] : topics_) for_each_grade(topic->entry().nuggets, use);
  };
  for_all([&](std::int32_t grade) { any_two = any_two || grade == number_two; });
  for_all([&](std::int32_t& grade) {
    if (grade >= number_one) grade = grade == number_one && any_two ? 1 : 2;
  });
  if (any_two)
    bank_.notes.push_back(make_warning("verdicts-of-two", Location{bank_.name, 0},
                                       "verdicts of 2, 1 and 0 are read as in full, in part, not"));
}

NuggetBank BankBuilder::take(bool must_have_documents) {
  bool any = false;
  set_scale();
  for (auto& [name, topic] : topics_) {
    if (topic->entry().nuggets.empty()) {
      throw Error(topic->entry().where, "topic " + printable(name) + ": has no nuggets",
                  format_advice);
    }
    any = any || topic->has_documents();
    bank_.failed += topic->fail_blanks();
    bank_.topics.push_back(topic->take());
    take_penalties(bank_.topics.back());
  }
  if (!any && must_have_documents) {
    if (bank_.of_criteria)
      throw Error(Location{bank_.name, 0}, "has criteria, but no verdicts on answers",
                  "give verdicts, with the columns topic, run, criterion, verdict, or beside it");
    throw Error(
        Location{bank_.name, 0}, "has nuggets, but no documents",
        "give a bank with references, or answers with assignments, whose runs are named run_id");
  }
  for (const auto& [member, values] : unnamed_)
    if (values.size() > 1 && values.size() < unnamed_answers_)
      bank_.notes.push_back(make_warning("unused-columns", Location{bank_.name, 0},
                                         "the member " + printable(member) + " is not read",
                                         "call it run_id if it names systems"));
  if (bank_.weighted > 0 && bank_.unweighted > 0)
    bank_.notes.push_back(
        make_warning("missing-weights", Location{bank_.name, 0},
                     fmt::format("{} of {} criteria have no weight, and count 1", bank_.unweighted,
                                 bank_.weighted + bank_.unweighted)));
  if (unmarked_ && bank_.says_importance && !bank_.of_criteria)
    bank_.notes.push_back(make_warning("missing-weights", *unmarked_,
                                       "a nugget without importance, which others have, is vital"));
  return std::move(bank_);
}

[[gnu::cold]] void BankBuilder::see_unnamed(const JsonObject& answer) {
  constexpr std::size_t longest = 60;
  ++unnamed_answers_;
  for (const auto [member, value] : answer.members()) {
    const auto text = as<std::string_view>(value);
    if (text && text->size() <= longest && !is_called(member, answer_topics))
      unnamed_[std::string(member)].emplace(*text);
  }
}

void BankBuilder::take_penalties(NuggetTopic& topic) {
  if (!bank_.of_criteria) return;
  double positive = 0;
  for (const Nugget& nugget : topic.nuggets) positive += std::max(nugget.importance, 0.0);
  if (positive == 0) {
    throw Error(topic.where,
                "topic " + printable(topic.topic) + ": has no criterion of positive weight",
                "give criteria that an answer should meet");
  }
  NuggetTopic penalties = topic;
  std::erase_if(topic.nuggets, [](const Nugget& nugget) { return nugget.importance < 0; });
  std::erase_if(penalties.nuggets, [](const Nugget& nugget) { return nugget.importance >= 0; });
  if (penalties.nuggets.empty()) return;
  for (Nugget& nugget : penalties.nuggets) nugget.importance /= positive;
  bank_.penalties.push_back(std::move(penalties));
}

bool names_answer(const JsonObject& object) {
  return object.find({"run_id", "runtag", "run", "system", "system_id"}).has_value();
}

bool names_document(const JsonObject& object) {
  return object.find({"docid"}) || (object.find(document_names) && !object.find(run_columns));
}

std::uint32_t compared_document(const JsonObject& object, NuggetTopicBuilder& topic,
                                BankBuilder& builder) {
  const JsonPlace& place = object.place();
  const bool is_document = names_document(object);
  const JsonNames names = is_document ? document_names : run_columns;
  if (!object.find(names) && !builder.bank().of_criteria &&
      size_of(object.require(nugget_lists)) == 0) {
    place.fail("\"docid\" of a document, or \"run_id\" of an answer, is missing",
               "add the one that is meant, as nuggetizer assign does and create does not");
  }
  if (!object.find(names)) builder.see_unnamed(object);
  const Name docno = Name::of_answer(object, names);
  const auto [document, is_new] = topic.document(docno, place);
  if (!is_new) {
    const bool is_one_file = place.where().file == topic.entry().where.file;
    place.fail((is_document ? "document " : "the answer of ") + printable(docno.unchecked()) +
                   " is assigned twice",
               !object.find(names) ? "name the system of each answer, as run_id"
               : is_one_file       ? "keep one of the two"
                                   : "give files of one kind and of one judge");
  }
  NuggetBank& bank = builder.bank();
  bank.highest_grade = std::max(bank.highest_grade, 2);
  bank.lists_all = true;
  (is_document ? bank.of_documents : bank.of_answers) = true;
  return document;
}

Nugget& listed_nugget(std::string_view text, std::size_t number, Nugget read,
                      NuggetTopicBuilder& topic, const JsonPlace& place, bool in_turns) {
  auto [at, is_new] = topic.nugget(text, number - 1, in_turns);
  const auto is_of_another_group = [&](const std::string& group) {
    return !group.empty() && !read.group.empty() && group != read.group;
  };
  while (in_turns && !is_new && is_of_another_group(topic.entry().nuggets[at].group))
    std::tie(at, is_new) = topic.nugget(text, number - 1);
  Nugget& nugget = topic.entry().nuggets[at];
  if (is_new) {
    nugget.importance = read.importance;
    nugget.is_vital = read.is_vital;
  } else if (nugget.importance != read.importance || nugget.is_vital != read.is_vital) {
    place.fail("gives " + printable(text) + " another importance than before",
               "give a nugget the same everywhere");
  }
  if (is_of_another_group(nugget.group))
    place.fail("has another sub-narrative than before", "give it the same everywhere");
  if (nugget.group.empty()) nugget.group = std::move(read.group);
  return nugget;
}

std::optional<dom::element> find_with_info(const JsonObject& nugget, std::string_view name) {
  const auto given = nugget.find({name});
  const auto info = given ? std::nullopt : as<dom::object>(nugget.members()["info"]);
  return info ? JsonObject(*info, nugget.place()).find({name}) : given;
}

namespace {

constexpr ColumnNames vital_words = {"vital"sv, "must_have"sv, "essential"sv, "required"sv,
                                     "critical"sv};
constexpr ColumnNames okay_words = {"okay"sv, "ok"sv, "failed"sv, "nice_to_have"sv, "optional"sv};

// By a flag, which stands in the place of an importance, or by a word of another member.
[[gnu::cold]] bool set_vital(Nugget& nugget, const JsonObject& object, BankBuilder& builder) {
  const auto given = object.find({"vital", "is_vital", "mandatory"});
  for (const std::string_view name :
       {"importance_score", "necessity", "priority", "level", "type", "category"}) {
    const auto other = given ? std::nullopt : find_with_info(object, name);
    if (!other || other->is_null()) continue;
    const auto word = as<std::string_view>(*other);
    if (word ? is_called(*word, vital_words) || is_called(*word, okay_words)
             : other->is_number() && name == "importance_score")
      return set_importance(nugget, *other, object.place(), builder, name), true;
    if (name == "importance_score" || name == "necessity" || name == "priority")
      add_new({make_warning("unused-columns", Location{object.place().where().file, 0},
                            "the " + std::string(name) + " of nuggets is not read",
                            "if it is their importance, write vital or okay there")},
              builder.bank().notes);
  }
  if (!given) return false;
  std::string flag = lowered(minified(*given));
  std::erase(flag, '"');
  const bool is_vital = is_called(flag, {"true", "yes", "y", "1", "1.0", "vital"});
  if (!is_vital && !is_called(flag, {"false", "no", "n", "0", "0.0", "okay", "null"}))
    object.place().fail("the vital " + printable(flag) + " is neither 1 nor 0",
                        "write one of them");
  builder.bank().says_importance = true;
  if (is_vital) return true;
  nugget.importance = okay_importance;
  nugget.is_vital = false;
  return true;
}

}  // namespace

bool set_importance(Nugget& nugget, const JsonObject& object, BankBuilder& builder,
                    std::string_view member) {
  auto given = find_with_info(object, member);
  for (const std::string_view name : {"weight", "points", "tier", "vitality", "nugget_importance"})
    if (!given && member == "importance") given = find_with_info(object, name);
  if (!given) return set_vital(nugget, object, builder);
  set_importance(nugget, *given, object.place(), builder, member);
  return true;
}

void set_importance(Nugget& nugget, const dom::element& given, const JsonPlace& place,
                    BankBuilder& builder, std::string_view member) {
  builder.bank().says_importance = true;
  const auto word = as<std::string_view>(given);
  if (word && is_called(*word, vital_words)) return;
  const double number = word && is_called(*word, okay_words) ? okay_importance
                        : word                               ? parse_double(*word).value_or(-1)
                                                             : as<double>(given).value_or(-1);
  if (!(number >= 0 && number <= 1e6)) {
    place.fail("the " + std::string(member) + " " + printable(minified(given)) +
                   " is not vital, okay or a number from 0 to 1000000",
               "correct it, or leave it out");
  }
  nugget.importance = number;
  nugget.is_vital = false;
}

}  // namespace subintent::internal::nugget_files
