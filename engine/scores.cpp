#include <fmt/format.h>

#include <cmath>

#include "compare/correlation.h"
#include "compare/planning.h"
#include "core/base/strings.h"
#include "core/base/warning.h"
#include "core/collection/score_layouts.h"
#include "core/io/table_cells.h"
#include "engine/values.h"
#include "evaluate/measure.h"
#include "subintent/program.h"

namespace subintent {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

bool is_none(double value) {
  return std::isnan(value);
}

[[noreturn]] void throw_absent(const std::string& argument, std::string_view name) {
  throw Error::argument(argument, argument + ": " + printable(name) + " does not exist");
}

std::size_t place_of_measure(const std::vector<std::string>& names, std::string_view name) {
  const auto place = internal::find_measure(names, name);
  if (!place) throw_absent("measure", name);
  return *place;
}

std::size_t place_of_topic(const std::vector<std::string>& names, std::string_view name) {
  const auto at = std::ranges::find(names, name);
  if (at == names.end()) throw_absent("topic", name);
  return at - names.begin();
}

// A topic is answered if it has scores by all measures that the run has any score by.
void mark_answered(Scores& run) {
  const std::size_t topics = run.topics.size();
  for (std::size_t measure = 0; measure < run.measures.size(); ++measure) {
    const std::span of_topics = std::span(run.values).subspan(measure * topics, topics);
    if (std::ranges::all_of(of_topics, is_none)) continue;
    for (std::size_t topic = 0; topic < topics; ++topic)
      if (is_none(of_topics[topic])) run.answered[topic] = false;
  }
}

// A value for each run of a file.
std::vector<Scores> scores_of(const internal::ScoreTable& table) {
  const std::size_t topics = table.topics.size(), size = table.measures.size() * topics;
  std::vector<Scores> all;
  std::vector<std::string> judges, draws;
  for (const internal::MeasureByJudge& one : table.judged) {
    judges.push_back(one.judge);
    draws.push_back(one.draw);
  }
  for (const std::string& run : table.runs) {
    all.push_back({run,
                   table.measures,
                   table.topics,
                   std::vector<double>(size, none),
                   std::vector<bool>(topics, true),
                   {},
                   {},
                   judges,
                   draws});
  }
  for (const internal::Score& score : table.scores)
    all[score.run].values[score.measure * topics + score.topic] = score.value;
  for (Scores& run : all) mark_answered(run);
  return all;
}

}  // namespace

double Scores::value(std::string_view measure, std::string_view topic) const {
  return value(place_of_measure(measures, measure), place_of_topic(topics, topic));
}

double Scores::value(std::size_t measure, std::size_t topic) const {
  const std::size_t place = measure * topics.size() + topic;
  if (measure < measures.size() && topic < topics.size() && place < values.size())
    return values[place];
  throw Error::argument(measure < measures.size() ? "topic" : "measure",
                        "there is no value for measure " + std::to_string(measure) + " and topic " +
                            std::to_string(topic));
}

bool Scores::applies(std::size_t measure, std::size_t topic) const {
  value(measure, topic);  // which throws
  const std::size_t place = measure * topics.size() + topic;
  return place >= applicable.size() || applicable[place];
}

