// random_uniform and similar, random_choice: one launch for all samples.
#pragma once
#include "operators/random/numbers.cuh"

// Calls make(params, e) for every element.
template <class T, class Make>
__device__ inline void each_element(const Launch& l, Make make) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const RandomParams p = *(const RandomParams*)(l.table + s * l.stride);
    for (i64 e = blockIdx.x * (i64)blockDim.x + threadIdx.x; e < p.count;
         e += (i64)gridDim.x * blockDim.x)
      ((T*)p.data)[e] = convert<T>(make(p, e));
  }
}

// Calls make(params, words, out) for every block of four words: four elements, 16 apart.
template <class T, class Make>
__device__ inline void each_block(const Launch& l, Make make) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const RandomParams p = *(const RandomParams*)(l.table + s * l.stride);
    i64 blocks = (p.count + kGroup - 1) / kGroup * kLanes;
    for (i64 b = blockIdx.x * (i64)blockDim.x + threadIdx.x; b < blocks;
         b += (i64)gridDim.x * blockDim.x) {
      i64 first = b / kLanes * kGroup + b % kLanes;
      if (first >= p.count) continue;
      T made[4];
      make(p, block_at(p.key, (u32)b), made);
#pragma unroll
      for (int k = 0; k < 4; k++)
        if (first + k * kLanes < p.count) ((T*)p.data)[first + k * kLanes] = made[k];
    }
  }
}

template <class T>
__device__ void draw_uniform(const Launch& l) {
  if constexpr (same<T, double>) {
    each_element<T>(l, [](const RandomParams& p, i64 e) {
      double u = unit64(word_at(p.key, 2 * e), word_at(p.key, 2 * e + 1));
      double v = p.a + u * (p.b - p.a);
      return p.last < v ? p.last : v;
    });
  } else {
    each_block<T>(l, [](const RandomParams& p, const uint4& w, T* out) {
      float lo = (float)p.a, size = (float)p.b - lo, last = (float)p.last;
#pragma unroll
      for (int k = 0; k < 4; k++) {
        float v = lo + unit(word(w, k)) * size;
        out[k] = convert<T>(last < v ? last : v);
      }
    });
  }
}

template <class T>
__device__ void draw_normal(const Launch& l) {
  if constexpr (same<T, double>) {  // elements 2 i and 2 i + 1 share four words
    each_element<T>(l, [](const RandomParams& p, i64 e) {
      i64 at = e / 2 * 4;
      double u = unit64(word_at(p.key, at), word_at(p.key, at + 1));
      double r = sqrt(-2.0 * log(1.0 - u));
      double t = 6.283185307179586 * unit64(word_at(p.key, at + 2), word_at(p.key, at + 3));
      return p.a + p.b * (r * (e & 1 ? sin(t) : cos(t)));
    });
  } else {
    each_block<T>(l, [](const RandomParams& p, const uint4& w, T* out) {
      float mean = (float)p.a, deviation = (float)p.b, z[4];
      box_muller(w.x, w.y, z[0], z[1]);
      box_muller(w.z, w.w, z[2], z[3]);
#pragma unroll
      for (int k = 0; k < 4; k++) out[k] = convert<T>(mean + deviation * z[k]);
    });
  }
}

template <class T>
__device__ void draw_coin(const Launch& l) {
  each_block<T>(l, [](const RandomParams& p, const uint4& w, T* out) {
#pragma unroll
    for (int k = 0; k < 4; k++) out[k] = convert<T>(word(w, k) < p.threshold ? 1.0f : 0.0f);
  });
}

template <class T>
__device__ void draw_one_of(const Launch& l) {
  each_block<T>(l, [&](const RandomParams& p, const uint4& w, T* out) {
    const T* values = (const T*)(l.arena + p.values);
#pragma unroll
    for (int k = 0; k < 4; k++) out[k] = values[(word(w, k) * (u64)p.choices) >> 32];
  });
}

// One attempt of Marsaglia and Tsang's method: ln of a gamma number, or NaN if rejected.
struct Gamma {
  double d, c, log_d;
  __device__ explicit Gamma(double shape)
      : d(shape - 1.0 / 3.0), c(1.0 / sqrt(9.0 * d)), log_d(log_wide(d)) {}
  __device__ double attempt(float normal, u32 w) const {
    double x = normal, t = 1.0 + c * x, v = t * t * t;
    bool positive = t > 0.0;
    double log_v = log_wide(positive ? v : 1.0);
    bool passed = log_wide(open_unit(w)) < 0.5 * x * x + d - d * v + d * log_v;
    return positive && passed ? log_d + log_v : __longlong_as_double(0x7FF8000000000000ll);
  }
};

__device__ inline double log_gamma_at(const RandomKeyParams& key, u32 which, double shape, i64 e) {
  Gamma gamma(shape < 1 ? shape + 1 : shape);
  u32 source = which * 64;
  double r = gamma.attempt(normal_at(other(key, source), e), word_at(other(key, source + 1), e));
  for (u32 t = 2; t < 63 && !(r == r); t++) {
    uint4 w = block_at(other(key, source + t), block_of(e));
    float x, y;
    box_muller(w.x, w.y, x, y);
    r = gamma.attempt(x, w.z);
  }
  if (shape < 1) r += log_wide(open_unit(word_at(other(key, source + 63), e))) / shape;
  return r;
}

template <class T>
__device__ void draw_beta(const Launch& l) {
  each_element<T>(l, [](const RandomParams& p, i64 e) {
    double a = log_gamma_at(p.key, 0, p.a, e), b = log_gamma_at(p.key, 1, p.b, e);
    return 1.0 / (1.0 + exp_wide(b - a, 700.0));
  });
}

// ---- choice -----------------------------------------------------------------------------------

// Choice for row e: 64 random bits, scaled to the choices or searched in the cumulative sums.
__device__ inline u64 choose(const ChoiceParams& p, const double* sums, u64 choices, i64 e) {
  u32 a = word_at(p.key, 2 * e), b = word_at(p.key, 2 * e + 1);
  if (!p.weighted) return __umul64hi((u64)a << 32 | b, choices);
  double u = unit64(a, b);
  u64 lo = 0, hi = (u64)p.weighted - 1;
  while (lo < hi) {
    u64 mid = (lo + hi) / 2;
    if (sums[mid] <= u)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

// Number: `from` is a single number, and the output holds numbers below it.
template <class T, bool Number>
__device__ void draw_rows(const Launch& l) {
  constexpr i64 kPart = 16;  // elements of a row copied per thread
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const ChoiceParams p = *(const ChoiceParams*)(l.table + s * l.stride);
    const double* sums = (const double*)(l.arena + p.sums);
    u64 choices = p.choices;
    if constexpr (Number) {
      T most = *(const T*)p.from;
      choices = convert<u64>(most);
    }
    i64 parts = (p.row + kPart - 1) / kPart;
    for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < p.rows * parts;
         i += (i64)gridDim.x * blockDim.x) {
      i64 e = parts == 1 ? i : i / parts, part = i - e * parts;
      u64 which = choose(p, sums, choices, e);
      if constexpr (Number) {
        ((T*)p.to)[e] = convert<T>(which);
      } else {
        const T* from = (const T*)p.from + (i64)which * p.row;
        T* to = (T*)p.to + e * p.row;
        i64 end = part * kPart + kPart < p.row ? part * kPart + kPart : p.row;
        for (i64 k = part * kPart; k < end; k++) to[k] = from[k];
      }
    }
  }
}
