// Creation, tracking and destruction of nodes.
#include "engine/graph.h"

#include <new>
#include <unordered_set>

#include "base/checked.h"
#include "base/fork_mutex.h"
#include "engine/recipe.h"

namespace hr {
namespace {

std::atomic<uint64_t> calls{1};
std::atomic<uint32_t> forks{0};

struct Tracked {
  ForkMutex mutex;
  std::unordered_set<Node*> nodes;
};

Tracked& tracked() {
  static auto* t = new Tracked;
  return *t;
}
[[maybe_unused]] Tracked& made_now = tracked();  // see Note [Locks and fork]

void track(Node& node) {
  std::lock_guard lock(tracked().mutex);
  tracked().nodes.insert(&node);
}

}  // namespace

uint64_t next_seq() noexcept { return calls.fetch_add(1); }
uint32_t generation() noexcept { return forks.load(std::memory_order_relaxed); }
void next_generation() noexcept { forks++; }

void untrack(Node& node) noexcept {
  std::lock_guard lock(tracked().mutex);
  tracked().nodes.erase(&node);
}

std::vector<NodeRef> tracked_calls() {
  std::vector<NodeRef> found;  // outlives the lock: may destroy nodes
  std::lock_guard lock(tracked().mutex);
  found.reserve(tracked().nodes.size());
  for (Node* n : tracked().nodes)
    if (n->generation == generation())
      if (NodeRef node = n->weak_from_this().lock()) found.push_back(std::move(node));
  return found;
}

NodeRef make_value(std::vector<Samples> results) {
  auto node = std::make_shared<Node>();
  node->n = results.empty() ? 0 : results[0].n;
  node->results = std::move(results);
  node->seq = next_seq();
  node->generation = generation();
  node->state = State::done;
  return node;
}

NodeRef make_call(Invocation call) {
  auto node = std::make_shared<Node>();
  int64_t work = 0;
  call.each_operand([&](const Input& in) {
    in.node->readers++;
    work = saturated_add(work, in.node->output_bytes());
  });
  node->work = weighted(work, call.spec->kernel->cost);
  static_cast<Invocation&>(*node) = std::move(call);
  node->generation = generation();
  node->seq = next_seq();
  track(*node);
  return node;
}

SampleError::~SampleError() {
  if (observed.load(std::memory_order_relaxed)) return;
  const UnobservedHandler report = on_unobserved.load();
  if (!report) return;
  try {
    report(std::make_shared<SampleError>(*this));
  } catch (const std::bad_alloc&) {  // in a destructor: skip the report
  }
}

const ErrorRef& out_of_memory() noexcept {
  static const auto* error = [] {
    auto e = std::make_shared<SampleError>();
    e->kind = ErrorKind::memory;
    e->message = "not enough memory";
    e->observed = true;
    return new ErrorRef(std::move(e));
  }();
  return *error;
}

void Node::set_quiet(bool value) {
  quiet = value;
  if (state.load(std::memory_order_acquire) == State::failed) error->observed = value;
}

int64_t Node::output_bytes() const {
  if (state.load(std::memory_order_acquire) != State::done) return work;
  int64_t bytes = 0;
  for (const auto& r : results) bytes = saturated_add(bytes, r.total_bytes());
  return bytes;
}

// Destroys long chains (10^5 calls) in a loop, not recursively: inputs are moved out of nodes that
// would die with them.
Node::~Node() {
  if (unkept) untrack_unkept(*this);
  bool unfinished = !finished();
  if (unfinished) untrack(*this);
  NodeRef dying;  // linked through `next_dying`: must not allocate
  auto take = [&dying](Node& node, bool was_reader) {
    auto drop = [&](Input& in) {
      if (!in.node) return;
      if (was_reader) in.node->readers--;
      NodeRef input = std::move(in.node);
      if (input.use_count() > 1) return;
      input->next_dying = std::move(dying);
      dying = std::move(input);
    };
    node.each_operand(drop);
    node.inputs.clear();
    node.dyn.clear();
  };
  take(*this, unfinished);
  while (dying) {
    NodeRef node = std::move(dying);
    dying = std::move(node->next_dying);
    if (node.use_count() == 1) take(*node, !node->finished());
  }
}

}  // namespace hr
