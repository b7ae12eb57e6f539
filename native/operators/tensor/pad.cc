// pad: enlarges samples, with the input in the first corner; default sizes are the batch maximum.
#include "operators/tensor/pad.h"

#include <algorithm>

#include "numerics/fill.h"
#include "numerics/pieces.h"

namespace hr::pad_kernel {
namespace {

struct State {
  int64_t in[kMaxDims];
  int64_t align[kMaxDims];
  uint32_t stretch;  // bit d: axis d gets the batch maximum
};

// Rounds up to a multiple; saturates on overflow, because shapes are checked later.
int64_t round_up(int64_t v, int64_t align) {
  const int64_t rest = v % align;
  int64_t up;
  if (__builtin_add_overflow(v, rest ? align - rest : 0, &up)) return INT64_MAX;
  return up;
}

// True if a list is given for `n` axes: n numbers, or one for all.
bool is_given(const std::optional<List<int64_t>>& list, int64_t n) {
  if (!list || list->empty()) return false;
  if (list->size() != 1 && list->size() != n)
    fail_value("argument '" + std::string(list->name()) + "' has " + std::to_string(list->size()) +
               " elements for " + std::to_string(n) + " axes");
  return true;
}

void infer(const PadArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  State& st = *static_cast<State*>(c.state);
  Shape& out = c.out[0];
  out = in;
  std::copy_n(in.d.begin(), in.ndim, st.in);
  bool some = a.axes && !a.axes->empty();
  int64_t n = some ? a.axes->size() : in.ndim;
  bool shaped = is_given(a.shape, n), aligned = is_given(a.align, n);
  for (int64_t j = 0; j < n; j++) {
    int64_t axis = some ? (*a.axes)[j] : j;
    if (axis < -in.ndim || axis >= in.ndim)
      fail_value("axes[" + std::to_string(j) + "] is " + std::to_string(axis) + ", the input " +
                 in.str() + " has " + std::to_string(in.ndim) + " axes");
    axis += axis < 0 ? in.ndim : 0;
    if (st.align[axis]) fail_value("axes names axis " + std::to_string(axis) + " twice");
    st.align[axis] = aligned ? a.align->broadcast(j) : 1;
    if (st.align[axis] <= 0)
      fail_value("align must be positive, got " + std::to_string(st.align[axis]));
    int64_t wanted = shaped ? a.shape->broadcast(j) : -1;
    int d = static_cast<int>(axis);
    out[d] = round_up(std::max(wanted, in[d]), st.align[axis]);
    if (wanted <= 0) st.stretch |= 1u << axis;
  }
}

void agree(const AgreeContext& c) {
  int64_t longest[kMaxDims] = {};
  for (int64_t i = 0; i < c.n; i++)
    for (int d = 0; !c.failed[i] && d < c.out[i].ndim; d++)
      longest[d] = std::max(longest[d], c.st<State>(i).in[d]);
  for (int64_t i = 0; i < c.n; i++) {
    const State& st = c.st<State>(i);
    for (int d = 0; !c.failed[i] && d < c.out[i].ndim; d++)
      if (st.stretch >> d & 1) c.out[i][d] = round_up(longest[d], st.align[d]);
  }
}

struct Copy {
  const Shape &from, &to;
  int last;      // innermost padded axis; everything inside is copied as a whole
  int64_t row;   // bytes of `last` and the axes inside, in the input
  int64_t unit;  // bytes of the axes inside `last`
  Element value;

  void blank(uint8_t* out, int64_t bytes) const { fill(out, bytes / value.size, value); }

  void walk(const uint8_t* in, uint8_t* out, int axis) const {
    int64_t wide = to[last] * unit;
    if (axis == last) {
      std::memcpy(out, in, static_cast<size_t>(row));
      blank(out + row, wide - row);
      return;
    }
    if (axis == last - 1 && wide <= 64) {  // short pixels: fill everything, then copy them
      blank(out, to[axis] * wide);
      copy_pieces(in, row, out, wide, from[axis], row);
      return;
    }
    int64_t in_step = unit, out_step = unit;
    for (int d = axis + 1; d <= last; d++) {
      in_step *= from[d];
      out_step *= to[d];
    }
    for (int64_t i = 0; i < from[axis]; i++) walk(in + i * in_step, out + i * out_step, axis + 1);
    blank(out + from[axis] * out_step, (to[axis] - from[axis]) * out_step);
  }
};

void run(const PadArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  if (in.shape == out.shape) {
    std::memcpy(out.data, in.data, static_cast<size_t>(out.bytes()));
    return;
  }
  Element value = Element::c_cast_of(a.fill_value, out.dtype);
  if (in.volume() == 0) return fill(out.data, out.volume(), value);
  int last = out.shape.ndim - 1;
  while (in.shape[last] == out.shape[last]) last--;
  int64_t unit = out.shape.volume(last + 1) * itemsize(out.dtype);
  Copy{in.shape, out.shape, last, in.shape[last] * unit, unit, value}.walk(in.data, out.data, 0);
}

const KernelEntry pad{{.name = "pad",
                       .args = schema<PadArgs>(),
                       .infer = typed<infer>,
                       .run = typed<run>,
                       .agree = agree,
                       .state_size = sizeof(State)}};

}  // namespace
}  // namespace hr::pad_kernel
