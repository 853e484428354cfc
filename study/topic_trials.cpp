#include "study/topic_trials.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "evaluate/gain_measures.h"

namespace subintent::internal {
namespace {

// What a document may turn out to be.
struct State {
  bool is_judged = false;
  std::int32_t grade = 0;

  auto operator<=>(const State&) const = default;
};

// Documents that may have the same states, and in how many ways: how many have each.
struct Alike {
  std::vector<State> states;
  std::size_t documents = 1;
  std::optional<std::size_t> rank = {};  // in the list, from 0, of a single one
  std::vector<std::vector<std::uint32_t>> ways = {};
};

// Adds all ways, or more than `most` of them.
void add_ways(std::size_t documents, std::size_t states, std::size_t most,
              std::vector<std::uint32_t>& begun, std::vector<std::vector<std::uint32_t>>& ways) {
  if (ways.size() > most) return;
  if (states == 1) {
    begun.push_back(static_cast<std::uint32_t>(documents));
    ways.push_back(begun);
    begun.pop_back();
    return;
  }
  for (std::size_t n = 0; n <= documents; ++n) {
    begun.push_back(static_cast<std::uint32_t>(n));
    add_ways(documents - n, states - 1, most, begun, ways);
    begun.pop_back();
  }
}

// The judgment of a document for a topic, if there is one.
std::optional<std::int32_t> grade_of(const TopicQrels* judged, std::string_view docno) {
  const std::ptrdiff_t at = judged == nullptr ? -1 : judged->find_document(docno);
  if (at < 0) return std::nullopt;
  const auto document_of = [](const Judgment& j) { return std::ptrdiff_t{j.document}; };
  return std::ranges::lower_bound(judged->judgments, at, {}, document_of)->grade;
}

class TopicTrials {
 public:
  TopicTrials(const Measure& measure, const BothTopics& both, const RankedList& list)
      : measure_(measure),
        sees_judged_(measure.record->traits.sees_pool || measure.parameters.judged_only),
        both_(both) {
    const std::size_t depth =
        measure.parameters.judged_only
            ? list.docnos.size()
            : std::min<std::size_t>(measure.parameters.cutoff, list.docnos.size());
    std::map<std::string_view, std::size_t> ranks;
    for (std::size_t i = 0; i < depth; ++i) {
      ranks.emplace(list.docnos[i], i);
      list_.push_back(id_of({}));
    }
    if (both.high.adhoc == nullptr) return;
    std::map<std::vector<State>, std::size_t> others;
    for (const std::string_view docno : both.high.adhoc->docnos) {
      Alike one{states_of(docno)};
      const auto at = ranks.find(docno);
      if (at == ranks.end()) {
        ++others[one.states];
      } else {
        one.rank = at->second;
        alike_.push_back(std::move(one));
      }
    }
    for (const auto& [states, documents] : others) alike_.push_back({states, documents});
  }

  std::optional<Bounds> bounds(std::size_t most) {
    std::size_t all = 1;
    for (Alike& alike : alike_) {
      std::vector<std::uint32_t> begun;
      add_ways(alike.documents, alike.states.size(), most, begun, alike.ways);
      all *= alike.ways.size();
      if (all > most) return std::nullopt;
    }
    Bounds made;
    for (std::size_t way = 0; way < all; ++way) {
      const double score = score_of(way);
      made.low = way == 0 ? score : std::min(made.low, score);
      made.high = way == 0 ? score : std::max(made.high, score);
    }
    return made;
  }

 private:
  std::int32_t least() const { return measure_.parameters.least_grade; }

  // Whether all that is relevant counts the same.
  bool is_binary() const {
    return measure_.record->traits.sees_pool ||
           (!measure_.record->base.empty() && gain_measure(measure_.record->base).is_binary);
  }

  std::vector<State> states_of(std::string_view docno) const {
    const std::optional<std::int32_t> low = grade_of(both_.low.adhoc, docno);
    const std::int32_t high = grade_of(both_.high.adhoc, docno).value_or(0);
    std::vector<State> states;
    if (!low && sees_judged_) states.push_back({});
    const std::int32_t lowest = low.value_or(0);
    if (lowest < least()) states.push_back({true, lowest});
    if (lowest < 0 && high >= 0 && high > lowest) states.push_back({true, 0});
    const std::int32_t first = std::max(lowest, least());
    if (first > high) return states;
    states.push_back({true, first});
    if (is_binary()) return states;
    for (std::int32_t grade = first + 1; grade <= high; ++grade) states.push_back({true, grade});
    return states;
  }

  // As the measure sees it; a relevant document has its grade for a number.
  DocumentId id_of(const State& state) const {
    if (!state.is_judged) return unjudged_document;
    if (state.grade >= least()) return state.grade;
    return state.grade < 0 && measure_.record->traits.sees_pool ? pooled_document : not_relevant;
  }

  double score_of(std::size_t way) const {
    std::vector<DocumentId> list = list_;
    std::map<std::int32_t, std::uint32_t> grades;
    for (const Alike& alike : alike_) {
      const std::vector<std::uint32_t>& numbers = alike.ways[way % alike.ways.size()];
      way /= alike.ways.size();
      for (std::size_t s = 0; s < numbers.size(); ++s) {
        if (numbers[s] == 0) continue;
        if (alike.states[s].is_judged) grades[alike.states[s].grade] += numbers[s];
        if (alike.rank) list[*alike.rank] = id_of(alike.states[s]);
      }
    }
    if (measure_.parameters.judged_only) std::erase(list, unjudged_document);
    if (!measure_.record->traits.sees_pool)
      std::ranges::replace(list, unjudged_document, not_relevant);
    return score_of(list, grades);
  }

  double score_of(const std::vector<DocumentId>& list,
                  const std::map<std::int32_t, std::uint32_t>& grades) const {
    std::vector<Layer::Entry> entries, ideal;
    std::uint32_t nonrelevant = 0;
    for (const auto& [grade, number] : grades) {
      if (grade >= 0 && grade < least()) nonrelevant += number;
      if (grade < least()) continue;
      entries.push_back({static_cast<std::uint32_t>(grade), 0, grade});
      for (std::uint32_t n = 0; n < number; ++n) {
        ideal.push_back({static_cast<std::uint32_t>(ideal.size()), 0, grade});
      }
    }
    const auto highest = entries.empty() ? 0 : entries.back().document;
    const std::size_t size = std::max<std::size_t>(highest, ideal.size()) + 1;
    Layer layer(size, {{.weight = 1}}, std::move(entries));
    layer.set_ideal(std::move(ideal));
    layer.set_nonrelevant_documents(nonrelevant);
    GreedyIdeals greedy;
    return measure_.record->make({&layer, 1}, measure_.parameters, greedy).score(list);
  }

  const Measure& measure_;
  bool sees_judged_;
  BothTopics both_;
  std::vector<DocumentId> list_;  // of what nobody judges
  std::vector<Alike> alike_;
};

}  // namespace

std::optional<Bounds> try_topic_judgments(const Measure& measure, const BothTopics& both,
                                          const RankedList& list, std::size_t most) {
  return TopicTrials(measure, both, list).bounds(most);
}

}  // namespace subintent::internal
