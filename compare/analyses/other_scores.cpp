#include "compare/analyses/analysis.h"

#include <fmt/format.h>

#include <limits>

#include "core/base/messages.h"
#include "core/base/warning.h"
#include "core/collection/score_table.h"
#include "report/captions.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using Names = std::vector<std::string>;

bool is_measure(std::string_view name) {
  try {
    parse_measure(name);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// The name in the output and the measure, of "ours=map" or a measure alone.
std::pair<std::string_view, std::string_view> parts_of(std::string_view name) {
  const std::size_t sign = name.find('=');
  if (sign > name.find('(') || sign == std::string::npos) return {name, name};
  return {trim(name.substr(0, sign)), trim(name.substr(sign + 1))};
}

[[gnu::cold]] ScoreTable read_other_scores(const Names& given, const Names& topics,
                                           const Names& measures) {
  KnownNames known = {{topics.begin(), topics.end()}, {}};
  for (const std::string& name : measures) known.measures.insert(parts_of(name).second);
  std::vector<Source> sources;
  std::vector<std::string> runs;
  for (const std::string& one : given) {
    const bool are_lines = one.find('\n') != std::string::npos;
    const GivenRun file = are_lines ? GivenRun() : given_run(one);
    sources.push_back(are_lines ? Source::memory(one, "scores") : Source(file.path));
    runs.push_back(file.name.value_or(""));
  }
  const auto read = [&] {
    try {
      return read_scores(sources, ScoreRunName::automatic, ScoreFormat::automatic, {}, runs,
                         &known);
    } catch (const Error& error) {
      if (error.advice().find('`') == std::string::npos) throw;  // an option that is not here
      throw Error(error.location(), error.message(),
                  "give a file of one run as NAME=FILE; else write a number for each score, and "
                  "the columns' names in the first line: run topic measure value");
    }
  };
  ScoreTable table = read();
  join_draws(table);
  resolve_measures(table, {});
  for (const std::string& wanted : measures) {
    const auto [name, measure] = parts_of(wanted);
    if (!is_measure(measure)) std::ranges::replace(table.measures, measure, name);
  }
  return table;
}

bool is_doubt(const Warning& note) {
  return note.code == "exchanged-columns";
}

bool are_doubtful(const ScoreTable& table) {
  return std::ranges::any_of(table.notes, is_doubt);
}

// All measures but those of files that hold some of `wanted`, and hold these, too.
[[gnu::cold]] std::vector<std::string> chosen_measures(const ScoreTable& table,
                                                       const std::vector<std::string>& wanted) {
  std::vector<bool> is_wanted, is_chosen(table.measures.size());
  for (const std::string& name : table.measures) {
    is_wanted.push_back(std::ranges::any_of(wanted, [&](const std::string& one) {
      return parts_of(one).first == name || parts_of(one).second == name;
    }));
  }
  std::set<std::uint32_t> files;
  for (const Score& score : table.scores)
    if (is_wanted[score.measure]) files.insert(score.file);
  std::vector<std::string> names;
  for (const Score& score : table.scores) {
    if (is_chosen[score.measure] || (!is_wanted[score.measure] && files.contains(score.file)))
      continue;
    is_chosen[score.measure] = true;
    names.push_back(table.measures[score.measure]);
  }
  return names;
}

constexpr const char* columns_advice =
    "write rows of run, topic, measure and value, in a file below a line of these words";

constexpr const char* gap_advice =
    "add it (0, if that is what an empty list scores); or compare `what there is`";

[[gnu::cold]] Warning ignored_of(const char* what, std::size_t count, const std::string& first) {
  return make_warning("unjudged-topics",
                      fmt::format("scores: {} not evaluated, ignored (first: {})",
                                  count_of(count, what), printable(first)));
}

// Leaves out other runs, with a warning, if all wanted ones are there.
[[gnu::cold]] void keep_runs(const Names& wanted, ScoreTable& table, Warnings& warnings) {
  Names runs, files, others;
  std::vector<std::optional<std::uint32_t>> places;  // among `runs`
  for (std::size_t run = 0; run < table.runs.size(); ++run) {
    const bool is_wanted = std::ranges::count(wanted, table.runs[run]) > 0;
    places.push_back(is_wanted ? std::optional(static_cast<std::uint32_t>(runs.size()))
                               : std::nullopt);
    (is_wanted ? runs : others).push_back(table.runs[run]);
    if (is_wanted) files.push_back(table.run_files[run]);
  }
  if (others.empty() || runs.size() != wanted.size()) return;
  std::erase_if(table.scores, [&](const Score& score) { return !places[score.run]; });
  for (Score& score : table.scores) score.run = *places[score.run];
  table.runs = std::move(runs);
  table.run_files = std::move(files);
  warnings.push_back(ignored_of("run", others.size(), others[0]));
}

// Leaves scores of other topics out, with a warning, and returns the first of them. Throws Error
// where none is left.
[[gnu::cold]] std::string keep(const Names& topics, ScoreTable& table, Warnings& warnings) {
  const std::set<std::string_view> known(topics.begin(), topics.end());
  const auto is_other = [&](const std::string& topic) { return !known.contains(topic); };
  std::erase_if(table.scores,
                [&](const auto& score) { return is_other(table.topics[score.topic]); });
  if (table.scores.empty()) {
    throw Error::argument("scores",
                          fmt::format("scores: there are none of topic {}, but of {}",
                                      printable(topics.at(0)), listed_names(table.topics)),
                          columns_advice);
  }
  const auto others = std::ranges::count_if(table.topics, is_other);
  if (others == 0) return {};
  const std::string first = *std::ranges::find_if(table.topics, is_other);
  warnings.push_back(ignored_of("topic", static_cast<std::size_t>(others), first));
  return first;
}

// One group, or one of each measure, with the topics that have scores of all runs.
[[gnu::cold]] std::vector<ScoreGroup> groups_by_gaps(const ScoreTable& table, const Names& wanted,
                                                     Gaps gaps) {
  const Names measures = chosen_measures(table, wanted);
  try {
    if (gaps == Gaps::refused) return make_groups(table, measures, MissingScores::error);
    return mapped(measures, [&](const std::string& measure) {
      return make_groups(table, {measure}, MissingScores::drop).at(0);
    });
  } catch (const Error& error) {  // a gap
    throw Error(error.location(), error.message(), gap_advice);
  }
}

// The scores of a measure in the order of runs, or their places, and topics. Topics that `others`
// lack are refused, or NaN.
[[gnu::cold]] ScoreMatrix ordered_scores(const ScoreMatrix& scores, const ScoreGroup& others,
                                         const std::vector<std::size_t>& runs, const Names& topics,
                                         const std::string& left_out, Gaps gaps,
                                         Warnings& warnings) {
  std::map<std::string_view, std::size_t> places;
  for (const std::string& topic : others.topics) places.emplace(topic, places.size());
  ScoreMatrix ordered = scores.with(topics.size());
  ordered.runs = runs.size();
  Names missing;
  for (const std::string& topic : topics) {
    const auto place = places.find(topic);
    if (place == places.end()) missing.push_back(topic);
    for (const std::size_t run : runs)
      ordered.values.push_back(place == places.end() ? std::numeric_limits<double>::quiet_NaN()
                                                     : scores.at(place->second, run));
  }
  if (missing.empty()) return ordered;
  if (gaps == Gaps::refused || !left_out.empty()) {
    const std::string of_others =
        left_out.empty() ? "" : ", but of " + printable(left_out) + ", which is not evaluated";
    throw Error::argument("scores",
                          fmt::format("scores: there are none of topic {} by {}{}",
                                      printable(missing[0]), printable(scores.measure), of_others),
                          gap_advice);
  }
  add_warning(
      warnings, "inapplicable-topics",
      fmt::format("scores: {} of {} without {} of some run, left out of its means (first: {})",
                  missing.size(), count_of(topics.size(), "topic"), printable(scores.measure),
                  printable(missing[0])));
  return ordered;
}

// Warns of a measure that is computed under another name, though the scores have it, too.
[[gnu::cold]] void warn_of_computed(const ScoreTable& table, const Names& wanted,
                                    Warnings& warnings) {
  for (const std::string& name : wanted) {
    const auto [shown, measure] = parts_of(name);
    if (shown != measure && is_measure(measure) &&
        std::ranges::count(table.measures, measure) > 0 && std::ranges::count(wanted, measure) == 0)
      add_warning(
          warnings, "other-scores",
          fmt::format("{} is computed, though the scores have {}, too", printable(name), measure),
          fmt::format("for that of the scores write {} alone", measure));
  }
}

}  // namespace

AnalysisOption lower_is_better_option() {
  return record_option("lower_is_better", OptionKind::texts, "MEASURE",
                       "of this measure less is better");
}

std::vector<AnalysisOption> other_scores_options() {
  return {record_option("scores", OptionKind::texts, "[NAME=]FILE",
                        "scores of these runs (or of run NAME) by other measures, \"run topic "
                        "measure value\" or another format of compare"),
          lower_is_better_option()};
}

[[gnu::cold]] std::vector<ScoreMatrix> other_scores(const AnalysisValues& values,
                                                    const std::vector<std::string>& runs,
                                                    const std::vector<std::string>& topics,
                                                    const std::vector<std::string>& known,
                                                    const std::vector<std::string>& wanted,
                                                    Gaps gaps, Warnings& warnings) {
  if (!values.given("scores")) return {};
  ScoreTable table = read_other_scores(values.texts("scores"), topics, wanted);
  // NAME= of a matrix of runs is that of its measure; levels without a known measure may be
  // exchanged.
  const auto are_in = [&](const Names& names) {
    return std::ranges::all_of(runs, [&](auto& run) { return std::ranges::count(names, run) > 0; });
  };
  if ((table.runs.size() == 1 || are_doubtful(table)) && are_in(table.measures)) {
    std::swap(table.runs, table.measures);
    table.run_files.assign(table.runs.size(), table.files[0]);
    table.lower_is_better.clear();
    for (Score& score : table.scores) std::swap(score.run, score.measure);
    std::ranges::sort(table.scores, {}, [](const Score& score) {
      return std::tuple(score.measure, score.topic, score.run);
    });
  }
  if (are_in(table.runs)) std::erase_if(table.notes, is_doubt);
  warnings.insert(warnings.end(), table.notes.begin(), table.notes.end());
  warn_of_computed(table, wanted, warnings);
  keep_runs(runs, table, warnings);
  const std::string left_out = keep(topics, table, warnings);
  const std::vector<ScoreGroup> groups = groups_by_gaps(table, wanted, gaps);
  const ScoreGroup& others = groups.at(0);
  std::vector<std::size_t> columns;
  for (const std::string& run : runs) {
    const auto at = std::ranges::find(others.runs, run);
    if (at == others.runs.end()) {
      const bool is_elsewhere =
          std::ranges::count(others.topics, run) > 0 || std::ranges::count(table.measures, run) > 0;
      const bool are_all_wanted = std::ranges::all_of(
          others.runs, [&](auto& other) { return std::ranges::count(runs, other) > 0; });
      throw Error::argument("scores",
                            fmt::format("scores: there are none of the run {}, but of {}",
                                        printable(run), listed_names(others.runs)),
                            is_elsewhere ? columns_advice
                            : are_all_wanted
                                ? "add its scores, or evaluate the other runs alone"
                                : "rename it, or a file of one run: `NamedFile::name`");
    }
    columns.push_back(static_cast<std::size_t>(at - others.runs.begin()));
  }
  std::vector<ScoreMatrix> matrixes;
  std::vector<std::string> twice;
  for (const ScoreGroup& group : groups) {
    for (const ScoreMatrix& other : group.measures) {
      if (std::ranges::count(known, other.measure) > 0) twice.push_back(printable(other.measure));
      matrixes.push_back(ordered_scores(other, group, columns, topics, left_out, gaps, warnings));
    }
  }
  if (!twice.empty())
    throw Error::argument("scores",
                          fmt::format("scores: {} {} computed, too", join(twice, ", "),
                                      twice.size() == 1 ? "is" : "are"),
                          fmt::format("give the computed one another name in `measures`, such as "
                                      "ours={0}, beside {0}, which is then that of the scores",
                                      twice[0]));
  return matrixes;
}

[[gnu::cold]] std::vector<std::string> computed_measures(const std::vector<std::string>& names,
                                                         const std::vector<std::string>& scores,
                                                         bool has_judgments) {
  const bool are_read_once = std::ranges::count(scores, "-") > 0;
  // Takes the second of "ours=map,map" from the scores; "P_20" and "map", if they have them.
  const auto is_renamed = [&](const std::string& wanted) {
    const bool is_theirs =
        name_of_trec_eval(wanted) || (lowered(wanted) == wanted && is_measure(wanted) &&
                                      !wanted.starts_with(parse_measure(wanted).record->name));
    return is_theirs || std::ranges::any_of(names, [&](const std::string& name) {
             const std::string_view measure = parts_of(name).second;
             return measure != name && is_measure(measure) && is_measure(wanted) &&
                    parse_measure(measure).record == parse_measure(wanted).record;
           });
  };
  if (scores.empty() || are_read_once ||
      std::ranges::all_of(names, [&](auto& name) { return is_measure(name) && !is_renamed(name); }))
    return names;
  const ScoreTable others = read_other_scores(scores, {}, names);
  std::vector<std::string_view> known(others.measures.begin(), others.measures.end());
  if (others.runs.size() == 1 || are_doubtful(others)) {  // of a matrix, NAME=
    known.insert(known.end(), others.runs.begin(), others.runs.end());
    known.insert(known.end(), others.topics.begin(), others.topics.end());
  }
  std::vector<std::string> computed;
  for (const std::string& name : names) {
    const auto [shown, measure] = parts_of(name);
    const bool is_other = std::ranges::count(known, shown) > 0, is_own = is_measure(measure);
    if (is_own && !(is_other && measure == name && is_renamed(name))) computed.push_back(name);
    if (is_other || is_own) continue;
    const auto nearest = nearest_name(measure, known);
    throw Error::argument(
        "measures", fmt::format("unknown measure '{}'", printable(measure)),
        nearest ? fmt::format("did you mean {}?", printable(*nearest))
        : others.measures.size() == 1 && shown == measure
            ? fmt::format("the scores are by {0}; write {1}={0} for these", others.measures[0],
                          printable(measure))
            : fmt::format("the scores are by {}; {}; for others see `all_measures()`",
                          listed_names(others.measures), columns_advice));
  }
  if (computed.empty()) computed.emplace_back(has_judgments ? "RR" : "Unique@1");
  return computed;
}

std::vector<std::string> named_measures(const AnalysisValues& values) {
  return values.given("measures") ? values.texts("measures") : std::vector<std::string>();
}

[[gnu::cold]] std::vector<std::size_t> shown_measures(const std::vector<std::string>& names,
                                                      const std::vector<std::string>& measures,
                                                      std::size_t computed) {
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto place = static_cast<std::size_t>(std::ranges::find(measures, parts_of(name).first) -
                                                measures.begin());
    if (place < measures.size() && std::ranges::count(places, place) == 0) places.push_back(place);
  }
  const bool shows_computed =
      places.empty() || std::ranges::any_of(places, [&](auto place) { return place < computed; });
  for (std::size_t place = shows_computed ? 0 : computed; place < measures.size(); ++place)
    if (std::ranges::count(places, place) == 0) places.push_back(place);
  return places;
}

[[gnu::cold]] void add_scores(const AnalysisValues& values, const std::vector<std::string>& names,
                              ScoreGroup& scores, Warnings& warnings) {
  const std::size_t computed = scores.measures.size();
  for (ScoreMatrix& one : other_scores(values, scores.runs, scores.topics, scores.measure_names(),
                                       names, Gaps::refused, warnings))
    scores.measures.push_back(std::move(one));
  set_lower_is_better(split_measure_names(values.texts("lower_is_better")), scores.measures,
                      warnings);
  show_measures(shown_measures(names, scores.measure_names(), computed), scores.measures);
}

}  // namespace subintent::internal
