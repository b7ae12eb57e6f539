// Run-ahead: the calls of a loop's body, made for the batch after this one.
#include "engine/loop.h"

#include <algorithm>
#include <new>

namespace hr {
namespace {

constexpr size_t kCalls = 512;  // of one step; a body with more is no body of a loop

bool lent(const Input& in) {
  const Samples* s = samples_there(in);
  return s && std::any_of(s->owners.begin(), s->owners.end(), [](const BufferRef& b) {
           return b && b->lent.load(std::memory_order_relaxed);
         });
}

bool same(const Input& a, const Input& b) { return a.node == b.node && a.out == b.out; }

}  // namespace

// A call that was made ahead but not started, because nobody asked for it the last time, must not
// read results that were not kept. Plans count on inputs being called before: so it is called now.
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

// A copy: a call may run a garbage collection, and that anything.
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

void Loop::leave() { active_ = false; }  // on any thread

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
    } catch (const std::bad_alloc&) {  // the body makes its calls by itself
      discard(made_for_next_);
    }
  }
  // A new page for this step's calls.
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
  if (!node->note) node->note = std::make_shared<CallNote>();  // one for all loops
  calls_.push_back({{call, [&](const Input& in) { return origin(in); }}, node->note});
  origins_.add_call(*node, static_cast<int>(calls_.size()) - 1);  // after it: origins point there
}

// The call of the step before that this one repeats: of as many calls with its spec, the same one.
const Loop::Call* Loop::same_before(size_t index) const {
  const Spec* spec = calls_[index].spec.get();
  if (index < before_.size() && before_[index].spec.get() == spec) return &before_[index];
  auto is = [&](const Call& c) { return c.spec.get() == spec; };
  auto nth = std::count_if(calls_.begin(), calls_.begin() + static_cast<int64_t>(index), is);
  for (const Call& c : before_)
    if (is(c) && nth-- == 0) return &c;
  return nullptr;
}

// Whether a call of this step can be made for the next one; its key then.
bool Loop::predict(size_t index, RandomKey& key) const {
  const Call& call = calls_[index];
  auto constant = [](const Origin& o) { return o.kind == Origin::constant; };
  auto unknown = [](const Origin& o) { return o.kind == Origin::unknown; };
  const std::vector<Origin>& origins = call.origins;
  if (std::any_of(origins.begin(), origins.end(), unknown)) return false;
  auto batch = [](const Origin& o) { return o.kind == Origin::batch; };
  if (call.spec->kernel->reads_files &&  // of the same names: the body may have written them
      std::none_of(origins.begin(), origins.begin() + std::ssize(call.inputs), batch))
    return false;
  const bool random = call.key.seed || call.key.position;
  const bool constants =
      call.immediates.size() > 0 || std::any_of(origins.begin(), origins.end(), constant);
  key = call.key;
  if (!random && !constants) return true;
  const Call* before = same_before(index);
  if (!before || before->key.seed != call.key.seed) return false;
  // Numbers, and values made before the step, are the same in every step, or they are computed.
  if (constants && (before->origins != origins || before->immediates != call.immediates))
    return false;
  // What is made now is for the step after the one that begins.
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
    read_kept(call);  // as for any call
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
    // The stream may be another one of the same GPU (a spec belongs to one): readers follow it.
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
