#include "core/collection/score_table.h"

#include <cmath>
#include <numeric>
#include <tuple>

#include "core/base/strings.h"
#include "core/base/warning.h"
#include "core/collection/header_table.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {

bool is_mean_topic(std::string_view topic) {
  if (!topic.starts_with('a')) return false;       // nearly always
  return topic == mean_topic || topic == "amean";  // the latter by ndeval and gdeval
}

bool is_possible_score(double value) {
  constexpr double largest = 1e100;
  return value == 0 || (std::abs(value) <= largest && std::abs(value) >= 1 / largest);
}

std::uint32_t NameList::insert(std::string_view name) {
  const auto [number, is_new] = table_.insert(name);
  if (is_new) table_.move_last(texts_.store(name));
  return number;
}

namespace {

// Only the draws of the two may differ.
bool is_same_cell(const Score& a, const Score& b) {
  return a.measure == b.measure && a.topic == b.topic && a.run == b.run;
}

// Gives scores the measures without draws, one by one as they were.
// Scores of one cell stay in their order.
[[gnu::cold, gnu::noinline]] void sort_by_cells(std::vector<Score>& scores) {
  std::ranges::stable_sort(scores, {}, [](const Score& score) {
    return std::tuple(score.measure, score.topic, score.run);
  });
}

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
  sort_by_cells(table.scores);
  table.judged = std::move(kept);
  table.measures.clear();
  for (const MeasureByJudge& one : table.judged) table.measures.push_back(one.name());
}

bool has_draws(const ScoreTable& table) {
  return !std::ranges::all_of(table.judged, &std::string::empty, &MeasureByJudge::draw);
}

}  // namespace

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

[[gnu::cold]] void ScoreTableBuilder::leave_out_statistics() {
  const auto& names = topics.names();
  std::vector<std::uint32_t> words;
  NameSet others;
  for (std::uint32_t topic = 0; topic < names.size(); ++topic) {
    const bool is_quartile = is_whole(names[0]) && is_called(names[topic], {"q1", "q2", "q3"});
    has_digit(names[topic]) && !is_quartile ? void(others.emplace(names[topic]))
                                            : words.push_back(topic);
  }
  constexpr std::size_t least_digits = 4;
  const auto is_row = [&](std::uint32_t topic) {
    return is_row_of_statistics(names[topic]) || sums_up(topic, least_digits);
  };
  const bool are_below =
      !words.empty() && words[0] == others.size() && words.size() < others.size();
  const bool are_rows = others.size() > 1 && look_like_topics(others) &&
                        (are_below || std::ranges::all_of(words, is_row));
  for (const std::uint32_t topic : words) {
    if (are_rows || names[topic].ends_with('%') || is_statistic(plain_letters(names[topic])) ||
        (topic + 1 == names.size() && sums_up(topic, least_digits)))
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
  ScoreTable table;
  table.scores.reserve(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (i > 0 && is_same_cell(entries_[i - 1].score, entries_[i].score))
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

[[gnu::cold]] void join_draws(ScoreTable& table) {
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
  sort_by_cells(kept);
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

[[gnu::cold]] void ScoreTableBuilder::require_same_value(const Entry& first,
                                                         const Entry& second) const {
  if (first.score.value == second.score.value) return;
  const std::string& file = files_[first.score.file];
  const std::string place = file.empty() ? "" : " at " + file + ":" + std::to_string(first.line);
  throw Error(Location{files_[second.score.file], second.line},
              "run " + printable(runs.names()[second.score.run]) + ", topic " +
                  printable(ordered_topics_[second.score.topic]) + ", measure " +
                  printable(measures.names()[second.score.measure]) + " has the score " +
                  shortest(second.score.value) + ", but " + shortest(first.score.value) + place,
              "keep one of them, or name runs as their files are, `run_name=file`; files of "
              "several judges are NAME=FILE, draws of one judge have a column draw");
}

// Gives topics the numbers of their label order.
[[gnu::cold]] void ScoreTableBuilder::order_topics() {
  std::vector<std::string_view> names = topics.names();
  if (std::ranges::all_of(
          names, [](auto name) { return parse_whole(name).has_value(); }))  // "1.0" is topic 1
    for (std::string_view& name : names) name = name.substr(0, name.find('.'));
  std::vector<std::uint32_t> order(names.size()), rank(names.size());
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](std::uint32_t topic) { return left_out_.contains(topic); });
  if (!std::ranges::is_sorted(names, label_less))
    std::ranges::sort(order, label_less, [&](std::uint32_t i) { return names[i]; });
  for (const std::uint32_t topic : order) {
    if (ordered_topics_.empty() || ordered_topics_.back() != names[topic])
      ordered_topics_.push_back(names[topic]);
    rank[topic] = static_cast<std::uint32_t>(ordered_topics_.size() - 1);
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
