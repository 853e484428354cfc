#include "core/collection/preferences.h"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "core/base/docno.h"
#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/collection/topic_objects.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "core/io/json_object.h"
#include "core/io/table_cells.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* preference_advice =
    "write topic, run1, run2, participant and <, = or >, with tabs";

enum PreferenceColumn : std::size_t {
  topic,
  run1,
  run2,
  participant,
  preference,  // the last of those that must be there
  left,
  seconds,
  question,
  repeat,
  pool,
  check_column,
  comment,
  preference_columns
};

const WantedColumn columns_of_preferences[preference_columns] = {{{"topic"}},
                                                                 {{"run1"}},
                                                                 {{"run2"}},
                                                                 {{"participant"}},
                                                                 {{"preference"}},
                                                                 {{"left"}, false},
                                                                 {{"seconds"}, false, true},
                                                                 {{"question"}, false},
                                                                 {{"repeat"}, false},
                                                                 {{"pool"}, false},
                                                                 {{"check"}, false},
                                                                 {{"comment"}, false}};

std::string_view name_of(std::size_t column) {
  return *columns_of_preferences[column].names.begin();
}

constexpr double most_seconds = 1e9;  // 30 years
constexpr std::string_view header_begin = "topic\t";

std::optional<Preference> preference_of(std::string_view text) {
  if (text == ">") return Preference::first;
  if (text == "=") return Preference::equal;
  if (text == "<") return Preference::second;
  return std::nullopt;
}

class PreferenceLayout {
 public:
  PreferenceLayout() : size_(preference + 1) {
    for (std::size_t i = 0; i < size_; ++i) place_[i] = i;
  }

  PreferenceLayout(const LineSplitter& lines, std::string_view header) {
    auto names = split_tabs(header);
    names.back() = trim(names.back());
    size_ = names.size();
    for (std::size_t i = 0; i < preference_columns; ++i) {
      const auto found = std::find(names.begin(), names.end(), name_of(i));
      if (found == names.end()) {
        if (i > preference) continue;
        throw Error(lines.location(), "the header line has no column " + std::string(name_of(i)),
                    "name topic, run1, run2, participant and preference");
      }
      if (std::count(names.begin(), names.end(), name_of(i)) > 1) {
        throw Error(lines.location(),
                    "the header line has column " + std::string(name_of(i)) + " twice",
                    "leave one out");
      }
      place_[i] = static_cast<std::size_t>(found - names.begin());
    }
  }

  std::size_t size() const { return size_; }
  // From 1, as people count.
  std::size_t number(PreferenceColumn column) const { return place_[column].value_or(0) + 1; }
  // Empty where there is no such column.
  std::string_view of(const std::vector<std::string_view>& line, PreferenceColumn column) const {
    return place_[column] ? line[*place_[column]] : std::string_view();
  }

 private:
  std::optional<std::size_t> place_[preference_columns];
  std::size_t size_ = 0;
};

// The columns behind the five.
void add_details(const LineSplitter& lines, const PreferenceLayout& layout,
                 const std::vector<std::string_view>& line, UserPreference& made) {
  made.left = layout.of(line, left);
  made.question = layout.of(line, question);
  made.pool = trim(layout.of(line, pool));
  made.comment = trim(layout.of(line, comment));
  if (const auto text = trim(layout.of(line, check_column)); !text.empty()) {
    made.check = preference_of(text);
    if (!made.check) {
      throw Error(lines.location(), "check is '" + printable(text) + "'",
                  "write the preference that is right, <, = or >; leave it empty for other pairs");
    }
  }
  if (const auto text = trim(layout.of(line, seconds)); !text.empty()) {
    made.seconds = parse_double(text);
    if (!made.seconds) {
      throw Error(lines.location(), "'" + printable(text) + "' is not a number of seconds",
                  "write a number, or leave the column empty");
    }
  }
  const auto text = trim(layout.of(line, repeat));
  if (!text.empty() && text != "0" && text != "1") {
    throw Error(lines.location(), "repeat is '" + printable(text) + "'",
                "write 1 for a pair that is shown a second time, otherwise 0");
  }
  made.repeat = text == "1";
}

