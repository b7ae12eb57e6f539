// The engine: when plans are cut, how they start, how values become finished.
//
// Note [The cut]
// Eager calls linger in a queue, so that a chain typed on separate lines is planned as one. The
// queue is cut when a consumer needs a value (only what it needs), when the queue has been quiet
// for a moment (timer thread), or when too much work waits. At that limit, chains that a caller is
// still extending stay queued: the caller holds their last value, which would have to be stored.
//
// Note [Locks]
// `mutex` guards node states, the queue and the waiter lists. It is never held while kernels run,
// while Python is called or while nodes are destroyed.
#include "engine/engine.h"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>

#include "base/ending.h"
#include "base/start_thread.h"
#include "base/trace.h"
#include "engine/engine_state.h"
#include "engine/recipe.h"
#include "engine/run_plan.h"

namespace hr {
namespace {

constexpr size_t kPlanNodes = 256;  // longer chains are split into several plans
// Estimated bytes: queued before a cut, or running before callers block.
constexpr int64_t kWorkLimit = int64_t(1) << 30;
constexpr int64_t kFresh = 500'000;             // ns; newer calls may belong to a longer chain
constexpr int64_t kLongest = 20'000'000;        // ns that a chain may grow at the work limit
constexpr int64_t kTimerPause = 1'000'000'000;  // ns between attempts to start the timer thread
constexpr auto kMemoryPause = std::chrono::milliseconds(10);  // after running out of memory
constexpr int64_t kPatience = 4;  // times the linger, if the caller waits for a core or the GIL
constexpr double kBytesPerSecond = 4e9;  // to estimate the duration of queued work

}  // namespace

#ifdef __linux__
static int64_t cpu_ns(int clock) {
  timespec t;
  if (clock_gettime(clock, &t)) return -1;
  return t.tv_sec * 1'000'000'000 + t.tv_nsec;
}

void CallerClock::start() {
  clockid_t own;
  clock_ = pthread_getcpuclockid(pthread_self(), &own) ? -1 : own;
  start_ = cpu_ns(CLOCK_THREAD_CPUTIME_ID);
}

int64_t CallerClock::ran() const {
  int64_t now = cpu_ns(clock_);  // negative: the thread has exited
  return now < 0 ? INT64_MAX : now - start_;
}
#else
void CallerClock::start() {}
int64_t CallerClock::ran() const { return INT64_MAX; }
#endif

Engine::Engine() : s_(std::make_unique<State>()) {
  out_of_memory();  // preallocate
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

// Unfinished nodes that `targets` need, including themselves, except those already claimed.
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

// Claims nodes for one plan.
void Engine::claim(std::vector<NodeRef> nodes, bool urgent, PlanList& ready) {
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
  for (Node* w : waits)
    if (w->waiters.size() == w->waiters.capacity()) w->waiters.reserve(2 * w->waiters.size() + 1);
  std::vector<Node*> unkept;
  for (const Stage& stage : plan->stages)
    for (const Step& step : stage.steps)
      if (step.node->recipe && !stage.whole_batch && !stage.keeps(step))
        unkept.push_back(step.node.get());
  track_unkept(unkept);
  // Nothing below can fail.
  for (Node* n : unkept) n->unkept = true;
  for (const NodeRef& n : nodes) {
    if (n->state.load() == hr::State::queued) s_->queued_work -= n->work;
    n->state.store(hr::State::claimed);
  }
  s_->running++;
  s_->running_work += plan->work;
  plan->deps = static_cast<int>(waits.size());
  if (waits.empty()) {
    ready.push(std::move(plan));
    return;
  }
  // Whoever finishes the last of them launches the plan.
  for (Node* w : waits) w->waiters.push_back(plan.get());
  plan->self = plan;
}

void Engine::launch(PlanList& ready) noexcept {
  while (auto plan = ready.pop()) Runner::launch(*this, std::move(plan));
}

static std::vector<std::vector<NodeRef>> portions(std::vector<NodeRef> nodes) {
  std::vector<std::vector<NodeRef>> r;
  // One pool per plan; long chains are split.
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const NodeRef& a, const NodeRef& b) { return a->seq < b->seq; });
  for (NodeRef& n : nodes) {
    if (r.empty() || r.back().size() == kPlanNodes || r.back().front()->pool != n->pool)
      r.emplace_back();
    r.back().push_back(std::move(n));
  }
  return r;
}

