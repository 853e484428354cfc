
#include "core/base/utf8.h"
#include "core/collection/header_table.h"
#include "core/collection/json_scores.h"
#include "core/collection/json_text.h"
#include "core/collection/nugget_builder.h"
#include "core/collection/qrels_builder.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal::nugget_files {
namespace {

// ----- {"qid", "run_id", "criteria": [{"text", "weight", "axis", "verdict"}]} -----

constexpr JsonNames criteria_members = {"criteria"sv, "rubrics"sv, "rubric_items"sv, "rubric"sv};

bool is_rubric(const JsonObject& object) {
  const auto found = object.find(criteria_members);
  return found && !found->is_number();  // a score
}

// Mandatory criteria are vital. `otherwise` is the weight of criteria that may lack one.
void set_criterion(Nugget& read, const JsonObject& object, std::optional<double> otherwise = {}) {
  const bool has_weight = !otherwise || object.find(weight_columns);
  read.importance = has_weight ? criterion_weight(object) : *otherwise;
  const std::string tier = text_of(object, {"tier"});
  read.is_vital = tier.empty() || tier == "mandatory";
  read.group = text_of(object, {"axis", "type", "category"});
}

// Is it the rubric itself, which no answer was compared with?
bool is_bare(const JsonObject& object, const dom::array& criteria) {
  const auto first = as<dom::object>(criteria.at(0));
  return !names_answer(object) && !names_document(object) &&
         !(first && JsonObject(*first, object.place()).find(verdict_columns));
}

// {CRITERION: VERDICT} as an array of criteria that weigh 1.
[[gnu::cold]] std::string listed_criteria(dom::object by_text) {
  std::string list = "[";
  for (const auto [text, verdict] : by_text) {
    list += list.size() == 1 ? R"({"text":)" : R"(,{"text":)";
    append_json_string(list, text);
    list += R"(,"weight":1,"verdict":)" + minified(verdict) + "}";
  }
  return list + "]";
}

void read_rubric(const JsonObject& object, BankBuilder& builder) {
  NuggetTopicBuilder& topic = builder.topic(Name(object, answer_topics), object.place());
  const JsonObject rubric = object.of("topic", topic.entry().topic);
  if (topic.entry().query.empty()) topic.entry().query = text_of(rubric, {"query"});
  topic.begin_document();
  NuggetBank& bank = builder.bank();
  bank.of_criteria = bank.says_importance = true;
  dom::parser parser;
  const auto by_text = as<dom::object>(rubric.find(criteria_members));
  const std::string list = by_text ? listed_criteria(*by_text) : "";
  const dom::array criteria = by_text ? parser.parse(list).get_array().value()
                                      : *rubric.find<dom::array>(criteria_members, "an array");
  const bool is_graded = !is_bare(rubric, criteria);
  if (!is_graded) bank.lists_apart = true;
  const std::uint32_t at = is_graded ? compared_document(rubric, topic, builder) : 0;
  std::size_t number = 0;
  for (const dom::element element : criteria) {
    const JsonPlace place = rubric.place().of("criterion", ++number);
    const JsonObject criterion(element, place);
    Nugget read;
    set_criterion(read, criterion);
    const auto text = criterion.find<std::string_view>({"text", "criterion"}, "a string");
    Nugget& nugget = listed_nugget(text.value_or(""), number, std::move(read), topic, place);
    if (is_graded) nugget.docs.push_back({at, verdict_grade(criterion, bank.failed)});
  }
}

// ----- {"model", "idx", "result": {"scores": {dimension: {criterion: {"score": 1}}}}} -----

// -1: it is met by a source that was blocked.
std::int32_t dimension_grade(const JsonObject& item) {
  const double score = item.real("score");
  if (score == 1) return 2;
  if (score == 0 || score == -1) return static_cast<std::int32_t>(score);
  item.fail("\"score\" is not 1, 0 or -1");
}

// Calls use(dimension, criterion, value) for all of them, the values of objects or the elements of
// arrays.
void for_each_criterion(const JsonObject& dimensions, const auto& use) {
  for (const auto [dimension, list] : dimensions.members()) {
    const std::string group = one_line(dimension);
    if (const auto scored = as<dom::object>(list)) {
      for (const auto [text, item] : *scored) use(group, text, item);
      continue;
    }
    for_each_value(list, printable(group), dimensions.place(), [&](dom::element item) {
      const auto text = as<std::string_view>(item);
      if (!text) dimensions.fail("a criterion is not a string");
      use(group, *text, item);
    });
  }
}

// An answer may be graded again: its grades before are forgotten.
std::uint32_t graded_answer(const JsonObject& task, NuggetTopicBuilder& topic,
                            BankBuilder& builder) {
  const auto [at, is_new] = topic.document(Name(task, {"model"}), task.place());
  if (is_new) {
    builder.bank().of_answers = builder.bank().lists_all = true;
    builder.bank().highest_grade = 2;
    return at;
  }
  for (Nugget& nugget : topic.entry().nuggets)
    std::erase_if(nugget.docs, [&, place = at](const auto& doc) { return doc.document == place; });
  return at;
}

void read_dimensions(const JsonObject& object, BankBuilder& builder) {
  const bool is_graded = object.has("model");
  const auto given =
      is_graded ? object.find({"result", "new_content"}) : std::optional(object.get("content"));
  const auto written = as<std::string_view>(given);
  if (!given || (written && trim(*written).empty())) {
    ++builder.bank().failed;  // and the answer is not there
    return;
  }
  dom::parser parser;  // of JSON as a text within JSON
  NuggetTopicBuilder& topic = builder.topic(Name(object, {"idx"}), object.place());
  const JsonObject task = object.of("topic", topic.entry().topic);
  const JsonObject content = written ? JsonObject::parse(parser, *written, task.place())
                                     : JsonObject(*given, task.place());
  topic.begin_document();
  NuggetBank& bank = builder.bank();
  bank.of_criteria = true;
  if (!is_graded) bank.lists_apart = true;
  const JsonObject found = content.object(is_graded ? "scores" : "rubric");
  const std::uint32_t at = is_graded ? graded_answer(task, topic, builder) : 0;
  std::size_t number = 0;
  for_each_criterion(found,
                     [&](const std::string& group, std::string_view text, dom::element value) {
                       const JsonPlace place = task.place().of("criterion", ++number);
                       Nugget read;
                       read.group = group;
                       Nugget& nugget = listed_nugget(text, number, std::move(read), topic, place);
                       if (is_graded)
                         nugget.docs.push_back({at, dimension_grade(JsonObject(value, place))});
                     });
}

// ----- {"sample_id", "rubric_title", "verdict", "weight"}, and tables of these -----

constexpr WantedColumn wanted_of_verdicts[] = {
    {answer_topics},      {criterion_columns},     {verdict_columns},
    {run_columns, false}, {weight_columns, false}, {docno_columns, false},
};
constexpr JsonNames nugget_columns = {"nugget"sv, "nugget_id"sv, "nugget_text"sv};
constexpr const char* other_column = "column ";
// Before the name of a system whose verdict a member is.
constexpr std::string_view verdict_of = "verdict of ";
constexpr const char* verdict_members[] = {"sample_id", "rubric_title", "verdict", "run", "weight"};

bool names_systems(const JsonObject& object) {
  const auto names = object.names();
  return std::ranges::any_of(names, [](auto& name) { return name.starts_with(verdict_of); });
}

// Is it the name of what else is said of criteria, beside verdicts?
bool is_of_criteria(std::string_view name) {
  return is_called(name, judge_columns) || is_called(name, text_columns) ||
         is_called(name, {"importance", "importance_level", "tier", "vital", "is_vital", "axis"}) ||
         std::ranges::any_of(wanted_of_verdicts,
                             [&](const auto& column) { return is_called(name, column.names); });
}

[[noreturn]] void refuse_nameless_runs(const JsonObject& verdict) {
  std::vector<std::string> names = verdict.names();
  if (std::ranges::any_of(names, [](auto& name) { return name.starts_with(other_column); }))
    std::erase_if(names, [](auto& name) { return !name.starts_with(other_column); });
  verdict.place().fail(
      fmt::format("has a second verdict on this criterion, and none of {} names its run",
                  printable(join(names, ", "), 200)),
      fmt::format(
          "call the column of the runs run, {} ...; else keep one verdict, or number criteria",
          join(std::span(run_columns.begin(), run_columns.end()).subspan(2, 6), ", ")));
}

void read_single_verdict(const JsonObject& object, BankBuilder& builder) {
  const auto run = object.find(run_columns), verdict = object.find(verdict_columns);
  if (run && verdict && minified(*run) == R"("")" && minified(*verdict) == R"("")")
    return;  // a weight
  NuggetTopicBuilder& topic = builder.topic(Name(object, answer_topics), object.place());
  const JsonObject criterion = object.of("topic", topic.entry().topic);
  NuggetBank& bank = builder.bank();
  bank.lists_all = bank.of_answers = true;
  const bool has_weight = criterion.find(weight_columns).has_value();  // no nugget has one
  if (has_weight || !criterion.find(nugget_columns)) bank.of_criteria = bank.says_importance = true;
  bank.highest_grade = 2;
  Nugget read;
  set_criterion(read, criterion, 1);
  if (!has_weight && !set_importance(read, criterion, builder))
    builder.see_unmarked(criterion.place());
  const bool has_text = criterion.find({"nugget_id"}) && !text_of(criterion, {"text"}).empty();
  const Name text(criterion, has_text ? JsonNames{"text"sv} : criterion_columns);
  const std::size_t likely = topic.entry().nuggets.size() + 1;
  Nugget& nugget =
      listed_nugget(text.unchecked(), likely, std::move(read), topic, criterion.place(), true);
  auto& docs = nugget.docs;
  if (docs.empty()) ++(has_weight ? bank.weighted : bank.unweighted);
  const bool has_systems = names_systems(criterion);
  const auto add = [&](const Name& name, const std::optional<dom::element>& one) {
    const std::uint32_t at = topic.document(name, criterion.place()).first;
    const bool is_repeated = std::ranges::find(docs, at, &NuggetDocument::document) != docs.end();
    if (is_repeated && !run && !has_systems) refuse_nameless_runs(criterion);
    if (is_repeated)
      criterion.place().fail(
          "the answer has a verdict on this criterion before",
          criterion.find(judge_columns)
              ? "keep the rows of one judge; compare judgments takes a file of each"
              : "keep one; criteria of the same text need an axis each, or numbers");
    docs.push_back({at, verdict_grade(criterion, one, bank.failed)});
  };
  if (!has_systems) return add(Name::of_answer(criterion, run_columns), verdict);
  for (const auto [name, one] : criterion.members()) {
    if (!name.starts_with(verdict_of)) continue;
    const std::string_view answer = name.substr(verdict_of.size());
    if (minified(one) == R"("")")
      topic.leave_blank(static_cast<std::size_t>(&nugget - topic.entry().nuggets.data()), answer);
    else
      add(Name(answer), one);
  }
}

// A verdict, or what somebody may mean as one.
bool is_like_verdict(std::string_view cell) {
  const double number = parse_double(with_point(cell)).value_or(-1);
  return degree_of_word(cell) || (number >= 0 && number <= 1) || is_called(cell, {"failed"});
}

// Does it name a property of criteria: "nr", "checked", "has source", "is_new"?
bool is_property(std::string_view heading) {
  const std::string_view word = heading.substr(0, heading.find_first_of(" _-"));
  return is_called(heading,
                   {"checked", "verified",  "reviewed", "approved", "valid",    "done",
                    "agree",   "agreement", "id",       "nr",       "no",       "number",
                    "index",   "turn",      "order",    "rank",     "position", "difficulty",
                    "votes",   "source",    "sources",  "comment",  "comments", "notes"}) ||
         ((word == "has" || word == "is") && word.size() < heading.size());
}

// The columns of a table with one for each system: two or more, in the first rows of verdicts
// mostly, beside topics and criteria.
[[gnu::cold]] std::vector<std::size_t> columns_of_systems(std::string_view text) {
  const auto headings = headings_in(text);
  const auto has = [&](ColumnNames names) { return column_called(names, headings).has_value(); };
  if (!has(answer_topics) || !has(criterion_columns) || has(verdict_columns) || has(run_columns) ||
      has(docno_columns))
    return {};
  constexpr std::size_t most_rows = 100;
  const std::string_view header = first_line(text);
  LineSplitter lines(text, "");
  LineCells row;
  std::vector<std::ptrdiff_t> verdicts(headings.size(), 0);  // more than other words
  std::size_t rows = 0;
  for (std::string_view line; rows < most_rows && lines.next(line);) {
    const bool may_be_cut = line.end() == text.end() && rows > 0;
    if (line.data() <= header.data() || says_nothing(line) || may_be_cut) continue;
    cut_cells(line, separator_of(header), row);
    if (row.count != headings.size()) continue;
    ++rows;
    for (std::size_t i = 0; i < headings.size(); ++i)
      if (!is_empty_cell(row.cells[i])) verdicts[i] += is_like_verdict(row.cells[i]) ? 1 : -1;
  }
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < headings.size(); ++i)
    if (verdicts[i] > 0 && !is_of_criteria(headings[i]) && !is_property(headings[i]))
      columns.push_back(i);
  return columns.size() > 1 ? columns : std::vector<std::size_t>();
}

