#include <fmt/format.h>

#include <tuple>

#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/collection/preferences.h"
#include "core/io/json_object.h"

namespace subintent::internal {
namespace {

namespace battles_dom = simdjson::dom;

constexpr const char* battle_advice =
    R"(write {"question_id":"1","model_a":"x","model_b":"y","winner":"model_a"})";

// The first member that is not null, by these names in their order.
std::optional<battles_dom::element> member_called(const JsonObject& line, ColumnNames names) {
  for (const std::string_view name : names)
    for (const auto& [key, value] : line.members())
      if (same_name(key, name) && !value.is_null()) return value;
  return std::nullopt;
}

// Text, a whole number or a flag, as it would be written; empty where there is none.
std::string text_of(const JsonObject& line, ColumnNames names) {
  const auto found = member_called(line, names);
  if (!found) return {};
  if (const auto text = as<std::string_view>(*found)) return std::string(*text);
  const std::string value = minified(*found);
  if (found->is_bool()) return value;
  if (const auto number = parse_whole(value)) return std::to_string(*number);
  line.mistyped(*names.begin(), "text or a whole number");
}

// How the two of a battle are called.
constexpr std::pair<std::string_view, std::string_view> sides[] = {
    {"model_a", "model_b"},
    {"model_1", "model_2"},
    {"system_a", "system_b"},
    {"system_1", "system_2"},
    {"run_a", "run_b"},
    {"run_1", "run_2"},
    {"method_a", "method_b"},
    {"method_1", "method_2"},
    {"answer_a_model", "answer_b_model"},
    {"response_a_model", "response_b_model"},
    {"model_a_name", "model_b_name"},
    {"assistant_a", "assistant_b"},
    {"left", "right"},
    {"a", "b"},
    {"generator_1", "generator_2"}};
constexpr ColumnNames winner_columns = {"winner"sv,  "preferred"sv,  "vote"sv,
                                        "choice"sv,  "outcome"sv,    "better"sv,
                                        "verdict"sv, "preference"sv, "label"sv};
// Names of one topic's many battles come before those of the battle itself.
constexpr ColumnNames battle_topics = {"question_id"sv, "topic"sv, "topic_id"sv,    "qid"sv,
                                       "query_id"sv,    "query"sv, "prompt_id"sv,   "task_id"sv,
                                       "uid"sv,         "id"sv,    "instruction"sv, "prompt"sv,
                                       "question"sv};

// The names of members or columns that stand for the two; empty where there are none.
std::pair<std::string, std::string> sides_among(std::span<const std::string> names) {
  const auto found = [&](std::string_view wanted) {
    const auto at =
        std::ranges::find_if(names, [&](const auto& n) { return same_name(n, wanted); });
    return at == names.end() ? std::string() : *at;
  };
  for (const auto& [one, two] : sides)
    if (!found(one).empty() && !found(two).empty()) return {found(one), found(two)};
  return {};
}

// Without what Mechanical Turk puts before them: "Input.qid", "Answer.choice".
[[gnu::cold]] std::vector<std::string> headings_of_battles(std::string_view text) {
  auto names = headings_in(text);
  for (std::string& name : names)
    if (name.starts_with("input.") || name.starts_with("answer."))
      name.erase(0, name.find('.') + 1);
  return names;
}

// Do they name who won? The last of the names are also those of other things.
bool name_winners(std::span<const std::string> names) {
  const auto place = column_called(winner_columns, names);
  const std::string first = sides_among(names).first;
  if (!place || first.empty()) return place && column_called({"loser"}, names);
  return !is_called(names[*place], {"better", "verdict", "preference", "label"}) ||
         !is_called(first, {"run_a", "run_1", "left", "a", "generator_1"});
}

std::optional<Preference> side_of(std::string_view word) {
  const auto number = parse_whole(word);  // is_called() passes over a minus
  if (number == 1 || is_called(word, {"a", "left", "first", "model_a", "model_1", "assistant_a"}))
    return Preference::first;
  if (number == 2 || is_called(word, {"b", "right", "second", "model_b", "model_2", "assistant_b"}))
    return Preference::second;
  return std::nullopt;
}

// arena-hard's "A>>B", "B>A", "A=B".
std::optional<Preference> preferred_by(std::string_view score) {
  if (is_called(score, {"A>B", "A>>B", "B<A", "B<<A"})) return Preference::first;
  if (is_called(score, {"B>A", "B>>A", "A<B", "A<<B"})) return Preference::second;
  if (is_called(score, {"A=B", "B=A"})) return Preference::equal;
  return std::nullopt;
}

// "a" of "response a" and of "a is much better".
std::string_view side_alone(std::string_view word) {
  if (word.ends_with(" better")) word = word.substr(0, word.find(" is "));
  for (const std::string_view kind : {"response", "answer", "output", "option", "system", "list"})
    if (word.starts_with(kind))
      return word.substr(std::min(word.size(), word.find_first_not_of("_- ", kind.size())));
  return word;
}

// Who won, by what a word calls the two; nothing for a game that failed.
std::optional<Preference> winner_of(const JsonObject& line, JsonNames members,
                                    std::string_view first, std::string_view second) {
  const std::string word = text_of(line, members);
  std::string winner = lowered(word);
  if (winner.starts_with("[[") && winner.ends_with("]]"))
    winner = winner.substr(2, winner.size() - 4);
  if (word.empty() || winner == "error") return std::nullopt;
  if (word == first) return Preference::first;
  if (word == second) return Preference::second;
  if (const auto side = side_of(winner)) return side;
  if (const auto order = preferred_by(winner)) return order;
  if (const auto side = side_of(side_alone(winner))) return side;
  if (winner.starts_with("tie") || winner.starts_with("both") ||
      is_called(winner, {"draw", "equal", "same", "neither", "=", "c"}))
    return Preference::equal;
  line.place().fail(fmt::format("the {} {} is neither {} nor {}, nor a tie", *members.begin(),
                                printable(word), printable(first), printable(second)),
                    fmt::format("write {}, {} or tie", printable(first), printable(second)));
}

std::optional<Preference> winner_of_score(const JsonObject& game) {
  const auto score = game.find<std::string_view>({"score"}, "text");
  if (!score) return std::nullopt;
  if (const auto order = preferred_by(*score)) return order;
  game.fail(fmt::format("unknown score '{}'", printable(*score)));
}

class Battles {
 public:
  // Without a name, a topic has the number of the line or element.
  Battles(const JsonObject& line, std::vector<UserPreference>& battles, std::size_t number,
          std::uint64_t& failed)
      : line_(line), battles_(battles), failed_(failed) {
    battle_.topic = text_of(line, battle_topics);
    battle_.topic = battle_.topic.empty() ? std::to_string(number) : one_line(battle_.topic);
    const auto judges = as<battles_dom::array>(member_called(line, judge_columns));
    battle_.participant =
        judges && judges->size() > 0  // FastChat's: the model, and what it was asked
            ? as<std::string_view>(judges->at(0)).value_or("")
            : text_of(line, judge_columns);
    if (battle_.participant.empty()) battle_.participant = unnamed_judge;
    const std::string turn = text_of(line, {"turn"});
    if (!turn.empty()) battle_.question = "turn " + turn;
  }

