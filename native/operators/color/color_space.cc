// color_space: converts pixels between colour spaces.
#include "operators/color/color_space.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "operators/color/color_matrix.h"

namespace hr {
namespace {

int channels(ColorSpace space) { return space == ColorSpace::GRAY ? 1 : 3; }

// The value that corresponds to 255 in 8 bits.
double range(DType t) {
  return dispatch(t, [](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (is_real<T>)
      return 1.0;
    else
      return static_cast<double>(std::numeric_limits<T>::max());
  });
}

// ITU-R BT.601 with 8-bit luma from 16 to 235 and chroma from 16 to 240.
constexpr double kRed = 0.299, kGreen = 0.587, kBlue = 0.114, kLuma = 219.0 / 255;
constexpr double kCb = 112.0 / 255 / (1 - kBlue), kCr = 112.0 / 255 / (1 - kRed);

void set_row(float* row, double a, double b, double c) {
  row[0] = static_cast<float>(a);
  row[1] = static_cast<float>(b);
  row[2] = static_cast<float>(c);
}

void to_ycbcr(PixelMap& map, bool gray) {
  set_row(map.offset, 16, 128, 128);
  if (gray) return set_row(map.matrix[0], kLuma, 0, 0);
  set_row(map.matrix[0], kRed * kLuma, kGreen * kLuma, kBlue * kLuma);
  set_row(map.matrix[1], -kRed * kCb, -kGreen * kCb, (1 - kBlue) * kCb);
  set_row(map.matrix[2], (1 - kRed) * kCr, -kGreen * kCr, -kBlue * kCr);
}

void from_ycbcr(PixelMap& map) {
  set_row(map.center, 16, 128, 128);
  set_row(map.matrix[0], 1 / kLuma, 0, 1 / kCr);
  set_row(map.matrix[1], 1 / kLuma, -kBlue / kGreen / kCb, -kRed / kGreen / kCr);
  set_row(map.matrix[2], 1 / kLuma, 1 / kCb, 0);
}

constexpr int kWeights[3] = {9798, 19235, 3735},
              kWeightsOfBgr[3] = {3735, 19235, 9798};  // 15-bit fixed point

void to_gray(PixelMap& map) {
  set_row(map.matrix[0], kWeights[0] / 32768.0, kWeights[1] / 32768.0, kWeights[2] / 32768.0);
}

}  // namespace

ColorWay color_way(const ColorSpaceArgs& a, DType type) {
  using enum ColorSpace;
  const ColorSpace from = a.image_type, to = a.output_type;
  if (from == to) return ColorWay::keep;
  if (from == GRAY && to != YCbCr) return ColorWay::spread;
  if (from != YCbCr && (to == RGB || to == BGR)) return ColorWay::reverse;
  if (type == DType::u8 && to == GRAY && from != YCbCr)
    return from == BGR ? ColorWay::weigh_reversed : ColorWay::weigh;
  return from == BGR ? ColorWay::map_reversed : ColorWay::map;
}

PixelMap color_space_map(const ColorSpaceArgs& a, DType type) {
  using enum ColorSpace;
  const ColorSpace from = a.image_type, to = a.output_type;
  PixelMap map;
  if (from == YCbCr)
    from_ycbcr(map);
  else if (to == YCbCr)
    to_ycbcr(map, from == GRAY);
  else
    to_gray(map);
  if (from == YCbCr && to == GRAY) set_row(map.matrix[0], 1 / kLuma, 0, 0);
  if (to == BGR) std::swap(map.matrix[0], map.matrix[2]);
  float unit = static_cast<float>(range(type) / 255);
  for (int k = 0; k < 3; k++) {
    map.center[k] *= unit;
    map.offset[k] *= unit;
  }
  return map;
}

}  // namespace hr

namespace hr::color_space_kernel {
namespace {

void infer(const ColorSpaceArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  int64_t need = channels(a.image_type);
  if (in[in.ndim - 1] != need)
    fail_value("image_type needs " + std::to_string(need) + " channel" + (need > 1 ? "s" : "") +
               ", got shape " + in.str());
  c.out[0] = in;
  c.out[0][in.ndim - 1] = channels(a.output_type);
}

// Reverses BGR to RGB first, so that sums have the same order.
void map_reversed(const View& in, const View& out, const PixelMap& map, MovePixels reverse) {
  constexpr int64_t kChunk = 1024;  // pixels
  int64_t pixels = in.volume() / 3, from = 3 * itemsize(in.dtype),
          to = out.shape[out.shape.ndim - 1] * itemsize(out.dtype);
  View rgb = in, part = out;
  rgb.data = scratch(static_cast<size_t>(kChunk * from), 2);
  for (int64_t i = 0; i < pixels; i += kChunk) {
    int64_t n = std::min(kChunk, pixels - i);
    reverse(in.data + i * from, rgb.data, n);
    rgb.shape = {n, 3};
    part.shape = {n, out.shape[out.shape.ndim - 1]};
    part.data = out.data + i * to;
    map_pixels(rgb, part, map);
  }
}

void run(const ColorSpaceArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  int width = std::countr_zero(static_cast<unsigned>(itemsize(in.dtype)));
  switch (color_way(a, in.dtype)) {
    case ColorWay::keep:
      std::memcpy(out.data, in.data, static_cast<size_t>(out.bytes()));
      return;
    case ColorWay::reverse:
      return pixels().reverse[width](in.data, out.data, in.volume() / 3);
    case ColorWay::spread:
      return pixels().spread[width](in.data, out.data, in.volume());
    case ColorWay::weigh:
      return pixels().weigh(in.data, out.data, out.volume(), kWeights);
    case ColorWay::weigh_reversed:
      return pixels().weigh(in.data, out.data, out.volume(), kWeightsOfBgr);
    case ColorWay::map:
      return map_pixels(in, out, color_space_map(a, in.dtype));
    case ColorWay::map_reversed:
      return map_reversed(in, out, color_space_map(a, in.dtype), pixels().reverse[width]);
  }
}

const KernelEntry color_space{{.name = "color_space",
                               .args = schema<ColorSpaceArgs>(),
                               .infer = typed<infer>,
                               .run = typed<run>,
                               .pixelwise = true}};

}  // namespace
}  // namespace hr::color_space_kernel
