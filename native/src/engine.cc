// The engine: when plans are cut, how they start, how values become finished.
//
// Note [The cut]
// Eager calls linger in a queue, so that a chain typed in separate lines is planned as one. They
// leave it when a consumer needs one of them (then only what it needs), when the queue has been
// quiet for a moment (the timer thread below), or when too much work is waiting.
//
// Note [Locks]
// `mutex` guards node states, the queue and the waiter lists. It is never held while kernels run,
// while Python is called or while nodes die.
#include "headrace/engine.h"

#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <unordered_set>
#include <utility>

#include "headrace/trace.h"
#include "run.h"

namespace hr {
namespace {

constexpr int64_t kTiny = 192 << 10;      // bytes of work that are not worth waking a worker
constexpr int64_t kTaskBytes = 48 << 10;  // least work of one task
constexpr size_t kPlanNodes = 256;        // longer chains are cut into several plans
constexpr int64_t kWorkLimit = int64_t(1) << 30;  // estimated bytes waiting before callers block
constexpr double kBytesPerSecond = 4e9;           // for estimating how long queued work takes

}  // namespace

struct Engine::State {
  std::mutex mutex;
  std::condition_variable finished;  // some node finished
  std::condition_variable timer_wake;
  std::vector<NodeRef> queue;
  int64_t queued_work = 0;
  int64_t running_work = 0;
  int running = 0;          // plans
  int64_t last_submit = 0;  // ns
  bool timer_idle = true;
  bool stop = false;
  bool timer_started = false;
  std::thread timer;
  std::mutex pending_mutex;           // a leaf lock
  std::unordered_set<Node*> pending;  // calls not finished yet, queued or not
};

// Runs plans. A plan that becomes ready while this thread publishes another one waits in a list: a
// chain of plans is a loop, not a recursion. A consumer inside a user's function drains the list
// itself, since what it waits for may be in there.
struct Runner {
  static inline thread_local std::vector<std::shared_ptr<Plan>> ready;
  static inline thread_local bool running = false;

  static void launch(Engine& engine, std::shared_ptr<Plan> plan) {
    ready.push_back(std::move(plan));
    bool outer = std::exchange(running, true);
    while (!ready.empty()) {
      std::shared_ptr<Plan> next = std::move(ready.front());
      ready.erase(ready.begin());
      advance(engine, next);
    }
    running = outer;
  }

  static void launch_later(Engine& engine, std::shared_ptr<Plan> plan) {
    if (running)
      ready.push_back(std::move(plan));
    else
      launch(engine, std::move(plan));
  }

  struct StageJob : Job {
    StageJob(Engine& e, std::shared_ptr<Plan> p, std::shared_ptr<StageRun> r, int64_t samples,
             int64_t per_task, bool whole_batch)
        : Job(whole_batch ? 1 : (samples + per_task - 1) / per_task),
          engine(e),
          plan(std::move(p)),
          run_(std::move(r)),
          samples(samples),
          per_task(per_task),
          whole(whole_batch) {}
    void run(int64_t t) override {
      if (whole) {
        run_->run_whole_batch();
        return;
      }
      for (int64_t i = t * per_task; i < std::min(samples, (t + 1) * per_task); i++)
        run_->run_sample(i);
    }
    void finish() override {
      Runner::publish(engine, *run_);
      if (plan->level_left.fetch_sub(1) == 1) Runner::launch_later(engine, plan);
    }
    Engine& engine;
    std::shared_ptr<Plan> plan;
    std::shared_ptr<StageRun> run_;
    int64_t samples, per_task;
    bool whole;
  };

