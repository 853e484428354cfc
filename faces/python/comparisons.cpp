#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"
#include "interruptible.h"
#include "judgment_values.h"
#include "preference_values.h"
#include "score_values.h"
#include "subintent/compare.h"
#include "test_values.h"
#include "values.h"

namespace subintent::python {
namespace {

using Strings = std::vector<std::string>;

MissingScores missing_named(const std::string& name) {
  return value_named<MissingScores>("missing", name,
                                    {{"error", MissingScores::error},
                                     {"zero", MissingScores::zero},
                                     {"drop", MissingScores::drop},
                                     {"group", MissingScores::group}});
}

// Adds what a call did not know to the warnings of Python, and gives what it found.
template <typename Found>
Found warned(Found found) {
  warn(found.warnings);
  return found;
}

// A row of a table for each value.
template <typename Values, typename Row>
py::list rows_of(const Values& values, Row row) {
  py::list list;
  for (const auto& value : values) list.append(row(value));
  return list;
}

template <typename Options>
Options test_options(const Strings& measures, const std::string& missing, const std::string& test,
                     std::optional<std::uint64_t> trials, std::uint64_t seed, double alpha,
                     const std::string& correction) {
  Options options;
  options.measures = measures;
  options.missing = missing_named(missing);
  options.test = test;
  options.trials = trials;
  options.seed = seed;
  options.alpha = alpha;
  options.correction = correction_named(correction);
  return options;
}

py::tuple significance_rows(const py::object& object, const Strings& measures,
                            const std::string& missing, const std::string& test,
                            std::optional<std::uint64_t> trials, std::uint64_t seed, double alpha,
                            const std::string& correction, const std::string& family,
                            const std::optional<std::string>& baseline,
                            const py::object& progress) {
  auto options =
      test_options<SignificanceOptions>(measures, missing, test, trials, seed, alpha, correction);
  options.baseline = baseline;
  options.family = value_named<CorrectionFamily>(
      "family", family,
      {{"pairs", CorrectionFamily::pairs}, {"measures", CorrectionFamily::measures}});
  const auto scores = score_values(object);
  const Significance found = warned(interruptible(progress, [&](const ProgressCallback& callback) {
    return significance(scores, options, callback);
  }));
  return py::make_tuple(rows_of(found.pairs,
                                [](const ComparedPair& p) {
                                  return py::make_tuple(p.group, p.measure, p.run1, p.run2,
                                                        p.topics, p.mean1, p.mean2, p.difference,
                                                        p.effect_size, p.low, p.high, p.wins,
                                                        p.losses, p.ties, p.p, p.p_holm,
                                                        p.p_bonferroni, p.p_bh, p.winner);
                                }),
                        test_of(found.test));
}

py::tuple power_rows(const py::object& object, const Strings& measures, const std::string& missing,
                     const std::string& test, std::optional<std::uint64_t> trials,
                     std::uint64_t seed, double alpha, const std::string& correction,
                     const py::object& progress) {
  const auto options =
      test_options<PowerOptions>(measures, missing, test, trials, seed, alpha, correction);
  const auto scores = score_values(object);
  const DiscriminativePower found =
      warned(interruptible(progress, [&](const ProgressCallback& callback) {
        return discriminative_power(scores, options, callback);
      }));
  return py::make_tuple(rows_of(found.powers,
                                [](const MeasurePower& p) {
                                  return py::make_tuple(p.measure, p.significant, p.pairs, p.power,
                                                        p.required_difference, p.curve);
                                }),
                        rows_of(found.overlaps,
                                [](const MeasureOverlap& o) {
                                  return py::make_tuple(o.measure1, o.measure2, o.only1, o.both,
                                                        o.only2, o.agreement, o.conflicts);
                                }),
                        test_of(found.test));
}

py::list correlation_rows(const Correlations& found) {
  return rows_of(found.correlations, [](const MeasureCorrelation& c) {
    return py::make_tuple(c.measure1, c.measure2, c.tau_b, c.tau_ap_1, c.tau_ap_2,
                          c.tau_ap_symmetric, c.items);
  });
}

py::list rank_correlation_rows(const py::object& object, const Strings& measures,
                               const std::string& missing) {
  const ScoreSelection selection{measures, missing_named(missing)};
  const auto scores = score_values(object);
  return correlation_rows(warned(interruptible(
      py::none(), [&](const ProgressCallback&) { return rank_correlation(scores, selection); })));
}

py::list p_value_correlation_rows(const py::object& object, const Strings& measures,
                                  const std::string& missing, const std::string& test,
                                  std::optional<std::uint64_t> trials, std::uint64_t seed,
                                  double alpha, const std::string& correction,
                                  const py::object& progress) {
  const auto options =
      test_options<PowerOptions>(measures, missing, test, trials, seed, alpha, correction);
  const auto scores = score_values(object);
  return correlation_rows(warned(interruptible(progress, [&](const ProgressCallback& callback) {
    return p_value_correlation(scores, options, callback);
  })));
}

py::list concordance_rows(const py::object& object, const Strings& gold, const Strings& measures,
                          const std::string& missing) {
  const ScoreSelection selection{measures, missing_named(missing)};
  const auto scores = score_values(object);
  const auto found = warned(interruptible(
      py::none(), [&](const ProgressCallback&) { return concordance(scores, gold, selection); }));
  return rows_of(found.concordances, [](const MeasureConcordance& c) {
    return py::make_tuple(c.gold, c.measure1, c.measure2, c.disagreements, c.correct1, c.correct2,
                          c.concordance1, c.concordance2, c.only1, c.only2, c.p);
  });
}

py::list consistency_rows(const py::object& object, const Strings& measures,
                          const std::string& missing, std::uint64_t trials, std::uint64_t seed,
                          double alpha, const py::object& progress) {
  const ConsistencyOptions options{measures, missing_named(missing), trials, seed, alpha};
  const auto scores = score_values(object);
  const auto found = warned(interruptible(progress, [&](const ProgressCallback& callback) {
    return consistency(scores, options, callback);
  }));
  return rows_of(found.consistencies, [](const MeasureConsistency& c) {
    return py::make_tuple(c.measure, c.mean_tau, c.low, c.high, c.split_low, c.split_high, c.runs,
                          c.topics);
  });
}

// Numbers that are too large stay too large.
std::uint32_t systems_of(std::uint64_t systems) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(systems, UINT32_MAX));
}