UserPreference parse_preference(const LineSplitter& lines, const PreferenceLayout& layout,
                                std::string_view line) {
  const auto column = split_tabs(line);
  if (column.size() != layout.size()) {
    refuse_columns(lines.location(), std::to_string(layout.size()), column.size(),
                   layout.size() == preference + 1 ? preference_advice
                                                   : "write as many as the header line has");
  }
  UserPreference made;
  std::string* const names[] = {&made.topic, &made.run1, &made.run2, &made.participant};
  for (const PreferenceColumn i : {topic, run1, run2, participant}) {
    *names[i] = column[layout.number(i) - 1];
    if (names[i]->empty()) {
      throw Error(lines.location(), "column " + std::to_string(layout.number(i)) + " is empty",
                  preference_advice);
    }
  }
  const std::string_view sign = layout.of(column, preference);
  const auto preferred = preference_of(trim(sign));
  if (!preferred) {
    throw Error(lines.location(), "unknown preference '" + printable(sign) + "'",
                "write < (run2 is better), = or > (run1 is better)");
  }
  made.preference = *preferred;
  made.line = lines.line_number();
  add_details(lines, layout, column, made);
  return made;
}

Preference exchanged(Preference preference) {
  return static_cast<Preference>(-static_cast<int>(preference));
}

// With the smaller run first.
UserPreference ordered(UserPreference made, const std::string& name) {
  const Location location{name, made.line};
  for (const std::string* text : {&made.topic, &made.run1, &made.run2, &made.participant})
    if (text->empty())
      throw Error(location, "the name of a topic, run or participant is empty", "write one");
  if (made.run1 == made.run2) {
    throw Error(location, "run " + printable(made.run1) + " is compared with itself",
                "give two runs");
  }
  if (!made.left.empty() && made.left != made.run1 && made.left != made.run2) {
    throw Error(location, "run " + printable(made.left) + " on the left is neither run",
                "write " + printable(made.run1) + " or " + printable(made.run2));
  }
  if (made.seconds && !(*made.seconds >= 0 && *made.seconds <= most_seconds)) {
    throw Error(location, "an answer took " + shortest(*made.seconds) + " seconds",
                "write a number from 0 to " + shortest(most_seconds));
  }
  if (made.run2 < made.run1) {
    std::swap(made.run1, made.run2);
    made.preference = exchanged(made.preference);
    if (made.check) made.check = exchanged(*made.check);
  }
  return made;
}

bool judged_before(const UserPreference& a, const UserPreference& b) {
  if (a.topic != b.topic) return label_less(a.topic, b.topic);
  const int runs = std::tie(a.run1, a.run2) < std::tie(b.run1, b.run2)    ? -1
                   : std::tie(a.run1, a.run2) == std::tie(b.run1, b.run2) ? 0
                                                                          : 1;
  if (runs != 0) return runs < 0;
  if (a.question != b.question) return label_less(a.question, b.question);
  if (a.participant != b.participant) return label_less(a.participant, b.participant);
  if (a.repeat != b.repeat) return b.repeat;
  return a.line < b.line;
}

// In order, each once.
std::vector<UserPreference> sorted(std::vector<UserPreference> found, const std::string& name) {
  std::sort(found.begin(), found.end(), judged_before);
  std::vector<UserPreference> preferences;
  for (UserPreference& judged : found) {
    if (!preferences.empty()) {
      const UserPreference& last = preferences.back();
      if (last.same_pair(judged) && last.repeat == judged.repeat) {
        if (last.preference == judged.preference) continue;
        throw Error(Location{name, judged.line},
                    "participant " + printable(judged.participant) + " judges runs " +
                        printable(judged.run1) + " and " + printable(judged.run2) + " for topic " +
                        printable(judged.topic) + " twice, with different preferences",
                    "keep one judgment");
      }
    }
    preferences.push_back(std::move(judged));
  }
  return preferences;
}

}  // namespace

namespace {

// Puts a table that has no tabs between its columns in the form of lines, and says their layout.
PreferenceLayout put_in_order(const std::vector<std::string>& names, TextFile& text) {
  std::string header;
  for (std::size_t i = 0; i < preference_columns; ++i)
    if (std::ranges::count(names, name_of(i)) > 0) header.append(name_of(i)) += '\t';
  const PreferenceLayout layout(LineSplitter(text.text(), text.name()), header);
  text = with_columns_in_order(text, columns_of_preferences);
  return layout;
}

}  // namespace

