// The cuda lane: implements the engine's DeviceLane.
#include "engine/device_lane.h"
#include "gpu/stage.h"

namespace hr::gpu {
namespace {

class Lane : public DeviceLane {
 public:
  int device_of(const Stream& stream) const override { return stream.device; }
  void plan(Stage& stage, bool fuse) const override { plan_kernels(stage, fuse); }
  void make_room(Samples& out, const StreamRef& stream) const override {
    gpu::make_room(out, stream);
  }
  void launch(StageRun& run) const override { StageLauncher(run).launch(); }

  // Whole-batch kernels have a GPU version of their own, or only rearrange samples.
  void run_batch(BatchContext& c, const StreamRef& stream) const override {
    const GpuKernel* k = find_gpu_kernel(c.spec.kernel->name);
    if (!k || !k->run_batch)
      fail(ErrorKind::device,
           "kernel '" + std::string(c.spec.kernel->name) + "' does not run on the GPU");
    for (const Samples* in : c.in) follow_samples(*in, stream);
    k->run_batch(c, stream);
    for (Samples& out : c.out)
      if (out.device >= 0 && !out.stream) out.stream = stream;
  }
};

const Lane lane;
[[maybe_unused]] const bool registered = (set_device_lane(lane), true);

}  // namespace
}  // namespace hr::gpu
