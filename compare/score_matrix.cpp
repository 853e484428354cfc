#include "compare/score_matrix.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "core/base/strings.h"
#include "core/base/warning.h"
#include "subintent/program.h"

namespace subintent::internal {

namespace {

constexpr std::uint32_t no_index = UINT32_MAX;
constexpr std::size_t max_cells = std::size_t{1} << 30;  // 8 GB
constexpr const char* missing_advice =
    "use `missing=zero` (count 0), drop (leave such topics out) or group (compare only runs with "
    "the same topics)";
constexpr const char* missing_in_group_advice =
    "use `missing=drop` (leave such topics out) or zero (count 0), or name measures that have "
    "scores for the same topics (`measures`)";

[[gnu::cold]] std::string names_of(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 12); ++i)
    shown.push_back(printable(names[i]));
  return fmt::format("{}{}", join(shown, ", "), names.size() > shown.size() ? ", ..." : "");
}

// The names are no advice, in which backquotes would be those of an argument.
std::string absent(std::string_view what, const std::string& name,
                   const std::vector<std::string>& known) {
  return fmt::format("there are no scores {} {}; choose from {}", what, printable(name),
                     names_of(known));
}

[[gnu::cold]] std::vector<std::uint32_t> numbers_of_measures(
    const ScoreTable& table, const std::vector<std::string>& names) {
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : names) {
    const std::size_t before = numbers.size();
    for (std::uint32_t m = 0; m < table.measures.size(); ++m) {
      const bool of_judges = !table.judged.empty() && table.judged[m].measure == name;
      if (table.measures[m] == name || of_judges) numbers.push_back(m);
    }
    if (numbers.size() == before) throw Error(absent("by the measure", name, table.measures));
  }
  return names.empty() ? sequence(table.measures.size()) : numbers;
}

// The scores of one measure; the table is sorted by measure.
std::span<const Score> scores_by(const ScoreTable& table, std::uint32_t measure) {
  const auto range =
      std::equal_range(table.scores.begin(), table.scores.end(), Score{measure, 0, 0, 0},
                       [](const Score& a, const Score& b) { return a.measure < b.measure; });
  return {range.first, range.second};
}

// Runs and topics of a group, as indices into the table's lists.
struct Membership {
  std::vector<std::uint32_t> runs, topics;
};

