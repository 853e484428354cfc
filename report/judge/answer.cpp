#include "report/judge/answer.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <unordered_map>

#include "core/base/strings.h"
#include "core/io/json.h"
#include "core/io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t word_limit = 64, label_limit = 500, comment_limit = 8000;
constexpr std::uint64_t largest_revision = (std::uint64_t{1} << 53) - 1;  // of JavaScript's numbers

constexpr std::array<std::string_view, 3> sides = {"left", "same", "right"};  // of Side

using Indices = std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>>;

std::string text(const JsonObject& fields, std::string_view name, std::size_t limit) {
  std::string value = fields.text(name);
  if (value.size() > limit) fields.fail(fmt::format("\"{}\" is longer than {} bytes", name, limit));
  return value;
}

// Text of letters, digits and -_:.+ alone.
std::string word(const JsonObject& fields, std::string_view name) {
  std::string value = text(fields, name, word_limit);
  const auto fits = [](char c) {
    return is_digit(c) || is_letter(c) ||
           std::string_view("-_:.+").find(c) != std::string_view::npos;
  };
  if (value.empty() || !std::ranges::all_of(value, fits))
    fields.fail(fmt::format("\"{}\" is empty or has characters that it may not have", name));
  return value;
}

// The index of the name that a text of the answer has.
std::uint32_t named_member(const JsonObject& fields, std::string_view name, const Indices& known) {
  const std::string value = fields.text(name);
  const auto at = known.find(value);
  if (at == known.end())
    fields.fail(fmt::format("there is no {} {} {}", name, printable(value),
                            name == "participant" ? "in this study" : "of this participant"));
  return at->second;
}

Side side_of(const JsonObject& fields) {
  const auto* const at = std::ranges::find(sides, fields.text("value"));
  if (at == sides.end()) fields.fail("\"value\" is not left, same, right or null");
  return static_cast<Side>(at - sides.begin());
}

// Reads the groups of a topic with `cards` cards.
class GroupingReader {
 public:
  explicit GroupingReader(std::size_t cards) : is_grouped_(cards, false) {}

  Grouping read(const JsonObject& fields) {
    Grouping grouping;
    for (const JsonObject& group : fields.objects("groups"))
      grouping.groups.push_back(group_of(group));
    const JsonObject labels = fields.object("labels");
    for (const std::string& card : labels.names())
      grouping.labels.emplace(card_of(labels, card), text(labels, card, label_limit));
    grouping.is_done = fields.has("done") && fields.flag("done");
    return grouping;
  }

 private:
  CardGroup group_of(const JsonObject& fields) {
    CardGroup group{text(fields, "name", label_limit), {}};
    for (const std::string& name : fields.texts("cards")) {
      const std::uint32_t card = card_of(fields, name);
      if (is_grouped_[card]) fields.fail("card " + name + " is in two groups");
      is_grouped_[card] = true;
      group.cards.push_back(card);
    }
    return group;
  }

  std::uint32_t card_of(const JsonObject& fields, std::string_view name) const {
    const std::int64_t number =
        name.starts_with('c') ? parse_integer(name.substr(1)).value_or(0) : 0;
    const auto count = static_cast<std::int64_t>(is_grouped_.size());
    if (number < 1 || number > count || name != card_id(number - 1))
      fields.fail("there is no card " + printable(name) + " in this task");
    return static_cast<std::uint32_t>(number - 1);
  }

  std::vector<bool> is_grouped_;
};

void write_grouping(JsonWriter& json, const Grouping& grouping) {
  json.member("groups", grouping.groups, [&](const CardGroup& group) {
    json.within("{}", [&] {
      json.member("name", group.name);
      json.member("cards", group.cards, [&](std::uint32_t card) { json.text(card_id(card)); });
    });
  });
  json.key("labels");
  json.within("{}", [&] {
    for (const auto& [card, label] : grouping.labels) json.member(card_id(card), label);
  });
  json.member("done", grouping.is_done);
}

void write_value(JsonWriter& json, const AnswerValue& value) {
  if (const auto* side = std::get_if<Side>(&value))
    json.text(sides[static_cast<std::size_t>(*side)]);
  else if (const auto* grouping = std::get_if<Grouping>(&value))
    json.within("{}", [&] { write_grouping(json, *grouping); });
  else if (std::holds_alternative<Consent>(value))
    json.flag(true);
  else
    json.none();
}

