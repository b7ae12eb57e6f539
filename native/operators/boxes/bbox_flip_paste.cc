// bb_flip, bbox_paste: boxes of an image that is mirrored or pasted on a larger canvas.
#include "operators/boxes/bbox_flip_paste.h"

#include <cmath>

namespace hr::bbox_flip_paste_kernel {
namespace {

// Calls f(row) for every box of a float array.
template <class F>
void each_box(const View& in, const View& out, F f) {
  dispatch(in.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (is_real<T>) {
      using W = std::conditional_t<is_half<T>, float, T>;  // compute type
      for (int64_t i = 0; i < in.volume(); i += 4) {
        W b[4];
        for (int k = 0; k < 4; k++) b[k] = static_cast<W>(in.as<T>()[i + k]);
        f(b);
        for (int k = 0; k < 4; k++) out.as<T>()[i + k] = static_cast<T>(b[k]);
      }
    }
  });
}

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (in[in.ndim - 1] % 4) fail_value("boxes have 4 numbers, got an array of shape " + in.str());
  c.out[0] = in;
}

void run_flip(const BoxFlipArgs& a, RunContext& c) {
  const bool across[2] = {a.horizontal, a.vertical};
  each_box(c.in[0], c.out[0], [&](auto* b) {
    using W = std::decay_t<decltype(*b)>;
    for (int k = 0; k < 2; k++) {
      if (!across[k]) continue;
      W lo = b[k], second = b[2 + k];
      b[k] = a.ends ? W(1) - second : W(1) - lo - second;
      if (a.ends) b[2 + k] = W(1) - lo;
    }
  });
}

const KernelEntry flip{
    {.name = "bb_flip", .args = schema<BoxFlipArgs>(), .infer = infer, .run = typed<run_flip>}};

void infer_paste(const BoxPasteArgs& a, InferContext& c) {
  infer(c);
  if (!(a.ratio > 0 && std::isfinite(a.ratio)))
    fail_value("ratio must be positive, got " + std::to_string(a.ratio));
}

void run_paste(const BoxPasteArgs& a, RunContext& c) {
  const double at[2] = {a.paste_x, a.paste_y};
  each_box(c.in[0], c.out[0], [&](auto* b) {
    using W = std::decay_t<decltype(*b)>;
    W scale = W(1) / static_cast<W>(a.ratio);
    for (int k = 0; k < 2; k++) {
      W margin = static_cast<W>(at[k]) * (W(1) - scale);
      b[k] = b[k] * scale + margin;
      b[2 + k] = b[2 + k] * scale + (a.ends ? margin : W(0));
    }
  });
}

const KernelEntry paste{{.name = "bbox_paste",
                         .args = schema<BoxPasteArgs>(),
                         .infer = typed<infer_paste>,
                         .run = typed<run_paste>}};

}  // namespace
}  // namespace hr::bbox_flip_paste_kernel