// The table with runs that are in several files as several runs of one name, in the order of files.
ScoreTable kept_apart(ScoreTable table) {
  const auto split = runs_in_several_files(table);
  if (split.empty()) return table;
  const auto is_split = [&](std::uint32_t run) {
    return std::binary_search(split.begin(), split.end(), run);
  };
  std::vector<std::uint32_t> first_file(table.runs.size(), no_index);
  for (const Score& score : table.scores)
    first_file[score.run] = std::min(first_file[score.run], score.file);
  const auto part_of = [&](const Score& score) {
    return std::pair(is_split(score.run) ? score.file : first_file[score.run], score.run);
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;  // file and run
  for (const Score& score : table.scores) numbers.emplace(part_of(score), 0);
  std::vector<std::string> runs, run_files;
  for (auto& [part, number] : numbers) {
    number = static_cast<std::uint32_t>(runs.size());
    runs.push_back(table.runs[part.second]);
    run_files.push_back(table.files[part.first]);
  }
  for (Score& score : table.scores) score.run = numbers.at(part_of(score));
  table.runs = std::move(runs);
  table.run_files = std::move(run_files);
  return table;
}

// One group for each set of topics that a run has scores for by the measures.
std::vector<Membership> groups_by_topics(const ScoreTable& table,
                                         const std::vector<std::uint32_t>& measures) {
  std::vector<std::vector<std::uint32_t>> topics_of(table.runs.size());
  for (const std::uint32_t measure : measures)
    for (const Score& score : scores_by(table, measure))
      topics_of[score.run].push_back(score.topic);
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> groups;
  for (std::uint32_t run = 0; run < topics_of.size(); ++run) {
    auto& topics = topics_of[run];
    std::sort(topics.begin(), topics.end());
    topics.erase(std::unique(topics.begin(), topics.end()), topics.end());
    if (!topics.empty()) groups[topics].push_back(run);
  }
  return mapped(groups, [](const auto& one) { return Membership{one.second, one.first}; });
}

// Topics with any score by one of the measures.
std::vector<std::uint32_t> scored_topics(const ScoreTable& table,
                                         const std::vector<std::uint32_t>& measures) {
  std::vector<bool> scored(table.topics.size(), false);
  for (const std::uint32_t measure : measures)
    for (const Score& score : scores_by(table, measure)) scored[score.topic] = true;
  std::vector<std::uint32_t> topics;
  for (std::uint32_t topic = 0; topic < scored.size(); ++topic)
    if (scored[topic]) topics.push_back(topic);
  return topics;
}

// Topics with a score of every run by every measure.
std::vector<std::uint32_t> complete_topics(const ScoreTable& table,
                                           const std::vector<std::uint32_t>& measures) {
  std::vector<std::uint64_t> count(table.topics.size(), 0);
  for (const std::uint32_t measure : measures)
    for (const Score& score : scores_by(table, measure)) ++count[score.topic];
  std::vector<std::uint32_t> complete;
  for (std::uint32_t topic = 0; topic < count.size(); ++topic)
    if (count[topic] == table.runs.size() * measures.size()) complete.push_back(topic);
  return complete;
}

std::vector<std::uint32_t> some_complete_topics(const ScoreTable& table,
                                                const std::vector<std::uint32_t>& measures) {
  std::vector<std::uint32_t> complete = complete_topics(table, measures);
  if (!complete.empty()) return complete;
  throw Error(Location{}, "no topic has scores of all runs",
              "check the inputs, or use `missing=zero` or group");
}

[[noreturn]] void refuse_missing(const ScoreTable& table, std::uint32_t measure,
                                 std::uint32_t topic, std::uint32_t run, MissingScores missing) {
  const auto of_measure = scores_by(table, measure);
  const bool of_judge = !table.judged.empty() && !of_measure.empty();
  throw Error(
      Location{of_judge ? table.files[of_measure[0].file] : table.run_files[run], 0},
      "run " + printable(table.runs[run]) + " has no score for topic " +
          printable(table.topics[topic]) + " by " + printable(table.measures[measure]),
      of_judge || missing == MissingScores::group ? missing_in_group_advice : missing_advice);
}

// A run without any score by a measure would get 0 for each topic.
[[gnu::cold]] void require_common_measures(const ScoreTable& table,
                                           const std::vector<std::uint32_t>& measures) {
  for (const std::uint32_t measure : measures) {
    std::vector<bool> has(table.runs.size());
    for (const Score& score : scores_by(table, measure)) has[score.run] = true;
    const auto run = static_cast<std::size_t>(std::ranges::find(has, false) - has.begin());
    if (run == has.size()) continue;
    throw Error(Location{table.run_files[run], 0},
                fmt::format("run {} has no score by {}", printable(table.runs[run]),
                            printable(table.measures[measure])),
                table.judged.empty()
                    ? "choose measures of all runs (`measures`) or rename them; runs in several "
                      "files are to be called alike (`run_name`)"
                    : "NAME=FILE names a judge, who scores all runs; leave NAME= out where it is "
                      "that of the run, and name runs as their files are, `run_name=file`");
  }
}

std::vector<std::uint32_t> index_of(const std::vector<std::uint32_t>& members, std::size_t size) {
  std::vector<std::uint32_t> index(size, no_index);
  for (std::uint32_t i = 0; i < members.size(); ++i) index[members[i]] = i;
  return index;
}

ScoreMatrix matrix_of(const ScoreTable& table, std::uint32_t measure, const Membership& members,
                      MissingScores missing) {
  const auto run_index = index_of(members.runs, table.runs.size());
  const auto topic_index = index_of(members.topics, table.topics.size());
  ScoreMatrix matrix{table.measures[measure], members.topics.size(), members.runs.size(), {}};
  if (!table.lower_is_better.empty()) matrix.lower_is_better = table.lower_is_better[measure];
  if (!table.judged.empty()) matrix.judged = table.judged[measure];
  if (matrix.runs > max_cells / matrix.topics) {
    throw Error(Location{},
                fmt::format("{} and {} are too many for a matrix", count_of(matrix.runs, "run"),
                            count_of(matrix.topics, "topic")),
                "give fewer runs");
  }
  matrix.values.assign(matrix.topics * matrix.runs, matrix.lower_is_better ? 1 : 0);  // the worst
  std::vector<bool> found(matrix.values.size(), false);
  for (const Score& score : scores_by(table, measure)) {
    const std::uint32_t run = run_index[score.run], topic = topic_index[score.topic];
    if (run == no_index || topic == no_index) continue;
    matrix.values[topic * matrix.runs + run] = score.value;
    found[topic * matrix.runs + run] = true;
  }
  const auto gap = std::find(found.begin(), found.end(), false);
  if (gap != found.end() && missing != MissingScores::zero) {
    const auto at = static_cast<std::size_t>(gap - found.begin());
    refuse_missing(table, measure, members.topics[at / matrix.runs], members.runs[at % matrix.runs],
                   missing);
  }
  return matrix;
}

std::vector<std::string> files_of(const ScoreTable& table,
                                  const std::vector<std::uint32_t>& measures,
                                  const Membership& members) {
  const auto run_index = index_of(members.runs, table.runs.size());
  std::vector<bool> used(table.files.size(), false);
  for (const std::uint32_t measure : measures) {
    for (const Score& score : scores_by(table, measure))
      if (run_index[score.run] != no_index) used[score.file] = true;
  }
  std::vector<std::string> files;
  for (std::size_t file = 0; file < used.size(); ++file)
    if (used[file] && !table.files[file].empty()) files.push_back(table.files[file]);
  return files;
}

std::vector<ScoreGroup> groups_of(const ScoreTable& table,
                                  const std::vector<std::uint32_t>& measures,
                                  const std::vector<Membership>& memberships,
                                  MissingScores missing) {
  std::vector<ScoreGroup> groups;
  for (const Membership& members : memberships) {
    ScoreGroup& group = groups.emplace_back();
    for (const std::uint32_t run : members.runs) group.runs.push_back(table.runs[run]);
    for (const std::uint32_t topic : members.topics) group.topics.push_back(table.topics[topic]);
    for (const std::uint32_t measure : measures)
      group.measures.push_back(matrix_of(table, measure, members, missing));
    group.files = files_of(table, measures, members);
  }
  return groups;
}

}  // namespace

