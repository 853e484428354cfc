#include "report/slices_report.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "compare/mean_test.h"
#include "evaluate/measure.h"
#include "subintent/program.h"

namespace subintent::internal {

const TableRecord& slices_record() {
  using enum CellKind;
  static const TableRecord record = {"slices",
                                     "a row per value of a property of topics, run and measure",
                                     {{"slice", text, "the property"},
                                      {"value", text, "of the topics"},
                                      {"topics", whole, "with that value and a score"},
                                      {"run", text, "name"},
                                      {"measure", text, "name"},
                                      {"mean", number, "over these topics"},
                                      {"low", number, "of its interval"},
                                      {"high", number, "of its interval"},
                                      {"alpha", number, "intervals have confidence 1 - alpha"}}};
  return record;
}

const TableRecord& reversals_record() {
  using enum CellKind;
  static const TableRecord record = {
      "reversals",
      "a row per value, measure and pair of runs whose order is another than over all topics",
      {{"slice", text, "the property"},
       {"value", text, "of the topics"},
       {"topics", whole, "with that value"},
       {"measure", text, "name"},
       {"run1", text, "the run with the higher mean over all topics"},
       {"run2", text, "the other run"},
       {"all_topics", number, "run1 minus run2 over all topics, above 0"},
       {"difference", number, "run1 minus run2 over these topics, below 0"},
       {"low", number, "of its interval"},
       {"high", number, "of its interval"}}};
  return record;
}

namespace {

using TopicNumbers = std::vector<std::size_t>;

double mean_of(const std::vector<double>& values) {
  const double sum = total_of(values);
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

// An interval of which infinite ends are not known.
std::pair<Cell, Cell> cells_of(std::pair<double, double> interval) {
  if (!std::isfinite(interval.first)) return {};
  return {interval.first, interval.second};
}

class SlicedTables {
 public:
  SlicedTables(const std::vector<Slice>& slices, const SlicedScores& scores, double alpha)
      : scores_(scores), alpha_(alpha) {
    for (std::size_t t = 0; t < scores.topics.size(); ++t) all_.push_back(t);
    for (const Slice& slice : slices) {
      const TopicNumbers topics = numbers_of(slice);
      if (!topics.empty()) slices_.emplace_back(&slice, topics);
    }
    for (const std::string& measure : scores.measures)
      is_share_.push_back(internal::is_within_unit(measure) ? 1 : 0);
  }

  bool empty() const { return slices_.empty(); }

  Report report() const {
    Report result;
    result.tables = {table_of(slices_record()), table_of(reversals_record())};
    TextTable means(3), reversals(5);
    std::vector<std::string> heading = {"slice", "value", "run", "topics"};
    for (const std::string& measure : scores_.measures) heading.push_back(printable(measure));
    means.add(std::move(heading));
    reversals.add({"slice", "value", "measure", "run1", "run2", "topics", "all topics", "here",
                   name_of_interval(alpha_)});
    std::size_t reversed = 0;  // slices
    for (const auto& [slice, topics] : slices_) {
      add_means(*slice, topics, result.tables[0], means);
      const std::size_t before = result.tables[1].rows.size();
      add_reversals(*slice, topics, result.tables[1], reversals);
      reversed += result.tables[1].rows.size() > before ? 1 : 0;
    }
    result.text.add(fmt::format("Means by slices of topics, {:.4g}% intervals by Student's t\n\n",
                                100 * (1 - alpha_)));
    result.text.add(std::move(means));
    if (scores_.runs.size() < 2) return result;
    result.text.add(fmt::format("\nThe order of two runs reverses in {} of {}{}\n", reversed,
                                count_of(slices_.size(), "slice"), reversed > 0 ? ":\n" : ""));
    if (reversed > 0) result.text.add(std::move(reversals));
    return result;
  }

 private:
  TopicNumbers numbers_of(const Slice& slice) const {
    TopicNumbers numbers;
    for (std::size_t t = 0; t < scores_.topics.size(); ++t)
      if (std::ranges::count(slice.topics, scores_.topics[t]) > 0) numbers.push_back(t);
    return numbers;
  }

  // Scores of a run, or the first minus the second.
  std::vector<double> values(std::size_t measure, const TopicNumbers& topics, std::size_t run,
                             std::optional<std::size_t> second = {}) const {
    std::vector<double> found;
    for (const std::size_t topic : topics) {
      const auto value = scores_.at(measure, topic, run);
      if (!value) continue;
      found.push_back(*value - (second ? *scores_.at(measure, topic, *second) : 0));
    }
    return found;
  }

  void add_means(const Slice& slice, const TopicNumbers& topics, DataTable& table,
                 TextTable& text) const {
    for (std::size_t run = 0; run < scores_.runs.size(); ++run) {
      std::vector<std::string> row = {printable(slice.name), printable(slice.value),
                                      printable(scores_.runs[run]), std::to_string(topics.size())};
      for (std::size_t m = 0; m < scores_.measures.size(); ++m) {
        const std::vector<double> found = values(m, topics, run);
        if (found.empty()) {
          row.emplace_back("-");
          continue;
        }
        const auto [low, high] = cells_of(interval_of(m, found));
        table.rows.push_back({slice.name, slice.value, whole(found.size()), scores_.runs[run],
                              scores_.measures[m], mean_of(found), low, high, alpha_});
        row.push_back(with_interval(mean_of(found), interval_of(m, found)));
      }
      text.add(std::move(row));
    }
  }

  // Stays within 0 and 1 if all scores do, as in a table of runs.
  std::pair<double, double> interval_of(std::size_t measure,
                                        const std::vector<double>& found) const {
    auto [low, high] = mean_interval(found, alpha_);
    const bool is_cut = is_share_[measure] != 0 && std::ranges::all_of(found, [](double value) {
                          return value >= 0 && value <= 1;
                        });
    if (is_cut && std::isfinite(low)) return {std::max(low, 0.0), std::min(high, 1.0)};
    return {low, high};
  }

  static std::string with_interval(double mean, std::pair<double, double> interval) {
    if (!std::isfinite(interval.first)) return fmt::format("{:.4f}", mean);
    return fmt::format("{:.4f} ({:.4f} {:.4f})", mean, interval.first, interval.second);
  }

  void add_reversals(const Slice& slice, const TopicNumbers& topics, DataTable& table,
                     TextTable& text) const {
    for (std::size_t m = 0; m < scores_.measures.size(); ++m) {
      for (const RunPair pair : all_pairs(scores_.runs.size())) {
        std::size_t first = pair.first, second = pair.second;
        double whole_mean = mean_of(values(m, all_, first, second));
        if (whole_mean < 0) {
          std::swap(first, second);
          whole_mean = -whole_mean;
        }
        const std::vector<double> here = values(m, topics, first, second);
        if (whole_mean <= 1e-9 || mean_of(here) >= -1e-9) continue;
        const auto interval = mean_interval(here, alpha_);
        const auto [low, high] = cells_of(interval);
        table.rows.push_back({slice.name, slice.value, whole(here.size()), scores_.measures[m],
                              scores_.runs[first], scores_.runs[second], whole_mean, mean_of(here),
                              low, high});
        text.add({printable(slice.name), printable(slice.value), printable(scores_.measures[m]),
                  printable(scores_.runs[first]), printable(scores_.runs[second]),
                  std::to_string(here.size()), fmt::format("{:+.4f}", whole_mean),
                  fmt::format("{:+.4f}", mean_of(here)),
                  std::isfinite(interval.first)
                      ? fmt::format("{:+.4f} {:+.4f}", interval.first, interval.second)
                      : "-"});
      }
    }
  }

  const SlicedScores& scores_;
  double alpha_;
  TopicNumbers all_;
  std::vector<std::pair<const Slice*, TopicNumbers>> slices_;
  std::vector<char> is_share_;  // by measure: from 0 to 1
};

}  // namespace

SlicedScores sliced(const ScoreGroup& group) {
  return {group.runs, group.topics, group.measure_names(),
          [&group](std::size_t measure, std::size_t topic, std::size_t run) {
            return std::optional(group.measures[measure].at(topic, run));
          }};
}

SlicedScores sliced(const ScoreSet& set) {
  return {set.run_names(), set.topics, set.measures,
          [&set](std::size_t measure, std::size_t topic, std::size_t run) -> std::optional<double> {
            if (!set.applies(measure, topic)) return std::nullopt;
            return set.runs[run].values[measure][topic];
          }};
}

Report slices_report(const std::string& slices, const SlicedScores& scores, double alpha) {
  const bool are_lines = slices.find('\n') != std::string::npos;
  const Source source = are_lines ? Source::memory(slices, "slices") : Source(slices);
  const std::vector<Slice> read = read_slices(source);
  const SlicedTables tables(read, scores, alpha);
  if (tables.empty()) {
    throw Error(Location{source.name(), 0}, "none of its topics has scores",
                "give slices of the topics that are scored, by the same names");
  }
  return tables.report();
}

}  // namespace subintent::internal
