// Runs one stage: infers shapes, allocates one slab per output, then runs samples or GPU kernels.
#pragma once
#include <atomic>
#include <mutex>
#include <vector>

#include "engine/plan.h"

namespace hr {

inline const Samples& samples_of(const Source& s) { return s.node->results[s.out]; }

// One frame of a sequence.
inline View frame_of(const View& v, int64_t f) {
  View r = v;
  r.shape = Shape{};
  for (int d = 1; d < v.shape.ndim; d++) r.shape.push(v.shape[d]);
  if (r.data) r.data += f * r.bytes();
  return r;
}

// The error of a failed input, which the stage's calls inherit without running; null: none.
ErrorRef failed_input(const Stage& stage);

class StageRun {
 public:
  explicit StageRun(const Stage& stage);

  // ---- a run from start to finish; see run_plan.cc ----

  // Infers shapes and allocates memory. Null: see `error`.
  static std::shared_ptr<StageRun> prepare(const Stage& stage, ErrorRef& error) noexcept;
  void infer();           // first half of prepare(): shapes of registers, parameters of calls
  int64_t tasks() const;  // for workers; 0: too little work to wake one
  void run(int64_t task) noexcept;  // any thread
  void run_all() noexcept;          // inline
  // Hands results and errors to the nodes; the engine's mutex is held. False: out of memory, the
  // whole stage failed.
  bool publish() noexcept;
  // Marks errors as observed: they will occur again when the stage runs.
  void forget_errors() noexcept;
  bool exhausted() const { return exhausted_; }  // no memory even for an error

  // ---- step-by-step access once shapes are known; also for device lanes ----

  enum Outcome : uint8_t { kFine, kFailed, kFilled };  // kFilled: failed, with on_error="fill"

  const Stage& stage() const { return stage_; }
  const Shape& shape(int reg, int64_t i) const { return shapes_[reg * stage_.n + i]; }
  Outcome outcome(int s, int64_t i) const {  // of sample i so far
    return static_cast<Outcome>(failed_[s * stage_.n + i]);
  }
  const ArgView* arg_views(int s) const { return data_[s].args.data(); }
  Args args_at(int s, int64_t i, int64_t frame) const {
    const Node& node = *stage_.steps[s].node;
    return Args(*node.spec, arg_views(s), i, frame, node.key, &node.immediates);
  }
  void* state(int s, int64_t i, int64_t frame);  // Kernel::state_size bytes
  // A step's operand. Registers: without data.
  View source_view(const Source& in, int64_t i) const;
  const Samples& output(int reg) const { return outs_[reg]; }  // memory of a stored register
  Samples place(int reg) const;                                // new memory for a temporary

  void fail_sample(int s, const SampleFailure& f) noexcept {
    record(s, f.sample, f.kind, f.message.c_str(), f.python, f.source.c_str());
  }
  // Fails a sample with the error of a failed input.
  bool inherit_failure(int s, int64_t i) noexcept;

 private:
  struct StepData {
    std::vector<ArgView> args;           // by kernel parameter
    std::vector<uint8_t> state;          // per virtual sample
    std::vector<int64_t> first_virtual;  // per sample, when unfolding frames
    std::vector<Region> regions;         // of region producers
  };
  // infer.cc
  void check_shape(int s, int64_t i);
  void empty_shapes(int s, int64_t i);
  template <class F>
  void try_shape(int s, int64_t i, F f);
  void infer_step(int s, int64_t i);
  void fill_shape(int s, int64_t i);
  void find_regions();
  int reduction(int s, int64_t i);
  const Region* wanted(int s, int64_t i) const;
  View output_view(int s, int out, int64_t i) const;
  // run_samples.cc
  void run_sample(int64_t i) noexcept;
  void run_steps(int64_t i, std::vector<View>& regs);
  void run_step(int s, int64_t i, std::vector<View>& regs);
  bool run_chain(int s, int64_t i, std::vector<View>& regs);
  bool clear_outputs(int s, const std::vector<View>& regs);  // false: not allocated
  // stage_run.cc
  void check_samples() const;
  void allocate_outputs();
  int64_t samples_per_task() const;
  void run_on_device() noexcept;  // enqueues all samples
  void run_whole_batch() noexcept;
  void record(int s, int64_t i, ErrorKind kind, const char* message,
              std::shared_ptr<void> python = {}, const char* source = "") noexcept;
  void record(int s, int64_t i) noexcept;  // the exception being handled
  void hand_out();
  std::shared_ptr<const std::vector<std::pair<int64_t, ErrorRef>>> errors_of(int s) const;
  std::string source_name(int s, int64_t i) const;
  void pass_on(int s, int64_t n, Samples& out) const;

  const Stage& stage_;
  std::vector<StepData> data_;
  std::vector<Shape> shapes_;
  std::vector<uint8_t> failed_;                                    // Outcome, by step and sample
  std::vector<Samples> outs_;                                      // by register
  std::vector<std::vector<std::pair<int64_t, ErrorRef>>> errors_;  // by step
  std::vector<std::vector<std::pair<int64_t, ErrorRef>>> filled_;  // by step: on_error="fill"
  std::vector<std::vector<int>> warned_;  // by step and sample; empty: no warnings
  std::mutex error_mutex_;
  std::atomic<bool> exhausted_{false};
  int64_t work_ = 0;  // bytes, weighted by the kernels' cost
  int at_step_ = 0;   // step that infer() or allocate_outputs() was at when it threw
};

}  // namespace hr
