// erase: overwrites regions of a sample with one value, or one value per channel.
#include "operators/geometry/erase.h"

#include <algorithm>
#include <cstring>

#include "numerics/fill.h"

namespace hr::erase_kernel {
namespace {

using namespace erase;

void infer(const EraseArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  regions(a);
  int64_t fills = a.fill_value.size();
  if (fills != 1 && (a.channel < 0 || fills != in[a.channel]))
    fail_value("fill_value has " + std::to_string(fills) + " numbers, needs one" +
               (a.channel < 0 ? " (the layout names no channel axis C)"
                              : " or one per channel, " + std::to_string(in[a.channel])));
  c.out[0] = in;
}

struct Target {
  const int64_t* extent;
  int channel;  // axis of the fill values; -1: a single value
  int64_t item;
};

// Fills the part of a box starting at axis d; `fill` points to the value of channel 0.
void write(uint8_t* out, const Target& t, const Box& box, int d, const Element* fill) {
  if (d == box.ndim) {
    std::memcpy(out, fill->bytes, static_cast<size_t>(t.item));
    return;
  }
  int64_t inner = t.item;
  bool whole = true;  // inner axes are covered completely: contiguous items
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
  size_t block = std::max(4096 / done, size_t(1)) * done;  // doubling, then blocks in L1
  while (done < total) {
    size_t n = std::min({done, total - done, block});
    std::memcpy(out + done, out, n);
    done += n;
  }
}

void run(const EraseArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  std::memcpy(out.data, in.data, static_cast<size_t>(out.bytes()));
  int64_t count = regions(a), fills = a.fill_value.size();
  if (!count || !out.volume()) return;
  Element* fill = reinterpret_cast<Element*>(scratch(static_cast<size_t>(fills) * sizeof(Element)));
  for (int64_t k = 0; k < fills; k++) fill[k] = Element::c_cast_of(a.fill_value[k], out.dtype);
  Target t{out.shape.d.data(), fills > 1 ? a.channel : -1, itemsize(out.dtype)};
  for (int64_t r = 0; r < count; r++) write(out.data, t, box_of(a, r, out.shape), 0, fill);
}

const KernelEntry entry{
    {.name = "erase", .args = schema<EraseArgs>(), .infer = typed<infer>, .run = typed<run>}};

}  // namespace
}  // namespace hr::erase_kernel
