// Resampling: order of passes and iteration over rows. Weights are built in resample_weights.cc,
// the loops over pixels are in simd/resample.cc.
#include "numerics/resample.h"

#include <algorithm>
#include <cstring>

#include "simd/convert.h"
#include "simd/resample.h"

namespace hr {
namespace {

constexpr int kGroup = 4;  // rows per step of a horizontal pass

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

bool is_real_dtype(DType t) {
  return t == DType::f32 || t == DType::f64 || t == DType::f16 || t == DType::bf16;
}

// Destination of finished rows: memory or a sink.
struct Output {
  DType dtype;
  int64_t n;  // elements per row
  unsigned char* data = nullptr;
  int64_t pitch = 0;
  const RowSink* sink = nullptr;
  unsigned char* bytes = nullptr;  // one row, passed to the sink
  Scratch* s = nullptr;

  void put(int64_t y, const void* row, DType t) const {
    if (sink && t == dtype) return sink->put(sink->self, y, row);
    void* to = sink ? bytes : data + y * pitch;
    if (t == DType::f32 && dtype == DType::u8) {
      s->table->store_u8(static_cast<const float*>(row), n, static_cast<uint8_t*>(to));
    } else {
      if (t == DType::f32 && !is_real_dtype(dtype)) {
        float* rounded = grow(s->rounded, n);
        s->table->round_even(static_cast<const float*>(row), n, rounded);
        row = rounded;
      }
      converter(t, dtype)(row, to, n);
    }
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

using Gather = void(const unsigned char* in, const Taps& x, int64_t n, int64_t bytes,
                    unsigned char* out);

template <int kBytes>
void gather(const unsigned char* in, const Taps& x, int64_t n, int64_t, unsigned char* out) {
  const int32_t* start = x.start.data();
  for (int64_t i = 0; i < n; i++)
    std::memcpy(out + i * kBytes, in + start[i] * int64_t{kBytes}, kBytes);
}

// Copies four bytes per pixel; the next pixel overwrites the fourth. Near the end of the rows,
// where that would write or read out of bounds, copies three.
void gather_three(const unsigned char* in, const Taps& x, int64_t n, int64_t, unsigned char* out) {
  const int32_t* start = x.start.data();
  const int32_t last = static_cast<int32_t>(x.source.size() - 1);
  int64_t i = 0;
  for (; i + 1 < n && start[i] < last; i++) std::memcpy(out + i * 3, in + start[i] * int64_t{3}, 4);
  for (; i < n; i++) std::memcpy(out + i * 3, in + start[i] * int64_t{3}, 3);
}

void gather_any(const unsigned char* in, const Taps& x, int64_t n, int64_t bytes,
                unsigned char* out) {
  const int32_t* start = x.start.data();
  for (int64_t i = 0; i < n; i++) std::memcpy(out + i * bytes, in + start[i] * bytes, bytes);
}

Gather* gather_of(int64_t bytes) {
  switch (bytes) {
    case 1:
      return &gather<1>;
    case 2:
      return &gather<2>;
    case 3:
      return &gather_three;
    case 4:
      return &gather<4>;
    case 12:
      return &gather<12>;
    default:
      return &gather_any;
  }
}

// Nearest neighbour and plain copies: no arithmetic, exact for every type.
void copy_rows(const Job& j) {
  const int64_t pixel = j.in.pixel, bytes = j.out_w * pixel;
  Gather* pick = gather_of(pixel);
  const DType t = j.in.image.dtype;
  const bool direct = !j.out.sink && t == j.out.dtype;
  unsigned char* held = direct ? nullptr : grow(j.s.pixels, bytes);  // most recent row
  int64_t held_row = -1;
  for (int64_t y = 0; y < j.out_h; y++) {
    int64_t row = j.y.source.lo + (j.y.identity ? y : j.y.start[y]);
    const void* from = j.in.at(row, j.x.source.lo);
    if (j.x.identity) {
      j.out.put(y, from, t);
      continue;
    }
    unsigned char* to = direct ? j.out.data + y * j.out.pitch : held;
    if (row != held_row)
      pick(static_cast<const unsigned char*>(from), j.x, j.out_w, pixel, to);
    else if (direct)
      std::memcpy(to, held, static_cast<size_t>(bytes));
    held = to;
    held_row = row;
    if (!direct) j.out.put(y, to, t);
  }
}

// A ring of float rows: each row is computed once and kept while consecutive outputs need it.
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

// Horizontal pass over `group` rows of sums. Interleaves rows of 1 or 2 channels to 4.
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

// Vertical pass over the needed columns, then horizontal pass. Best when the height shrinks.
void vertical_first(const Job& j) {
  const ResampleTable& t = *j.s.table;
  const DType dtype = j.in.image.dtype;
  const int taps = j.y.taps;
  const int64_t n = j.x.source.size() * j.c, stride = n + kRowPad, out_stride = j.out.n + kRowPad;
  float* sums = grow(j.s.sums, kGroup * stride);
  float* results = grow(j.s.results, kGroup * out_stride);
  // Bytes are widened in registers: measured faster than keeping float copies of the rows.
  const bool direct = dtype == DType::f32 || dtype == DType::u8;
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
      if (dtype == DType::u8)
        t.vertical_u8(reinterpret_cast<const uint8_t* const*>(rows), weight, taps, n, sum);
      else
        t.vertical_f32(reinterpret_cast<const float* const*>(rows), weight, taps, n, sum);
    }
    if (!j.x.identity) horizontal_group(j, sum_rows, result_rows, group);
    for (int r = 0; r < group; r++)
      j.out.put(y0 + r, j.x.identity ? sum_rows[r] : result_rows[r], DType::f32);
  }
}

// Horizontal pass first, once per source row; then the vertical pass. Best when the height grows.
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
    t.vertical_f32(reinterpret_cast<const float* const*>(rows), &j.y.weight[y * j.y.taps], j.y.taps,
                   j.out.n, result);
    j.out.put(y, result, DType::f32);
  }
}