double ScoreMatrix::mean(std::size_t run) const {
  double sum = 0;
  for (std::size_t topic = 0; topic < topics; ++topic) sum += at(topic, run);
  return sum / static_cast<double>(topics);
}

std::vector<double> ScoreMatrix::means() const {
  std::vector<double> all(runs);
  for (std::size_t run = 0; run < runs; ++run) all[run] = mean(run);
  return all;
}

std::vector<std::string> ScoreGroup::measure_names() const {
  return mapped(measures, &ScoreMatrix::measure);
}

[[gnu::cold]] std::size_t ScoreGroup::find_measure(const std::string& name) const {
  const std::vector<std::string> names = measure_names();
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  throw Error(absent("by the measure", name, names));
}

[[gnu::cold]] std::size_t ScoreGroup::find_run(const std::string& name) const {
  const auto at = std::find(runs.begin(), runs.end(), name);
  if (at == runs.end()) throw Error(absent("of the run", name, runs));
  return static_cast<std::size_t>(at - runs.begin());
}

[[gnu::cold]] std::vector<std::uint32_t> runs_in_several_files(const ScoreTable& table) {
  std::vector<bool> several(table.runs.size(), false);
  std::vector<std::uint32_t> measure(table.runs.size(), no_index), file(table.runs.size());
  for (const Score& score : table.scores) {  // by measure
    if (measure[score.run] != score.measure) {
      measure[score.run] = score.measure;
      file[score.run] = score.file;
    } else if (file[score.run] != score.file) {
      several[score.run] = true;
    }
  }
  std::vector<std::uint32_t> found;
  for (std::uint32_t run = 0; run < several.size(); ++run)
    if (several[run]) found.push_back(run);
  return found;
}

[[gnu::cold]] void warn_of_joined_runs(const ScoreTable& table, std::string_view places,
                                       Warnings& warnings) {
  const auto runs = runs_in_several_files(table);
  if (runs.empty()) return;
  const std::string names = printable(table.runs[runs[0]]) + (runs.size() > 1 ? ", ..." : "");
  add_warning(warnings, "joined-runs",
              fmt::format("scores by the same measure are in several {} for {} ({}) and are joined",
                          places, count_of(runs.size(), "run"), names),
              "if these are different runs with the same name, rename them or use `missing=group`");
}

[[gnu::cold]] void warn_of_filled_topics(const ScoreTable& table,
                                         const std::vector<std::string>& measures,
                                         Warnings& warnings) {
  const auto wanted = numbers_of_measures(table, measures);
  if (!complete_topics(table, wanted).empty()) return;
  const std::size_t topics = scored_topics(table, wanted).size();
  add_warning(
      warnings, "filled-topics",
      fmt::format("no topic has scores of all runs: {} filled in with 0",
                  topics == 1 ? "the only topic is" : fmt::format("all {} topics are", topics)),
      "check that topics have the same names everywhere");
}