py::tuple topic_set_size_of(double variance, double difference,
                            std::optional<std::uint64_t> systems, double alpha, double beta) {
  TopicSetDesign design{variance, difference, {}, alpha, beta};
  if (systems) design.systems = systems_of(*systems);
  const TopicSetSize size = topic_set_size(design);
  return py::make_tuple(size.topics, size.power);
}

py::list topic_set_size_rows(const py::object& object, const Strings& measures,
                             const std::string& missing, double alpha, double beta,
                             const std::vector<double>& differences,
                             const std::vector<std::uint64_t>& systems,
                             const std::string& residual) {
  const auto variance = value_named<ResidualVariance>(
      "residual", residual,
      {{"one-way", ResidualVariance::one_way}, {"two-way", ResidualVariance::two_way}});
  TopicSetOptions options{measures, missing_named(missing), alpha, beta, differences, {}, variance};
  std::ranges::transform(systems, std::back_inserter(options.systems), systems_of);
  const auto scores = score_values(object);
  const auto found = warned(interruptible(
      py::none(), [&](const ProgressCallback&) { return topic_set_sizes(scores, options); }));
  return rows_of(found.sizes, [&](const MeasureTopicSetSize& s) {
    return py::make_tuple(s.measure, s.design.systems ? "anova" : "t", s.design.systems.value_or(2),
                          s.design.difference, s.size.topics, s.size.power, s.design.variance,
                          residual, s.design.alpha, s.design.beta);
  });
}

TiedPreference ties_named(const std::string& name) {
  return value_named<TiedPreference>("ties", name,
                                     {{"disagree", TiedPreference::disagree},
                                      {"half", TiedPreference::half},
                                      {"ignore", TiedPreference::ignore}});
}

py::list preference_rows(const py::object& object, const py::dict& pools, const std::string& ties,
                         const Strings& measures, const std::string& missing) {
  PreferenceOptions options{measures, missing_named(missing)};
  options.ties = ties_named(ties);
  const auto made = pool_values(pools);
  const auto scores = score_values(object);
  const auto found = warned(interruptible(py::none(), [&](const ProgressCallback&) {
    return preference_agreement(scores, made, options);
  }));
  return rows_of(found.agreements, [](const PreferenceAgreement& a) {
    return py::make_tuple(a.question, a.pool, a.first, a.second, a.agreements, a.disagreements,
                          a.tau);
  });
}

py::tuple user_agreement_rows(const py::dict& pools, const std::string& ties, std::uint64_t trials,
                              std::uint64_t seed, double alpha) {
  const UserAgreementOptions options{ties_named(ties), trials, seed, alpha};
  const auto made = pool_values(pools);
  const UserAgreement found = interruptible(
      py::none(), [&](const ProgressCallback&) { return user_agreement(made, options); });
  return py::make_tuple(rows_of(found.reliability,
                                [](const UserReliability& r) {
                                  return py::make_tuple(r.question, r.pool, r.coefficient, r.value,
                                                        r.low, r.high, r.pairs, r.judgments);
                                }),
                        rows_of(found.participants, [](const ParticipantSummary& p) {
                          return py::make_tuple(p.question, p.participant, p.answers,
                                                p.median_seconds, p.left, p.equal, p.right,
                                                p.left_share, p.left_low, p.left_high, p.left_p,
                                                p.repeats, p.same, p.same_side, p.same_share,
                                                p.same_low, p.same_high);
                        }));
}

