// bb_flip, bbox_paste: boxes of an image that is mirrored, or pasted on a larger canvas.
#include <cmath>

#include "operators/boxes/boxes.h"

namespace hr {
namespace {

// Calls f(row) for every four numbers of a float array.
template <class F>
void each_box(const View& in, const View& out, F f) {
  dispatch(in.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (is_real<T>) {
      using W = std::conditional_t<is_half<T>, float, T>;  // what is computed with
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

enum { kHorizontal, kVertical, kEnds };

void run_flip(RunContext& c) {
  const BoxFlip f = box_flip(c.args);
  each_box(c.in[0], c.out[0], [&](auto* b) {
    using W = std::decay_t<decltype(*b)>;
    for (int k = 0; k < 2; k++) {
      if (!f.across[k]) continue;
      W lo = b[k], second = b[2 + k];
      b[k] = f.ends ? W(1) - second : W(1) - lo - second;
      if (f.ends) b[2 + k] = W(1) - lo;
    }
  });
}

const KernelEntry flip{{.name = "bb_flip",
                        .params = {"horizontal", "vertical", "ends"},
                        .infer = infer,
                        .run = run_flip}};

enum { kRatio, kPasteX, kPasteY, kPasteEnds };

void infer_paste(InferContext& c) {
  infer(c);
  const double ratio = box_paste(c.args).ratio;
  if (!(ratio > 0 && std::isfinite(ratio)))
    fail_value("ratio must be positive, got " + std::to_string(ratio));
}

void run_paste(RunContext& c) {
  const BoxPaste p = box_paste(c.args);
  each_box(c.in[0], c.out[0], [&](auto* b) {
    using W = std::decay_t<decltype(*b)>;
    W scale = W(1) / static_cast<W>(p.ratio);
    for (int k = 0; k < 2; k++) {
      W margin = static_cast<W>(p.at[k]) * (W(1) - scale);
      b[k] = b[k] * scale + margin;
      b[2 + k] = b[2 + k] * scale + (p.ends ? margin : W(0));
    }
  });
}

const KernelEntry paste{{.name = "bbox_paste",
                         .params = {"ratio", "paste_x", "paste_y", "ends"},
                         .infer = infer_paste,
                         .run = run_paste}};

}  // namespace

BoxFlip box_flip(const Args& args) {
  return {{args.i(kHorizontal) != 0, args.i(kVertical) != 0}, args.i(kEnds) != 0};
}

BoxPaste box_paste(const Args& args) {
  return {args.f(kRatio), {args.f(kPasteX), args.f(kPasteY)}, args.i(kPasteEnds) != 0};
}

}  // namespace hr
