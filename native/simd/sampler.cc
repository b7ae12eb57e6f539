// Sampler loops: rows of positions in, pixels out.
//
// Positions are processed in blocks. If a whole block reads inside the source (the usual case), no
// further checks are needed; otherwise each pixel is checked. Both paths compute identically, so
// results do not depend on block boundaries. A block is computed in float (or double, for types
// that need it) and converted at once.
#include "simd/sampler.h"

#include <cstring>

#include "simd/convert.h"
#include "simd/sampler_methods.h"

namespace hr::HR_ISA {
namespace {

constexpr int kElements = 2048;  // per block; pixels with many channels make shorter blocks
constexpr int kSpare = 8;        // vectors may write beyond the last pixel

template <class Method, class Real>
void make_block(const Method& m, const Block& b, Real* out) {
  const int64_t c = m.s.c;
  if (m.inside.all(b))
    for (int i = 0; i < b.n; i++) m.within(b, i, out + i * c);
  else
    for (int i = 0; i < b.n; i++) m.anywhere(b, i, out + i * c);
}

template <class T, class Real, int Channels>
void make_flat(const SampleSource& s, const Block& b, Real* out) {
  constexpr int kWide = Channels == 1 ? 0 : Channels;
  if (s.interp == SamplerFilter::linear)
    make_block(Linear<T, Real, Channels>{s}, b, out);
  else if (s.interp == SamplerFilter::cubic)
    make_block(Wide<T, Real, kWide, Cubic>(s, b), b, out);
  else
    make_block(Wide<T, Real, kWide, Lanczos3>(s, b), b, out);
}

// All pixels of a block, T to Real.
template <class T, class Real>
void make(const SampleSource& s, const Block& b, bool volume, Real* out) {
  if (volume) {
    LinearVolume<T, Real> m{s};
    for (int i = 0; i < b.n; i++) m.at(b, i, out + i * s.c);
    return;
  }
  if constexpr (kVectors<T> && std::is_same_v<Real, float>) {
    if (s.step == s.c && s.c == 1) return make_flat<T, Real, 1>(s, b, out);
    if (s.step == s.c && s.c == 3) return make_flat<T, Real, 3>(s, b, out);
    if (s.step == s.c && s.c == 4) return make_flat<T, Real, 4>(s, b, out);
  }
  make_flat<T, Real, 0>(s, b, out);
}

// Bytes: pixel size; 0: any.
template <int Bytes>
void copy_pixels(const SampleSource& s, const Block& b, int64_t item, uint8_t* out) {
  constexpr int kMove = Bytes == 3 ? 4 : Bytes == 6 ? 8 : Bytes;  // bytes per move
  size_t bytes = Bytes ? Bytes : static_cast<size_t>(s.c * item);
  int64_t step = s.step * item, pitch = s.w * step, plane = s.h * pitch;
  // The next pixel overwrites excess bytes; the last one is copied exactly.
  Inside inside{0, s.w - (kMove > Bytes), 0, s.h};
  int n = kMove && s.d == 1 && inside.all(b) ? b.n - 1 : 0;
  for (int i = 0; i < n; i++)
    std::memcpy(out + i * Bytes, s.data + b.y[i] * pitch + b.x[i] * step, kMove);
  for (int i = n; i < b.n; i++) {
    int64_t x = b.x[i], y = b.y[i], z = b.z[i];
    bool outside = x < 0 || x >= s.w || y < 0 || y >= s.h || z < 0 || z >= s.d;
    if (outside) {
      x = border_index(x, s.w, s.border);
      y = border_index(y, s.h, s.border);
      z = border_index(z, s.d, s.border);
    }
    const uint8_t* p = (x | y | z) < 0 ? s.fill : s.data + z * plane + y * pitch + x * step;
    std::memcpy(out + static_cast<size_t>(i) * bytes, p, bytes);
  }
}

void copy_nearest(const SampleSource& s, const Block& b, uint8_t* out) {
  int64_t item = itemsize(s.dtype);
  switch (s.c * item) {
    case 1:
      return copy_pixels<1>(s, b, item, out);
    case 2:
      return copy_pixels<2>(s, b, item, out);
    case 3:
      return copy_pixels<3>(s, b, item, out);
    case 4:
      return copy_pixels<4>(s, b, item, out);
    case 6:
      return copy_pixels<6>(s, b, item, out);
    case 12:
      return copy_pixels<12>(s, b, item, out);
    default:
      return copy_pixels<0>(s, b, item, out);
  }
}

bool needs_double(DType t) {
  return t == DType::f64 || t == DType::i32 || t == DType::u32 || t == DType::i64 ||
         t == DType::u64;
}

// Makes one block, in the source type, float or double; returns that type.
DType make_any(const SampleSource& s, const Block& b, bool volume, uint8_t* out) {
  if (s.interp == SamplerFilter::nn) {
    copy_nearest(s, b, out);
    return s.dtype;
  }
  if (needs_double(s.dtype)) {
    double* to = reinterpret_cast<double*>(out);
    dispatch(s.dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (sizeof(T) >= 4 && !std::is_same_v<T, float>) make<T, double>(s, b, volume, to);
    });
    return DType::f64;
  }
  float* to = reinterpret_cast<float*>(out);
  dispatch(s.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, bool>)
      make<uint8_t, float>(s, b, volume, to);
    else if constexpr (sizeof(T) <= 2 || std::is_same_v<T, float>)
      make<T, float>(s, b, volume, to);
  });
  return DType::f32;
}

