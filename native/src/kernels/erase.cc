// erase: regions of a sample overwritten with a value, or one value per channel.
#include <algorithm>
#include <cstring>

#include "headrace/fill.h"
#include "headrace/kernel.h"

namespace hr {
namespace {

// axes: which axes a region restricts; channel: the axis of fill values, -1: none.
enum { kAnchor, kShape, kFill, kAxes, kChannel, kNormalizedAnchor, kNormalizedShape, kCentered };

int64_t regions(const Args& args) {
  int64_t anchors = args.has(kAnchor) ? args.size(kAnchor) : 0,
          shapes = args.has(kShape) ? args.size(kShape) : 0;
  int64_t axes = args.size(kAxes);
  if (anchors && anchors != shapes)  // without anchors regions begin at the origin
    fail_value("anchor has " + std::to_string(anchors) + " numbers, shape " +
               std::to_string(shapes) + ": a region needs both");
  if (shapes && (axes == 0 || shapes % axes))
    fail_value("anchor and shape have " + std::to_string(shapes) +
               " numbers, needs a multiple of " + std::to_string(axes) + ", one for each axis");
  return shapes ? shapes / axes : 0;
}

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  regions(c.args);
  int64_t fills = c.args.size(kFill), channel = c.args.i(kChannel);
  if (fills != 1 && (channel < 0 || fills != in[static_cast<int>(channel)]))
    fail_value("fill_value has " + std::to_string(fills) + " numbers, needs one" +
               (channel < 0
                    ? " (the layout names no channel axis C)"
                    : " or one per channel, " + std::to_string(in[static_cast<int>(channel)])));
  c.out[0] = in;
}

struct Box {
  int ndim;
  int64_t lo[kMaxDims], hi[kMaxDims], extent[kMaxDims];
  int channel;
  int64_t item;
};

// Writes the part of a box below axis d; `fill` points at the value of channel 0.
void write(uint8_t* out, const Box& box, int d, const Element* fill) {
  if (d == box.ndim) {
    std::memcpy(out, fill->bytes, static_cast<size_t>(box.item));
    return;
  }
  int64_t inner = box.item;
  bool whole = true;  // the axes below are covered completely: one item after the other
  for (int k = d + 1; k < box.ndim; k++) {
    inner *= box.extent[k];
    whole &= box.lo[k] == 0 && box.hi[k] == box.extent[k];
  }
  int64_t count = box.hi[d] - box.lo[d];
  if (count <= 0 || inner == 0) return;
  out += box.lo[d] * inner;
  if (!whole || d == box.channel) {
    for (int64_t i = 0; i < count; i++)
      write(out + i * inner, box, d + 1, d == box.channel ? fill + box.lo[d] + i : fill);
    return;
  }
  write(out, box, d + 1, fill);
  size_t done = static_cast<size_t>(inner), total = static_cast<size_t>(inner * count);
  size_t block = std::max(4096 / done, size_t(1)) * done;  // doubling, then blocks that stay in L1
  while (done < total) {
    size_t n = std::min({done, total - done, block});
    std::memcpy(out + done, out, n);
    done += n;
  }
}

void run(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  std::memcpy(out.data, in.data, static_cast<size_t>(out.bytes()));
  int64_t count = regions(c.args), axes = c.args.size(kAxes), fills = c.args.size(kFill);
  if (!count || !out.volume()) return;
  Element* fill = reinterpret_cast<Element*>(scratch(static_cast<size_t>(fills) * sizeof(Element)));
  for (int64_t k = 0; k < fills; k++) fill[k] = Element::c_cast_of(c.args.f(kFill, k), out.dtype);
  Box box;
  box.ndim = out.shape.ndim;
  box.item = itemsize(out.dtype);
  box.channel = fills > 1 ? static_cast<int>(c.args.i(kChannel)) : -1;
  bool relative_anchor = c.args.i(kNormalizedAnchor), relative_shape = c.args.i(kNormalizedShape);
  bool centered = c.args.i(kCentered), anchored = c.args.size(kAnchor) > 0;
  for (int d = 0; d < box.ndim; d++) box.extent[d] = out.shape[d];
  for (int64_t r = 0; r < count; r++) {
    for (int d = 0; d < box.ndim; d++) {
      box.lo[d] = 0;
      box.hi[d] = box.extent[d];
    }
    for (int64_t a = 0; a < axes; a++) {
      int d = static_cast<int>(c.args.i(kAxes, a));
      float extent = static_cast<float>(box.extent[d]);
      float anchor = anchored ? static_cast<float>(c.args.f(kAnchor, r * axes + a)) : 0;
      float shape = static_cast<float>(c.args.f(kShape, r * axes + a));
      if (relative_anchor) anchor *= extent;
      if (relative_shape) shape *= extent;
      if (centered) anchor -= shape * 0.5f;
      // Fractions are dropped at both ends.
      auto clamp = [&](float v) { return static_cast<int64_t>(v > 0 ? std::min(v, extent) : 0); };
      box.lo[d] = clamp(anchor);
      box.hi[d] = clamp(anchor + shape);
    }
    write(out.data, box, 0, fill);
  }
}

const KernelEntry erase{{.name = "erase",
                         .params = {"anchor", "shape", "fill_value", "axes", "channel",
                                    "normalized_anchor", "normalized_shape", "centered_anchor"},
                         .infer = infer,
                         .run = run}};

}  // namespace
}  // namespace hr
