// Running one stage: shapes first, then one slab per output, then sample by sample.
#pragma once
#include <atomic>
#include <mutex>
#include <vector>

#include "engine/engine.h"

namespace hr {

namespace gpu {
class StageLauncher;
}

inline const Samples& samples_of(const Source& s) { return s.node->results[s.out]; }

// One frame of a sequence.
inline View frame_of(const View& v, int64_t f) {
  View r = v;
  r.shape = Shape{};
  for (int d = 1; d < v.shape.ndim; d++) r.shape.push(v.shape[d]);
  if (r.data) r.data += f * r.bytes();
  return r;
}

class StageRun {
 public:
  StageRun(const Stage& stage);

  void infer();  // shapes of every register, parameters of every call
  void allocate_outputs();
  void run_sample(int64_t i) noexcept;
  void run_on_gpu() noexcept;             // enqueues the work of all samples
  bool keeps_host_busy() const noexcept;  // run_on_gpu() takes long
  void run_whole_batch() noexcept;
  // Hands results and errors to the nodes; the engine's mutex is held. False: memory ran out, all
  // of the stage has failed.
  bool publish() noexcept;

  // The step whose outputs infer() or allocate_outputs() was at when it threw.
  const Step& at_step() const { return stage_.steps[at_step_]; }
  // Nobody needs to hear of them: they will happen again when it runs.
  void forget_errors() noexcept;
  bool exhausted() const { return exhausted_; }  // there was no memory even for an error
  const Stage& stage() const { return stage_; }
  int64_t work() const { return work_; }  // bytes, weighted by the kernels' cost
  const Shape& shape(int reg, int64_t i) const { return shapes_[reg * stage_.n + i]; }
  bool sample_failed(int step, int64_t i) const { return failed_[step * stage_.n + i] == kFailed; }

 private:
  friend class gpu::StageLauncher;
  struct StepData {
    std::vector<ArgView> args;           // by kernel parameter
    std::vector<uint8_t> state;          // per virtual sample
    std::vector<int64_t> first_virtual;  // per sample, when unfolding frames
    std::vector<Region> regions;         // of region producers
  };
  void check_samples() const;
  void check_shape(int s, int64_t i);
  void empty_shapes(int s, int64_t i);
  template <class F>
  void try_shape(int s, int64_t i, F f);
  Samples place(int reg) const;  // memory for a register, on the stage's device
  View source_view(const Source& in, int64_t i) const;
  void infer_step(int s, int64_t i);
  void find_regions();
  int reduction(int s, int64_t i);
  const Region* wanted(int s, int64_t i) const;
  View output_view(int s, int out, int64_t i) const;
  void run_step(int s, int64_t i, std::vector<View>& regs);
  bool run_chain(int s, int64_t i, std::vector<View>& regs);
  void record(int s, int64_t i, ErrorKind kind, const char* message,
              std::shared_ptr<void> python = {}, const char* source = "") noexcept;
  void record(int s, int64_t i) noexcept;  // the exception that is being handled
  bool inherit_failure(int s, int64_t i) noexcept;
  void run_steps(int64_t i, std::vector<View>& regs);
  void hand_out();
  void fill_shape(int s, int64_t i);
  void run_batch_on_gpu(BatchContext& c);
  bool clear_outputs(int s, const std::vector<View>& regs);  // false: they have no memory
  std::shared_ptr<const std::vector<std::pair<int64_t, ErrorRef>>> errors_of(int s) const;
  std::string source_name(int s, int64_t i) const;
  void pass_on(int s, int64_t n, Samples& out) const;
  void* state_of(int s, int64_t i, int64_t frame);

  const Stage& stage_;
  std::vector<StepData> data_;
  std::vector<Shape> shapes_;
  enum : uint8_t { kFine, kFailed, kFilled };
  std::vector<uint8_t> failed_;
  std::vector<Samples> outs_;                                      // by register
  std::vector<std::vector<std::pair<int64_t, ErrorRef>>> errors_;  // by step
  std::vector<std::vector<std::pair<int64_t, ErrorRef>>> filled_;  // by step: on_error="fill"
  std::vector<std::vector<int>> warned_;  // by step and sample; empty: no warnings
  std::mutex error_mutex_;
  std::atomic<bool> exhausted_{false};
  int64_t work_ = 0;
  int at_step_ = 0;
};

}  // namespace hr
