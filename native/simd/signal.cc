// Signal loops: FFT, power spectra, weighted sums of rows, decibels.
#include "simd/signal.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "simd/float_math.h"

namespace hr::HR_ISA {
namespace {

// One element of all lanes; the compiler maps these vectors to any instruction set.
typedef float Vector __attribute__((vector_size(4 * kFftLanes)));
typedef float Unaligned __attribute__((vector_size(4 * kFftLanes), aligned(4)));

template <class T>
inline T load(const float* at) {
  if constexpr (std::is_same_v<T, Vector>)
    return *reinterpret_cast<const Unaligned*>(at);
  else
    return *at;
}
template <class T>
inline void store(const T& x, float* at) {
  if constexpr (std::is_same_v<T, Vector>)
    *reinterpret_cast<Unaligned*>(at) = x;
  else
    *at = x;
}

// A complex number per lane.
template <class T>
struct Complex {
  T re, im;
  Complex operator+(const Complex& b) const { return {re + b.re, im + b.im}; }
  Complex operator-(const Complex& b) const { return {re - b.re, im - b.im}; }
  Complex operator*(float by) const { return {re * by, im * by}; }
  Complex turned(float c, float s) const { return {re * c - im * s, re * s + im * c}; }
  Complex by_minus_i() const { return {im, -re}; }
};

// out[0 … R) = DFT of a[0 … R).
template <class T, int R>
inline void butterfly(const Complex<T>* a, Complex<T>* out) {
  if constexpr (R == 2) {
    out[0] = a[0] + a[1];
    out[1] = a[0] - a[1];
  } else if constexpr (R == 3) {
    constexpr float kSin = 0.866025403784438647f;
    Complex<T> sum = a[1] + a[2], middle = a[0] - sum * 0.5f;
    Complex<T> side = (a[1] - a[2]).by_minus_i() * kSin;
    out[0] = a[0] + sum;
    out[1] = middle + side;
    out[2] = middle - side;
  } else if constexpr (R == 4) {
    Complex<T> even = a[0] + a[2], odd = a[1] + a[3];
    Complex<T> even2 = a[0] - a[2], odd2 = (a[1] - a[3]).by_minus_i();
    out[0] = even + odd;
    out[1] = even2 + odd2;
    out[2] = even - odd;
    out[3] = even2 - odd2;
  } else {
    static_assert(R == 5);
    constexpr float kCos1 = 0.309016994374947424f, kSin1 = 0.951056516295153572f;
    constexpr float kCos2 = -0.809016994374947424f, kSin2 = 0.587785252292473129f;
    Complex<T> near = a[1] + a[4], far = a[2] + a[3];
    Complex<T> near2 = (a[1] - a[4]).by_minus_i(), far2 = (a[2] - a[3]).by_minus_i();
    Complex<T> m1 = a[0] + near * kCos1 + far * kCos2, m2 = a[0] + near * kCos2 + far * kCos1;
    Complex<T> s1 = near2 * kSin1 + far2 * kSin2, s2 = near2 * kSin2 - far2 * kSin1;
    out[0] = a[0] + near + far;
    out[1] = m1 + s1;
    out[2] = m2 + s2;
    out[3] = m2 - s2;
    out[4] = m1 - s1;
  }
}

// Source and destination of a stage.
struct Places {
  const float *re, *im;
  float *to_re, *to_im;
};

// Note [Stages]
// Stockham order: a stage reads elements `stride * rest` apart and writes them `stride` apart, so
// no bit reversal is needed. `stride` is the product of all earlier radices.
template <class T, int R>
void stage(const FftPlan::Stage& s, int64_t stride, const Places& d) {
  constexpr int64_t V = sizeof(T) / sizeof(float);
  const int64_t step = stride * s.rest * V;
  for (int64_t p = 0; p < s.rest; p++) {
    const float *c = s.cos.data() + p * R, *sine = s.sin.data() + p * R;
    for (int64_t q = 0; q < stride; q++) {
      const int64_t from = (q + stride * p) * V, to = (q + stride * p * R) * V;
      Complex<T> a[R], out[R];
      for (int k = 0; k < R; k++)
        a[k] = {load<T>(d.re + from + k * step), load<T>(d.im + from + k * step)};
      butterfly<T, R>(a, out);
      for (int j = 0; j < R; j++) {
        const Complex<T> x = j ? out[j].turned(c[j], sine[j]) : out[j];
        store(x.re, d.to_re + to + j * stride * V);
        store(x.im, d.to_im + to + j * stride * V);
      }
    }
  }
}

template <class T>
void stage_of_any(const FftPlan::Stage& s, int64_t stride, const Places& d) {
  constexpr int64_t V = sizeof(T) / sizeof(float);
  const int64_t step = stride * s.rest * V;
  for (int64_t p = 0; p < s.rest; p++)
    for (int64_t q = 0; q < stride; q++) {
      const int64_t from = (q + stride * p) * V, to = (q + stride * p * s.radix) * V;
      for (int j = 0; j < s.radix; j++) {
        Complex<T> sum{load<T>(d.re + from), load<T>(d.im + from)};
        int turn = 0;
        for (int k = 1; k < s.radix; k++) {
          turn += j;
          if (turn >= s.radix) turn -= s.radix;
          const Complex<T> x{load<T>(d.re + from + k * step), load<T>(d.im + from + k * step)};
          sum = sum + x.turned(s.root_cos[turn], s.root_sin[turn]);
        }
        sum = sum.turned(s.cos[p * s.radix + j], s.sin[p * s.radix + j]);
        store(sum.re, d.to_re + to + j * stride * V);
        store(sum.im, d.to_im + to + j * stride * V);
      }
    }
}

template <class T>
FftData transform(const FftPlan& plan, FftData d) {
  int64_t stride = 1;
  for (const FftPlan::Stage& s : plan.stages) {
    const Places places{d.re, d.im, d.work_re, d.work_im};
    switch (s.radix) {
      case 2:
        stage<T, 2>(s, stride, places);
        break;
      case 3:
        stage<T, 3>(s, stride, places);
        break;
      case 4:
        stage<T, 4>(s, stride, places);
        break;
      case 5:
        stage<T, 5>(s, stride, places);
        break;
      default:
        stage_of_any<T>(s, stride, places);
    }
    std::swap(d.re, d.work_re);
    std::swap(d.im, d.work_im);
    stride *= s.radix;
  }
  return d;
}

template <class T>
void turn(float* re, float* im, const float* by_re, const float* by_im, int64_t n) {
  constexpr int64_t V = sizeof(T) / sizeof(float);
  for (int64_t i = 0; i < n; i++) {
    const Complex<T> x{load<T>(re + i * V), load<T>(im + i * V)}, y = x.turned(by_re[i], by_im[i]);
    store(y.re, re + i * V);
    store(y.im, im + i * V);
  }
}

void window(float* signals, const float* by, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    store(load<Vector>(signals + i * kFftLanes) * by[i], signals + i * kFftLanes);
}

float mixed_dot(const float* x, const float* a, const float* b, float part, int64_t n) {
  constexpr int64_t V = kFftLanes;
  Vector sum = {};
  int64_t i = 0;
  for (; i + V <= n; i += V) {
    const Vector u = load<Vector>(a + i), v = load<Vector>(b + i);
    sum += load<Vector>(x + i) * (u + (v - u) * part);
  }
  float lanes[V];
  store(sum, lanes);
  for (; i < n; i++) lanes[i % V] += x[i] * (a[i] + (b[i] - a[i]) * part);
  for (int64_t half = V / 2; half > 0; half /= 2)
    for (int64_t k = 0; k < half; k++) lanes[k] += lanes[k + half];
  return lanes[0];
}

void add_scaled(float* __restrict out, const float* __restrict in, float weight, int64_t n) {
  for (int64_t i = 0; i < n; i++) out[i] += in[i] * weight;
}

template <int V>
void split_power(const float* re, const float* im, int64_t n, bool root, float* first,
                 float* second) {
  for (int64_t k = 0; k <= n / 2; k++) {
    const float *a = re + k * V, *b = im + k * V;
    const int64_t other = k ? n - k : 0;
    const float *c = re + other * V, *d = im + other * V;
    float *x = first + k * V, *y = second + k * V;
    for (int v = 0; v < V; v++) {
      float xr = (a[v] + c[v]) * 0.5f, xi = (b[v] - d[v]) * 0.5f;
      float yr = (b[v] + d[v]) * 0.5f, yi = (c[v] - a[v]) * 0.5f;
      x[v] = xr * xr + xi * xi;
      y[v] = yr * yr + yi * yi;
    }
    if (root)
      for (int v = 0; v < V; v++) x[v] = std::sqrt(x[v]), y[v] = std::sqrt(y[v]);
  }
}

void decibels(const float* __restrict in, float* __restrict out, int64_t n, float scale,
              float least, float multiplier) {
  constexpr double kPerOctave = 0.30102999566398119521, kPerNat = 0.43429448190325182765;
  for (int64_t i = 0; i < n; i++) {
    const float db = multiplier * log_float(in[i] * scale, kPerOctave, kPerNat);
    out[i] = db > least ? db : least;  // NaN too
  }
}

float largest(const float* in, int64_t n) {
  float most[16] = {};
  int64_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (int v = 0; v < 16; v++) most[v] = in[i + v] > most[v] ? in[i + v] : most[v];
  float r = 0;
  for (float m : most) r = m > r ? m : r;
  for (; i < n; i++) r = in[i] > r ? in[i] : r;
  return r;
}

}  // namespace

const SignalTable& signal_table() {
  static const SignalTable t{{&transform<float>, &transform<Vector>},
                             {&turn<float>, &turn<Vector>},
                             &window,
                             &mixed_dot,
                             &add_scaled,
                             {&split_power<1>, &split_power<kFftLanes>},
                             &decibels,
                             &largest};
  return t;
}

}  // namespace hr::HR_ISA