void write_members(JsonWriter& json, const Study& study, std::uint32_t participant,
                   const Answer& answer) {
  json.member("id", answer.id);
  const bool is_consent = answer.task == consent_task;
  json.member("task",
              is_consent ? consent_name : study.participants[participant].tasks[answer.task].id);
  if (study.kind == StudyKind::preferences && !is_consent)
    json.member("question", question_id(answer.question));
  json.member("revision", answer.revision);
  json.key("value");
  write_value(json, answer.value);
  json.member("seconds", answer.seconds);
  json.member("time", answer.time);
  json.member("comment", answer.comment);
}

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
      for (const StudyTask& task : participant.tasks)
        tasks.emplace(task.id, static_cast<std::uint32_t>(tasks.size()));
    }
    for (std::size_t i = 0; i < study.questions.size(); ++i)
      questions_.emplace(question_id(i), static_cast<std::uint32_t>(i));
  }

  std::vector<Answer> parse_request(std::string_view body, std::uint32_t participant) {
    const Location nowhere;
    const JsonObject request = parse(body, "the request", nowhere);
    const auto events = request.objects("events");
    if (events.size() > answers_per_request)
      request.fail(fmt::format("there are more than {} events", answers_per_request));
    return mapped(events, [&](const auto& event) { return answer_of(event, participant); });
  }

  StoredAnswer parse_line(std::string_view line, const Location& location) {
    const JsonObject fields = parse(line, "the line", location);
    if (fields.text("study") != study_.id) fields.fail("the answer belongs to another study");
    const std::uint32_t participant = named_member(fields, "participant", participants_);
    StoredAnswer stored{participant, {}, answer_of(fields, participant)};
    if (fields.has("received")) stored.received = word(fields, "received");
    return stored;
  }

 private:
  // An object that has no member twice; refers to `location`.
  JsonObject parse(std::string_view json, std::string_view what, const Location& location) {
    simdjson::dom::object members;
    const auto error = parser_.parse(json.data(), json.size()).get(members);
    if (error == simdjson::INCORRECT_TYPE)
      throw Error(location, fmt::format("{} is not a JSON object", what));
    if (error != simdjson::SUCCESS) {
      throw Error(location, fmt::format("{} is not valid JSON: {}", what,
                                        json_defect(simdjson::error_message(error))));
    }
    const JsonObject result(members, JsonPlace(location));
    result.require_once();
    return result;
  }

  Answer answer_of(const JsonObject& fields, std::uint32_t participant) const {
    Answer answer;
    answer.id = word(fields, "id");
    const bool is_consent = !study_.consent.empty() && fields.text("task") == consent_name;
    answer.task = is_consent ? consent_task : named_member(fields, "task", tasks_[participant]);
    if (study_.kind == StudyKind::preferences && !is_consent)
      answer.question = named_member(fields, "question", questions_);
    answer.revision = fields.number("revision", 1, largest_revision);
    answer.value = value_of(fields, participant, answer.task);
    // Less than none where a clock was changed in between.
    answer.seconds = std::clamp(fields.real("seconds"), 0.0, 1e9);
    answer.time = word(fields, "time");
    answer.comment = text(fields, "comment", comment_limit);
    return answer;
  }

  AnswerValue value_of(const JsonObject& fields, std::uint32_t participant,
                       std::uint32_t task) const {
    if (fields.is_null("value")) return {};
    if (task == consent_task) {
      if (!fields.flag("value")) fields.fail("\"value\" is not true or null");
      return Consent();
    }
    if (study_.kind == StudyKind::preferences) return side_of(fields);
    const std::uint32_t topic = study_.participants[participant].tasks[task].item;
    return GroupingReader(study_.topics[topic].cards.size()).read(fields.object("value"));
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
  return impl_->parse_line(line, location);
}

Sha256 digest(const Answer& answer) {
  JsonWriter json;
  for (const std::uint64_t number :
       {std::uint64_t{answer.task}, std::uint64_t{answer.question}, answer.revision})
    json.number(number);
  write_value(json, answer.value);
  json.number(answer.seconds);
  for (const std::string& part : {answer.id, answer.time, answer.comment}) json.text(part);
  return sha256(json.out);
}

std::string answer_json(const Study& study, std::uint32_t participant, const Answer& answer) {
  JsonWriter json;
  json.within("{}", [&] { write_members(json, study, participant, answer); });
  return json.out;
}

std::string answer_line(const Study& study, const StoredAnswer& stored) {
  JsonWriter json;
  json.within("{}", [&] {
    json.member("study", study.id);
    json.member("participant", study.participants[stored.participant].name);
    if (!stored.received.empty()) json.member("received", stored.received);
    write_members(json, study, stored.participant, stored.answer);
  });
  return json.out + '\n';
}

}  // namespace subintent::internal
