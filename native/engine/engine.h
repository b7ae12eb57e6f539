// The engine: queues calls, cuts and plans the queue, runs plans, waits.
#pragma once
#include <condition_variable>
#include <vector>

#include "engine/plan.h"
#include "engine/pool.h"

namespace hr {

class Engine {
 public:
  static Engine& get();

  // Adds a call. Eager: queued until the timer or a consumer cuts.
  void submit(const NodeRef& node);
  // Starts whatever `node` still needs; returns once it is under way (or done, if tiny). urgent:
  // somebody waits for it, so it goes ahead of other jobs.
  void start(const NodeRef& node, bool urgent = true);
  void start(const std::vector<NodeRef>& nodes, bool urgent);
  // Waits until finished or timed out; true: finished.
  bool wait(Node& node, double seconds);
  // Shapes of one output without computing it. Null: finish the nodes in `first` and ask again; if
  // `first` is empty, evaluate the node itself.
  std::shared_ptr<const std::vector<Shape>> infer_shapes(const NodeRef& node, int out,
                                                         std::vector<NodeRef>& first);
  // Inputs of a call that has not started; empty afterwards.
  std::vector<Input> inputs_before_start(const Node& node);
  // True: callers should drain() before adding work.
  bool overloaded() const;
  void drain();
  std::vector<NodeRef> readers_of(const Buffer* buffer);  // unfinished calls
  void flush();                                           // cuts the queue now
  bool settle(double seconds);  // waits until nothing is queued or running
  // For explain(): claims nothing.
  std::shared_ptr<Plan> plan_for(const std::vector<NodeRef>& nodes);
  // Finishes pending calls at program exit, for at most `seconds`. See Note [The end].
  void shutdown(double seconds);
  uint32_t generation() const { return hr::generation(); }

  bool fuse = true;  // HEADRACE_FUSE

  void before_fork();
  void after_fork_parent();
  void after_fork_child();

 private:
  friend struct Runner;
  // Called with the mutex held. Plans that may start are added to `ready`. If memory runs out, the
  // remaining nodes are unchanged.
  void claim(std::vector<NodeRef> nodes, bool urgent, PlanList& ready);
  void claim_queued(std::vector<NodeRef>& queue, PlanList& ready);
  bool cut_queue(const NodeRef& newest, PlanList& ready) noexcept;  // false: retry later
  void launch(PlanList& ready) noexcept;
  void timer();
  void start_timer() noexcept;

  struct State;
  std::unique_ptr<State> s_;
  Engine();
};

}  // namespace hr
