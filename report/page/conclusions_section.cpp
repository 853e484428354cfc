// How far the conclusions of the page hold: what is left after a correction, what the topics could
// find, other analyses, the luck of the best run, and documents that nobody has judged.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "compare/mean_test.h"
#include "compare/other_topics.h"
#include "compare/significance.h"
#include "report/page/section.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// "p = 0.0123", "p < .0001"
Html p_in_words(const Html& p) {
  return p.text().starts_with("&lt;") ? html("p {}", p) : html("p = {}", p);
}

constexpr std::size_t most_folds = 5, fewest_runs_to_choose_from = 3;
constexpr double infinity = std::numeric_limits<double>::infinity();

// Tests that hold for all pairs together have no correction, but other tests beside them need one.
Correction correction_of(const PageInput& input) {
  const Correction given = input.comparison.correction;
  return input.test.test->family_wise && given == Correction::none ? Correction::holm : given;
}

// By measure and run: which of the best run and that run a test finds significantly better, if any;
// 1: the best, -1: the other.
struct AgainstBest {
  const SignificanceTest* test;
  std::vector<int> better;

  AgainstBest(const TestedGroup& tested, std::size_t best) : test(tested.settings.test) {
    const std::size_t runs = tested.group->runs.size();
    for (std::size_t m = 0; m < tested.group->measures.size(); ++m) {
      for (std::size_t run = 0; run < runs; ++run) {
        better.push_back(0);
        if (run == best) continue;
        const ComparedPair& pair = tested.by_measure(m)[place_of_pair(runs, best, run)];
        if (pair.winner.empty()) continue;
        better.back() = pair.winner == tested.group->runs[best] ? 1 : -1;
      }
    }
  }
};

// More runs than this are tested by the test of the page alone: the number of pairs grows with the
// square of theirs.
constexpr std::size_t most_tested_runs = 100;

// All pairs by all measures under each test: that of the page, and three more that others would
// choose.
std::vector<AgainstBest> tested_in_turn(const PageContext& context) {
  const std::size_t best = context.shown_runs[0];
  std::vector<AgainstBest> verdicts = {AgainstBest(context.tested, best)};
  if (context.runs() > most_tested_runs) return verdicts;
  for (const char* const name : {"t", "wilcoxon", "maxt"}) {
    const SignificanceTest* const test = find_test(name);
    if (test == context.input.test.test) continue;
    TestedGroup more{context.tested.group,      0, context.tested.pairs, context.tested.settings,
                     context.tested.comparison, {}};
    more.settings.test = test;
    more.settings.trials = test->default_trials;
    more.settings.intervals = false;
    more.comparison.correction = correction_for(*test, correction_of(context.input));
    more.compared = compare_pairs(*more.group, 1, more.pairs, more.settings, more.comparison);
    verdicts.emplace_back(more, best);
  }
  return verdicts;
}

// By pair of runs: the true difference that a t-test at the level of the correction would find with
// the probability `detection_power`; infinite where nothing tells.
std::vector<double> detectable_differences(const PageContext& context, std::size_t m) {
  const ScoreMatrix& scores = context.input.scores.measures[m];
  const auto means = mapped(context.tested.pairs, [&](const RunPair& pair) {
    return sample_mean(differences(scores, pair));
  });
  const auto p = mapped(means, [](const SampleMean& mean) { return mean.p_different(); });
  const double level = interval_level(correction_of(context.input), p, context.input.test.alpha),
               errors = detectable_errors(scores.topics, level / 2, detection_power);
  return mapped(means, [&](const SampleMean& mean) { return detectable_mean(mean, errors); });
}

double median_of_finite(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  return median(std::move(values)).value_or(infinity);
}

std::size_t folds_of(const ScoreMatrix& scores) {
  return std::min(most_folds, scores.topics);
}

std::optional<Selection> selection_of(const PageContext& context, std::size_t m) {
  const ScoreMatrix& scores = context.input.scores.measures[m];
  if (scores.runs < fewest_runs_to_choose_from || scores.topics < 2) return std::nullopt;
  return selected(scores, context.input.scores.runs,
                  {folds_of(scores), 100, context.input.test.seed, context.input.test.alpha});
}

// The share of the documents shown of a run that nobody has judged.
double unjudged_share(const PageContext& context, std::size_t run) {
  std::size_t unjudged = 0, all = 0;
  for (const TopicView& topic : context.topics) {
    all += topic.rankings[run].size();
    unjudged += static_cast<std::size_t>(std::ranges::count_if(
        topic.rankings[run],
        [&](std::uint32_t document) { return !topic.documents[document].judged; }));
  }
  return all == 0 ? 0 : static_cast<double>(unjudged) / static_cast<double>(all);
}

Html text_of(double difference) {
  return std::isfinite(difference) ? score_text(difference) : html("&ndash;");
}