double Scores::mean(std::size_t measure) const {
  double sum = 0, count = 0;
  for (std::size_t topic = 0; topic < topics.size(); ++topic) {
    if (!applies(measure, topic)) continue;
    const double score = value(measure, topic);
    sum += is_none(score) ? 0 : score;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

double Scores::mean(std::string_view measure) const {
  return mean(place_of_measure(measures, measure));
}

namespace internal {
namespace {

[[noreturn]] void refuse_score(const Scores& scores, const std::string& fault) {
  throw Error::argument("scores", "scores: " + printable(scores.run) + " " + fault);
}

// Values can be put together by hand.
void check_score_options(const Scores& scores) {
  if (scores.values.size() != scores.measures.size() * scores.topics.size())
    refuse_score(scores, "does not have one value for each measure and topic");
  for (const auto* names : {&scores.measures, &scores.topics}) {
    for (const std::string& name : *names)
      if (const auto defect = names_defect({name}))
        refuse_score(scores, "has a measure or topic: " + *defect);
  }
  for (const double value : scores.values) {
    if (is_none(value) || is_possible_score(value)) continue;
    refuse_score(scores, "has a value that is infinite, above 1e100 or below 1e-100");
  }
}

// The parts of the name of a measure. Scores that were not judged may get a judge later, so that
// the name may lack one.
MeasureByJudge by_judge(const Scores& scores, std::size_t measure) {
  MeasureByJudge result{scores.measures[measure]};
  if (measure < scores.judges.size()) result.judge = scores.judges[measure];
  if (measure < scores.draws.size()) result.draw = scores.draws[measure];
  const std::string before = result.judge + ':', behind = " draw " + result.draw;
  std::string& name = result.measure;
  if (!result.judge.empty() && name.starts_with(before)) name.erase(0, before.size());
  if (!result.draw.empty() && name.ends_with(behind)) name.resize(name.size() - behind.size());
  return result;
}

void add(const Scores& scores, ScoreTableBuilder& table) {
  table.begin_file({});
  std::vector<std::uint32_t> topics;
  for (const std::string& topic : scores.topics) topics.push_back(table.topics.number_of(topic));
  const bool is_judged = !scores.judges.empty() || !scores.draws.empty();
  for (std::size_t m = 0; m < scores.measures.size(); ++m) {
    const auto of_topics = std::span(scores.values).subspan(m * topics.size(), topics.size());
    if (std::ranges::all_of(of_topics, is_none)) continue;
    const std::uint32_t measure = is_judged ? table.number_of(by_judge(scores, m))
                                            : table.measures.number_of(scores.measures[m]),
                        run = table.runs.number_of(scores.run);
    for (std::size_t i = 0; i < topics.size(); ++i)
      if (!is_none(of_topics[i])) table.add(measure, topics[i], run, of_topics[i]);
  }
}

// Names topics that are not in the group, for lack of some score.
void note_dropped_topics(const ScoreTable& table, const ScoreGroup& group, Warnings& notes) {
  constexpr std::size_t longest_list = 60;
  std::vector<std::string> dropped;
  std::ranges::set_difference(table.topics, group.topics, std::back_inserter(dropped), label_less);
  if (dropped.empty()) return;
  const bool are_several = group.measures.size() > 1 && table.judged.empty();
  add_warning(
      notes, "unshared-topics",
      fmt::format("{} left out, for lack of a score by some measure: {}",
                  count_of(dropped.size(), "topic"), printable(join(dropped, ", "), longest_list)),
      are_several ? "name one in `measures` to leave out what it lacks" : "");
}

// Leaves out topics that the truth, a judge, has no scores for, if it has any of others, and warns.
void leave_out_topics(const std::optional<std::string>& truth, ScoreTable& table,
                      Warnings& warnings) {
  std::vector<int> judges(table.topics.size());  // 1: the truth, 2: others, 3: both
  for (const Score& score : table.scores) {
    const bool by_truth = !table.judged.empty() && table.judged[score.measure].judge == truth;
    judges[score.topic] |= by_truth ? 1 : 2;
  }
  if (std::ranges::count(judges, 3) == 0) return;
  std::vector<std::string> missing;
  for (std::size_t topic = 0; topic < judges.size(); ++topic)
    if (judges[topic] == 2) missing.push_back(table.topics[topic]);
  std::erase_if(table.scores, [&](const Score& score) { return judges[score.topic] == 2; });
  warn_of_unshared_topics(missing, "other judges", printable(*truth), warnings);
}

}  // namespace

std::vector<ScoreGroup> score_groups(ScoreTable table, const ScoreGrouping& by,
                                     std::string_view places, const RemarksCallback& say) {
  by.draws == Draws::joined ? join_draws(table) : balance_draws(table, table.notes);
  tell(say, {}, table.notes);
  const auto warn = [&](const auto& add) {
    Warnings warnings;
    add(warnings);
    tell(say, warnings);
  };
  if (by.missing == MissingScores::error)
    warn([&](Warnings& warnings) { leave_out_topics(by.truth, table, warnings); });
  if (by.missing != MissingScores::group)
    warn([&](Warnings& warnings) { warn_of_joined_runs(table, places, warnings); });
  const std::vector<std::string> measures = with_gold(by.measures, by.gold);
  resolve_measures(table, measures.empty() ? by.gold : measures);
  if (by.missing == MissingScores::zero)
    warn([&](Warnings& warnings) { warn_of_filled_topics(table, measures, warnings); });
  auto groups = make_groups(table, measures, by.missing);
  Warnings notes;
  if (by.missing == MissingScores::drop) note_dropped_topics(table, groups.at(0), notes);
  tell(say, {}, notes);
  return groups;
}

std::vector<ScoreGroup> score_groups(const std::vector<Scores>& scores, const ScoreGrouping& by,
                                     Warnings& warnings) {
  require_different_measures("measures", by.measures);
  ScoreTableBuilder builder;
  for (const Scores& run : scores) {
    check_score_options(run);
    add(run, builder);
  }
  refuse_if(builder.size() == 0, "scores", "scores: none given");
  ScoreTable table = builder.finish();
  table.notes.clear();
  return score_groups(std::move(table), by, "values",
                      [&](const Remarks& remarks) { subintent::add(remarks.all(), &warnings); });
}

std::vector<Scores> scores_of(const ScoreGroup& group) {
  std::vector<Scores> all;
  for (std::size_t run = 0; run < group.runs.size(); ++run) {
    Scores& scores =
        all.emplace_back(Scores{group.runs[run], group.measure_names(), group.topics, {}, {}, {}});
    for (const ScoreMatrix& matrix : group.measures)
      for (std::size_t topic = 0; topic < matrix.topics; ++topic)
        scores.values.push_back(matrix.at(topic, run));
    scores.answered.assign(group.topics.size(), true);
  }
  return all;
}

}  // namespace internal

std::vector<Scores> read_scores(const std::vector<Source>& sources, ScoreRunName run_name,
                                ScoreFormat format, Warnings* warnings) {
  std::vector<Scores> all;
  for (const Source& source : sources) {
    const internal::ScoreTable table = internal::read_scores({source}, run_name, format);
    for (Scores& scores : scores_of(table)) all.push_back(std::move(scores));
    add(table.notes, warnings);
  }
  return all;
}

void order_levels(std::vector<ScoreRow>& rows, Warnings* warnings) {
  std::vector<std::vector<std::string>> paths;
  internal::NameSet outer, inner;  // of two levels
  for (const ScoreRow& row : rows) {
    const bool has_measure = !row.measure.empty();
    paths.push_back({row.run, has_measure ? row.measure : "map", row.topic});
    if (has_measure) continue;
    outer.insert(row.run);
    inner.insert(row.topic);
  }
  if (paths.empty()) return;
  if (internal::are_measures(outer) || internal::are_measures(inner))
    throw Error(Location{"scores", 0}, "has measures, but not both runs and topics",
                "write {run: {measure: {topic: value}}}");
  Warnings notes;
  const internal::ScoreLevels level = internal::score_levels(paths, "scores", {}, notes);
  add(notes, warnings);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].run = paths[i][level.run];
    rows[i].measure = rows[i].measure.empty() ? "score" : paths[i][level.measure];
    rows[i].topic = paths[i][level.topic];
  }
}

