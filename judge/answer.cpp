#include "judge/answer.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "support/json.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::size_t name_limit = 64, time_limit = 40, label_limit = 500, comment_limit = 8000;
constexpr std::uint64_t largest_revision = (std::uint64_t{1} << 53) - 1;  // of JavaScript's numbers

struct NamedSide {
  std::string_view name;
  Side side;
};
constexpr std::array sides = {NamedSide{"left", Side::left}, NamedSide{"same", Side::same},
                              NamedSide{"right", Side::right}};

// Thrown where there is no location yet.
[[noreturn]] void fail(std::string message) {
  throw Error(std::move(message));
}

using Indices = std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>>;

std::optional<std::uint32_t> find(const Indices& indices, std::string_view name) {
  const auto at = indices.find(name);
  if (at == indices.end()) return std::nullopt;
  return at->second;
}

std::string_view text(object members, const char* name, std::size_t limit) {
  std::string_view value;
  if (members[name].get(value) != simdjson::SUCCESS) {
    fail(fmt::format("the answer has no text \"{}\"", name));
  }
  if (value.size() > limit) {
    fail(fmt::format("\"{}\" is longer than {} bytes", name, limit));
  }
  return value;
}

// Text that consists of letters, digits and `others`.
std::string_view word(object members, const char* name, std::size_t limit,
                      std::string_view others) {
  const std::string_view value = text(members, name, limit);
  const auto fits = [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           others.find(c) != std::string_view::npos;
  };
  if (value.empty() || !std::ranges::all_of(value, fits)) {
    fail(fmt::format("\"{}\" is empty or has characters that it may not have", name));
  }
  return value;
}

double seconds_of(object members) {
  double seconds = 0;
  if (members["seconds"].get(seconds) != simdjson::SUCCESS) {
    fail("the answer has no number \"seconds\"");
  }
  return std::clamp(seconds, 0.0, 1e9);  // clocks may have been changed in between
}

std::uint64_t revision_of(object members) {
  std::uint64_t revision = 0;
  if (members["revision"].get(revision) != simdjson::SUCCESS || revision == 0 ||
      revision > largest_revision) {
    fail(fmt::format("\"revision\" is not a whole number from 1 to {}", largest_revision));
  }
  return revision;
}

Side side_of(element value) {
  std::string_view name;
  if (value.get(name) == simdjson::SUCCESS) {
    for (const NamedSide& known : sides) {
      if (known.name == name) return known.side;
    }
  }
  fail("\"value\" is not left, same, right or null");
}

// Of a topic with `cards` cards.
class GroupingReader {
 public:
  explicit GroupingReader(std::size_t cards) : is_grouped_(cards, false) {}

  Grouping read(element value) {
    object members, labels;
    simdjson::dom::array groups;
    if (value.get(members) != simdjson::SUCCESS ||
        members["groups"].get(groups) != simdjson::SUCCESS ||
        members["labels"].get(labels) != simdjson::SUCCESS) {
      fail("\"value\" is not {\"groups\":[...],\"labels\":{...}} or null");
    }
    Grouping grouping;
    for (const element group : groups) grouping.groups.push_back(group_of(group));
    for (const auto& [card, label] : labels) {
      std::string_view given;
      if (label.get(given) != simdjson::SUCCESS || given.size() > label_limit) {
        fail(fmt::format("a label is no text of at most {} bytes", label_limit));
      }
      if (!grouping.labels.emplace(card_of(card), given).second) fail("a card has two labels");
    }
    return grouping;
  }

 private:
  CardGroup group_of(element value) {
    object members;
    simdjson::dom::array cards;
    if (value.get(members) != simdjson::SUCCESS ||
        members["cards"].get(cards) != simdjson::SUCCESS) {
      fail("a group is not {\"name\":\"...\",\"cards\":[...]}");
    }
    CardGroup group{std::string(text(members, "name", label_limit)), {}};
    for (const element value_of_card : cards) {
      std::string_view name;
      if (value_of_card.get(name) != simdjson::SUCCESS) fail("a card is not text");
      const std::uint32_t card = card_of(name);
      if (is_grouped_[card]) fail("a card is in two groups");
      is_grouped_[card] = true;
      group.cards.push_back(card);
    }
    return group;
  }

