#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bindings.h"
#include "interruptible.h"
#include "judgment_values.h"
#include "run_values.h"
#include "score_values.h"
#include "subintent/hierarchy_study.h"
#include "subintent/study.h"
#include "test_values.h"
#include "values.h"

namespace subintent::python {
namespace {

using Strings = std::vector<std::string>;

// Warns of what the judgments or the evaluator did not warn of before.
void warn_of_study(const Warnings& known, Warnings warnings) {
  std::erase_if(warnings, [&](const std::string& warning) {
    return std::ranges::find(known, warning) != known.end();
  });
  warn(warnings);
}

py::list pooling_tables(const Judgments& judgments, const Strings& names, const py::tuple& runs,
                        const Strings& measures, const std::vector<std::uint32_t>& pool_depths,
                        const std::vector<std::uint32_t>& depths, const Strings& pooled_names,
                        const py::tuple& pooled_runs, double rbp_residual,
                        const EvaluatorOptions& evaluation, const RunForm& form,
                        const Warnings& known, const py::object& progress) {
  const PoolingOptions options{measures,     pool_depths,
                               depths,       runs_of(pooled_names, pooled_runs, form),
                               rbp_residual, evaluation};
  const auto scored = runs_of(names, runs, form);
  const Pooling found = interruptible(progress, [&](const ProgressCallback& callback) {
    return pooling(judgments, scored, options, callback);
  });
  warn_of_study(known, found.warnings);
  py::list tables;
  for (const PooledScores& setting : found.settings) {
    tables.append(
        py::make_tuple(setting.pool_depth, setting.depth, score_table(names, setting.scores)));
  }
  return tables;
}

py::list delta_tables(const Judgments& judgments, const std::vector<Dendrogram>& dendrograms,
                      const Strings& names, const py::tuple& runs, const Strings& measures,
                      const std::vector<double>& deltas, const py::object& superintents,
                      const EvaluatorOptions& evaluation, const RunForm& form,
                      const Warnings& known, const py::object& progress) {
  DeltaOptions options{deltas, measures, {}, evaluation};
  if (!superintents.is_none()) {
    const auto path = path_of(superintents, "superintents");
    if (!path) throw py::type_error("superintents: expected a path, found " + shown(superintents));
    options.superintents = Source(*path);
  }
  const auto scored = runs_of(names, runs, form);
  const DeltaStudy found = interruptible(progress, [&](const ProgressCallback& callback) {
    return delta_study(judgments, dendrograms, scored, options, callback);
  });
  warn_of_study(known, found.warnings);
  py::list tables;
  for (const DeltaScores& setting : found.settings) {
    tables.append(py::make_tuple(setting.delta, score_table(names, setting.scores)));
  }
  return tables;
}

py::tuple fields_of(const SimilarityDistribution& d) {
  return py::make_tuple(d.pairs, d.mean, d.q05, d.q25, d.median, d.q75, d.q95);
}

// mean, auc, mean_auc; the rows of pairs, of topics and of the histogram.
py::tuple similarity_tables(const Judgments& judgments, const Similarity& similarity,
                            const py::object& progress) {
  Warnings warnings;
  const SimilarityStudy found = interruptible(progress, [&](const ProgressCallback& callback) {
    return similarity_study(judgments, similarity, callback, &warnings);
  });
  warn(warnings);
  py::list topics, histogram;
  for (const TopicSimilarities& topic : found.topics) {
    const SimilarityDistribution &same = topic.same_intent, &other = topic.other_intents;
    topics.append(py::make_tuple(topic.topic, same.pairs, same.mean, same.median, other.pairs,
                                 other.mean, other.median, topic.auc));
  }
  const std::vector<std::uint64_t>& bins = found.same_intent.bins;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const double place = static_cast<double>(i) + 20 * found.low;
    histogram.append(
        py::make_tuple(place / 20, (place + 1) / 20, bins[i], found.other_intents.bins[i]));
  }
  return py::make_tuple(found.mean, found.auc, found.mean_auc, fields_of(found.same_intent),
                        fields_of(found.other_intents), topics, histogram);
}

py::list shape_rows(const Judgments& judgments, const std::vector<Dendrogram>& dendrograms,
                    const std::vector<double>& deltas, const py::object& progress) {
  const auto shapes = interruptible(progress, [&](const ProgressCallback& callback) {
    return delta_shapes(judgments, dendrograms, deltas, callback);
  });
  py::list rows;
  for (const DeltaShape& d : shapes) {
    rows.append(py::make_tuple(d.delta, d.topics, d.intents, d.nodes, d.dummies, d.subintents,
                               d.several, d.collapsed, d.single, d.mean_layers, d.max_layers));
  }
  return rows;
}

py::list agreement_rows(const std::vector<Hierarchy>& first, const std::vector<Hierarchy>& second,
                        const py::object& progress) {
  Warnings warnings;
  const auto found = interruptible(progress, [&](const ProgressCallback& callback) {
    return hierarchy_agreement(first, second, callback, &warnings);
  });
  warn(warnings);
  py::list rows;
  for (const TopicAgreement& t : found.topics) {
    rows.append(py::make_tuple(t.topic, t.documents, t.only1, t.only2, t.layers1, t.layers2,
                               t.nodes1, t.nodes2, t.equal, t.adjusted_rand, t.cophenetic,
                               t.share1(), t.share2()));
  }
  return rows;
}

// The rows of rankings and of pairs, and the test.
py::tuple exchange_rows(const Judgments& judgments, const std::vector<Hierarchy>& first,
                        const std::vector<Hierarchy>& second, const Strings& names,
                        const py::tuple& runs, const Strings& measures, const std::string& test,
                        std::optional<std::uint64_t> trials, std::uint64_t seed, double alpha,
                        const std::string& correction, const EvaluatorOptions& evaluation,
                        const RunForm& form, const Warnings& known) {
  const ExchangeOptions options{measures,  test, trials, seed, alpha, correction_named(correction),
                                evaluation};
  const auto scored = runs_of(names, runs, form);
  const auto found = interruptible(py::none(), [&](const ProgressCallback&) {
    return exchange_hierarchies(judgments, first, second, scored, options);
  });
  warn_of_study(known, found.warnings);
  py::list rankings, pairs;
  for (const auto& [c, o] : found.measures) {
    rankings.append(
        py::make_tuple(c.measure1, c.tau_b, c.tau_ap_1, c.tau_ap_2, c.tau_ap_symmetric, c.items));
    pairs.append(py::make_tuple(o.measure1, o.only1 + o.both + o.conflicts,
                                o.only2 + o.both + o.conflicts, o.both, o.only1, o.only2,
                                o.conflicts));
  }
  return py::make_tuple(rankings, pairs, test_of(found.test));
}

// The rows of measures, and the test.
py::tuple placebo_rows(const Judgments& judgments, const Strings& names, const py::tuple& runs,
                       const Strings& measures, std::uint64_t count, const std::string& test,
                       std::optional<std::uint64_t> trials, std::uint64_t seed, double alpha,
                       const std::string& correction, const EvaluatorOptions& evaluation,
                       const RunForm& form, const Warnings& known, const py::object& progress) {
  const PlaceboOptions options{
      measures,
      static_cast<std::uint32_t>(std::min<std::uint64_t>(count, UINT32_MAX)),
      seed,
      test,
      trials,
      alpha,
      correction_named(correction),
      evaluation};
  const auto scored = runs_of(names, runs, form);
  const auto found = interruptible(progress, [&](const ProgressCallback& callback) {
    return placebo_study(judgments, scored, options, callback);
  });
  warn_of_study(known, found.warnings);
  py::list rows;
  for (const PlaceboPower& p : found.powers) {
    const py::tuple of_placebos =
        p.placebos.empty()
            ? py::make_tuple(py::none(), py::none(), py::none(), py::none(), py::none(), py::none())
            : py::make_tuple(p.placebos.size(), p.mean(), p.lowest(), p.highest(), p.as_high(),
                             p.p());
    rows.append(py::make_tuple(p.measure, p.significant, p.pairs, p.power()) + of_placebos);
  }
  return py::make_tuple(rows, test_of(found.test));
}

// The rows of coefficients, coverage and confusion; then topics of the one or the other only.
py::tuple judgment_agreement_tables(const Judgments& first, const Judgments& second,
                                    std::uint64_t trials, std::uint64_t seed, double alpha) {
  const JudgmentAgreements found = interruptible(py::none(), [&](const ProgressCallback&) {
    return judgment_agreement(first, second, {trials, seed, alpha});
  });
  py::list agreement, coverage, confusion;
  for (const JudgmentAgreement& one : found.levels) {
    for (const JudgmentCoefficient& c : one.coefficients) {
      agreement.append(py::make_tuple(one.level, c.name, c.value, c.low, c.high));
    }
    coverage.append(py::make_tuple(one.level, one.topics, one.both, one.only1, one.only2));
    for (std::size_t i = 0; i < one.grades.size(); ++i) {
      for (std::size_t j = 0; j < one.grades.size(); ++j) {
        confusion.append(
            py::make_tuple(one.level, one.grades[i], one.grades[j], one.confusion[i][j]));
      }
    }
  }
  return py::make_tuple(agreement, coverage, confusion, found.only1, found.only2);
}

py::list leave_out_rows(const Judgments& judgments, const Strings& names, const py::tuple& runs,
                        const Strings& measures, std::uint32_t depth,
                        const EvaluatorOptions& evaluation, const RunForm& form,
                        const Warnings& known, const py::object& progress) {
  const LeaveOutOptions options{measures, depth, evaluation};
  const auto scored = runs_of(names, runs, form);
  const LeaveOut found = interruptible(progress, [&](const ProgressCallback& callback) {
    return leave_out(judgments, scored, options, callback);
  });
  warn_of_study(known, found.warnings);
  py::list rows;
  for (const LeftOutRun& r : found.runs) {
    rows.append(py::make_tuple(r.depth, r.measure, r.run, r.documents, r.relevant, r.mean_with,
                               r.mean_without, r.mean_without - r.mean_with, r.rank_with,
                               r.rank_without, r.tau_b));
  }
  return rows;
}

}  // namespace

