// Reads the names in files of scores: measures, topics, statistics and headings.
#include <fmt/format.h>

#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/warning.h"
#include "core/collection/score_layouts.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Lists of words between blanks: topics and columns, then rows of a sheet, for runs may be called
// so, columns beside runs, and rows below topics with numbers, or what their names begin with.
constexpr std::string_view statistics =
    " all amean gmean mean average avg median std stdev stddev ";
constexpr std::string_view row_statistics =
    " sum total sd sem var variance min max count minimum maximum ";
constexpr std::string_view column_statistics =
    " diff difference pvalue mittelwert durchschnitt moyenne promedio 平均 ";
// Without a number behind them, for runs may be called so.
constexpr std::string_view beside_runs =
    " delta Δ change gain improvement stderr se sd ci variance rank winner best max min latency "
    "latency_ms time seed ";
constexpr std::string_view row_statistics_names = " n se map media ";
constexpr std::string_view row_beginnings[] = {
    "mean",     "avg",    "average",  "std", "mittel",  "durchschnitt", "gesamt", "moyenne",
    "promedio", "gemidd", "standard", "all", "overall", "total",        "grand",  "sum",
    "ttest",    "pvalue", "平均",     "Ø",   "ø"};

// Words of names of measures, and those that stand beside them or before "@".
constexpr std::string_view measure_words =
    " map gmap ap aap ndcg endcg dcg sdcg rndcg rr mrr recip rprec bpref infap iprec strec err "
    "nerr rbp nrbp nnrbp ebr nebr irbu nirbu ild ilmd awrf neardup rec precision recall success "
    "num vital strict faithfulness groundedness rouge rougel rougelsum bleu bertscore meteor chrf "
    "comprehensiveness exact em hallucination toxicity harmfulness completeness correctness "
    "relevancy coherence fluency helpfulness conciseness ";
constexpr std::string_view beside_measures =
    " p r f q g i n a d hd lad din ia la ra wi alpha cut at gm set rank rel ret nonrel mult pt avg "
    "all mean score cp ef gap ngap gf gfr compat bpm inst insq vendi share prec unique weighted f1 "
    "judged first hard hit hits citation citations graded relative residual accuracy utility runid "
    "rubric binary coverage nugget relstring answer context relevance "
    "similarity semantic factual overall insight instruction following readability "
    "match rate acc latency ms time cost ";

bool is_word(std::string_view words, std::string_view word) {
  if (word.empty() || word.front() == ' ' || word.back() == ' ') return false;
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1))
    if (words[at - 1] == ' ' && words[at + word.size()] == ' ') return true;
  return false;
}

// A number, "q1", "topic_2" ...
bool is_numbered_topic(std::string_view name) {
  const std::string letters = plain_letters(name);
  return has_digit(name) &&
         (letters.empty() || is_word(" q t ", letters) || is_topic_heading(letters));
}

enum class MeasureName { no, perhaps, sure };

MeasureName measure_name_of(std::string_view name) {
  const std::string text = lowered(name.substr(0, name.find_first_of("@(")));
  const bool has_cutoff = text.size() < name.size() && name[text.size()] == '@';
  bool is_sure = has_cutoff || (name.starts_with("P_") && is_whole(name.substr(2)));
  std::size_t words = 0;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    for (end = at; end < text.size() && (is_letter(text[end]) || is_digit(text[end]));) ++end;
    std::string_view word = std::string_view(text).substr(at, end - at);
    while (word.size() > 4 && is_digit(word.back())) word.remove_suffix(1);  // "ndcg10"
    while (!word.empty() && is_digit(word[0])) word.remove_prefix(1);
    if (word.empty()) continue;
    ++words;
    if (is_word(measure_words, word))
      is_sure = true;
    else if (!is_word(beside_measures, word))
      return MeasureName::no;
  }
  if (words == 0) return MeasureName::no;
  is_sure |= words > 1 && text.ends_with("score");
  return is_sure ? MeasureName::sure : MeasureName::perhaps;
}

}  // namespace

bool is_index_heading(std::string_view heading) {
  const std::string name = lowered(heading);
  if (name == "index") return true;
  for (const std::string_view before : {"level_", "unnamed: "})
    if (name.starts_with(before) && name.size() > before.size() &&
        name.find_first_not_of("0123456789._", before.size()) == std::string::npos)
      return true;
  return false;
}

std::string list_of(const NameSet& names) {
  constexpr std::size_t longest = 60;
  return printable(join(names, ", "), longest);
}

