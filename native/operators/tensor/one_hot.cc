// one_hot: class numbers as vectors.
#include "engine/kernel.h"
#include "numerics/fill.h"

namespace hr {
namespace {

enum { kAxis, kClasses, kOn, kOff };  // axis: -1 when the whole input is one class number

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  int64_t axis = c.args.i(kAxis), classes = c.args.i(kClasses);
  if (axis < 0) {
    if (in.volume() != 1)
      fail_value("one class number was expected in each sample, got an array of shape " + in.str());
    c.out[0] = Shape{classes};
    return;
  }
  for (int d = 0; d <= in.ndim; d++) {
    if (d == axis) c.out[0].push(classes);
    if (d < in.ndim) c.out[0].push(in[d]);
  }
}

template <class T>
void mark(const T* classes, const View& in, uint8_t* out, int64_t inner, int64_t count,
          const Element& on) {
  int64_t n = in.volume();
  for (int64_t i = 0; i < n; i++) {
    int64_t k;
    if constexpr (is_real<T>)
      k = c_cast<int64_t>(static_cast<double>(classes[i]));
    else if constexpr (std::is_same_v<T, uint64_t>)
      k = classes[i] < static_cast<uint64_t>(count) ? static_cast<int64_t>(classes[i]) : -1;
    else
      k = static_cast<int64_t>(classes[i]);
    if (k < 0 || k >= count) continue;
    int64_t at = (i / inner * count + k) * inner + i % inner;
    std::memcpy(out + at * on.size, on.bytes, static_cast<size_t>(on.size));
  }
}

void run(RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  int64_t axis = c.args.i(kAxis), count = c.args.i(kClasses);
  fill(out.data, out.volume(), Element::c_cast_of(c.args.f(kOff), out.dtype));
  if (out.volume() == 0) return;
  Element on = Element::c_cast_of(c.args.f(kOn), out.dtype);
  int64_t inner = axis < 0 ? 1 : in.shape.volume(static_cast<int>(axis));
  dispatch(in.dtype, [&](auto t) {
    using T = typename decltype(t)::type;
    mark<T>(in.as<T>(), in, out.data, inner, count, on);
  });
}

const KernelEntry one_hot{{.name = "one_hot",
                           .params = {"axis", "num_classes", "on_value", "off_value"},
                           .infer = infer,
                           .run = run}};

}  // namespace
}  // namespace hr
