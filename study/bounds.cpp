#include "study/bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "study/measure_terms.h"
#include "study/open_topic.h"
#include "study/redundancy_bounds.h"
#include "study/term_bounds.h"

namespace subintent::internal {
namespace {

void require_rising_gains(const Measure& measure, std::int32_t highest) {
  const Gain& gain = measure.parameters.gain;
  for (std::int32_t grade = 2; grade <= highest; ++grade) {
    if (gain.of(grade) >= gain.of(grade - 1)) continue;
    throw Error::argument("gains",
                          fmt::format("gains: grade {} gains less than grade {}, so that nobody "
                                      "can tell what judgments are best",
                                      grade, grade - 1),
                          "give gains that rise with the grades");
  }
}

}  // namespace

// A topic as the sum of its terms.
class ScoreBounds::TopicBounds {
 public:
  TopicBounds(OpenTopic topic, const std::vector<std::string_view>& docnos,
              const DocumentSimilarity* similarity)
      : topic_(std::move(topic)) {
    if (!topic_.layers.empty()) {
      for (const MeasureTerm& term : terms_of(*topic_.measure, topic_.layers.size())) {
        terms_.emplace_back(topic_, term);
      }
    }
    if (topic_.measure->similarity != nullptr) {
      redundancy_.emplace(topic_, docnos, *similarity);
    }
  }

  Bounds run(std::size_t run) const {
    Bounds made;
    std::size_t open = 0;
    for (const TermBounds& term : terms_) {
      const Bounds one = term.run(run);
      made.low += term.weight() * one.low;
      made.high += term.weight() * one.high;
      made.attained = made.attained && one.attained;
      open += one.low != one.high ? 1 : 0;
    }
    if (redundancy_) {
      const Range& share = redundancy_->run(run);
      made = {(made.low + 1 - share.high) / 2, (made.high + 1 - share.low) / 2, made.attained};
      open += share.low != share.high ? 2 : 0;
    }
    made.attained = made.attained && open <= 1;
    return made;
  }

  Range difference(std::size_t a, std::size_t b) const {
    Range made;
    for (const TermBounds& term : terms_) {
      const Range one = term.difference(a, b);
      made.low += term.weight() * one.low;
      made.high += term.weight() * one.high;
    }
    if (!redundancy_) return made;
    const Range &of_a = redundancy_->run(a), &of_b = redundancy_->run(b);
    return {(made.low - of_a.high + of_b.low) / 2, (made.high - of_a.low + of_b.high) / 2};
  }

  template <typename Use>
  void for_each_effect(std::size_t a, std::size_t b, Use use) const {
    for (const TermBounds& term : terms_) {
      const double scale = term.weight() * (redundancy_ ? 0.5 : 1);
      term.for_each_effect(a, b, [&](const Part& part, const Effect& effect) {
        const std::vector<std::uint32_t> pairs = pairs_of(part, effect.document);
        const double share = scale / std::max<double>(1, static_cast<double>(pairs.size()));
        for (const std::uint32_t pair : pairs) {
          use(pair, share * effect.raises, share * effect.lowers);
        }
      });
    }
  }

 private:
  // The pairs of a document that its gain at some nodes hangs on.
  std::vector<std::uint32_t> pairs_of(const Part& part, std::uint32_t document) const {
    const std::vector<std::uint32_t>& all = topic_.pairs[document];
    std::vector<std::uint32_t> its;
    for (const std::uint32_t pair : all) {
      const std::string& intent = topic_.intents_of_pairs[pair];
      const auto has = [&](const auto& node) {
        return topic_.intents[node.first][node.second].contains(intent);
      };
      if (part.nodes.empty() || std::ranges::any_of(part.nodes, has)) its.push_back(pair);
    }
    return its.empty() ? all : its;
  }