namespace {

// Whether names are those of topics: words may be those of runs as well.
enum class TopicNames { words, alike, numbered, known };

[[gnu::cold]] TopicNames topic_names_of(const NameSet& names, const KnownNames& known) {
  if (std::ranges::any_of(names, [&](auto& name) { return known.topics.contains(name); }))
    return TopicNames::known;
  if (!look_like_topics(names)) return TopicNames::words;
  return std::ranges::any_of(names, is_numbered_topic) ? TopicNames::numbered : TopicNames::alike;
}

using LevelNames = std::array<NameSet, 3>;

bool has_measure(const NameSet& names) {
  return std::ranges::any_of(names, is_sure_measure);
}

// Are there as many as of topics that are words, and not of runs?
bool are_many(const NameSet& names) {
  constexpr std::size_t most_runs = 9;
  return names.size() > most_runs;
}

// The level of measures: it alone has one that is asked for, all its names may be such, or it alone
// has any that is known.
[[gnu::cold]] std::optional<std::size_t> level_of_measures(const LevelNames& names,
                                                           const KnownNames& known) {
  const auto alone = [&](const auto& has) -> std::optional<std::size_t> {
    if (std::ranges::count_if(names, has) != 1) return std::nullopt;
    return std::ranges::find_if(names, has) - names.begin();
  };
  const auto is_asked = [&](const std::string& name) { return known.measures.contains(name); };
  if (const auto level = alone([&](auto& one) { return std::ranges::any_of(one, is_asked); }))
    return level;
  for (const std::size_t level : {1U, 2U, 0U})
    if (are_measures(names.at(level))) return level;
  return alone(has_measure);
}

bool is_column_of_statistics(std::string_view heading) {
  return is_word(statistics, plain_letters(heading)) ||
         is_word(column_statistics, plain_letters(heading)) ||
         is_word(beside_runs, lowered(heading));
}

// "a_std" beside "a".
bool is_statistic_of_run(std::string_view heading, std::span<const std::string> headings) {
  const std::size_t end = heading.find_last_of("_-. ");
  return end != heading.npos && is_column_of_statistics(heading.substr(end + 1)) &&
         std::ranges::find(headings, heading.substr(0, end)) != headings.end();
}

}  // namespace

// Its letters without brackets: "stddev" of "Std. Dev. (n=3)".
std::string plain_letters(std::string_view name) {
  std::string letters;
  for (const char c : name.substr(0, name.find('(')))
    if (is_letter(c) || (c & 0x80) != 0) letters += c;
  return lowered(letters);
}

bool has_digit(std::string_view name) {
  return name.find('%') == name.npos &&
         std::ranges::any_of(name.substr(0, name.find('(')), is_digit);
}

bool is_row_of_statistics(std::string_view name) {
  const std::string letters = plain_letters(name);
  return is_statistic(letters) || is_word(row_statistics_names, letters) ||
         std::ranges::any_of(row_beginnings, [&](auto word) { return letters.starts_with(word); });
}

bool is_statistic(std::string_view topic) {
  constexpr std::size_t shortest = 2, longest = 8;
  if (topic.size() < shortest || topic.size() > longest) return false;
  // Nearly all topics have a digit here, and measures a cutoff at their end.
  const bool has_letters = is_letter(topic[0]) && is_letter(topic[1]) && is_letter(topic.back());
  if (!has_letters) return false;
  const std::string name = lowered(topic);
  return is_word(statistics, name) || is_word(row_statistics, name);
}

bool is_time_or_turn(std::string_view name, double value) {
  constexpr double least_of_clocks = 1e8;  // seconds since 1970; below it, how long something took
  return is_called(name, {"turn", "tstamp", "timestamp", "date", "datetime", "created",
                          "created_at", "updated_at"}) ||
         (value >= least_of_clocks && is_called(name, {"time"}));
}

std::string with_turn(std::string_view topic, std::string_view turn) {
  const std::string_view before =
      topic.substr(0, topic.size() - std::min(topic.size(), turn.size()));
  const bool has_it = topic.ends_with(turn) && before.find_last_of("-_.") + 1 == before.size();
  return std::string(topic) + (has_it || turn.empty() ? "" : "-" + std::string(turn));
}

bool is_sure_measure(std::string_view name) {
  return measure_name_of(name) == MeasureName::sure;
}

bool has_word_of_measure(std::string_view name) {
  std::size_t begin = 0, end = 0;
  for (; end < name.size(); begin = end + 1)
    if (end = std::min(name.find_first_of("_-. ", begin), name.size());
        is_sure_measure(name.substr(begin, end - begin)))
      return true;
  return false;
}

bool are_measures(const NameSet& names) {
  std::set<MeasureName> found;
  for (const std::string& name : names) found.insert(measure_name_of(name));
  return found.contains(MeasureName::sure) && !found.contains(MeasureName::no);
}

bool look_like_topics(const NameSet& names) {
  NameSet shapes;
  for (const std::string& name : names) {
    if (is_statistic(name)) continue;
    std::string shape;
    for (const char c : name)
      if (!is_digit(c))
        shape += c;
      else if (!shape.ends_with('0'))
        shape += '0';
    shapes.insert(shape);
  }
  if (shapes.size() != 1) return false;
  const std::string& shape = *shapes.begin();
  if (names.size() == 1) return is_numbered_topic(*names.begin());
  return shape.find('0') != shape.npos && !is_called(shape.substr(0, shape.find('0')), run_columns);
}