  // Games that failed are counted.
  void read() {
    if (line_.has("pair")) return read_pair();
    if (line_.has("games")) return read_games();
    if (line_.has("generator_1")) return read_generators();
    const std::vector<std::string> names = line_.names();
    const auto [first, second] = sides_among(names);
    if (first.empty() && column_called({"loser"}, names)) {
      set_runs(text_of(line_, {"winner"}), text_of(line_, {"loser"}));
      const std::string tie =
          text_of(line_, {"tie", "is_tie", "tied", "draw", "is_draw", "outcome", "result"});
      const bool is_tie =
          is_called(tie, {"true", "1", "yes", "tie", "tied", "draw", "equal", "both", "t"});
      return add(is_tie ? Preference::equal : Preference::first, {});
    }
    if (first.empty()) line_.fail("has no model_a or no model_b");
    set_runs(text_of(line_, {first}), text_of(line_, {second}));
    if (battle_.run1.empty() || battle_.run2.empty()) line_.fail("has no model_a or no model_b");
    for (const auto& [one, two] :
         {std::pair("win_1", "win_2"), std::pair("g1_winner", "g2_winner")}) {
      if (!line_.has(one)) continue;
      add(winner_of(line_, {one}, first, second), battle_.run1);
      if (line_.has(two)) add(winner_of(line_, {two}, first, second), battle_.run2);
      return;
    }
    for (const auto& [one, preference] :  // a column for each outcome
         {std::pair("winner_model_a", Preference::first),
          std::pair("winner_model_b", Preference::second),
          std::pair("winner_tie", Preference::equal)})
      if (is_called(text_of(line_, {one}), {"1", "1.0", "true"}))
        return add(preference, battle_.run1);
    if (!column_called(winner_columns, names)) line_.get("winner");  // which throws
    const std::string winner = text_of(line_, winner_columns);
    const bool is_named = winner == battle_.run1 || winner == battle_.run2;
    if (is_named &&
        side_of(winner) == (winner == battle_.run1 ? Preference::second : Preference::first))
      line_.place().fail(fmt::format("the winner {} is the name of one and the side of the other",
                                     printable(winner)),
                         "write model_a or model_b");
    // "system_1" and "system_2" do not say who was shown first.
    add(is_named ? winner_of(line_, winner_columns, battle_.run1, battle_.run2)
                 : winner_of(line_, winner_columns, first, second),
        first.ends_with('1') ? "" : battle_.run1);
  }

