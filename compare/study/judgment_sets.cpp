#include "compare/study/judgment_sets.h"

#include <set>

#include "compare/correlation.h"
#include "core/base/portable_math.h"
#include "core/base/progress.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using Unit = std::pair<std::string_view, std::string_view>;  // document, intent

std::map<Unit, std::int32_t> grades_of_files(const TopicQrels& topic) {
  std::map<Unit, std::int32_t> grades;
  for (const Judgment& judgment : topic.judgments) {
    grades[{topic.docnos[judgment.document], topic.intents[judgment.intent]}] =
        std::max(judgment.grade, 0);
  }
  return grades;
}

// The units of a topic that both judge, and how many one judges alone.
struct TopicOfJudgments {
  std::vector<std::pair<std::int32_t, std::int32_t>> grades;
  std::uint64_t only1 = 0, only2 = 0;

  TopicOfJudgments(const TopicQrels& first, const TopicQrels& second) {
    const auto grades1 = grades_of_files(first), grades2 = grades_of_files(second);
    for (const auto& [unit, grade] : grades1) {
      const auto other = grades2.find(unit);
      if (other != grades2.end()) grades.emplace_back(grade, other->second);
    }
    only1 = grades1.size() - grades.size();
    only2 = grades2.size() - grades.size();
  }
};

using ValueOf = std::function<std::size_t(std::int32_t grade)>;

TopicTables<Confusion> confusions_of(const std::vector<TopicOfJudgments>& topics,
                                     std::size_t values, const ValueOf& value_of) {
  TopicTables<Confusion> result(topics.size(), values);
  for (std::size_t t = 0; t < topics.size(); ++t)
    for (const auto& [first, second] : topics[t].grades)
      result[t].add(value_of(first), value_of(second));
  return result;
}

std::optional<double> share_equal(const Confusion& all) {
  if (all.total() == 0) return std::nullopt;
  return static_cast<double>(all.equal()) / static_cast<double>(all.total());
}

using Grades = std::map<Unit, std::vector<std::int32_t>>;  // by those who judged it

// Negative grades as they are, or as 0.
Grades grades_of_judges(std::span<const TopicQrels* const> judges, bool floored) {
  Grades grades;
  for (const TopicQrels* topic : judges) {
    for (const Judgment& judgment : topic->judgments) {
      grades[{topic->docnos[judgment.document], topic->intents[judgment.intent]}].push_back(
          floored ? std::max(judgment.grade, 0) : judgment.grade);
    }
  }
  return grades;
}

// Nothing where some judge lacks the topic.
std::vector<const TopicQrels*> found_by_all(std::span<const Qrels* const> judges,
                                            std::string_view topic) {
  std::vector<const TopicQrels*> of_judges;
  for (const Qrels* judge : judges) {
    const TopicQrels* const judged = judge->find(topic);
    if (judged == nullptr) return {};
    of_judges.push_back(judged);
  }
  return of_judges;
}

// The counts that the coefficients are made of, by topic.
class Tables {
 public:
  Tables(const std::vector<Grades>& topics, std::size_t judges, std::size_t values,
         const ValueOf& value_of)
      : ratings_(topics.size(), values), coincidences_(topics.size(), values) {
    for (std::size_t t = 0; t < topics.size(); ++t) {
      for (const auto& [unit, given] : topics[t]) {
        const std::vector<std::size_t> values_given = mapped(given, value_of);
        coincidences_[t].add(values_given);
        if (values_given.size() == judges) ratings_[t].add(values_given);
      }
    }
  }

  std::optional<double> kappa(std::span<const std::uint32_t> counts) const {
    return ratings_.sum(counts).kappa();
  }
  std::optional<double> alpha(ValueMetric metric, std::span<const std::uint32_t> counts) const {
    return coincidences_.sum(counts).alpha(metric);
  }

 private:
  TopicTables<Ratings> ratings_;
  TopicTables<Coincidences> coincidences_;
};

std::int32_t median(std::vector<std::int32_t> grades) {
  std::ranges::sort(grades);
  return grades[(grades.size() - 1) / 2];
}

std::int32_t most_frequent(const std::vector<std::int32_t>& grades) {
  std::map<std::int32_t, std::size_t> counts;
  for (const std::int32_t grade : grades) ++counts[grade];
  const auto most = std::ranges::max_element(
      counts, {}, [](const auto& counted) { return counted.second; });  // the first of equal ones
  return most->first;
}

