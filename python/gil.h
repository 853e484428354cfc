// The interpreter's lock (GIL), in a process that may end while daemon threads work.
//
// Python ends a daemon thread that wants the lock at the end of the interpreter by unwinding its
// stack (pthread_exit; from 3.14 on it lets the thread rest instead). No C++ that the thread would
// pass is made for that: destructors that must not throw, threads that must be joined, references
// that must not be counted without the lock. Here such a thread rests until the process ends.
#pragma once

#include <pybind11/pybind11.h>

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

}  // namespace subintent::python
