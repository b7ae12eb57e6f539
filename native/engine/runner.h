// Running plans: stage after stage, on workers or, if tiny, on the thread that asks.
//
// A plan that becomes ready while a thread publishes another one waits in that thread's list: a
// chain of plans is a loop, not a recursion. A consumer inside a user's function drains the list
// itself, since what it waits for may be in there.
#pragma once
#include "engine/engine.h"
#include "engine/run.h"

namespace hr {

struct Runner {
  static void launch(Engine& engine, std::shared_ptr<Plan> plan) noexcept;
  // An input failed: the stage's calls fail with its error, without running. Null: none did.
  static ErrorRef failed_input(const Stage& stage);

 private:
  struct StageJob;
  static inline thread_local PlanList ready;
  static inline thread_local bool running = false;

  // Nodes that are claimed have to be finished, whatever happens: none of these may fail.
  static void launch_later(Engine& engine, std::shared_ptr<Plan> plan) noexcept;
  static void advance(Engine& engine, const std::shared_ptr<Plan>& plan) noexcept;
  static void start_stage(Engine& engine, const std::shared_ptr<Plan>& plan,
                          const Stage& stage) noexcept;
  static std::shared_ptr<StageRun> prepare(const Stage& stage, ErrorRef& error) noexcept;
  static void publish(Engine& engine, StageRun& run) noexcept;
  static void fail_stage(Engine& engine, const Stage& stage, const ErrorRef& error) noexcept;
  static void settle(const Stage& stage, const ErrorRef& error, PlanList& woken) noexcept;
  static void release_inputs(const Stage& stage) noexcept;
};

}  // namespace hr
