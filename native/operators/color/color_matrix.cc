// map_pixels, and color_matrix: hue, saturation, value, brightness and contrast as one matrix.
#include "operators/color/color_matrix.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "simd/convert.h"

namespace hr {
namespace {

constexpr int64_t kPixelChunk = 1024;  // pixels per block of buffers in L1

// Goes through buffers of `Real`, for types without their own loop.
template <class Real>
void map_buffered(const View& in, const View& out, int64_t from, int64_t to, const PixelMap& map,
                  MapPixels function) {
  Real* buffer = reinterpret_cast<Real*>(scratch(6 * kPixelChunk * sizeof(Real), 3));
  Real* mapped = buffer + 3 * kPixelChunk;
  const uint8_t* a = in.data;
  uint8_t* b = out.data;
  for (int64_t left = out.volume() / to; left > 0; left -= kPixelChunk) {
    int64_t n = std::min(left, kPixelChunk);
    converter(in.dtype, dtype_of<Real>())(a, buffer, n * from);
    function(buffer, mapped, n, map);
    converter(dtype_of<Real>(), out.dtype)(mapped, b, n * to);
    a += n * from * itemsize(in.dtype);
    b += n * to * itemsize(out.dtype);
  }
}

}  // namespace

void map_pixels(const View& in, const View& out, const PixelMap& map) {
  if (out.volume() == 0) return;
  int64_t from = in.shape[in.shape.ndim - 1], to = out.shape[out.shape.ndim - 1];
  const PixelTable& table = pixels();
  auto in_float = [&](DType a, DType b) {
    return table.map[static_cast<int>(a)][static_cast<int>(b)][from == 3][to == 3];
  };
  if (MapPixels direct = in_float(in.dtype, out.dtype))
    return direct(in.data, out.data, out.volume() / to, map);
  if (itemsize(in.dtype) == 8 || itemsize(out.dtype) == 8)
    return map_buffered<double>(in, out, from, to, map, table.wide[from == 3][to == 3]);
  map_buffered<float>(in, out, from, to, map, in_float(DType::f32, DType::f32));
}

namespace {

struct Matrix {
  float m[3][3];
};

// YIQ: luma and two chroma axes, in which hue is an angle and saturation a radius.
constexpr Matrix kToYiq = {
    {{0.299f, 0.587f, 0.114f}, {0.596f, -0.274f, -0.321f}, {0.211f, -0.523f, 0.311f}}};
constexpr Matrix kFromYiq = {{{0.99966437f, 0.9565412f, 0.6208617f},
                              {0.99962485f, -0.27227446f, -0.6474513f},
                              {1.0028123f, -1.106848f, 1.7054056f}}};

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix r;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      r.m[i][j] = a.m[i][0] * b.m[0][j];
      for (int k = 1; k < 3; k++) r.m[i][j] += a.m[i][k] * b.m[k][j];
    }
  return r;
}

Matrix diagonal(float a, float b) { return {{{a, 0, 0}, {0, b, 0}, {0, 0, b}}}; }

Matrix rotation(double degrees) {
  double angle = static_cast<float>(degrees * std::numbers::pi / 180);
  float c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
  return {{{1, 0, 0}, {0, c, s}, {0, -s, c}}};
}

// Contrast is relative to the middle of the range: 128 for integers, 0.5 for floats.
float middle(DType t) {
  return dispatch(t,
                  [](auto tag) { return is_real<typename decltype(tag)::type> ? 0.5f : 128.0f; });
}

}  // namespace

PixelMap color_map(const ColorMatrixArgs& a, DType in) {
  float value = a.value.value_or(1), brightness = a.brightness.value_or(1),
        contrast = a.contrast.value_or(1);
  float scale = brightness * contrast, half = middle(in);
  Matrix m = diagonal(scale, scale) * kFromYiq * rotation(a.hue.value_or(0)) *
             diagonal(1, a.saturation.value_or(1)) * diagonal(value, value) * kToYiq;
  PixelMap map;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) map.matrix[i][j] = m.m[i][j];
    map.offset[i] = (half - half * contrast) * brightness;
  }
  return map;
}

}  // namespace hr

namespace hr::color_matrix_kernel {
namespace {

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (in[in.ndim - 1] != 3) fail_value("needs images with 3 channels (RGB), got shape " + in.str());
  c.out[0] = in;
}

void run(const ColorMatrixArgs& a, RunContext& c) {
  map_pixels(c.in[0], c.out[0], color_map(a, c.in[0].dtype));
}

const KernelEntry color_matrix{{.name = "color_matrix",
                                .args = schema<ColorMatrixArgs>(),
                                .infer = infer,
                                .run = typed<run>,
                                .pixelwise = true}};

}  // namespace
}  // namespace hr::color_matrix_kernel
