#include "collection/battles.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "io/input_file.h"
#include "io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* advice =
    R"(write {"question_id":"1","model_a":"x","model_b":"y","winner":"model_a"})";

// Text or a whole number, as it would be written; empty where there is none.
std::string text_of(const JsonObject& line, JsonNames names) {
  const auto found = line.find(names);
  if (!found) return {};
  std::string_view text;
  if (found->get(text) == simdjson::SUCCESS) return std::string(text);
  std::int64_t number = 0;
  if (found->get(number) == simdjson::SUCCESS) return std::to_string(number);
  line.mistyped(*names.begin(), "text or a whole number");
}

Preference winner_of(const JsonObject& line) {
  const std::string winner = line.text("winner");
  if (winner == "model_a") return Preference::first;
  if (winner == "model_b") return Preference::second;
  if (winner.starts_with("tie") || winner.starts_with("both")) return Preference::equal;
  line.fail(fmt::format("unknown winner '{}'", printable(winner)));
}

UserPreference battle_of(const JsonObject& line) {
  UserPreference made;
  made.topic = text_of(line, {"question_id", "topic", "topic_id", "qid", "query_id", "id"});
  if (made.topic.empty()) line.fail("has no question_id, topic, topic_id, qid, query_id or id");
  made.run1 = text_of(line, {"model_a"});
  made.run2 = text_of(line, {"model_b"});
  if (made.run1.empty() || made.run2.empty()) line.fail("has no model_a or no model_b");
  made.left = made.run1;
  made.participant = text_of(line, {"judge", "judge_user", "user", "annotator"});
  if (made.participant.empty()) made.participant = "arena";
  const std::string turn = text_of(line, {"turn"});
  if (!turn.empty()) made.question = "turn " + turn;
  made.preference = winner_of(line);
  return made;
}

}  // namespace

bool holds_battles(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

std::vector<UserPreference> parse_battles(std::string_view text, const std::string& name) {
  LineSplitter lines(text, name);
  simdjson::dom::parser parser;
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>, int> times;
  std::vector<UserPreference> battles;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    const Location where = lines.location();
    const JsonPlace place(where, advice);
    UserPreference& made = battles.emplace_back(battle_of(JsonObject::parse(parser, line, place)));
    made.line = lines.line_number();
    const auto [a, b] = std::minmax(made.run1, made.run2);
    const int time = ++times[{made.topic, a, b, made.question, made.participant}];
    if (time > 1) made.participant += fmt::format(" #{}", time);
  }
  return battles;
}

}  // namespace subintent::internal
