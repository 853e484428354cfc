#include "study/multiverse.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/parallel.h"
#include "base/progress.h"

namespace subintent::internal {

void Verdicts::add(const ComparedPair& pair) {
  first += !pair.winner.empty() && pair.winner == pair.run1 ? 1 : 0;
  second += !pair.winner.empty() && pair.winner != pair.run1 ? 1 : 0;
  ++all;
}

void Verdicts::add(const Verdicts& more) {
  first += more.first;
  second += more.second;
  all += more.all;
}

namespace {

// What is scored at once: the measures that see hierarchies made of these dendrograms at this
// delta, or those that see none of them.
struct Setting {
  std::size_t judgments = 0;
  const NamedDendrograms* dendrograms = nullptr;
  std::optional<double> delta = {};
};

// The analyses of one setting.
class Universe {
 public:
  Universe(const MultiverseInputs& inputs, const Setting& setting, std::size_t pair)
      : inputs_(inputs), setting_(setting), pair_(pair), pairs_(all_pairs(inputs.runs.size())) {
    for (std::size_t m = 0; m < inputs.options.measures.size(); ++m) {
      const bool sees = need_dendrograms({&inputs.options.measures[m], 1});
      if (sees == (setting.dendrograms != nullptr)) measures_.push_back(m);
    }
    made_.pairs.resize(pairs_.size());
  }

  std::uint64_t analyses() const { return measures_.size() * inputs_.tests.size(); }

  Multiverse make() {
    DeltaOptions options = inputs_.options;
    options.deltas = {setting_.delta.value_or(0)};
    options.measures.clear();
    for (const std::size_t m : measures_) options.measures.push_back(inputs_.options.measures[m]);
    if (measures_of_hierarchies(options.measures).empty()) options.placebo.count = 0;
    std::span<const Dendrogram> trees;
    if (setting_.dendrograms != nullptr) {
      options.sources.dendrograms = setting_.dendrograms->path;
      trees = setting_.dendrograms->trees;
    }
    score_deltas(
        *inputs_.judgments[setting_.judgments].second, inputs_.runs, trees, options,
        [&](double, const ScoreGroup& scores) { add(scores); }, {},
        [&](const ScoreGroup& scores) { add_placebo(scores); });
    return std::move(made_);
  }

 private:
  std::vector<ComparedPair> compared(const ScoreGroup& scores, std::size_t test,
                                     bool intervals) const {
    TestSettings settings = inputs_.tests[test];
    settings.intervals = intervals;
    return compare_pairs(scores, 1, pairs_, settings, {{}, inputs_.correction});
  }

  void add(const ScoreGroup& scores) {
    for (std::size_t test = 0; test < inputs_.tests.size(); ++test) {
      const auto all = compared(scores, test, true);
      for (std::size_t m = 0; m < measures_.size(); ++m) {
        const auto of_measure = std::span(all).subspan(m * pairs_.size(), pairs_.size());
        const bool sees = needs_hierarchy(inputs_.options.measures[measures_[m]]);
        made_.specifications.push_back(
            {inputs_.judgments[setting_.judgments].first,
             setting_.dendrograms == nullptr ? "" : setting_.dendrograms->name, setting_.delta,
             measures_[m], test, of_measure[pair_], sees});
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
          made_.pairs[i].all.add(of_measure[i]);
          if (sees) made_.pairs[i].by_hierarchies.add(of_measure[i]);
        }
      }
    }
  }

  // Its measures are those that see a hierarchy, in their order, and so are these specifications.
  void add_placebo(const ScoreGroup& scores) {
    auto specification = made_.specifications.begin();
    for (std::size_t test = 0; test < inputs_.tests.size(); ++test) {
      const auto all = compared(scores, test, false);
      for (std::size_t at = 0; at < all.size(); at += pairs_.size()) {
        while (!specification->sees_hierarchy) ++specification;
        specification->placebos.add(all[at + pair_]);
        ++specification;
        for (std::size_t i = 0; i < pairs_.size(); ++i) made_.pairs[i].placebos.add(all[at + i]);
      }
    }
  }

  const MultiverseInputs& inputs_;
  const Setting& setting_;
  std::size_t pair_;
  std::vector<RunPair> pairs_;
  std::vector<std::size_t> measures_;
  Multiverse made_;
};

std::vector<Setting> settings_of(const MultiverseInputs& inputs) {
  std::vector<Setting> made;
  for (std::size_t judgments = 0; judgments < inputs.judgments.size(); ++judgments) {
    made.push_back({judgments});
    for (const NamedDendrograms& dendrograms : inputs.dendrograms) {
      for (const double delta : inputs.options.deltas) {
        made.push_back({judgments, &dendrograms, delta});
      }
    }
  }
  return made;
}

}  // namespace

Multiverse multiverse(const MultiverseInputs& inputs, std::size_t pair,
                      const ProgressCallback& progress) {
  const std::vector<Setting> settings = settings_of(inputs);
  std::vector<Universe> universes;
  std::uint64_t analyses = 0;
  for (const Setting& setting : settings) {
    analyses += universes.emplace_back(inputs, setting, pair).analyses();
  }
  ProgressMeter meter(progress, "comparing", "analyses", analyses);
  std::vector<Multiverse> parts(universes.size());
  parallel_for(universes.size(), [&](std::size_t i) {
    if (universes[i].analyses() == 0) return;
    parts[i] = universes[i].make();
    meter.advance(universes[i].analyses());
  });
  Multiverse made;
  made.pairs.resize(all_pairs(inputs.runs.size()).size());
  for (Multiverse& part : parts) {
    std::ranges::move(part.specifications, std::back_inserter(made.specifications));
    for (std::size_t i = 0; i < part.pairs.size(); ++i) {
      made.pairs[i].all.add(part.pairs[i].all);
      made.pairs[i].by_hierarchies.add(part.pairs[i].by_hierarchies);
      made.pairs[i].placebos.add(part.pairs[i].placebos);
    }
  }
  return made;
}

}  // namespace subintent::internal
