// Resampling: filter weights, the order of passes, and the walk over rows. The loops over pixels
// are in simd/resample.cc.
#include "headrace/resample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string>

#include "headrace/simd/convert.h"
#include "headrace/simd/resample.h"

namespace hr {
namespace {

// ---- weights ---------------------------------------------------------------------------------

// Note [Filters]
// What DALI 2.4.0 computes, found by resizing unit impulses. With scale = |hi - lo| / out_size:
// output i lies at c = lo + (i + ½)·scale - ½ in pixel centres; a filter of radius r weighs the
// pixels in [c - r, c + r), weights are normalised to sum 1, and pixels outside the image (not
// outside the interval) take the value of the nearest edge.
//   triangular  1 - |d|                      radius 1
//   cubic       Keys, a = -½                 radius 2
//   gaussian    exp(-4 d²)                   radius 1 (cut at 1.8 % of the peak)
//   lanczos3    sinc(d) sinc(d/3)            radius 3
// d is in units of scale when antialiasing a shrinking axis, else in pixels. All but triangular
// are read from tables of 32 points a unit with linear interpolation. LINEAR is triangular.
// The interval only sets the scale: antialiasing depends on each axis alone.

// Note [Ties]
// Two filters are discontinuous, so a last-bit difference in c changes the result: nearest when c
// falls between two pixels, gaussian when a pixel lies exactly r away. Integer ratios do this
// all the time. DALI's float32 arithmetic decides such ties and we follow it: coordinates of the
// axis it resamples second are relative to the block that its first pass left (`origin`); nearest
// rows, unlike columns, are found by repeated addition (`stepwise`); the gaussian's radius is
// rounded by way of its sigma.

constexpr int kPerUnit = 32;

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

double sinc(double x) { return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x); }

const Kernel& kernel(Filter f) {
  static const Kernel triangular{1, {}};
  static const Kernel cubic = sampled(2, [](double x) {
    x = std::fabs(x);
    return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2;
  });
  static const Kernel gaussian = sampled(1, [](double x) { return std::exp(-4 * x * x); });
  static const Kernel lanczos3 = sampled(3, [](double x) { return sinc(x) * sinc(x / 3); });
  switch (f) {
    case Filter::cubic: return cubic;
    case Filter::gaussian: return gaussian;
    case Filter::lanczos3: return lanczos3;
    default: return triangular;
  }
}

float scale_of(const Axis& a) {
  return (static_cast<float>(a.hi) - static_cast<float>(a.lo)) / static_cast<float>(a.out_size);
}

// Radius in source pixels.
float radius_of(const Axis& a) {
  float scale = std::fabs(scale_of(a));
  float r = kernel(a.filter).radius * (a.antialias && scale > 1 ? scale : 1.0f);
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
  float x = (static_cast<float>(first) - left) * per_pixel;
  if (kernel.table.empty()) {
    for (int k = 0; k < n; k++) {
      float d = std::fabs((static_cast<float>(first + k) - left) * per_pixel - 1.0f);
      w[k] = d < 1 ? 1 - d : 0;
      sum += w[k];
    }
  } else {
    float last = static_cast<float>(kernel.table.size() - 2);
    for (int k = 0; k < n; k++) {
      x = std::min((static_cast<float>(first + k) - left) * per_pixel, last);
      int i = static_cast<int>(x);
      float f = x - static_cast<float>(i), a = kernel.table[i], b = kernel.table[i + 1];
      w[k] = a + f * (b - a);
      sum += w[k];
    }
  }
  float norm = 1 / sum;
  for (int k = 0; k < n; k++) w[k] *= norm;
}

void build_filtered(const Axis& a, Taps& t) {
  const Kernel& k = kernel(a.filter);
  float scale = scale_of(a), radius = radius_of(a);
  int support = std::max(1, static_cast<int>(std::ceil(2 * radius)));
  float per_pixel = (k.table.empty() ? 1.0f : k.radius * kPerUnit) / radius;
  float left0 = static_cast<float>(a.lo) - static_cast<float>(a.origin) +
                (0.5f * scale - 0.5f - radius);
  int64_t taps = std::min<int64_t>(support, a.in_size);
  std::vector<float> w(support);
  t.weight.assign(a.out_size * taps, 0.0f);
  int used = 1;
  for (int64_t i = 0; i < a.out_size; i++) {
    float left = static_cast<float>(i) * scale + left0;
    int64_t first = static_cast<int64_t>(std::ceil(left));
    weigh(k, left, first, per_pixel, support, w.data());
    first += a.origin;
    // Fold what lies beyond the edges onto them; drop zeros in front.
    int64_t start = std::clamp<int64_t>(first, 0, a.in_size - taps);
    float* out = &t.weight[i * taps];
    for (int j = 0; j < support; j++)
      out[std::clamp<int64_t>(first + j, 0, a.in_size - 1) - start] += w[j];
    int64_t from = 0, to = taps;
    while (from + 1 < to && out[from] == 0) from++;
    while (from + 1 < to && out[to - 1] == 0) to--;
    used = std::max(used, static_cast<int>(to - from));
    std::rotate(out, out + from, out + taps);
    t.start[i] = static_cast<int32_t>(start + from);
  }
  // Every output has `used` taps, inside the image: those near its end may start earlier.
  for (int64_t i = 0; i < a.out_size; i++) {
    float *from = &t.weight[i * taps], *to = &t.weight[i * used];
    int64_t shift = std::max<int64_t>(0, t.start[i] + used - a.in_size);
    std::memmove(to + shift, from, sizeof(float) * (used - shift));
    std::fill(to, to + shift, 0.0f);
    t.start[i] -= static_cast<int32_t>(shift);
  }
  t.weight.resize(a.out_size * used);
  t.taps = used;
}

void build(const Axis& a, Taps& t) {
  if (a.in_size < 1 || a.out_size < 1 || a.in_size > INT32_MAX || !std::isfinite(a.lo) ||
      !std::isfinite(a.hi))
    throw Error(ErrorKind::value, "cannot resample an axis of " + std::to_string(a.in_size) +
                                      " elements, interval " + std::to_string(a.lo) + " to " +
                                      std::to_string(a.hi) + ", to " + std::to_string(a.out_size));
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

// Fills in `origin` and `stepwise` as Note [Ties] tells. DALI resamples first along the axis that
// leaves less to do, counting a column 1.1 times a row.
void settle_ties(Axis& y, Axis& x) {
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

// ---- passes ----------------------------------------------------------------------------------

constexpr int kGroup = 4;  // rows that a horizontal pass takes at a time

template <class T>
T* grow(std::vector<T>& v, int64_t n) {
  if (static_cast<int64_t>(v.size()) < n) v.resize(n);
  return v.data();
}

struct Source {
  const ImageView& image;
  Range rows, cols;
  int64_t pitch, pixel;

  explicit Source(const ImageView& v)
      : image(v),
        rows(v.rows == Range{} ? Range{0, v.h} : v.rows),
        cols(v.cols == Range{} ? Range{0, v.w} : v.cols),
        pitch(v.pitch ? v.pitch : cols.size() * v.c * itemsize(v.dtype)),
        pixel(v.c * itemsize(v.dtype)) {}

  const void* at(int64_t y, int64_t x) const {
    return static_cast<const unsigned char*>(image.data) + (y - rows.lo) * pitch +
           (x - cols.lo) * pixel;
  }
};

// Where finished rows go: memory, or a sink.
struct Output {
  DType dtype;
  int64_t n;  // elements a row
  unsigned char* data = nullptr;
  int64_t pitch = 0;
  const RowSink* sink = nullptr;
  unsigned char* bytes = nullptr;  // one row, for the sink

  void put(int64_t y, const void* row, DType t) const {
    if (sink && t == dtype) return sink->put(sink->self, y, row);
    void* to = sink ? bytes : data + y * pitch;
    converter(t, dtype)(row, to, n);
    if (sink) sink->put(sink->self, y, to);
  }
};

struct Job {
  Source in;
  const Taps &y, &x;
  const Output& out;
  Scratch& s;
  int64_t out_h, out_w, c;
};

template <int kBytes>
void gather(const unsigned char* in, const int32_t* start, int64_t n, int64_t, unsigned char* out) {
  for (int64_t i = 0; i < n; i++) std::memcpy(out + i * kBytes, in + start[i] * int64_t{kBytes}, kBytes);
}

void gather_any(const unsigned char* in, const int32_t* start, int64_t n, int64_t bytes, unsigned char* out) {
  for (int64_t i = 0; i < n; i++) std::memcpy(out + i * bytes, in + start[i] * bytes, bytes);
}

// Nearest neighbours and plain copies: no arithmetic, exact for every type.
void copy_rows(const Job& j) {
  int64_t pixel = j.in.pixel;
  auto* pick = pixel == 1 ? &gather<1> : pixel == 2 ? &gather<2> : pixel == 3 ? &gather<3>
             : pixel == 4 ? &gather<4> : pixel == 12 ? &gather<12> : &gather_any;
  unsigned char* buffer = grow(j.s.pixels, j.out_w * pixel);
  DType t = j.in.image.dtype;
  int64_t held = -1;
  for (int64_t y = 0; y < j.out_h; y++) {
    int64_t row = j.y.source.lo + (j.y.identity ? y : j.y.start[y]);
    const void* from = j.in.at(row, j.x.source.lo);
    if (j.x.identity) {
      j.out.put(y, from, t);
      continue;
    }
    bool direct = !j.out.sink && t == j.out.dtype;
    unsigned char* to = direct ? j.out.data + y * j.out.pitch : buffer;
    if (direct || row != held)
      pick(static_cast<const unsigned char*>(from), j.x.start.data(), j.out_w, pixel, to);
    held = row;
    if (!direct) j.out.put(y, to, t);
  }
}

// A ring of float rows, each computed once while consecutive outputs need it.
struct Ring {
  Scratch& s;
  int slots;
  int64_t stride;

  Ring(Scratch& scratch, int n, int64_t length) : s(scratch), slots(n), stride(length + kRowPad) {
    grow(s.ring, slots * stride);
    s.ring_row.assign(slots, -1);
  }
  template <class F>
  const float* row(int64_t y, F&& compute) {
    float* at = s.ring.data() + y % slots * stride;
    if (s.ring_row[y % slots] != y) compute(at);
    s.ring_row[y % slots] = y;
    return at;
  }
};

// Columns of `group` rows of sums → results, channels 1 and 2 woven to 4.
void horizontal_group(const Job& j, const float* const* sums, float* const* results, int group) {
  const ResampleTable& t = *j.s.table;
  const int32_t* start = j.x.start.data();
  const float* weight = j.x.weight.data();
  int per_weave = j.c == 1 ? 4 : j.c == 2 ? 2 : kGroup + 1, r = 0;
  if (group >= per_weave) {
    int64_t n = j.x.source.size();
    float* in = grow(j.s.woven, 4 * (n + j.out_w) + 2 * kRowPad);
    float* out = in + 4 * n + kRowPad;
    for (; r + per_weave <= group; r += per_weave) {
      t.weave(sums + r, j.c, n, in);
      t.horizontal(&in, &out, 1, 4, start, weight, j.x.taps, j.out_w);
      t.unweave(out, j.c, j.out_w, results + r);
    }
  }
  t.horizontal(sums + r, results + r, group - r, j.c, start, weight, j.x.taps, j.out_w);
}

// Rows first, over the columns that are needed; then columns. Best when the height shrinks.
void vertical_first(const Job& j) {
  const ResampleTable& t = *j.s.table;
  const DType dtype = j.in.image.dtype;
  const int taps = j.y.taps;
  const int64_t n = j.x.source.size() * j.c, stride = n + kRowPad, out_stride = j.out.n + kRowPad;
  float* sums = grow(j.s.sums, kGroup * stride);
  float* results = grow(j.s.results, kGroup * out_stride);
  // Bytes are widened in registers unless each row is used so often that a float copy pays.
  const bool direct = dtype == DType::f32 ||
                      (dtype == DType::u8 && j.out_h * taps <= 3 * j.y.source.size());
  Ring ring(j.s, direct ? 0 : taps, n);
  const void** rows = grow(j.s.rows, taps);
  ConvertFunction widen = converter(dtype, DType::f32);

  const float* sum_rows[kGroup];
  float* result_rows[kGroup];
  for (int64_t y0 = 0; y0 < j.out_h; y0 += kGroup) {
    int group = static_cast<int>(std::min<int64_t>(kGroup, j.out_h - y0));
    for (int r = 0; r < group; r++) {
      const float* weight = &j.y.weight[(y0 + r) * taps];
      for (int k = 0; k < taps; k++) {
        int64_t row = j.y.source.lo + j.y.start[y0 + r] + k;
        const void* from = j.in.at(row, j.x.source.lo);
        rows[k] = direct ? from : ring.row(row, [&](float* to) { widen(from, to, n); });
      }
      float* sum = sums + r * stride;
      sum_rows[r] = sum;
      result_rows[r] = results + r * out_stride;
      if (direct && dtype == DType::u8)
        t.vertical_u8(reinterpret_cast<const uint8_t* const*>(rows), weight, taps, n, sum);
      else
        t.vertical_f32(reinterpret_cast<const float* const*>(rows), weight, taps, n, sum);
    }
    if (!j.x.identity) horizontal_group(j, sum_rows, result_rows, group);
    for (int r = 0; r < group; r++)
      j.out.put(y0 + r, j.x.identity ? sum_rows[r] : result_rows[r], DType::f32);
  }
}

// Columns first, each source row once; then rows. Best when the height grows.
void horizontal_first(const Job& j) {
  const ResampleTable& t = *j.s.table;
  const int64_t n = j.x.source.size() * j.c;
  float* wide = grow(j.s.sums, n + kRowPad);
  float* result = grow(j.s.results, j.out.n + kRowPad);
  Ring ring(j.s, j.y.taps, j.out.n);
  const void** rows = grow(j.s.rows, j.y.taps);
  ConvertFunction widen = converter(j.in.image.dtype, DType::f32);

  auto narrow_row = [&](int64_t y) {
    return ring.row(y, [&](float* to) {
      widen(j.in.at(y, j.x.source.lo), wide, n);
      t.horizontal(&wide, &to, 1, j.c, j.x.start.data(), j.x.weight.data(), j.x.taps, j.out_w);
    });
  };
  for (int64_t y = 0; y < j.out_h; y++) {
    if (j.y.identity) {
      j.out.put(y, narrow_row(j.y.source.lo + y), DType::f32);
      continue;
    }
    for (int k = 0; k < j.y.taps; k++) rows[k] = narrow_row(j.y.source.lo + j.y.start[y] + k);
    t.vertical_f32(reinterpret_cast<const float* const*>(rows), &j.y.weight[y * j.y.taps],
                   j.y.taps, j.out.n, result);
    j.out.put(y, result, DType::f32);
  }
}

// Rough cycles: a vertical tap costs about 1/6 an element, a horizontal one 1/2 for 4 channels.
bool columns_first(const Job& j) {
  if (j.x.identity) return false;
  if (j.y.identity) return true;
  double n = static_cast<double>(j.x.source.size() * j.c), out_n = static_cast<double>(j.out.n);
  double h = static_cast<double>(j.out_h), rows = static_cast<double>(j.y.source.size());
  double along = 0.5 * static_cast<double>(j.out_w * ((j.c + 3) / 4) * j.x.taps);
  return rows * along + h * out_n * j.y.taps / 6 < h * along + h * n * j.y.taps / 6;
}

bool inside(Range part, Range whole) { return part.lo >= whole.lo && part.hi <= whole.hi; }

void resize(const ImageView& in, Axis y, Axis x, Output& out, Scratch& s) {
  settle_ties(y, x);
  const Taps &ty = s.taps(y), &tx = s.taps(x);
  out.n = x.out_size * in.c;
  if (out.sink) out.bytes = grow(s.bytes, out.n * 8);
  if (!out.pitch) out.pitch = out.n * itemsize(out.dtype);
  Job job{Source(in), ty, tx, out, s, y.out_size, x.out_size, in.c};
  if (in.h != y.in_size || in.w != x.in_size || in.c < 1 || !inside(ty.source, job.in.rows) ||
      !inside(tx.source, job.in.cols))
    throw Error(ErrorKind::value, "the image or the part of it in memory does not fit the axes to resample");
  auto copies = [](const Axis& a, const Taps& t) { return t.identity || a.filter == Filter::nearest; };
  if (copies(y, ty) && copies(x, tx)) return copy_rows(job);
  columns_first(job) ? horizontal_first(job) : vertical_first(job);
}

const ResampleTable& table_for(Isa isa) {
#if defined(HR_X86)
  if (isa == Isa::avx512) return avx512::resample_table();
  if (isa == Isa::avx2) return avx2::resample_table();
#endif
  (void)isa;
  return base::resample_table();
}

}  // namespace

Scratch::Scratch(Isa isa) : table(&table_for(isa)) {}

const Taps& Scratch::taps(const Axis& axis) {
  for (Cached& c : cache_)
    if (c.axis.out_size && c.axis == axis) return c.taps;
  Cached& c = cache_[next_++ % kCached];
  c.axis = {};  // stays unusable if build throws
  build(axis, c.taps);
  c.axis = axis;
  return c.taps;
}

SourceWindow source_window(const Axis& y, const Axis& x, Scratch& s) {
  Axis ay = y, ax = x;
  settle_ties(ay, ax);
  return {s.taps(ay).source, s.taps(ax).source};
}

void resize2d(const ImageView& in, const Axis& y, const Axis& x, void* out, DType out_dtype,
              int64_t out_pitch, Scratch& s) {
  Output o{out_dtype, 0, static_cast<unsigned char*>(out), out_pitch};
  resize(in, y, x, o, s);
}

void resize2d(const ImageView& in, const Axis& y, const Axis& x, DType out_dtype,
              const RowSink& sink, Scratch& s) {
  Output o{out_dtype, 0};
  o.sink = &sink;
  resize(in, y, x, o, s);
}

void resample_axis(const void* in, DType in_dtype, int64_t outer, int64_t inner, const Axis& axis,
                   void* out, DType out_dtype, Scratch& s) {
  if (inner < 16) {  // the outer elements are rows, the inner ones channels
    ImageView view{in, in_dtype, outer, axis.in_size, inner};
    return resize2d(view, whole_axis(outer, outer, Filter::nearest), axis, out, out_dtype, 0, s);
  }
  constexpr int64_t kColumns = 4096;  // a few rows of so many floats fit a first-level cache
  int64_t in_item = itemsize(in_dtype), out_item = itemsize(out_dtype);
  for (int64_t o = 0; o < outer; o++) {
    for (int64_t i = 0; i < inner; i += kColumns) {
      int64_t w = std::min(kColumns, inner - i);
      ImageView view{static_cast<const char*>(in) + (o * axis.in_size * inner + i) * in_item,
                     in_dtype, axis.in_size, w, 1, inner * in_item};
      resize2d(view, axis, whole_axis(w, w, Filter::nearest),
               static_cast<char*>(out) + (o * axis.out_size * inner + i) * out_item, out_dtype,
               inner * out_item, s);
    }
  }
}

}  // namespace hr
