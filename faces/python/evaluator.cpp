#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bindings.h"
#include "group_values.h"
#include "run_values.h"
#include "subintent/evaluate.h"
#include "values.h"

namespace subintent::python {
namespace {

// Documents that are taken out of Python objects before they are scored, on all threads: so few
// that their names are still in the processor's caches.
constexpr std::size_t documents_of_batch = 4'000;

// Scores runs and puts their values into arrays.
class RunsScorer {
 public:
  RunsScorer(const Evaluator& evaluator, std::size_t runs, const RunForm& form)
      : evaluator_(evaluator),
        form_(form),
        measures_(evaluator.measures().size()),
        topics_(evaluator.topics().size()),
        values_({runs, measures_, topics_}),
        answered_({runs, topics_}) {}

  void add(std::size_t place, const std::string& name, const py::object& run) {
    if (calling_python(PyErr_CheckSignals) != 0) throw py::error_already_set();
    if (const auto path = path_of(run, name)) {
      score(place, [&] { return evaluator_.score(Run::read(*path, form_.of_files())); });
    } else if (py::isinstance<Run>(run)) {
      const Run& made = py::cast<const Run&>(run);
      score(place, [&] { return evaluator_.score(made); });
    } else {
      places_.push_back(place);
      batch_.push_back(std::make_unique<RunValues>(run, name, form_));
      documents_ += batch_.back()->documents();
      if (documents_ >= documents_of_batch) score_batch();
    }
  }

  py::tuple take() {
    score_batch();
    return py::make_tuple(values_, answered_);
  }

 private:
  template <typename Score>
  void score(std::size_t place, Score score) {
    const Scores scores = [&] {
      const WithoutGil released;
      return score();
    }();
    enter(place, scores);
  }

  void score_batch() {
    if (batch_.empty()) return;
    std::vector<RunView> views;
    for (const auto& values : batch_) views.push_back(values->view());
    const std::vector<Scores> scores = [&] {
      const WithoutGil released;
      return evaluator_.score(views);
    }();
    for (std::size_t i = 0; i < scores.size(); ++i) enter(places_[i], scores[i]);
    batch_.clear();
    places_.clear();
    documents_ = 0;
  }

  void enter(std::size_t place, const Scores& scores) {
    std::ranges::copy(scores.values, values_.mutable_data(place, 0, 0));
    std::ranges::copy(scores.answered, answered_.mutable_data(place, 0));
    warn(scores.warnings);
  }

  const Evaluator& evaluator_;
  RunForm form_;
  std::size_t measures_, topics_;
  py::array_t<double> values_;
  py::array_t<bool> answered_;
  std::vector<std::unique_ptr<RunValues>> batch_;
  std::vector<std::size_t> places_;  // of the runs of the batch
  std::size_t documents_ = 0;        // of the batch
};

// Of tuples of names and runs, [run][measure][topic] and [run][topic].
py::tuple score(const Evaluator& evaluator, const py::tuple& names, const py::tuple& runs,
                const RunForm& form) {
  RunsScorer scorer(evaluator, runs.size(), form);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    scorer.add(i, bytes_of(py::object(names[i]), "name of a run"), runs[i]);
  }
  return scorer.take();
}

// Groups are tuples of memberships, targets or None, and whether the attribute is ordinal.
EvaluatorOptions make_options(const std::map<std::string, std::vector<Hierarchy>>& hierarchies,
                              const Similarity* similarity, std::optional<std::int32_t> max_grade,
                              const std::map<int, double>& gains,
                              const std::map<std::string, py::tuple>& groups) {
  EvaluatorOptions options{hierarchies, {}, max_grade, gains, {}};
  if (similarity != nullptr) options.similarity = *similarity;
  for (const auto& [name, attribute] : groups) {
    const py::object memberships = attribute[0], targets = attribute[1];
    GroupAttribute made{
        membership_values(memberships, "groups " + name), {}, py::cast<bool>(attribute[2])};
    if (!targets.is_none()) made.targets = target_values(targets, "group_targets " + name);
    options.groups.emplace(name, std::move(made));
  }
  return options;
}

Evaluator make(const Judgments& judgments, const std::vector<std::string>& measures,
               const EvaluatorOptions& options) {
  const Evaluator made = [&] {
    const WithoutGil released;
    return Evaluator(judgments, measures, options);
  }();
  const auto known = static_cast<std::ptrdiff_t>(judgments.warnings().size());
  warn({made.warnings().begin() + known, made.warnings().end()});
  return made;
}

}  // namespace

void bind_evaluator(py::module_& module) {
  declare_class<EvaluatorOptions>(module, "EvaluatorOptions")
      .def(py::init(&make_options), py::arg("hierarchies"), py::arg("similarity"),
           py::arg("max_grade"), py::arg("gains"), py::arg("groups"));
  declare_class<Evaluator>(module, "Evaluator")
      .def(py::init(&make), py::arg("judgments"), py::arg("measures"), py::arg("options"))
      .def("measures", &Evaluator::measures)
      .def("topics", &Evaluator::topics)
      .def("score", &score, py::arg("names"), py::arg("runs"), py::arg("form"));
}

}  // namespace subintent::python
