// Planning: which calls run together, in which order, and which results are kept.
//
// Note [Levels]
// Before a stage starts, its arguments (shapes may depend on them) and the inputs whose data a
// kernel reads in infer must be finished. Such an edge is a boundary: its ends are on different
// levels. First every node gets the earliest level its boundaries allow. Then, in reverse, every
// node sinks to the latest level its consumers allow, so that `decode` joins `flip` in one stage
// although flip's random coin needs an earlier level. Calls of one level connected by non-boundary
// edges form a stage: one native program that takes a sample from start to finish.
//
// Note [Regions]
// A step that reads only part of its input says so (Kernel::region). Its producer then makes only
// that part, if it can (Kernel::makes_region) and nobody else reads the value: decode → crop
// decodes the crop. Regions propagate from the last step to the first, through steps that move
// pixels (they translate the region) and pixelwise steps (the engine narrows their views if their
// input has the same region). Pixels never depend on it, except when the user opts in: a decoder
// may make a smaller image for a step that shrinks it anyway (Region::reduce).
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "engine/device_lane.h"
#include "engine/plan.h"

namespace hr {
namespace {

bool whole_batch(const Node& n) { return n.spec->kernel->run_batch != nullptr; }

struct Edge {
  int from;
  bool boundary;
};

struct Planner {
  const std::vector<NodeRef>& nodes;
  bool fuse;
  std::unordered_map<const Node*, int> index;
  std::vector<std::vector<Edge>> edges;  // into node i
  std::vector<int> level;
  std::vector<int> group;

  int find(int i) {
    while (group[i] != i) i = group[i] = group[group[i]];
    return i;
  }

  void link() {
    for (size_t i = 0; i < nodes.size(); i++) index[nodes[i].get()] = static_cast<int>(i);
    edges.resize(nodes.size());
    for (size_t i = 0; i < nodes.size(); i++) {
      const Node& node = *nodes[i];
      const Kernel& k = *node.spec->kernel;
      for (size_t j = 0; j < node.inputs.size(); j++) {
        auto it = index.find(node.inputs[j].node.get());
        if (it == index.end()) continue;
        const Node& src = *nodes[it->second];
        bool boundary = !fuse || whole_batch(node) || whole_batch(src) || src.n != node.n ||
                        src.pool != node.pool || src.stream != node.stream ||
                        (j < 32 && (k.data_inputs >> j & 1));
        edges[i].push_back({it->second, boundary});
      }
      for (const DynArg& d : node.dyn)
        if (auto it = index.find(d.value.node.get()); it != index.end())
          edges[i].push_back({it->second, true});
    }
  }

  void assign_levels() {
    int n = static_cast<int>(nodes.size());
    level.assign(n, 0);
    for (int i = 0; i < n; i++)
      for (const Edge& e : edges[i]) level[i] = std::max(level[i], level[e.from] + e.boundary);
    std::vector<int> latest(n, -1);
    for (int i = n - 1; i >= 0; i--) {
      if (latest[i] >= 0) level[i] = latest[i];
      for (const Edge& e : edges[i]) {
        int l = level[i] - e.boundary;
        latest[e.from] = latest[e.from] < 0 ? l : std::min(latest[e.from], l);
      }
    }
  }

