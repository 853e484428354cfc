// The interpreter's lock (GIL), in a process that may end while daemon threads work.
//
// Python ends a daemon thread that wants the lock at the end of the interpreter by unwinding its
// stack (pthread_exit; from 3.14 on it lets the thread rest instead). No C++ that the thread would
// pass is made for that: destructors that must not throw, threads that must be joined, references
// that must not be counted without the lock. Here such a thread rests until the process ends.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <future>
#include <mutex>

#include "subintent/basics.h"

#ifdef __GLIBCXX__
#include <cxxabi.h>
#endif

namespace subintent::python {

namespace py = pybind11;

// Does nothing, for ever.
[[noreturn]] void rest();

// Returns what call() returns, which may run code of Python's or wait for the lock. A thread that
// the interpreter ends meanwhile rests.
template <typename Call>
decltype(auto) calling_python(const Call& call) {
#ifdef __GLIBCXX__
  try {
    return call();
  } catch (const abi::__forced_unwind&) {
    rest();
  }
#else
  return call();
#endif
}

// Other threads may have the lock while it lives.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;
  ~WithoutGil() {
    calling_python([&] { PyEval_RestoreThread(state_); });
  }

 private:
  PyThreadState* state_;
};

// Returns what call() returns; meanwhile other threads may have the lock.
template <typename Call>
auto without_gil(const Call& call) {
  const WithoutGil released;
  return call();
}

// This thread, which may be one that Python does not know, has the lock while it lives.
class WithGil {
 public:
  WithGil() : state_(taken()) {}
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;
  ~WithGil() { PyGILState_Release(state_); }

 private:
  static PyGILState_STATE taken();

  PyGILState_STATE state_;
};

// Below, nothing that has references lives between a call of Python and calling_python(): to let go
// of them would take the lock.

// The object that a function of Python's C interface has made. Throws the error of Python's if
// there is none.
inline py::object owned(PyObject* reference) {
  if (reference == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(reference);
}

inline py::object call(const py::object& function, const py::tuple& arguments,
                       const py::dict& named = {}) {
  return owned(
      calling_python([&] { return PyObject_Call(function.ptr(), arguments.ptr(), named.ptr()); }));
}

inline py::object item(py::handle object, const py::object& key) {
  return owned(calling_python([&] { return PyObject_GetItem(object.ptr(), key.ptr()); }));
}

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
  auto value = result.get();
  latest->finish(progress);
  return value;
}

}  // namespace subintent::python