void bind_studies(py::module_& module) {
  module.def("hierarchy_agreement", &agreement_rows, py::arg("first"), py::arg("second"),
             py::arg("progress"));
  module.def("shuffled", &shuffled, py::arg("hierarchies"), py::arg("seed"), py::arg("number"),
             py::call_guard<WithoutGil>());
  module.def("exchange", &exchange_rows, py::arg("judgments"), py::arg("first"), py::arg("second"),
             py::arg("names"), py::arg("runs"), py::arg("measures"), py::arg("test"),
             py::arg("trials"), py::arg("seed"), py::arg("alpha"), py::arg("correction"),
             py::arg("evaluation"), py::arg("form"), py::arg("known"));
  module.def("placebo", &placebo_rows, py::arg("judgments"), py::arg("names"), py::arg("runs"),
             py::arg("measures"), py::arg("count"), py::arg("test"), py::arg("trials"),
             py::arg("seed"), py::arg("alpha"), py::arg("correction"), py::arg("evaluation"),
             py::arg("form"), py::arg("known"), py::arg("progress"));
  module.def("similarities", &similarity_tables, py::arg("judgments"), py::arg("similarity"),
             py::arg("progress"));
  module.def("shapes", &shape_rows, py::arg("judgments"), py::arg("dendrograms"), py::arg("deltas"),
             py::arg("progress"));
  module.def("pooling", &pooling_tables, py::arg("judgments"), py::arg("names"), py::arg("runs"),
             py::arg("measures"), py::arg("pool_depths"), py::arg("depths"),
             py::arg("pooled_names"), py::arg("pooled_runs"), py::arg("rbp_residual"),
             py::arg("evaluation"), py::arg("form"), py::arg("known"), py::arg("progress"));
  module.def("delta", &delta_tables, py::arg("judgments"), py::arg("dendrograms"), py::arg("names"),
             py::arg("runs"), py::arg("measures"), py::arg("deltas"), py::arg("superintents"),
             py::arg("evaluation"), py::arg("form"), py::arg("known"), py::arg("progress"));
  module.def("judgment_agreement", &judgment_agreement_tables, py::arg("first"), py::arg("second"),
             py::arg("trials"), py::arg("seed"), py::arg("alpha"));
  module.def("leave_out", &leave_out_rows, py::arg("judgments"), py::arg("names"), py::arg("runs"),
             py::arg("measures"), py::arg("depth"), py::arg("evaluation"), py::arg("form"),
             py::arg("known"), py::arg("progress"));
}

}  // namespace subintent::python
