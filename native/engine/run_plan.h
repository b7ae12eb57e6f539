// Runs plans stage by stage, on workers or, if tiny, on the calling thread.
//
// Plans that become ready while a thread publishes another one wait in that thread's list: a chain
// of plans is a loop, not a recursion. A consumer inside a user's function drains the list itself,
// since the value it waits for may be in there.
#pragma once
#include "engine/engine.h"
#include "engine/stage_run.h"

namespace hr {

struct Runner {
  static void launch(Engine& engine, std::shared_ptr<Plan> plan) noexcept;

 private:
  struct StageJob;
  static inline thread_local PlanList ready;
  static inline thread_local bool running = false;

  // All noexcept: claimed nodes must be finished, whatever happens.
  static void launch_later(Engine& engine, std::shared_ptr<Plan> plan) noexcept;
  static void advance(Engine& engine, const std::shared_ptr<Plan>& plan) noexcept;
  static void start_stage(Engine& engine, const std::shared_ptr<Plan>& plan,
                          const Stage& stage) noexcept;
  static void publish(Engine& engine, StageRun& run) noexcept;
  template <class F>
  static void settle(Engine& engine, const Stage& stage, F&& error) noexcept;
  static void finish_nodes(const Stage& stage, const ErrorRef& error, PlanList& woken) noexcept;
  static void release_inputs(const Stage& stage) noexcept;
};

}  // namespace hr
