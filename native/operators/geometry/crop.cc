// crop: a window of given size at a relative position.
#include "operators/geometry/window_copy.h"

namespace hr {
namespace {

void infer(InferContext& c) {
  Window& w = *static_cast<Window*>(c.state);
  const Shape& in = c.in[0].shape;
  w = crop_window(c.args, in);
  for (int d = 0; d < in.ndim; d++) c.out[0].push(w.size[d]);
  if (static_cast<Bounds>(c.args.i(kBounds)) == Bounds::constant)
    check_fill(c.args, kFill, static_cast<int>(c.args.i(kAxes, 3)), c.out[0]);
}

Region region(const InferContext& c, const Region* want) {
  const Window& w = *static_cast<const Window*>(c.state);
  return window_region(want ? part_of_window(w, *want) : w, c.in[0].shape,
                       static_cast<Bounds>(c.args.i(kBounds)));
}

void run(RunContext& c) {
  copy_window(c.in[0], c.st<Window>(), static_cast<Bounds>(c.args.i(kBounds)), c.args, kFill,
              static_cast<int>(c.args.i(kAxes, 3)), c.out[0]);
}

const KernelEntry crop{{.name = "crop",
                        .params = {HR_CROP_PARAMS},
                        .infer = infer,
                        .run = run,
                        .state_size = sizeof(Window),
                        .makes_region = true,
                        .region = region}};

}  // namespace
}  // namespace hr
