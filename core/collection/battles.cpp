#include "core/collection/battles.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/ascii.h"
#include "core/io/input_file.h"
#include "core/io/json_object.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

namespace battles_dom = simdjson::dom;

constexpr const char* battle_advice =
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

// Who won, by what a word calls the two; nothing for a game that failed.
std::optional<Preference> winner_of(const JsonObject& line, std::string_view member,
                                    std::string_view first, std::string_view second) {
  const auto word = line.find<std::string_view>({member}, "text");
  if (!word || lowered(*word) == "error") return std::nullopt;
  const std::string winner = lowered(*word);
  if (*word == first) return Preference::first;
  if (*word == second) return Preference::second;
  if (winner.starts_with("tie") || winner.starts_with("both")) return Preference::equal;
  line.fail(fmt::format("unknown {} '{}'", member, printable(*word)));
}

// Reads arena-hard's "A>>B", "B>A", "A=B".
std::optional<Preference> winner_of_score(const JsonObject& game) {
  const auto score = game.find<std::string_view>({"score"}, "text");
  if (!score) return std::nullopt;
  if (*score == "A>B" || *score == "A>>B" || *score == "B<A" || *score == "B<<A") {
    return Preference::first;
  }
  if (*score == "B>A" || *score == "B>>A" || *score == "A<B" || *score == "A<<B") {
    return Preference::second;
  }
  if (*score == "A=B" || *score == "B=A") return Preference::equal;
  game.fail(fmt::format("unknown score '{}'", printable(*score)));
}

Preference swapped(Preference preference) {
  if (preference == Preference::equal) return preference;
  return preference == Preference::first ? Preference::second : Preference::first;
}

// The games of a line, each with the run on the left.
class Battles {
 public:
  Battles(const JsonObject& line, std::vector<UserPreference>& battles)
      : line_(line), battles_(battles) {
    battle_.topic =
        text_of(line, {"question_id", "topic", "topic_id", "qid", "query_id", "uid", "id"});
    if (battle_.topic.empty()) {
      line.fail("has no question_id, topic, topic_id, qid, query_id, uid or id");
    }
    const auto judge = line.find({"judge", "judge_user", "user", "annotator"});
    battles_dom::array judges;  // FastChat's: the model, and what it was asked
    if (judge && judge->get(judges) == simdjson::SUCCESS && judges.size() > 0) {
      std::string_view name;
      if (judges.at(0).get(name) == simdjson::SUCCESS) battle_.participant = name;
    } else {
      battle_.participant = text_of(line, {"judge", "judge_user", "user", "annotator"});
    }
    if (battle_.participant.empty()) battle_.participant = "arena";
    const std::string turn = text_of(line, {"turn"});
    if (!turn.empty()) battle_.question = "turn " + turn;
  }

  // Games that failed are added to `failed`.
  void read(std::uint64_t& failed) {
    read_line();
    failed += failed_;
  }

 private:
  void read_line() {
    if (line_.has("pair")) return read_pair();
    if (line_.has("games")) return read_games();
    const bool numbered = line_.has("model_1");
    const char* const first = numbered ? "model_1" : "model_a";
    const char* const second = numbered ? "model_2" : "model_b";
    set_runs(text_of(line_, {first}), text_of(line_, {second}));
    if (battle_.run1.empty() || battle_.run2.empty()) line_.fail("has no model_a or no model_b");
    for (const auto& [one, two] :
         {std::pair("win_1", "win_2"), std::pair("g1_winner", "g2_winner")}) {
      if (!line_.has(one)) continue;
      add(winner_of(line_, one, first, second), false);
      if (line_.has(two)) add(winner_of(line_, two, first, second), true);
      return;
    }
    if (!line_.has("winner")) line_.get("winner");  // which throws
    add(winner_of(line_, "winner", first, second), false);
  }

  void set_runs(std::string first, std::string second) {
    battle_.run1 = std::move(first);
    battle_.run2 = std::move(second);
  }

  // A game, whose second run stood on the left where sides are changed.
  void add(std::optional<Preference> winner, bool changed) {
    if (!winner) {
      ++failed_;
      return;
    }
    UserPreference& made = battles_.emplace_back(battle_);
    made.left = changed ? made.run2 : made.run1;
    made.preference = *winner;
  }

  // RAGDoll's: the first of the pair is A.
  void read_pair() {
    const std::vector<std::string> pair = line_.texts("pair");
    if (pair.size() != 2) line_.fail("\"pair\" does not hold two runs");
    set_runs(pair[0], pair[1]);
    const auto status = line_.find<std::string_view>({"status"}, "text");
    if (status && *status != "completed") return add(std::nullopt, false);
    const char* const preferred = "preferred_run_id";
    if (line_.find({preferred})) return add(winner_of(line_, preferred, pair[0], pair[1]), false);
    add(winner_of(line_, "judge_verdict", "A", "B"), false);
  }

  // arena-hard's: the baseline is A of the first game.
  void read_games() {
    set_runs(text_of(line_, {"baseline"}), text_of(line_, {"model"}));
    if (battle_.run1.empty()) battle_.run1 = "baseline";
    if (battle_.run2.empty()) line_.fail("has no model");
    bool changed = false;
    for (const JsonObject& game : line_.objects("games")) {
      const auto winner = winner_of_score(game);
      add(winner && changed ? swapped(*winner) : winner, changed);
      changed = !changed;
    }
  }

  const JsonObject& line_;
  std::vector<UserPreference>& battles_;
  UserPreference battle_;
  std::uint64_t failed_ = 0;
};

}  // namespace

bool holds_battles(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

std::vector<UserPreference> parse_battles(std::string_view text, const std::string& name,
                                          std::uint64_t& failed) {
  LineSplitter lines(text, name);
  simdjson::dom::parser parser;
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>, int> times;
  std::vector<UserPreference> battles;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    const Location where = lines.location();
    const JsonPlace place(where, battle_advice);
    const std::size_t before = battles.size();
    const JsonObject object = JsonObject::parse(parser, line, place);
    Battles(object, battles).read(failed);
    for (UserPreference& made : std::span(battles).subspan(before)) {
      made.line = lines.line_number();
      const auto [a, b] = std::minmax(made.run1, made.run2);
      const int time = ++times[{made.topic, a, b, made.question, made.participant}];
      if (time > 1) made.participant += fmt::format(" #{}", time);
    }
  }
  return battles;
}

}  // namespace subintent::internal
