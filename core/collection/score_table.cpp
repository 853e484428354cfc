#include "core/collection/score_table.h"

#include <cmath>
#include <numeric>
#include <tuple>

#include "core/base/strings.h"
#include "core/base/warning.h"
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
constexpr std::string_view row_statistics_names = " n se map media ";
constexpr std::string_view row_beginnings[] = {
    "mean",     "avg",    "average",  "std", "mittel",  "durchschnitt", "gesamt", "moyenne",
    "promedio", "gemidd", "standard", "all", "overall", "total",        "grand",  "sum",
    "ttest",    "pvalue", "平均",     "Ø",   "ø"};

// Words of names of measures, and those that stand beside them or before "@".
constexpr std::string_view measure_words =
    " map gmap ap aap ndcg endcg dcg sdcg rndcg rr mrr recip rprec bpref infap iprec strec err "
    "nerr rbp nrbp nnrbp ebr nebr irbu nirbu ild ilmd awrf neardup rec precision recall success "
    "num vital strict ";
constexpr std::string_view beside_measures =
    " p r f q g i n a d hd lad din ia la ra wi alpha cut at gm set rank rel ret nonrel mult pt avg "
    "all mean score cp ef gap ngap gf gfr compat bpm inst insq vendi share prec unique weighted f1 "
    "judged first hard hit hits citation citations graded relative residual accuracy utility runid "
    "rubric binary coverage nugget relstring ";

bool is_word(std::string_view words, std::string_view word) {
  if (word.empty()) return false;
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1))
    if (words[at - 1] == ' ' && words[at + word.size()] == ' ') return true;
  return false;
}

// Its letters without brackets: "stddev" of "Std. Dev. (n=3)".
std::string plain_letters(std::string_view name) {
  std::string letters;
  for (const char c : name.substr(0, name.find('(')))
    if (is_letter(c) || (c & 0x80) != 0) letters += c;
  return lowered(letters);
}

bool has_digit(std::string_view name) {
  return !name.ends_with('%') && std::ranges::any_of(name.substr(0, name.find('(')), is_digit);
}

bool is_row_of_statistics(std::string_view name) {
  const std::string letters = plain_letters(name);
  return is_statistic(letters) || is_word(row_statistics_names, letters) || name.ends_with('%') ||
         std::ranges::any_of(row_beginnings, [&](auto word) { return letters.starts_with(word); });
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

// Does pandas call a column so that was an index without a name: "index", "level_0", "Unnamed: 0"?
bool is_index_heading(std::string_view heading) {
  const std::string name = lowered(heading);
  if (name == "index") return true;
  for (const std::string_view before : {"level_", "unnamed: "})
    if (name.starts_with(before) && name.size() > before.size() &&
        name.find_first_not_of("0123456789._", before.size()) == std::string::npos)
      return true;
  return false;
}

}  // namespace

bool is_statistic(std::string_view topic) {
  constexpr std::size_t shortest = 2, longest = 8;
  if (topic.size() < shortest || topic.size() > longest) return false;
  // Nearly all topics have a digit here, and measures a cutoff at their end.
  const bool has_letters = is_letter(topic[0]) && is_letter(topic[1]) && is_letter(topic.back());
  if (!has_letters) return false;
  const std::string name = lowered(topic);
  return is_word(statistics, name) || is_word(row_statistics, name);
}

bool is_sure_measure(std::string_view name) {
  return measure_name_of(name) == MeasureName::sure;
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
  return shape.find('0') != shape.npos && !is_run_heading(shape.substr(0, shape.find('0')));
}

bool are_numbered_topics(const NameSet& names) {
  if (names.contains("0") || !look_like_topics(names)) return false;
  return is_numbered_topic(*names.begin());
}

namespace {

// Whether names are those of topics: words may be those of runs as well.
enum class TopicNames { words, alike, numbered };

TopicNames topic_names_of(const NameSet& names) {
  if (!look_like_topics(names)) return TopicNames::words;
  return std::ranges::any_of(names, is_numbered_topic) ? TopicNames::numbered : TopicNames::alike;
}

// The order of three levels of names, if only one fits.
std::optional<ScoreLevels> order_of_levels(const std::array<NameSet, 3>& names) {
  const auto kind_of = [&](std::size_t level) { return topic_names_of(names.at(level)); };
  for (const std::size_t measure : {1U, 2U, 0U}) {
    if (!are_measures(names.at(measure))) continue;
    const std::size_t outer = measure == 0 ? 1 : 0, inner = measure == 2 ? 1 : 2;
    if (kind_of(outer) == TopicNames::numbered && kind_of(inner) != TopicNames::numbered)
      return ScoreLevels{inner, measure, outer};
    // With measures in the middle, as documented, runs are outside where topics are words, too.
    if (measure == 1 || kind_of(inner) > kind_of(outer)) return ScoreLevels{outer, measure, inner};
    return std::nullopt;
  }
  if (kind_of(2) > std::max(kind_of(0), kind_of(1))) return ScoreLevels{};
  return std::nullopt;
}

}  // namespace

