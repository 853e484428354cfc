#include "interruptible.h"

#include <utility>

#include "calls.h"

namespace subintent::python {

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
