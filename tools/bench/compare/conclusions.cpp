// Whether conclusions hold as often as they say: simulations of what `subintent compare` claims.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/distributions.h"
#include "compare/mean_test.h"
#include "compare/other_topics.h"
#include "compare/planning.h"
#include "compare/significance.h"
#include "core/base/philox.h"
#include "subintent/program.h"

namespace {

using namespace subintent::internal;

// Words of one sample, one after the other.
class Dice {
 public:
  explicit Dice(std::uint32_t sample) : sample_(sample) {}

  double uniform() { return (philox({next_++, sample_, 0, 53}, {7, 0})[0] + 0.5) / 4294967296.0; }
  double normal() {
    double sum = -6;  // of twelve: close enough, and the same everywhere
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }

 private:
  std::uint32_t sample_, next_ = 0;
};

struct Judged {
  double human, model;
};

struct Judge {
  const char* name;
  double mean;  // of people
  std::function<Judged(Dice&)> judge;
};

double score(Dice& dice) {  // 0 to 1, mean 3/8, as those of nDCG
  return .75 * dice.uniform() * (.5 + dice.uniform());
}

double held(double value) {
  return std::clamp(value, 0.0, 1.0);
}

const std::vector<Judge>& judges() {
  static const std::vector<Judge> all = {
      {"good", .375,
       [](Dice& dice) {
         const double truth = score(dice);
         return Judged{truth, held(truth + .07 * dice.normal())};
       }},
      {"fair", .375,
       [](Dice& dice) {
         const double truth = score(dice);
         return Judged{truth, held(truth + .25 * dice.normal())};
       }},
      {"useless", .375,
       [](Dice& dice) {
         return Judged{score(dice), dice.uniform()};
       }},
      {"biased", .375,
       [](Dice& dice) {
         const double truth = score(dice);
         return Judged{truth, held(.3 + .9 * std::sqrt(truth) + .1 * dice.normal())};
       }},
      {"contrary", .375,
       [](Dice& dice) {
         const double truth = score(dice);
         return Judged{truth, held(1 - truth + .2 * dice.normal())};
       }},
      {"constant", .375,
       [](Dice& dice) {
         return Judged{score(dice), .5};
       }},
      {"zeros", .225,  // two topics of five have a score of 0, and a tenth is lost on the model
       [](Dice& dice) {
         const double truth = dice.uniform() < .4 ? 0 : score(dice);
         const double seen = held(truth + .15 * dice.normal());
         return Judged{truth, dice.uniform() < .1 ? 0 : seen};
       }},
      {"rare", .425,  // one topic of twenty scores 1 more, which the model does not see
       [](Dice& dice) {
         const double truth = score(dice), more = dice.uniform() < .05 ? 1 : 0;
         return Judged{truth + more, held(truth + .07 * dice.normal())};
       }},
      {"rare, else exact", .35,  // the same, of topics that are much alike
       [](Dice& dice) {
         const double truth = held(.3 + .05 * dice.normal()), more = dice.uniform() < .05 ? 1 : 0;
         return Judged{truth + more, held(truth + .01 * dice.normal())};
       }},
      {"difference", .03,  // of two runs; of two topics in five the model knows nothing
       [](Dice& dice) {
         const double truth = .03 + .15 * dice.normal(), other = .15 * dice.normal();
         return Judged{truth, dice.uniform() < .6 ? truth : other};
       }},
  };
  return all;
}

// Coverage of 95 % intervals, and how wide they are beside those of people alone.
void judges_row(const Judge& judge, std::size_t n, std::size_t N, std::uint32_t samples) {
  std::uint32_t covered = 0, classical = 0;
  double width = 0, people_width = 0, widest = 0, lambda = 0;
  for (std::uint32_t sample = 0; sample < samples; ++sample) {
    Dice dice(sample);
    std::vector<double> human, same, others;
    for (std::size_t i = 0; i < n; ++i) {
      const Judged one = judge.judge(dice);
      human.push_back(one.human);
      same.push_back(one.model);
    }
    for (std::size_t i = 0; i < N; ++i) others.push_back(judge.judge(dice).model);
    const PoweredMean powered = powered_mean(human, same, others),
                      people = powered_mean(human, same, {});
    const double half = powered.half_width(.05), people_half = people.half_width(.05);
    covered += std::fabs(powered.mean - judge.mean) <= half;
    classical += std::fabs(people.mean - judge.mean) <= people_half;
    width += half;
    people_width += people_half;
    widest = std::max(widest, half / people_half);
    lambda += powered.lambda;
  }
  const double number = samples;
  fmt::print("| {} | {} | {} | {:.3f} | {:.3f} | {:.2f} | {:.2f} | {:.2f} |\n", judge.name, n, N,
             covered / number, classical / number, width / people_width, widest, lambda / number);
}

void simulate_judges(std::uint32_t samples) {
  fmt::print("| judge | people | model | coverage | people alone | width | widest | λ |\n");
  fmt::print("|---|---|---|---|---|---|---|---|\n");
  for (const Judge& judge : judges())
    for (const auto& [n, N] :
         {std::pair<std::size_t, std::size_t>{10, 40}, {25, 25}, {25, 100}, {50, 200}})
      judges_row(judge, n, N, samples);
}

// Scores of runs whose true means are spread, by topics that are hard for all of them.
ScoreMatrix settings_of(Dice& dice, std::size_t topics, const std::vector<double>& means,
                        double shared) {
  ScoreMatrix scores{"M", topics, means.size(), {}};
  const double own = std::sqrt(1 - shared), common = std::sqrt(shared);
  for (std::size_t topic = 0; topic < topics; ++topic) {
    const double easiness = common * dice.normal();
    for (const double mean : means)
      scores.values.push_back(mean + .2 * (easiness + own * dice.normal()));
  }
  return scores;
}

// Scores of a run re-ranked with values of lambda: true means on a hill, whose height and top
// differ from sample to sample, and lists of neighbours that share most of what is by chance.
ScoreMatrix path_of(Dice& dice, std::size_t topics, double height, std::vector<double>& means) {
  const double top = dice.uniform();
  for (std::size_t i = 0; i < means.size(); ++i) {
    const double at = static_cast<double>(i) / static_cast<double>(means.size() - 1) - top;
    means[i] = .5 - height * at * at;
  }
  ScoreMatrix scores{"M", topics, means.size(), {}};
  const double kept = std::sqrt(.9), fresh = std::sqrt(.1);
  for (std::size_t topic = 0; topic < topics; ++topic) {
    const double easiness = std::sqrt(.7) * dice.normal();
    double own = dice.normal();
    for (const double mean : means) {
      scores.values.push_back(mean + .2 * (easiness + std::sqrt(.3) * own));
      own = kept * own + fresh * dice.normal();
    }
  }
  return scores;
}

struct SelectionCase {
  std::size_t topics, runs;
  double spread, shared;  // deviation of true means; share of variance that runs have in common
  double height = -1;     // at least 0: path_of() with it, in the place of both
};

ScoreMatrix scores_of(Dice& dice, const SelectionCase& one, std::vector<double>& means) {
  if (one.height >= 0) return path_of(dice, one.topics, one.height, means);
  for (double& mean : means) mean = .5 + one.spread * dice.normal();
  return settings_of(dice, one.topics, means, one.shared);
}

// Bias of the mean of the best run, of the estimate, and of that of one split as `diversify
// --search` prints it, in standard errors of a mean, against the true mean of the run that is
// chosen; and coverage.
void selection_row(const SelectionCase& one, std::uint32_t samples) {
  double naive = 0, honest = 0, searched = 0;
  std::uint32_t covered = 0, naively = 0;
  const double error = .2 / std::sqrt(static_cast<double>(one.topics));
  for (std::uint32_t sample = 0; sample < samples; ++sample) {
    Dice dice(sample);
    std::vector<double> means(one.runs);
    const ScoreMatrix scores = scores_of(dice, one, means);
    const Selection found = selected(scores, {}, {5, 100, sample + 1, .05});
    const double truth = means[found.best], half = (found.high - found.low) / 2;
    naive += (found.mean - truth) / error;
    honest += (found.estimate - truth) / error;
    searched += (selected(scores, {}, {5, 1, sample + 1, .05}).estimate - truth) / error;
    covered += std::fabs(found.estimate - truth) <= half;
    naively += std::fabs(found.mean - truth) <= half;
  }
  const double number = samples;
  const std::string kind = one.height < 0
                               ? fmt::format("spread {}, shared {}", one.spread, one.shared)
                               : fmt::format("values of lambda, a hill of {}", one.height);
  fmt::print("| {} | {} | {} | {:+.2f} | {:+.2f} | {:+.2f} | {:.3f} | {:.3f} |\n", one.topics,
             one.runs, kind, naive / number, honest / number, searched / number, naively / number,
             covered / number);
}

void simulate_selection(std::uint32_t samples) {
  fmt::print(
      "| topics | runs | true means | bias of the mean | of the estimate | of one split | "
      "coverage of the mean | of the estimate |\n|---|---|---|---|---|---|---|---|\n");
  for (const SelectionCase& one : {SelectionCase{50, 40, 0, .5},
                                   {50, 40, .02, .8},
                                   {50, 40, .06, .5},
                                   {50, 40, .01, .95},
                                   {25, 10, .02, .8},
                                   {50, 5, .02, .9},
                                   {20, 100, .01, .5},
                                   {50, 11, 0, 0, 0},
                                   {50, 11, 0, 0, .05},
                                   {50, 11, 0, 0, .2},
                                   {24, 21, 0, 0, .05},
                                   {200, 11, 0, 0, .05}})
    selection_row(one, samples);
}

// All pairs of runs, half of which are better. Of uneven scores, those of one run in four have
// three times the deviation of the others; coarse ones are multiples of .2.
enum class Scores { even, uneven, coarse };
constexpr const char* names_of_scores[] = {"even", "uneven", "coarse"};

struct FamilyCase {
  std::size_t runs;
  double better;
  Scores kind;
};

ScoreMatrix family_of(Dice& dice, const FamilyCase& one, const std::vector<double>& means) {
  ScoreMatrix scores{"M", 50, one.runs, {}};
  for (std::size_t topic = 0; topic < scores.topics; ++topic) {
    const double easiness = dice.normal();
    for (std::size_t run = 0; run < one.runs; ++run) {
      const double own = dice.normal() * (one.kind == Scores::uneven && run % 4 == 0 ? 3 : 1);
      const double score = means[run] + .14 * (easiness + own);
      scores.values.push_back(one.kind == Scores::coarse ? std::round(5 * score) / 5 : score);
    }
  }
  return scores;
}

// How often any pair of equal runs is called different, how many of the pairs that differ are
// found, and how many marks stand beside an interval that contains 0, or the reverse.
void family_row(const FamilyCase& one, const char* test, std::uint32_t samples) {
  std::vector<double> means(one.runs, .5);
  for (std::size_t run = 0; run < one.runs / 2; ++run) means[run] += one.better;
  const auto pairs = all_pairs(one.runs);
  double alarms = 0, found = 0, different = 0, contradictions = 0;
  for (std::uint32_t sample = 0; sample < samples; ++sample) {
    Dice dice(sample);
    ScoreGroup group{std::vector<std::string>(one.runs), std::vector<std::string>(50), {}};
    group.measures = {family_of(dice, one, means)};
    const TestSettings settings{find_test(test), find_test(test)->default_trials, sample + 1, .05,
                                true};
    bool alarm = false;
    const auto compared = compare_pairs(group, 1, pairs, settings, {{}, Correction::holm});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const bool differ = means[pairs[i].first] != means[pairs[i].second];
      const bool significant = compared[i].significant;
      different += differ;
      found += differ && significant;
      alarm |= !differ && significant;
      contradictions += significant != (compared[i].low > 0 || compared[i].high < 0);
    }
    alarms += alarm;
  }
  fmt::print("| {} | {} | {} | {} | {:.3f} | {} | {} |\n", one.runs, one.better,
             names_of_scores[static_cast<std::size_t>(one.kind)], test, alarms / samples,
             different > 0 ? fmt::format("{:.3f}", found / different) : "-", contradictions);
}

