// Long work that answers Ctrl-C and says how far it is.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "gil.h"
#include "subintent/basics.h"

namespace subintent::python {

namespace py = pybind11;

// The last progress of the work, handed from its threads to the one that has the GIL.
class LatestProgress {
 public:
  // The work calls this with its progress; it gives false if the work is to stop.
  bool tell(const Progress& progress);
  void stop();

  // Calls progress(what, unit, done, total) if there is news and `progress` is not None. False
  // stops the work.
  void show(const py::object& progress);
  // To be called at the end of the work: shows it as done if any progress has been shown.
  void finish(const py::object& progress);

 private:
  struct News {
    std::string what, unit;
    std::uint64_t done, total;
  };

  static py::object called(const py::object& progress, const News& news);

  std::mutex mutex_;
  std::optional<News> news_;
  std::optional<News> shown_;  // last; of the thread that shows
  bool stopped_ = false;
};

// Returns what work(callback) returns, which runs on a thread of its own and without the GIL.
// Meanwhile this one, which has the GIL, calls `progress` and handles signals: what either of them
// raises stops the work and is thrown. Where `progress` returns False the work ends as it does for
// a callback that does.
template <typename Work>
auto interruptible(const py::object& progress, const Work& work) {
  const auto latest = std::make_shared<LatestProgress>();
  auto result = std::async(std::launch::async, [&, latest] {
    return work([latest](const Progress& news) { return latest->tell(news); });
  });
  const auto is_done = [&](std::chrono::milliseconds time) {
    const WithoutGil released;
    return result.wait_for(time) == std::future_status::ready;
  };
  try {
    while (!is_done(std::chrono::milliseconds(50))) {
      if (calling_python(PyErr_CheckSignals) != 0) throw py::error_already_set();
      latest->show(progress);
    }
  } catch (...) {
    latest->stop();
    const WithoutGil released;
    result.wait();
    throw;
  }
  auto made = result.get();
  latest->finish(progress);
  return made;
}

}  // namespace subintent::python
