// Runs plans stage by stage, on workers or, if tiny, on the calling thread.
#include "engine/run_plan.h"

#include <new>
#include <utility>

#include "engine/engine_state.h"

namespace hr {

void Runner::launch(Engine& engine, std::shared_ptr<Plan> plan) noexcept {
  ready.push(std::move(plan));
  bool outer = std::exchange(running, true);
  while (auto next = ready.pop()) advance(engine, next);
  running = outer;
}

void Runner::launch_later(Engine& engine, std::shared_ptr<Plan> plan) noexcept {
  if (running)
    ready.push(std::move(plan));
  else
    launch(engine, std::move(plan));
}

struct Runner::StageJob : Job {
  StageJob(Engine& e, std::shared_ptr<Plan> p, std::shared_ptr<StageRun> r, int64_t tasks)
      : Job(tasks), engine(e), plan(std::move(p)), stage(std::move(r)) {}
  void run(int64_t task) noexcept override { stage->run(task); }
  void finish() noexcept override {
    publish(engine, *stage);
    if (plan->level_left.fetch_sub(1) == 1) launch_later(engine, plan);
  }
  Engine& engine;
  std::shared_ptr<Plan> plan;
  std::shared_ptr<StageRun> stage;
};

// Starts stages level by level until workers take over.
void Runner::advance(Engine& engine, const std::shared_ptr<Plan>& plan) noexcept {
  while (plan->next_stage < plan->stages.size()) {
    size_t first = plan->next_stage, last = first;
    while (last < plan->stages.size() && plan->stages[last].level == plan->stages[first].level)
      last++;
    plan->next_stage = last;
    plan->level_left = static_cast<int>(last - first) + 1;
    for (size_t s = first; s < last; s++) start_stage(engine, plan, plan->stages[s]);
    if (plan->level_left.fetch_sub(1) != 1) return;
  }
  std::lock_guard lock(engine.s_->mutex);
  engine.s_->running--;
  engine.s_->running_work -= plan->work;
  engine.s_->finished.notify_all();
}

void Runner::start_stage(Engine& engine, const std::shared_ptr<Plan>& plan,
                         const Stage& stage) noexcept {
  ErrorRef error;
  std::shared_ptr<StageRun> run = StageRun::prepare(stage, error);
  if (!run) {
    settle(engine, stage, [&] { return error; });
    plan->level_left--;
    return;
  }
  std::shared_ptr<StageJob> job;
  if (const int64_t tasks = run->tasks()) {
    try {
      job = std::make_shared<StageJob>(engine, plan, run, tasks);
    } catch (const std::bad_alloc&) {  // run it inline
    }
  }
  if (job) return plan->pool->submit(std::move(job), plan->urgent);
  run->run_all();
  publish(engine, *run);
  plan->level_left--;
}

void Runner::publish(Engine& engine, StageRun& run) noexcept {
  settle(engine, run.stage(), [&] { return run.publish() ? nullptr : out_of_memory(); });
}

// Finishes the nodes of a stage with their own results and errors, or all with one error.
template <class F>
void Runner::settle(Engine& engine, const Stage& stage, F&& error) noexcept {
  PlanList woken;
  {
    std::lock_guard lock(engine.s_->mutex);
    finish_nodes(stage, error(), woken);
  }
  engine.s_->finished.notify_all();
  release_inputs(stage);
  while (auto plan = woken.pop()) launch_later(engine, std::move(plan));
}

void Runner::finish_nodes(const Stage& stage, const ErrorRef& error, PlanList& woken) noexcept {
  for (const Step& step : stage.steps) {
    Node& node = *step.node;
    if (error) {
      node.error = error;
      node.results.clear();
    }
    if (node.error && node.quiet) node.error->observed = true;
    node.state.store(node.error ? hr::State::failed : hr::State::done, std::memory_order_release);
    for (Plan* p : node.waiters)
      if (p->deps.fetch_sub(1) == 1) woken.push(std::move(p->self));
    node.waiters.clear();
  }
}

// Finished nodes drop their inputs: memory nobody else needs returns to the pool now.
void Runner::release_inputs(const Stage& stage) noexcept {
  for (const Step& step : stage.steps) {
    untrack(*step.node);
    std::vector<Input> inputs = std::move(step.node->inputs);
    std::vector<DynArg> dyn = std::move(step.node->dyn);
    step.node->inputs.clear();
    step.node->dyn.clear();
    if (!step.node->unkept) step.node->recipe.reset();  // nobody needs to recompute it
    for (Input& in : inputs) in.node->readers--;
    for (DynArg& d : dyn) d.value.node->readers--;
  }
}

}  // namespace hr
