#include "compare/significance.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "core/base/warning.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Tests take the higher score for the better one.
void turn_around(TestResult& result) {
  for (PairTest& pair : result.pairs) {
    std::swap(pair.wins, pair.losses);
    pair.better = -pair.better;
  }
}

// Says what a random test needs for any of so many pairs to be significant.
std::string trials_advice(std::size_t pairs, double alpha) {
  const std::uint64_t needed = trials_needed(pairs, alpha);
  if (needed <= max_trials) return fmt::format("use `trials={}` or more", needed);
  return fmt::format(
      "{} trials would be needed, but at most {} are possible: use `test=tukey` or t", needed,
      max_trials);
}

void warn_of_one_topic(const std::vector<ScoreGroup>& groups, Warnings& warnings) {
  for (const ScoreGroup* group : comparable(groups)) {
    std::string first;
    std::size_t found = 0;
    for (const ScoreMatrix& matrix : group->measures)
      if (matrix.topics == 1 && ++found == 1) first = printable(matrix.measure);
    if (found == 0) continue;
    const std::string measures =
        found == 1 ? first + " has"
                   : fmt::format("{} and {} have", first, count_of(found - 1, "other measure"));
    add_warning(warnings, "one-topic",
                measures + " scores of one topic, from which no test can tell anything");
  }
}

void warn_of_trials(const std::vector<ScoreGroup>& groups, const Comparison& comparison,
                    const TestSettings& settings, Warnings& warnings) {
  if (!settings.test->is_random()) return;
  const Correction correction = correction_for(*settings.test, comparison.correction);
  std::size_t pairs = 1;
  for (const ScoreGroup* group : comparable(groups)) {
    if (!record_of(correction).family_wise) continue;
    pairs = std::max(pairs, family_size(*group, comparison));
  }
  const double smallest = smallest_corrected(pairs, settings.trials);
  if (smallest < settings.alpha) return;
  const std::string alpha = shortest(settings.alpha);
  const std::string what =
      correction == Correction::none
          ? fmt::format("too few trials for alpha = {}: p = 0 occurs by chance at a rate of {:.2g}",
                        alpha, smallest)
          : fmt::format(
                "none of {} can be significant at alpha = {}: the smallest p-value after "
                "the {} correction is {:.2g}",
                count_of(pairs, "pair"), alpha, name_of(correction), smallest);
  add_warning(warnings, "few-trials", description(settings) + ": " + what,
              trials_advice(pairs, settings.alpha));
}

// The pairs of one measure, with what the test says about them.
std::vector<ComparedPair> compared_by(const ScoreGroup& group, std::size_t number,
                                      const ScoreMatrix& scores, std::span<const RunPair> pairs,
                                      const TestResult& result) {
  const std::vector<double> means = scores.means();
  std::vector<ComparedPair> compared(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [first, second] = pairs[i];
    ComparedPair& pair =
        compared[i] = {result.pairs[i],    number,        scores.measure, group.runs[first],
                       group.runs[second], scores.topics, means[first],   means[second]};
    pair.winner = pair.better > 0 ? pair.run1 : pair.better < 0 ? pair.run2 : "";
  }
  return compared;
}

// Sets what corrections make of the p-values of the pairs of a family, and what follows from it.
void correct(std::span<ComparedPair> family, const TestSettings& settings, Correction correction) {
  std::vector<double> p = mapped(family, &ComparedPair::p);
  // P-values that hold for all pairs already stay as they are.
  const auto by = [&](Correction wanted) {
    return corrected(p, settings, correction_for(*settings.test, wanted));
  };
  const auto holm_p = by(Correction::holm), bonferroni_p = by(Correction::bonferroni);
  const auto bh_p = by(Correction::benjamini_hochberg), decisive = by(correction);
  for (std::size_t i = 0; i < family.size(); ++i) {
    ComparedPair& pair = family[i];
    pair.p_holm = holm_p[i];
    pair.p_bonferroni = bonferroni_p[i];
    pair.p_bh = bh_p[i];
    pair.corrected = decisive[i];
    pair.significant = decisive[i] < settings.alpha;
    if (!pair.significant) pair.winner.clear();
  }
}

