// Separable convolution: rows, then columns over a ring of rows, then depth over a ring of planes.
#include "numerics/convolve.h"

#include <algorithm>
#include <vector>

#include "simd/convert.h"
#include "simd/convolve.h"

namespace hr {
namespace {

constexpr int64_t kChunk = 2048;  // floats of a plane per accumulation step
constexpr int64_t kAlign = 16;    // floats

template <class T>
T* grow(std::vector<T>& v, int64_t n) {
  if (static_cast<int64_t>(v.size()) < n) v.resize(static_cast<size_t>(n));
  return v.data();
}

struct Work {
  std::vector<float> padded, ring, sums, planes;
  std::vector<const float*> along, across, deep;
  std::vector<int64_t> ring_row, plane_z;
};

Work& work() {
  thread_local Work w;
  return w;
}

int64_t mirrored(int64_t i, int64_t extent) {  // i is at most one extent outside
  if (i < 0) i = -i;
  return i < extent ? i : 2 * (extent - 1) - i;
}

int largest_radius(const SeparableTerm* terms, int count, int axis) {
  int radius = 0;
  for (int t = 0; t < count; t++) radius = std::max(radius, terms[t].axis[axis].radius);
  return radius;
}

// Rows of one plane. Filters each source row along x once per term, and keeps it while needed.
class Rows {
 public:
  Rows(const Grid& in, const SeparableTerm* terms, int count, Range cols, Work& w)
      : in_(in), terms_(terms), count_(count), cols_(cols), w_(w) {
    reach_ = largest_radius(terms, count, 2);
    n_ = cols.size() * in.channels;
    stride_ = (n_ + kAlign - 1) / kAlign * kAlign;
    slots_ = std::min<int64_t>(in.extent[kGridY], 2 * largest_radius(terms, count, 1) + 1);
    grow(w.padded, (cols.size() + 2 * reach_) * in.channels);
    grow(w.ring, slots_ * count * stride_);
    widen_ = converter(in.dtype, DType::f32);
  }

  void start_plane(int64_t a, int64_t b, int64_t z) {
    a_ = a;
    b_ = b;
    z_ = z;
    w_.ring_row.assign(static_cast<size_t>(slots_), -1);
  }

  // Writes one row of the sum of all terms.
  void make(int64_t y, float* sum) {
    for (int t = 0; t < count_; t++) {
      const HalfWindow& window = terms_[t].axis[1];
      const float** rows = grow(w_.across, 2 * window.radius + 1);
      for (int k = -window.radius; k <= window.radius; k++)
        rows[k + window.radius] = row(mirrored(y + k, in_.extent[kGridY])) + t * stride_;
      convolvers().symmetric(rows, window.weight, window.radius, n_, sum, terms_[t].scale, t > 0);
    }
  }

  int64_t n() const { return n_; }

 private:
  const float* row(int64_t y) {
    int64_t slot = y % slots_;
    float* to = w_.ring.data() + slot * count_ * stride_;
    if (w_.ring_row[static_cast<size_t>(slot)] == y) return to;
    load(y);
    for (int t = 0; t < count_; t++) {
      const HalfWindow& window = terms_[t].axis[2];
      const float** shifted = grow(w_.along, 2 * window.radius + 1);
      for (int k = 0; k <= 2 * window.radius; k++)
        shifted[k] = w_.padded.data() + (reach_ - window.radius + k) * in_.channels;
      convolvers().symmetric(shifted, window.weight, window.radius, n_, to + t * stride_, 1, false);
    }
    w_.ring_row[static_cast<size_t>(slot)] = y;
    return to;
  }

  // Loads a row as floats, with its mirrored margins.
  void load(int64_t y) {
    int64_t c = in_.channels, w = in_.extent[kGridX];
    int64_t first = cols_.lo - reach_, last = cols_.hi + reach_;
    int64_t lo = std::max<int64_t>(first, 0), hi = std::min(last, w);
    float* zero = w_.padded.data() - first * c;  // address of column 0
    widen_(in_.at(a_, b_, z_, y, lo), zero + lo * c, (hi - lo) * c);
    for (int64_t x = first; x < 0; x++) std::copy_n(zero - x * c, c, zero + x * c);
    for (int64_t x = w; x < last; x++) std::copy_n(zero + mirrored(x, w) * c, c, zero + x * c);
  }

