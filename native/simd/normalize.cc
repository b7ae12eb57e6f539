// Loops of crop_mirror_normalize.
#include "simd/normalize.h"

namespace hr::HR_ISA {
namespace {

template <class T, int C>
void planar_fixed(const T* __restrict in, int64_t width, const float* mul, const float* add,
                  bool mirror, float* __restrict out, int64_t plane) {
  for (int c = 0; c < C; c++) {
    float m = mul[c], a = add[c];
    float* __restrict o = out + c * plane;
    if (mirror)
      for (int64_t x = 0; x < width; x++)
        o[x] = static_cast<float>(in[(width - 1 - x) * C + c]) * m + a;
    else
      for (int64_t x = 0; x < width; x++) o[x] = static_cast<float>(in[x * C + c]) * m + a;
  }
}

template <class T>
void planar(const T* in, int64_t width, int64_t channels, const float* mul, const float* add,
            bool mirror, float* out, int64_t plane) {
  if (channels == 3) return planar_fixed<T, 3>(in, width, mul, add, mirror, out, plane);
  if (channels == 1) return planar_fixed<T, 1>(in, width, mul, add, mirror, out, plane);
  if (channels == 4) return planar_fixed<T, 4>(in, width, mul, add, mirror, out, plane);
  for (int64_t c = 0; c < channels; c++)
    for (int64_t x = 0; x < width; x++)
      out[c * plane + x] =
          static_cast<float>(in[(mirror ? width - 1 - x : x) * channels + c]) * mul[c] + add[c];
}

// Interleaved to interleaved: whole blocks, with factors repeated to match the elements.
template <class T, int C>
void packed_dense(const T* __restrict in, int64_t width, const float* mul, const float* add,
                  float* __restrict out) {
  constexpr int kBlock = 16 * C;
  float m[kBlock], a[kBlock];
  for (int i = 0; i < kBlock; i++) {
    m[i] = mul[i % C];
    a[i] = add[i % C];
  }
  int64_t n = width * C, i = 0;
  for (; i + kBlock <= n; i += kBlock)
    for (int j = 0; j < kBlock; j++) out[i + j] = static_cast<float>(in[i + j]) * m[j] + a[j];
  for (int j = 0; i < n; i++, j++) out[i] = static_cast<float>(in[i]) * m[j] + a[j];
}

template <class T, int C>
void packed_fixed(const T* __restrict in, int64_t width, const float* mul, const float* add,
                  bool mirror, float* __restrict out, int64_t out_channels) {
  float m[C], s[C];
  for (int c = 0; c < C; c++) {
    m[c] = mul[c];
    s[c] = add[c];
  }
  for (int64_t x = 0; x < width; x++) {
    const T* a = in + (mirror ? width - 1 - x : x) * C;
    float* b = out + x * out_channels;
    for (int c = 0; c < C; c++) b[c] = static_cast<float>(a[c]) * m[c] + s[c];
  }
}

template <class T>
void packed(const T* in, int64_t width, int64_t channels, const float* mul, const float* add,
            bool mirror, float* out, int64_t out_channels) {
  bool dense = !mirror && out_channels == channels;
  if (channels == 3 && dense) return packed_dense<T, 3>(in, width, mul, add, out);
  if (channels == 4 && dense) return packed_dense<T, 4>(in, width, mul, add, out);
  if (channels == 3) return packed_fixed<T, 3>(in, width, mul, add, mirror, out, out_channels);
  if (channels == 4) return packed_fixed<T, 4>(in, width, mul, add, mirror, out, out_channels);
  for (int64_t x = 0; x < width; x++) {
    const T* __restrict a = in + (mirror ? width - 1 - x : x) * channels;
    float* __restrict b = out + x * out_channels;
    for (int64_t c = 0; c < channels; c++) b[c] = static_cast<float>(a[c]) * mul[c] + add[c];
  }
}

}  // namespace

const NormalizeTable& normalize_table() {
  static const NormalizeTable t{&planar<uint8_t>, &packed<uint8_t>, &planar<float>, &packed<float>};
  return t;
}

}  // namespace hr::HR_ISA