// The level of the intervals of a family, so that they agree with its corrected p-values. Of a
// random test an alpha with which as many trials may lie outside as its p-values allow, those with
// (count + 1) / (trials + 1) < level.
double level_of(std::span<const ComparedPair> family, const TestSettings& settings,
                Correction correction) {
  const bool random = settings.test->is_random();
  const auto trials = static_cast<double>(settings.trials);
  std::vector<double> p;
  for (const ComparedPair& pair : family)
    p.push_back(random ? (std::round(pair.p * trials) + 1) / (trials + 1) : pair.p);
  const double level = interval_level(correction, p, settings.alpha);
  return random ? std::max(0.5, std::ceil(level * (trials + 1)) - 0.5) / trials : level;
}

// Sets the intervals of a family at the level of the correction, so that one excludes 0 exactly
// where its pair is significant. Its pairs are those of `pairs`, measure after measure.
void set_intervals(std::span<const ScoreMatrix> measures, std::span<const RunPair> pairs,
                   TestSettings settings, Correction correction, std::span<ComparedPair> family) {
  settings.alpha = level_of(family, settings, correction);
  std::size_t at = 0;
  for (const TestResult& result : run_tests(measures, pairs, settings)) {
    for (const PairTest& tested : result.pairs) {
      family[at].low = tested.low;
      family[at].high = tested.high;
      ++at;
    }
  }
}

}  // namespace

std::span<const CorrectionRecord> corrections() {
  static const CorrectionRecord all[] = {
      {Correction::none, "none", "",
       [](std::span<const double> p) { return std::vector<double>(p.begin(), p.end()); }, false},
      {Correction::holm, "holm", "Holm's correction", holm},
      {Correction::bonferroni, "bonferroni", "Bonferroni's correction", bonferroni},
      {Correction::benjamini_hochberg, "bh", "Benjamini and Hochberg's correction",
       benjamini_hochberg, false},
  };
  return all;
}

const CorrectionRecord& record_of(Correction correction) {
  return corrections()[static_cast<std::size_t>(correction)];
}

const CorrectionRecord* find_correction(std::string_view name) {
  const auto found = std::ranges::find(corrections(), name, &CorrectionRecord::name);
  return found == corrections().end() ? nullptr : &*found;
}

std::string_view name_of(Correction correction) {
  return record_of(correction).name;
}

double interval_level(Correction correction, std::span<const double> p, double alpha) {
  const auto m = static_cast<double>(p.size());
  double significant = 0;
  for (const double value : record_of(correction).corrected(p)) significant += value < alpha;
  switch (correction) {
    case Correction::none:
      return alpha;
    case Correction::bonferroni:
      return alpha / std::max(1.0, m);
    case Correction::holm:
      return alpha / std::max(1.0, m - significant);
    case Correction::benjamini_hochberg:
      return alpha * std::max(1.0, significant) / std::max(1.0, m);
  }
  return alpha;
}

std::vector<double> bonferroni(std::span<const double> p) {
  return mapped(
      p, [&](const double value) { return std::min(1.0, value * static_cast<double>(p.size())); });
}

std::vector<double> holm(std::span<const double> p) {
  const auto order = ordered(p.size(), [&](std::size_t i) { return p[i]; });
  std::vector<double> corrected(p.size());
  double highest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    highest = std::max(highest, p[order[i]] * static_cast<double>(p.size() - i));
    corrected[order[i]] = std::min(1.0, highest);
  }
  return corrected;
}

std::vector<double> benjamini_hochberg(std::span<const double> p) {
  const auto order = ordered(p.size(), [&](std::size_t i) { return p[i]; });
  const auto n = static_cast<double>(p.size());
  std::vector<double> corrected(p.size());
  double lowest = 1;
  for (std::size_t rank = order.size(); rank > 0; --rank) {
    const std::size_t at = order[rank - 1];
    lowest = std::min(lowest, n / static_cast<double>(rank) * p[at]);
    corrected[at] = lowest;
  }
  return corrected;
}

// The tests; each is defined in the file of its name.
SignificanceTest t_test_record();              // Student's t
SignificanceTest bootstrap_test_record();      // [Sakai12 Fig. 2]
SignificanceTest tukey_test_record();          // randomised Tukey HSD [Sakai12 Fig. 4]
SignificanceTest randomisation_test_record();  // random signs of the differences
SignificanceTest maxt_test_record();           // random signs, all pairs together
SignificanceTest sign_test_record();           // exact
SignificanceTest wilcoxon_test_record();       // signed ranks