// Pixels with very many channels: some channels at a time.
template <class Row>
void in_strips(const SampleSource& s, const float* x, const float* y, const float* z, int64_t n,
               uint8_t* out, DType to, Row row) {
  int64_t item = itemsize(s.dtype);
  for (int64_t i = 0; i < n; i++)
    for (int64_t k = 0; k < s.c; k += kElements) {
      SampleSource strip = s;
      strip.data += k * item;
      if (strip.fill) strip.fill += k * item;
      strip.c = s.c - k < kElements ? s.c - k : kElements;
      row(strip, x + i, y + i, z ? z + i : nullptr, 1, out + (i * s.c + k) * itemsize(to), to);
    }
}

void row(const SampleSource& s, const float* x, const float* y, const float* z, int64_t n,
         uint8_t* out, DType to) {
  if (s.c > kElements) return in_strips(s, x, y, z, n, out, to, row);
  // Bool to bool rounds to the nearer value; from other types, nonzero is true.
  if (s.dtype == DType::b8 && to == DType::b8) to = DType::u8;
  alignas(64) uint8_t buffer[(kElements + kSpare) * sizeof(double)];
  Block b;
  std::memset(b.z, 0, sizeof b.z);
  int most = static_cast<int>(kElements / (s.c ? s.c : 1));
  most = most < kBlock ? most : kBlock;
  float shift = s.interp == SamplerFilter::nn ? 0.0f : 0.5f;
  for (int64_t i = 0; i < n; i += b.n) {
    b.n = n - i < most ? static_cast<int>(n - i) : most;
    split(x + i, shift, b.n, b.x, b.fx);
    split(y + i, shift, b.n, b.y, b.fy);
    if (z) split(z + i, shift, b.n, b.z, b.fz);
    int64_t elements = b.n * s.c;
    if (s.interp == SamplerFilter::nn && s.dtype == to) {
      copy_nearest(s, b, out);
    } else {
      DType made = make_any(s, b, z != nullptr, buffer);
      converter(made, to)(buffer, out, elements);
    }
    out += elements * itemsize(to);
  }
}

void perspective(const double* m, int64_t x, int64_t y, int64_t n, float* __restrict to_x,
                 float* __restrict to_y) {
  double row = static_cast<double>(y), first = static_cast<double>(x);
  double bx = m[1] * row + m[2], by = m[4] * row + m[5], bw = m[7] * row + m[8];
  for (int64_t i = 0; i < n; i++) {
    double column = first + static_cast<double>(static_cast<int32_t>(i));
    double w = m[6] * column + bw;
    double scale = 1.0 / w;
    to_x[i] = static_cast<float>((m[0] * column + bx) * scale + 0.5);
    to_y[i] = static_cast<float>((m[3] * column + by) * scale + 0.5);
  }
}

}  // namespace

const SamplerTable& sampler_table() {
  static const SamplerTable t{&row, &perspective};
  return t;
}

}  // namespace hr::HR_ISA
