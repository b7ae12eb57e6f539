// The engine: queue of calls, the cut, planning, running, waiting.
#pragma once
#include <condition_variable>
#include <vector>

#include "engine/plan.h"
#include "engine/pool.h"

namespace hr {

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
  std::vector<NodeRef> readers_of(const Buffer* buffer);  // unfinished calls
  void flush();                                           // cuts the queue now
  bool settle(double seconds);  // waits until nothing is queued or running
  // For explain(): nothing is claimed.
  std::shared_ptr<Plan> plan_for(const std::vector<NodeRef>& nodes);
  // The program ends (Note [The end] in ending.h): finishes what was called, but waits no longer
  // than this.
  void shutdown(double seconds);
  uint32_t generation() const { return hr::generation(); }

  bool fuse = true;  // HEADRACE_FUSE

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
  Engine();
};

}  // namespace hr