ScoreLevels score_levels(const std::vector<std::vector<std::string>>& paths,
                         const std::string& file) {
  constexpr std::size_t most_runs = 9;
  std::array<NameSet, 3> names;
  for (const auto& path : paths)
    for (std::size_t level = 0; level < path.size(); ++level) names.at(level).insert(path[level]);
  const auto has_topics = [&](std::size_t level) { return look_like_topics(names.at(level)); };
  const auto has_measures = [&](std::size_t level) { return are_measures(names.at(level)); };
  const bool has_runs = !names[2].empty();
  const bool are_even =
      std::ranges::all_of(paths, [&](const auto& path) { return path.size() == paths[0].size(); });
  if (are_even && !has_runs) {
    const bool is_first = has_measures(0) || (!has_measures(1) && has_topics(1));
    const ScoreLevels level{0, is_first ? 0U : 1U, is_first ? 1U : 0U};
    if (has_topics(level.topic) ||
        (has_measures(level.measure) && names.at(level.topic).size() > most_runs))
      return level;
  } else if (are_even) {
    if (const auto order = order_of_levels(names)) return *order;
  }
  const bool has_known = has_measures(0) || has_measures(1) || has_measures(2);
  throw Error(Location{file, 0},
              !are_even   ? "has scores at two depths"
              : !has_runs ? "does not tell topics from measures or runs"
              : has_known
                  ? "does not tell topics from runs by their names"
                  : "may be {run: {topic: {measure: value}}}, by measures that are not known",
              "write {run: {measure: {topic: value}}}, or rows of run, topic, measure and value");
}

bool is_topic_heading(std::string_view heading) {
  return is_called(heading, topic_columns) || is_called(heading, {"topics", "queries"});
}

bool is_run_heading(std::string_view heading) {
  return is_called(heading, run_columns);
}

constexpr const char* measure_defect =
    "seems to hold a measure in place of scores of a run (for the measures of one run call the "
    "first column topic)";

std::optional<std::string> run_column_defect(std::string_view heading) {
  if (is_topic_heading(heading)) return "seems to hold topics in place of scores of a run";
  if (is_word(statistics, plain_letters(heading)) ||
      is_word(column_statistics, plain_letters(heading)))
    return "seems to hold a statistic in place of scores of a run";
  if (is_sure_measure(heading)) return measure_defect;
  if (is_index_heading(heading)) return "seems to hold an index in place of scores of a run";
  if (lowered(heading) == "measure") return "seems to hold measures in place of scores of a run";
  return std::nullopt;
}

bool is_mean_topic(std::string_view topic) {
  if (!topic.starts_with('a')) return false;       // nearly always
  return topic == mean_topic || topic == "amean";  // the latter by ndeval and gdeval
}

bool is_possible_score(double value) {
  constexpr double largest = 1e100;
  return value == 0 || (std::abs(value) <= largest && std::abs(value) >= 1 / largest);
}

std::uint32_t NameList::number_of(std::string_view name) {
  const std::size_t before = names().size();
  last_ = table_.insert_after(last_, name);
  if (last_ == before) table_.move_last(texts_.store(name));
  return last_;
}

std::string MeasureByJudge::name() const {
  std::string name = judge.empty() ? measure : judge + ':' + measure;
  if (!draw.empty()) name += " draw " + draw;
  return name;
}

std::uint32_t ScoreTableBuilder::number_of(const MeasureByJudge& measure) {
  const std::uint32_t number = measures.number_of(measure.name());
  if (judged_.size() <= number) judged_.resize(number + 1);
  judged_[number] = measure;
  return number;
}

void ScoreTableBuilder::add(std::uint32_t measure, std::uint32_t topic, std::uint32_t run,
                            double value, std::uint64_t line) {
  if (run == run_files_.size()) run_files_.push_back(files_.back());
  entries_.push_back(
      {{measure, topic, run, static_cast<std::uint32_t>(files_.size() - 1), value}, line});
}

bool ScoreTableBuilder::sums_up(std::uint32_t topic, std::size_t least_digits) const {
  constexpr std::size_t most_digits = 12,
                        digits_of_sums = 4;  // behind points: of one value, of all
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::array<double, 4>> columns;
  bool differ = false;  // else each topic is the mean of the others
  for (const auto& [score, line] : entries_) {
    auto& [value, sum, count, last] = columns[{score.measure, score.run}];
    const bool is_it = score.topic == topic;
    (is_it ? value : sum) += score.value;
    if (is_it) continue;
    differ |= count > 0 && score.value != last;
    last = score.value;
    ++count;
  }
  bool are_means = differ, are_sums = differ;
  std::size_t digits = 0;
  for (const auto& [place, column] : columns) {
    const auto [value, sum, count, last] = column;
    const std::string text = shortest(value);
    const std::size_t behind = text.substr(std::min(text.find('.'), text.size() - 1)).size() - 1;
    const double near = 0.75 / std::pow(10, std::min(behind, most_digits));
    are_means &= count > 1 && std::abs(value - sum / count) < near;
    are_sums &= count > 1 && std::abs(value - sum) < near;
    digits += behind;
  }
  return (are_means && digits >= least_digits) || (are_sums && digits >= digits_of_sums);
}

