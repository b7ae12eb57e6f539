// reshape, reinterpret, expand_dims, per_frame; squeeze: other shapes for the same bytes.
#include <cmath>

#include "base/to_size.h"
#include "engine/kernel.h"

namespace hr::reshape_kernel {
namespace {

struct ReshapeArgs {
  std::optional<List<int64_t>> shape;
  std::optional<List<float>> rel_shape;
  std::optional<List<int64_t>> src_dims;
};
HR_ARGS(ReshapeArgs, shape, rel_shape, src_dims);

std::string describe(const Shape& s, DType t) { return s.str() + " of " + name(t); }

int64_t source_extent(const ReshapeArgs& a, const InferContext& c, int64_t j) {
  const Shape& in = c.in[0].shape;
  int64_t src = j;
  if (a.src_dims) {
    src = (*a.src_dims)[j];
    if (src < -1 || src >= in.ndim)
      fail_value("src_dims[" + std::to_string(j) + "] is " + std::to_string(src) + ", the input " +
                 in.str() + " has axes 0 to " + std::to_string(in.ndim - 1) + " (-1: a new axis)");
    if (src < 0) return 1;
  }
  return src < in.ndim ? in[static_cast<int>(src)] : 1;
}

// Size of a requested shape; fails on overflow.
int64_t bytes_of(const Shape& s, DType t) {
  int64_t bytes = itemsize(t);
  bool overflow = false;
  for (int d = 0; d < s.ndim; d++) overflow |= __builtin_mul_overflow(bytes, s[d], &bytes);
  if (overflow) fail_value("an array of shape " + describe(s, t) + " is too large");
  return bytes;
}

// Reinterprets the bytes as elements of another size: the innermost axis absorbs the difference.
void adapt_innermost(const View& in, DType to, Shape& out) {
  if (itemsize(in.dtype) == itemsize(to)) return;
  int64_t bytes = bytes_of(out.ndim ? Shape{out[out.ndim - 1]} : Shape{}, in.dtype);
  if (out.ndim == 0 || bytes % itemsize(to))
    fail_value("the innermost axis of " + describe(out, in.dtype) + " has " +
               std::to_string(bytes) + " bytes, which are no whole number of " + name(to) +
               " elements");
  out[out.ndim - 1] = bytes / itemsize(to);
}

void infer_reshape(const ReshapeArgs& a, InferContext& c) {
  const View& in = c.in[0];
  DType to = c.args.spec().outs[0].dtype;
  Shape out;
  int open = -1;  // the axis computed from the others
  auto leave_open = [&](const char* argument, int64_t j) {
    if (open >= 0)
      fail_value(std::string(argument) + " may have one negative element, not several");
    open = static_cast<int>(j);
    out.push(1);
  };
  if (a.shape) {
    for (int64_t j = 0; j < a.shape->size(); j++) {
      int64_t extent = (*a.shape)[j];
      extent < 0 ? leave_open("shape", j) : out.push(extent);
    }
  } else if (a.rel_shape) {
    int64_t n = a.rel_shape->size();
    if (a.src_dims && a.src_dims->size() != n)
      fail_value("rel_shape has " + std::to_string(n) + " elements, src_dims " +
                 std::to_string(a.src_dims->size()));
    for (int64_t j = 0; j < n; j++) {
      float rel = (*a.rel_shape)[j];
      if (rel < 0) {
        leave_open("rel_shape", j);
        continue;
      }
      if (!a.src_dims && j >= in.shape.ndim)
        fail_value("rel_shape has " + std::to_string(n) + " elements, the input " + in.shape.str() +
                   " only " + std::to_string(in.shape.ndim) + " axes. src_dims can add some");
      out.push(to_place(std::round(part_of_axis(rel, source_extent(a, c, j))), "an extent"));
    }
  } else if (a.src_dims) {
    for (int64_t j = 0; j < a.src_dims->size(); j++) out.push(source_extent(a, c, j));
    adapt_innermost(in, to, out);
  } else {
    out = in.shape;
    adapt_innermost(in, to, out);
  }
  Shape asked = out;
  int64_t bytes = in.bytes();
  if (open >= 0) {
    int64_t rest = bytes_of(out, to);
    asked[open] = -1;
    if (rest == 0)
      fail_value("cannot tell the size of axis " + std::to_string(open) + " of " + asked.str() +
                 ": the other axes are empty. The input is " + describe(in.shape, in.dtype));
    out[open] = bytes / rest;
  }
  if (bytes_of(out, to) != bytes) {
    int64_t needs = bytes_of(out, to);
    if (open >= 0) out[open] = 1, needs = bytes_of(out, to);
    fail_value("the input " + describe(in.shape, in.dtype) + " has " + std::to_string(bytes) +
               " bytes, the output " + describe(asked, to) + " needs " +
               (open >= 0 ? "a multiple of " : "") + std::to_string(needs));
  }
  c.out[0] = out;
}

struct SqueezeArgs {
  List<int64_t> axes;
};
HR_ARGS(SqueezeArgs, axes);

void infer_squeeze(const SqueezeArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  bool drop[kMaxDims] = {};
  for (int64_t j = 0; j < a.axes.size(); j++) {
    int64_t axis = a.axes[j];
    if (axis < -in.ndim || axis >= in.ndim)
      fail_value("axes[" + std::to_string(j) + "] is " + std::to_string(axis) + ", the input " +
                 in.str() + " has " + std::to_string(in.ndim) + " axes");
    axis += axis < 0 ? in.ndim : 0;
    if (drop[axis]) fail_value("axes names axis " + std::to_string(axis) + " twice");
    drop[axis] = true;
  }
  Shape out;
  for (int d = 0; d < in.ndim; d++)
    if (!drop[d]) out.push(in[d]);
  if (out.volume() != in.volume())
    for (int d = 0; d < in.ndim; d++)
      if (drop[d] && in[d] != 1)
        fail_value("axis " + std::to_string(d) + " of " + in.str() + " has size " +
                   std::to_string(in[d]) + ": only axes of size 1 can be squeezed");
  c.out[0] = out;
}

const KernelEntry reshape{{.name = "reshape",
                           .args = schema<ReshapeArgs>(),
                           .infer = typed<infer_reshape>,
                           .view = true,
                           .cost = 0}};
const KernelEntry squeeze{{.name = "squeeze",
                           .args = schema<SqueezeArgs>(),
                           .infer = typed<infer_squeeze>,
                           .view = true,
                           .cost = 0}};

}  // namespace
}  // namespace hr::reshape_kernel
