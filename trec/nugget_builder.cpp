#include "trec/nugget_builder.h"

#include "support/error.h"
#include "support/one_line.h"

namespace subintent::internal::nugget_files {
namespace {

// What an okay nugget weighs; a vital one weighs 1 [2411.09607 §3, its weighted scores].
constexpr double okay_importance = 0.5;

}  // namespace

TopicBuilder::TopicBuilder(std::string topic, Location where) {
  made_.topic = std::move(topic);
  made_.where = std::move(where);
}

std::pair<std::uint32_t, bool> TopicBuilder::document(std::string docno) {
  const auto [at, is_new] =
      places_.try_emplace(std::move(docno), static_cast<std::uint32_t>(made_.docnos.size()));
  if (is_new) made_.docnos.push_back(at->first);
  return {at->second, is_new};
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

bool TopicBuilder::rename_last(const std::string& id) {
  made_.nuggets.back().id = id;
  return ids_.insert(id).second;
}

TopicBuilder& BankBuilder::topic(const std::string& name, const Location& where) {
  const auto [at, is_new] = topics_.try_emplace(name);
  if (is_new) at->second = std::make_unique<TopicBuilder>(name, where);
  return *at->second;
}

TopicBuilder& BankBuilder::new_topic(const std::string& name, const Location& where) {
  if (topics_.contains(name)) {
    throw Error(where, "topic " + printable(name) + " is listed twice",
                "keep one bank for a topic");
  }
  return topic(name, where);
}

NuggetBank BankBuilder::take() {
  bool any = false;
  for (auto& [name, topic] : topics_) {
    NuggetTopic& made = topic->made();
    if (made.nuggets.empty()) {
      throw Error(made.where, "topic " + printable(name) + ": has no nuggets", format_advice);
    }
    any = any || !made.docnos.empty();
    bank_.topics.push_back(std::move(made));
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
