// Correlation with arbitrary weights: a weighted sum of shifted rows.
#include <algorithm>
#include <cmath>
#include <vector>

#include "numerics/convolve.h"
#include "simd/convert.h"
#include "simd/convolve.h"
#include "simd/resample.h"

namespace hr {
namespace {

const ResampleTable& table() {
  static const ResampleTable& t = HR_DISPATCH(resample_table());
  return t;
}

bool rounds(DType t) {
  return t != DType::f32 && t != DType::f64 && t != DType::f16 && t != DType::bf16 &&
         t != DType::b8;
}

template <class T>
T* grow(std::vector<T>& v, int64_t n) {
  if (static_cast<int64_t>(v.size()) < n) v.resize(static_cast<size_t>(n));
  return v.data();
}

// Rows of T with margins, kept while windows need them. A row is identified by its position, which
// may lie outside of the sample: then the border mode defines its contents.
template <class T>
class PaddedRows {
 public:
  PaddedRows(const Grid& in, const Correlation& c, Range cols) : in_(in), c_(c), cols_(cols) {
    width_ = (cols.size() + c.size[2] - 1) * in.channels;
    slots_ = c.size[0] * (c.size[1] + 1);
    grow(rows_, slots_ * width_);
    convert_ = converter(in.dtype, dtype_of<T>());
    fill_ = static_cast<T>(c.fill);
  }

  void start_plane(int64_t a, int64_t b) {
    a_ = a;
    b_ = b;
    held_.assign(static_cast<size_t>(slots_), {kNothing, kNothing});
  }

  const T* at(int64_t z, int64_t y) {
    int64_t height = c_.size[1] + 1;  // two adjacent output rows share their windows
    auto slot = static_cast<size_t>(slot_of(z, c_.size[0]) * height + slot_of(y, height));
    T* to = rows_.data() + slot * static_cast<size_t>(width_);
    if (held_[slot].z == z && held_[slot].y == y) return to;
    held_[slot] = {z, y};
    load(border_index(c_.border, z, in_.extent[kGridZ]),
         border_index(c_.border, y, in_.extent[kGridY]), to);
    return to;
  }

 private:
  static constexpr int64_t kNothing = INT64_MIN;
  struct Position {
    int64_t z, y;
  };

  static int64_t slot_of(int64_t i, int64_t n) { return ((i % n) + n) % n; }

  void load(int64_t z, int64_t y, T* to) {
    if (z < 0 || y < 0) {
      std::fill_n(to, width_, fill_);
      return;
    }
    int64_t c = in_.channels, w = in_.extent[kGridX];
    int64_t first = cols_.lo - c_.anchor[2], last = first + width_ / c;
    int64_t lo = std::clamp<int64_t>(first, 0, w), hi = std::clamp<int64_t>(last, lo, w);
    T* zero = to - first * c;  // address of column 0
    if (lo < hi) convert_(in_.at(a_, b_, z, y, lo), zero + lo * c, (hi - lo) * c);
    auto outside = [&](int64_t x) {
      int64_t from = border_index(c_.border, x, w);
      if (from < 0)
        std::fill_n(zero + x * c, c, fill_);
      else
        convert_(in_.at(a_, b_, z, y, from), zero + x * c, c);
    };
    for (int64_t x = first; x < lo; x++) outside(x);
    for (int64_t x = hi; x < last; x++) outside(x);
  }

  const Grid& in_;
  const Correlation& c_;
  Range cols_;
  int64_t width_, slots_, a_ = 0, b_ = 0;
  ConvertFunction convert_;
  T fill_;
  std::vector<T>& rows_ = row_memory();
  std::vector<Position>& held_ = held_memory();

  static std::vector<T>& row_memory() {
    thread_local std::vector<T> v;
    return v;
  }
  static std::vector<Position>& held_memory() {
    thread_local std::vector<Position> v;
    return v;
  }
};

struct Sums {
  int64_t n;
  Sums(int64_t count, int64_t rows) : n(count) { grow(memory(), rows * n); }
  float* row(int64_t r) { return memory().data() + r * n; }

