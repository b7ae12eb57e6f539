// Filter weights: which source pixels contribute to an output, and how much.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string>

#include "numerics/resample.h"
#include "numerics/resample_sampling.h"

namespace hr {
namespace {

// Note [Filters]
// Behaviour of DALI 2.4.0, found by resizing unit impulses. With scale = (hi - lo) / out_size,
// output i is centred at c = lo + (i + ½)·scale - ½, where pixel centres are integers. A filter of
// radius r weights the pixels in [c - r, c + r). Weights are normalised to sum 1. Pixels outside of
// the image (not of the interval) take the value of the nearest edge.
//   triangular  1 - |d|                      radius 1
//   cubic       Keys, a = -½                 radius 2
//   gaussian    exp(-4 d²)                   radius 1 (cut at 1.8 % of the peak)
//   lanczos3    sinc(d) sinc(d/3)            radius 3
// d is in units of |scale| when antialiasing a shrinking axis, else in pixels. All but triangular
// are read from tables of 32 points per unit with linear interpolation. LINEAR is triangular. No
// radius exceeds 4096 pixels. Nearest takes the pixel that contains lo + (i + ½)·scale.

// Note [Ties]
// Two filters are discontinuous, so a last-bit difference in c changes the result: nearest when c
// falls between two pixels, gaussian when a pixel is exactly r away. Integer ratios cause this
// regularly. DALI's float32 arithmetic decides such ties, and we follow it: coordinates of the axis
// that DALI resamples second are relative to the block that its first pass produced (`origin`);
// nearest rows, unlike columns, are found by repeated addition (`stepwise`); the gaussian's radius
// is rounded by computing it from its sigma.

constexpr int kPerUnit = 32;
constexpr float kLargestRadius = 4096;

struct FilterShape {
  float radius;              // of the filter at scale 1
  std::vector<float> table;  // from -radius to radius, then two zeros; empty: triangular
};

FilterShape sampled(int radius, double (*f)(double)) {
  FilterShape k{static_cast<float>(radius), {}};
  for (int i = 0; i <= 2 * radius * kPerUnit; i++)
    k.table.push_back(static_cast<float>(f(static_cast<double>(i) / kPerUnit - radius)));
  k.table.insert(k.table.end(), 2, 0.0f);
  return k;
}

double sinc(double x) {
  return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
}

const FilterShape& kernel(Filter f) {
  // Never destroyed: workers may still run when the program ends.
  static const auto& triangular = *new FilterShape{1, {}};
  static const auto& cubic = *new FilterShape(sampled(2, [](double x) {
    x = std::fabs(x);
    return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2;
  }));
  static const auto& gaussian =
      *new FilterShape(sampled(1, [](double x) { return std::exp(-4 * x * x); }));
  static const auto& lanczos3 =
      *new FilterShape(sampled(3, [](double x) { return sinc(x) * sinc(x / 3); }));
  switch (f) {
    case Filter::cubic:
      return cubic;
    case Filter::gaussian:
      return gaussian;
    case Filter::lanczos3:
      return lanczos3;
    default:
      return triangular;
  }
}

float scale_of(const Axis& a) {
  return (static_cast<float>(a.hi) - static_cast<float>(a.lo)) / static_cast<float>(a.out_size);
}

// Radius in source pixels.
float radius_of(const Axis& a) {
  float scale = std::fabs(scale_of(a));
  float r = kernel(a.filter).radius * (a.antialias && scale > 1 ? scale : 1.0f);
  r = std::min(r, kLargestRadius);
  if (a.filter == Filter::gaussian) {  // Note [Ties]
    float sigma = static_cast<float>(static_cast<double>(0.5f * r) / std::numbers::sqrt2);
    float reach = 2 * static_cast<float>(std::numbers::sqrt2) * sigma;
    r = kPerUnit / (kPerUnit / reach);
  }
  return r;
}

bool is_identity(const Axis& a) {
  if (a.filter == Filter::gaussian || a.hi - a.lo != static_cast<double>(a.out_size) ||
      a.lo != std::floor(a.lo))
    return false;
  Range all = a.outputs();
  return a.lo + static_cast<double>(all.lo) >= 0 &&
         a.lo + static_cast<double>(all.hi) <= static_cast<double>(a.in_size);
}

// Position of output 0 of a stepwise axis.
float first_step(const Axis& a) {
  float lo = static_cast<float>(a.lo) - static_cast<float>(a.origin);
  return lo + 0.5f * scale_of(a);
}

// Calls put(i, pixel) for each output of `part`.
template <class F>
void nearest_pixels(const Axis& a, Range part, F&& put) {
  float scale = scale_of(a), lo = static_cast<float>(a.lo) - static_cast<float>(a.origin);
  float step = first_step(a);
  for (int64_t i = std::min<int64_t>(part.lo, 0); i < part.hi; i++) {
    float c = (static_cast<float>(i) + 0.5f) * scale + lo;
    if (a.stepwise && i >= 0) {
      c = step;
      step += scale;
    }
    if (i < part.lo) continue;
    double pixel = std::floor(static_cast<double>(c)) + static_cast<double>(a.origin);
    put(i, static_cast<int32_t>(std::clamp(pixel, 0.0, static_cast<double>(a.in_size - 1))));
  }
}

void build_nearest(const Axis& a, Taps& t) {
  Range all = a.outputs();
  nearest_pixels(a, all, [&](int64_t i, int32_t pixel) { t.start[i - all.lo] = pixel; });
  t.weight.assign(all.size(), 1.0f);
}

// Weights of the pixels first, first + 1, … of one output, whose support starts at `left`.
void weigh(const FilterShape& kernel, float left, int64_t first, float per_pixel, int n, float* w) {
  float sum = 0;
  if (kernel.table.empty()) {
    for (int k = 0; k < n; k++) {
      float d = std::fabs((static_cast<float>(first + k) - left) * per_pixel - 1.0f);
      w[k] = d < 1 ? 1 - d : 0;
      sum += w[k];
    }
  } else {
    const float* table = kernel.table.data();
    float last = static_cast<float>(kernel.table.size() - 2);
    for (int k = 0; k < n; k++) {
      float x = std::min((static_cast<float>(first + k) - left) * per_pixel, last);
      int i = static_cast<int>(x);
      w[k] = table[i] + (x - static_cast<float>(i)) * (table[i + 1] - table[i]);
      sum += w[k];
    }
  }
  float norm = 1 / sum;
  for (int k = 0; k < n; k++) w[k] *= norm;
}

// Drops taps whose weight is zero for all outputs, at both ends. All outputs keep the same number
// of taps, and no output reads a pixel that it did not read before.
void trim(Taps& t) {
  const int64_t n = static_cast<int64_t>(t.start.size()), taps = t.taps;
  int64_t used = 1;
  auto first = [&](const float* w) {
    int64_t from = 0;
    while (from + 1 < taps && w[from] == 0) from++;
    return from;
  };
  for (int64_t i = 0; i < n; i++) {
    const float* w = &t.weight[i * taps];
    int64_t from = first(w), to = taps;
    while (from + 1 < to && w[to - 1] == 0) to--;
    used = std::max(used, to - from);
  }
  if (used == taps) return;
  for (int64_t i = 0; i < n; i++) {
    const float* from = &t.weight[i * taps];
    int64_t skip = std::min(first(from), taps - used);
    std::memmove(&t.weight[i * used], from + skip, sizeof(float) * used);
    t.start[i] += static_cast<int32_t>(skip);
  }
  t.taps = static_cast<int>(used);
  t.weight.resize(n * used);
}

int64_t round_up(float v) {  // std::ceil is a function call without SSE4.1
  int64_t i = static_cast<int64_t>(v);
  return i + (static_cast<float>(i) < v);
}

// Supports of outputs: `taps` pixels from start(i); those outside of the image fold onto its edges.
struct Support {
  float scale, radius, left0;
  int size;
  int64_t taps, origin, last;