// Claims queued calls with live handles or readers; drops the others.
void Engine::claim_queued(std::vector<NodeRef>& queue, PlanList& ready) {
  std::vector<NodeRef> targets;
  targets.reserve(queue.size());
  // Backwards: dropping a call may free its inputs.
  for (auto it = queue.rbegin(); it != queue.rend(); ++it) {
    Node& node = **it;
    const bool queued = node.state.load() == hr::State::queued;
    if (queued && (node.handles.load() || node.readers.load())) {
      targets.push_back(*it);
      continue;
    }
    if (queued) s_->queued_work -= node.work;
    it->reset();
  }
  for (auto& part : portions(needed(targets))) claim(std::move(part), false, ready);
}

// `newest`: keep its inputs and recent calls queued.
bool Engine::cut_queue(const NodeRef& newest, PlanList& ready) noexcept {
  std::vector<NodeRef> queue = std::move(s_->queue), stay;
  s_->queue.clear();
  bool done = true;
  try {
    if (newest && newest->queued_at - queue.front()->queued_at < kLongest) {
      std::unordered_set<const Node*> growing;
      for (const NodeRef& n : needed({newest})) growing.insert(n.get());
      stay.reserve(queue.size());
      auto old = std::stable_partition(queue.begin(), queue.end(), [&](const NodeRef& n) {
        return growing.count(n.get()) || newest->queued_at - n->queued_at < kFresh;
      });
      stay.assign(queue.begin(), old);
      queue.erase(queue.begin(), old);
    }
    claim_queued(queue, ready);
    queue.clear();
  } catch (const std::bad_alloc&) {
    done = false;
    if (stay.empty()) stay.swap(queue);
    for (NodeRef& n : queue) stay.push_back(std::move(n));  // reserved above
  }
  std::erase_if(stay, [](const NodeRef& n) { return !n || n->state.load() != hr::State::queued; });
  s_->queue = std::move(stay);
  return done;
}

// Called with the mutex held. Without a timer, calls run only when consumed.
void Engine::start_timer() noexcept {
  State& s = *s_;
  const int64_t now = now_ns();
  if (s.timer_failed && now - s.timer_failed < kTimerPause) return;
  s.timer_runs = true;
  const char* why = nullptr;
  try {
    start_thread([this] { timer(); }).detach();
  } catch (const std::bad_alloc&) {
    why = "not enough memory";
  } catch (const std::system_error& e) {
    why = std::strerror(e.code().value());
  }
  if (!why) return;
  s.timer_runs = false;
  const ThreadShortage tell = on_thread_shortage.load();
  if (!s.timer_failed && tell) tell(1, 0, why);
  s.timer_failed = now;
}

void Engine::submit(const NodeRef& node) {
  PlanList ready;
  {
    std::lock_guard lock(s_->mutex);
    State& s = *s_;
    s.queue.push_back(node);
    if (!s.timer_runs && !s.stop) start_timer();
    node->state.store(hr::State::queued);
    node->queued_at = s.last_submit = now_ns();
    s.queued_work += node->work;
    s.caller.start();
    if (s.timer_idle) {
      s.timer_idle = false;
      s.timer_wake.notify_one();
    }
    if (s.queue.size() >= kPlanNodes)
      cut_queue(nullptr, ready);
    else if (s.queued_work >= kWorkLimit)
      cut_queue(node, ready);
  }
  launch(ready);
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

// Cuts the queue once it has been quiet for 2 % of its estimated run time. A caller that has hardly
// run since its last call gets more time.
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
    double seconds =
        std::clamp(0.02 * static_cast<double>(s.queued_work) / kBytesPerSecond, 50e-6, 5e-3);
    int64_t linger = static_cast<int64_t>(seconds * 1e9), quiet = now_ns() - s.last_submit;
    if (quiet < linger || (quiet < kPatience * linger && s.caller.ran() < linger / 2)) {
      s.timer_wake.wait_for(lock, std::chrono::nanoseconds(std::max(linger - quiet, linger / 2)));
      continue;
    }
    PlanList ready;
    const bool done = cut_queue(nullptr, ready);
    lock.unlock();
    launch(ready);
    if (!done) std::this_thread::sleep_for(kMemoryPause);
    lock.lock();
  }
  s.timer_runs = false;
  s.finished.notify_all();
}