  std::uint32_t card_of(std::string_view name) const {
    const auto number = name.starts_with('c') ? parse_integer(name.substr(1)) : std::nullopt;
    const auto count = static_cast<std::int64_t>(is_grouped_.size());
    if (!number || *number < 1 || *number > count || name != card_id(*number - 1)) {
      fail("there is no card " + printable(name) + " in this task");
    }
    return static_cast<std::uint32_t>(*number - 1);
  }

  std::vector<bool> is_grouped_;
};

}  // namespace

std::string card_id(std::size_t index) {
  return "c" + std::to_string(index + 1);
}

class AnswerParser::Impl {
 public:
  explicit Impl(const Study& study) : study_(study) {
    for (const StudyParticipant& participant : study.participants) {
      participants_.emplace(participant.name, static_cast<std::uint32_t>(tasks_.size()));
      Indices& tasks = tasks_.emplace_back();
      for (const StudyTask& task : participant.tasks) {
        tasks.emplace(task.id, static_cast<std::uint32_t>(tasks.size()));
      }
    }
    for (std::size_t i = 0; i < study.questions.size(); ++i) {
      questions_.emplace(question_id(i), static_cast<std::uint32_t>(i));
    }
  }

  std::vector<Answer> parse_request(std::string_view body, std::uint32_t participant) {
    simdjson::dom::array events;
    if (parse(body)["events"].get(events) != simdjson::SUCCESS) {
      fail("the request has no array \"events\"");
    }
    std::vector<Answer> answers;
    for (const element event : events) {
      object members;
      if (event.get(members) != simdjson::SUCCESS) fail("an event is not a JSON object");
      if (answers.size() == answers_per_request) {
        fail(fmt::format("there are more than {} events in one request", answers_per_request));
      }
      answers.push_back(answer_of(members, participant));
    }
    return answers;
  }

  StoredAnswer parse_line(std::string_view line) {
    const object members = parse(line);
    if (text(members, "study", name_limit) != study_.id) fail("the answer is to another study");
    const std::string_view name = text(members, "participant", name_limit);
    const auto participant = find(participants_, name);
    if (!participant) fail("there is no participant " + printable(name) + " in this study");
    StoredAnswer stored{*participant, {}, answer_of(members, *participant)};
    if (members["received"].error() == simdjson::SUCCESS) {
      stored.received = word(members, "received", time_limit, ":.+-");
    }
    return stored;
  }

 private:
  object parse(std::string_view json) {
    object members;
    const auto error = parser_.parse(json.data(), json.size()).get(members);
    if (error == simdjson::INCORRECT_TYPE) fail("is not a JSON object");
    if (error != simdjson::SUCCESS) {
      fail(fmt::format("is not valid JSON: {}", json_defect(simdjson::error_message(error))));
    }
    return members;
  }

  Answer answer_of(object members, std::uint32_t participant) {
    Answer answer;
    answer.id = word(members, "id", name_limit, "_-");
    const std::string_view task = text(members, "task", name_limit);
    const auto task_index = find(tasks_[participant], task);
    if (!task_index) fail("the participant has no task " + printable(task));
    answer.task = *task_index;
    answer.question = question_of(members);
    answer.revision = revision_of(members);
    answer.value = value_of(members, participant, *task_index);
    answer.seconds = seconds_of(members);
    answer.time = word(members, "time", time_limit, ":.+-");
    answer.comment = text(members, "comment", comment_limit);
    return answer;
  }

