#include "interruptible.h"

#include <utility>

namespace subintent::python {

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
  const py::object answer = progress(news->what, news->unit, news->done, news->total);
  if (answer.is(py::bool_(false))) stop();
}

}  // namespace subintent::python