std::vector<UserPreference> read_preferences(const Source& source, std::uint64_t* failed) {
  TextFile text(source);
  if (holds_battles(text.text())) {
    std::uint64_t unfinished = 0;
    auto battles = parse_battles(text.text(), source.name(), unfinished);
    if (failed != nullptr) *failed += unfinished;
    return checked_preferences(std::move(battles), source.name());
  }
  PreferenceLayout layout;
  if (const auto names = headings_in(text.text());
      !text.text().starts_with(header_begin) && std::ranges::count(names, name_of(preference)) > 0)
    layout = put_in_order(names, text);
  LineSplitter lines(text.content().bytes(), text.name());
  std::vector<UserPreference> found;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    if (line.starts_with(header_begin)) {
      layout = PreferenceLayout(lines, line);
      continue;
    }
    found.push_back(ordered(parse_preference(lines, layout, line), source.name()));
  }
  if (found.empty())
    throw Error(Location{source.name(), 0}, "contains no preferences", preference_advice);
  return sorted(std::move(found), source.name());
}

std::vector<UserPreference> checked_preferences(std::vector<UserPreference> preferences,
                                                const std::string& name) {
  std::uint64_t number = 0;
  for (UserPreference& judged : preferences) {
    ++number;
    if (judged.line == 0) judged.line = number;
    judged = ordered(std::move(judged), name);
  }
  if (preferences.empty()) throw Error(Location{name, 0}, "contains no preferences");
  return sorted(std::move(preferences), name);
}