// Does the name of a measure, which parse_measure() takes, give the parameter p?
bool gives_p(const std::string& name) {
  const std::size_t open = name.find('(');
  if (open == std::string::npos) return false;
  const std::vector<std::string> parts =
      split(name.substr(open + 1, name.find(')', open) - open - 1), ',');
  return std::ranges::any_of(
      parts, [](std::string_view part) { return trim(part.substr(0, part.find('='))) == "p"; });
}

// The run that contributed each document, if only one has.
class Contributions {
 public:
  Contributions(const JudgedTopics& topics, std::span<const Run> runs, std::uint32_t depth)
      : topics_(topics), contributors_(topics.size()) {
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const std::vector<std::uint32_t> topic_of =
          topics.find_all(runs[r].topic_names(), runs[r].file);
      for (std::size_t i = 0; i < topic_of.size(); ++i) {
        if (topic_of[i] == JudgedTopics::none) continue;
        const auto& list = runs[r].topics[i].docnos;
        for (std::size_t d = 0; d < std::min<std::size_t>(depth, list.size()); ++d) {
          const auto [at, is_new] = contributors_[topic_of[i]].emplace(list[d], r);
          if (!is_new) at->second = several;
        }
      }
    }
  }

  bool is_of(std::size_t run, std::string_view topic, std::string_view docno) const {
    const auto& documents = contributors_[topics_.find(topic)];
    const auto at = documents.find(docno);
    return at != documents.end() && at->second == run;
  }

 private:
  static constexpr std::size_t several = static_cast<std::size_t>(-1);
  const JudgedTopics& topics_;
  std::vector<std::unordered_map<std::string_view, std::size_t>> contributors_;  // by topic
};

// The place of a run by its mean, from 1; equal ones share the best.
std::uint32_t rank_of(const ScoreMatrix& scores, std::size_t run) {
  const std::vector<double> means = scores.means();
  const auto is_better = [&](double mean) { return scores.sign() * (mean - means[run]) > 1e-12; };
  return static_cast<std::uint32_t>(std::ranges::count_if(means, is_better)) + 1;
}

// How many judged documents a run has contributed alone.
void count_contribution(const Judgments& judgments, const Contributions& contributions,
                        std::size_t run, LeftOutRun& counts) {
  for (const TopicQrels& topic : judgments.diversity.topics()) {
    const auto relevant = relevant_docnos(topic);
    for (const std::string_view docno : topic.docnos) {
      if (!contributions.is_of(run, topic.topic, docno)) continue;
      ++counts.documents;
      counts.relevant += std::ranges::binary_search(relevant, docno) ? 1 : 0;
    }
  }
}

}  // namespace

JudgmentAgreement judgment_agreement(std::string level, const Qrels& first, const Qrels& second,
                                     const BootstrapSettings& settings, std::int32_t least_grade) {
  JudgmentAgreement agreement;
  agreement.level = std::move(level);
  std::vector<TopicOfJudgments> topics;
  std::set<std::int32_t> grades;
  for (const TopicQrels& topic : first.topics()) {
    const TopicQrels* const other = second.find(topic.topic);
    if (other == nullptr) continue;
    const TopicOfJudgments& pairs = topics.emplace_back(topic, *other);
    agreement.both += pairs.grades.size();
    agreement.only1 += pairs.only1;
    agreement.only2 += pairs.only2;
    for (const auto& [grade1, grade2] : pairs.grades) grades.insert({grade1, grade2});
  }
  agreement.topics = topics.size();
  agreement.grades.assign(grades.begin(), grades.end());
  const auto by_grade = confusions_of(topics, agreement.grades.size(), [&](std::int32_t grade) {
    return std::ranges::lower_bound(agreement.grades, grade) - agreement.grades.begin();
  });
  const auto by_relevance =
      confusions_of(topics, 2, [&](std::int32_t grade) { return grade >= least_grade ? 1 : 0; });
  const std::vector<std::uint32_t> once(topics.size(), 1);
  const Confusion all = by_grade.sum(once);
  for (std::size_t i = 0; i < agreement.grades.size(); ++i) {
    auto& row = agreement.confusion.emplace_back();
    for (std::size_t j = 0; j < agreement.grades.size(); ++j) row.push_back(all.at(i, j));
  }
  const auto add = [&](const char* name, const TopicTables<Confusion>& confusions, auto of) {
    const auto value = [&](auto counts) { return of(confusions.sum(counts)); };
    agreement.coefficients.push_back({topic_estimate(topics.size(), settings, value), name});
  };
  const auto kappa = [](const Confusion& all) { return all.kappa(); };
  const auto alpha = [](ValueMetric metric) {
    return [=](const Confusion& all) { return all.coincidences().alpha(metric); };
  };
  add("equal", by_grade, share_equal);
  add("kappa", by_grade, kappa);
  add("alpha_nominal", by_grade, alpha(ValueMetric::nominal));
  add("alpha_ordinal", by_grade, alpha(ValueMetric::ordinal));
  add("equal_relevance", by_relevance, share_equal);
  add("kappa_relevance", by_relevance, kappa);
  return agreement;
}

