// Nodes: calls whose values may not exist yet. Nodes refer to nodes, never to Python handles.
#pragma once
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/kernel.h"

namespace hr {

class Pool;

// Preallocated error, for when there is no memory for a call's own. Never reported as unobserved.
const ErrorRef& out_of_memory() noexcept;

// Called on any thread with a copy of an error that was destroyed unseen. Null: no report.
using UnobservedHandler = void (*)(const ErrorRef&);
inline std::atomic<UnobservedHandler> on_unobserved{nullptr};

struct Node;
struct Plan;
using NodeRef = std::shared_ptr<Node>;

struct Input {
  NodeRef node;
  int out = 0;
};

struct DynArg {
  int param = 0;
  Input value;
  bool per_frame = false;
};

// When calls run (headrace/engine/state.py).
enum class EvalMode : int {
  deferred = 1,  // when consumed
  eager,         // soon, in the background
  sync_cpu,      // before the call returns
  sync_full,     // as sync_cpu, and the GPU has finished
};
inline bool synchronous(EvalMode m) { return m == EvalMode::sync_cpu || m == EvalMode::sync_full; }

// Settings shared by all calls of a caller.
struct Caller {
  EvalMode mode = EvalMode::eager;
  std::shared_ptr<Pool> pool;  // null: default pool
};

// One call: operator, operands, where it runs.
struct Invocation {
  std::shared_ptr<const Spec> spec;  // null for values made from data
  std::vector<Input> inputs;
  std::vector<DynArg> dyn;
  int64_t n = 0;  // samples
  RandomKey key;
  Immediates immediates;
  int site = -1;  // user's line (headrace/core/site.py)
  std::shared_ptr<Pool> pool;
  std::shared_ptr<gpu::Stream> stream;  // null: CPU

  // Calls f(Input&) for all inputs, then for all arguments.
  template <class F>
  void each_operand(F&& f) {
    for (Input& in : inputs) f(in);
    for (DynArg& d : dyn) f(d.value);
  }
  template <class F>
  bool any_operand(F&& f) const {
    return std::any_of(inputs.begin(), inputs.end(), f) ||
           std::any_of(dyn.begin(), dyn.end(), [&](const DynArg& d) { return f(d.value); });
  }
};

// Shared by a loop's recorded call and its node, which may die first.
struct CallNote {
  std::atomic<bool> wanted{false};  // somebody consumed the result
};

// The operands of a node called ahead, to recompute a result that was not kept.
struct Recipe {
  std::vector<Input> inputs;
  std::vector<DynArg> dyn;
  NodeRef again;  // the repeated call, made on demand
};

enum class State : int { idle, queued, claimed, done, failed };

struct Node : std::enable_shared_from_this<Node>, Invocation {
  uint64_t seq = 0;       // call order, process wide
  int64_t work = 0;       // estimated bytes touched
  int64_t queued_at = 0;  // ns
  uint32_t generation = 0;
  std::shared_ptr<CallNote> note;   // null outside of loops
  std::unique_ptr<Recipe> recipe;   // null unless called ahead
  std::atomic<bool> unkept{false};  // called ahead; the plan stores no result

  // Made before anybody asked for it: its errors are not reported as unobserved.
  std::atomic<bool> quiet{false};
  void set_quiet(bool value);

  std::atomic<State> state{State::idle};
  std::atomic<int> handles{0};  // live Python values
  std::atomic<int> readers{0};  // unfinished nodes that read this one

  // Guarded by the engine's mutex until `state` is done or failed, constant afterwards.
  std::vector<Samples> results;
  std::vector<std::shared_ptr<const std::vector<Shape>>> shapes;  // inferred early, on request
  ErrorRef error;
  std::vector<Plan*> waiters;
  NodeRef next_dying;  // see ~Node

  ~Node();
  bool finished() const {
    State s = state.load(std::memory_order_acquire);
    return s == State::done || s == State::failed;
  }
  int64_t output_bytes() const;
};

// Next call number, process-wide.
uint64_t next_seq() noexcept;
// Number of forks that led to this process. Values pending at a fork have an older generation: the
// threads computing them exist only in the parent.
uint32_t generation() noexcept;
void next_generation() noexcept;  // in a forked child

// Makes a call without starting it; tracks it and counts it as a reader of its operands.
NodeRef make_call(Invocation call);

NodeRef make_value(std::vector<Samples> results);  // a finished node

// Calls are tracked until finished, to find the unfinished readers of a buffer before exporting a
// writable view of it.
void untrack(Node& node) noexcept;
std::vector<NodeRef> tracked_calls();  // of this generation

}  // namespace hr
