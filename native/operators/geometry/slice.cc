// slice: a window given by its ends on some axes.
#include "operators/geometry/slice_window.h"
#include "operators/geometry/window_copy.h"

namespace hr {
namespace {

enum { kOutside = kSliceParams, kFillValues, kChannelAxis };

void infer(InferContext& c) {
  const Args& a = c.args;
  const Shape& in = c.in[0].shape;
  Bounds bounds = static_cast<Bounds>(a.i(kOutside));
  Window& w = *static_cast<Window*>(c.state);
  w = slice_window(a, in, bounds);
  for (int d = 0; d < in.ndim; d++) c.out[0].push(w.size[d]);
  if (bounds == Bounds::constant)
    check_fill(a, kFillValues, static_cast<int>(a.i(kChannelAxis)), c.out[0]);
}

Region region(const InferContext& c, const Region* want) {
  const Window& w = *static_cast<const Window*>(c.state);
  return window_region(want ? part_of_window(w, *want) : w, c.in[0].shape,
                       static_cast<Bounds>(c.args.i(kOutside)));
}

void run(RunContext& c) {
  copy_window(c.in[0], c.st<Window>(), static_cast<Bounds>(c.args.i(kOutside)), c.args, kFillValues,
              static_cast<int>(c.args.i(kChannelAxis)), c.out[0]);
}

const KernelEntry slice{{.name = "slice",
                         .params = {HR_SLICE_PARAMS, "bounds", "fill_values", "channel_axis"},
                         .infer = infer,
                         .run = run,
                         .state_size = sizeof(Window),
                         .makes_region = true,
                         .region = region}};

}  // namespace
}  // namespace hr
