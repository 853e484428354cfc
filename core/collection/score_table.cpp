#include "core/collection/score_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/strings.h"
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

std::uint32_t NameList::number_of(std::string_view name) {
  const std::size_t before = names().size();
  last_ = table_.insert_after(last_, name);
  if (last_ == before) table_.move_last(texts_.store(name));
  return last_;
}

void ScoreTableBuilder::add(std::uint32_t measure, std::uint32_t topic, std::uint32_t run,
                            double value, std::uint64_t line) {
  if (run == run_files_.size()) run_files_.push_back(files_.back());
  entries_.push_back(
      {{measure, topic, run, static_cast<std::uint32_t>(files_.size() - 1), value}, line});
}

ScoreTable ScoreTableBuilder::finish() {
  order_topics();
  sort_entries();
  const auto same_place = [](const Score& a, const Score& b) {
    return a.measure == b.measure && a.topic == b.topic && a.run == b.run;
  };
  ScoreTable table;
  table.scores.reserve(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (i > 0 && same_place(entries_[i - 1].score, entries_[i].score)) {
      require_same_value(entries_[i - 1], entries_[i]);
    } else {
      table.scores.push_back(entries_[i].score);
    }
  }
  const auto strings = [](const std::vector<std::string_view>& names) {
    return std::vector<std::string>(names.begin(), names.end());
  };
  table.measures = strings(measures.names());
  table.topics = strings(ordered_topics_);
  table.runs = strings(runs.names());
  table.run_files = std::move(run_files_);
  table.files = std::move(files_);
  table.notes = std::move(notes);
  return table;
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
              "keep one of them, or give runs different names");
}

// Gives topics the numbers of their label order.
void ScoreTableBuilder::order_topics() {
  const auto& names = topics.names();
  std::vector<std::uint32_t> order(names.size()), rank(names.size());
  std::iota(order.begin(), order.end(), 0);
  if (!std::ranges::is_sorted(names, label_less)) {
    std::ranges::sort(order, label_less, [&](std::uint32_t i) { return names[i]; });
  }
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