void simulate_families(std::uint32_t samples) {
  fmt::print(
      "| runs | better | scores | test | false alarms | pairs found | contradictions |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const std::size_t runs : {5, 20, 40}) {
    for (const double better : {0.0, .1}) {
      for (const Scores kind : {Scores::even, Scores::uneven, Scores::coarse})
        for (const char* const test : {"t", "maxt", "tukey", "randomisation", "wilcoxon", "sign"})
          family_row({runs, better, kind}, test, samples);
    }
  }
}

// Differences of a run and a baseline by topic, with a true mean of 0 and a deviation of about .1.
struct Differences {
  const char* name;
  std::function<double(Dice&)> draw;
};

const std::vector<Differences>& kinds_of_differences() {
  static const std::vector<Differences> all = {
      {"normal", [](Dice& dice) { return .1 * dice.normal(); }},
      {"most topics equal",
       [](Dice& dice) {
         const double changed = .16 * dice.normal();
         return dice.uniform() < .6 ? 0 : changed;
       }},
      {"of two scores",
       [](Dice& dice) {
         const double first = score(dice);
         return (first - score(dice)) / 2.5;
       }},
      {"multiples of .1", [](Dice& dice) { return std::round(dice.normal()) / 10; }},
      {"one topic in five gains",
       [](Dice& dice) {
         const double gain = .2 * (.5 + dice.uniform()), rest = .03 * dice.normal();
         return (dice.uniform() < .2 ? gain : 0) - .04 + rest;
       }},
      {"one topic in five loses",
       [](Dice& dice) {
         const double loss = .2 * (.5 + dice.uniform()), rest = .03 * dice.normal();
         return (dice.uniform() < .2 ? -loss : 0) + .04 + rest;
       }},
  };
  return all;
}