void order_columns(std::vector<ScoreRow>& rows) {
  internal::NameSet first, second, third;
  for (const ScoreRow& row : rows) {
    first.insert(row.run);
    second.insert(row.topic);
    third.insert(row.measure);
  }
  const auto is_alone = [&](const auto& are_it) {
    return are_it(first) && !are_it(second) && !are_it(third);
  };
  const bool are_topics = is_alone(internal::are_numbered_topics);
  if (are_topics || is_alone(internal::are_measures)) {
    throw Error(Location{"scores", 1},
                "the first of a row, " + printable(rows[0].run) + ", seems to be a " +
                    (are_topics ? "topic" : "measure") + " in place of a run",
                "give rows of run, topic, measure and value");
  }
  if (!internal::has_measure_before_topic(second, third)) return;
  for (ScoreRow& row : rows) std::swap(row.topic, row.measure);
}

bool has_measure_columns(const std::string& heading, const std::vector<std::string>& columns,
                         const std::vector<std::string>& topics, const std::string& name) {
  const internal::NameSet runs(columns.begin(), columns.end());
  if (internal::are_measures(runs)) return true;
  const bool are_topics = heading.empty() && internal::are_numbered_topics(runs) &&
                          !internal::look_like_topics({topics.begin(), topics.end()});
  if (internal::is_called(heading, internal::run_columns) || are_topics) {
    throw Error(Location{name, 0},
                "may have a run in each line, for " +
                    (are_topics ? printable(columns[0]) + " looks like a topic"
                                : "the column of topics is called " + printable(heading)),
                "transpose it, so that each line is a topic");
  }
  for (const std::string& run : columns) {
    if (const auto defect = internal::run_column_defect(run, columns)) {
      throw Error(Location{name, 0}, "the column " + printable(run) + " " + *defect,
                  internal::run_column_advice);
    }
  }
  return false;
}

