// Plans the kernels of a stage.
//
// A chain is a root, whose result is stored, and the steps it reads: each used once, its result not
// kept. A step that reads many pixels per output pixel reads memory, possibly through a step that
// only moves pixels. So a chain is: load, map pixels, store. The plan joins whatever metadata
// allows; Note [Joins] says what a launch may split.
#include <algorithm>

#include "gpu/chain.h"

namespace hr::gpu {
namespace {

constexpr int kMostLinks = 16;  // maximum chain length: longer ones take too long to compile

struct KernelPlanner : StageCalls {
  explicit KernelPlanner(const Stage& s)
      : StageCalls{s}, joined(s.steps.size(), -1), known(s.steps.size()) {
    for (const Step& step : s.steps)
      for (const Source& in : step.in)
        if (int p = producer(in); p >= 0) known[p].uses++;
  }
  struct Known {
    int uses = 0;        // of its results
    int calls = 1;       // length of the chain that ends here
    unsigned needs = 0;  // requirements of the join with its consumer
    std::vector<StageKernel::Refusal> refusals;
    std::shared_ptr<const Chain> chain;  // if it is a root; null: a launch of its own
  };
  std::vector<int> joined;   // per step: the step whose kernel computes it, or -1
  std::vector<Known> known;  // per step

  int count() const { return static_cast<int>(stage.steps.size()); }

  // Whether the step, or a step joined into it, reads many pixels per output pixel.
  bool gathers(int s) const {
    if (kernel(s).reads == Reads::many) return true;
    for (const Source& in : step(s).in)
      if (int p = producer(in); p >= 0 && joined[p] == s && gathers(p)) return true;
    return false;
  }

  // Why step p, an input of step s, cannot be computed inside the kernel of s. Null: it can.
  const char* refusal(int p, int s, int input) const {
    if (spec(s).kernel->view) return "it shares the memory of its input";
    if (!kernel(s).type) return "it has a launch of its own";
    if (!composed(s)) return "with these arguments it has a launch of its own";
    if (!composed(p)) return "it reads the result of a launch of its own";
    if (spec(p).outs.size() != 1) return "it takes one of several results";
    if (stage.regs[step(p).first_reg].stored) return "the result between them is kept";
    if (known[p].uses != 1) return "the result between them is used more than once";
    const bool plain_p = !kernel(p).axes, plain_s = !kernel(s).axes;
    if (kernel(s).reads == Reads::many) {
      if (input > 0 || kernel(p).reads != Reads::moved)
        return "it reads many pixels for each of its own, and those from memory";
      if (gathers(p)) return "both read many pixels for each of their own";
    }
    if (spec(s).frame_inputs & kFrameArgs || spec(p).frame_inputs & kFrameArgs)
      return "one has arguments for each frame, of samples without frames";
    const bool frames_p = spec(p).frame_inputs != 0, frames_s = spec(s).unfolds(input);
    // An elementwise step follows its neighbour's frames.
    if ((frames_p && !frames_s && !(plain_s && step(s).in.size() == 1)) ||
        (frames_s && !frames_p && !(plain_p && step(p).in.size() == 1)))
      return "one takes sequences frame by frame, the other as a whole";
    if (plain_s && spec(p).outs[0].ndim != spec(s).outs[0].ndim)
      return "it repeats the result, which is made once";
    return nullptr;
  }

  void refuse(int p, int s, const char* why) {
    joined[p] = -1;
    for (const StageKernel::Refusal& r : known[p].refusals)
      if (r.by == s) return;
    known[p].refusals.push_back({s, why});
  }

  // Joins steps wherever metadata allows.
  void join(bool fuse) {
    for (int s = 0; s < count(); s++)
      for (size_t j = 0; j < step(s).in.size(); j++) {
        const int p = producer(step(s).in[j]);
        if (p < 0 || spec(p).kernel->view) continue;
        const char* why = fuse ? refusal(p, s, static_cast<int>(j)) : "fusion is off";
        if (!why && known[p].calls + known[s].calls > kMostLinks)
          why = "the kernel would be too long";
        if (why) {
          refuse(p, s, why);
          continue;
        }
        joined[p] = s;
        known[s].calls += known[p].calls;
        const bool keeps_shape = step(s).in.size() == 1 && spec(s).kernel->elementwise;
        if (!kernel(s).axes && !keeps_shape) known[p].needs |= kSameShapes;
      }
  }

  // Undoes joins of chains that cannot be built.
  void settle() {
    for (int s = count() - 1; s >= 0; s--) {
      if (joined[s] >= 0 || !composed(s)) continue;
      for (;;) {
        auto chain = std::make_shared<Chain>();
        Misfit misfit;
        try {
          misfit = make_chain(*this, s, joined, *chain);
        } catch (const Error&) {  // the launch will report it
          misfit.why = "their axes are arranged in a way that no kernel has";
        }
        if (!misfit.why) {
          known[s].chain = std::move(chain);
          break;
        }
        if (chain->links.size() == 1) break;
        if (misfit.from >= 0) {
          refuse(misfit.from, joined[misfit.from], misfit.why);
          continue;
        }
        for (const Source& in : step(s).in)
          if (int p = producer(in); p >= 0 && joined[p] == s) refuse(p, s, misfit.why);
      }
    }
  }

  std::vector<StageKernel> kernels() {
    std::vector<StageKernel> all;
    for (int s = 0; s < count(); s++) {
      if (joined[s] >= 0 || spec(s).kernel->view) continue;
      StageKernel k;
      k.chain = std::move(known[s].chain);
      k.refusals = std::move(known[s].refusals);
      if (!k.chain) k.steps.push_back(s);
      for (size_t i = 0; k.chain && i < k.chain->links.size(); i++) {
        const int from = k.chain->links[i].step;
        k.steps.push_back(from);
        if (from != s) k.joins.push_back({from, joined[from], known[from].needs | k.chain->needs});
      }
      std::sort(k.steps.begin(), k.steps.end());
      all.push_back(std::move(k));
    }
    return all;
  }
};

}  // namespace

void plan_kernels(Stage& stage, bool fuse) {
  for (Step& s : stage.steps) {
    s.on_gpu = find_gpu_kernel(s.node->spec->kernel->name);
    stage.host_work |= s.on_gpu && s.on_gpu->host_work;
  }
  if (stage.whole_batch) return;
  KernelPlanner planner(stage);
  planner.join(fuse);
  planner.settle();
  stage.kernels = planner.kernels();
}

}  // namespace hr::gpu
