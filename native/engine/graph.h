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

// The error of a call for whose own there was no memory. Nobody is warned of it.
const ErrorRef& out_of_memory() noexcept;

// Called, on any thread, with a copy of an error that dies unseen: all values that carry it are
// gone. Null: nobody is told.
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
  deferred = 1,  // when somebody looks
  eager,         // soon, in the background
  sync_cpu,      // before the call returns
  sync_full,     // as sync_cpu; the GPU has finished, too
};
inline bool synchronous(EvalMode m) { return m == EvalMode::sync_cpu || m == EvalMode::sync_full; }

// What is the same for all calls of a caller.
struct Caller {
  EvalMode mode = EvalMode::eager;
  std::shared_ptr<Pool> pool;  // null: the default one
};

// One call: what is called on what, where.
struct Invocation {
  std::shared_ptr<const Spec> spec;  // null for values made from data
  std::vector<Input> inputs;
  std::vector<DynArg> dyn;
  int64_t n = 0;  // samples
  RandomKey key;
  Immediates immediates;
  int site = -1;  // user's line (headrace/core/site.py)
  std::shared_ptr<Pool> pool;
  std::shared_ptr<gpu::Stream> stream;  // null: on the CPU

  // Calls f(Input&) for the inputs, then for the arguments.
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

// What a loop's body called (headrace/loop.h); shared with the node, which may die before.
struct CallNote {
  std::atomic<bool> wanted{false};  // somebody asked for the result
};

// Of a node that was called ahead: what it was made of, should somebody want a result of it that
// was not kept.
struct Recipe {
  std::vector<Input> inputs;
  std::vector<DynArg> dyn;
  NodeRef again;  // the same call once more, made when needed
};

enum class State : int { idle, queued, claimed, done, failed };

struct Node : std::enable_shared_from_this<Node>, Invocation {
  uint64_t seq = 0;       // call order, process wide
  int64_t work = 0;       // estimated bytes touched
  int64_t queued_at = 0;  // ns
  uint32_t generation = 0;
  std::shared_ptr<CallNote> note;   // null outside of loops
  std::unique_ptr<Recipe> recipe;   // null unless called ahead
  std::atomic<bool> unkept{false};  // called ahead, and planned so that no result is kept

  // Made before anybody asked for it: if it fails and dies unseen, nobody is told.
  std::atomic<bool> quiet{false};
  void set_quiet(bool value);

  std::atomic<State> state{State::idle};
  std::atomic<int> handles{0};  // live Python values
  std::atomic<int> readers{0};  // unfinished nodes that take this one as input

  // Guarded by the engine's mutex until `state` is done or failed, constant afterwards.
  std::vector<Samples> results;
  std::vector<std::shared_ptr<const std::vector<Shape>>> shapes;  // known early, when asked for
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

// The number of the next call, process wide.
uint64_t next_seq() noexcept;
// How many forks led to this process. Values that were pending at a fork are of an older
// generation: the threads that would have made them exist only in the parent.
uint32_t generation() noexcept;
void next_generation() noexcept;  // in a forked child

// A call, not started yet. It is tracked, and counts as a reader of its operands.
NodeRef make_call(Invocation call);

NodeRef make_value(std::vector<Samples> results);  // a finished node

// Every call is tracked until it has finished, so that the unfinished readers of a buffer can be
// found before somebody gets a writable view of it.
void untrack(Node& node) noexcept;
std::vector<NodeRef> tracked_calls();  // of this generation

}  // namespace hr