bool are_numbered_topics(const NameSet& names) {
  if (names.contains("0") || !look_like_topics(names)) return false;
  return is_numbered_topic(*names.begin());
}

[[gnu::cold]] ScoreLevels score_levels(const std::vector<std::vector<std::string>>& paths,
                                       const std::string& file, const KnownNames& known,
                                       Warnings& notes) {
  LevelNames names;
  for (const auto& path : paths)
    for (std::size_t level = 0; level < path.size(); ++level) names.at(level).insert(path[level]);
  std::array<TopicNames, 3> kinds{};
  std::ranges::transform(names, kinds.begin(),
                         [&](auto& level) { return topic_names_of(level, known); });
  const auto has_topics = [&](std::size_t level) { return kinds.at(level) != TopicNames::words; };
  const auto has_measures = [&](std::size_t level) { return has_measure(names.at(level)); };
  const auto read_as = [&](const ScoreLevels& level, const char* what, std::size_t others) {
    notes.push_back(
        make_warning("exchanged-columns", Location{file, 0},
                     fmt::format("runs are {}, {} {}", list_of(names.at(level.run)), what,
                                 list_of(names.at(others))),
                     "if it is the other way round, write rows of run, topic, measure and value"));
    return level;
  };
  const bool has_runs = !names[2].empty();
  const bool are_even =
      std::ranges::all_of(paths, [&](const auto& path) { return path.size() == paths[0].size(); });
  if (are_even && !has_runs) {
    const bool may_be_first =
        has_topics(1) || (!has_topics(0) && are_many(names[1]) && !are_many(names[0]));
    const bool is_first = has_measures(0) || (!has_measures(1) && may_be_first);
    const ScoreLevels level{0, is_first ? 0U : 1U, is_first ? 1U : 0U};
    if (has_topics(level.topic) ||
        (are_many(names.at(level.topic)) &&
         (has_measures(level.measure) || !are_many(names.at(level.measure)))))
      return level;
  } else if (const auto measure = are_even ? level_of_measures(names, known) : std::nullopt) {
    const std::size_t outer = measure == 0 ? 1 : 0, inner = measure == 2 ? 1 : 2;
    const ScoreLevels usual{outer, *measure, inner}, turned{inner, *measure, outer};
    if (kinds.at(outer) >= TopicNames::numbered && kinds.at(outer) > kinds.at(inner)) return turned;
    // With measures in the middle, as documented, runs are outside where topics are words, too.
    if (measure == 1 || kinds.at(inner) > kinds.at(outer)) return usual;
    const bool are_many_outside = are_many(names.at(outer));
    if (are_many_outside != are_many(names.at(inner))) return are_many_outside ? turned : usual;
    return read_as(usual, "topics", inner);
  } else if (are_even) {
    std::optional<ScoreLevels> level;
    if (kinds[2] >= std::max(kinds[0], kinds[1]))
      level = ScoreLevels();  // as documented
    else if (kinds[1] == TopicNames::known ||
             (names[0].size() > 1 && has_topics(1) && !has_topics(0) && !has_topics(2)))
      level = {.run = 0, .measure = 2, .topic = 1};  // by measures of one's own
    else if (kinds[0] == TopicNames::known)
      level = {.run = 1, .measure = 2, .topic = 0};
    if (level && (has_measures(level->run) || has_measures(level->measure))) return *level;
    if (level) return read_as(*level, "measures", level->measure);
  }
  throw Error(Location{file, 0},
              !are_even ? "has scores at two depths"
              : !has_runs
                  ? "does not tell topics from measures or runs"
                  : "may be {run: {topic: {measure: value}}}, by measures that are not known",
              "write {run: {measure: {topic: value}}}, or rows of run, topic, measure and value");
}

bool has_measure_before_topic(const NameSet& second, const NameSet& third) {
  const auto are_numbers = [](const NameSet& names) {
    return std::ranges::all_of(names, is_whole) || are_numbered_topics(names);
  };
  if (are_numbers(second) != are_numbers(third)) return are_numbers(third);
  return has_measure(second) && !has_measure(third);
}

bool is_topic_heading(std::string_view heading) {
  return is_called(heading, topic_columns) || is_called(heading, {"topics", "queries"});
}

std::optional<std::string> run_column_defect(std::string_view heading,
                                             std::span<const std::string> headings) {
  if (is_topic_heading(heading)) return "seems to hold topics in place of scores of a run";
  if (is_column_of_statistics(heading) || is_statistic_of_run(heading, headings))
    return "seems to hold a statistic in place of scores of a run";
  if (is_sure_measure(heading)) return "seems to hold a measure in place of scores of a run";
  if (is_index_heading(heading)) return "seems to hold an index in place of scores of a run";
  if (lowered(heading) == "measure") return "seems to hold measures in place of scores of a run";
  return std::nullopt;
}

}  // namespace subintent::internal