// How often each test finds a difference of two runs whose true means are equal.
void simulate_tests(std::uint32_t samples) {
  constexpr const char* names[] = {"t", "randomisation", "bootstrap", "wilcoxon", "sign"};
  fmt::print("| differences | topics | {} |\n|---|---|---|---|---|---|---|\n",
             fmt::join(names, " | "));
  for (const Differences& kind : kinds_of_differences()) {
    for (const std::size_t topics : {10, 25, 50, 1000}) {
      std::vector<double> alarms(std::size(names), 0);
      for (std::uint32_t sample = 0; sample < samples; ++sample) {
        Dice dice(sample);
        ScoreMatrix scores{"M", topics, 2, {}};
        for (std::size_t topic = 0; topic < topics; ++topic) {
          scores.values.push_back(kind.draw(dice));
          scores.values.push_back(0);
        }
        for (std::size_t i = 0; i < std::size(names); ++i) {
          const TestSettings settings{find_test(names[i]), 1000, sample + 1, .05, false};
          const double p = run_tests({&scores, 1}, all_pairs(2), settings)[0].pairs[0].p;
          alarms[i] += p < settings.alpha ? 1.0 / samples : 0;
        }
      }
      fmt::print("| {} | {}", kind.name, topics);
      for (const double rate : alarms) fmt::print(" | {:.3f}", rate);
      fmt::print(" |\n");
    }
  }
}