[[gnu::cold]] std::vector<ScoreGroup> make_groups(const ScoreTable& table,
                                                  const std::vector<std::string>& measures,
                                                  MissingScores missing) {
  const auto wanted = numbers_of_measures(table, measures);
  if (missing == MissingScores::group) {
    const ScoreTable apart = kept_apart(table);
    return groups_of(apart, wanted, groups_by_topics(apart, wanted), missing);
  }
  require_common_measures(table, wanted);
  const Membership all = {sequence(table.runs.size()), missing == MissingScores::drop
                                                           ? some_complete_topics(table, wanted)
                                                           : scored_topics(table, wanted)};
  return groups_of(table, wanted, {all}, missing);
}

namespace {

// Has the name a word of what there should be less of?
[[gnu::cold]] bool is_of_less(std::string_view measure) {
  constexpr std::string_view of_less =
      " cost delay error errors hallucination hallucinations latency loss mae mse ms perplexity "
      "rmse seconds time tokens toxicity wer ";
  std::string name = lowered(measure);
  std::ranges::replace(name, '_', '\t');
  return std::ranges::any_of(split_tabs(name), [&](std::string_view word) {
    return of_less.find(fmt::format(" {} ", word)) != of_less.npos;
  });
}

}  // namespace

[[gnu::cold]] void set_lower_is_better(const std::vector<std::string>& names,
                                       std::span<ScoreMatrix> measures, Warnings& warnings) {
  for (const std::string& name : names) {
    std::vector<std::string> known;
    bool found = false;
    for (ScoreMatrix& one : measures) {
      known.push_back(one.measure);
      if (one.measure != name && one.plain_measure() != name) continue;
      one.lower_is_better = found = true;
    }
    if (found) continue;
    throw Error::argument("lower_is_better",
                          "lower_is_better: " + absent("by the measure", name, known));
  }
  Warnings found;
  for (const ScoreMatrix& one : measures) {
    if (!one.lower_is_better && is_of_less(one.plain_measure()))
      add_warning(found, "other-scores", printable(one.measure) + ": more is taken to be better",
                  fmt::format("if less is: `lower_is_better={}`", printable(one.measure)));
  }
  add_new(found, warnings);
}

void standardise(ScoreMatrix& scores) {
  for (std::size_t topic = 0; topic < scores.topics; ++topic)
    standardise(std::span(scores.values).subspan(topic * scores.runs, scores.runs));
}

void standardise(ScoreGroup& group) {
  for (ScoreMatrix& scores : group.measures) standardise(scores);
}

std::vector<std::uint32_t> sequence(std::size_t size) {
  std::vector<std::uint32_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

std::vector<std::uint32_t> places_in(std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> places(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  return places;
}

std::vector<RunPair> all_pairs(std::size_t runs) {
  std::vector<RunPair> pairs;
  for (std::uint32_t first = 0; first < runs; ++first)
    for (std::uint32_t second = first + 1; second < runs; ++second)
      pairs.push_back({first, second});
  return pairs;
}

std::size_t place_of_pair(std::size_t runs, std::size_t a, std::size_t b) {
  const auto [first, second] = std::minmax(a, b);
  return first * (2 * runs - first - 1) / 2 + second - first - 1;
}

std::vector<double> differences(const ScoreMatrix& scores, RunPair pair) {
  std::vector<double> z(scores.topics);
  for (std::size_t topic = 0; topic < z.size(); ++topic) {
    const double a = scores.at(topic, pair.first), b = scores.at(topic, pair.second);
    z[topic] = std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)) ? 0 : a - b;
  }
  return z;
}

void standardise(std::span<double> scores) {
  if (scores.empty()) return;
  const auto n = static_cast<double>(scores.size());
  const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
  const double largest = std::max(std::abs(*low), std::abs(*high));
  if (*high - *low <= 1e-12 * largest) {
    std::fill(scores.begin(), scores.end(), 0.0);
    return;
  }
  double sum = 0, squares = 0;
  for (const double score : scores) sum += score;
  const double mean = sum / n;
  for (const double score : scores) squares += (score - mean) * (score - mean);
  const double deviation = std::sqrt(squares / (n - 1));
  for (double& score : scores) score = (score - mean) / deviation;
}

}  // namespace subintent::internal
