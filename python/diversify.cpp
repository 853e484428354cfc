#include "subintent/diversify.h"

#include <pybind11/stl.h>

#include "bindings.h"
#include "choices.h"
#include "inputs.h"
#include "run_values.h"
#include "subintent/basics.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

IntentScores scores_of(const py::dict& object) {
  constexpr const char* expected =
      "{topic: {intent: {docno: score}}}, such as {'q': {'1': dict(zip(docnos, scores))}}";
  std::vector<IntentScore> scores;
  Names names;
  for_each_item(
      object, "intents", expected, [&](const py::object& topic, const py::object& of_topic) {
        for_each_item(of_topic, "intents", expected,
                      [&](const py::object& intent, const py::object& of_intent) {
                        for_each_item(of_intent, "intents", expected,
                                      [&](const py::object& docno, const py::object& score) {
                                        scores.push_back({std::string(names.add(topic, "topic")),
                                                          std::string(names.add(intent, "intent")),
                                                          std::string(names.add(docno, "docno")),
                                                          number(score, "score")});
                                      });
                      });
      });
  return IntentScores::of(scores);
}

// Takes {topic: {intent: {docno: score}}}, or files (path, intent), where an intent that is empty
// is that of the file.
IntentScores intent_scores(const py::object& object) {
  if (py::isinstance<py::dict>(object)) return scores_of(object);
  const auto files = py::cast<std::vector<std::pair<std::string, std::string>>>(object);
  const WithoutGil released;
  IntentScores scores;
  for (const auto& [path, intent] : files) scores.read(path, intent);
  return scores;
}

Run run_of_lists(const py::object& object, const RunForm& form) {
  if (const auto path = path_of(object, "run"))
    return without_gil([&] { return Run::read(*path, form.of_files(), OnDuplicate::error, true); });
  if (py::isinstance<Run>(object)) return py::cast<const Run&>(object);
  const RunValues values(object, "run", form);
  return without_gil([&] { return Run::scored(values.view()); });
}

Diversifier make_diversifier_object(const py::object& run, const RunForm& form,
                                    const std::string& method, const Similarity* similarity,
                                    const py::object& intents, const py::object& probabilities,
                                    const std::optional<std::vector<Hierarchy>>& hierarchies,
                                    const std::string& scale, std::size_t candidates) {
  DiversifierOptions options{.method = method, .hierarchies = hierarchies};
  if (similarity != nullptr) options.similarity = *similarity;
  if (!intents.is_none()) options.intents = intent_scores(intents);
  if (!probabilities.is_none()) options.probabilities = intent_values(probabilities);
  options.scale = value_named("scale", scale, score_scales);
  options.candidates = candidates;
  const Run given = run_of_lists(run, form);
  const Diversifier made = without_gil([&] { return Diversifier(given, options); });
  warn(made.warnings());
  return made;
}

// (run, rows (topic, fold, lambda, score), mean, best, best mean, estimate, low, high, rows
// (lambda, mean, share), mean of the run as it is).
py::tuple search(const Diversifier& diversifier, const Judgments& judgments,
                 const std::string& measure, const std::vector<double>& lambdas, std::size_t folds,
                 std::uint64_t seed, std::size_t splits, double alpha,
                 const std::vector<std::vector<double>>& scores, bool lower_is_better) {
  const LambdaSearch found = without_gil([&] {
    return diversifier.search(
        judgments, {measure, lambdas, folds, seed, splits, alpha, scores, lower_is_better});
  });
  warn(found.warnings);
  warn(found.notes);
  return py::make_tuple(found.run, found.topics, found.mean, found.best, found.best_mean,
                        found.estimate, found.low, found.high, found.lambdas, found.run_mean);
}

}  // namespace

void bind_diversify(py::module_& module) {
  declare_class<Diversifier>(module, "Diversifier")
      .def(py::init(&make_diversifier_object))
      .def("run", &Diversifier::run, py::call_guard<WithoutGil>())
      .def("search", &search);
}

}  // namespace subintent::python