 private:
  static std::vector<float>& memory() {
    thread_local std::vector<float> v;
    return v;
  }
};

std::vector<const float*>& window_memory() {
  thread_local std::vector<const float*> v;
  return v;
}

// Rounds halves to even, like OpenCV's filters.
void put(float* sum, int64_t n, DType dtype, uint8_t* to) {
  if (dtype == DType::u8) return table().store_u8(sum, n, to);
  if (rounds(dtype)) table().round_even(sum, n, sum);
  converter(DType::f32, dtype)(sum, to, n);
}

// Small integer weights for bytes, such as Sobel or Laplacian windows: 16-bit sums are exact.
struct WholeWeights {
  struct Place {
    int64_t z, y, x;
  };
  std::vector<Place> places;  // nonzero weights
  std::vector<int16_t> weights;

  static constexpr float kLargestSum = 128;  // times 255, fits into 16 bits

  bool split(const Grid& in, const Grid& out, const Correlation& c) {
    if (in.dtype != DType::u8 || out.dtype != DType::u8) return false;
    if (!(c.fill >= 0 && c.fill <= 255 && c.fill == std::floor(c.fill))) return false;
    places.clear();
    weights.clear();
    float sum = 0;
    for (int64_t i = 0, n = c.size[0] * c.size[1] * c.size[2]; i < n; i++) {
      float w = c.weight[i];
      sum += std::fabs(w);
      if (!(sum <= kLargestSum) || w != std::floor(w)) return false;
      if (w == 0) continue;
      places.push_back({i / (c.size[1] * c.size[2]), i / c.size[2] % c.size[1], i % c.size[2]});
      weights.push_back(static_cast<int16_t>(w));
    }
    return true;
  }
};

void correlate_bytes(const Grid& in, const Grid& out, const Correlation& c,
                     const WholeWeights& whole) {
  thread_local std::vector<const uint8_t*> taps;
  taps.resize(whole.places.size());
  PaddedRows<uint8_t> rows(in, c, out.part[kGridX]);
  int64_t n = out.part[kGridX].size() * out.channels;
  for (int64_t a = out.part[0].lo; a < out.part[0].hi; a++)
    for (int64_t b = out.part[1].lo; b < out.part[1].hi; b++) {
      rows.start_plane(a, b);
      for (int64_t z = out.part[kGridZ].lo; z < out.part[kGridZ].hi; z++)
        for (int64_t y = out.part[kGridY].lo; y < out.part[kGridY].hi; y++) {
          for (size_t k = 0; k < taps.size(); k++) {
            const WholeWeights::Place& p = whole.places[k];
            taps[k] = rows.at(z + p.z - c.anchor[0], y + p.y - c.anchor[1]) + p.x * in.channels;
          }
          convolvers().weigh_bytes(taps.data(), whole.weights.data(), static_cast<int>(taps.size()),
                                   n, out.at(a, b, z, y, out.part[kGridX].lo));
        }
    }
}

// A window that is the outer product of a column and a row, up to rounding: two short sums.
struct Product {
  std::vector<float> column, row;

  static constexpr int64_t kLeast = 9;  // smallest window for which splitting pays

