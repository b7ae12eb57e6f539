// Reads arguments: numbers of any element type, with range checks; enum choices.
#include "engine/args.h"

namespace hr {
namespace {

[[noreturn, gnu::cold]] void fail_element(const char* name, int64_t j, int64_t count) {
  fail_value("argument '" + std::string(name) + "' has " + std::to_string(count) +
             " elements, needs at least " + std::to_string(j + 1));
}

template <class T>
[[noreturn, gnu::cold]] void fail_integer(const char* name, T v) {
  fail_value("argument '" + std::string(name) + "' is " + std::to_string(v) +
             ", which is no integer of 64 bits");
}

// Throws for NaN and values outside int64.
template <class T>
int64_t to_int64(const char* name, T v) {
  if constexpr (is_half<T>)
    return to_int64(name, static_cast<float>(v));
  else if constexpr (std::is_floating_point_v<T>) {
    if (!(v >= T(-0x1p63) && v < T(0x1p63))) fail_integer(name, v);
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    if (v > static_cast<uint64_t>(INT64_MAX)) fail_integer(name, v);
  }
  return convert<int64_t>(v);
}

}  // namespace

void ArgValue::check(int64_t j) const {
  if (j < 0 || j >= count) fail_element(name, j, count);
}

double ArgValue::real(int64_t j) const {
  check(j);
  if (constant) return constant->f[static_cast<size_t>(j)];
  return dispatch(dtype, [&](auto t) {
    return static_cast<double>(reinterpret_cast<const typename decltype(t)::type*>(data)[j]);
  });
}

int64_t ArgValue::integer(int64_t j) const {
  check(j);
  if (constant)
    return constant->beyond ? to_int64(name, constant->f[static_cast<size_t>(j)])
                            : constant->i[static_cast<size_t>(j)];
  return dispatch(dtype, [&](auto t) {
    return to_int64(name, reinterpret_cast<const typename decltype(t)::type*>(data)[j]);
  });
}

void fail_choice(const char* name, int64_t value, size_t choices) {
  fail_value("argument '" + std::string(name) + "' is " + std::to_string(value) +
             ", its choices are 0 to " + std::to_string(choices - 1));
}

void fail_range(const char* name, int64_t value, const char* kind) {
  fail_value("argument '" + std::string(name) + "' is " + std::to_string(value) +
             ", which is too large for " + kind);
}

void fail_bounds(const char* name, int64_t value, int64_t least, int64_t most) {
  fail_value(std::string(name) + " must be between " + std::to_string(least) + " and " +
             std::to_string(most) + ", got " + std::to_string(value));
}

int64_t find_choice(const char* name, std::string_view text, std::span<const char* const> choices) {
  std::string known;
  for (size_t k = 0; k < choices.size(); k++) {
    if (text == choices[k]) return static_cast<int64_t>(k);
    known += std::string(k ? ", " : "") + choices[k];
  }
  fail_value("argument '" + std::string(name) + "' is \"" + std::string(text) +
             "\", its choices are " + known);
}

}  // namespace hr
