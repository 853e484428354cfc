#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <tuple>
#include <variant>

#include "bindings.h"
#include "inputs.h"
#include "run_values.h"
#include "subintent/evaluate.h"
#include "subintent/program.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

// Documents that are taken out of Python objects before they are scored, on all threads: so few
// that their names are still in the processor's caches.
constexpr std::size_t documents_of_batch = 4'000;

// The first number of per cent in a text, as of documents that are not judged; else 0.
int percentage_in(const std::string& text) {
  const std::size_t end = std::min(text.find('%'), text.size());
  const std::size_t begin = text.rfind(' ', end) + 1;
  return static_cast<int>(parse_double(text.substr(begin, end - begin)).value_or(0));
}

// By code, and of measures, which a text begins with, by these.
std::string kind_of(const Warning& one) {
  return one.code == "documents-without-representation" ? one.text.substr(0, one.text.find(':'))
                                                        : one.code;
}

// Keeps the worst, or the first, of the warnings that several runs have in common, and says how
// many have it.
Warnings counted(Warnings said) {
  std::ranges::stable_sort(said, std::greater(), [](const Warning& one) {
    return one.code == "unjudged-documents" ? percentage_in(one.text) : 0;
  });
  std::map<std::string, std::size_t> counts;
  for (const Warning& one : said) ++counts[kind_of(one)];
  Warnings warnings;
  for (const Warning& one : said) {
    std::size_t& count = counts[kind_of(one)];
    if (count == 0) continue;  // it has been said
    Warning& warning = warnings.emplace_back(one);
    if (count > 1) {
      warning.text += " (and of " + std::to_string(count - 1) +
                      (count == 2 ? " other run likewise)" : " other runs likewise)");
    }
    count = 0;
  }
  return warnings;
}

// Scores runs and puts their values into arrays.
class RunsScorer {
 public:
  RunsScorer(const Evaluator& evaluator, std::size_t runs, const RunForm& form, std::size_t depth)
      : evaluator_(evaluator),
        form_(form),
        depth_(depth),
        measures_(evaluator.measures().size()),
        topics_(evaluator.topics().size()),
        values_({runs, measures_, topics_}),
        answered_({runs, topics_}) {}

  // All in one call, for measures that see the lists of all.
  void add_all(const std::vector<std::string>& names, const py::tuple& runs) {
    const std::vector<Run> given_runs = runs_of(names, runs, form_);
    const std::vector<AnyRun> any(given_runs.begin(), given_runs.end());
    const ScoredRuns scored = [&] {
      const WithoutGil released;
      return evaluator_.score(any, false, depth_);
    }();
    const std::vector<Scores> scores = scored.scores();
    for (std::size_t i = 0; i < scores.size(); ++i) enter(i, scores[i]);
    said_ = scored.remarks().all();
  }

  void add(std::size_t place, const std::string& name, const py::object& run) {
    if (calling_python(PyErr_CheckSignals) != 0) throw py::error_already_set();
    const auto path = path_of(run, name);
    if (path || py::isinstance<Run>(run)) {
      const Run* const read = path ? nullptr : &py::cast<const Run&>(run);
      enter(place, without_gil([&] {
              const Run given = path ? Run::read(*path, form_.of_files()) : *read;
              return evaluator_.score(given.name() == name ? given : given.named(name), depth_);
            }));
    } else {
      places_.push_back(place);
      batch_.push_back(std::make_unique<RunValues>(run, name, form_));
      documents_ += batch_.back()->documents();
      if (documents_ >= documents_of_batch) score_batch();
    }
  }

  // `worst` is what topics without a list count by functions: "100 by cost".
  py::tuple take(const std::string& worst) {
    score_batch();
    for (Warning& one : said_) {
      if (worst.empty() || one.code != "missing-topics") continue;
      const bool has_others = one.text.ends_with(')');  // "(1 by NearDup@10)"
      if (has_others) one.text.pop_back();
      one.text += (has_others ? "; " : " (") + worst + ')';
    }
    warn(counted(said_));
    return py::make_tuple(values_, answered_, applicable_);
  }

