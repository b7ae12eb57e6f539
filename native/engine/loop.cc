// Run-ahead: repeats a loop body's calls on the next batch.
#include "engine/loop.h"

#include <algorithm>
#include <new>

namespace hr {
namespace {

constexpr size_t kCalls = 512;  // per step; longer bodies are not recorded

bool lent(const Input& in) {
  const Samples* s = samples_there(in);
  return s && std::any_of(s->owners.begin(), s->owners.end(), [](const BufferRef& b) {
           return b && b->lent.load(std::memory_order_relaxed);
         });
}

bool same(const Input& a, const Input& b) { return a.node == b.node && a.out == b.out; }

}  // namespace

// Readies an unstarted call made ahead: its operands must not be unkept results. Plans expect
// inputs to be called first, so it gets a new call number.
static void call_now(Node& node) {
  if (node.state.load() != State::idle) return;
  auto change = [](Input& in) {
    NodeRef instead = kept(in.node);
    if (instead == in.node) return;
    instead->readers++;
    in.node->readers--;
    in.node = std::move(instead);
  };
  node.each_operand(change);
  node.seq = next_seq();
}

static std::vector<std::shared_ptr<Loop>>& loops_here() {
  thread_local std::vector<std::shared_ptr<Loop>> loops;
  return loops;
}

// Copy: GC during a call may mutate the list.
std::vector<std::shared_ptr<Loop>> Loop::current() {
  auto& loops = loops_here();
  if (loops.empty()) return {};
  std::erase_if(loops, [](const auto& l) { return !l->active_.load(); });
  return loops;
}

Loop::~Loop() {
  discard(made_for_now_);
  discard(made_for_next_);
}

void Loop::discard(std::vector<Made>& made) {
  for (Made& m : made)
    if (m.target) m.node->handles--;
  made.clear();
}

void Loop::leave() { active_ = false; }  // any thread

void Loop::step(const std::vector<Input>& now, const std::vector<Input>& next) {
  auto& loops = loops_here();
  active_ = true;
  if (std::none_of(loops.begin(), loops.end(), [&](const auto& l) { return l.get() == this; }))
    loops.push_back(shared_from_this());
  discard(made_for_now_);
  std::swap(made_for_now_, made_for_next_);
  if (!next.empty() && !overflow_) {
    try {
      make_ahead(next);
    } catch (const std::bad_alloc&) {  // skip run-ahead for this step
      discard(made_for_next_);
    }
  }
  // Start recording this step.
  before_ = std::move(calls_);
  calls_.clear();
  origins_.clear();
  overflow_ = false;
  first_seq_ = next_seq();
  n_ = now.empty() ? 0 : now[0].node->n;
  for (size_t j = 0; j < now.size(); j++) origins_.add_input(now[j], static_cast<int>(j));
}

Origin Loop::origin(const Input& in) const {
  if (const Origin* known = origins_.find(in)) return *known;
  if (in.node->seq >= first_seq_ || lent(in)) return {};
  return {Origin::constant, 0, in.out, in.node};
}

void Loop::note(const NodeRef& node, const Invocation& call) {
  if (calls_.size() >= kCalls || node->spec->outs.size() > Origins::kMostOuts) {
    overflow_ = true;
    calls_.clear();
    origins_.clear();
    return;
  }
  if (!node->note) node->note = std::make_shared<CallNote>();  // shared by all loops
  calls_.push_back({{call, [&](const Input& in) { return origin(in); }}, node->note});
  origins_.add_call(*node, static_cast<int>(calls_.size()) - 1);
}

// The matching call of the previous step: at the same index, else the n-th call of this spec.
const Loop::Call* Loop::same_before(size_t index) const {
  const Spec* spec = calls_[index].spec.get();
  if (index < before_.size() && before_[index].spec.get() == spec) return &before_[index];
  auto is = [&](const Call& c) { return c.spec.get() == spec; };
  auto nth = std::count_if(calls_.begin(), calls_.begin() + static_cast<int64_t>(index), is);
  for (const Call& c : before_)
    if (is(c) && nth-- == 0) return &c;
  return nullptr;
}

// Whether a call can be made for the next step; sets its random key.
bool Loop::predict(size_t index, RandomKey& key) const {
  const Call& call = calls_[index];
  auto constant = [](const Origin& o) { return o.kind == Origin::constant; };
  auto unknown = [](const Origin& o) { return o.kind == Origin::unknown; };
  const std::vector<Origin>& origins = call.origins;
  if (std::any_of(origins.begin(), origins.end(), unknown)) return false;
  auto batch = [](const Origin& o) { return o.kind == Origin::batch; };
  if (call.spec->kernel->reads_files &&  // same file names: the body may have rewritten them
      std::none_of(origins.begin(), origins.begin() + std::ssize(call.inputs), batch))
    return false;
  const bool random = call.key.seed || call.key.position;
  const bool constants =
      call.immediates.size() > 0 || std::any_of(origins.begin(), origins.end(), constant);
  key = call.key;
  if (!random && !constants) return true;
  const Call* before = same_before(index);
  if (!before || before->key.seed != call.key.seed) return false;
  // Immediates and constants must match the previous step, else they are computed per step.
  if (constants && (before->origins != origins || before->immediates != call.immediates))
    return false;
  // Two steps ahead: calls made now are for the step after the one that begins.
  key.position += 2 * (call.key.position - before->key.position);
  return true;
}

void Loop::make_ahead(const std::vector<Input>& next) {
  std::vector<NodeRef> made(calls_.size()), targets;
  targets.reserve(calls_.size());
  made_for_next_.reserve(calls_.size());
  for (size_t i = 0; i < calls_.size(); i++) {
    const Call& noted = calls_[i];
    RandomKey key;
    if (!predict(i, key)) continue;
    bool known = true;
    auto resolve = [&](const Origin& o) -> Input {
      if (o.kind == Origin::constant) return {o.node, o.out};
      if (o.kind == Origin::call) {
        const NodeRef& node = made[static_cast<size_t>(o.index)];
        known &= node != nullptr;
        return {node, o.out};
      }
      if (static_cast<size_t>(o.index) < next.size()) return next[static_cast<size_t>(o.index)];
      known = false;
      return {};
    };
    Invocation call = noted.on(resolve);
    if (!known || call.any_operand(lent)) continue;
    if (call.n == n_) call.n = next[0].node->n;
    call.key = key;
    const Recipe made_of{call.inputs, call.dyn, nullptr};
    read_kept(call);
    NodeRef node = make_call(std::move(call));
    node->recipe = std::make_unique<Recipe>(made_of);
    node->quiet = true;
    Made ahead{node, noted.note->wanted.load(), made_of.inputs, made_of.dyn};
    if (ahead.target) {
      node->handles++;
      targets.push_back(node);
    }
    made[i] = std::move(node);
    made_for_next_.push_back(std::move(ahead));
    made_++;
  }
  if (!targets.empty()) Engine::get().start(targets, false);
}

Loop::Made Loop::adopt(const Invocation& call) {
  for (size_t k = 0; k < made_for_now_.size(); k++) {
    Made& m = made_for_now_[k];
    const Node& node = *m.node;
    // Another stream of the same GPU is fine: readers wait for it.
    if (node.spec != call.spec || node.n != call.n || node.pool != call.pool ||
        !node.stream != !call.stream || node.site != call.site || node.key != call.key ||
        node.immediates != call.immediates || node.generation != generation())
      continue;
    auto same_dyn = [](const DynArg& a, const DynArg& b) {
      return a.param == b.param && a.per_frame == b.per_frame && same(a.value, b.value);
    };
    if (!std::equal(call.inputs.begin(), call.inputs.end(), m.inputs.begin(), m.inputs.end(),
                    same) ||
        !std::equal(call.dyn.begin(), call.dyn.end(), m.dyn.begin(), m.dyn.end(), same_dyn))
      continue;
    if (call.any_operand(lent)) return {};
    Made found = std::move(m);
    made_for_now_.erase(made_for_now_.begin() + static_cast<int64_t>(k));
    call_now(*found.node);
    found.node->set_quiet(false);
    adopted_++;
    return found;
  }
  return {};
}

}  // namespace hr
