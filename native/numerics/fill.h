// Fills memory with one value of any element type.
#pragma once
#include <algorithm>
#include <cstring>

#include "base/dtype.h"

namespace hr {

// C cast: truncates the fraction, keeps the low bits on overflow.
template <class T>
T c_cast(double v) {
  if constexpr (std::is_same_v<T, bool>) {
    return v != 0;
  } else if constexpr (is_real<T>) {
    return convert<T>(v);
  } else {
    if (!(v == v)) return 0;
    if (v >= 9223372036854775808.0) return static_cast<T>(convert<uint64_t>(std::trunc(v)));
    return static_cast<T>(convert<int64_t>(std::trunc(v)));
  }
}

// The bytes of one element.
struct Element {
  alignas(8) uint8_t bytes[8] = {};
  int size = 1;

  template <class T>
  void set(T v) {
    size = sizeof(T);
    std::memcpy(bytes, &v, sizeof(T));
  }
  static Element c_cast_of(double v, DType t) {
    Element e;
    dispatch(t, [&](auto tag) { e.set(c_cast<typename decltype(tag)::type>(v)); });
    return e;
  }
};

// Writes `count` copies of an element.
inline void fill(uint8_t* out, int64_t count, const Element& e) {
  if (count <= 0) return;
  size_t total = static_cast<size_t>(count * e.size);
  bool same = true;
  for (int i = 1; i < e.size; i++) same &= e.bytes[i] == e.bytes[0];
  if (same) {
    std::memset(out, e.bytes[0], total);
    return;
  }
  size_t done = static_cast<size_t>(e.size);
  std::memcpy(out, e.bytes, done);
  while (done < total) {  // double the filled part, then copy blocks that stay in L1
    size_t n = std::min({done, total - done, size_t(4096)});
    std::memcpy(out + done, out, n);
    done += n;
  }
}

}  // namespace hr
