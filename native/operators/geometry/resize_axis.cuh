// Source pixels of resized axes and their weights, with the arithmetic of resample_weights.cc.
#pragma once
#include "gpu/device/types.cuh"
#include "operators/geometry/resize_params.cuh"

// ---- filters, 32 points per unit --------------------------------------------------------------

constexpr double resize_sin_pi(double x) {  // Taylor series within a half turn around 0
  int turns = (int)(x < 0 ? x - 0.5 : x + 0.5);
  double t = 3.14159265358979323846 * (x - turns), term = t, sum = 0;
  for (int k = 1; k < 24; k += 2) {
    sum += term;
    term *= -t * t / ((k + 1) * (k + 2));
  }
  return turns % 2 ? -sum : sum;
}

constexpr double resize_sinc(double x) {
  return x == 0 ? 1 : resize_sin_pi(x) / (3.14159265358979323846 * x);
}

constexpr double resize_cubic(double d) {
  double x = d < 0 ? -d : d;
  return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2;
}

constexpr double resize_gaussian(double d) {  // exp(-4 d²)
  double t = -4 * d * d / 16, term = 1, sum = 0;
  for (int k = 1; k < 20; k++) {
    sum += term;
    term *= t / k;
  }
  for (int k = 0; k < 4; k++) sum *= sum;
  return sum;
}

constexpr double resize_lanczos(double d) { return resize_sinc(d) * resize_sinc(d / 3); }

// Each filter from -radius to radius, followed by two zeros.
struct FilterTables {
  float v[kFilterPoints];
  constexpr FilterTables() : v() {
    for (int i = 0; i <= 128; i++) v[kCubicTable + i] = (float)resize_cubic(i / 32.0 - 2);
    for (int i = 0; i <= 64; i++) v[kGaussianTable + i] = (float)resize_gaussian(i / 32.0 - 1);
    for (int i = 0; i <= 192; i++) v[kLanczosTable + i] = (float)resize_lanczos(i / 32.0 - 3);
  }
};

static __device__ const FilterTables filter_tables;

// ---- axes -------------------------------------------------------------------------------------

__device__ inline float resize_bounded(float v) {
  return fminf(fmaxf(v, -1073741824.0f), 1073741824.0f);
}

// Source pixels of one output along one axis: a.taps pixels starting at `start`, all inside the
// image; one pixel for copied axes. triangles: every axis has a triangular filter.
struct ResizePlace {
  int start;
  int skip;     // index of `start` within the support
  float shift;  // distance from the edge of the support to its first pixel

  __device__ ResizePlace(const ResizeAxis& axis, int o, bool triangles = false)
      : skip(0), shift(1) {
    int kind = axis.kind, origin = axis.origin, i = axis.from + axis.step * o;
    float scale = axis.scale, left = axis.left;
    start = i + origin;
    if (kind == kResizeCopy) return;
    if (triangles || kind >= kResizeTriangular) {
      float c = resize_bounded((float)i * scale + left);
      float first = ceilf(c);
      int pixel = (int)first + origin;
      shift = first - c;
      start = clamp_int(pixel, 0, axis.in_size - axis.taps);
      skip = start - pixel;
      return;
    }
    float c = ((float)i + 0.5f) * scale + left;
    if (kind == kResizeWalk && i >= 0) {
      int mark = i / axis.every;
      c = axis.walk[mark];
#pragma unroll 1
      for (int k = mark * axis.every; k < i; k++) c += scale;
    }
    start = clamp_int((int)resize_bounded(floorf(c)) + origin, 0, axis.in_size - 1);
  }
};

// Weights of the pixels, not normalised. Pixels outside of the image are folded onto its edges.
struct ResizeWeights {
  int table, size, skip, taps;
  float shift, per_pixel, last;  // pixel k is at (k + shift) · per_pixel of the filter
  bool folds;
  float before = 0, behind = 0;

  __device__ ResizeWeights(const ResizeAxis& axis, const ResizePlace& at, bool triangles = false)
      : skip(at.skip), shift(at.shift) {
    table = triangles ? -1 : axis.table;
    size = axis.size, taps = axis.taps;
    per_pixel = axis.per_pixel, last = axis.last;
    folds = skip != 0 || size != taps;
    if (!folds) return;
    int pixel = at.start - skip;
    float inside = 0;
#pragma unroll 1
    for (int k = 0; k < size; k++) {
      float w = raw(k);
      if (pixel + k < 0)
        before += w;
      else if (pixel + k >= axis.in_size)
        behind += w;
      else
        inside += w;
    }
    if (axis.cut && inside != 0) before = behind = 0;
  }

  __device__ float triangle(float k) const {
    return fmaxf(1.0f - fabsf((k + shift) * per_pixel - 1.0f), 0.0f);
  }
  __device__ float listed(int k) const {
    if ((u32)k >= (u32)size) return 0.0f;
    float at = fminf(((float)k + shift) * per_pixel, last);
    int i = (int)at;
    const float* t = filter_tables.v + table + i;
    return t[0] + (at - (float)i) * (t[1] - t[0]);
  }
  __device__ float raw(int k) const { return table < 0 ? triangle((float)k) : listed(k); }
  // Weight of pixel first + t, before folding.
  __device__ float following(int first, int t) const {
    return table < 0 ? triangle((float)(first + skip) + (float)t) : listed(first + skip + t);
  }

  __device__ float at(int j) const {
    float w = raw(j + skip);
    return folds ? folded(j, w) : w;
  }
  __device__ float folded(int j, float w) const {
    if (j == 0) w += before;
    if (j == taps - 1) w += behind;
    return w;
  }
  // Weights of K pixels starting at j.
  template <int K>
  __device__ void several(int j, float (&w)[K]) const {
    if (table < 0) {
#pragma unroll
      for (int k = 0; k < K; k++) w[k] = triangle((float)(j + k + skip));
    } else {
#pragma unroll
      for (int k = 0; k < K; k++) w[k] = listed(j + k + skip);
    }
    if (j == 0) w[0] += before;
    if (j + K == taps) w[K - 1] += behind;
  }
};

// Rounds integers, halves to even.
template <class T>
__device__ inline T resampled(float v) {
  if constexpr (is_real<T>)
    return convert<T>(v);
  else if constexpr (is_bool<T> || sizeof(T) == 8)
    return convert<T>(rintf(v));
  else
    return convert_even<T>(v);
}
