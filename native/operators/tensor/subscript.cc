// subscript: x[i, a:b:c, ...] with Python's rules; integers remove an axis.
#include "operators/tensor/subscript.h"

#include "numerics/strided.h"

namespace hr::subscript_kernel {
namespace {

using namespace subscript;

std::string axis_name(const Shape& in, int axis) {
  return "axis " + std::to_string(axis) + " of shape " + in.str();
}

Axis index(const SubscriptArgs& a, const Shape& in, int axis) {
  int64_t size = in[axis], i = a.start[axis].value_or(0);
  if (i < -size || i >= size)
    fail(ErrorKind::index,
         "index " + std::to_string(i) + " is out of range for " + axis_name(in, axis));
  return {i < 0 ? i + size : i, 1, -1};
}

Axis slice(const SubscriptArgs& a, const Shape& in, int axis) {
  int64_t size = in[axis], s = a.step[axis].value_or(1);
  if (s == 0) fail_value("slice step cannot be zero (" + axis_name(in, axis) + ")");
  // Clamps bounds: to [0, size] for positive steps, to [-1, size - 1] for negative ones.
  int64_t low = s > 0 ? 0 : -1, high = s > 0 ? size : size - 1;
  auto clamp = [&](std::optional<int64_t> bound, int64_t otherwise) {
    if (!bound) return otherwise;
    int64_t v = *bound < 0 ? *bound + size : *bound;
    return v < low ? low : v > high ? high : v;
  };
  int64_t from = clamp(a.start[axis], s > 0 ? low : high);
  int64_t to = clamp(a.stop[axis], s > 0 ? high : low);
  int64_t span = s > 0 ? to - from : from - to;
  uint64_t pace = s > 0 ? static_cast<uint64_t>(s) : 0 - static_cast<uint64_t>(s);
  int64_t count =
      span <= 0 ? 0 : static_cast<int64_t>((static_cast<uint64_t>(span) - 1) / pace) + 1;
  return {from, count > 1 ? s : 1, count};
}

void infer(const SubscriptArgs& a, InferContext& c) {
  auto& state = *static_cast<State*>(c.state);
  const Shape& in = c.in[0].shape;
  for (int d = 0; d < in.ndim; d++) {
    state.axes[d] = d < a.index.size() && a.index[d] ? index(a, in, d) : slice(a, in, d);
    if (state.axes[d].size >= 0) c.out[0].push(state.axes[d].size);
  }
}

// Rows and columns from the first to the last selected one.
Region region(const InferContext& c, const Region*) {
  const auto& state = *static_cast<const State*>(c.state);
  if (c.out[0].volume() == 0) return {0, 0, c.in[0].shape[0], c.in[0].shape[1]};
  auto ends = [&](int d, int64_t& first, int64_t& last) {
    const Axis& a = state.axes[d];
    int64_t other = a.start + (a.size > 0 ? (a.size - 1) * a.step : 0);
    first = std::min(a.start, other);
    last = std::max(a.start, other) + 1;
  };
  Region r;
  ends(0, r.y0, r.y1);
  ends(1, r.x0, r.x1);
  return r;
}

void run(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  if (out.volume() == 0) return;
  const State& state = c.st<State>();
  int64_t strides[kMaxDims], stride = itemsize(in.dtype);
  for (int d = in.shape.ndim - 1; d >= 0; d--) {
    strides[d] = stride;
    stride *= in.windowed && d == 1 ? in.region.x1 - in.region.x0 : in.shape[d];
  }
  const uint8_t* data = in.data;
  if (in.windowed) data -= in.region.y0 * strides[0] + in.region.x0 * strides[1];
  int64_t steps[kMaxDims];
  int kept = 0;
  for (int d = 0; d < in.shape.ndim; d++) {
    data += state.axes[d].start * strides[d];
    if (state.axes[d].size >= 0) steps[kept++] = state.axes[d].step * strides[d];
  }
  copy_strided(data, steps, out.shape, itemsize(in.dtype), out.data);
}

const KernelEntry entry{{.name = "subscript",
                         .args = schema<SubscriptArgs>(),
                         .infer = typed<infer>,
                         .run = run,
                         .state_size = sizeof(State),
                         .region = region}};

}  // namespace
}  // namespace hr::subscript_kernel