  // Factors a window of one layer; false if it is no outer product.
  bool split(const Correlation& c) {
    int64_t h = c.size[1], w = c.size[2];
    if (c.size[0] > 1 || h < 2 || w < 2 || h * w < kLeast) return false;
    const float* most = std::max_element(
        c.weight, c.weight + h * w, [](float a, float b) { return std::fabs(a) < std::fabs(b); });
    if (!(std::fabs(*most) > 0) || std::isinf(*most)) return false;
    int64_t at = most - c.weight;
    row.assign(c.weight + at / w * w, c.weight + at / w * w + w);
    column.resize(static_cast<size_t>(h));
    for (int64_t i = 0; i < h; i++)
      column[static_cast<size_t>(i)] = c.weight[i * w + at % w] / *most;
    for (int64_t i = 0; i < h * w; i++) {
      float product = column[static_cast<size_t>(i / w)] * row[static_cast<size_t>(i % w)];
      if (!(std::fabs(product - c.weight[i]) <= 3e-7f * std::fabs(*most))) return false;
    }
    return true;
  }
};

// Filters each row along x once and keeps it while windows need it.
void correlate_product(const Grid& in, const Grid& out, const Correlation& c, const Product& p) {
  Correlation flat = c;  // the window's row factor
  flat.size[1] = 1;
  flat.anchor[1] = 0;
  PaddedRows<float> rows(in, flat, out.part[kGridX]);
  int64_t h = c.size[1], w = c.size[2];
  Sums sums(out.part[kGridX].size() * out.channels, h + 1);
  std::vector<const float*>& window = window_memory();
  window.resize(static_cast<size_t>(std::max(h, w)));
  auto filtered = [&](int64_t z, int64_t y, float* to) {
    const float* row = rows.at(z, y);
    for (int64_t k = 0; k < w; k++) window[static_cast<size_t>(k)] = row + k * in.channels;
    convolvers().weigh(window.data(), p.row.data(), static_cast<int>(w), sums.n, to);
  };
  for (int64_t a = out.part[0].lo; a < out.part[0].hi; a++)
    for (int64_t b = out.part[1].lo; b < out.part[1].hi; b++) {
      rows.start_plane(a, b);
      for (int64_t z = out.part[kGridZ].lo; z < out.part[kGridZ].hi; z++) {
        Range ys = out.part[kGridY];
        for (int64_t i = 0; i < ys.size() + h - 1; i++) {  // i: window row above ys.lo
          filtered(z, ys.lo - c.anchor[1] + i, sums.row(i % h));
          if (i < h - 1) continue;
          for (int64_t k = 0; k < h; k++)
            window[static_cast<size_t>(k)] = sums.row((i + 1 + k) % h);
          convolvers().weigh(window.data(), p.column.data(), static_cast<int>(h), sums.n,
                             sums.row(h));
          put(sums.row(h), sums.n, out.dtype,
              out.at(a, b, z, ys.lo + i - (h - 1), out.part[kGridX].lo));
        }
      }
    }
}

// Two rows of the output at a time, so that each source row is read once for both.
void correlate_rows(const Grid& in, const Grid& out, const Correlation& c) {
  Sums sums(out.part[kGridX].size() * out.channels, 2);
  PaddedRows<float> rows(in, c, out.part[kGridX]);
  std::vector<const float*>& window = window_memory();
  window.resize(static_cast<size_t>(c.size[1] + 1));
  for (int64_t a = out.part[0].lo; a < out.part[0].hi; a++)
    for (int64_t b = out.part[1].lo; b < out.part[1].hi; b++) {
      rows.start_plane(a, b);
      for (int64_t z = out.part[kGridZ].lo; z < out.part[kGridZ].hi; z++)
        for (int64_t y = out.part[kGridY].lo; y < out.part[kGridY].hi; y += 2) {
          bool two = y + 1 < out.part[kGridY].hi;
          float* to[2] = {sums.row(0), two ? sums.row(1) : nullptr};
          for (int64_t dz = 0; dz < c.size[0]; dz++) {
            for (int64_t dy = 0; dy < c.size[1] + two; dy++)
              window[static_cast<size_t>(dy)] = rows.at(z + dz - c.anchor[0], y + dy - c.anchor[1]);
            convolvers().correlate(window.data(), c.weight + dz * c.size[1] * c.size[2],
                                   static_cast<int>(c.size[1]), static_cast<int>(c.size[2]),
                                   in.channels, sums.n, to, dz > 0);
          }
          for (int r = 0; r <= two; r++)
            put(to[r], sums.n, out.dtype, out.at(a, b, z, y + r, out.part[kGridX].lo));
        }
    }
}

}  // namespace

int64_t border_index(FilterBorder border, int64_t i, int64_t extent) {
  if (i >= 0 && i < extent) return i;
  if (border == FilterBorder::constant || extent == 0) return -1;
  if (border == FilterBorder::clamp || extent == 1) return i < 0 ? 0 : extent - 1;
  int64_t period = border == FilterBorder::wrap           ? extent
                   : border == FilterBorder::reflect_1001 ? 2 * extent
                                                          : 2 * (extent - 1);
  i = ((i % period) + period) % period;
  if (i < extent) return i;
  return border == FilterBorder::reflect_1001 ? period - 1 - i : period - i;
}

void correlate(const Grid& in, const Grid& out, const Correlation& c) {
  if (out.empty()) return;
  thread_local WholeWeights whole;
  thread_local Product product;
  if (whole.split(in, out, c))
    correlate_bytes(in, out, c, whole);
  else if (product.split(c))
    correlate_product(in, out, c, product);
  else
    correlate_rows(in, out, c);
}

}  // namespace hr
