#include "compare/study/pooling.h"

#include "compare/correlation.h"
#include "core/base/portable_math.h"
#include "core/base/progress.h"

namespace subintent::internal {

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

namespace {

Judgments judged_in(const Pool& pool, const Judgments& judgments) {
  return restricted(judgments, [&](std::string_view topic, std::string_view docno) {
    return pool.contains(topic, docno);
  });
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

}  // namespace

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
  std::set<std::pair<std::uint32_t, std::uint32_t>> found;
  for (const std::uint32_t depth : options.depths) {
    found.emplace(depth, depth);
    for (const std::uint32_t pool_depth : options.pool_depths) found.emplace(pool_depth, depth);
  }
  std::vector<PoolingSetting> settings;
  for (const auto& [pool_depth, depth] : found) settings.push_back({pool_depth, depth});
  return settings;
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
      judgments = judged_in(Pool(topics, pooled, setting.pool_depth), *data.judgments);
      judged_depth = setting.pool_depth;
    }
    const std::vector<Measure> measures = measures_at(options, setting.depth);
    use(setting, score_runs(runs, data.scorer(*judgments, data.hierarchies, measures)));
    meter.advance();
  }
}

namespace {

// Which run has contributed each document, of those that only one has.
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
                        std::size_t run, LeftOutRun& made) {
  for (const TopicQrels& topic : judgments.diversity.topics()) {
    const auto relevant = relevant_docnos(topic);
    for (const std::string_view docno : topic.docnos) {
      if (!contributions.is_of(run, topic.topic, docno)) continue;
      ++made.documents;
      made.relevant += std::ranges::binary_search(relevant, docno) ? 1 : 0;
    }
  }
}

}  // namespace

std::vector<LeftOutRun> leave_out_runs(const EvaluationData& data, std::span<const Run> runs,
                                       const std::vector<Measure>& measures, std::uint32_t depth,
                                       const ProgressCallback& progress) {
  JudgedTopics topics;
  for (const TopicQrels& topic : data.judgments->diversity.topics()) topics.add(topic.topic);
  const Contributions contributions(topics, runs, depth);
  const ScoreGroup before = score_runs(runs, data.scorer(measures));
  ProgressMeter meter(progress, "leaving out", "runs", runs.size());
  std::vector<LeftOutRun> made;
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
      LeftOutRun& row = made.emplace_back(counts);
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
  std::ranges::stable_sort(made, {}, [&](const LeftOutRun& one) {
    return std::ranges::find(measures, one.measure, &Measure::name);
  });
  return made;
}

}  // namespace subintent::internal
