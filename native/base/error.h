// The one exception of the native code: a kind that Python maps to a class, and a message.
#pragma once
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace hr {

// The order is shared with headrace/core/errors.py (NATIVE_KINDS).
enum class ErrorKind : int {
  runtime,
  value,
  type,
  index,
  decode,
  io,
  memory,
  notimplemented,
  missing_file,
  device
};

struct Error : std::runtime_error {
  ErrorKind kind;
  Error(ErrorKind k, const std::string& message) : std::runtime_error(message), kind(k) {}
};

// Raised by user code in the python lane: carries the original exception.
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
