// Releases and acquires the GIL, and calls Python, also at exit (Note [The end] in
// headrace/ending.h).
#pragma once
#include <cxxabi.h>
#include <nanobind/nanobind.h>

#include "base/ending.h"

namespace hr::bind {

// Runs code that may take the GIL. If CPython ends the thread there, it stops without unwinding.
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

// Releases the GIL during its lifetime.
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

// Holds the GIL during its lifetime, on any thread.
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

// Calls a Python function without C++ frames in between that could be unwound.
template <class... Args>
nanobind::object call_python(nanobind::handle function, Args&&... args) {
  nanobind::tuple given = nanobind::make_tuple(std::forward<Args>(args)...);
  PyObject* result = may_end([&] { return PyObject_CallObject(function.ptr(), given.ptr()); });
  if (!result) throw nanobind::python_error();
  return nanobind::steal(result);
}

}  // namespace hr::bind