  explicit Support(const Axis& a)
      : scale(scale_of(a)),
        radius(radius_of(a)),
        left0(static_cast<float>(a.lo) - static_cast<float>(a.origin) +
              (0.5f * scale - 0.5f - radius)),
        size(std::max(1, static_cast<int>(std::ceil(2 * radius)))),
        taps(std::min<int64_t>(size, a.in_size)),
        origin(a.origin),
        last(a.in_size - taps) {}

  float left(int64_t i) const { return static_cast<float>(i) * scale + left0; }
  int64_t start(int64_t i) const {
    return std::clamp<int64_t>(round_up(left(i)) + origin, 0, last);
  }
};

float per_pixel_of(const FilterShape& k, float radius) {
  return (k.table.empty() ? 1.0f : k.radius * kPerUnit) / radius;
}

// Axis::cut: pixels outside of the image get no weight, and the others are normalised again. A
// support without any pixel of the image stays as it is.
void drop_outside(std::vector<float>& weights, int64_t first, int64_t in_size) {
  auto outside = [&](size_t k) {
    int64_t pixel = first + static_cast<int64_t>(k);
    return pixel < 0 || pixel >= in_size;
  };
  float inside = 0;
  for (size_t k = 0; k < weights.size(); k++) inside += outside(k) ? 0.0f : weights[k];
  if (inside == 0) return;
  for (size_t k = 0; k < weights.size(); k++) weights[k] = outside(k) ? 0.0f : weights[k] / inside;
}

void build_filtered(const Axis& a, Taps& t) {
  const FilterShape& k = kernel(a.filter);
  const Support support(a);
  const Range all = a.outputs();
  float per_pixel = per_pixel_of(k, support.radius);
  std::vector<float> beyond(support.size);
  t.taps = static_cast<int>(support.taps);
  t.weight.resize(all.size() * support.taps);
  for (int64_t i = all.lo; i < all.hi; i++) {
    float left = support.left(i);
    int64_t first = round_up(left), pixel = first + a.origin;
    int64_t start = std::clamp<int64_t>(pixel, 0, support.last);
    float* out = &t.weight[(i - all.lo) * support.taps];
    t.start[i - all.lo] = static_cast<int32_t>(start);
    if (pixel == start && support.size == support.taps) {
      weigh(k, left, first, per_pixel, support.size, out);
      continue;
    }
    weigh(k, left, first, per_pixel, support.size, beyond.data());
    std::fill(out, out + support.taps, 0.0f);
    if (a.cut) drop_outside(beyond, pixel, a.in_size);
    for (float w : beyond) out[std::clamp<int64_t>(pixel++, 0, a.in_size - 1) - start] += w;
  }
  trim(t);
}

// Keeps the computed outputs only, in their order.
void select(const Axis& a, Taps& t) {
  const Range all = a.outputs(), part = a.computed();
  const int64_t skip = part.lo - all.lo, n = part.size(), taps = t.taps;
  if (t.identity && !a.mirror) {
    t.source = {t.source.lo + skip, t.source.lo + skip + n};
    return;
  }
  if (t.identity) {
    t.identity = false;
    for (int64_t i = 0; i < n; i++) t.start.push_back(static_cast<int32_t>(skip + i + t.source.lo));
    t.weight.assign(n, 1.0f);
  } else {
    t.start.erase(t.start.begin(), t.start.begin() + skip);
    t.weight.erase(t.weight.begin(), t.weight.begin() + skip * taps);
    t.start.resize(n);
    t.weight.resize(n * taps);
  }
  if (!a.mirror) return;
  std::reverse(t.start.begin(), t.start.end());
  for (int64_t i = 0; i < n / 2; i++)
    std::swap_ranges(&t.weight[i * taps], &t.weight[i * taps] + taps,
                     &t.weight[(n - 1 - i) * taps]);
}

void check(const Axis& a) {
  constexpr double kFar = 1 << 30;
  const Range all = a.outputs(), part = a.computed();
  if (a.in_size >= 1 && a.in_size <= kFar && a.out_size >= 1 && a.out_size <= kFar &&
      std::fabs(a.lo) <= kFar && std::fabs(a.hi) <= kFar && all.lo >= -kFar && all.hi <= kFar &&
      all.lo <= part.lo && part.lo < part.hi && part.hi <= all.hi)
    return;
  throw Error(ErrorKind::value, "cannot resample " + std::to_string(a.in_size) +
                                    " elements, interval " + std::to_string(a.lo) + " to " +
                                    std::to_string(a.hi) + ", to " + std::to_string(a.out_size));
}

Range bounds(const Taps& t) {
  auto [lo, hi] = std::minmax_element(t.start.begin(), t.start.end());
  return {*lo, *hi + t.taps};
}

void build(const Axis& a, Taps& t) {
  check(a);
  const Range all = a.outputs();
  const int64_t lo = static_cast<int64_t>(a.lo);
  t.taps = 1;
  t.identity = is_identity(a);
  t.copies = t.identity || a.filter == Filter::nn;
  t.start.clear();
  t.weight.clear();
  if (t.identity) {
    t.source = {lo + all.lo, lo + all.hi};
  } else {
    t.start.resize(all.size());
    a.filter == Filter::nn ? build_nearest(a, t) : build_filtered(a, t);
    t.source = bounds(t);
  }
  t.reach = t.source.size();
  if (a.computed() != all || a.mirror) select(a, t);
  if (t.identity) return;
  t.source = bounds(t);
  for (int32_t& s : t.start) s -= static_cast<int32_t>(t.source.lo);
}

// Bounds of the pixels that an axis reads. Coordinates are monotonic, so the two ends suffice.
Range source_range(const Axis& a) {
  const Range part = a.computed();
  if (is_identity(a)) {
    int64_t lo = static_cast<int64_t>(a.lo);
    return {lo + part.lo, lo + part.hi};
  }
  int64_t first = 0, last = 0, taps = 1;
  if (a.filter == Filter::nn) {
    nearest_pixels(a, part, [&](int64_t i, int32_t pixel) {
      if (i == part.lo) first = pixel;
      last = pixel;
    });
  } else {
    Support support(a);
    first = support.start(part.lo);
    last = support.start(part.hi - 1);
    taps = support.taps;
  }
  if (first > last) std::swap(first, last);
  return {first, last + taps};
}

}  // namespace

Axis part_of(const Axis& a, Range want) {
  Axis r = a;
  Range all = a.computed();
  r.window = a.mirror ? Range{all.hi - want.hi, all.hi - want.lo}
                      : Range{all.lo + want.lo, all.lo + want.hi};
  return r;
}

bool is_untouched(const Axis& a) {
  return !a.mirror && is_identity(a) && a.lo + static_cast<double>(a.computed().lo) == 0 &&
         a.count() == a.in_size;
}

// Sets `origin` and `stepwise` as described in Note [Ties]. DALI first resamples along the axis
// that leaves less work, counting a column as 1.1 rows.
void settle_ties(Axis& y, Axis& x) {
  check(y);
  check(x);
  y.stepwise = y.filter == Filter::nn;
  double iy = std::fabs(y.hi - y.lo), ix = std::fabs(x.hi - x.lo);
  double oy = static_cast<double>(y.out_size), ox = static_cast<double>(x.out_size);
  bool y_first = oy * ix - 1.1 * ox * iy + 0.1 * ox * oy < 0;
  Axis& second = y_first ? x : y;
  double edge = std::floor(std::min(second.lo, second.hi));
  if (second.filter == Filter::gaussian)
    edge = std::ceil(std::min(second.lo, second.hi) + 0.5 * std::fabs(scale_of(second)) - 0.5 -
                     radius_of(second));
  if (second.filter == Filter::nn || second.filter == Filter::gaussian)
    second.origin = static_cast<int64_t>(std::max(0.0, edge));
}

const Taps& Scratch::taps(const Axis& axis) {
  Cached* oldest = cache_;
  for (Cached& c : cache_) {
    if (c.used && c.axis == axis) {
      c.used = ++clock_;
      return c.taps;
    }
    if (c.used < oldest->used) oldest = &c;
  }
  oldest->used = 0;  // invalid if build throws
  build(axis, oldest->taps);
  oldest->axis = axis;
  oldest->used = ++clock_;
  return oldest->taps;
}

AxisSampling sampling_of(const Axis& a) {
  check(a);
  AxisSampling s;
  s.copied = is_identity(a);
  s.origin = s.copied ? static_cast<int64_t>(a.lo) : a.origin;
  s.scale = scale_of(a);
  s.left = static_cast<float>(a.lo) - static_cast<float>(a.origin);
  if (s.copied || a.filter == Filter::nn) return s;
  const FilterShape& k = kernel(a.filter);
  const Support support(a);
  s.size = support.size;
  s.taps = support.taps;
  s.left = support.left0;
  s.per_pixel = per_pixel_of(k, support.radius);
  return s;
}

void walk_nearest(const Axis& a, int64_t every, int n, float* at) {
  float scale = scale_of(a), step = first_step(a);
  for (int k = 0; k < n; k++) {
    at[k] = step;
    for (int64_t i = 0; i < every && k + 1 < n; i++) step += scale;
  }
}

SourceWindow source_window(const Axis& y, const Axis& x) {
  Axis ay = y, ax = x;
  settle_ties(ay, ax);
  return {source_range(ay), source_range(ax)};
}

}  // namespace hr
