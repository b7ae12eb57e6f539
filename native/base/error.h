// The native exception type: a message and a kind that Python maps to a class.
#pragma once
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/enum.cuh"

namespace hr {

// Python gets the name, see NATIVE_KINDS in headrace/core/errors.py.
HR_ENUM(ErrorKind, runtime, value, type, index, decode, io, memory, notimplemented, missing_file,
        device);

struct Error : std::runtime_error {
  ErrorKind kind;
  Error(ErrorKind k, const std::string& message) : std::runtime_error(message), kind(k) {}
};

// An exception from user code in the python lane; carries the original.
struct PythonError : Error {
  std::shared_ptr<void> exception;
  PythonError(const std::string& message, std::shared_ptr<void> e)
      : Error(ErrorKind::runtime, message), exception(std::move(e)) {}
};

[[noreturn, gnu::cold]] inline void fail(ErrorKind kind, const std::string& message) {
  throw Error(kind, message);
}
[[noreturn, gnu::cold]] inline void fail_value(const std::string& m) { fail(ErrorKind::value, m); }

}  // namespace hr
