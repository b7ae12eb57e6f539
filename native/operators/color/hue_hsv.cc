// hue_hsv: rotates the hue of RGB pixels in HSV, as Pillow and torchvision do.
#include "operators/color/hue_hsv.h"

#include <algorithm>

#include "simd/convert.h"
#include "simd/pixel.h"

namespace hr::hue_hsv_kernel {
namespace {

constexpr int64_t kChunk = 1024;  // pixels per block of buffers in L1

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (in[in.ndim - 1] != 3) fail_value("needs images with 3 channels (RGB), got shape " + in.str());
  c.out[0] = in;
}

void run(const HueHsvArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  float* buffer = reinterpret_cast<float*>(scratch(6 * kChunk * sizeof(float), 3));
  float* turned = buffer + 3 * kChunk;
  const uint8_t* from = in.data;
  uint8_t* to = out.data;
  for (int64_t left = out.volume() / 3; left > 0; left -= kChunk) {
    int64_t n = std::min(left, kChunk);
    converter(in.dtype, DType::f32)(from, buffer, 3 * n);
    pixels().turn_hue(buffer, turned, n, a.hue / 60.0f);
    converter(DType::f32, out.dtype)(turned, to, 3 * n);
    from += 3 * n * itemsize(in.dtype);
    to += 3 * n * itemsize(out.dtype);
  }
}

const KernelEntry hue_hsv{{.name = "hue_hsv",
                           .args = schema<HueHsvArgs>(),
                           .infer = infer,
                           .run = typed<run>,
                           .pixelwise = true}};

}  // namespace
}  // namespace hr::hue_hsv_kernel