  // An input failed: the stage's calls fail with its error, without running.
  static ErrorRef failed_input(const Stage& stage) {
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
  static void advance(Engine& engine, const std::shared_ptr<Plan>& plan) {
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

  static void start_stage(Engine& engine, const std::shared_ptr<Plan>& plan, const Stage& stage) {
    ErrorRef bad = failed_input(stage);
    if (bad) {
      fail_stage(engine, stage, bad);
      plan->level_left--;
      return;
    }
    std::shared_ptr<StageRun> run;
    try {
      run = std::make_shared<StageRun>(stage);
      if (!stage.whole_batch) {
        run->infer();
        run->allocate_outputs();
      }
    } catch (const std::exception& e) {
      auto error = std::make_shared<SampleError>();
      const Node& node = *stage.steps[0].node;
      error->kind = ErrorKind::memory;
      error->message = std::string("not enough memory for the outputs (") + e.what() + ")";
      error->op = node.spec->op;
      error->seq = node.seq;
      error->site = node.site;
      fail_stage(engine, stage, error);
      plan->level_left--;
      return;
    }
    int64_t work = stage.whole_batch ? stage.steps[0].node->work : run->work();
    if (stage.n == 0 && !stage.whole_batch) work = 0;
    if (work <= kTiny) {
      if (stage.whole_batch)
        run->run_whole_batch();
      else
        for (int64_t i = 0; i < stage.n; i++) run->run_sample(i);
      publish(engine, *run);
      plan->level_left--;
      return;
    }
    int64_t per_task = 1;
    if (!stage.whole_batch)
      per_task = std::max<int64_t>(1, kTaskBytes / std::max<int64_t>(1, work / stage.n));
    plan->pool->submit(
        std::make_shared<StageJob>(engine, plan, run, stage.n, per_task, stage.whole_batch),
        plan->urgent);
  }

  static void publish(Engine& engine, StageRun& run) {
    const Stage& stage = run.stage();
    std::vector<std::shared_ptr<Plan>> woken;
    {
      std::lock_guard lock(engine.s_->mutex);
      run.publish();
      settle(stage, nullptr, woken);
    }
    engine.s_->finished.notify_all();
    release_inputs(stage);
    for (auto& p : woken) launch_later(engine, std::move(p));
  }

  static void fail_stage(Engine& engine, const Stage& stage, const ErrorRef& error) {
    std::vector<std::shared_ptr<Plan>> woken;
    {
      std::lock_guard lock(engine.s_->mutex);
      settle(stage, error, woken);
    }
    engine.s_->finished.notify_all();
    release_inputs(stage);
    for (auto& p : woken) launch_later(engine, std::move(p));
  }

  static void settle(const Stage& stage, const ErrorRef& error,
                     std::vector<std::shared_ptr<Plan>>& woken) {
    for (const Step& step : stage.steps) {
      Node& node = *step.node;
      if (error) node.error = error;
      node.state.store(node.error ? hr::State::failed : hr::State::done, std::memory_order_release);
      for (Plan* p : node.waiters)
        if (p->deps.fetch_sub(1) == 1) woken.push_back(std::move(p->self));
      node.waiters.clear();
    }
  }

  // Finished nodes let go of their inputs: memory nobody else needs returns to the pool now.
  static void release_inputs(const Stage& stage) {
    for (const Step& step : stage.steps) {
      Engine::get().untrack(step.node.get());
      std::vector<Input> inputs = std::move(step.node->inputs);
      std::vector<DynArg> dyn = std::move(step.node->dyn);
      step.node->inputs.clear();
      step.node->dyn.clear();
      for (Input& in : inputs) in.node->readers--;
      for (DynArg& d : dyn) d.value.node->readers--;
    }
  }
};

Engine::Engine() : s_(std::make_unique<State>()) {
  const char* v = std::getenv("HEADRACE_FUSE");
  fuse = !(v && std::string(v) == "0");
}

Engine& Engine::get() {
  static Engine* engine = [] {
    auto* e = new Engine;
    pthread_atfork([] { Engine::get().before_fork(); }, [] { Engine::get().after_fork_parent(); },
                   [] { Engine::get().after_fork_child(); });
    return e;
  }();
  return *engine;
}

namespace {

// Unfinished nodes that `targets` need, targets included; sets `pending` to values of other plans.
std::vector<NodeRef> needed(const std::vector<NodeRef>& targets) {
  std::vector<NodeRef> found, stack;
  std::unordered_set<const Node*> seen;
  auto visit = [&](const NodeRef& n) {
    State s = n->state.load();
    if ((s == State::idle || s == State::queued) && seen.insert(n.get()).second) stack.push_back(n);
  };
  for (const NodeRef& t : targets) visit(t);
  while (!stack.empty()) {
    NodeRef n = std::move(stack.back());
    stack.pop_back();
    for (const Input& in : n->inputs) visit(in.node);
    for (const DynArg& d : n->dyn) visit(d.value.node);
    found.push_back(std::move(n));
  }
  std::sort(found.begin(), found.end(),
            [](const NodeRef& a, const NodeRef& b) { return a->seq < b->seq; });
  return found;
}

}  // namespace

// Takes the nodes for one plan. The mutex is held.
std::shared_ptr<Plan> Engine::claim(std::vector<NodeRef> nodes, bool urgent) {
  auto plan = make_plan(nodes, fuse, [](const Node& n) { return n.handles.load() > 0; });
  plan->urgent = urgent;
  std::unordered_set<const Node*> own;
  for (const NodeRef& n : nodes) own.insert(n.get());
  std::unordered_set<Node*> waits;
  for (const NodeRef& n : nodes) {
    auto depend = [&](const NodeRef& src) {
      if (!own.count(src.get()) && src->state.load() == hr::State::claimed) waits.insert(src.get());
    };
    for (const Input& in : n->inputs) depend(in.node);
    for (const DynArg& d : n->dyn) depend(d.value.node);
  }
  for (const NodeRef& n : nodes) {
    if (n->state.load() == hr::State::queued) s_->queued_work -= n->work;
    n->state.store(hr::State::claimed);
  }
  s_->running++;
  s_->running_work += plan->work;
  plan->deps = static_cast<int>(waits.size());
  plan->ready = waits.empty();
  if (!waits.empty()) {
    plan->self = plan;
    for (Node* w : waits) w->waiters.push_back(plan.get());
  }
  return plan;
}

void Engine::launch(std::vector<std::shared_ptr<Plan>> plans) {
  // A plan that waits for others is launched by whoever finishes the last of them, perhaps already.
  for (auto& p : plans)
    if (p->ready) Runner::launch(*this, std::move(p));
}

static std::vector<std::vector<NodeRef>> portions(std::vector<NodeRef> nodes) {
  std::vector<std::vector<NodeRef>> r;
  // Values of one pool run together; long chains are cut.
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const NodeRef& a, const NodeRef& b) { return a->seq < b->seq; });
  for (NodeRef& n : nodes) {
    if (r.empty() || r.back().size() == kPlanNodes || r.back().front()->pool != n->pool)
      r.emplace_back();
    r.back().push_back(std::move(n));
  }
  return r;
}

std::vector<std::shared_ptr<Plan>> Engine::cut_queue() {
  std::vector<NodeRef> queue = std::move(s_->queue);
  s_->queue.clear();
  // What nobody holds any more is never run. Backwards: dropping a call may free its inputs.
  std::vector<NodeRef> targets;
  for (auto it = queue.rbegin(); it != queue.rend(); ++it) {
    NodeRef node = std::move(*it);
    if (node->state.load() != hr::State::queued) continue;
    if (node->handles.load() == 0 && node->readers.load() == 0) {
      s_->queued_work -= node->work;
      continue;
    }
    targets.push_back(std::move(node));
  }
  std::vector<std::shared_ptr<Plan>> plans;
  for (auto& part : portions(needed(targets))) plans.push_back(claim(std::move(part), false));
  return plans;
}

void Engine::submit(const NodeRef& node) {
  std::vector<std::shared_ptr<Plan>> plans;
  std::unique_lock lock(s_->mutex);
  State& s = *s_;
  if (!s.timer_started && !s.stop) {
    s.timer_started = true;
    s.timer = std::thread([this] { timer(); });
  }
  node->state.store(hr::State::queued);
  s.queue.push_back(node);
  s.queued_work += node->work;
  s.last_submit = now_ns();
  if (s.timer_idle) {
    s.timer_idle = false;
    s.timer_wake.notify_one();
  }
  if (s.queue.size() >= kPlanNodes || s.queued_work >= kWorkLimit) plans = cut_queue();
  lock.unlock();
  launch(std::move(plans));
}

bool Engine::overloaded() const {
  std::lock_guard lock(s_->mutex);
  return s_->running > 1 && s_->running_work > kWorkLimit;
}

void Engine::drain() {
  std::unique_lock lock(s_->mutex);
  s_->finished.wait(lock,
                    [&] { return s_->running <= 1 || s_->running_work <= kWorkLimit || s_->stop; });
}

// Cuts the queue when it has been quiet for 2 % of the time its work will take.
void Engine::timer() {
  trace_thread_name("timer");
  std::unique_lock lock(s_->mutex);
  State& s = *s_;
  while (!s.stop) {
    if (s.queue.empty()) {
      s.timer_idle = true;
      s.timer_wake.wait(lock, [&] { return s.stop || !s.timer_idle; });
      continue;
    }
    double linger =
        std::clamp(0.02 * static_cast<double>(s.queued_work) / kBytesPerSecond, 50e-6, 5e-3);
    int64_t due = s.last_submit + static_cast<int64_t>(linger * 1e9), now = now_ns();
    if (now < due) {
      s.timer_wake.wait_for(lock, std::chrono::nanoseconds(due - now));
      continue;
    }
    auto plans = cut_queue();
    lock.unlock();
    launch(std::move(plans));
    lock.lock();
  }
}

void Engine::start(const NodeRef& node) {
  if (node->finished()) return;
  std::vector<std::shared_ptr<Plan>> plans;
  {
    std::lock_guard lock(s_->mutex);
    for (auto& part : portions(needed({node}))) plans.push_back(claim(std::move(part), true));
    auto& q = s_->queue;
    if (!plans.empty())
      q.erase(std::remove_if(q.begin(), q.end(),
                             [](const NodeRef& n) { return n->state.load() != hr::State::queued; }),
              q.end());
  }
  launch(std::move(plans));
}

void Engine::track(const NodeRef& node) {
  std::lock_guard lock(s_->pending_mutex);
  s_->pending.insert(node.get());
}

void Engine::untrack(Node* node) {
  std::lock_guard lock(s_->pending_mutex);
  s_->pending.erase(node);
}

std::vector<NodeRef> Engine::readers_of(const Buffer* buffer) {
  std::vector<NodeRef> found, others;  // both outlive the locks: a node may die with them
  auto reads = [&](const Input& in) {
    if (in.node->state.load(std::memory_order_acquire) != hr::State::done) return false;
    if (in.out >= static_cast<int>(in.node->results.size())) return false;
    for (const BufferRef& b : in.node->results[in.out].owners)
      if (b.get() == buffer) return true;
    return false;
  };
  std::lock_guard guard(s_->mutex);  // inputs are released under it only by finished nodes
  std::lock_guard lock(s_->pending_mutex);
  for (Node* n : s_->pending) {
    NodeRef node = n->weak_from_this().lock();
    if (!node) continue;
    bool hit = false;
    if (!node->finished()) {
      for (const Input& in : node->inputs) hit |= reads(in);
      for (const DynArg& d : node->dyn) hit |= reads(d.value);
    }
    (hit ? found : others).push_back(std::move(node));
  }
  return found;
}

bool Engine::wait(Node& node, double seconds) {
  if (node.finished()) return true;
  std::unique_lock lock(s_->mutex);
  return s_->finished.wait_for(lock, std::chrono::duration<double>(seconds),
                               [&] { return node.finished(); });
}

std::shared_ptr<const std::vector<Shape>> Engine::infer_shapes(const NodeRef& node, int out,
                                                               std::vector<NodeRef>& first) {
  std::shared_ptr<Plan> plan;
  {
    std::lock_guard lock(s_->mutex);
    hr::State state = node->state.load();
    if (state == hr::State::done || state == hr::State::failed || state == hr::State::claimed)
      return nullptr;
    if (!node->shapes.empty() && node->shapes[out]) return node->shapes[out];
    std::vector<NodeRef> nodes = needed({node});
    if (nodes.size() > kPlanNodes) return nullptr;
    plan = make_plan(nodes, true, [](const Node&) { return false; });
  }
  const Stage* stage = nullptr;
  int index = 0;
  for (const Stage& s : plan->stages)
    for (size_t i = 0; i < s.steps.size(); i++)
      if (s.steps[i].node == node) {
        stage = &s;
        index = static_cast<int>(i);
      }
  if (!stage || stage->whole_batch) return nullptr;
  for (const Step& step : stage->steps) {
    for (const Source& s : step.in)
      if (s.reg < 0 && !s.node->finished()) first.push_back(s.node);
    for (const Source& s : step.dyn)
      if (s.reg < 0 && !s.node->finished()) first.push_back(s.node);
  }
  if (!first.empty() || Runner::failed_input(*stage)) return nullptr;
  StageRun run(*stage);
  run.infer();
  run.forget_errors();
  for (int64_t i = 0; i < stage->n; i++)
    if (run.sample_failed(index, i)) return nullptr;
  std::lock_guard lock(s_->mutex);
  node->shapes.resize(node->spec->outs.size());
  for (size_t o = 0; o < node->shapes.size(); o++) {
    auto shapes = std::make_shared<std::vector<Shape>>();
    for (int64_t i = 0; i < stage->n; i++)
      shapes->push_back(run.shape(stage->steps[index].first_reg + static_cast<int>(o), i));
    node->shapes[o] = shapes;
  }
  return node->shapes[out];
}

std::shared_ptr<Plan> Engine::plan_for(const NodeRef& node) {
  std::lock_guard lock(s_->mutex);
  return make_plan(needed({node}), fuse, [](const Node& n) { return n.handles.load() > 0; });
}

void Engine::flush() {
  std::vector<std::shared_ptr<Plan>> plans;
  {
    std::lock_guard lock(s_->mutex);
    plans = cut_queue();
  }
  launch(std::move(plans));
}

bool Engine::settle(double seconds) {
  flush();
  std::unique_lock lock(s_->mutex);
  return s_->finished.wait_for(lock, std::chrono::duration<double>(seconds),
                               [&] { return s_->running == 0 && s_->queue.empty(); });
}

void Engine::shutdown() {
  {
    std::lock_guard lock(s_->mutex);
    s_->stop = true;
  }
  s_->timer_wake.notify_all();
  if (s_->timer.joinable()) s_->timer.join();
  settle(60);
  std::vector<NodeRef> queue;
  std::lock_guard lock(s_->mutex);
  queue.swap(s_->queue);
}

void Engine::before_fork() {
  s_->mutex.lock();
  memory_before_fork();
}

void Engine::after_fork_parent() {
  memory_after_fork();
  s_->mutex.unlock();
}

// The child has none of the threads: it starts with an empty engine. Values that were pending
// belong to the old generation and say so when asked for.
void Engine::after_fork_child() {
  memory_after_fork();
  s_.release();  // its threads and locks exist only in the parent
  s_ = std::make_unique<State>();
  generation_++;
  Pool::abandon_default();
}

}  // namespace hr
