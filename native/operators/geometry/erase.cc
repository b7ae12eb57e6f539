// erase: regions of a sample overwritten with a value, or one value per channel.
#include <algorithm>
#include <cstring>

#include "numerics/fill.h"
#include "operators/geometry/erase.h"

namespace hr {
namespace {

using namespace erase;

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

struct Target {
  const int64_t* extent;
  int channel;  // the axis of fill values, -1: one value
  int64_t item;
};

// Writes the part of a box below axis d; `fill` points at the value of channel 0.
void write(uint8_t* out, const Target& t, const Box& box, int d, const Element* fill) {
  if (d == box.ndim) {
    std::memcpy(out, fill->bytes, static_cast<size_t>(t.item));
    return;
  }
  int64_t inner = t.item;
  bool whole = true;  // the axes below are covered completely: one item after the other
  for (int k = d + 1; k < box.ndim; k++) {
    inner *= t.extent[k];
    whole &= box.lo[k] == 0 && box.hi[k] == t.extent[k];
  }
  int64_t count = box.hi[d] - box.lo[d];
  if (count <= 0 || inner == 0) return;
  out += box.lo[d] * inner;
  if (!whole || d == t.channel) {
    for (int64_t i = 0; i < count; i++)
      write(out + i * inner, t, box, d + 1, d == t.channel ? fill + box.lo[d] + i : fill);
    return;
  }
  write(out, t, box, d + 1, fill);
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
  int64_t count = regions(c.args), fills = c.args.size(kFill);
  if (!count || !out.volume()) return;
  Element* fill = reinterpret_cast<Element*>(scratch(static_cast<size_t>(fills) * sizeof(Element)));
  for (int64_t k = 0; k < fills; k++) fill[k] = Element::c_cast_of(c.args.f(kFill, k), out.dtype);
  Target t{out.shape.d.data(), fills > 1 ? static_cast<int>(c.args.i(kChannel)) : -1,
           itemsize(out.dtype)};
  for (int64_t r = 0; r < count; r++) write(out.data, t, box_of(c.args, r, out.shape), 0, fill);
}

const KernelEntry entry{{.name = "erase",
                         .params = {"anchor", "shape", "fill_value", "axes", "channel",
                                    "normalized_anchor", "normalized_shape", "centered_anchor"},
                         .infer = infer,
                         .run = run}};

}  // namespace
}  // namespace hr
