#include "gil.h"

#include <unistd.h>

namespace subintent::python {

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

}  // namespace subintent::python