py::tuple preference_test_rows(const py::object& object, const py::dict& pools,
                               const std::string& ties, const Strings& measures,
                               const std::string& missing, const std::string& test,
                               std::optional<std::uint64_t> trials, std::uint64_t seed,
                               double alpha, const std::string& correction) {
  auto options =
      test_options<PreferenceTestOptions>(measures, missing, test, trials, seed, alpha, correction);
  options.ties = ties_named(ties);
  const auto made = pool_values(pools);
  const auto scores = score_values(object);
  const auto found = warned(interruptible(py::none(), [&](const ProgressCallback&) {
    return preference_tests(scores, made, options);
  }));
  return py::make_tuple(rows_of(found.tests,
                                [](const PreferenceTest& t) {
                                  return py::make_tuple(
                                      t.question, t.pool, t.measure1, t.measure2, t.topics, t.tau1,
                                      t.tau2, t.difference, t.effect_size, t.low, t.high, t.wins,
                                      t.losses, t.ties, t.p, t.corrected, t.winner);
                                }),
                        test_of(found.test));
}

Strings run_names(const std::vector<Scores>& scores) {
  Strings names;
  for (const Scores& run : scores) names.push_back(run.run);
  return names;
}

py::tuple read(const std::string& path, const std::string& run_name, const std::string& format) {
  const auto name = value_named<ScoreRunName>("run_name", run_name,
                                              {{"auto", ScoreRunName::automatic},
                                               {"file", ScoreRunName::file},
                                               {"tag", ScoreRunName::tag}});
  const auto known =
      value_named<ScoreFormat>("scores_format", format,
                               {{"auto", ScoreFormat::automatic},
                                {"trec_eval", ScoreFormat::trec_eval},
                                {"ir_measures", ScoreFormat::ir_measures},
                                {"matrix", ScoreFormat::matrix},
                                {"matrix-without-topics", ScoreFormat::matrix_without_topics}});
  Warnings warnings;
  const auto scores = [&] {
    const WithoutGil released;
    return read_scores({Source(path)}, name, known, &warnings);
  }();
  warn(warnings);
  return score_table(run_names(scores), scores);
}

py::list standardised_tables(const py::object& object, const std::string& missing) {
  const MissingScores way = missing_named(missing);
  const auto scores = score_values(object);
  const auto made =
      interruptible(py::none(), [&](const ProgressCallback&) { return standardised(scores, way); });
  if (!made.empty()) warn(made[0].warnings);
  // A table for each group of runs with the same topics.
  py::list tables;
  for (auto at = made.begin(); at != made.end();) {
    const auto end =
        std::find_if(at, made.end(), [&](const Scores& run) { return run.topics != at->topics; });
    const std::vector<Scores> group(at, end);
    tables.append(score_table(run_names(group), group));
    at = end;
  }
  return tables;
}

}  // namespace

void bind_comparisons(py::module_& module) {
  module.def("significance", &significance_rows, py::arg("scores"), py::arg("measures"),
             py::arg("missing"), py::arg("test"), py::arg("trials"), py::arg("seed"),
             py::arg("alpha"), py::arg("correction"), py::arg("family"), py::arg("baseline"),
             py::arg("progress"));
  module.def("discriminative_power", &power_rows, py::arg("scores"), py::arg("measures"),
             py::arg("missing"), py::arg("test"), py::arg("trials"), py::arg("seed"),
             py::arg("alpha"), py::arg("correction"), py::arg("progress"));
  module.def("rank_correlation", &rank_correlation_rows, py::arg("scores"), py::arg("measures"),
             py::arg("missing"));
  module.def("p_value_correlation", &p_value_correlation_rows, py::arg("scores"),
             py::arg("measures"), py::arg("missing"), py::arg("test"), py::arg("trials"),
             py::arg("seed"), py::arg("alpha"), py::arg("correction"), py::arg("progress"));
  module.def("concordance", &concordance_rows, py::arg("scores"), py::arg("gold"),
             py::arg("measures"), py::arg("missing"));
  module.def("consistency", &consistency_rows, py::arg("scores"), py::arg("measures"),
             py::arg("missing"), py::arg("trials"), py::arg("seed"), py::arg("alpha"),
             py::arg("progress"));
  module.def("topic_set_size", &topic_set_size_of, py::arg("variance"), py::arg("difference"),
             py::arg("systems"), py::arg("alpha"), py::arg("beta"));
  module.def("topic_set_sizes", &topic_set_size_rows, py::arg("scores"), py::arg("measures"),
             py::arg("missing"), py::arg("alpha"), py::arg("beta"), py::arg("differences"),
             py::arg("systems"), py::arg("residual"));
  module.def("preference_agreement", &preference_rows, py::arg("scores"), py::arg("pools"),
             py::arg("ties"), py::arg("measures"), py::arg("missing"));
  module.def("user_agreement", &user_agreement_rows, py::arg("pools"), py::arg("ties"),
             py::arg("trials"), py::arg("seed"), py::arg("alpha"));
  module.def("preference_tests", &preference_test_rows, py::arg("scores"), py::arg("pools"),
             py::arg("ties"), py::arg("measures"), py::arg("missing"), py::arg("test"),
             py::arg("trials"), py::arg("seed"), py::arg("alpha"), py::arg("correction"));
  module.def("read_scores", &read, py::arg("path"), py::arg("run_name"), py::arg("scores_format"));
  module.def("standardised", &standardised_tables, py::arg("scores"), py::arg("missing"));
}

}  // namespace subintent::python