 private:
  void set_runs(std::string first, std::string second) {
    battle_.run1 = std::move(first);
    battle_.run2 = std::move(second);
  }

  // A game, and the run that stood on the left, if it is known.
  void add(std::optional<Preference> winner, const std::string& left) {
    if (!winner) {
      ++failed_;
      return;
    }
    UserPreference& preference = battles_.emplace_back(battle_);
    preference.left = left;
    preference.preference = *winner;
  }

  // RAGDoll's: the pair has no order. Which of it the judge saw first, as A, is said, or follows
  // from the verdict.
  void read_pair() {
    const std::vector<std::string> pair = line_.texts("pair");
    if (pair.size() != 2) line_.fail("\"pair\" does not hold two runs");
    set_runs(pair[0], pair[1]);
    if (battle_.participant == unnamed_judge && line_.find({"model"}))
      battle_.participant = text_of(line_, {"model"});
    std::string left = text_of(line_, {"assistant_a_run_id"});
    if (!left.empty() && std::ranges::count(pair, left) == 0)
      line_.fail("\"assistant_a_run_id\" is not one of the pair");
    const auto status = line_.find<std::string_view>({"status"}, "text");
    if (status && *status != "completed") return add(std::nullopt, left);
    const auto preferred = line_.find<std::string_view>({"preferred_run_id"}, "text");
    const auto verdict = line_.find<std::string_view>({"judge_verdict"}, "text");
    if (preferred) {
      if (left.empty() && verdict && (*verdict == "A" || *verdict == "B"))
        left = pair[(*preferred == pair[0]) == (*verdict == "A") ? 0 : 1];
      return add(winner_of(line_, {"preferred_run_id"}, pair[0], pair[1]), left);
    }
    const auto winner = winner_of(line_, {"judge_verdict"}, "A", "B");
    add(winner && left == pair[1] ? exchanged(*winner) : winner, left);
  }