void ScoreTableBuilder::leave_out_statistics() {
  const auto& names = topics.names();
  std::vector<std::uint32_t> words;
  NameSet others;
  for (std::uint32_t topic = 0; topic < names.size(); ++topic)
    has_digit(names[topic]) ? void(others.emplace(names[topic])) : words.push_back(topic);
  // A topic whose few digits come out so is likelier where all have words for names.
  constexpr std::size_t below_numbers = 2, below_words = 4;
  const auto is_last = [&](std::uint32_t topic) { return topic + 1 == names.size(); };
  const auto is_row = [&](std::uint32_t topic) {
    return is_row_of_statistics(names[topic]) ||
           sums_up(topic, is_last(topic) ? below_numbers : below_words);
  };
  const bool are_rows = !words.empty() && others.size() > 1 && look_like_topics(others) &&
                        std::ranges::all_of(words, is_row);
  for (const std::uint32_t topic : words) {
    if (are_rows || is_statistic(plain_letters(names[topic])) ||
        (is_last(topic) && sums_up(topic, below_words)))
      left_out_.insert(topic);
  }
  std::set<std::uint32_t> noted;
  std::erase_if(entries_, [&](const Entry& entry) {
    const std::uint32_t topic = entry.score.topic;
    if (!left_out_.contains(topic)) return false;
    if (noted.insert(topic).second) {
      notes.push_back(make_warning(
          "statistic-left-out", Location{files_[entry.score.file], entry.line},
          "the topic " + printable(names[topic]) + " is left out as a statistic over topics"));
    }
    return true;
  });
  if (entries_.empty())
    throw Error(Location{files_.back(), 0}, "contains no scores of single topics, only means");
}

