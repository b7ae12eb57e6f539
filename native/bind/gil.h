// The GIL in native code: given up, taken, and Python code called, also while the program ends
// (Note [The end] in headrace/ending.h).
#pragma once
#include <cxxabi.h>
#include <nanobind/nanobind.h>

#include "base/ending.h"

namespace hr::bind {

// Runs what may take the GIL. A thread that CPython ends in there stops instead of unwinding.
template <class F>
auto may_end(F f) {
#ifdef __GLIBCXX__
  try {
    return f();
  } catch (abi::__forced_unwind&) {
    stop_for_good();
  }
#else
  return f();
#endif
}

// Gives up the GIL while it lives.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() {
    if (ended_for_this_thread()) stop_for_good();
    may_end([this] { PyEval_RestoreThread(state_); });
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* state_;
};

// Holds the GIL while it lives, on any thread.
class Locked {
 public:
  Locked() {
    if (ended_for_this_thread()) stop_for_good();
    state_ = may_end([] { return PyGILState_Ensure(); });
  }
  ~Locked() {
    may_end([this] { PyGILState_Release(state_); });
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  PyGILState_STATE state_;
};

// Calls a Python function. Between its frames and this one there is no C++ that could be unwound.
template <class... Args>
nanobind::object call_python(nanobind::handle function, Args&&... args) {
  nanobind::tuple given = nanobind::make_tuple(std::forward<Args>(args)...);
  PyObject* result = may_end([&] { return PyObject_CallObject(function.ptr(), given.ptr()); });
  if (!result) throw nanobind::python_error();
  return nanobind::steal(result);
}

}  // namespace hr::bind
