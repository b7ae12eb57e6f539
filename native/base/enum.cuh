// Enums with named choices: one definition for host code, device code and Python.
//
// HR_ENUM(Border, clamp, fill) numbers its choices from 0. On the host, choices_of(Border{}) lists
// their names and choice_name(b) names one.
#pragma once

#if defined(__CUDACC__) || defined(__device__)  // also emulated

#define HR_ENUM(Type, ...) enum class Type : int { __VA_ARGS__ }

#else
#include <span>

#define HR_ENUM(Type, ...)                                                      \
  enum class Type : int { __VA_ARGS__ };                                        \
  inline std::span<const char* const> choices_of(Type) {                        \
    static constexpr const char* names[] = {HR_EACH(HR_STRING, , __VA_ARGS__)}; \
    return names;                                                               \
  }                                                                             \
  static_assert(true)

template <class E>
const char* choice_name(E e) {
  return choices_of(e)[static_cast<size_t>(e)];
}

// Applies m(context, x) to every argument (at most 256), separated by commas.
#define HR_PARENS ()
#define HR_EXPAND(...) HR_EXPAND3(HR_EXPAND3(HR_EXPAND3(HR_EXPAND3(__VA_ARGS__))))
#define HR_EXPAND3(...) HR_EXPAND2(HR_EXPAND2(HR_EXPAND2(HR_EXPAND2(__VA_ARGS__))))
#define HR_EXPAND2(...) HR_EXPAND1(HR_EXPAND1(HR_EXPAND1(HR_EXPAND1(__VA_ARGS__))))
#define HR_EXPAND1(...) __VA_ARGS__
#define HR_EACH(m, context, ...) __VA_OPT__(HR_EXPAND(HR_EACH_STEP(m, context, __VA_ARGS__)))
#define HR_EACH_STEP(m, context, x, ...) \
  m(context, x) __VA_OPT__(, HR_EACH_AGAIN HR_PARENS(m, context, __VA_ARGS__))
#define HR_EACH_AGAIN() HR_EACH_STEP
#define HR_STRING(context, x) #x

#endif
