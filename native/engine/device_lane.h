// DeviceLane: the engine's interface to the lane that runs stages on GPUs; gpu/ implements it.
#pragma once
#include "engine/plan.h"

namespace hr {

class StageRun;

class DeviceLane {
 public:
  using StreamRef = std::shared_ptr<gpu::Stream>;

  virtual int device_of(const gpu::Stream& stream) const = 0;
  // Chooses a stage's kernels from metadata; sets Step::on_gpu, Stage::kernels, Stage::host_work.
  virtual void plan(Stage& stage, bool fuse) const = 0;
  // Allocates samples of known type and shape.
  virtual void make_room(Samples& out, const StreamRef& stream) const = 0;
  // Enqueues the kernels of a stage with known shapes.
  virtual void launch(StageRun& run) const = 0;
  // Runs a whole-batch kernel (Kernel::run_batch).
  virtual void run_batch(BatchContext& c, const StreamRef& stream) const = 0;

 protected:
  ~DeviceLane() = default;
};

// The only lane, set at load time. Streams exist only if it is set.
void set_device_lane(const DeviceLane& lane);
const DeviceLane& device_lane();

}  // namespace hr
