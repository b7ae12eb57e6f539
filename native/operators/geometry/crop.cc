// crop: a window of given size at a relative position.
#include "operators/geometry/crop.h"
#include "operators/geometry/window_copy.h"

namespace hr::crop_kernel {
namespace {

void infer(const CropArgs& a, InferContext& c) {
  infer_window(crop_window(a.window, c.in[0].shape, a.outside.bounds), a.outside, a.window.axes[3],
               c);
}

Region region(const CropArgs& a, const InferContext& c, const Region* want) {
  const Window& w = *static_cast<const Window*>(c.state);
  return window_region(want ? part_of_window(w, *want) : w, c.in[0].shape, a.outside.bounds);
}

void run(const CropArgs& a, RunContext& c) {
  copy_window(c.in[0], c.st<Window>(), a.outside, a.window.axes[3], c.out[0]);
}

const KernelEntry crop{{.name = "crop",
                        .args = schema<CropArgs>(),
                        .infer = typed<infer>,
                        .run = typed<run>,
                        .state_size = sizeof(Window),
                        .makes_region = true,
                        .region = typed<region>}};

}  // namespace
}  // namespace hr::crop_kernel
