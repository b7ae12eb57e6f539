// remap: samples pixels at positions given by two more inputs.
#include "operators/geometry/remap.h"

#include <algorithm>

#include "simd/convert.h"

namespace hr::remap_kernel {
namespace {

void infer(const RemapArgs& a, InferContext& c) {
  const Shape &x = c.in[1].shape, &y = c.in[2].shape;
  PixelAxes in = a.sampled.axes(c.in[0].shape);
  check_sides(in, "the input");
  for (const Shape* map : {&x, &y})
    if (map->ndim < 2 || map->volume(2) != 1)
      fail_value("a map has height and width and one number for each pixel, got shape " +
                 map->str());
  if (x[0] != y[0] || x[1] != y[1])
    fail_value("the maps have different sizes: " + x.str() + " and " + y.str());
  c.out[0] = c.in[0].shape;
  c.out[0][in.first] = x[0];
  c.out[0][in.first + 1] = x[1];
  check_sides(a.sampled.axes(c.out[0]), "the output");
}

void run(const RemapArgs& a, RunContext& c) {
  const View &in = c.in[0], &x_map = c.in[1], &y_map = c.in[2], &out = c.out[0];
  if (out.volume() == 0) return;  // empty outputs may have any number of channels
  PixelAxes from = a.sampled.axes(in.shape), to = a.sampled.axes(out.shape);
  int64_t pixel = from.c * itemsize(in.dtype);
  uint8_t* black = scratch(static_cast<size_t>(pixel), 4);
  std::fill(black, black + pixel, uint8_t(0));
  SampleSource s = source_of(in, from, a.sampled.interp, SamplerBorder::constant, black);
  float shift = a.center ? 0.5f : 0.0f;
  auto fetch = [&](const View& map, int64_t at, int64_t n, float* p) {
    converter(map.dtype, DType::f32)(map.data + at * itemsize(map.dtype), p, n);
    if (shift != 0.0f)
      for (int64_t i = 0; i < n; i++) p[i] += shift;
  };
  warp_rows(in, from, s, out, to,
            [&](int64_t, int64_t y, int64_t x, int64_t n, float* px, float* py, float*) {
              fetch(x_map, y * to.w + x, n, px);
              fetch(y_map, y * to.w + x, n, py);
            });
}

Kernel remap(const char* name, bool makes_region) {
  return {.name = name,
          .args = schema<RemapArgs>(),
          .infer = typed<infer>,
          .run = typed<run>,
          .makes_region = makes_region,
          .cost = 4.0f};
}

const KernelEntry entries[] = {KernelEntry{remap("remap", true)},
                               KernelEntry{remap("remap_axes", false)}};

}  // namespace
}  // namespace hr::remap_kernel
