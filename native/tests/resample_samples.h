// Shared by the resampler tests: a CHECK, random images and axes.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include "numerics/resample.h"

namespace hr {

inline int failures = 0;
#define CHECK(condition)                                                             \
  do {                                                                               \
    if (!(condition) && ++failures < 40)                                             \
      std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
  } while (0)

inline std::mt19937 random_bits(1);
inline int64_t any(int64_t lo, int64_t hi) {
  return lo + static_cast<int64_t>(random_bits() % (hi - lo + 1));
}

inline const Filter kFilters[] = {Filter::nn,    Filter::linear,   Filter::triangular,
                                  Filter::cubic, Filter::gaussian, Filter::lanczos3};

inline std::vector<Isa> available() {
  std::vector<Isa> v;
  for (Isa i : {Isa::base, Isa::avx2, Isa::avx512})
    if (i <= isa_level()) v.push_back(i);
  return v;
}

template <class T>
struct Image {
  int64_t h, w, c;
  std::vector<T> v;
  Image(int64_t h_, int64_t w_, int64_t c_) : h(h_), w(w_), c(c_), v(h_ * w_ * c_) {}
  T& at(int64_t y, int64_t x, int64_t k = 0) { return v[(y * w + x) * c + k]; }
  ImageView view() const { return {v.data(), dtype_of<T>(), h, w, c}; }
  bool operator==(const Image& o) const {
    return v.size() == o.v.size() && !std::memcmp(v.data(), o.v.data(), v.size() * sizeof(T));
  }
};

template <class T>
Image<T> noise(int64_t h, int64_t w, int64_t c) {
  Image<T> im(h, w, c);
  for (T& x : im.v) x = static_cast<T>(random_bits() % 256);
  return im;
}

inline double distance(const std::vector<float>& a, const std::vector<float>& b) {
  double d = a.size() == b.size() ? 0 : INFINITY;
  for (size_t i = 0; i < a.size() && i < b.size(); i++)
    d = std::max(d, std::fabs(double(a[i]) - b[i]));
  return d;
}

inline Axis any_axis(int64_t in, int64_t out, Filter f) {
  Axis a = whole_axis(in, out, f, any(0, 3) != 0);
  if (any(0, 1)) {
    a.lo = double(any(-300, 100 * in)) / 100, a.hi = a.lo + double(any(30, 100 * in + 300)) / 100;
    if (any(0, 2) == 0) std::swap(a.lo, a.hi);
  }
  return a;
}

}  // namespace hr
