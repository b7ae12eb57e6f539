// subscript, pad: any number of axes, launched separately.
#include "operators/tensor/subscript.h"

#include "operators/tensor/copy_axes.gpu.h"
#include "operators/tensor/pad.h"

namespace hr::gpu::subscript_kernel {
namespace {

void run_subscript(Run& run) {
  std::vector<AxesCopy> copies;
  for (const StepSample& s : run.samples) {
    AxesCopy c(s.in[0], s.out[0]);
    for (int d = 0; d < c.ndim; d++) {
      const subscript::Axis& a = s.st<subscript::State>().axes[d];
      c.axis[d].first = a.start;
      c.axis[d].step = a.step;
      c.axis[d].size = a.size < 0 ? 1 : a.size;
    }
    copies.push_back(std::move(c));
  }
  copy_axes(run, copies);
}

void run_pad(Run& run) {
  std::vector<AxesCopy> copies;
  for (const StepSample& s : run.samples) {
    AxesCopy c(s.in[0], s.out[0]);
    c.bounds = Bounds::constant;
    for (int d = 0; d < c.ndim; d++) c.axis[d].size = s.out[0].shape[d];
    c.fills = {Element::c_cast_of(s.args.as<PadArgs>().fill_value, s.out[0].dtype)};
    copies.push_back(std::move(c));
  }
  copy_axes(run, copies);
}

const Entry subscript_entry{"subscript", {.run = run_subscript}};
const Entry pad_entry{"pad", {.run = run_pad}};

}  // namespace
}  // namespace hr::gpu::subscript_kernel
