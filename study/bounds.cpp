#include "study/bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numbers>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/parallel.h"
#include "base/portable_math.h"
#include "study/measure_terms.h"
#include "study/open_topic.h"
#include "study/redundancy_bounds.h"
#include "study/term_bounds.h"
#include "study/topic_trials.h"
#include "subintent/program.h"

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

// A topic as the sum of its terms, with what similarity takes away.
class ScoreBounds::TopicBounds {
 public:
  // `wholes`: bounds by run, of a measure without terms.
  TopicBounds(OpenTopic topic, const std::vector<std::string_view>& docnos,
              const DocumentSimilarity* similarity, std::vector<Bounds> wholes)
      : topic_(std::move(topic)), wholes_(std::move(wholes)) {
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
    Bounds made = wholes_.empty() ? Bounds{} : wholes_[run];
    std::size_t open = made.low != made.high ? 1 : 0;
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
    if (!wholes_.empty()) {
      made = {wholes_[a].low - wholes_[b].high, wholes_[a].high - wholes_[b].low};
    }
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
  std::vector<Bounds> wholes_;
  std::vector<TermBounds> terms_;
  std::optional<RedundancyBounds> redundancy_;
};

// What bounds are made from.
struct ScoreBounds::Inputs {
  const EvaluationData& data;
  const Measure& measure;
  const ListsOfRuns& lists;
  const UnjudgedOptions& options;
  std::vector<TopicData> high;  // where all that can be is judged high
  std::unique_ptr<const Scorer> highest = {};