  void assign_groups() {
    group.resize(nodes.size());
    std::iota(group.begin(), group.end(), 0);
    for (size_t i = 0; i < nodes.size(); i++)
      for (const Edge& e : edges[i])
        if (!e.boundary && level[e.from] == level[i])
          group[find(static_cast<int>(i))] = find(e.from);
  }
};

bool is_pixelwise(const Step& step) {
  const Kernel& k = *step.node->spec->kernel;
  return (k.pixelwise || k.elementwise) && step.in.size() == 1 && step.node->spec->outs.size() == 1;
}

// True if a step can make part of its only output.
bool makes_region(const Stage& stage, int s) {
  const Step& step = stage.steps[s];
  const Spec& spec = *step.node->spec;
  if (spec.frame_inputs || spec.outs.size() != 1 || spec.outs[0].ndim < 2) return false;
  if (spec.kernel->makes_region) return true;
  if (!is_pixelwise(step) || step.in[0].reg < 0) return false;
  return stage.steps[stage.regs[step.in[0].reg].step].region_for == s;
}

int uses_of(const Stage& stage, int reg) {
  int uses = 0;
  for (const Step& step : stage.steps)
    for (const Source& in : step.in) uses += in.reg == reg;
  return uses;
}

// Assigns registers, aliases and lifetimes of temporaries.
void finish_stage(Stage& stage) {
  auto root_of = [&](int r) {
    while (stage.regs[r].alias >= 0) r = stage.regs[r].alias;
    return r;
  };
  int count = static_cast<int>(stage.steps.size());
  for (int s = 0; s < count; s++) {
    Step& step = stage.steps[s];
    for (const Source& in : step.in)
      if (in.reg >= 0) {
        Register& r = stage.regs[root_of(in.reg)];
        r.last_use = std::max(r.last_use, s);
      }
  }
  // A stored view keeps the memory it aliases.
  for (auto& r : stage.regs)
    if (r.stored)
      for (int a = r.alias; a >= 0; a = stage.regs[a].alias) stage.regs[a].stored = true;
  if (stage.stream) return;  // regions and chunked chains: CPU only
  for (int s = 0; s < count; s++) {
    Step& step = stage.steps[s];
    if (step.in.empty() || step.in[0].reg < 0 || step.node->spec->frame_inputs) continue;
    if (!step.node->spec->kernel->region && !is_pixelwise(step)) continue;
    const Register& r = stage.regs[step.in[0].reg];
    if (!r.stored && makes_region(stage, r.step) && uses_of(stage, step.in[0].reg) == 1)
      stage.steps[r.step].region_for = s;
  }
  // Chains of elementwise steps, each feeding the next.
  for (int s = count - 2; s >= 0; s--) {
    const Step& next = stage.steps[s + 1];
    auto elementwise = [](const Step& t) {
      return t.node->spec->kernel->elementwise && !t.node->spec->frame_inputs &&
             t.node->spec->outs.size() == 1;
    };
    bool fed = false;
    for (const Source& in : next.in) fed |= in.reg == stage.steps[s].first_reg;
    if (fed && elementwise(stage.steps[s]) && elementwise(next))
      stage.steps[s].chain = next.chain + 1;
  }
}

const DeviceLane* lane = nullptr;

}  // namespace

void set_device_lane(const DeviceLane& l) { lane = &l; }
const DeviceLane& device_lane() { return *lane; }

std::string describe_needs(unsigned needs) {
  std::string text;
  auto add = [&](unsigned need, const char* name) {
    if (needs & need) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(kSameShapes, "operands of equal shapes");
  add(kWholePixels, "as many channels in all samples, 4 at most");
  add(kFewAxes, "operands that are repeated along three axes at most");
  return text;
}

std::shared_ptr<Plan> make_plan(const std::vector<NodeRef>& nodes, bool fuse,
                                const std::function<bool(const Node&)>& keep) {
  auto plan = std::make_shared<Plan>();
  plan->nodes = nodes;
  Planner p{nodes, fuse, {}, {}, {}, {}};
  p.link();
  p.assign_levels();
  p.assign_groups();

  int n = static_cast<int>(nodes.size());
  std::vector<int> uses(n, 0), stage_of(n), step_of(n);
  for (int i = 0; i < n; i++)
    for (const Edge& e : p.edges[i]) uses[e.from]++;

  std::unordered_map<int, int> stage_index;
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return p.level[a] < p.level[b]; });
  for (int i : order) {
    auto [it, fresh] = stage_index.emplace(p.find(i), static_cast<int>(plan->stages.size()));
    if (fresh) {
      plan->stages.emplace_back();
      Stage& s = plan->stages.back();
      s.level = p.level[i];
      s.n = nodes[i]->n;
      s.whole_batch = whole_batch(*nodes[i]);
      s.stream = nodes[i]->stream;
    }
    stage_of[i] = it->second;
    Stage& stage = plan->stages[it->second];
    step_of[i] = static_cast<int>(stage.steps.size());
    Step step;
    step.node = nodes[i];
    step.first_reg = static_cast<int>(stage.regs.size());
    bool kept = keep(*nodes[i]) || nodes[i]->readers.load() > uses[i];
    for (size_t o = 0; o < nodes[i]->spec->outs.size(); o++)
      stage.regs.push_back({step_of[i], static_cast<int>(o), kept, -1, -1});
    auto source = [&](const Input& in) {
      Source s;
      auto found = p.index.find(in.node.get());
      if (found != p.index.end() && stage_of[found->second] == it->second) {
        s.reg = stage.steps[step_of[found->second]].first_reg + in.out;
      } else {
        s.node = in.node;
        s.out = in.out;
        if (found != p.index.end()) {
          Stage& other = plan->stages[stage_of[found->second]];
          other.regs[other.steps[step_of[found->second]].first_reg + in.out].stored = true;
        }
      }
      return s;
    };
    for (const Input& in : nodes[i]->inputs) step.in.push_back(source(in));
    for (const DynArg& d : nodes[i]->dyn) {
      step.dyn.push_back(source(d.value));
      step.dyn.back().param = d.param;
      step.dyn.back().per_frame = d.per_frame;
    }
    if (nodes[i]->spec->kernel->view && step.in[0].reg >= 0)
      stage.regs[step.first_reg].alias = step.in[0].reg;
    stage.steps.push_back(std::move(step));
    plan->work += nodes[i]->work;
  }
  for (Stage& s : plan->stages) {
    if (!s.whole_batch) finish_stage(s);
    if (s.stream) device_lane().plan(s, fuse);
  }
  if (n) plan->pool = nodes[0]->pool;
  return plan;
}

}  // namespace hr