std::vector<std::string> topics_missing(const Qrels& has, const Qrels& lacks) {
  std::vector<std::string> missing;
  for (const TopicQrels& topic : has.topics())
    if (lacks.find(topic.topic) == nullptr) missing.emplace_back(topic.topic);
  return missing;
}

JudgesAgreement judges_agreement(std::string level, std::span<const Qrels* const> judges,
                                 const BootstrapSettings& settings, std::int32_t least_grade) {
  JudgesAgreement agreement;
  agreement.level = std::move(level);
  std::vector<Grades> topics;
  std::set<std::int32_t> scale;
  for (const TopicQrels& topic : judges[0]->topics()) {
    const auto of_judges = found_by_all(judges, topic.topic);
    if (of_judges.empty()) continue;
    for (const auto& [unit, given] : topics.emplace_back(grades_of_judges(of_judges, true))) {
      scale.insert(given.begin(), given.end());
      agreement.judged += given.size() > 1 ? 1 : 0;
      agreement.by_all += given.size() == judges.size() ? 1 : 0;
    }
  }
  agreement.topics = topics.size();
  const std::vector<std::int32_t> grades(scale.begin(), scale.end());
  const Tables by_grade(topics, judges.size(), grades.size(), [&](std::int32_t grade) {
    return std::ranges::lower_bound(grades, grade) - grades.begin();
  });
  const Tables by_relevance(topics, judges.size(), 2,
                            [&](std::int32_t grade) { return grade >= least_grade ? 1 : 0; });
  const auto add = [&](std::string name, const TopicStatistic& value) {
    agreement.coefficients.push_back(
        {topic_estimate(topics.size(), settings, value), std::move(name)});
  };
  using Counts = std::span<const std::uint32_t>;
  add("fleiss_kappa", [&](Counts c) { return by_grade.kappa(c); });
  add("alpha_nominal", [&](Counts c) { return by_grade.alpha(ValueMetric::nominal, c); });
  add("alpha_ordinal", [&](Counts c) { return by_grade.alpha(ValueMetric::ordinal, c); });
  add("fleiss_kappa_relevance", [&](Counts c) { return by_relevance.kappa(c); });
  add("alpha_relevance", [&](Counts c) { return by_relevance.alpha(ValueMetric::nominal, c); });
  return agreement;
}

Qrels ensemble_of(std::span<const Qrels* const> judges, Ensemble ensemble, QrelsKind kind) {
  JudgmentRows rows;
  for (const TopicQrels& topic : judges[0]->topics()) {
    const auto of_judges = found_by_all(judges, topic.topic);
    if (of_judges.empty()) continue;
    for (const auto& [unit, given] : grades_of_judges(of_judges, false)) {
      const std::int32_t grade =
          ensemble == Ensemble::majority ? most_frequent(given) : median(given);
      rows.add(topic.topic, unit.second, unit.first, grade);
    }
  }
  return Qrels::of(rows, kind);
}

Pool::Pool(const JudgedTopics& topics, std::span<const Run> runs, std::uint32_t depth)
    : topics_(topics), docnos_(topics.size()) {
  for (const Run& run : runs) {
    const std::vector<std::uint32_t> topic_of = topics.find_all(run.topic_names(), run.file);
    for (std::size_t i = 0; i < topic_of.size(); ++i) {
      if (topic_of[i] == JudgedTopics::none) continue;
      const auto& list = run.topics[i].docnos;
      const auto size = static_cast<std::ptrdiff_t>(std::min<std::size_t>(depth, list.size()));
      docnos_[topic_of[i]].insert(list.begin(), list.begin() + size);
    }
  }
}

bool Pool::contains(std::string_view topic, std::string_view docno) const {
  const std::uint32_t at = topics_.find(topic);
  return at != JudgedTopics::none && docnos_[at].contains(docno);
}