 private:
  void score_batch() try {
    if (batch_.empty()) return;
    std::vector<RunView> views = mapped(batch_, [](const auto& values) { return values->view(); });
    const auto scores = without_gil([&] { return evaluator_.score(views, depth_); });
    for (std::size_t i = 0; i < scores.size(); ++i) enter(places_[i], scores[i]);
    batch_.clear();
    places_.clear();
    documents_ = 0;
  } catch (const Error&) {
    for (const auto& values : batch_) values->require_one_experiment();
    throw;
  }

  void enter(std::size_t place, const Scores& scores) {
    std::ranges::copy(scores.values, values_.mutable_data(place, 0, 0));
    std::ranges::copy(scores.answered, answered_.mutable_data(place, 0));
    if (!scores.applicable.empty() && applicable_.is_none()) {
      py::array_t<bool> applicable({measures_, topics_});
      std::ranges::copy(scores.applicable, applicable.mutable_data(0, 0));
      applicable_ = applicable;
    }
    said_.insert(said_.end(), scores.warnings.begin(), scores.warnings.end());
  }

  const Evaluator& evaluator_;
  RunForm form_;
  std::size_t depth_;  // at which lists are cut
  std::size_t measures_, topics_;
  py::array_t<double> values_;
  py::array_t<bool> answered_;
  py::object applicable_ = py::none();  // where a measure does not apply to some topic
  std::vector<std::unique_ptr<RunValues>> batch_;
  std::vector<std::size_t> places_;  // of the runs of the batch
  std::size_t documents_ = 0;        // of the batch
  Warnings said_;
};

// Scores tuples of names and runs: [run][measure][topic] and [run][topic]; and [measure][topic]
// where some measure does not apply to some topic, else None.
py::tuple score(const Evaluator& evaluator, const py::tuple& names, const py::tuple& runs,
                const RunForm& form, std::optional<std::size_t> depth, bool together,
                const std::string& worst) {
  RunsScorer scorer(evaluator, runs.size(), form, depth.value_or(all_documents));
  std::vector<std::string> texts;
  for (const py::handle name : names) texts.push_back(bytes_of(name, "name of a run"));
  if (together)
    scorer.add_all(texts, runs);
  else
    for (std::size_t i = 0; i < runs.size(); ++i) scorer.add(i, texts[i], runs[i]);
  return scorer.take(worst);
}

// Takes a path, or groups of docnos.
DuplicateSource duplicate_values(const py::object& duplicates) {
  if (const auto path = path_of(duplicates, "duplicates")) return Source(*path);
  constexpr const char* expected = "a path or groups of docnos";
  std::vector<std::vector<std::string>> groups;
  for (const py::handle group : iterate(duplicates, "duplicates", expected)) {
    auto& docnos = groups.emplace_back();
    for (const py::handle docno : iterate(group, "duplicates", expected)) {
      Names names;
      docnos.emplace_back(names.add(docno, "duplicates"));
    }
  }
  return groups;
}

using NamedTrees = std::map<std::string, std::vector<Hierarchy>>;

// Groups are tuples of memberships, targets or None, and whether the attribute is ordinal.
EvaluationInputs make_options(const NamedTrees& hierarchies, const Similarity* similarity,
                              std::optional<std::int32_t> max_grade,
                              const std::map<int, double>& gains,
                              const std::map<std::string, py::tuple>& groups,
                              const py::object& duplicates, const std::string& duplicates_as) {
  EvaluationInputs options{.max_grade = max_grade, .gains = gains};
  for (const auto& [name, trees] : hierarchies) options.hierarchies.push_back({name, trees});
  if (!duplicates.is_none()) options.duplicates = DuplicateGroups(duplicate_values(duplicates));
  options.duplicates_as = value_named("duplicates_as", duplicates_as, duplicate_treatments);
  if (similarity != nullptr) options.similarity = *similarity;
  for (const auto& [name, attribute] : groups) {
    const py::object memberships = attribute[0], targets = attribute[1];
    GroupAttribute given{
        membership_values(memberships, "groups " + name), {}, py::cast<bool>(attribute[2])};
    if (!targets.is_none()) given.targets = target_values(targets, "group_targets " + name);
    options.groups.emplace(name, std::move(given));
  }
  return options;
}

