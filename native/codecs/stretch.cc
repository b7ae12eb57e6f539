// Scales samples of a file to any element type.
#include "codecs/stretch.h"

#include <array>
#include <cstring>

namespace hr::codecs {
namespace {

template <class T>
constexpr double top() {
  if constexpr (is_real<T> || std::is_same_v<T, bool>)
    return 1;
  else
    return static_cast<double>(std::numeric_limits<T>::max());
}

template <class To, class From>
To stretched(From v) {
  if constexpr (std::is_same_v<To, bool>) {
    return v != 0;
  } else if constexpr (std::is_same_v<From, float>) {
    return convert<To>(is_real<To> ? v : v * top<To>());
  } else if constexpr (is_real<To>) {
    constexpr float unit = static_cast<float>(1 / top<From>());
    return static_cast<To>(static_cast<float>(v) * unit);
  } else if constexpr (std::is_same_v<From, uint16_t> && std::is_same_v<To, uint8_t>) {
    return static_cast<uint8_t>((v * 255u + 32895u) >> 16);  // v / 257, rounded
  } else {
    return convert<To>(v * (top<To>() / top<From>()));
  }
}

template <class To>
void from_bytes(const uint8_t* in, To* out, int64_t n) {
  static const auto table = [] {
    std::array<To, 256> t;
    for (int i = 0; i < 256; i++) t[i] = stretched<To>(static_cast<uint8_t>(i));
    return t;
  }();
  for (int64_t i = 0; i < n; i++) out[i] = table[in[i]];
}

}  // namespace

void stretch(const void* in, DType from, void* out, DType to, int64_t n) {
  if (from == to) {
    std::memcpy(out, in, static_cast<size_t>(n * itemsize(to)));
    return;
  }
  dispatch(to, [&](auto tag) {
    using To = typename decltype(tag)::type;
    To* p = static_cast<To*>(out);
    if (from == DType::u8) return from_bytes(static_cast<const uint8_t*>(in), p, n);
    if (from == DType::u16) {
      const auto* q = static_cast<const uint16_t*>(in);
      for (int64_t i = 0; i < n; i++) p[i] = stretched<To>(q[i]);
    } else {
      const auto* q = static_cast<const float*>(in);
      for (int64_t i = 0; i < n; i++) p[i] = stretched<To>(q[i]);
    }
  });
}

}  // namespace hr::codecs
