// rotate: a step; frames of sequences, which share a size but not their angles, by a launch of
// their own.
#include "gpu/columns.h"
#include "gpu/device/launch.cuh"
#include "operators/geometry/sampling.gpu.h"

namespace hr::gpu {
namespace {

// As in kernels/rotate.cc.
enum { kAngle, kAxis, kSize, kKeepSize, kFill, kInterp, kFirst, kSpatial, kFrames };

int constant(const Spec& spec, int k) { return static_cast<int>(spec.consts[k].i[0]); }

bool has_frames(const Spec& spec) { return constant(spec, kFrames) != 0; }
bool composes(const Spec& spec) { return !has_frames(spec); }

Axes axes(const Spec& spec, int, int ndim) {
  return sampled_axes(constant(spec, kFirst), constant(spec, kSpatial), ndim);
}

int blocks(const Spec& spec) { return sampler_blocks(constant(spec, kSpatial)); }

std::string more(const Spec& spec, const View*, int) {
  return sampler_arguments(static_cast<Interp>(constant(spec, kInterp)),
                           spec.consts[kFill].given ? Border::fill : Border::clamp,
                           constant(spec, kSpatial));
}

void pack(const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::AffineParams*>(to);
  pack_source(s, kFill, p.source);
  auto sides = [](const View& v, const Axes& a) {
    PixelAxes r;
    r.d = StepSample::size(v, a.z);
    r.h = StepSample::size(v, a.y);
    r.w = StepSample::size(v, a.x);
    return r;
  };
  pack_affine(rotate_map(s.args, 0, sides(s.in[0], s.in_axes), sides(s.out[0], s.out_axes)), p);
}

// ---- sequences --------------------------------------------------------------------------------

struct Record {
  hrk::StoreParams store;
  hrk::AffineParams params;
  hrk::MemoryParams from;
};

// A frame of a sample.
struct Frames {
  int64_t count;
  bool planar;  // channels in front of the pixels
  PixelAxes axes;
  int64_t channels, volume;

  Frames(const Spec& spec, const Shape& shape) : count(shape[0]) {
    axes = pixel_axes(shape, constant(spec, kFirst), constant(spec, kSpatial));
    planar = axes.first > 1;
    channels = planar ? axes.planes / count : axes.c;
    volume = axes.d * axes.h * axes.w * channels;
  }
  // Planes of channels are an axis like depth where pixels are single elements.
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

void pack_frame(const Spec& spec, const StepSample& s, int64_t f, bool whole, Record& r) {
  Frames from(spec, s.in[0].shape), to(spec, s.out[0].shape);
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
  pack_fill(s.args, kFill, s.in[0].dtype, s.out[0].dtype, whole ? static_cast<int>(to.channels) : 1,
            whole, source);
  pack_affine(rotate_map(s.args, f, from.axes, to.axes), r.params);
}

void run(Run& run) {
  const Spec& spec = run.spec();
  int64_t n = 0, channels = -1;
  bool whole = true;
  for (const StepSample& s : run.samples) {
    Frames to(spec, s.out[0].shape);
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
      pack_frame(spec, s, f, whole, r);
      grid.add(r.store.nx, r.store.nz, r.store.ny);
    }
  const StepSample& first = run.samples[0];
  std::string pixel = ", " + std::to_string(whole ? channels : 1) + ", ";
  std::string type = "Affine<" + std::string(type_name(first.out[0].dtype)) + pixel +
                     std::to_string(offsetof(Record, params)) + ", Memory<" +
                     type_name(first.in[0].dtype) + pixel + std::to_string(offsetof(Record, from)) +
                     ">" + more(spec, nullptr, 0) + ">";
  run.launch_text(
      grid.text("#include \"operators/geometry/warp.cuh\"\n", type, sizeof(Record), blocks(spec)),
      table, n, sizeof(Record), grid.blocks(), 256, {grid.steps()});
}

GpuKernel rotate() {
  return {.file = "operators/geometry/warp.cuh",
          .type = "Affine",
          .more = more,
          .params = sizeof(hrk::AffineParams),
          .pack = pack,
          .axes = axes,
          .reads = Reads::many,
          .shares = Shares::beside,
          .least_blocks = blocks};
}

GpuKernel rotate_axes() {
  GpuKernel k = rotate();
  k.composes = composes;
  k.run = run;
  return k;
}

const Entry entries[] = {Entry{"rotate", rotate()}, Entry{"rotate_axes", rotate_axes()}};

}  // namespace
}  // namespace hr::gpu
