// tint: pixels mixed with a colour. An operator in a library of its own; see CMakeLists.txt.
#include "tint.h"

namespace {

using namespace hr;

void infer(const TintArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (in.ndim != 3 || in[2] != a.color.size())
    fail_value("needs images of " + std::to_string(a.color.size()) + " channels (HWC), got " +
               in.str());
  c.out[0] = in;
}

template <class T>
void tint(const TintArgs& a, const View& in, const View& out) {
  const int64_t channels = in.shape[2], pixels = in.shape.volume() / channels;
  for (int64_t p = 0; p < pixels; p++)
    for (int64_t k = 0; k < channels; k++) {
      const double x = static_cast<double>(in.as<T>()[p * channels + k]);
      double y = x + a.amount * (a.color[k] - x);
      if (a.way == Way::darken && y > x) y = x;
      out.as<T>()[p * channels + k] = convert<T>(y);
    }
}

void run(const TintArgs& a, RunContext& c) {
  dispatch(c.in[0].dtype, [&](auto t) { tint<typename decltype(t)::type>(a, c.in[0], c.out[0]); });
}

const plugin::Operator entry{
    {.name = "tint", .args = schema<TintArgs>(), .infer = typed<infer>, .run = typed<run>},
    1,
    "Mix pixels with a colour."};

}  // namespace

HEADRACE_PLUGIN();
