// Plans: stages in order, the calls of each, what is kept.
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

// One call in a stage, its sources and its outputs.
struct Source {
  int reg = -1;  // register of this stage, or
  NodeRef node;  // a value finished before the stage starts
  int out = 0;
  int param = -1;          // of a dynamic argument: which, and how it is read. Copied, because
  bool per_frame = false;  // a node drops its inputs once it has run, on whichever thread
};

struct Step {
  NodeRef node;
  std::vector<Source> in;
  std::vector<Source> dyn;  // dynamic arguments
  int first_reg = 0;
  int region_for = -1;                     // step whose region this step produces, -1: everything
  int chain = 1;                           // steps from here on that run chunk by chunk
  const gpu::GpuKernel* on_gpu = nullptr;  // of a stage on a GPU, where the kernel runs there
};

struct Register {
  int step = 0, out = 0;
  bool stored = false;  // goes into the output batch
  int last_use = -1;    // step after which the temporary is free
  int alias = -1;       // views: the register whose memory this is
};

// What a join of two calls in one GPU kernel needs of the samples' shapes: see Note [Joins]
// in gpu/chain.h.
enum Needs : unsigned { kSameShapes = 1, kWholePixels = 2, kFewAxes = 4 };
std::string describe_needs(unsigned needs);

// Call `from` is computed inside of the kernel that makes call `into`.
struct Join {
  int from = 0, into = 0;  // steps
  unsigned needs = 0;      // Needs; where one is not met, a launch splits the kernel here
};

// A kernel of a stage on a GPU: calls that are joined, so that what passes between them stays in
// registers (gpu/plan_kernels.cc).
struct StageKernel {
  struct Refusal {
    int by = 0;  // a step that takes the result and does not join
    const char* why = nullptr;
  };
  std::vector<int> steps;  // in call order; the last one writes its results to memory
  std::vector<Join> joins;
  std::vector<Refusal> refusals;
  std::shared_ptr<const gpu::Chain> chain;  // null: a launch of its own
};

// A group of connected calls: one program, run sample by sample, or kernels of a GPU.
struct Stage {
  int level = 0;
  int64_t n = 0;
  bool whole_batch = false;
  std::shared_ptr<gpu::Stream> stream;  // null: on the CPU
  std::vector<Step> steps;
  std::vector<Register> regs;
  std::vector<StageKernel> kernels;  // on a GPU, in the order of launches; views have none
  bool host_work = false;            // on a GPU: launching keeps the calling thread busy

  bool keeps(const Step& step) const {  // all of its results
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
  std::atomic<int> deps{0};  // values of other plans still to come
  std::atomic<int> level_left{0};
  size_t next_stage = 0;
  std::shared_ptr<Plan> self;  // keeps a running plan alive
  std::shared_ptr<Plan> next;  // in a PlanList
};

// Plans in a row, linked through themselves: neither adding nor taking one can fail.
class PlanList {
 public:
  void push(std::shared_ptr<Plan> plan) {
    Plan* added = plan.get();
    (last_ ? last_->next : first_) = std::move(plan);
    last_ = added;
  }
  std::shared_ptr<Plan> pop() {  // null: there is none
    std::shared_ptr<Plan> plan = std::move(first_);
    if (plan) first_ = std::move(plan->next);
    if (!first_) last_ = nullptr;
    return plan;
  }

 private:
  std::shared_ptr<Plan> first_;
  Plan* last_ = nullptr;
};

// Groups `nodes` (call order) into stages. Pure: looks at states, changes nothing.
std::shared_ptr<Plan> make_plan(const std::vector<NodeRef>& nodes, bool fuse,
                                const std::function<bool(const Node&)>& keep);

}  // namespace hr