// Throws where one of them has numbers and all others words, or the other way round; or counts from
// one up, and the others have no number above one.
[[gnu::cold]] void require_one_scale(const TextFile& file, std::span<const std::size_t> systems) {
  if (systems.size() < 3) return;
  struct Seen {
    double lowest = 1, highest = 0;
    bool has_words = false;
  };
  const std::string_view first = first_line(file.text());
  const char separator = separator_of(first);
  std::vector<Seen> seen(systems.size());
  LineSplitter lines(file.text(), file.name());
  LineCells header, row;
  cut_cells(first, separator, header);
  for (std::string_view line; lines.next(line);) {
    if (line.data() <= first.data()) continue;
    cut_cells(line, separator, row);
    for (std::size_t i = 0; row.count == header.count && i < systems.size(); ++i) {
      const std::string_view cell = row.cells[systems[i]];
      const auto number = parse_double(with_point(cell));
      seen[i].lowest = std::min(seen[i].lowest, number.value_or(0));
      seen[i].highest = std::max(seen[i].highest, number.value_or(0));
      seen[i].has_words |= !number && !is_empty_cell(cell) && !is_called(cell, {"failed"});
    }
  }
  const auto refuse_one = [&](const auto& is_odd) {
    const auto odd = std::ranges::find_if(seen, is_odd);
    if (std::ranges::count_if(seen, is_odd) != 1) return;
    throw Error(Location{file.name(), 1},
                "has other values in the column " +
                    printable(header.cells[systems[static_cast<std::size_t>(odd - seen.begin())]]) +
                    " than verdicts in the others",
                "if it is no system, leave it out; else write its verdicts as theirs");
  };
  refuse_one([](const Seen& one) { return one.has_words; });
  refuse_one([](const Seen& one) { return !one.has_words; });
  if (std::ranges::count_if(seen, [](const Seen& one) { return one.highest > 1; }) == 1)
    refuse_one([](const Seen& one) { return one.highest > 1 && one.lowest >= 1; });
}