  bool is_of_terms() const {
    return !terms_of(measure, 1).empty() && !measure.parameters.judged_only;
  }
};

namespace {

// Whether scores are highest and lowest where nothing more is judged and where all is judged high.
bool is_between_ends(const Measure& measure) {
  const Traits& traits = measure.record->traits;
  return traits.is_monotone && (traits.by_judged || !measure.parameters.judged_only);
}

// Whether no judgment changes a score.
bool sees_no_judgments(const Measure& measure) {
  return measure.record->of_similarity && !measure.parameters.judged_only;
}

double weight_of(const TopicData& topic, const Measure& measure) {
  double sum = 0;
  for (const Layer& layer : layers_of(measure, topic)) {
    double of_layer = 0;
    for (const LayerNode& node : layer.nodes()) of_layer += node.weight;
    sum = std::max(sum, of_layer);
  }
  return sum;
}

}  // namespace

ScoreBounds::~ScoreBounds() = default;
ScoreBounds::ScoreBounds(ScoreBounds&&) noexcept = default;

ScoreBounds::ScoreBounds(const EvaluationData& data, const Measure& asked,
                         std::span<const Run> runs, UnjudgedOptions options, ProgressMeter& meter) {
  scorer_ =
      std::make_unique<const Scorer>(*data.judgments, data.hierarchies, std::vector<Measure>{asked},
                                     data.similarity.get(), data.max_grade, data.groups);
  const Measure& measure = scorer_->measures()[0];
  find_counted();
  ListsOfRuns lists;
  for (const Run& run : runs) lists.push_back(scorer_->lists(run));
  const bool lists_shrink =
      measure.parameters.judged_only || (data.judgments->duplicates != nullptr &&
                                         data.judgments->duplicates_as == DuplicatesAs::removed);
  if (!options.depth && measure.parameters.cutoff != no_cutoff && !lists_shrink) {
    options.depth = measure.parameters.cutoff;
  }
  unjudged_ = std::make_unique<const Unjudged>(unjudged_of(data, lists, options));
  count_unjudged(lists, measure.parameters.cutoff);
  require_rising_gains(
      measure, std::max({data.judgments->highest_intent_grade, data.judgments->highest_adhoc_grade,
                         data.max_grade.value_or(0)}));
  Inputs inputs{data, measure, lists, options,
                make_topic_data(*unjudged_->highest, unjudged_->hierarchies,
                                {measure.parameters.least_grade})};
  if (is_between_ends(measure)) {
    inputs.highest = std::make_unique<const Scorer>(
        *unjudged_->highest, unjudged_->hierarchies, std::vector<Measure>{measure},
        data.similarity.get(), data.max_grade, data.groups);
  }
  const std::size_t topics = scorer_->topics().size();
  answered_.resize(topics);
  scores_.resize(topics);
  bounds_.resize(topics);
  topic_bounds_.resize(topics);
  all_.resize(topics);
  open_pairs_.resize(topics);
  parallel_for(topics, [&](std::size_t t) {
    for (const auto& of_run : lists) {
      const RankedList* const list = of_run[t];
      answered_[t].push_back(list != nullptr);
      scores_[t].push_back(
          list == nullptr ? 0 : scorer_->scoring_of(0, t).score(scorer_->ranking(0, t, *list)));
    }
    const bool is_open = scorer_->applies(0, t) && !unjudged_->pairs[t].empty();
    if (is_open && !sees_no_judgments(measure)) prepare(inputs, t);
    for (std::size_t run = 0; run < runs.size(); ++run) {
      bounds_[t].push_back(bounds_of(inputs, run, t));
    }
    meter.advance();
  });
}

void ScoreBounds::find_counted() {
  for (std::size_t t = 0; t < scorer_->topics().size(); ++t) {
    if (scorer_->applies(0, t)) counted_.push_back(t);
  }
  if (!counted_.empty()) return;
  throw Error::argument("measures",
                        fmt::format("measures: {} applies to no topic: no document is known to be "
                                    "in a group",
                                    printable(scorer_->measures()[0].name)),
                        "leave it out, or give memberships of the judged topics");
}

// All that is to be known of a topic before its runs.
void ScoreBounds::prepare(const Inputs& inputs, std::size_t t) {
  const Measure& measure = inputs.measure;
  if (is_between_ends(measure)) return;
  const bool has_terms = inputs.is_of_terms();
  const TopicData &low = scorer_->topics()[t], &high = inputs.high[t];
  if (!has_terms) find_open_pairs(inputs, t);
  const std::size_t ways = AllJudgments::ways(inputs.data, measure, *unjudged_, t,
                                              has_terms ? 0 : inputs.options.most_of_topic);
  if (ways > 0) {
    all_[t] = std::make_unique<const AllJudgments>(inputs.data, measure, *unjudged_, t,
                                                   inputs.lists, ways);
    return;
  }
  std::vector<Bounds> wholes;
  if (terms_of(measure, 1).empty()) {
    for (std::size_t run = 0; run < inputs.lists.size(); ++run) {
      wholes.push_back(whole(inputs, run, t));
    }
  }
  topic_bounds_[t] = std::make_unique<const TopicBounds>(
      open_topic(measure, {low, high}, *unjudged_, t, inputs.lists), high.docnos,
      inputs.data.similarity.get(), std::move(wholes));
}

// The unjudged pairs of the documents of each list, where nobody knows what each of them does.
void ScoreBounds::find_open_pairs(const Inputs& inputs, std::size_t t) {
  const auto places = seen_pairs(inputs.measure, *unjudged_, t);
  for (const auto& of_run : inputs.lists) {
    auto& open = open_pairs_[t].emplace_back();
    if (of_run[t] == nullptr) continue;
    const std::set<std::string_view> docnos(of_run[t]->docnos.begin(), of_run[t]->docnos.end());
    for (const std::uint32_t place : places) {
      if (docnos.contains(unjudged_->pairs[t][place].docno)) open.push_back(place);
    }
  }
}

// Of a measure without terms, as if it saw no similarity.
Bounds ScoreBounds::whole(const Inputs& inputs, std::size_t run, std::size_t t) const {
  const Measure& measure = inputs.measure;
  const RankedList* const list = inputs.lists[run][t];
  const BothTopics both{scorer_->topics()[t], inputs.high[t]};
  if (list == nullptr) return {};
  const MeasureRecord& record = *measure.record;
  const bool can_be_tried = record.traits.on_topic && !measure.hierarchy && record.make &&
                            both.high.duplicates == nullptr;
  if (can_be_tried) {
    if (const auto tried = try_topic_judgments(measure, both, *list, inputs.options.most_of_list))
      return *tried;
  }
  if (record.of_similarity) {  // 1 - similarity, or exp of an entropy
    const auto documents =
        static_cast<double>(std::min<std::size_t>(measure.parameters.cutoff, list->docnos.size()));
    return {0, std::max(2.0, portable::exp(documents / std::numbers::e)), false};
  }
  const double most = std::max(weight_of(both.low, measure), weight_of(both.high, measure));
  return {0, std::max(1.0, most), false};
}

// The score itself is among what it may be.
Bounds ScoreBounds::bounds_of(const Inputs& inputs, std::size_t run, std::size_t t) const {
  const double score = scores_[t][run];
  const RankedList* const list = inputs.lists[run][t];
  Bounds found{score, score, true};
  if (list == nullptr) return found;
  if (inputs.highest) {
    const double other =
        inputs.highest->scoring_of(0, t).score(inputs.highest->ranking(0, t, *list));
    found = {std::min(score, other), std::max(score, other), true};
  } else if (all_[t]) {
    found = all_[t]->run(run);
  } else if (topic_bounds_[t]) {
    found = topic_bounds_[t]->run(run);
  }
  return {std::min(found.low, score), std::max(found.high, score), found.attained};
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
  if (answered_[topic][a] != 0 && answered_[topic][b] != 0 &&
      (topic_bounds_[topic] || all_[topic])) {
    const Range found =
        all_[topic] ? all_[topic]->difference(a, b) : topic_bounds_[topic]->difference(a, b);
    made = {std::max(made.low, found.low), std::min(made.high, found.high)};
  }
  const double difference = scores_[topic][a] - scores_[topic][b];
  return {std::min(made.low, difference), std::max(made.high, difference)};
}

double ScoreBounds::score(std::size_t run) const {
  double sum = 0;
  for (const std::size_t topic : counted_) sum += scores_[topic][run];
  return sum / static_cast<double>(counted_.size());
}

Range ScoreBounds::bounds(std::size_t run) const {
  return mean([&](std::size_t topic) {
    const Bounds& bounds = bounds_[topic][run];
    return Range{bounds.low, bounds.high};
  });
}

Range ScoreBounds::difference(std::size_t a, std::size_t b) const {
  return mean([&](std::size_t topic) { return difference(a, b, topic); });
}

template <typename RangeOf>
Range ScoreBounds::mean(RangeOf range_of) const {
  Range sum;
  for (const std::size_t topic : counted_) {
    const Range of_topic = range_of(topic);
    sum.low += of_topic.low;
    sum.high += of_topic.high;
  }
  const auto topics = static_cast<double>(counted_.size());
  return {sum.low / topics, sum.high / topics};
}

void ScoreBounds::for_each_effect(std::size_t a, std::size_t b,
                                  const std::function<void(const PairEffect&)>& use) const {
  const auto topics = static_cast<double>(counted_.size());
  for (const std::size_t topic : counted_) {
    const auto use_of_topic = [&](std::uint32_t pair, double raises, double lowers) {
      use({topic, pair, raises / topics, lowers / topics});
    };
    if (!open_pairs_[topic].empty()) {
      for_each_share(a, b, topic, use_of_topic);
    } else if (topic_bounds_[topic]) {
      topic_bounds_[topic]->for_each_effect(a, b, use_of_topic);
    }
  }
}

// Each pair of a document of either list does as much as any other.
template <typename Use>
void ScoreBounds::for_each_share(std::size_t a, std::size_t b, std::size_t topic, Use use) const {
  std::vector<std::uint32_t> pairs;
  std::ranges::set_union(open_pairs_[topic][a], open_pairs_[topic][b], std::back_inserter(pairs));
  const Range range = difference(a, b, topic);
  const double score = scores_[topic][a] - scores_[topic][b];
  const auto number = static_cast<double>(pairs.size());
  for (const std::uint32_t pair : pairs) {
    use(pair, (range.high - score) / number, (score - range.low) / number);
  }
}

}  // namespace subintent::internal
