// Plans: ordered stages, their calls, and which results are kept.
#pragma once
#include <functional>
#include <vector>

#include "engine/graph.h"
#include "engine/pool.h"

namespace hr {

namespace gpu {
struct GpuKernel;
struct Chain;
}  // namespace gpu

// An operand of a step.
struct Source {
  int reg = -1;  // register of this stage, or
  NodeRef node;  // a value finished before the stage starts
  int out = 0;
  int param = -1;          // dynamic arguments: which one, and how it is read.
  bool per_frame = false;  // Copied: a node drops its operands once it has run
};

struct Step {
  NodeRef node;
  std::vector<Source> in;
  std::vector<Source> dyn;  // dynamic arguments
  int first_reg = 0;
  int region_for = -1;                     // step whose region this one produces; -1: everything
  int chain = 1;                           // number of steps from here that run chunk by chunk
  const gpu::GpuKernel* on_gpu = nullptr;  // on a GPU stage: its GPU kernel, if any
};

struct Register {
  int step = 0, out = 0;
  bool stored = false;  // part of the output batch
  int last_use = -1;    // the temporary is free after this step
  int alias = -1;       // views: the register whose memory they share
};

// Shape conditions of joining two calls in one GPU kernel: see Note [Joins] in gpu/chain.h.
enum Needs : unsigned { kSameShapes = 1, kWholePixels = 2, kFewAxes = 4 };
std::string describe_needs(unsigned needs);

// Call `from` is computed inside the kernel of call `into`.
struct Join {
  int from = 0, into = 0;  // steps
  unsigned needs = 0;      // Needs; if one is not met at launch, the kernel is split here
};

// A kernel of a GPU stage: joined calls, whose intermediate values stay in registers
// (gpu/plan_kernels.cc).
struct StageKernel {
  struct Refusal {
    int by = 0;  // step that reads the result but does not join
    const char* why = nullptr;
  };
  std::vector<int> steps;  // in call order; the last one writes to memory
  std::vector<Join> joins;
  std::vector<Refusal> refusals;
  std::shared_ptr<const gpu::Chain> chain;  // null: separate launch
};

// A group of connected calls: on the CPU one program, run sample by sample; on a GPU kernels.
struct Stage {
  int level = 0;
  int64_t n = 0;
  bool whole_batch = false;
  std::shared_ptr<gpu::Stream> stream;  // null: CPU
  std::vector<Step> steps;
  std::vector<Register> regs;
  std::vector<StageKernel> kernels;  // GPU: in launch order; views have none
  bool host_work = false;            // GPU: launching keeps the calling thread busy

  bool keeps(const Step& step) const {  // all results
    for (size_t o = 0; o < step.node->spec->outs.size(); o++)
      if (!regs[static_cast<size_t>(step.first_reg) + o].stored) return false;
    return true;
  }
};

struct Plan {
  std::vector<Stage> stages;   // ordered by level
  std::vector<NodeRef> nodes;  // in call order
  std::shared_ptr<Pool> pool;
  bool urgent = false;
  int64_t work = 0;
  // Running state.
  std::atomic<int> deps{0};  // unfinished values of other plans
  std::atomic<int> level_left{0};
  size_t next_stage = 0;
  std::shared_ptr<Plan> self;  // keeps a running plan alive
  std::shared_ptr<Plan> next;  // in a PlanList
};

// An intrusive list of plans: push and pop cannot fail.
class PlanList {
 public:
  void push(std::shared_ptr<Plan> plan) {
    Plan* added = plan.get();
    (last_ ? last_->next : first_) = std::move(plan);
    last_ = added;
  }
  std::shared_ptr<Plan> pop() {  // null: empty
    std::shared_ptr<Plan> plan = std::move(first_);
    if (plan) first_ = std::move(plan->next);
    if (!first_) last_ = nullptr;
    return plan;
  }

 private:
  std::shared_ptr<Plan> first_;
  Plan* last_ = nullptr;
};

// Groups `nodes` (in call order) into stages. Pure: reads states, changes nothing.
std::shared_ptr<Plan> make_plan(const std::vector<NodeRef>& nodes, bool fuse,
                                const std::function<bool(const Node&)>& keep);

}  // namespace hr