// Compares estimated costs. Measured cycles: 1/6 per element for a vertical tap; for a horizontal
// tap, per pixel and four channels, 0.6 in groups of rows and 1 in single rows. The order changes
// the last bits of results, so it must not depend on which part of the output is computed.
bool columns_first(const Job& j, int64_t all_h, int64_t all_w) {
  if (j.x.identity) return false;
  if (j.y.identity) return true;
  auto d = [](int64_t v) { return static_cast<double>(v); };
  double h = d(all_h), along = d(all_w * j.x.taps), quads = d((j.c + 3) / 4);
  double grouped = j.c <= 2 ? 0.6 * d(j.c) / 4 : j.c <= 4 ? 0.6 : quads;
  double n = d(j.x.reach * j.c), vertical = d(j.y.taps) / 6;
  double rows_first = h * (along * grouped + n * vertical);
  double single = d(j.y.reach) * (along * quads + n / 10);
  return single + h * d(all_w * j.c) * vertical < rows_first;
}

bool inside(Range part, Range whole) { return part.lo >= whole.lo && part.hi <= whole.hi; }

void resize(const ImageView& in, Axis y, Axis x, Output& out, Scratch& s) {
  settle_ties(y, x);
  const Taps &ty = s.taps(y), &tx = s.taps(x);
  out.n = x.count() * in.c;
  out.s = &s;
  if (out.sink) out.bytes = grow(s.bytes, out.n * 8);
  if (!out.pitch) out.pitch = out.n * itemsize(out.dtype);
  Job job{Source(in), ty, tx, out, s, y.count(), x.count(), in.c};
  if (in.h != y.in_size || in.w != x.in_size || in.c < 1 || !inside(ty.source, job.in.rows) ||
      !inside(tx.source, job.in.cols))
    throw Error(ErrorKind::value,
                "the image or the part of it in memory does not fit the axes to resample");
  if (ty.copies && tx.copies) return copy_rows(job);
  if (columns_first(job, y.outputs().size(), x.outputs().size()))
    horizontal_first(job);
  else
    vertical_first(job);
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
                   void* out, DType out_dtype, Scratch& s, int64_t whole_inner) {
  if (std::max(inner, whole_inner) < 16) {  // treat outer as rows, inner as channels
    ImageView view{in, in_dtype, outer, axis.in_size, inner};
    return resize2d(view, whole_axis(outer, outer, Filter::nn), axis, out, out_dtype, 0, s);
  }
  constexpr int64_t kColumns = 4096;  // a few rows of this many floats fit into L1
  int64_t in_item = itemsize(in_dtype), out_item = itemsize(out_dtype);
  for (int64_t o = 0; o < outer; o++) {
    for (int64_t i = 0; i < inner; i += kColumns) {
      int64_t w = std::min(kColumns, inner - i);
      ImageView view{static_cast<const char*>(in) + (o * axis.in_size * inner + i) * in_item,
                     in_dtype,
                     axis.in_size,
                     w,
                     1,
                     inner * in_item};
      resize2d(view, axis, whole_axis(w, w, Filter::nn),
               static_cast<char*>(out) + (o * axis.count() * inner + i) * out_item, out_dtype,
               inner * out_item, s);
    }
  }
}

}  // namespace hr
