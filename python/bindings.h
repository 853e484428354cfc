// The parts of the module, and the classes of the library as Python holds them: an object that was
// made without __init__, as by C.__new__(C), has no value.
#pragma once

#include <pybind11/pybind11.h>

#include <concepts>
#include <string>
#include <utility>

namespace subintent {

class Diversifier;
class Evaluator;
class Fingerprints;
class Judgments;
class Measure;
class Run;
class Similarity;
class Statistics;
class Tokenizer;
struct Dendrogram;
struct EvaluationInputs;
struct Hierarchy;

namespace python {

struct RunForm;

// The classes that py::class_ declares.
template <typename T>
concept PythonClass = std::same_as<T, Dendrogram> || std::same_as<T, Diversifier> ||
    std::same_as<T, Evaluator> || std::same_as<T, EvaluationInputs> ||
    std::same_as<T, Fingerprints> || std::same_as<T, Hierarchy> || std::same_as<T, Judgments> ||
    std::same_as<T, Measure> || std::same_as<T, Run> || std::same_as<T, RunForm> ||
    std::same_as<T, Similarity> || std::same_as<T, Statistics> || std::same_as<T, Tokenizer>;

[[noreturn]] void refuse_without_value(pybind11::handle object);

// Gives what an object is pickled as, by any protocol: its class, and its state.
pybind11::tuple pickled(const pybind11::object& object);

// Declares a class. `state_of(value)` gives what Python pickles and copies of a value, `value_of`
// makes the same value of that, without warnings, in this process or another.
template <PythonClass T, typename StateOf, typename ValueOf>
pybind11::class_<T> declare_class(pybind11::module_& module, const char* name, StateOf state_of,
                                  ValueOf value_of) {
  pybind11::class_<T> declared(module, name);
  declared.def(pybind11::pickle(std::move(state_of), std::move(value_of)));
  declared.def("__reduce__", &pickled);
  return declared;
}

// Declares a class whose values have no state that could be pickled.
template <PythonClass T>
pybind11::class_<T> declare_class(pybind11::module_& module, const char* name) {
  pybind11::class_<T> declared(module, name);
  declared.def("__reduce__", [name](const pybind11::object&) -> pybind11::object {
    throw pybind11::type_error("a " + std::string(name) + " cannot be pickled; make it again");
  });
  return declared;
}

// A function for each group of things that Python sees.
void bind_judgments(pybind11::module_& module);
void bind_run(pybind11::module_& module);
void bind_similarity(pybind11::module_& module);
void bind_hierarchies(pybind11::module_& module);
void bind_diversify(pybind11::module_& module);
void bind_evaluator(pybind11::module_& module);
void bind_collection(pybind11::module_& module);
void bind_analyses(pybind11::module_& module);
void bind_reports(pybind11::module_& module);

}  // namespace python
}  // namespace subintent

namespace pybind11::detail {

// Throws TypeError for an object without a value, for which pybind11 takes memory that nothing has
// been written to.
template <subintent::python::PythonClass T>
class type_caster<T> : public type_caster_base<T> {
 public:
  bool load(handle source, bool convert) {
    return this->template load_impl<type_caster<T>>(source, convert);
  }

  // For load_impl().
  void load_value(value_and_holder&& held) {
    if (held.value_ptr() == nullptr)
      subintent::python::refuse_without_value(reinterpret_cast<PyObject*>(held.inst));
    type_caster_base<T>::load_value(std::move(held));
  }
};

}  // namespace pybind11::detail
