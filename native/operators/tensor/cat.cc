// cat, stack: joins arrays along an existing or a new axis.
#include "operators/tensor/cat.h"

#include <algorithm>

#include "numerics/pieces.h"
#include "simd/transpose.h"

namespace hr::cat_kernel {
namespace {

void infer_stack(const JoinArgs& a, InferContext& c) {
  const Shape& first = c.in[0].shape;
  for (int k = 1; k < c.nin; k++)
    if (!(c.in[k].shape == first))
      fail_value("inputs of different shapes cannot be stacked: input 0 has " + first.str() +
                 ", input " + std::to_string(k) + " has " + c.in[k].shape.str());
  for (int d = 0; d <= first.ndim; d++) {
    if (d == a.axis) c.out[0].push(c.nin);
    if (d < first.ndim) c.out[0].push(first[d]);
  }
}

// An empty array joins any other, whatever its shape.
void infer_cat(const JoinArgs& a, InferContext& c) {
  int axis = a.axis, lead = 0;
  while (lead < c.nin - 1 && c.in[lead].volume() == 0) lead++;
  if (c.in[lead].volume() == 0) lead = 0;
  Shape out = c.in[lead].shape;
  out[axis] = 0;
  for (int k = 0; k < c.nin; k++) {
    const Shape& s = c.in[k].shape;
    bool fits = true;
    for (int d = 0; d < s.ndim; d++) fits &= d == axis || s[d] == out[d];
    if (!fits && s.volume() == 0) continue;
    if (!fits)
      fail_value("cat along axis " + std::to_string(axis) +
                 " needs inputs that agree in all other axes: input " + std::to_string(lead) +
                 " has " + c.in[lead].shape.str() + ", input " + std::to_string(k) + " has " +
                 s.str());
    out[axis] += s[axis];
  }
  c.out[0] = out;
}

void run(const JoinArgs& a, RunContext& c) {
  const View& out = c.out[0];
  if (out.volume() == 0) return;
  int64_t outer = out.shape.volume(0, a.axis), pitch = out.bytes() / outer;
  // Single elements of a few inputs: interleave.
  int64_t item = c.in[0].bytes() / outer;
  bool equal = item * c.nin == pitch && c.nin <= 4 && item <= 4;
  for (int k = 1; k < c.nin; k++) equal &= c.in[k].bytes() == c.in[0].bytes();
  if (equal) {
    const uint8_t* planes[4];
    for (int k = 0; k < c.nin; k++) planes[k] = c.in[k].data;
    if (transposer().merge(planes, out.data, outer, c.nin, static_cast<int>(item))) return;
  }
  // Large pieces: alternate between inputs. Small pieces: input by input, in cache-sized parts.
  constexpr int64_t kPart = 8192;
  int64_t part = std::max<int64_t>(1, kPart / pitch);
  for (int64_t first = 0; first < outer; first += part) {
    int64_t count = std::min(part, outer - first), at = 0;
    for (int k = 0; k < c.nin; k++) {
      int64_t size = c.in[k].bytes() / outer;
      copy_pieces(c.in[k].data + first * size, size, out.data + first * pitch + at, pitch, count,
                  size);
      at += size;
    }
  }
}

const KernelEntry cat{
    {.name = "cat", .args = schema<JoinArgs>(), .infer = typed<infer_cat>, .run = typed<run>}};
const KernelEntry stack{
    {.name = "stack", .args = schema<JoinArgs>(), .infer = typed<infer_stack>, .run = typed<run>}};

}  // namespace
}  // namespace hr::cat_kernel