  OpenTopic topic_;
  std::vector<TermBounds> terms_;
  std::optional<RedundancyBounds> redundancy_;
};

void require_bounds(std::span<const Measure> measures) {
  for (const Measure& measure : measures) {
    if (measure.record->of_similarity || !terms_of(measure, 1).empty()) continue;
    const Parameters& parameters = measure.parameters;
    const std::string_view why =
        parameters.judged_only || measure.record->traits.by_judged ||
                measure.record->traits.sees_pool
            ? "sees what is judged"
        : parameters.given_cover    ? "has nodes that need all of their children"
        : measure.record->of_groups ? "is of groups"
                                    : "may fall where a document becomes relevant";
    throw Error::argument(
        "measures",
        fmt::format("measures: no bounds are known of {}, which {}", printable(measure.name), why),
        "leave it out");
  }
}

ScoreBounds::~ScoreBounds() = default;
ScoreBounds::ScoreBounds(ScoreBounds&&) noexcept = default;

ScoreBounds::ScoreBounds(const EvaluationData& data, const Measure& asked,
                         std::span<const Run> runs, UnjudgedOptions options, ProgressMeter& meter) {
  require_bounds({&asked, 1});
  scorer_ =
      std::make_unique<const Scorer>(*data.judgments, data.hierarchies, std::vector<Measure>{asked},
                                     data.similarity.get(), data.max_grade, data.groups);
  const Measure& measure = scorer_->measures()[0];
  ListsOfRuns lists;
  for (const Run& run : runs) lists.push_back(scorer_->lists(run));
  if (!options.depth && measure.parameters.cutoff != no_cutoff) {
    options.depth = measure.parameters.cutoff;
  }
  unjudged_ = std::make_unique<const Unjudged>(unjudged_of(data, lists, options));
  count_unjudged(lists, measure.parameters.cutoff);
  const std::vector<TopicData>& low = scorer_->topics();
  const std::vector<TopicData> high = make_topic_data(*unjudged_->highest, unjudged_->hierarchies,
                                                      {measure.parameters.least_grade});
  require_rising_gains(
      measure, std::max({data.judgments->highest_intent_grade, data.judgments->highest_adhoc_grade,
                         data.max_grade.value_or(0)}));
  answered_.resize(low.size());
  scores_.resize(low.size());
  bounds_.resize(low.size());
  topic_bounds_.resize(low.size());
  parallel_for(low.size(), [&](std::size_t t) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
      const RankedList* const list = lists[run][t];
      answered_[t].push_back(list != nullptr);
      scores_[t].push_back(
          list == nullptr ? 0 : scorer_->scoring_of(0, t).score(scorer_->ranking(0, t, *list)));
    }
    if (!measure.record->of_similarity && !unjudged_->pairs[t].empty()) {
      topic_bounds_[t] = std::make_unique<const TopicBounds>(
          open_topic(measure, {low[t], high[t]}, *unjudged_, t, lists), high[t].docnos,
          data.similarity.get());
    }
    for (std::size_t run = 0; run < runs.size(); ++run) {
      Bounds made{scores_[t][run], scores_[t][run], true};
      if (topic_bounds_[t] && lists[run][t] != nullptr) {
        const Bounds found = topic_bounds_[t]->run(run);
        made = {std::min(made.low, found.low), std::max(made.high, found.high), found.attained};
      }
      bounds_[t].push_back(made);
    }
    meter.advance();
  });
}

void ScoreBounds::count_unjudged(const ListsOfRuns& lists, std::uint32_t cutoff) {
  std::vector<std::set<std::string_view>> unjudged;
  for (const auto& of_topic : unjudged_->pairs) {
    auto& documents = unjudged.emplace_back();
    for (const UnjudgedPair& pair : of_topic) documents.insert(pair.docno);
  }
  for (const auto& of_run : lists) {
    std::size_t ranks = 0, found = 0;
    for (std::size_t t = 0; t < of_run.size(); ++t) {
      if (of_run[t] == nullptr) continue;
      const auto& docnos = of_run[t]->docnos;
      const std::size_t depth = std::min<std::size_t>(cutoff, docnos.size());
      ranks += depth;
      for (std::size_t i = 0; i < depth; ++i) found += unjudged[t].contains(docnos[i]) ? 1 : 0;
    }
    unjudged_shares_.push_back(ranks > 0 ? static_cast<double>(found) / static_cast<double>(ranks)
                                         : 0);
  }
}

Range ScoreBounds::difference(std::size_t a, std::size_t b, std::size_t topic) const {
  const Bounds &of_a = bounds_[topic][a], &of_b = bounds_[topic][b];
  Range made{of_a.low - of_b.high, of_a.high - of_b.low};
  if (topic_bounds_[topic] && answered_[topic][a] != 0 && answered_[topic][b] != 0) {
    const Range found = topic_bounds_[topic]->difference(a, b);
    made = {std::max(made.low, found.low), std::min(made.high, found.high)};
  }
  const double difference = scores_[topic][a] - scores_[topic][b];
  return {std::min(made.low, difference), std::max(made.high, difference)};
}

double ScoreBounds::score(std::size_t run) const {
  double sum = 0;
  for (const auto& of_topic : scores_) sum += of_topic[run];
  return sum / static_cast<double>(scores_.size());
}

Range ScoreBounds::bounds(std::size_t run) const {
  Range sum;
  for (const auto& of_topic : bounds_) {
    sum.low += of_topic[run].low;
    sum.high += of_topic[run].high;
  }
  const auto topics = static_cast<double>(bounds_.size());
  return {sum.low / topics, sum.high / topics};
}

Range ScoreBounds::difference(std::size_t a, std::size_t b) const {
  Range sum;
  for (std::size_t topic = 0; topic < bounds_.size(); ++topic) {
    const Range of_topic = difference(a, b, topic);
    sum.low += of_topic.low;
    sum.high += of_topic.high;
  }
  const auto topics = static_cast<double>(bounds_.size());
  return {sum.low / topics, sum.high / topics};
}

void ScoreBounds::for_each_effect(std::size_t a, std::size_t b,
                                  const std::function<void(const PairEffect&)>& use) const {
  const auto topics = static_cast<double>(bounds_.size());
  for (std::size_t topic = 0; topic < topic_bounds_.size(); ++topic) {
    if (!topic_bounds_[topic]) continue;
    topic_bounds_[topic]->for_each_effect(a, b,
                                          [&](std::uint32_t pair, double raises, double lowers) {
                                            use({topic, pair, raises / topics, lowers / topics});
                                          });
  }
}

}  // namespace subintent::internal