// How often any comparison is called worse, and any not worse, where all runs lose exactly the
// margin, by measures that agree to some degree.
void gate_row(const Differences& kind, std::size_t topics, std::size_t comparisons,
              std::uint32_t samples) {
  constexpr double margin = .01;
  double alarms = 0, cleared = 0;
  for (std::uint32_t sample = 0; sample < samples; ++sample) {
    Dice dice(sample);
    std::vector<std::vector<double>> family(comparisons);
    for (std::size_t topic = 0; topic < topics; ++topic) {
      const double shared = kind.draw(dice);
      for (auto& differences : family) {
        const double own = kind.draw(dice);
        differences.push_back((dice.uniform() < .5 ? shared : own) - margin);
      }
    }
    bool alarm = false, clear = false;
    for (const GatedMean& one : gated_means(family, margin, .05, Correction::holm)) {
      alarm |= one.verdict == GateVerdict::worse;
      clear |= one.verdict == GateVerdict::not_worse;
    }
    alarms += alarm;
    cleared += clear;
  }
  fmt::print("| {} | {} | {} | {:.3f} | {:.3f} |\n", kind.name, topics, comparisons,
             alarms / samples, cleared / samples);
}

void simulate_gate(std::uint32_t samples) {
  fmt::print("| differences | topics | comparisons | false alarms | false all-clears |\n");
  fmt::print("|---|---|---|---|---|\n");
  for (const Differences& kind : kinds_of_differences()) {
    for (const std::size_t topics : {10, 25, 50})
      for (const std::size_t comparisons : {1, 12}) gate_row(kind, topics, comparisons, samples);
  }
}

}  // namespace

