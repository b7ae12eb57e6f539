// rotate: a composed step; sequences with an angle per frame are launched separately.
#include "operators/geometry/rotate.h"

#include "gpu/columns.h"
#include "gpu/device/launch.cuh"
#include "operators/geometry/sampling.gpu.h"

namespace hr::gpu::rotate_kernel {
namespace {

bool composes(const RotateArgs& a, const Spec&) { return !a.frames; }

Axes axes(const RotateArgs& a, const Spec&, int, int ndim) {
  return sampled_axes(a.sampled.first, a.sampled.spatial, ndim);
}

int blocks(const RotateArgs& a, const Spec&) { return sampler_blocks(a.sampled.spatial); }

std::string more(const RotateArgs& a, const Spec&, const View*, int) {
  return sampler_arguments(a.sampled.interp, a.border(), a.sampled.spatial);
}

void pack(const RotateArgs& a, const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::AffineParams*>(to);
  pack_source(s, a.fill(), p.source);
  auto sides = [](const View& v, const Axes& named) {
    PixelAxes r;
    r.d = StepSample::size(v, named.z);
    r.h = StepSample::size(v, named.y);
    r.w = StepSample::size(v, named.x);
    return r;
  };
  pack_affine(rotate_map(a, 0, sides(s.in[0], s.in_axes), sides(s.out[0], s.out_axes)), p);
}

// ---- sequences --------------------------------------------------------------------------------

struct Record {
  hrk::StoreParams store;
  hrk::AffineParams params;
  hrk::MemoryParams from;
};

// How frames of a sample are stored.
struct Frames {
  int64_t count;
  bool planar;  // channels before the pixels
  PixelAxes axes;
  int64_t channels, volume;

  Frames(const RotateArgs& a, const Shape& shape) : count(shape[0]), axes(a.sampled.axes(shape)) {
    planar = axes.first > 1;
    channels = planar ? axes.planes / count : axes.c;
    volume = axes.d * axes.h * axes.w * channels;
  }
  // If a pixel is one element, planes of channels are an axis like depth.
  hrk::MemoryParams memory(const View& v, int64_t frame, bool whole) const {
    hrk::MemoryParams m{};
    m.data = reinterpret_cast<uint64_t>(v.data + frame * volume * itemsize(v.dtype));
    if (planar) {
      m.sx = 1;
      m.sc = whole ? axes.h * axes.w : 0;
      m.sz = whole ? 0 : axes.h * axes.w;
    } else {
      m.sx = whole ? axes.c : 1;
      m.sc = whole ? 1 : 0;
      m.sz = axes.h * axes.w * axes.c;
    }
    m.sy = axes.w * (planar ? 1 : axes.c);
    return m;
  }
};

void pack_frame(const StepSample& s, int64_t f, bool whole, Record& r) {
  const RotateArgs& a = s.args.as<RotateArgs>();
  Frames from(a, s.in[0].shape), to(a, s.out[0].shape);
  bool elements = !whole && !to.planar;
  int64_t nx = to.axes.w * (elements ? to.channels : 1);
  int64_t rows = to.axes.d * (whole || !to.planar ? 1 : to.channels);
  if (nx >= INT32_MAX || rows * to.axes.h >= INT32_MAX || nx * rows * to.axes.h > UINT32_MAX)
    fail_value("a sample of shape " + s.out[0].shape.str() + " is too large for one launch");
  r.store.to = to.memory(s.out[0], f, whole);
  r.store.nz = static_cast<int>(rows);
  r.store.ny = static_cast<int>(to.axes.h);
  r.store.nx = static_cast<int>(nx);
  r.from = from.memory(s.in[0], f, whole);
  auto& source = r.params.source;
  source.nz = static_cast<int>(from.axes.d);
  source.ny = static_cast<int>(from.axes.h);
  source.nx = static_cast<int>(from.axes.w);
  source.channels = elements ? static_cast<int>(to.channels) : 1;
  pack_fill(a.fill(), s.in[0].dtype, s.out[0].dtype, whole ? static_cast<int>(to.channels) : 1,
            whole, source);
  pack_affine(rotate_map(a, f, from.axes, to.axes), r.params);
}

void run(Run& run) {
  const Spec& spec = run.spec();
  const RotateArgs& a = spec.as<RotateArgs>();
  int64_t n = 0, channels = -1;
  bool whole = true;
  for (const StepSample& s : run.samples) {
    Frames to(a, s.out[0].shape);
    whole = whole && to.channels <= 4 && (channels < 0 || channels == to.channels);
    channels = to.channels;
    n += to.count;
  }
  uint64_t table;
  run.table<Record>(n, &table);
  ColumnGrid grid(Shares::beside, itemsize(spec.outs[0].dtype) == 1);
  int64_t at = 0;
  for (const StepSample& s : run.samples)
    for (int64_t f = 0; f < s.out[0].shape[0]; f++, at++) {
      Record& r = run.at<Record>(table, at);
      pack_frame(s, f, whole, r);
      grid.add(r.store.nx, r.store.nz, r.store.ny);
    }
  const StepSample& first = run.samples[0];
  std::string pixel = ", " + std::to_string(whole ? channels : 1) + ", ";
  std::string type = "Affine<" + std::string(type_name(first.out[0].dtype)) + pixel +
                     std::to_string(offsetof(Record, params)) + ", Memory<" +
                     type_name(first.in[0].dtype) + pixel + std::to_string(offsetof(Record, from)) +
                     ">" + more(a, spec, nullptr, 0) + ">";
  run.launch_text(grid.text("#include \"operators/geometry/warp.cuh\"\n", type, sizeof(Record),
                            blocks(a, spec)),
                  table, n, sizeof(Record), grid.blocks(), 256, {grid.steps()});
}

GpuKernel rotate() {
  return {.file = "operators/geometry/warp.cuh",
          .type = "Affine",
          .more = typed<more>,
          .params = sizeof(hrk::AffineParams),
          .pack = typed<pack>,
          .axes = typed<axes>,
          .reads = Reads::many,
          .shares = Shares::beside,
          .least_blocks = typed<blocks>};
}

GpuKernel rotate_axes() {
  GpuKernel k = rotate();
  k.composes = typed<composes>;
  k.run = run;
  return k;
}

const Entry entries[] = {Entry{"rotate", rotate()}, Entry{"rotate_axes", rotate_axes()}};

}  // namespace
}  // namespace hr::gpu::rotate_kernel
