// The engine: queue of calls, the cut, planning, running, waiting.
#pragma once
#include <condition_variable>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "engine/graph.h"
#include "engine/pool.h"

namespace hr {

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
  int region_for = -1;  // step whose region this step produces, -1: everything
  int chain = 1;        // steps from here on that run chunk by chunk
};

struct Register {
  int step = 0, out = 0;
  bool stored = false;  // goes into the output batch
  int last_use = -1;    // step after which the temporary is free
  int alias = -1;       // views: the register whose memory this is
};

// A group of connected per-sample calls: one program, run sample by sample.
struct Stage {
  int level = 0;
  int64_t n = 0;
  bool whole_batch = false;
  std::shared_ptr<gpu::Stream> stream;  // null: on the CPU
  std::vector<Step> steps;
  std::vector<Register> regs;

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

class Engine {
 public:
  static Engine& get();

  // A new call. eager: queue it; the timer or a consumer will cut.
  void submit(const NodeRef& node);
  // Starts whatever `node` still needs. Returns when it is under way (or done, if tiny). urgent:
  // somebody waits for it, so it goes before what is waiting for a worker.
  void start(const NodeRef& node, bool urgent = true);
  void start(const std::vector<NodeRef>& nodes, bool urgent);
  // Waits until finished or the time is over; true when finished.
  bool wait(Node& node, double seconds);
  // Shapes of one output without doing its work. Null: finish what is in `first` and ask again, or,
  // when that is empty, evaluate the node itself.
  std::shared_ptr<const std::vector<Shape>> infer_shapes(const NodeRef& node, int out,
                                                         std::vector<NodeRef>& first);
  // What a call reads, while it has not begun; empty from then on.
  std::vector<Input> inputs_before_start(const Node& node);
  // Whether callers should wait (drain) before they add more work.
  bool overloaded() const;
  void drain();
  // Every call is tracked until it has finished, so that the unfinished readers of a buffer can be
  // found before somebody gets a writable view of it.
  void track(const NodeRef& node);
  void untrack(Node* node);
  std::vector<NodeRef> readers_of(const Buffer* buffer);
  void flush();                 // cuts the queue now
  bool settle(double seconds);  // waits until nothing is queued or running
  // For explain(): nothing is claimed.
  std::shared_ptr<Plan> plan_for(const std::vector<NodeRef>& nodes);
  // The program ends (Note [The end] in ending.h): finishes what was called, but waits no longer
  // than this.
  void shutdown(double seconds);
  uint32_t generation() const { return generation_; }

  bool fuse = true;  // HEADRACE_FUSE
  // Called (any thread) when a failed value dies unseen.
  std::function<void(const ErrorRef&)> on_unobserved;
  uint64_t next_seq() { return seq_.fetch_add(1); }

  void before_fork();
  void after_fork_parent();
  void after_fork_child();

 private:
  friend struct Runner;
  // These hold the mutex. Plans that may start are added to `ready`; should memory run out, the
  // rest of the nodes is as it was.
  void claim(std::vector<NodeRef> nodes, bool urgent, PlanList& ready);
  void claim_queued(std::vector<NodeRef>& queue, PlanList& ready);
  bool cut_queue(const NodeRef& newest, PlanList& ready) noexcept;  // false: try again later
  void launch(PlanList& ready) noexcept;
  void timer();
  void start_timer() noexcept;

  struct State;
  std::unique_ptr<State> s_;
  std::atomic<uint64_t> seq_{1};
  uint32_t generation_ = 0;
  Engine();
};

// Groups `nodes` (call order) into stages. Pure: looks at states, changes nothing.
std::shared_ptr<Plan> make_plan(const std::vector<NodeRef>& nodes, bool fuse,
                                const std::function<bool(const Node&)>& keep);

}  // namespace hr