bool begins_object_with(std::string_view value, std::string_view member) {
  const std::size_t first = value.find_first_not_of(" \t\r\n\"");  // or a text that holds one
  return first != value.npos && value[first] == '{' && value.find(member) != value.npos;
}

bool begins_dimensions(std::string_view name, std::string_view value) {
  return ((name == "result" || name == "new_content") && begins_object_with(value, "scores")) ||
         (name == "content" && begins_object_with(value, "rubric"));
}

}  // namespace

bool holds_verdicts(std::string_view text) {
  return is_verdict_table(text) ||
         (first_object_has(text, {answer_topics, criterion_columns, verdict_columns}) &&
          !first_object_has(text, {docno_columns}));
}

bool is_verdict_table(std::string_view text) {
  if (JsonDict::fits(text)) return false;
  const auto table = HeaderTable::of(text, wanted_of_verdicts);
  return table ? !is_called(table->name_of(5), docno_columns) : !columns_of_systems(text).empty();
}

std::string unused_of_verdicts(std::string_view text) {
  if (!holds_verdicts(text)) return {};
  const bool is_table = is_verdict_table(text);
  std::vector<std::string> names =
      names_left_out(is_table ? text : table_of_records(text), wanted_of_verdicts);
  const auto systems = is_table ? columns_of_systems(text) : std::vector<std::size_t>();
  const auto headings = headings_in(text);
  if (!systems.empty()) {
    LineCells header;
    cut_cells(first_line(text), separator_of(first_line(text)), header);
    const auto name = [&](std::size_t i) { return std::string(header.cells[i]); };
    return fmt::format("each of the columns {} holds the verdicts on a system",
                       printable(join(mapped(systems, name), ", "), 200));
  }
  constexpr ColumnNames read[] = {answer_topics, criterion_columns, verdict_columns, run_columns};
  if (auto unread = unread_columns(text, read); !unread.empty()) return unread;
  std::erase_if(names, [&](const std::string& name) {
    return is_of_criteria(name) || (!is_table && is_called(name, {"type", "category"}));
  });
  const bool has_runs = is_table ? column_called(run_columns, headings).has_value()
                                 : first_object_has(text, {run_columns});
  return has_runs ? note_left_out(names, is_table, "groups criteria", "axis")
                  : note_left_out(names, is_table, "names systems", "run_id");
}

