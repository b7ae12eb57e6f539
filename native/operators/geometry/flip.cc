// flip: mirrors selected axes.
#include "operators/geometry/flip.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "simd/reverse.h"

namespace hr::flip_kernel {
namespace {

void infer(InferContext& c) { c.out[0] = c.in[0].shape; }

void reverse_items(const uint8_t* in, uint8_t* out, int64_t count, int64_t item) {
  if (ReverseFunction f = reverser(item)) return f(in, out, count);
  for (int64_t i = 0; i < count; i++)
    std::memcpy(out + i * item, in + (count - 1 - i) * item, static_cast<size_t>(item));
}

struct Mirror {
  bool axis[kMaxDims] = {};
  int last = -1;  // last mirrored axis
};

Mirror mirror_of(const FlipArgs& a) {
  Mirror m;
  const bool mirrored[] = {a.horizontal, a.vertical, a.depthwise};
  for (int k = 0; k < 3; k++) {
    int axis = a.axes[k];
    if (axis < 0 || !mirrored[k]) continue;
    m.axis[axis] = true;
    m.last = std::max(m.last, axis);
  }
  return m;
}

Region region(const FlipArgs& a, const InferContext& c, const Region* want) {
  int64_t rows = c.in[0].shape[0], cols = c.in[0].shape[1];
  if (!want) return {0, 0, rows, cols};
  Mirror m = mirror_of(a);
  Region r = *want;
  if (m.axis[0]) std::tie(r.y0, r.y1) = std::tuple(rows - want->y1, rows - want->y0);
  if (m.axis[1]) std::tie(r.x0, r.x1) = std::tuple(cols - want->x1, cols - want->x0);
  return r;
}

// Iterates the axes up to `last`; inner axes form one contiguous item.
struct Walk {
  const Mirror& mirror;
  const Shape& shape;  // of the output
  int last;
  int64_t item, in_step[kMaxDims], out_step[kMaxDims];

  void operator()(const uint8_t* in, uint8_t* out, int axis) const {
    bool mirrored = mirror.axis[axis];
    int64_t n = shape[axis];
    if (axis == last) {
      if (mirrored)
        reverse_items(in, out, n, item);
      else
        std::memcpy(out, in, static_cast<size_t>(n * item));
      return;
    }
    for (int64_t i = 0; i < n; i++)
      (*this)(in + (mirrored ? n - 1 - i : i) * in_step[axis], out + i * out_step[axis], axis + 1);
  }
};

void run(const FlipArgs& a, RunContext& c) {
  View in = c.in[0], out = c.out[0].narrowed();
  if (out.volume() == 0) return;
  Mirror m = mirror_of(a);
  if (c.out[0].windowed && !in.windowed) {  // selects the region of the whole input to read
    InferContext shapes{c.args, 1, 1, c.in, nullptr, nullptr};
    Region r = region(a, shapes, &c.out[0].region);
    in.data += r.y0 * in.pitch() + r.x0 * in.shape.volume(2) * itemsize(in.dtype);
  }
  int last = c.out[0].windowed ? std::max(m.last, 1) : m.last;
  if (last < 0) {
    std::memcpy(out.data, in.data, static_cast<size_t>(out.bytes()));
    return;
  }
  Walk walk{m, out.shape, last, out.shape.volume(last + 1) * itemsize(out.dtype), {}, {}};
  for (int d = 0; d < last; d++)
    walk.in_step[d] = walk.out_step[d] = out.shape.volume(d + 1) * itemsize(out.dtype);
  if (c.out[0].windowed) walk.in_step[0] = in.pitch();
  walk(in.data, out.data, 0);
}

const KernelEntry flip{{.name = "flip",
                        .args = schema<FlipArgs>(),
                        .infer = infer,
                        .run = typed<run>,
                        .makes_region = true,
                        .region = typed<region>}};

}  // namespace
}  // namespace hr::flip_kernel