  const Grid& in_;
  const SeparableTerm* terms_;
  int count_;
  Range cols_;
  Work& w_;
  int64_t reach_, n_, stride_, slots_, a_ = 0, b_ = 0, z_ = 0;
  ConvertFunction widen_;
};

void convolve_planes(const Grid& in, const Grid& out, const SeparableTerm* terms, int count,
                     int64_t a, int64_t b, Work& w) {
  Rows rows(in, terms, count, out.part[kGridX], w);
  bool direct = out.dtype == DType::f32;
  float* sum = grow(w.sums, rows.n());
  ConvertFunction narrow = converter(DType::f32, out.dtype);
  for (int64_t z = out.part[kGridZ].lo; z < out.part[kGridZ].hi; z++) {
    rows.start_plane(a, b, z);
    for (int64_t y = out.part[kGridY].lo; y < out.part[kGridY].hi; y++) {
      uint8_t* to = out.at(a, b, z, y, out.part[kGridX].lo);
      rows.make(y, direct ? reinterpret_cast<float*>(to) : sum);
      if (!direct) narrow(sum, to, rows.n());
    }
  }
}

// Filters each source plane once per term, and keeps it in a ring while output planes need it.
void convolve_volume(const Grid& in, const Grid& out, const SeparableTerm* terms, int count,
                     int64_t a, int64_t b, Work& w) {
  Range zs = out.part[kGridZ], ys = out.part[kGridY];
  int64_t depth = in.extent[kGridZ], n = out.part[kGridX].size() * in.channels;
  int64_t plane = ys.size() * n,
          slots = std::min<int64_t>(depth, 2 * largest_radius(terms, count, 0) + 1);
  float* planes = grow(w.planes, slots * count * plane);
  float* sum = grow(w.sums, kChunk);
  w.plane_z.assign(static_cast<size_t>(slots), -1);
  ConvertFunction narrow = converter(DType::f32, out.dtype);
  auto filtered = [&](int64_t z) {
    int64_t slot = z % slots;
    float* to = planes + slot * count * plane;
    if (w.plane_z[static_cast<size_t>(slot)] == z) return to;
    for (int t = 0; t < count; t++) {
      SeparableTerm flat = terms[t];
      flat.scale = 1;
      Rows rows(in, &flat, 1, out.part[kGridX], w);
      rows.start_plane(a, b, z);
      for (int64_t y = ys.lo; y < ys.hi; y++) rows.make(y, to + t * plane + (y - ys.lo) * n);
    }
    w.plane_z[static_cast<size_t>(slot)] = z;
    return to;
  };
  for (int64_t z = zs.lo; z < zs.hi; z++) {
    uint8_t* to = out.at(a, b, z, ys.lo, out.part[kGridX].lo);
    for (int64_t i = 0; i < plane; i += kChunk) {
      int64_t chunk = std::min(kChunk, plane - i);
      for (int t = 0; t < count; t++) {
        const HalfWindow& window = terms[t].axis[0];
        const float** deep = grow(w.deep, 2 * window.radius + 1);
        for (int k = -window.radius; k <= window.radius; k++)
          deep[k + window.radius] = filtered(mirrored(z + k, depth)) + t * plane + i;
        convolvers().symmetric(deep, window.weight, window.radius, chunk, sum, terms[t].scale,
                               t > 0);
      }
      narrow(sum, to + i * itemsize(out.dtype), chunk);
    }
  }
}

}  // namespace

int fold_window(float* weight, int radius, int64_t extent) {
  if (radius < extent) return radius;
  int64_t far = extent - 1, period = 2 * far;  // period of the mirrored axis
  for (int64_t k = extent; k <= radius; k++) {
    int64_t i = period ? k % period : 0;
    if (i > far) i = period - i;
    weight[i] += i == 0 ? 2 * weight[k] : weight[k];  // both sides fall onto the centre
  }
  return static_cast<int>(far);
}

void convolve(const Grid& in, const Grid& out, const SeparableTerm* terms, int count) {
  if (out.empty()) return;
  bool deep = largest_radius(terms, count, 0) > 0;
  for (int t = 0; t < count; t++) deep |= terms[t].axis[0].weight[0] != 1;  // folded
  for (int64_t a = out.part[0].lo; a < out.part[0].hi; a++)
    for (int64_t b = out.part[1].lo; b < out.part[1].hi; b++)
      (deep ? convolve_volume : convolve_planes)(in, out, terms, count, a, b, work());
}

}  // namespace hr