  // AlpacaEval's, where 1 prefers the first, 2 the second, and what lies between is the nearer of
  // them; 0 and 1.5 are ties.
  void read_generators() {
    set_runs(text_of(line_, {"generator_1"}), text_of(line_, {"generator_2"}));
    battle_.participant = line_.has("annotator") ? battle_.participant : unnamed_judge;
    const auto found = line_.find({"preference"});
    if (!found) return add(std::nullopt, battle_.run1);
    const auto text = as<std::string_view>(*found);
    const auto number = text ? parse_double(*text) : as<double>(*found);
    if (!number || *number < 0 || *number > 2) line_.mistyped("preference", "a number from 0 to 2");
    constexpr double even = 1.5;
    add(*number == 0 || *number == even ? Preference::equal
        : *number < even                ? Preference::first
                                        : Preference::second,
        battle_.run1);
  }

  // arena-hard's: the baseline is A of the first game.
  void read_games() {
    set_runs(text_of(line_, {"baseline"}), text_of(line_, {"model"}));
    if (battle_.run1.empty()) battle_.run1 = "baseline";
    if (battle_.run2.empty()) line_.fail("has no model");
    bool changed = false;
    for (const battles_dom::element element : line_.get<battles_dom::array>("games", "an array")) {
      const auto winner =
          element.is_null() ? std::nullopt : winner_of_score(JsonObject(element, line_.place()));
      add(winner && changed ? exchanged(*winner) : winner, changed ? battle_.run2 : battle_.run1);
      changed = !changed;
    }
  }

  const JsonObject& line_;
  std::vector<UserPreference>& battles_;
  UserPreference battle_;
  std::uint64_t& failed_;
};

bool is_battle_table(std::string_view text) {
  if (JsonDict::fits(text)) return false;
  const auto names = headings_of_battles(text);
  const std::string first = sides_among(names).first;
  return first.starts_with("model_") || first == "generator_1" || name_winners(names);
}

}  // namespace

bool holds_battles(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  return text[first] == '{' || text[first] == '[' || is_battle_table(text);
}

bool names_battles(std::string_view text) {
  std::vector<std::string> names;
  any_first_member(text, [&](std::string_view name, std::string_view) {
    names.emplace_back(name);
    return false;
  });
  return is_battle_table(text) || name_winners(names) ||
         first_object_has(text, {{"winner", "win_1", "g1_winner", "games", "judge_verdict"}}) ||
         first_object_has(text, {{"generator_1"}, {"generator_2"}, {"preference"}});
}

std::string_view judge_of(std::string_view participant) {
  const std::size_t mark = participant.rfind(" #");
  const bool is_marked = mark != participant.npos && parse_whole(participant.substr(mark + 2));
  return participant.substr(0, is_marked ? mark : participant.size());
}

std::vector<UserPreference> parse_battles(std::string_view text, const std::string& name,
                                          std::uint64_t& failed) {
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>, int> times;
  std::vector<UserPreference> battles;
  std::size_t number = 0;
  const auto add = [&](const JsonObject& object, std::string_view) {
    const std::size_t before = battles.size();
    Battles(object, battles, ++number, failed).read();
    for (UserPreference& preference : std::span(battles).subspan(before)) {
      preference.line = object.place().where().line;
      const auto [a, b] = std::minmax(preference.run1, preference.run2);
      const int time =
          ++times[{preference.topic, a, b, preference.question, preference.participant}];
      if (time > 1) preference.participant += fmt::format(" #{}", time);
    }
  };
  const Source held = Source::memory(std::string(text), name);
  const bool is_table = is_battle_table(text);
  const auto name_of = [names = headings_of_battles(text)](std::size_t i) { return names[i]; };
  const std::string rows =
      is_table ? rows_as_json(TextFile(held), name_of, winner_columns, {"preference"}) : "";
  for_each_object(Content::plain(is_table ? Source::memory(rows, name) : held), battle_advice, add);
  return battles;
}

}  // namespace subintent::internal