namespace {

namespace battles_dom = simdjson::dom;

constexpr const char* battle_advice =
    R"(write {"question_id":"1","model_a":"x","model_b":"y","winner":"model_a"})";

constexpr const char* unnamed_judge = "arena";

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

// How the two of a battle are called.
constexpr std::pair<std::string_view, std::string_view> sides[] = {{"model_a", "model_b"},
                                                                   {"model_1", "model_2"},
                                                                   {"system_a", "system_b"},
                                                                   {"system_1", "system_2"},
                                                                   {"run_a", "run_b"},
                                                                   {"run_1", "run_2"},
                                                                   {"method_a", "method_b"},
                                                                   {"method_1", "method_2"},
                                                                   {"left", "right"},
                                                                   {"a", "b"},
                                                                   {"generator_1", "generator_2"}};
const ColumnNames winner_columns = {"winner", "preferred", "vote", "choice", "outcome"};

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

// The side that a word means.
std::optional<Preference> side_of(std::string_view word) {
  const auto number = parse_whole(word);  // is_called() passes over a minus
  if (number == 1 || is_called(word, {"a", "left", "first", "model_a", "model_1", "assistant_a"}))
    return Preference::first;
  if (number == 2 || is_called(word, {"b", "right", "second", "model_b", "model_2", "assistant_b"}))
    return Preference::second;
  return std::nullopt;
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
  if (winner.starts_with("tie") || winner.starts_with("both") ||
      is_called(winner, {"draw", "equal", "same", "neither", "=", "c"}))
    return Preference::equal;
  line.fail(fmt::format("the {} {} is neither {} nor {}, nor a tie", *members.begin(),
                        printable(word), printable(first), printable(second)));
}

// Reads arena-hard's "A>>B", "B>A", "A=B".
std::optional<Preference> winner_of_score(const JsonObject& game) {
  const auto score = game.find<std::string_view>({"score"}, "text");
  if (!score) return std::nullopt;
  if (*score == "A>B" || *score == "A>>B" || *score == "B<A" || *score == "B<<A")
    return Preference::first;
  if (*score == "B>A" || *score == "B>>A" || *score == "A<B" || *score == "A<<B")
    return Preference::second;
  if (*score == "A=B" || *score == "B=A") return Preference::equal;
  game.fail(fmt::format("unknown score '{}'", printable(*score)));
}

class Battles {
 public:
  // Without a name, a topic has the number of the line or element.
  Battles(const JsonObject& line, std::vector<UserPreference>& battles, std::size_t number)
      : line_(line), battles_(battles) {
    battle_.topic = text_of(line, {"question_id", "topic", "topic_id", "qid", "query_id", "query",
                                   "uid", "id", "instruction", "prompt"});
    battle_.topic = battle_.topic.empty() ? std::to_string(number) : one_line(battle_.topic);
    const auto judge = line.find({"judge", "judge_user", "user", "annotator"});
    battles_dom::array judges;  // FastChat's: the model, and what it was asked
    if (judge && judge->get(judges) == simdjson::SUCCESS && judges.size() > 0) {
      std::string_view name;
      if (judges.at(0).get(name) == simdjson::SUCCESS) battle_.participant = name;
    } else {
      battle_.participant = text_of(line, {"judge", "judge_user", "user", "annotator"});
    }
    if (battle_.participant.empty()) battle_.participant = unnamed_judge;
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
    if (line_.has("generator_1")) return read_generators();
    const auto [first, second] = sides_among(line_.names());
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
      if (text_of(line_, {one}) == "1") return add(preference, battle_.run1);
    if (std::ranges::none_of(winner_columns, [&](auto name) { return line_.has(name); }))
      line_.get("winner");  // which throws
    const std::string winner = text_of(line_, winner_columns);
    const bool is_named = winner == battle_.run1 || winner == battle_.run2;
    if (is_named &&
        side_of(winner) == (winner == battle_.run1 ? Preference::second : Preference::first))
      line_.place().fail(fmt::format("the winner {} is the name of one and the side of the other",
                                     printable(winner)),
                         "write model_a or model_b");
    add(is_named ? winner_of(line_, winner_columns, battle_.run1, battle_.run2)
                 : winner_of(line_, winner_columns, first, second),
        battle_.run1);
  }

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
    UserPreference& made = battles_.emplace_back(battle_);
    made.left = left;
    made.preference = *winner;
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
    std::optional<double> number;
    std::string_view text;
    double real = 0;
    if (found && found->get(real) == simdjson::SUCCESS) number = real;
    if (found && found->get(text) == simdjson::SUCCESS) number = parse_double(text);
    if (found && (!number || *number < 0 || *number > 2))
      line_.mistyped("preference", "a number from 0 to 2");
    if (!number) return add(std::nullopt, battle_.run1);
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
  std::uint64_t failed_ = 0;
};

bool is_battle_table(std::string_view text) {
  if (JsonDict::fits(text)) return false;
  const auto names = headings_in(text);
  const std::string first = sides_among(names).first;
  return !first.empty() && (first.starts_with("model_") || first == "generator_1" ||
                            column_called(winner_columns, names));
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
  return is_battle_table(text) ||
         (column_called(winner_columns, names) && !sides_among(names).first.empty()) ||
         first_object_has(text, {{"winner", "win_1", "g1_winner", "games", "judge_verdict"}}) ||
         first_object_has(text, {{"generator_1"}, {"generator_2"}, {"preference"}});
}

std::vector<UserPreference> parse_battles(std::string_view text, const std::string& name,
                                          std::uint64_t& failed) {
  std::map<std::tuple<std::string, std::string, std::string, std::string, std::string>, int> times;
  std::vector<UserPreference> battles;
  std::size_t number = 0;
  const auto add = [&](const JsonObject& object, std::string_view) {
    const std::size_t before = battles.size();
    Battles(object, battles, ++number).read(failed);
    for (UserPreference& made : std::span(battles).subspan(before)) {
      made.line = object.place().where().line;
      const auto [a, b] = std::minmax(made.run1, made.run2);
      const int time = ++times[{made.topic, a, b, made.question, made.participant}];
      if (time > 1) made.participant += fmt::format(" #{}", time);
    }
  };
  const Source held = Source::memory(std::string(text), name);
  const bool is_table = is_battle_table(text);
  const std::string rows =
      is_table ? rows_as_json(TextFile(held), {}, winner_columns, {"preference"}) : "";
  for_each_object(Content::plain(is_table ? Source::memory(rows, name) : held), battle_advice, add);
  return battles;
}

}  // namespace subintent::internal