  std::uint32_t question_of(object members) const {
    if (study_.kind == StudyKind::intents) return 0;
    const std::string_view name = text(members, "question", name_limit);
    const auto question = find(questions_, name);
    if (!question) fail("there is no question " + printable(name) + " in this study");
    return *question;
  }

  AnswerValue value_of(object members, std::uint32_t participant, std::uint32_t task) const {
    element value;
    if (members["value"].get(value) != simdjson::SUCCESS) fail("the answer has no \"value\"");
    if (value.is_null()) return {};
    if (study_.kind == StudyKind::preferences) return side_of(value);
    const std::uint32_t topic = study_.participants[participant].tasks[task].item;
    return GroupingReader(study_.topics[topic].cards.size()).read(value);
  }

  const Study& study_;
  Indices participants_, questions_;
  std::vector<Indices> tasks_;  // by participant
  simdjson::dom::parser parser_;
};

AnswerParser::AnswerParser(const Study& study) : impl_(std::make_unique<Impl>(study)) {}
AnswerParser::~AnswerParser() = default;

std::vector<Answer> AnswerParser::parse_request(std::string_view body, std::uint32_t participant) {
  return impl_->parse_request(body, participant);
}

StoredAnswer AnswerParser::parse_line(std::string_view line, const Location& location) {
  try {
    return impl_->parse_line(line);
  } catch (const Error& error) {
    throw Error(location, error.message(),
                "repair the line or remove it, and keep a copy of the file");
  }
}

namespace {

void append_member(std::string& out, std::string_view name, std::string_view value) {
  append_json_string(out, name);
  out += ':';
  append_json_string(out, value);
  out += ',';
}

void append_grouping(std::string& out, const Grouping& grouping) {
  out += R"({"groups":[)";
  for (const CardGroup& group : grouping.groups) {
    if (&group != &grouping.groups.front()) out += ',';
    out += '{';
    append_member(out, "name", group.name);
    out += R"("cards":[)";
    for (std::size_t i = 0; i < group.cards.size(); ++i) {
      if (i > 0) out += ',';
      append_json_string(out, card_id(group.cards[i]));
    }
    out += "]}";
  }
  out += R"(],"labels":{)";
  bool is_first = true;
  for (const auto& [card, label] : grouping.labels) {
    if (!std::exchange(is_first, false)) out += ',';
    append_json_string(out, card_id(card));
    out += ':';
    append_json_string(out, label);
  }
  out += "}}";
}

void append_value(std::string& out, const AnswerValue& value) {
  if (const auto* side = std::get_if<Side>(&value)) {
    append_json_string(out, sides[static_cast<std::size_t>(*side)].name);
  } else if (const auto* grouping = std::get_if<Grouping>(&value)) {
    append_grouping(out, *grouping);
  } else {
    out += "null";
  }
}

void append_members(std::string& out, const Study& study, std::uint32_t participant,
                    const Answer& answer) {
  append_member(out, "id", answer.id);
  append_member(out, "task", study.participants[participant].tasks[answer.task].id);
  if (study.kind == StudyKind::preferences) {
    append_member(out, "question", question_id(answer.question));
  }
  out += fmt::format(R"("revision":{},"value":)", answer.revision);
  append_value(out, answer.value);
  out += R"(,"seconds":)";
  append_json_number(out, answer.seconds);
  out += ',';
  append_member(out, "time", answer.time);
  append_member(out, "comment", answer.comment);
  out.back() = '}';
}

}  // namespace

void append_answer(std::string& out, const Study& study, std::uint32_t participant,
                   const Answer& answer) {
  out += '{';
  append_members(out, study, participant, answer);
}

void append_answer_line(std::string& out, const Study& study, const StoredAnswer& stored) {
  out += '{';
  append_member(out, "study", study.id);
  append_member(out, "participant", study.participants[stored.participant].name);
  if (!stored.received.empty()) append_member(out, "received", stored.received);
  append_members(out, study, stored.participant, stored.answer);
  out += '\n';
}

}  // namespace subintent::internal
