// slice: a window given by its ends on some axes.
#include "operators/geometry/slice.h"
#include "operators/geometry/window_copy.h"

namespace hr::slice_kernel {
namespace {

void infer(const SliceArgs& a, InferContext& c) {
  infer_window(slice_window(a.window, c.in[0].shape, a.outside.bounds), a.outside, a.channel_axis,
               c);
}

Region region(const SliceArgs& a, const InferContext& c, const Region* want) {
  const Window& w = *static_cast<const Window*>(c.state);
  return window_region(want ? part_of_window(w, *want) : w, c.in[0].shape, a.outside.bounds);
}

void run(const SliceArgs& a, RunContext& c) {
  copy_window(c.in[0], c.st<Window>(), a.outside, a.channel_axis, c.out[0]);
}

const KernelEntry slice{{.name = "slice",
                         .args = schema<SliceArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .state_size = sizeof(Window),
                         .makes_region = true,
                         .region = typed<region>}};

}  // namespace
}  // namespace hr::slice_kernel
