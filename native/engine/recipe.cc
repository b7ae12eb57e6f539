// Recomputes results that run-ahead did not keep.
#include "engine/recipe.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <unordered_set>

#include "base/fork_mutex.h"

namespace hr {

const Samples* samples_there(const Input& in) {
  const Node* node = in.node.get();
  if (node->unkept) node = node->recipe->again.get();
  if (!node || node->state.load(std::memory_order_acquire) != State::done) return nullptr;
  if (in.out >= static_cast<int>(node->results.size())) return nullptr;
  return &node->results[static_cast<size_t>(in.out)];
}

NodeRef kept(const NodeRef& node) {
  if (!node->unkept) return node;
  Recipe& r = *node->recipe;
  if (!r.again) {
    Invocation call = *node;
    call.inputs = r.inputs;
    call.dyn = r.dyn;
    read_kept(call);
    r.again = make_call(std::move(call));
    r.again->handles++;  // stands for the handle of the original node
  }
  return r.again;
}

namespace {

struct Unkept {
  ForkMutex mutex;
  std::unordered_set<Node*> nodes;
};

Unkept& unkept() {
  static auto* u = new Unkept;
  return *u;
}
[[maybe_unused]] Unkept& unkept_made = unkept();  // see Note [Locks and fork]

// Whether recomputing a node would read from `buffer`. seen: nodes known not to.
bool reads_from(const Node& node, const Buffer* buffer, std::unordered_set<const Node*>& seen) {
  auto hit = [&](const Input& in) {
    if (const Samples* s = samples_there(in))
      return std::any_of(s->owners.begin(), s->owners.end(),
                         [&](const BufferRef& b) { return b.get() == buffer; });
    return in.node->unkept && seen.insert(in.node.get()).second &&
           reads_from(*in.node, buffer, seen);
  };
  const Recipe& r = *node.recipe;
  return std::any_of(r.inputs.begin(), r.inputs.end(), hit) ||
         std::any_of(r.dyn.begin(), r.dyn.end(), [&](const DynArg& d) { return hit(d.value); });
}

}  // namespace

void track_unkept(const std::vector<Node*>& nodes) {
  if (nodes.empty()) return;
  std::lock_guard lock(unkept().mutex);
  auto& all = unkept().nodes;
  try {
    for (Node* n : nodes) all.insert(n);
  } catch (const std::bad_alloc&) {
    for (Node* n : nodes) all.erase(n);
    throw;
  }
}

void untrack_unkept(Node& node) {
  std::lock_guard lock(unkept().mutex);
  unkept().nodes.erase(&node);
}

std::vector<NodeRef> unkept_readers_of(const Buffer* buffer) {
  std::vector<NodeRef> found, others;  // outlive the lock: they may destroy nodes
  std::lock_guard lock(unkept().mutex);
  for (Node* n : unkept().nodes) {
    NodeRef node = n->weak_from_this().lock();
    if (!node) continue;
    std::unordered_set<const Node*> seen;
    const bool hit = node->handles.load() > 0 && reads_from(*node, buffer, seen);
    (hit ? found : others).push_back(std::move(node));
  }
  return found;
}

}  // namespace hr