std::span<const SignificanceTest> significance_tests() {
  static const SignificanceTest tests[] = {t_test_record(),       bootstrap_test_record(),
                                           tukey_test_record(),   randomisation_test_record(),
                                           maxt_test_record(),    sign_test_record(),
                                           wilcoxon_test_record()};
  return tests;
}

const SignificanceTest* find_test(std::string_view name) {
  for (const SignificanceTest& test : significance_tests())
    if (test.name == name || (!name.empty() && test.other_name == name)) return &test;
  return nullptr;
}

std::string description(const TestSettings& settings) {
  const SignificanceTest& test = *settings.test;
  if (!test.is_random()) return std::string(test.label);
  return fmt::format("{} (B = {}, seed {})", test.label, settings.trials, settings.seed);
}

std::string description(const TestSettings& settings, Correction correction) {
  const std::string_view label = record_of(correction).label;
  return fmt::format("{}, alpha = {}{}{}", description(settings), shortest(settings.alpha),
                     label.empty() ? "" : ", ", label);
}

std::vector<TestResult> run_tests(std::span<const ScoreMatrix> measures,
                                  std::span<const RunPair> pairs, const TestSettings& settings,
                                  const PairsDone& progress) {
  const PairsDone done = progress ? progress : [](std::uint64_t) {};
  std::vector<TestResult> results = settings.test->run(measures, pairs, settings, done);
  for (std::size_t m = 0; m < measures.size(); ++m)
    if (measures[m].lower_is_better) turn_around(results[m]);
  return results;
}

std::vector<const ScoreGroup*> comparable(const std::vector<ScoreGroup>& groups) {
  std::vector<const ScoreGroup*> found;
  for (const ScoreGroup& group : groups)
    if (group.runs.size() > 1) found.push_back(&group);
  if (!found.empty()) return found;
  std::string advice = "give the scores of another run for the same topics";
  if (!groups.empty() && !groups[0].runs.empty()) {
    NameSet measures;
    for (const ScoreMatrix& scores : groups[0].measures) measures.insert(scores.measure);
    if (measures.size() > 1 && !are_measures(measures))
      advice += fmt::format(
          "; if {} is a run and no measure, write {{run: {{measure: {{topic: "
          "value}}}}}} in JSON, or lines run, topic, measure, value",
          printable(*measures.begin()));
    throw Error(Location{}, "there is only one run to compare, " + printable(groups[0].runs[0]),
                advice);
  }
  throw Error(Location{}, "there is no run to compare", advice);
}

std::vector<RunPair> pairs_of(const ScoreGroup& group, std::span<const std::string> baselines) {
  if (baselines.empty()) return all_pairs(group.runs.size());
  std::vector<RunPair> pairs;
  std::vector<bool> done(group.runs.size());
  for (const std::string& baseline : baselines) {
    const auto second = static_cast<std::uint32_t>(group.find_run(baseline));
    for (std::uint32_t run = 0; run < group.runs.size(); ++run)
      if (run != second && !done[run]) pairs.push_back({run, second});
    done[second] = true;
  }
  return pairs;
}

std::size_t family_size(const ScoreGroup& group, const Comparison& comparison) {
  const std::size_t pairs = pairs_of(group, comparison.baselines).size();
  return comparison.family == CorrectionFamily::measures ? pairs * group.measures.size() : pairs;
}

std::uint64_t number_of_tests(const std::vector<ScoreGroup>& groups,
                              std::span<const std::string> baselines) {
  std::uint64_t tests = 0;
  for (const ScoreGroup& group : groups) {
    // Each baseline is compared with all runs but the baselines before it.
    const std::uint64_t runs = group.runs.size();
    const std::uint64_t firsts =
        baselines.empty() ? runs : std::min<std::uint64_t>(runs, baselines.size());
    tests += group.measures.size() * (firsts * (runs - 1) - firsts * (firsts - 1) / 2);
  }
  return tests;
}

void warn_of_test(const std::vector<ScoreGroup>& groups, const Comparison& comparison,
                  const TestSettings& settings, Warnings& warnings) {
  warn_of_trials(groups, comparison, settings, warnings);
  warn_of_one_topic(groups, warnings);
}