std::vector<Measure> measures_at(const PoolingOptions& options, std::uint32_t depth) {
  const double residual = options.rbp_residual.value_or(0);
  const std::string p = shortest(portable::pow(residual, 1.0 / depth));
  bool any_takes_p = false;
  std::vector<std::string> names;
  for (const std::string& name : options.measures) {
    std::string& at_depth = names.emplace_back(name + "@" + std::to_string(depth));
    const bool takes_p =
        takes_parameter(parse_measure(at_depth, options.context.is_trec_eval_name), "p");
    if (takes_p && residual > 0 && gives_p(name)) {
      throw Error::argument("measures", "measure '" + name + "': has a p of its own",
                            "leave it out, or leave out `rbp_residual`, which sets it");
    }
    if (takes_p && residual > 0) at_depth = with_parameter(at_depth, "p", p);
    any_takes_p |= takes_p;
  }
  if (options.rbp_residual && !any_takes_p) {
    throw Error::argument("rbp_residual", "rbp_residual: none of the measures has a parameter p",
                          "add for example RBP, or leave `rbp_residual` out");
  }
  return parse_measures(names, options.context);
}

std::vector<PoolingSetting> pooling_settings(const PoolingOptions& options) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> depths;
  for (const std::uint32_t depth : options.depths) {
    depths.emplace(depth, depth);
    for (const std::uint32_t pool_depth : options.pool_depths) depths.emplace(pool_depth, depth);
  }
  return mapped(depths, [](const auto& both) { return PoolingSetting{both.first, both.second}; });
}

void score_pools(const EvaluationData& data, std::span<const Run> runs, std::span<const Run> pooled,
                 const PoolingOptions& options,
                 const std::function<void(const PoolingSetting&, ScoreGroup)>& use,
                 const ProgressCallback& progress) {
  JudgedTopics topics;
  for (const TopicQrels& topic : data.judgments->diversity.topics()) topics.add(topic.topic);
  std::optional<Judgments> judgments;  // those of the pool depth before
  std::uint32_t judged_depth = 0;
  const std::vector<PoolingSetting> settings = pooling_settings(options);
  ProgressMeter meter(progress, "comparing", "settings", settings.size());
  for (const PoolingSetting& setting : settings) {
    if (!judgments || judged_depth != setting.pool_depth) {
      judgments = restricted(*data.judgments,
                             [pool = Pool(topics, pooled, setting.pool_depth)](
                                 auto topic, auto docno) { return pool.contains(topic, docno); });
      judged_depth = setting.pool_depth;
    }
    const std::vector<Measure> measures = measures_at(options, setting.depth);
    use(setting, score_runs(runs, data.scorer(*judgments, data.hierarchies, measures)));
    meter.advance();
  }
}

std::vector<LeftOutRun> leave_out_runs(const EvaluationData& data, std::span<const Run> runs,
                                       const std::vector<Measure>& measures, std::uint32_t depth,
                                       const ProgressCallback& progress) {
  JudgedTopics topics;
  for (const TopicQrels& topic : data.judgments->diversity.topics()) topics.add(topic.topic);
  const Contributions contributions(topics, runs, depth);
  const ScoreGroup before = score_runs(runs, data.scorer(measures));
  ProgressMeter meter(progress, "leaving out", "runs", runs.size());
  std::vector<LeftOutRun> rows;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const Judgments rest =
        restricted(*data.judgments, [&](std::string_view topic, std::string_view docno) {
          return !contributions.is_of(run, topic, docno);
        });
    const ScoreGroup after = score_runs(runs, data.scorer(rest, data.hierarchies, measures));
    LeftOutRun counts;
    count_contribution(*data.judgments, contributions, run, counts);
    const auto exchanged = exchanged_measures(before, after, {}, Correction::none);
    for (std::size_t m = 0; m < measures.size(); ++m) {
      LeftOutRun& row = rows.emplace_back(counts);
      row.measure = measures[m].name;
      row.run = runs[run].name;
      row.depth = depth;
      row.mean_with = before.measures[m].mean(run);
      row.mean_without = after.measures[m].mean(run);
      row.rank_with = rank_of(before.measures[m], run);
      row.rank_without = rank_of(after.measures[m], run);
      row.tau_b = exchanged[m].runs.tau_b;
    }
    meter.advance();
  }
  std::ranges::stable_sort(rows, {}, [&](const LeftOutRun& one) {
    return std::ranges::find(measures, one.measure, &Measure::name);
  });
  return rows;
}

}  // namespace subintent::internal
