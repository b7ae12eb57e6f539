// subscript: x[i, a:b:c, ...] with Python's rules; integers take an axis away.
#include "operators/tensor/subscript.h"

#include "numerics/strided.h"

namespace hr {
namespace {

using namespace subscript;

// `axes`: for each axis of the input seven numbers: whether it is an index (1) or a slice (0), then
// for start (or the index), stop and step how the bound is given and its value: left out, a
// constant, or the number k of a dynamic argument "d<k>".
enum { kAxes, kFirstDynamic };
enum How : int64_t { kNone, kConst, kDynamic };

struct Bound {
  bool given;
  int64_t value;
};

Bound bound(const Args& args, int axis, int which) {
  int64_t at = axis * 7 + 1 + which * 2;
  int64_t how = args.i(kAxes, at), value = args.i(kAxes, at + 1);
  if (how == kDynamic) return {true, args.i(kFirstDynamic + static_cast<int>(value))};
  return {how == kConst, value};
}

std::string axis_name(const InferContext& c, int axis) {
  return "axis " + std::to_string(axis) + " of shape " + c.in[0].shape.str();
}

Axis index(const InferContext& c, int axis) {
  int64_t size = c.in[0].shape[axis], i = bound(c.args, axis, 0).value;
  if (i < -size || i >= size)
    fail(ErrorKind::index,
         "index " + std::to_string(i) + " is out of range for " + axis_name(c, axis));
  return {i < 0 ? i + size : i, 1, -1};
}

Axis slice(const InferContext& c, int axis) {
  int64_t size = c.in[0].shape[axis];
  Bound start = bound(c.args, axis, 0), stop = bound(c.args, axis, 1),
        step = bound(c.args, axis, 2);
  int64_t s = step.given ? step.value : 1;
  if (s == 0) fail_value("slice step cannot be zero (" + axis_name(c, axis) + ")");
  // Bounds beyond an end mean that end: [0, size] going up, [-1, size - 1] going down.
  int64_t low = s > 0 ? 0 : -1, high = s > 0 ? size : size - 1;
  auto clamp = [&](Bound b, int64_t otherwise) {
    if (!b.given) return otherwise;
    int64_t v = b.value < 0 ? b.value + size : b.value;
    return v < low ? low : v > high ? high : v;
  };
  int64_t from = clamp(start, s > 0 ? low : high), to = clamp(stop, s > 0 ? high : low);
  int64_t span = s > 0 ? to - from : from - to;
  uint64_t pace = s > 0 ? static_cast<uint64_t>(s) : 0 - static_cast<uint64_t>(s);
  int64_t count =
      span <= 0 ? 0 : static_cast<int64_t>((static_cast<uint64_t>(span) - 1) / pace) + 1;
  return {from, count > 1 ? s : 1, count};
}

void infer(InferContext& c) {
  auto& state = *static_cast<State*>(c.state);
  for (int d = 0; d < c.in[0].shape.ndim; d++) {
    state.axes[d] = c.args.i(kAxes, d * 7) ? index(c, d) : slice(c, d);
    if (state.axes[d].size >= 0) c.out[0].push(state.axes[d].size);
  }
}

// Rows and columns between the first and the last one taken.
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

const KernelEntry entry{
    {.name = "subscript",
     .params = {"axes", "d0",  "d1",  "d2",  "d3",  "d4",  "d5",  "d6",  "d7",  "d8",  "d9",
                "d10",  "d11", "d12", "d13", "d14", "d15", "d16", "d17", "d18", "d19", "d20",
                "d21",  "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29"},
     .infer = infer,
     .run = run,
     .state_size = sizeof(State),
     .region = region}};

}  // namespace
}  // namespace hr