// `usual`: nobody has named the measures.
Evaluator make_evaluator_object(const Judgments& judgments,
                                const std::vector<std::string>& measures, EvaluationInputs options,
                                bool usual) {
  options.judgments = judgments;
  options.usual_measures = usual;
  const bool of_answers = usual && judgments.of_answers();  // which have their own
  const Evaluator evaluator = without_gil(
      [&] { return Evaluator(options, of_answers ? std::vector<std::string>() : measures); });
  const auto known = static_cast<std::ptrdiff_t>(judgments.warnings().size());
  const Warnings all = evaluator.warnings();
  warn({all.begin() + known, all.end()});
  return evaluator;
}

// The members of EvaluationInputs behind the judgments.
using OptionsState = std::tuple<std::vector<NamedHierarchies>, std::optional<Similarity>,
                                std::optional<std::int32_t>, std::map<int, double>,
                                std::map<std::string, GroupAttribute>>;

OptionsState state_of_evaluator(const EvaluationInputs& options) {
  if (options.duplicates)
    throw py::type_error("an Evaluator with duplicates cannot be pickled; make it again");
  const auto* const similarity = std::get_if<Similarity>(&options.similarity);
  return {options.hierarchies, similarity != nullptr ? std::optional(*similarity) : std::nullopt,
          options.max_grade, options.gains, options.groups};
}

EvaluationInputs evaluator_options_of(const OptionsState& state) {
  const auto& [hierarchies, similarity, max_grade, gains, groups] = state;
  EvaluationInputs options{
      .hierarchies = hierarchies, .max_grade = max_grade, .gains = gains, .groups = groups};
  if (similarity) options.similarity = *similarity;
  return options;
}

using EvaluatorState = std::tuple<Judgments, std::vector<std::string>, EvaluationInputs>;

EvaluatorState state_of_evaluator(const Evaluator& evaluator) {
  return {evaluator.judgments(), evaluator.measures(), evaluator.inputs()};
}

Evaluator evaluator_of(const EvaluatorState& state) {
  auto [judgments, measures, inputs] = state;
  inputs.judgments = std::move(judgments);
  return {inputs, measures};
}

Measure make_measure_object(const py::object& name) {
  if (!PyUnicode_Check(name.ptr()))
    throw py::type_error("name: expected str, found " + shown(name));
  Names names;
  return Measure(std::string(names.add(name, "name")));
}

// Objects that are no measures differ from every measure.
py::object equals(const Measure& measure, const py::object& other) {
  if (py::isinstance<Measure>(other)) return py::bool_(measure == py::cast<const Measure&>(other));
  return py::reinterpret_borrow<py::object>(Py_NotImplemented);
}

}  // namespace

void bind_evaluator(py::module_& module) {
  declare_class<EvaluationInputs>(module, "EvaluatorOptions",
                                  py::overload_cast<const EvaluationInputs&>(&state_of_evaluator),
                                  &evaluator_options_of)
      .def(py::init(&make_options));
  declare_class<Evaluator>(module, "Evaluator",
                           py::overload_cast<const Evaluator&>(&state_of_evaluator), &evaluator_of)
      .def(py::init(&make_evaluator_object))
      .def("measures", &Evaluator::measures)
      .def("topics", &Evaluator::topics)
      .def("judgments", &Evaluator::judgments)
      .def("options", &Evaluator::inputs)
      .def("warnings", [](const Evaluator& evaluator) { return as_bytes(evaluator.warnings()); })
      .def("score", &score);
  declare_class<Measure>(
      module, "Measure", [](const Measure& measure) { return measure.name(); },
      [](const std::string& name) { return Measure(name); })
      .def(py::init(&make_measure_object))
      .def_property_readonly("name", &Measure::name)
      .def_property_readonly("identifier", &Measure::identifier)
      .def("__eq__", &equals)
      .def("__hash__", std::hash<Measure>());
  module.def("all_measures", &all_measures);
}

}  // namespace subintent::python
