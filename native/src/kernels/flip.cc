// flip: mirrors chosen axes.
#include <cstring>

#include "headrace/kernel.h"
#include "headrace/simd/reverse.h"

namespace hr {
namespace {

enum { kHorizontal, kVertical, kDepthwise, kAxes };  // axes: positions of W, H, D; -1 where absent

void infer(InferContext& c) { c.out[0] = c.in[0].shape; }

void reverse_items(const uint8_t* in, uint8_t* out, int64_t count, int64_t item) {
  if (ReverseFunction f = reverser(item)) return f(in, out, count);
  for (int64_t i = 0; i < count; i++)
    std::memcpy(out + i * item, in + (count - 1 - i) * item, static_cast<size_t>(item));
}

// Walks the axes up to the last one that is mirrored; below it everything is one item.
void walk(const uint8_t* in, uint8_t* out, const Shape& shape, const bool* mirror, int axis,
          int last, int64_t item) {
  int64_t inner = item;
  for (int d = axis + 1; d <= last; d++) inner *= shape[d];
  if (axis == last) {
    reverse_items(in, out, shape[axis], item);
    return;
  }
  for (int64_t i = 0; i < shape[axis]; i++)
    walk(in + (mirror[axis] ? shape[axis] - 1 - i : i) * inner, out + i * inner, shape, mirror,
         axis + 1, last, item);
}

void run(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  bool mirror[kMaxDims] = {};
  int last = -1;
  for (int k : {kHorizontal, kVertical, kDepthwise}) {
    int axis = static_cast<int>(c.args.i(kAxes, k));
    if (axis < 0 || !c.args.i(k)) continue;
    mirror[axis] = true;
    last = std::max(last, axis);
  }
  if (last < 0 || out.volume() == 0) {
    std::memcpy(out.data, in.data, static_cast<size_t>(out.bytes()));
    return;
  }
  walk(in.data, out.data, in.shape, mirror, 0, last,
       in.shape.volume(last + 1) * itemsize(in.dtype));
}

const KernelEntry flip{{.name = "flip",
                        .params = {"horizontal", "vertical", "depthwise", "axes"},
                        .infer = infer,
                        .run = run}};

}  // namespace
}  // namespace hr