std::vector<Scores> make_scores(const std::vector<ScoreRow>& rows, const std::string& name,
                                Warnings* warnings) {
  internal::ScoreTableBuilder table;
  table.begin_file(name);
  std::uint64_t number = 0;
  for (const ScoreRow& row : rows) {
    const Location place{name, ++number};
    if (const auto defect = internal::names_defect(
            {row.run, row.topic,
             internal::MeasureByJudge{row.measure, row.judge, row.draw}.name()});
        defect || row.measure.empty())
      throw Error(place, defect.value_or("the name of a measure is empty"));
    if (is_none(row.value)) continue;
    if (internal::is_mean_topic(row.topic)) continue;
    if (!internal::is_possible_score(row.value)) {
      throw Error(place, "the score " + shortest(row.value) + " cannot be calculated with",
                  "give scores from 1e-100 to 1e100");
    }
    const bool is_judged = !row.judge.empty() || !row.draw.empty();
    table.add(is_judged ? table.number_of({row.measure, row.judge, row.draw})
                        : table.measures.number_of(row.measure),
              table.topics.number_of(row.topic), table.runs.number_of(row.run), row.value, number);
  }
  if (table.size() == 0)
    throw Error(Location{name, 0}, "contains no scores of single topics, only means");
  table.leave_out_statistics();
  const internal::ScoreTable finished = table.finish();
  add(finished.notes, warnings);
  return scores_of(finished);
}

std::string score_lines(const std::vector<Scores>& scores) {
  std::string text = "run\ttopic\tmeasure\tvalue\n";
  const auto cell = [](const std::string& name) { return internal::written_cell(name, '\t'); };
  for (const Scores& run : scores) {
    for (std::size_t m = 0; m < run.measures.size(); ++m) {
      for (std::size_t t = 0; t < run.topics.size(); ++t) {
        if (is_none(run.value(m, t))) continue;
        text += fmt::format("{}\t{}\t{}\t{}\n", cell(run.run), cell(run.topics[t]),
                            cell(run.measures[m]), shortest(run.value(m, t)));
      }
    }
  }
  return text;
}

std::vector<Scores> standardised(const std::vector<Scores>& scores, MissingScores missing) {
  Warnings warnings;
  std::vector<Scores> all;
  for (internal::ScoreGroup& group :
       internal::score_groups(scores, {.missing = missing}, warnings)) {
    internal::standardise(group);
    for (Scores& run : internal::scores_of(group)) {
      run.warnings = warnings;
      all.push_back(std::move(run));
    }
  }
  return all;
}

std::vector<UserPreference> read_preferences(const Source& source, std::uint64_t* failed) {
  return internal::read_preferences(source, failed);
}

TopicSetSize topic_set_size(const TopicSetDesign& design) {
  return internal::topic_set_size(design);
}

std::vector<PreferencePool> read_preference_pools(const std::vector<NamedFile>& files) {
  std::vector<PreferencePool> read;
  for (const NamedFile& file : files) {
    const std::string name = file.name.value_or(file.source.name());
    if (std::ranges::count(read, name, &PreferencePool::name) > 0) {
      throw Error(Location{file.source.name(), 0},
                  "there is already a pool of preferences called " + printable(name),
                  "give each another name, `NamedFile::name`, and each file once");
    }
    PreferencePool& pool = read.emplace_back(PreferencePool{name, {}, 0, file.source.name()});
    pool.preferences = read_preferences(file.source, &pool.failed);
  }
  return read;
}

}  // namespace subintent

namespace subintent::internal {

void set_values(const RunScores& run, Scores& scores) {
  scores.values.clear();
  for (const std::vector<double>& values : run.values)
    scores.values.insert(scores.values.end(), values.begin(), values.end());
  scores.applicable.clear();
  if (run.applicable == nullptr) return;
  for (const std::vector<char>& topics : *run.applicable) {
    for (const char applies : topics) {
      if (applies == 0)
        scores.values[scores.applicable.size()] = std::numeric_limits<double>::quiet_NaN();
      scores.applicable.push_back(applies != 0);
    }
  }
}

Applicability applicability_of(const Scores& scores) {
  if (std::ranges::count(scores.applicable, false) == 0) return nullptr;
  std::vector<std::vector<char>> applicable(scores.measures.size());
  for (std::size_t m = 0; m < applicable.size(); ++m)
    for (std::size_t t = 0; t < scores.topics.size(); ++t)
      applicable[m].push_back(scores.applies(m, t) ? 1 : 0);
  return std::make_shared<const std::vector<std::vector<char>>>(std::move(applicable));
}

}  // namespace subintent::internal
