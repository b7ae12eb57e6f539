// full, ones, zeros and their _like forms: new arrays of a given shape.
#include "operators/tensor/fill.h"

#include "numerics/fill.h"
#include "simd/convert.h"

namespace hr::fill_kernel {
namespace {

Shape shape_of(const std::optional<List<int64_t>>& given) {
  Shape s;
  for (int64_t j = 0; given && j < given->size(); j++) {
    int64_t extent = (*given)[j];
    if (extent < 0)
      fail_value("shape[" + std::to_string(j) + "] is negative: " + std::to_string(extent));
    s.push(extent);
  }
  return s;
}

// ---- constant: one constant value; the input's shape if there is an input --------------------

void infer_constant(const ConstantArgs& a, InferContext& c) {
  c.out[0] = c.nin ? c.in[0].shape : shape_of(a.shape);
}

void run_constant(const ConstantArgs& a, RunContext& c) {
  fill(c.out[0].data, c.out[0].volume(), Element::c_cast_of(a.value, c.out[0].dtype));
}

// ---- full: inputs (value) or (like, value); the value is broadcast ---------------------------

void infer_full(const FullArgs& a, InferContext& c) {
  const Shape& value = c.in[c.nin - 1].shape;
  Shape& out = c.out[0];
  out = c.nin == 2 ? c.in[0].shape : a.shape ? shape_of(a.shape) : value;
  for (int d = 0; d < value.ndim; d++) {
    int at = out.ndim - value.ndim + d;
    if (value[d] != 1 && (at < 0 || value[d] != out[at]))
      fail_value("a fill value of shape " + value.str() + " cannot be broadcast to " + out.str());
  }
}

// Broadcasts the value along the axes starting at `axis`; it was already converted.
void spread(const uint8_t* in, uint8_t* out, const Shape& value, const Shape& shape, int axis,
            int64_t item) {
  int at = value.ndim - shape.ndim + axis;  // axis of the value, negative if absent
  int64_t in_step = item, out_step = shape.volume(axis + 1) * item;
  for (int d = std::max(at + 1, 0); d < value.ndim; d++) in_step *= value[d];
  bool moves = at >= 0 && value[at] != 1;
  if (axis == shape.ndim) {
    std::memcpy(out, in, static_cast<size_t>(item));
  } else if (moves && in_step == out_step) {
    std::memcpy(out, in, static_cast<size_t>(shape[axis] * out_step));
  } else if (moves) {
    for (int64_t i = 0; i < shape[axis]; i++)
      spread(in + i * in_step, out + i * out_step, value, shape, axis + 1, item);
  } else {
    spread(in, out, value, shape, axis + 1, item);
    for (int64_t i = 1; i < shape[axis]; i++)
      std::memcpy(out + i * out_step, out, static_cast<size_t>(out_step));
  }
}

void run_full(RunContext& c) {
  const View &value = c.in[c.nin - 1], &out = c.out[0];
  if (out.volume() == 0) return;
  size_t item = static_cast<size_t>(itemsize(out.dtype));
  const uint8_t* data = value.data;
  if (value.dtype != out.dtype) {
    uint8_t* converted = scratch(static_cast<size_t>(value.volume()) * item);
    converter(value.dtype, out.dtype)(value.data, converted, value.volume());
    data = converted;
  }
  if (value.volume() == 1) {
    Element e;
    e.size = static_cast<int>(item);
    std::memcpy(e.bytes, data, item);
    return fill(out.data, out.volume(), e);
  }
  spread(data, out.data, value.shape, out.shape, 0, static_cast<int64_t>(item));
}

const KernelEntry constant{{.name = "constant",
                            .args = schema<ConstantArgs>(),
                            .infer = typed<infer_constant>,
                            .run = typed<run_constant>}};
const KernelEntry full{
    {.name = "full", .args = schema<FullArgs>(), .infer = typed<infer_full>, .run = run_full}};

}  // namespace
}  // namespace hr::fill_kernel
