// one_hot: class indices as one-hot vectors.
#include "operators/tensor/one_hot.h"

#include "numerics/fill.h"

namespace hr::one_hot_kernel {
namespace {

void infer(const OneHotArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (a.axis < 0) {
    if (in.volume() != 1)
      fail_value("one class number was expected in each sample, got an array of shape " + in.str());
    c.out[0] = Shape{a.num_classes};
    return;
  }
  for (int d = 0; d <= in.ndim; d++) {
    if (d == a.axis) c.out[0].push(a.num_classes);
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

void run(const OneHotArgs& a, RunContext& c) {
  const View &in = c.in[0], &out = c.out[0];
  fill(out.data, out.volume(), Element::c_cast_of(a.off_value, out.dtype));
  if (out.volume() == 0) return;
  Element on = Element::c_cast_of(a.on_value, out.dtype);
  int64_t inner = a.axis < 0 ? 1 : in.shape.volume(a.axis);
  dispatch(in.dtype, [&](auto t) {
    using T = typename decltype(t)::type;
    mark<T>(in.as<T>(), in, out.data, inner, a.num_classes, on);
  });
}

const KernelEntry one_hot{
    {.name = "one_hot", .args = schema<OneHotArgs>(), .infer = typed<infer>, .run = typed<run>}};

}  // namespace
}  // namespace hr::one_hot_kernel
