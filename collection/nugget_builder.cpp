#include "collection/nugget_builder.h"

#include "base/error.h"
#include "base/one_line.h"

namespace subintent::internal::nugget_files {
namespace {

// What an okay nugget weighs; a vital one weighs 1 [2411.09607 §3, its weighted scores].
constexpr double okay_importance = 0.5;

}  // namespace

TopicBuilder::TopicBuilder(std::string_view topic, Location where, TextArena& names)
    : names_(&names) {
  made_.topic = topic;
  made_.where = std::move(where);
}

NuggetTopic TopicBuilder::take() {
  made_.docnos = docnos_.names();
  return std::move(made_);
}

std::pair<std::uint32_t, bool> TopicBuilder::document(const Name& docno, const Place& place) {
  last_document_ = docnos_.insert_after(last_document_, docno.unchecked());
  const bool is_new = last_document_ == last_seen_.size();
  if (is_new) {
    docnos_.move_last(names_->store(docno.checked(place)));
    last_seen_.emplace_back();
  }
  return {last_document_, is_new};
}

void TopicBuilder::judge(Nugget& nugget, const Name& docno, std::int32_t grade,
                         const Place& place) {
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

std::pair<std::size_t, bool> TopicBuilder::nugget(std::string_view text, std::size_t expected) {
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

Nugget& TopicBuilder::add_nugget() {
  Nugget& nugget = made_.nuggets.emplace_back();
  nugget.id = std::to_string(made_.nuggets.size());
  return nugget;
}

bool TopicBuilder::rename_last(std::string_view id) {
  made_.nuggets.back().id = id;
  const bool is_new = ids_.insert(id).second;
  if (is_new) ids_.move_last(names_->store(id));
  return is_new;
}

TopicBuilder& BankBuilder::topic(std::string_view name, const Location& where) {
  const auto at = topics_.find(name);
  if (at != topics_.end()) return *at->second;
  auto topic = std::make_unique<TopicBuilder>(name, where, *bank_.names);
  return *topics_.emplace(name, std::move(topic)).first->second;
}

TopicBuilder& BankBuilder::new_topic(std::string_view name, const Location& where) {
  if (topics_.contains(name)) {
    throw Error(where, "topic " + printable(name) + " is listed twice",
                "keep one bank for a topic");
  }
  return topic(name, where);
}

NuggetBank BankBuilder::take() {
  bool any = false;
  for (auto& [name, topic] : topics_) {
    if (topic->made().nuggets.empty()) {
      throw Error(topic->made().where, "topic " + printable(name) + ": has no nuggets",
                  format_advice);
    }
    any = any || topic->has_documents();
    bank_.topics.push_back(topic->take());
  }
  if (!any) {
    throw Error(Location{bank_.name, 0}, "has nuggets, but no documents",
                "give a bank with references, or the output of nuggetizer assign");
  }
  return std::move(bank_);
}

void set_importance(Nugget& nugget, dom::object object, BankBuilder& builder, const Place& place) {
  auto given = find(object, {"importance"});
  dom::object info;
  if (!given && object["info"].get(info) == simdjson::SUCCESS) given = find(info, {"importance"});
  if (!given) return;
  builder.bank().says_importance = true;
  std::string_view word;
  double number = 0;
  if (given->get(word) == simdjson::SUCCESS) {
    if (word == "vital") return;
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

}  // namespace subintent::internal::nugget_files
