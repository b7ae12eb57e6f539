// Running plans: stage after stage, on workers or, if tiny, on the thread that asks.
#include "engine/runner.h"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/engine_state.h"

namespace hr {
namespace {

constexpr int64_t kTiny = 192 << 10;      // bytes of work that are not worth waking a worker
constexpr int64_t kTaskBytes = 48 << 10;  // least work of one task

}  // namespace

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
  StageJob(Engine& e, std::shared_ptr<Plan> p, std::shared_ptr<StageRun> r, int64_t samples,
           int64_t per_task, bool whole_batch)
      : Job(whole_batch ? 1 : (samples + per_task - 1) / per_task),
        engine(e),
        plan(std::move(p)),
        run_(std::move(r)),
        samples(samples),
        per_task(per_task),
        whole(whole_batch) {}
  void run(int64_t t) noexcept override {
    if (whole) {
      if (run_->stage().whole_batch)
        run_->run_whole_batch();
      else
        run_->run_on_gpu();
      return;
    }
    for (int64_t i = t * per_task; i < std::min(samples, (t + 1) * per_task); i++)
      run_->run_sample(i);
  }
  void finish() noexcept override {
    publish(engine, *run_);
    if (plan->level_left.fetch_sub(1) == 1) launch_later(engine, plan);
  }
  Engine& engine;
  std::shared_ptr<Plan> plan;
  std::shared_ptr<StageRun> run_;
  int64_t samples, per_task;
  bool whole;
};

ErrorRef Runner::failed_input(const Stage& stage) {
  ErrorRef first;
  auto look = [&](const Source& s) {
    if (s.reg >= 0 || s.node->state.load() != hr::State::failed) return;
    const ErrorRef& e = s.node->error;
    if (!first || e->seq < first->seq || (e->seq == first->seq && e->sample < first->sample))
      first = e;
  };
  for (const Step& step : stage.steps) {
    for (const Source& s : step.in) look(s);
    for (const Source& s : step.dyn) look(s);
  }
  return first;
}

// Starts stages level by level until one is left to the workers.
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

// Why a step got no outputs: a size that was refused, or no memory.
static ErrorRef failure(const Step& step, const std::exception& e) {
  auto error = std::make_shared<SampleError>();
  const Node& node = *step.node;
  const auto* known = dynamic_cast<const Error*>(&e);
  error->kind = known ? known->kind : ErrorKind::memory;
  error->message =
      known ? e.what() : std::string("not enough memory for the outputs (") + e.what() + ")";
  error->op = node.spec->op;
  error->seq = node.seq;
  error->site = node.site;
  return error;
}

// Shapes and memory of a stage. Null: there was an error.
std::shared_ptr<StageRun> Runner::prepare(const Stage& stage, ErrorRef& error) noexcept {
  error = failed_input(stage);
  if (error) return nullptr;
  std::shared_ptr<StageRun> run;
  try {
    try {
      run = std::make_shared<StageRun>(stage);
      if (!stage.whole_batch) {
        run->infer();
        run->allocate_outputs();
      }
      return run;
    } catch (const std::exception& e) {
      if (run) run->forget_errors();
      error = failure(run ? run->at_step() : stage.steps[0], e);
    }
  } catch (const std::exception&) {
    error = out_of_memory();
  }
  return nullptr;
}

void Runner::start_stage(Engine& engine, const std::shared_ptr<Plan>& plan,
                         const Stage& stage) noexcept {
  ErrorRef error;
  std::shared_ptr<StageRun> run = prepare(stage, error);
  if (!run) {
    fail_stage(engine, stage, error);
    plan->level_left--;
    return;
  }
  int64_t work = stage.whole_batch ? stage.steps[0].node->work : run->work();
  if (stage.n == 0 && !stage.whole_batch) work = 0;
  // Work for a GPU is only enqueued, and that here and now; copies to and from it are the workers'.
  const bool enqueues = stage.stream && !stage.whole_batch;
  const bool busy = stage.stream && stage.n > 0 && run->keeps_host_busy();
  std::shared_ptr<StageJob> job;
  if (busy || !(enqueues || work <= kTiny)) {
    int64_t per_task = 1;
    if (!stage.whole_batch)
      per_task = std::max<int64_t>(1, kTaskBytes / std::max<int64_t>(1, work / stage.n));
    try {
      job = std::make_shared<StageJob>(engine, plan, run, stage.n, per_task,
                                       stage.whole_batch || enqueues);
    } catch (const std::bad_alloc&) {  // then it runs here
    }
  }
  if (job) return plan->pool->submit(std::move(job), plan->urgent);
  if (stage.whole_batch)
    run->run_whole_batch();
  else if (stage.stream)
    run->run_on_gpu();
  else
    for (int64_t i = 0; i < stage.n; i++) run->run_sample(i);
  publish(engine, *run);
  plan->level_left--;
}

void Runner::publish(Engine& engine, StageRun& run) noexcept {
  const Stage& stage = run.stage();
  PlanList woken;
  {
    std::lock_guard lock(engine.s_->mutex);
    settle(stage, run.publish() ? nullptr : out_of_memory(), woken);
  }
  engine.s_->finished.notify_all();
  release_inputs(stage);
  while (auto plan = woken.pop()) launch_later(engine, std::move(plan));
}

void Runner::fail_stage(Engine& engine, const Stage& stage, const ErrorRef& error) noexcept {
  PlanList woken;
  {
    std::lock_guard lock(engine.s_->mutex);
    settle(stage, error, woken);
  }
  engine.s_->finished.notify_all();
  release_inputs(stage);
  while (auto plan = woken.pop()) launch_later(engine, std::move(plan));
}

void Runner::settle(const Stage& stage, const ErrorRef& error, PlanList& woken) noexcept {
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

// Finished nodes let go of their inputs: memory nobody else needs returns to the pool now.
void Runner::release_inputs(const Stage& stage) noexcept {
  for (const Step& step : stage.steps) {
    Engine::get().untrack(step.node.get());
    std::vector<Input> inputs = std::move(step.node->inputs);
    std::vector<DynArg> dyn = std::move(step.node->dyn);
    step.node->inputs.clear();
    step.node->dyn.clear();
    if (!step.node->unkept) step.node->recipe.reset();  // nobody needs to make it again
    for (Input& in : inputs) in.node->readers--;
    for (DynArg& d : dyn) d.value.node->readers--;
  }
}

}  // namespace hr