void warn_of_constant_differences(const std::vector<ScoreGroup>& groups,
                                  const Comparison& comparison, const TestSettings& settings,
                                  Warnings& warnings, std::string_view effect) {
  if (settings.test->name != "t") return;
  std::string first;
  std::size_t found = 0;
  for (const ScoreGroup* group : comparable(groups)) {
    for (const ScoreMatrix& matrix : group->measures) {
      for (const RunPair pair : pairs_of(*group, comparison.baselines)) {
        const auto difference = [&](std::size_t topic) {
          return matrix.at(topic, pair.first) - matrix.at(topic, pair.second);
        };
        std::size_t same = 1;
        while (same < matrix.topics && std::abs(difference(same) - difference(0)) <= 1e-12) ++same;
        if (same < std::max<std::size_t>(matrix.topics, 2) || std::abs(difference(0)) <= 1e-12)
          continue;
        if (++found > 1) continue;
        first = fmt::format("the differences of {} and {} by {} are the same in all {}",
                            printable(group->runs[pair.first]), printable(group->runs[pair.second]),
                            printable(matrix.measure), count_of(matrix.topics, "topic"));
      }
    }
  }
  if (found == 0) return;
  if (found > 1) first += ", and so are those of " + count_of(found - 1, "other pair");
  add_warning(warnings, "no-variance",
              first + ": a t-test says nothing of them, and " + std::string(effect));
}

void warn_of_few_topics(const std::vector<ScoreGroup>& groups, Warnings& warnings) {
  std::size_t fewest = few_topics;
  for (const ScoreGroup& group : groups)
    for (const ScoreMatrix& matrix : group.measures) fewest = std::min(fewest, matrix.topics);
  if (fewest < 2 || fewest == few_topics) return;
  add_warning(warnings, "few-topics",
              count_of(fewest, "topic") +
                  ": only large differences are shown, and false alarms may "
                  "be more than alpha allows",
              "give 25 topics or more");
}

std::vector<ComparedPair> compare_pairs(const ScoreGroup& group, std::size_t number,
                                        std::span<const RunPair> pairs,
                                        const TestSettings& settings, const Comparison& comparison,
                                        const PairsDone& progress) {
  const Correction correction = correction_for(*settings.test, comparison.correction);
  const bool corrects_intervals = settings.intervals && correction != Correction::none;
  TestSettings first = settings;
  first.intervals = settings.intervals && !corrects_intervals;
  const auto results = run_tests(group.measures, pairs, first, progress);
  std::vector<ComparedPair> compared;
  compared.reserve(results.size() * pairs.size());
  for (std::size_t measure = 0; measure < results.size(); ++measure) {
    auto pairs_of_measure =
        compared_by(group, number, group.measures[measure], pairs, results[measure]);
    std::ranges::move(pairs_of_measure, std::back_inserter(compared));
  }
  const std::size_t size =
      comparison.family == CorrectionFamily::measures ? compared.size() : pairs.size();
  for (std::size_t at = 0; at < compared.size(); at += size) {
    const auto family = std::span(compared).subspan(at, size);
    correct(family, settings, comparison.correction);
    if (!corrects_intervals) continue;
    const auto measures = std::span(group.measures).subspan(at / pairs.size(), size / pairs.size());
    set_intervals(measures, pairs, settings, correction, family);
  }
  return compared;
}

std::vector<DiscriminativePower> discriminative_powers(const std::vector<ScoreGroup>& groups,
                                                       const TestSettings& settings,
                                                       Correction correction,
                                                       const PairsDone& progress) {
  std::vector<std::vector<TestResult>> by_measure(groups.at(0).measures.size());
  for (const ScoreGroup* group : comparable(groups)) {
    auto results = run_tests(group->measures, all_pairs(group->runs.size()), settings, progress);
    for (std::size_t i = 0; i < results.size(); ++i) by_measure[i].push_back(std::move(results[i]));
  }
  std::vector<DiscriminativePower> powers;
  for (const auto& results : by_measure) {
    powers.push_back(
        discriminative_power(results, settings, correction_for(*settings.test, correction)));
    powers.back().measure = groups[0].measures[powers.size() - 1].measure;
  }
  return powers;
}

}  // namespace subintent::internal
