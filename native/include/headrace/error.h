// The one exception of the native code: a kind that Python maps to a class, and a message.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace hr {

// The order is shared with headrace/core/errors.py (NATIVE_KINDS).
enum class ErrorKind : int { runtime, value, type, index, decode, io, memory, notimplemented };

struct Error : std::runtime_error {
  ErrorKind kind;
  Error(ErrorKind k, const std::string& message) : std::runtime_error(message), kind(k) {}
};

}  // namespace hr
