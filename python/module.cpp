#include <unistd.h>

#include <exception>

#include "bindings.h"
#include "subintent/basics.h"
#include "values.h"

namespace subintent::python {
namespace {

constexpr const char* name_of_error(Error::Kind kind) {
  return kind == Error::Kind::input      ? "input"
         : kind == Error::Kind::argument ? "argument"
         : kind == Error::Kind::system   ? "system"
                                         : "interrupted";
}

void raise(const Error& error) {
  const py::object type = py::module_::import("subintent._errors").attr("Error");
  const py::object exception =
      type(text(error.message()), py::arg("kind") = name_of_error(error.kind()),
           py::arg("file") = text(error.location().file), py::arg("line") = error.location().line,
           py::arg("advice") = text(error.advice()), py::arg("argument") = text(error.argument()));
  PyErr_SetObject(type.ptr(), exception.ptr());
}

// Errors of the library become subintent.Error.
void bind_errors() {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace

void rest() {
  for (;;) pause();
}

// At the end of the interpreter there is no state for a thread that Python does not know. The
// thread that ends it has the lock already.
PyGILState_STATE WithGil::taken() {
#if PY_VERSION_HEX >= 0x030d0000
  const bool ends = Py_IsFinalizing() != 0;
#else
  const bool ends = _Py_IsFinalizing() != 0;
#endif
  if (ends && PyGILState_Check() == 0) rest();
  return calling_python(PyGILState_Ensure);
}

py::object LatestProgress::called(const py::object& progress, const News& news) {
  return call(progress, py::make_tuple(news.what, news.unit, news.done, news.total));
}

bool LatestProgress::tell(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  news_ = {std::string(progress.what), std::string(progress.unit), progress.done, progress.total};
  return !stopped_;
}

void LatestProgress::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
}

void LatestProgress::show(const py::object& progress) {
  const auto news = [&] {
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, std::nullopt);
  }();
  if (!news || progress.is_none()) return;
  shown_ = news;
  const py::object answer = called(progress, *news);
  if (answer.is(py::bool_(false))) stop();
}

void LatestProgress::finish(const py::object& progress) {
  show(progress);
  if (!shown_ || shown_->done >= shown_->total) return;
  called(progress, {shown_->what, shown_->unit, shown_->total, shown_->total});
}

void refuse_without_value(pybind11::handle object) {
  const std::string name = Py_TYPE(object.ptr())->tp_name;
  throw pybind11::type_error(name.substr(name.rfind('.') + 1) +
                             ": the object has no value, because __init__() was not called");
}

pybind11::tuple pickled(const pybind11::object& object) {
  const auto without_value = pybind11::module_::import("copyreg").attr("__newobj__");
  return pybind11::make_tuple(without_value, pybind11::make_tuple(pybind11::type::of(object)),
                              object.attr("__getstate__")());
}

}  // namespace subintent::python

PYBIND11_MODULE(_core, module) {
  using namespace subintent::python;
  module.doc() = "The library of subintent. Its users import subintent, which gives all of this.";
  pybind11::options options;
  options.disable_function_signatures();
  module.attr("run_columns") = std::vector<std::string>(run_columns.begin(), run_columns.end());
  module.attr("topic_columns") =
      std::vector<std::string>(topic_columns.begin(), topic_columns.end());
  module.attr("__version__") = SUBINTENT_PYTHON_VERSION;
  bind_errors();
  bind_judgments(module);
  bind_run(module);
  bind_similarity(module);
  bind_hierarchies(module);
  bind_diversify(module);
  bind_evaluator(module);
  bind_collection(module);
  bind_analyses(module);
  bind_reports(module);
}
