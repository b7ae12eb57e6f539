// Running plans: stage after stage, on workers or, if tiny, on the thread that asks.
//
// A plan that becomes ready while a thread publishes another one waits in that thread's list: a
// chain of plans is a loop, not a recursion. A consumer inside a user's function drains the list
// itself, since what it waits for may be in there.
#pragma once
#include "headrace/engine.h"
#include "run.h"

namespace hr {

struct Runner {
  static void launch(Engine& engine, std::shared_ptr<Plan> plan);
  // An input failed: the stage's calls fail with its error, without running. Null: none did.
  static ErrorRef failed_input(const Stage& stage);

 private:
  struct StageJob;
  static inline thread_local std::vector<std::shared_ptr<Plan>> ready;
  static inline thread_local bool running = false;

  static void launch_later(Engine& engine, std::shared_ptr<Plan> plan);
  static void advance(Engine& engine, const std::shared_ptr<Plan>& plan);
  static void start_stage(Engine& engine, const std::shared_ptr<Plan>& plan, const Stage& stage);
  static void publish(Engine& engine, StageRun& run);
  static void fail_stage(Engine& engine, const Stage& stage, const ErrorRef& error);
  static void settle(const Stage& stage, const ErrorRef& error,
                     std::vector<std::shared_ptr<Plan>>& woken);
  static void release_inputs(const Stage& stage);
};

}  // namespace hr