std::string verdicts_of_table(const TextFile& file) {
  const auto headings = headings_in(file.text());
  const auto systems = columns_of_systems(file.text());
  require_one_scale(file, systems);
  const bool names_runs = !systems.empty() || column_called(run_columns, headings).has_value();
  LineCells header;
  cut_cells(first_line(file.text()), separator_of(first_line(file.text())), header);
  const auto member = [&](std::size_t column) -> std::string {
    if (std::ranges::count(systems, column) > 0)
      return std::string(verdict_of) + std::string(header.cells[column]);
    if (is_called(headings[column], {"nugget_id", "text"})) return headings[column];
    if (is_called(headings[column], nugget_columns)) return "nugget";
    for (std::size_t i = 0; i < std::size(verdict_members); ++i)
      if (column_called(wanted_of_verdicts[i].names, headings) == column) return verdict_members[i];
    for (const char* name : {"importance", "tier", "vital", "axis"})
      if (is_called(headings[column], {name})) return name;
    if (is_called(headings[column], {"importance_level"})) return "importance";
    if (is_called(headings[column], {"is_vital"})) return "vital";
    if (is_called(headings[column], judge_columns)) return "judge";
    return names_runs ? "" : other_column + headings[column];  // which an error may name
  };
  return rows_as_json(file, member, {"verdict", "run"}, {"verdict", "weight", "importance"});
}

NuggetFormat rubric_format() {
  return {criteria_members, is_rubric, read_rubric};
}

NuggetFormat dimension_format() {
  return {{},
          [](const JsonObject& o) { return o.has("idx") && (o.has("model") || o.has("content")); },
          read_dimensions,
          begins_dimensions};
}

NuggetFormat single_verdict_format() {
  return {{"rubric_title"},
          [](const JsonObject& object) {
            return object.find(answer_topics) && object.find(criterion_columns) &&
                   (has_verdict(object) || names_systems(object));
          },
          read_single_verdict};
}

}  // namespace subintent::internal::nugget_files
