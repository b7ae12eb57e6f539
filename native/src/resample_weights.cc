// Filter weights: which pixels make an output, and how much each counts.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string>

#include "headrace/resample.h"

namespace hr {
namespace {

// Note [Filters]
// What DALI 2.4.0 computes, found by resizing unit impulses. With scale = (hi - lo) / out_size
// output i lies at c = lo + (i + ½)·scale - ½, in units where pixel centres are integers; a filter
// of radius r weighs the pixels in [c - r, c + r), weights are normalised to sum 1, and pixels
// outside the image (not outside the interval) take the value of the nearest edge.
//   triangular  1 - |d|                      radius 1
//   cubic       Keys, a = -½                 radius 2
//   gaussian    exp(-4 d²)                   radius 1 (cut at 1.8 % of the peak)
//   lanczos3    sinc(d) sinc(d/3)            radius 3
// d is in units of |scale| when antialiasing a shrinking axis, else in pixels. All but triangular
// are read from tables of 32 points a unit with linear interpolation. LINEAR is triangular. No
// radius exceeds 4096 pixels. Nearest takes the pixel that lo + (i + ½)·scale falls into.

// Note [Ties]
// Two filters are discontinuous, so a last-bit difference in c changes the result: nearest when c
// falls between two pixels, gaussian when a pixel lies exactly r away. Integer ratios do this
// all the time. DALI's float32 arithmetic decides such ties and we follow it: coordinates of the
// axis it resamples second are relative to the block that its first pass left (`origin`); nearest
// rows, unlike columns, are found by repeated addition (`stepwise`); the gaussian's radius is
// rounded by way of its sigma.

constexpr int kPerUnit = 32;
constexpr float kLargestRadius = 4096;

struct Kernel {
  float radius;              // of the filter at scale 1
  std::vector<float> table;  // from -radius to radius, then two zeros; empty: triangular
};

Kernel sampled(int radius, double (*f)(double)) {
  Kernel k{static_cast<float>(radius), {}};
  for (int i = 0; i <= 2 * radius * kPerUnit; i++)
    k.table.push_back(static_cast<float>(f(static_cast<double>(i) / kPerUnit - radius)));
  k.table.insert(k.table.end(), 2, 0.0f);
  return k;
}

double sinc(double x) {
  return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
}

const Kernel& kernel(Filter f) {
  static const Kernel triangular{1, {}};
  static const Kernel cubic = sampled(2, [](double x) {
    x = std::fabs(x);
    return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2;
  });
  static const Kernel gaussian = sampled(1, [](double x) { return std::exp(-4 * x * x); });
  static const Kernel lanczos3 = sampled(3, [](double x) { return sinc(x) * sinc(x / 3); });
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
  return a.filter != Filter::gaussian && a.hi - a.lo == static_cast<double>(a.out_size) &&
         a.lo == std::floor(a.lo) && a.lo >= 0 && a.hi <= static_cast<double>(a.in_size);
}

void build_nearest(const Axis& a, Taps& t) {
  float scale = scale_of(a), lo = static_cast<float>(a.lo) - static_cast<float>(a.origin);
  float step = lo + 0.5f * scale;
  for (int64_t i = 0; i < a.out_size; i++, step += scale) {
    float c = a.stepwise ? step : (static_cast<float>(i) + 0.5f) * scale + lo;
    double pixel = std::floor(static_cast<double>(c)) + static_cast<double>(a.origin);
    t.start[i] = static_cast<int32_t>(std::clamp(pixel, 0.0, static_cast<double>(a.in_size - 1)));
  }
  t.weight.assign(a.out_size, 1.0f);
}

// Weights of the pixels first, first + 1, … of one output, whose support starts at `left`.
void weigh(const Kernel& kernel, float left, int64_t first, float per_pixel, int n, float* w) {
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

// Drops zeros in front of and behind all outputs' weights, and keeps their number equal and
// their pixels inside the image.
void trim(int64_t in_size, Taps& t) {
  const int64_t n = static_cast<int64_t>(t.start.size()), taps = t.taps;
  int64_t used = 1;
  bool moved = false;
  for (int64_t i = 0; i < n; i++) {
    float* w = &t.weight[i * taps];
    int64_t from = 0, to = taps;
    while (from + 1 < to && w[from] == 0) from++;
    while (from + 1 < to && w[to - 1] == 0) to--;
    used = std::max(used, to - from);
    if (!from) continue;
    std::rotate(w, w + from, w + taps);
    t.start[i] += static_cast<int32_t>(from);
    moved = true;
  }
  if (used == taps && !moved) return;
  for (int64_t i = 0; i < n; i++) {
    float *from = &t.weight[i * taps], *to = &t.weight[i * used];
    int64_t shift = std::max<int64_t>(0, t.start[i] + used - in_size);
    std::memmove(to + shift, from, sizeof(float) * (used - shift));
    std::fill(to, to + shift, 0.0f);
    t.start[i] -= static_cast<int32_t>(shift);
  }
  t.taps = static_cast<int>(used);
  t.weight.resize(n * used);
}

void build_filtered(const Axis& a, Taps& t) {
  const Kernel& k = kernel(a.filter);
  float scale = scale_of(a), radius = radius_of(a);
  int support = std::max(1, static_cast<int>(std::ceil(2 * radius)));
  float per_pixel = (k.table.empty() ? 1.0f : k.radius * kPerUnit) / radius;
  float left0 =
      static_cast<float>(a.lo) - static_cast<float>(a.origin) + (0.5f * scale - 0.5f - radius);
  int64_t taps = std::min<int64_t>(support, a.in_size);
  std::vector<float> beyond(support);
  t.taps = static_cast<int>(taps);
  t.weight.resize(a.out_size * taps);
  for (int64_t i = 0; i < a.out_size; i++) {
    float left = static_cast<float>(i) * scale + left0;
    int64_t first = static_cast<int64_t>(std::ceil(left)), start = first + a.origin;
    float* out = &t.weight[i * taps];
    if (start >= 0 && start + support <= a.in_size) {
      weigh(k, left, first, per_pixel, support, out);
    } else {  // fold what lies beyond the edges onto them
      weigh(k, left, first, per_pixel, support, beyond.data());
      std::fill(out, out + taps, 0.0f);
      int64_t pixel = start;
      start = std::clamp<int64_t>(start, 0, a.in_size - taps);
      for (float w : beyond) out[std::clamp<int64_t>(pixel++, 0, a.in_size - 1) - start] += w;
    }
    t.start[i] = static_cast<int32_t>(start);
  }
  trim(a.in_size, t);
}

void check(const Axis& a) {
  constexpr double kFar = 1 << 30;
  if (a.in_size >= 1 && a.in_size <= kFar && a.out_size >= 1 && a.out_size <= kFar &&
      std::fabs(a.lo) <= kFar && std::fabs(a.hi) <= kFar)
    return;
  throw Error(ErrorKind::value, "cannot resample " + std::to_string(a.in_size) +
                                    " elements, interval " + std::to_string(a.lo) + " to " +
                                    std::to_string(a.hi) + ", to " + std::to_string(a.out_size));
}

void build(const Axis& a, Taps& t) {
  check(a);
  t.taps = 1;
  t.identity = is_identity(a);
  if (t.identity) {
    t.source = {static_cast<int64_t>(a.lo), static_cast<int64_t>(a.hi)};
    t.start.clear();
    t.weight.clear();
    return;
  }
  t.start.resize(a.out_size);
  a.filter == Filter::nearest ? build_nearest(a, t) : build_filtered(a, t);
  auto [lo, hi] = std::minmax_element(t.start.begin(), t.start.end());
  t.source = {*lo, *hi + t.taps};
  for (int32_t& s : t.start) s -= static_cast<int32_t>(t.source.lo);
}

}  // namespace

// Fills in `origin` and `stepwise` as Note [Ties] tells. DALI resamples first along the axis that
// leaves less to do, counting a column 1.1 times a row.
void settle_ties(Axis& y, Axis& x) {
  check(y);
  check(x);
  y.stepwise = y.filter == Filter::nearest;
  double iy = std::fabs(y.hi - y.lo), ix = std::fabs(x.hi - x.lo);
  double oy = static_cast<double>(y.out_size), ox = static_cast<double>(x.out_size);
  bool y_first = oy * ix - 1.1 * ox * iy + 0.1 * ox * oy < 0;
  Axis& second = y_first ? x : y;
  double edge = std::floor(std::min(second.lo, second.hi));
  if (second.filter == Filter::gaussian)
    edge = std::ceil(std::min(second.lo, second.hi) + 0.5 * std::fabs(scale_of(second)) - 0.5 -
                     radius_of(second));
  if (second.filter == Filter::nearest || second.filter == Filter::gaussian)
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
  oldest->used = 0;  // unusable if build throws
  build(axis, oldest->taps);
  oldest->axis = axis;
  oldest->used = ++clock_;
  return oldest->taps;
}

SourceWindow source_window(const Axis& y, const Axis& x, Scratch& s) {
  Axis ay = y, ax = x;
  settle_ties(ay, ax);
  return {s.taps(ay).source, s.taps(ax).source};
}

}  // namespace hr