void Engine::start(const NodeRef& node, bool urgent) {
  if (!node->finished()) start(std::vector<NodeRef>{node}, urgent);
}

void Engine::start(const std::vector<NodeRef>& nodes, bool urgent) {
  PlanList ready;
  bool exhausted = false;
  {
    std::lock_guard lock(s_->mutex);
    try {
      auto parts = portions(needed(nodes));
      for (auto& part : parts) claim(std::move(part), urgent, ready);
      if (!parts.empty())
        std::erase_if(s_->queue,
                      [](const NodeRef& n) { return n->state.load() != hr::State::queued; });
    } catch (const std::bad_alloc&) {
      exhausted = true;  // claimed plans must still run
    }
  }
  launch(ready);
  if (exhausted) throw std::bad_alloc();
}

std::vector<NodeRef> Engine::readers_of(const Buffer* buffer) {
  std::vector<NodeRef> found, others;  // outlive the lock: they may destroy nodes
  auto reads = [&](const Input& in) {
    if (in.node->state.load(std::memory_order_acquire) != hr::State::done) return false;
    if (in.out >= static_cast<int>(in.node->results.size())) return false;
    for (const BufferRef& b : in.node->results[in.out].owners)
      if (b.get() == buffer) return true;
    return false;
  };
  std::lock_guard lock(s_->mutex);  // so that no node finishes and drops its inputs
  others = tracked_calls();
  for (NodeRef& node : others) {
    bool hit = false;
    // Calls made ahead and not started are not wanted now: they would read modified data.
    const bool idle_ahead = node->recipe && node->quiet && node->state.load() == hr::State::idle;
    if (!node->finished() && !idle_ahead) {
      for (const Input& in : node->inputs) hit |= reads(in);
      for (const DynArg& d : node->dyn) hit |= reads(d.value);
    }
    if (hit) found.push_back(node);
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
  if (!first.empty() || failed_input(*stage)) return nullptr;
  StageRun run(*stage);
  run.infer();
  if (run.exhausted()) throw std::bad_alloc();
  run.forget_errors();
  for (int64_t i = 0; i < stage->n; i++)
    if (run.outcome(index, i) == StageRun::kFailed) return nullptr;
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

std::vector<Input> Engine::inputs_before_start(const Node& node) {
  std::lock_guard lock(s_->mutex);  // nodes are claimed under it
  const hr::State state = node.state.load();
  return state == hr::State::idle || state == hr::State::queued ? node.inputs
                                                                : std::vector<Input>{};
}

std::shared_ptr<Plan> Engine::plan_for(const std::vector<NodeRef>& nodes) {
  std::lock_guard lock(s_->mutex);
  return make_plan(needed(nodes), fuse, [](const Node& n) { return n.handles.load() > 0; });
}

void Engine::flush() {
  PlanList ready;
  {
    std::lock_guard lock(s_->mutex);
    cut_queue(nullptr, ready);
  }
  launch(ready);
}

bool Engine::settle(double seconds) {
  flush();
  std::unique_lock lock(s_->mutex);
  return s_->finished.wait_for(lock, std::chrono::duration<double>(seconds),
                               [&] { return s_->running == 0 && s_->queue.empty(); });
}

void Engine::shutdown(double seconds) {
  begin_to_leave();
  const int64_t deadline = now_ns() + static_cast<int64_t>(seconds * 1e9);
  auto left = [&] { return std::chrono::nanoseconds(std::max<int64_t>(deadline - now_ns(), 0)); };
  {
    std::unique_lock lock(s_->mutex);
    s_->stop = true;
    s_->timer_wake.notify_all();
    s_->finished.wait_for(lock, left(), [&] { return !s_->timer_runs; });
  }
  settle(std::chrono::duration<double>(left()).count());
  ending = Ending::over;
  std::vector<NodeRef> queue;
  std::lock_guard lock(s_->mutex);
  queue.swap(s_->queue);
}

// See Note [Locks and fork].
void Engine::before_fork() { s_->mutex.lock(); }

void Engine::after_fork_parent() { s_->mutex.unlock(); }

// The child has no threads: start with an empty engine. Pending values keep their old generation
// and raise an error when consumed.
void Engine::after_fork_child() {
  memory_after_fork_child();
  s_.release();  // leaked: its threads and locks exist only in the parent
  s_ = std::make_unique<State>();
  next_generation();
  Pool::abandon_default();
}

}  // namespace hr
