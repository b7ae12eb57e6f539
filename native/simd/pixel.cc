// Colours of interleaved pixels.
#include "simd/pixel.h"

#include <cmath>

#include "simd/planes.h"
#include "simd/short_vectors.h"

namespace hr::HR_ISA {
namespace {

constexpr int kBlock = 256;  // pixels per block of planes in L1

template <class Real, class To, class From, int In, int Out>
void map_pixels(const void* data, void* result, int64_t pixels, const PixelMap& map) {
  const From* __restrict in = static_cast<const From*>(data);
  To* __restrict out = static_cast<To*>(result);
  PixelMap m = map;  // a local copy cannot alias `out`
  for (int64_t i = 0; i < pixels; i++) {
    Real x[In];
    for (int k = 0; k < In; k++) x[k] = static_cast<Real>(in[i * In + k]) - m.center[k];
    for (int c = 0; c < Out; c++) {
      Real sum = m.matrix[c][0] * x[0];
      for (int k = 1; k < In; k++) sum += m.matrix[c][k] * x[k];
      out[i * Out + c] = convert<To>(sum + m.offset[c]);
    }
  }
}

// Bytes are processed as planes.
template <int Out>
void map_bytes(const void* data, void* result, int64_t pixels, const PixelMap& map) {
  const uint8_t* in = static_cast<const uint8_t*>(data);
  uint8_t* out = static_cast<uint8_t*>(result);
  PixelMap m = map;
  alignas(64) uint8_t from[3][kBlock], to[3][kBlock];
  int64_t i = 0;
  for (; i + kBlock <= pixels; i += kBlock, in += 3 * kBlock, out += Out * kBlock) {
    split_bytes(in, from[0], from[1], from[2], kBlock);
    uint8_t* __restrict row[3] = {Out == 1 ? out : to[0], to[1], to[2]};
    for (int j = 0; j < kBlock; j++) {
      float x = static_cast<float>(from[0][j]) - m.center[0],
            y = static_cast<float>(from[1][j]) - m.center[1],
            z = static_cast<float>(from[2][j]) - m.center[2];
      for (int c = 0; c < Out; c++)
        row[c][j] = convert<uint8_t>(m.matrix[c][0] * x + m.matrix[c][1] * y + m.matrix[c][2] * z +
                                     m.offset[c]);
    }
    if (Out == 3) join_bytes(to[0], to[1], to[2], out, kBlock);
  }
  map_pixels<float, uint8_t, uint8_t, 3, Out>(in, out, pixels - i, map);
}

// (w0 * a + w1 * b + w2 * c) / 2^15, rounded.
void weigh(const uint8_t* in, uint8_t* out, int64_t pixels, const int (&weight)[3]) {
  int w0 = weight[0], w1 = weight[1], w2 = weight[2];
  alignas(64) uint8_t from[3][kBlock];
  for (int64_t i = 0; i < pixels; i += kBlock) {
    int64_t n = pixels - i < kBlock ? pixels - i : kBlock, j = 0;
    split_bytes(in + 3 * i, from[0], from[1], from[2], n);
    for (; j + kShorts <= n; j += kShorts) {
      Wide two = sum_of_products(pairs(load(from[0] + j), load(from[1] + j)), w0, w1);
      Wide third = sum_of_products(pairs(load(from[2] + j), all(1)), w2, 1 << 14);
      store(out + i + j, pack((two + third) >> 15));
    }
    for (; j < n; j++)
      out[i + j] = static_cast<uint8_t>(
          (w0 * from[0][j] + w1 * from[1][j] + w2 * from[2][j] + (1 << 14)) >> 15);
  }
}

// Of a colour with the largest value v and the range c, channel n is v - c · ramp(n + hue), where
// ramp is 0 … 1 … 1 … 0 … 0 … 0 over six sixths, and n is 5, 3, 1 for red, green, blue.
float hsv_channel(float n, float hue, float v, float c) {
  float k = n + hue;
  k -= 6.0f * std::floor(k * (1.0f / 6.0f));
  float ramp = k < 4.0f - k ? k : 4.0f - k;
  ramp = ramp < 1.0f ? ramp : 1.0f;
  return v - c * (ramp > 0.0f ? ramp : 0.0f);
}

void turn_hue(const float* __restrict in, float* __restrict out, int64_t pixels, float sixths) {
  alignas(64) float from[3][kBlock], to[3][kBlock];
  for (int64_t i = 0; i < pixels; i += kBlock) {
    const int n = static_cast<int>(pixels - i < kBlock ? pixels - i : kBlock);
    for (int j = 0; j < n; j++)
      for (int c = 0; c < 3; c++) from[c][j] = in[(i + j) * 3 + c];
    for (int j = 0; j < n; j++) {
      float r = from[0][j], g = from[1][j], b = from[2][j];
      float v = r > g ? r : g, low = r < g ? r : g;
      v = v > b ? v : b;
      low = low < b ? low : b;
      float c = v - low, per = 1.0f / (c > 0.0f ? c : 1.0f);
      float hue = v == r ? (g - b) * per : v == g ? 2.0f + (b - r) * per : 4.0f + (r - g) * per;
      hue += sixths;
      to[0][j] = hsv_channel(5, hue, v, c);
      to[1][j] = hsv_channel(3, hue, v, c);
      to[2][j] = hsv_channel(1, hue, v, c);
    }
    for (int j = 0; j < n; j++)
      for (int c = 0; c < 3; c++) out[(i + j) * 3 + c] = to[c][j];
  }
}

template <class T>
void reverse(const void* data, void* result, int64_t pixels) {
  const T* __restrict in = static_cast<const T*>(data);
  T* __restrict out = static_cast<T*>(result);
  for (int64_t i = 0; i < pixels; i++)
    for (int c = 0; c < 3; c++) out[i * 3 + c] = in[i * 3 + 2 - c];
}

// Five pixels at a time; the next store overwrites the sixteenth byte.
template <>
void reverse<uint8_t>(const void* data, void* result, int64_t pixels) {
  const uint8_t* in = static_cast<const uint8_t*>(data);
  uint8_t* out = static_cast<uint8_t*>(result);
  int64_t n = 3 * pixels, i = 0;
  for (; i + 16 <= n; i += 15) {
    Bytes v = load_bytes(in + i);
    store_bytes(out + i, __builtin_shufflevector(v, v, 2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9, 14, 13,
                                                 12, 15));
  }
  for (; i < n; i += 3)
    for (int c = 0; c < 3; c++) out[i + c] = in[i + 2 - c];
}

template <class T>
void spread(const void* data, void* result, int64_t pixels) {
  const T* __restrict in = static_cast<const T*>(data);
  T* __restrict out = static_cast<T*>(result);
  for (int64_t i = 0; i < pixels; i++)
    for (int c = 0; c < 3; c++) out[i * 3 + c] = in[i];
}

void grid(const GridRow& row, int64_t first, uint8_t* __restrict keep, int64_t n) {
  GridRow g = row;
  for (int64_t i = 0; i < n; i++) {
    float at = static_cast<float>(static_cast<int32_t>(first + i));
    float x = g.x0 + at * g.x_step, y = g.y0 + at * g.y_step;
    x -= std::floor(x);
    y -= std::floor(y);
    keep[i] = static_cast<uint8_t>((x >= g.ratio) | (y >= g.ratio));
  }
}

template <class Real, class To, class From>
void fill(MapPixels (&f)[2][2]) {
  f[0][0] = &map_pixels<Real, To, From, 1, 1>;
  f[0][1] = &map_pixels<Real, To, From, 1, 3>;
  f[1][0] = &map_pixels<Real, To, From, 3, 1>;
  f[1][1] = &map_pixels<Real, To, From, 3, 3>;
}

}  // namespace

const PixelTable& pixel_table() {
  static const PixelTable t = [] {
    PixelTable made{};
    constexpr int u8 = static_cast<int>(DType::u8), f32 = static_cast<int>(DType::f32);
    fill<float, uint8_t, uint8_t>(made.map[u8][u8]);
    fill<float, float, uint8_t>(made.map[u8][f32]);
    fill<float, uint8_t, float>(made.map[f32][u8]);
    fill<float, float, float>(made.map[f32][f32]);
    fill<double, double, double>(made.wide);
    made.map[u8][u8][1][0] = &map_bytes<1>;
    made.map[u8][u8][1][1] = &map_bytes<3>;
    MovePixels reversed[] = {&reverse<uint8_t>, &reverse<uint16_t>, &reverse<uint32_t>,
                             &reverse<uint64_t>};
    MovePixels spreading[] = {&spread<uint8_t>, &spread<uint16_t>, &spread<uint32_t>,
                              &spread<uint64_t>};
    for (int k = 0; k < 4; k++) {
      made.reverse[k] = reversed[k];
      made.spread[k] = spreading[k];
    }
    made.weigh = &weigh;
    made.grid = &grid;
    made.turn_hue = &turn_hue;
    return made;
  }();
  return t;
}

}  // namespace hr::HR_ISA