namespace {

// Deviations of runs, topics, judges, of run and topic, run and judge, topic and judge, of all.
struct Design {
  const char* name;
  std::size_t runs, topics, judges;
  double run, topic, judge, run_topic, run_judge, topic_judge, rest;
  bool normal;  // else effects are skewed: a few topics, runs ... stand out
};

double effect(Dice& dice, double deviation, bool normal) {
  if (normal) return deviation * dice.normal();
  const double x = -std::log(dice.uniform());  // exponential, mean and deviation 1
  return deviation * (x - 1);
}

std::vector<ScoreMatrix> scores_of(const Design& d, Dice& dice) {
  const auto effects = [&](std::size_t number, double deviation) {
    std::vector<double> made(number);
    for (double& one : made) one = deviation == 0 ? 0 : effect(dice, deviation, d.normal);
    return made;
  };
  const auto runs = effects(d.runs, d.run), topics = effects(d.topics, d.topic),
             judges = effects(d.judges, d.judge),
             run_topic = effects(d.runs * d.topics, d.run_topic),
             run_judge = effects(d.runs * d.judges, d.run_judge),
             topic_judge = effects(d.topics * d.judges, d.topic_judge),
             rest = effects(d.runs * d.topics * d.judges, d.rest);
  std::vector<ScoreMatrix> made;
  for (std::size_t j = 0; j < d.judges; ++j) {
    ScoreMatrix& scores = made.emplace_back(ScoreMatrix{"M", d.topics, d.runs, {}});
    for (std::size_t t = 0; t < d.topics; ++t) {
      for (std::size_t r = 0; r < d.runs; ++r) {
        scores.values.push_back(runs[r] + topics[t] + judges[j] + run_topic[t * d.runs + r] +
                                run_judge[j * d.runs + r] + topic_judge[j * d.topics + t] +
                                rest[(j * d.topics + t) * d.runs + r]);
      }
    }
  }
  return made;
}

// The bias of estimates, and the coverage of their 95 % intervals.
void reliability_row(const Design& d, std::uint32_t samples) {
  const auto n = static_cast<double>(d.topics), k = static_cast<double>(d.judges);
  const double relative =
      d.run_topic * d.run_topic / n + d.run_judge * d.run_judge / k + d.rest * d.rest / (n * k);
  const double absolute = relative + d.topic * d.topic / n + d.judge * d.judge / k +
                          d.topic_judge * d.topic_judge / (n * k);
  const double of_runs = d.run * d.run;
  const double truths[] = {of_runs, of_runs / (of_runs + relative), of_runs / (of_runs + absolute)};
  double bias[3] = {}, covered[3] = {};
  for (std::uint32_t sample = 0; sample < samples; ++sample) {
    Dice dice(sample);
    const std::vector<ScoreMatrix> scores = scores_of(d, dice);
    CrossedScores crossed{d.runs, {d.topics, d.judges}, {}};
    for (const ScoreMatrix& one : scores) crossed.matrices.push_back(&one);
    const GeneralisabilityStudy study(crossed);
    const Dependability found = study.reliability(study.by());
    const MeasuredBy plans[] = {study.by()};
    const auto intervals = generalised_intervals(study, plans, {500, sample + 1, .05});
    const double values[] = {study.sources()[0].estimate, found.relative.value_or(0),
                             found.absolute.value_or(0)};
    const std::size_t places[] = {0, intervals.size() - 2, intervals.size() - 1};
    for (std::size_t i = 0; i < 3; ++i) {
      bias[i] += values[i] - truths[i];
      const auto& interval = intervals[places[i]];
      covered[i] += interval && interval->low <= truths[i] && truths[i] <= interval->high;
    }
  }
  const double number = samples;
  fmt::print(
      "| {} | {} × {} × {} | {} | {:.2f} | {:.2f} | {:+.3f} | {:.3f} | {:+.3f} | {:.3f} | "
      "{:+.3f} | {:.3f} |\n",
      d.name, d.runs, d.topics, d.judges, d.normal ? "normal" : "skewed", truths[1], truths[2],
      bias[0] / number / of_runs, covered[0] / number, bias[1] / number, covered[1] / number,
      bias[2] / number, covered[2] / number);
}

void simulate_reliability(std::uint32_t samples) {
  fmt::print(
      "| scores | runs × topics × judges | effects | Eρ² | Φ | bias σ² of runs, relative | "
      "coverage | bias Eρ² | coverage | bias Φ | coverage |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const bool normal : {true, false}) {
    for (const std::size_t runs : {5, 20}) {
      for (const std::size_t topics : {10, 50}) {
        reliability_row({"alike runs", runs, topics, 1, .03, .2, 0, .15, 0, 0, 0, normal}, samples);
        reliability_row({"apart", runs, topics, 1, .1, .2, 0, .15, 0, 0, 0, normal}, samples);
        reliability_row({"judged", runs, topics, 3, .08, .2, .05, .12, .02, .05, .1, normal},
                        samples);
      }
    }
  }
}

}  // namespace

int main(int count, char** words) {
  const std::string_view what = count > 1 ? words[1] : "";
  const auto samples = static_cast<std::uint32_t>(count > 2 ? std::atoi(words[2]) : 4000);
  if (what == "judges") {
    simulate_judges(samples);
    return 0;
  }
  if (what == "selected") {
    simulate_selection(samples);
    return 0;
  }
  if (what == "families") {
    simulate_families(samples);
    return 0;
  }
  if (what == "gate") {
    simulate_gate(samples);
    return 0;
  }
  if (what == "tests") {
    simulate_tests(samples);
    return 0;
  }
  if (what == "reliability") {
    simulate_reliability(samples);
    return 0;
  }
  fmt::print(stderr, "conclusions judges|selected|families|gate|tests|reliability [SAMPLES]\n");
  return 2;
}
