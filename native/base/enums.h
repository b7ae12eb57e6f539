// Enums whose choices have names.
//
// HR_ENUM(Border, clamp, fill) defines the enum, counted from 0, and choices_of(Border{}): what
// Python calls the choices of an argument (engine/args.h).
#pragma once
#include <span>
#include <type_traits>

// Macros that apply m(context, x) to every argument, with commas in between. Up to 256 of them.
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

#define HR_ENUM(Type, ...)                                                      \
  enum class Type : int { __VA_ARGS__ };                                        \
  inline std::span<const char* const> choices_of(Type) {                        \
    static constexpr const char* names[] = {HR_EACH(HR_STRING, , __VA_ARGS__)}; \
    return names;                                                               \
  }                                                                             \
  static_assert(true)

namespace hr {

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires(E e) { choices_of(e); };

}  // namespace hr