// The best run by the first measure against another, which is what the page is about.
class BestRun {
 public:
  explicit BestRun(const PageContext& context)
      : context_(context),
        best_(context.shown_runs[0]),
        tests_(tested_in_turn(context)),
        detectable_(detectable_differences(context, 0)) {}

  Html claims() const {
    const std::size_t other = context_.shown_runs[1];
    Html body = html("<ul>\n");
    body += html("<li>{}\n<li>{}\n", difference(other), power(other));
    body += equivalence(other);
    body += html("<li>{}\n", analyses(other));
    body += luck();
    body += html("<li>{}\n</ul>\n", unjudged(other));
    return body;
  }

  Html all_others() const {
    std::vector<PageColumn> columns = {{"Run", "row"}, {"Best − run"},     {"p"},
                                       {"Needed"},     {"Best is better"}, {"Run is better"}};
    if (context_.knows_unjudged) columns.emplace_back("Not judged");
    PageTable table(columns, "others");
    for (std::size_t run = 0; run < context_.runs(); ++run) {
      if (run == best_) continue;
      const ComparedPair pair = context_.pair(0, best_, run);
      const Verdict verdict = verdict_of(run);
      table.row(
          html_name(name(run)), difference_text(pair.difference),
          html("{}{}", p_text(pair.corrected, context_.input.test), pair.significant ? " *" : ""),
          text_of(detectable_[place_of(run)]), verdict.better, verdict.worse);
      if (context_.knows_unjudged)
        table.cell(html("{:.1f} %", 100 * unjudged_share(context_, run)));
    }
    return numbers("The best run against every other run",
                   table.html_of(html("{} against the others by {}; analyses, of {}, in which "
                                      "either is significantly better",
                                      html_name(name(best_)), html_name(context_.measure(0)),
                                      number_of_analyses())));
  }

 private:
  // Analyses in which the best run is significantly better, and in which the other is.
  struct Verdict {
    std::size_t better = 0, worse = 0;
  };

  const std::string& name(std::size_t run) const { return context_.input.scores.runs[run]; }
  std::size_t number_of_analyses() const { return tests_.size() * context_.measures(); }

  // The place of the pair of the best run and another.
  std::size_t place_of(std::size_t other) const {
    return place_of_pair(context_.runs(), best_, other);
  }

  Verdict verdict_of(std::size_t other) const {
    Verdict verdict;
    for (const AgainstBest& tested : tests_) {
      for (std::size_t m = 0; m < context_.measures(); ++m) {
        const int better = tested.better[m * context_.runs() + other];
        verdict.better += better > 0;
        verdict.worse += better < 0;
      }
    }
    return verdict;
  }

  Html difference(std::size_t other) const {
    const ComparedPair pair = context_.pair(0, best_, other);
    const Html values = html(
        "By {}, the mean of <strong>{}</strong> over {} is {:.4f}, and that of <strong>{}</strong>"
        " is {:.4f}. The difference of {} is ",
        html_name(context_.measure(0)), html_name(pair.run1), count_of(pair.topics, "topic"),
        pair.mean1, html_name(pair.run2), pair.mean2, difference_text(pair.difference));
    const auto label = record_of(context_.input.comparison.correction).label;
    const Html test =
        html(" ({}{}{}, {} of runs; {}; interval {}).", description(context_.input.test),
             label.empty() ? "" : ", ", label, count_of(context_.tested.pairs.size(), "pair"),
             p_in_words(p_text(pair.corrected, context_.input.test)),
             interval_text(pair.low, pair.high));
    if (pair.significant) return html("{}significant{}", values, test);
    return html("{}not significant{} This does not show that the two are equal.", values, test);
  }

  Html power(std::size_t other) const {
    const double least = detectable_[place_of(other)];
    const std::size_t topics = context_.topics.size();
    if (!std::isfinite(least)) {
      return html(
          "The two differ by the same in every topic: nothing tells what differences a test of "
          "them "
          "would find.");
    }
    const auto is_within_unit = [](double score) { return score >= 0 && score <= 1; };
    if (least >= 1 &&
        std::ranges::all_of(context_.input.scores.measures[0].values, is_within_unit)) {
      return html(
          "{} are too few: with a probability of .8, a t-test at the level of the correction finds "
          "only differences above 1, and all scores are from 0 to 1.",
          count_of(topics, "topic"));
    }
    return html(
        "With {}, a t-test at the level of the correction finds a true difference of {} between "
        "these two with a probability of .8. Smaller ones are found less often.{}",
        count_of(topics, "topic"), score_text(least),
        topics < few_topics
            ? " With so few topics, tests and intervals hold less often than they say."
            : "");
  }