ScoreTable ScoreTableBuilder::finish() {
  order_topics();
  sort_entries();
  const auto same_place = [](const Score& a, const Score& b) {
    return a.measure == b.measure && a.topic == b.topic && a.run == b.run;
  };
  ScoreTable table;
  table.scores.reserve(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (i > 0 && same_place(entries_[i - 1].score, entries_[i].score))
      require_same_value(entries_[i - 1], entries_[i]);
    else
      table.scores.push_back(entries_[i].score);
  const auto strings = [](const std::vector<std::string_view>& names) {
    return std::vector<std::string>(names.begin(), names.end());
  };
  table.measures = strings(measures.names());
  table.topics = strings(ordered_topics_);
  table.runs = strings(runs.names());
  table.run_files = std::move(run_files_);
  table.files = std::move(files_);
  table.notes = std::move(notes);
  if (judged_.empty()) return table;
  table.judged = std::move(judged_);
  table.judged.resize(table.measures.size());
  for (std::size_t m = 0; m < table.measures.size(); ++m)
    if (table.judged[m].measure.empty()) table.judged[m].measure = table.measures[m];
  return table;
}

namespace {

// What a score is of, whatever the draw.
bool is_same_cell(const Score& a, const Score& b) {
  return a.measure == b.measure && a.topic == b.topic && a.run == b.run;
}

// Changes the table so that its scores have the measures without draws, one by one as they were.
[[gnu::cold]] void leave_out_draws(ScoreTable& table) {
  std::vector<MeasureByJudge> kept;
  std::vector<std::uint32_t> number;
  for (MeasureByJudge one : table.judged) {
    one.draw.clear();
    const auto at = std::ranges::find(kept, one);
    number.push_back(static_cast<std::uint32_t>(at - kept.begin()));
    if (at == kept.end()) kept.push_back(std::move(one));
  }
  for (Score& score : table.scores) score.measure = number[score.measure];
  std::ranges::stable_sort(table.scores, {}, [](const Score& one) {
    return std::tuple(one.measure, one.topic, one.run);
  });
  table.judged = std::move(kept);
  table.measures.clear();
  for (const MeasureByJudge& one : table.judged) table.measures.push_back(one.name());
}

bool has_draws(const ScoreTable& table) {
  return !std::ranges::all_of(table.judged, &std::string::empty, &MeasureByJudge::draw);
}

}  // namespace

void join_draws(ScoreTable& table) {
  if (!has_draws(table)) return;
  leave_out_draws(table);
  std::vector<Score> joined;
  double draws = 0;
  for (const Score& score : table.scores) {
    if (joined.empty() || !is_same_cell(joined.back(), score)) {
      joined.push_back(score);
      draws = 1;
    } else {
      joined.back().value += (score.value - joined.back().value) / ++draws;
    }
  }
  table.scores = std::move(joined);
}

[[gnu::cold]] void balance_draws(ScoreTable& table, Warnings& notes) {
  if (!has_draws(table)) return;
  leave_out_draws(table);
  std::vector<std::uint32_t> draw(table.scores.size(), 0);  // of each score, from 0
  for (std::size_t i = 1; i < draw.size(); ++i)
    if (is_same_cell(table.scores[i - 1], table.scores[i])) draw[i] = draw[i - 1] + 1;
  std::vector<std::uint32_t> fewest(table.measures.size(), UINT32_MAX);
  for (std::size_t i = 0; i < draw.size(); ++i) {
    const bool is_last = i + 1 == draw.size() || draw[i + 1] == 0;
    std::uint32_t& least = fewest[table.scores[i].measure];
    if (is_last) least = std::min(least, draw[i] + 1);
  }
  std::vector<std::uint32_t> first(fewest.size());
  std::vector<MeasureByJudge> measures;
  for (std::size_t m = 0; m < fewest.size(); ++m) {
    first[m] = static_cast<std::uint32_t>(measures.size());
    for (std::uint32_t d = 0; d < fewest[m]; ++d) {
      measures.push_back(table.judged[m]);
      if (fewest[m] > 1) measures.back().draw = std::to_string(d + 1);
    }
  }
  std::vector<Score> kept;
  for (std::size_t i = 0; i < draw.size(); ++i) {
    Score score = table.scores[i];
    if (draw[i] >= fewest[score.measure]) continue;
    score.measure = first[score.measure] + draw[i];
    kept.push_back(score);
  }
  std::ranges::stable_sort(kept, {}, &Score::measure);
  const std::size_t left_out = table.scores.size() - kept.size();
  if (left_out > 0) {
    const auto [least, most] = std::ranges::minmax(fewest);
    notes.push_back(make_warning(
        "unequal-draws",
        std::to_string(left_out) + " of " + count_of(table.scores.size(), "score") +
            " left out: not all runs, topics and judges have as many draws, and the first " +
            (least == most ? std::to_string(least)
                           : std::to_string(least) + " to " + std::to_string(most)) +
            " of each are used"));
  }
  table.scores = std::move(kept);
  table.judged = std::move(measures);
  table.measures.clear();
  for (const MeasureByJudge& one : table.judged) table.measures.push_back(one.name());
}

void ScoreTableBuilder::require_same_value(const Entry& first, const Entry& second) const {
  if (first.score.value == second.score.value) return;
  const std::string& file = files_[first.score.file];
  const std::string place = file.empty() ? "" : " at " + file + ":" + std::to_string(first.line);
  throw Error(Location{files_[second.score.file], second.line},
              "run " + printable(runs.names()[second.score.run]) + ", topic " +
                  printable(ordered_topics_[second.score.topic]) + ", measure " +
                  printable(measures.names()[second.score.measure]) + " has the score " +
                  shortest(second.score.value) + ", but " + shortest(first.score.value) + place,
              "keep one of them, or give runs different names; files of several judges are "
              "NAME=FILE, draws of one judge have a column draw");
}

// Gives topics the numbers of their label order.
void ScoreTableBuilder::order_topics() {
  const auto& names = topics.names();
  std::vector<std::uint32_t> order(names.size()), rank(names.size());
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](std::uint32_t topic) { return left_out_.contains(topic); });
  if (!std::ranges::is_sorted(names, label_less))
    std::ranges::sort(order, label_less, [&](std::uint32_t i) { return names[i]; });
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = i;
    ordered_topics_.push_back(names[order[i]]);
  }
  for (Entry& entry : entries_) entry.score.topic = rank[entry.score.topic];
}

// By measure, topic and run, and then as they came: by file and line.
void ScoreTableBuilder::sort_entries() {
  const auto sort_by = [&](std::uint32_t Score::*number, std::size_t numbers) {
    const auto number_of = [&](const Entry& entry) { return entry.score.*number; };
    if (std::ranges::is_sorted(entries_, {}, number_of)) return;
    std::vector<std::size_t> next(numbers + 1);
    for (const Entry& entry : entries_) ++next[number_of(entry) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<Entry> sorted(entries_.size());
    for (const Entry& entry : entries_) sorted[next[number_of(entry)]++] = entry;
    entries_ = std::move(sorted);
  };
  sort_by(&Score::run, runs.names().size());
  sort_by(&Score::topic, topics.names().size());
  sort_by(&Score::measure, measures.names().size());
}

}  // namespace subintent::internal
