// What the engine asks of the lane that runs stages on GPUs. The folder gpu/ implements it: the
// engine does not know how.
#pragma once
#include "engine/plan.h"

namespace hr {

class StageRun;

class DeviceLane {
 public:
  using StreamRef = std::shared_ptr<gpu::Stream>;

  virtual int device_of(const gpu::Stream& stream) const = 0;
  // Decides the kernels of a stage from metadata alone: sets Step::on_gpu, Stage::kernels and
  // Stage::host_work.
  virtual void plan(Stage& stage, bool fuse) const = 0;
  // Memory for samples whose type and shapes are set.
  virtual void make_room(Samples& out, const StreamRef& stream) const = 0;
  // Enqueues the kernels of a stage whose shapes are known.
  virtual void launch(StageRun& run) const = 0;
  // A kernel that sees whole batches (Kernel::run_batch).
  virtual void run_batch(BatchContext& c, const StreamRef& stream) const = 0;

 protected:
  ~DeviceLane() = default;
};

// There is one, set when the library is loaded: streams exist only with it.
void set_device_lane(const DeviceLane& lane);
const DeviceLane& device_lane();

}  // namespace hr
