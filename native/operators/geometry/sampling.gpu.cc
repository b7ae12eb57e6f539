// Implementation of sampling.gpu.h.
#include "operators/geometry/sampling.gpu.h"

#include "numerics/border.cuh"

namespace hr::gpu {

Axes sampled_axes(int first, int spatial, int ndim) {
  Axes a;
  int y = first + spatial - 2;
  if (spatial == 3) a.z = first;
  a.y = y;
  a.x = y + 1;
  if (y + 2 < ndim)
    a.c = y + 2;
  else if (first > 0)
    a.c = first - 1;
  return a;
}

int sampler_blocks(int spatial) { return spatial == 2 ? 5 : 4; }

std::string sampler_arguments(SamplerFilter interp, SamplerBorder border, int spatial) {
  using hrk::Bounds;
  static constexpr Bounds bounds[] = {Bounds::constant, Bounds::edge, Bounds::reflect_1001,
                                      Bounds::reflect_101, Bounds::wrap};
  return std::string(", SamplerFilter::") + choice_name(interp) +
         ", Bounds::" + choice_name(bounds[static_cast<int>(border)]) + ", " +
         std::to_string(spatial);
}

void pack_fill(const List<double>& fill, DType from, DType to, int channels, bool whole,
               hrk::SamplerParams& p) {
  p.fills = 1;
  if (fill.empty()) return;
  PixelAxes pixel;
  pixel.c = whole || fill.size() > 1 ? channels : 1;
  size_t bytes = static_cast<size_t>(pixel.c * itemsize(from));
  if (bytes > sizeof p.fill)
    fail(ErrorKind::notimplemented,
         "fill_value of " + std::to_string(fill.size()) + " numbers does not run on the GPU");
  p.fills = static_cast<int>(pixel.c);
  std::memcpy(p.fill, fill_pixel(fill, pixel, from, to), bytes);
}

void pack_source(const StepSample& s, const List<double>& fill, hrk::SamplerParams& p) {
  const View& in = s.in[0];
  p.nz = s.size(in, s.in_axes.z);
  p.ny = s.size(in, s.in_axes.y);
  p.nx = s.size(in, s.in_axes.x);
  p.channels = s.channels;
  bool whole = s.channels == 1;
  pack_fill(fill, in.dtype, s.out[0].dtype, whole ? s.size(in, s.in_axes.c) : s.channels, whole, p);
}

void pack_affine(const AffineMap& map, hrk::AffineParams& p) {
  for (int r = 0; r < map.n; r++) {
    p.step[r] = static_cast<float>(map.a[r][0]);
    p.down[r] = map.a[r][1];
    p.back[r] = map.n == 3 ? map.a[r][2] : 0.0;
    p.offset[r] = map.a[r][map.n];
  }
}

}  // namespace hr::gpu