  Html equivalence(std::size_t other) const {
    if (!context_.input.margin) return {};
    const auto all = mapped(context_.tested.pairs, [&](const RunPair& pair) {
      return differences(context_.input.scores.measures[0], pair);
    });
    const auto found = equivalent_means(all, *context_.input.margin, context_.input.test.alpha,
                                        correction_of(context_.input));
    const EquivalentMean& one = found[place_of(other)];
    return html(
        "<li>With a margin of {}, the two are {} by two one-sided t-tests ({}). Of {} of runs, "
        "{} "
        "are equivalent.\n",
        shortest(*context_.input.margin),
        one.equivalent ? "equivalent" : "not shown to be equivalent",
        p_in_words(p_text(one.p_equivalent)), count_of(found.size(), "pair"),
        std::ranges::count(found, true, &EquivalentMean::equivalent));
  }

  Html analyses(std::size_t other) const {
    const Verdict verdict = verdict_of(other);
    std::string names;
    for (const AgainstBest& tested : tests_)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", tested.test->name);
    if (context_.runs() > most_tested_runs)
      names += fmt::format(" alone, as there are more than {} runs", most_tested_runs);
    if (verdict.better + verdict.worse == 0) {
      return html(
          "None of {} analyses ({}; tests {}) finds a significant difference between {} and {}.",
          number_of_analyses(), count_of(context_.measures(), "measure"), names,
          html_name(name(best_)), html_name(name(other)));
    }
    return html(
        "In {} of {} analyses ({}; tests {}), {} is significantly better, in {} {} is, and in {} "
        "neither. They share lists and topics, and so do not confirm each other.",
        verdict.better, number_of_analyses(), count_of(context_.measures(), "measure"), names,
        html_name(name(best_)), verdict.worse, html_name(name(other)),
        number_of_analyses() - verdict.better - verdict.worse);
  }

  Html luck() const {
    const std::optional<Selection> selection = selection_of(context_, 0);
    if (!selection) return {};
    return html(
        "<li>{} is the best of {} runs with a mean of {:.4f}; the best of several has luck in its "
        "mean, too. On other topics, the best by these would be expected to score about {:.4f} "
        "(interval {:.4f} to {:.4f}; too low where runs are close). Of random samples of {} in {} "
        "topics, {:.0f} % choose it, too.\n",
        html_name(name(selection->best)), context_.runs(), selection->mean, selection->estimate,
        selection->low, selection->high, folds_of(context_.input.scores.measures[0]) - 1,
        folds_of(context_.input.scores.measures[0]), 100 * selection->chosen[selection->best]);
  }

  Html unjudged(std::size_t other) const {
    if (!context_.knows_unjudged) {
      return html(
          "The judgments name relevant documents only: which others were judged, and found not "
          "relevant, is not known.");
    }
    const double of_best = unjudged_share(context_, best_),
                 of_other = unjudged_share(context_, other);
    if (of_best == 0 && of_other == 0)
      return context_.of_answers ? html("All answers of these two are judged.")
                                 : html("All documents of these two down to rank {} are judged.",
                                        context_.input.depth);
    return html(
        "Of the documents down to rank {}, nobody has judged {:.1f} % of {} and {:.1f} % of {}. "
        "They count as not relevant{}.",
        context_.input.depth, 100 * of_best, html_name(name(best_)), 100 * of_other,
        html_name(name(other)),
        of_best == of_other ? "" : ", which is to the disadvantage of the run that has more");
  }

  const PageContext& context_;
  std::size_t best_;
  std::vector<AgainstBest> tests_;  // that of the page first
  std::vector<double> detectable_;  // by pair, by the first measure
};

// Shows what is left of each measure.
Html by_measures(const PageContext& context) {
  PageTable table({"Measure", "Significant, uncorrected", "Corrected", "Difference needed",
                   "<Best run", "Its mean", "On other topics", "Too high by"},
                  "holds");
  for (std::size_t m = 0; m < context.measures(); ++m) {
    const auto pairs = context.tested.by_measure(m);
    const auto alone = std::ranges::count_if(
        pairs, [&](const ComparedPair& pair) { return pair.p < context.input.test.alpha; });
    table.row(html_name(context.measure(m)), alone,
              std::ranges::count(pairs, true, &ComparedPair::significant),
              text_of(median_of_finite(detectable_differences(context, m))));
    if (const std::optional<Selection> selection = selection_of(context, m)) {
      table.cell(html_name(context.input.scores.runs[selection->best]))
          .cell(score_text(selection->mean))
          .cell(score_text(selection->estimate))
          .cell(html("{}", difference_text(selection->mean - selection->estimate)));
    } else {
      for (int i = 0; i < 4; ++i) table.cell(html("&ndash;"));
    }
  }
  return table.html_of(html(
      "Of {} of runs: those that differ significantly, without and with a correction; the "
      "true difference that four of five such studies would find (median of the pairs; above 1 "
      "none can); and the luck of the best",
      count_of(context.tested.pairs.size(), "pair")));
}

}  // namespace

Html conclusions_section(const PageContext& context) {
  if (context.tested.pairs.empty()) return {};
  const BestRun best(context);
  Html body = best.claims();
  body += by_measures(context);
  body += best.all_others();
  return body;
}

}  // namespace subintent::internal
