// Element types: codes shared with Python, 16-bit floats, conversion rules, run-time dispatch.
#pragma once
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/error.h"

namespace hr {

// Same order as headrace/core/dtype.py.
enum class DType : uint8_t { u8, u16, u32, u64, i8, i16, i32, i64, f16, f32, f64, b8, bf16, count };

inline constexpr int kItemSize[] = {1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1, 2};
inline constexpr const char* kDTypeName[] = {"uint8",   "uint16", "uint32",  "uint64",  "int8",
                                             "int16",   "int32",  "int64",   "float16", "float32",
                                             "float64", "bool",   "bfloat16"};
inline int itemsize(DType t) { return kItemSize[static_cast<int>(t)]; }
inline const char* name(DType t) { return kDTypeName[static_cast<int>(t)]; }

// Both 16-bit floats convert with integer arithmetic: every CPU rounds the same way (to nearest
// even), and loops vectorise.
struct bf16 {
  uint16_t bits = 0;
  bf16() = default;
  explicit bf16(float f) {
    uint32_t u = std::bit_cast<uint32_t>(f);
    uint32_t rounded = (u + 0x7FFFu + ((u >> 16) & 1u)) >> 16;
    uint32_t quiet_nan = (u >> 16) | 0x40u;
    bits = static_cast<uint16_t>((u & 0x7FFFFFFFu) > 0x7F800000u ? quiet_nan : rounded);
  }
  operator float() const { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }
};

struct f16 {
  uint16_t bits = 0;
  f16() = default;
  explicit f16(float f) {
    uint32_t u = std::bit_cast<uint32_t>(f), sign = (u >> 16) & 0x8000u, a = u & 0x7FFFFFFFu;
    // Normal halves: re-bias the exponent and round to even. Subnormals: adding a power of two
    // shifts and rounds.
    uint32_t normal = (a - 0x38000000u + 0xFFFu + ((a >> 13) & 1u)) >> 13;
    float magic = std::bit_cast<float>(0x3F000000u);
    uint32_t small = std::bit_cast<uint32_t>(std::bit_cast<float>(a) + magic) - 0x3F000000u;
    uint32_t r = a < 0x38800000u ? small : normal;
    r = a >= 0x477FF000u ? 0x7C00u : r;
    r = a > 0x7F800000u ? 0x7E00u : r;
    bits = static_cast<uint16_t>(r | sign);
  }
  operator float() const {
    uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16, m = bits & 0x7FFFu;
    uint32_t normal = (m << 13) + 0x38000000u;
    float magic = std::bit_cast<float>(0x38800000u);  // 2^-14
    uint32_t small = std::bit_cast<uint32_t>(std::bit_cast<float>((m << 13) + 0x38800000u) - magic);
    uint32_t special = (m << 13) + 0x70000000u;
    uint32_t r = m < 0x400u ? small : m >= 0x7C00u ? special : normal;
    return std::bit_cast<float>(r | sign);
  }
};

template <class T>
struct TypeTag {
  using type = T;
};

template <class T>
inline constexpr bool is_half = std::is_same_v<T, f16> || std::is_same_v<T, bf16>;
template <class T>
inline constexpr bool is_real = std::is_floating_point_v<T> || is_half<T>;

template <class T>
constexpr DType dtype_of() {
  if constexpr (std::is_same_v<T, uint8_t>) return DType::u8;
  if constexpr (std::is_same_v<T, uint16_t>) return DType::u16;
  if constexpr (std::is_same_v<T, uint32_t>) return DType::u32;
  if constexpr (std::is_same_v<T, uint64_t>) return DType::u64;
  if constexpr (std::is_same_v<T, int8_t>) return DType::i8;
  if constexpr (std::is_same_v<T, int16_t>) return DType::i16;
  if constexpr (std::is_same_v<T, int32_t>) return DType::i32;
  if constexpr (std::is_same_v<T, int64_t>) return DType::i64;
  if constexpr (std::is_same_v<T, f16>) return DType::f16;
  if constexpr (std::is_same_v<T, float>) return DType::f32;
  if constexpr (std::is_same_v<T, double>) return DType::f64;
  if constexpr (std::is_same_v<T, bool>) return DType::b8;
  if constexpr (std::is_same_v<T, bf16>) return DType::bf16;
}

// Calls f(TypeTag<T>{}) with the C++ type of `t`.
template <class F>
decltype(auto) dispatch(DType t, F&& f) {
  switch (t) {
    case DType::u8:
      return f(TypeTag<uint8_t>{});
    case DType::u16:
      return f(TypeTag<uint16_t>{});
    case DType::u32:
      return f(TypeTag<uint32_t>{});
    case DType::u64:
      return f(TypeTag<uint64_t>{});
    case DType::i8:
      return f(TypeTag<int8_t>{});
    case DType::i16:
      return f(TypeTag<int16_t>{});
    case DType::i32:
      return f(TypeTag<int32_t>{});
    case DType::i64:
      return f(TypeTag<int64_t>{});
    case DType::f16:
      return f(TypeTag<f16>{});
    case DType::f32:
      return f(TypeTag<float>{});
    case DType::f64:
      return f(TypeTag<double>{});
    case DType::b8:
      return f(TypeTag<bool>{});
    case DType::bf16:
      return f(TypeTag<bf16>{});
    default:
      throw Error(ErrorKind::type, "unknown element type");
  }
}

// Calls f with an unsigned type of the same width: for kernels that only move elements.
template <class F>
decltype(auto) dispatch_width(DType t, F&& f) {
  switch (itemsize(t)) {
    case 1:
      return f(TypeTag<uint8_t>{});
    case 2:
      return f(TypeTag<uint16_t>{});
    case 4:
      return f(TypeTag<uint32_t>{});
    default:
      return f(TypeTag<uint64_t>{});
  }
}

// Conversion of the `cast` operator: floats round half away from zero, all types saturate. Always
// inlined: translation units for different instruction sets must not share one copy.
template <class To, class From>
[[gnu::always_inline]] inline To convert(From v) {
  if constexpr (std::is_same_v<To, From>) {
    return v;
  } else if constexpr (is_half<From>) {
    return convert<To, float>(static_cast<float>(v));
  } else if constexpr (std::is_same_v<To, bool>) {
    return v != From(0);
  } else if constexpr (is_half<To>) {
    return To(static_cast<float>(v));
  } else if constexpr (std::is_floating_point_v<To>) {
    return static_cast<To>(v);
  } else if constexpr (std::is_floating_point_v<From>) {
    // Adding pred(0.5) rounds halves away from zero and keeps 0.49999997 at 0.
    constexpr From half =
        std::is_same_v<From, float> ? From(0.49999997f) : From(0.49999999999999994);
    constexpr From lo = static_cast<From>(std::numeric_limits<To>::min());
    constexpr From hi = static_cast<From>(std::numeric_limits<To>::max());
    if constexpr (sizeof(To) < 4 && std::is_unsigned_v<To>) {
      From c = v > lo ? v : lo;  // NaN becomes 0 too
      c = c < hi ? c : hi;
      return static_cast<To>(static_cast<int32_t>(c + half));
    } else if constexpr (sizeof(To) < 4) {
      From c = v < lo ? lo : v;
      c = c > hi ? hi : c;
      c = c == c ? c : From(0);
      return static_cast<To>(static_cast<int32_t>(c + (c < 0 ? -half : half)));
    } else {
      if (!(v == v)) return std::is_signed_v<To> ? std::numeric_limits<To>::min() : To(0);
      From r = v + (v < 0 ? -half : half);
      if (std::fabs(v) >= From(std::is_same_v<From, float> ? 8388608.0 : 4503599627370496.0)) r = v;
      if (r <= lo) return std::numeric_limits<To>::min();
      if (r >= hi) return std::numeric_limits<To>::max();
      return static_cast<To>(r);
    }
  } else {  // integer (or bool) to integer
    if constexpr (std::is_same_v<From, bool>) {
      return static_cast<To>(v);
    } else {
      constexpr To lo = std::numeric_limits<To>::min(), hi = std::numeric_limits<To>::max();
      if constexpr (std::is_signed_v<From> == std::is_signed_v<To>) {
        if constexpr (sizeof(To) < sizeof(From)) {
          v = v < static_cast<From>(lo) ? static_cast<From>(lo) : v;
          v = v > static_cast<From>(hi) ? static_cast<From>(hi) : v;
        }
        return static_cast<To>(v);
      } else if constexpr (std::is_signed_v<From>) {  // signed to unsigned
        if (v < 0) return 0;
        if constexpr (sizeof(To) < sizeof(From)) {
          if (v > static_cast<From>(hi)) return hi;
        }
        return static_cast<To>(v);
      } else {  // unsigned to signed
        if constexpr (sizeof(To) <= sizeof(From)) {
          if (v > static_cast<From>(hi)) return hi;
        }
        return static_cast<To>(v);
      }
    }
  }
}

}  // namespace hr
