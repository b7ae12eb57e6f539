// Shared by the bindings of readers: arrays, file names, errors that name files.
#pragma once
#include "bind.h"

namespace hr::bind {

using Numbers = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
nb::object to_numpy(std::vector<T> data) {
  auto* held = new std::vector<T>(std::move(data));
  nb::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  size_t shape[] = {held->size()};
  return nb::cast(nb::ndarray<nb::numpy, T>(held->data(), 1, shape, owner),
                  nb::rv_policy::reference);
}

inline std::string bytes_of(const nb::bytes& b) { return {b.c_str(), b.size()}; }

// Translates file system errors to the exception that Python's own file functions raise.
template <class F>
auto translated(const std::string& path, F f) {
  try {
    return f();
  } catch (const Error& e) {
    auto error = std::make_shared<SampleError>();
    error->kind = e.kind;
    error->message = "cannot read \"" + path + "\": " + e.what();
    nb::object exception = exception_of(error);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
    throw nb::python_error();
  }
}

}  // namespace hr::bind
