// Chains: calls that run as one kernel, planned from metadata alone (shapes are unknown).
#pragma once
#include "engine/plan.h"
#include "gpu/kernel.h"

namespace hr::gpu {

struct StageCalls {
  const Stage& stage;

  const Step& step(int s) const { return stage.steps[s]; }
  const Spec& spec(int s) const { return *step(s).node->spec; }
  const GpuKernel& kernel(int s) const {
    static const GpuKernel none{};
    return step(s).on_gpu ? *step(s).on_gpu : none;
  }
  bool composed(int s) const {  // can be a step of a composed kernel
    const GpuKernel& k = kernel(s);
    return k.type && (!k.composes || k.composes(spec(s)));
  }
  int producer(const Source& in) const {  // the step that computes it; -1: from outside
    return in.reg < 0 ? -1 : stage.regs[in.reg].step;
  }
  OutMeta meta(const Source& in) const;
};

// One call of a chain.
struct Link {
  int step = 0;
  std::vector<int> sources;  // per input: index of a link, or -1: read from memory
  Axes out_axes;
  std::vector<Axes> in_axes;
  int at = 0;               // byte offset of its parameters in a record
  std::vector<int> memory;  // per input: byte offset of its MemoryParams; -1: the input is a link
};

struct Chain {
  std::vector<Link> links;    // the last is the root, whose result is stored
  bool flat = false;          // purely elementwise: axes do not matter
  bool unfold = false;        // virtual samples are frames
  int lead = 0;               // number of unnamed leading axes: each index is a virtual sample
  bool channels_last = true;  // in every image of the chain
  unsigned needs = 0;         // kWholePixels, kFewAxes: see Note [Joins]
  size_t stride = 0;          // bytes per record
  int widest = 1;             // itemsize of the widest element type
  bool vector = true;         // a thread computes several pixels
  int blocks = 0;             // minimum resident blocks per SM
  Shares shares = Shares::nothing;
  bool bytes = false;  // the root, or the step that shares work, has 1-byte elements
};

// Why calls cannot share one kernel.
struct Misfit {
  const char* why = nullptr;  // null: they can
  int from = -1;              // the step whose join to undo; -1: all joins into the root
};

// Builds the chain that ends with `root`. joined: per step, the step whose kernel computes it, or
// -1.
Misfit make_chain(const StageCalls& calls, int root, const std::vector<int>& joined, Chain& chain);

// Chooses the kernels of a GPU stage (DeviceLane::plan).
void plan_kernels(Stage& stage, bool fuse);

// Note [Joins]
// The plan joins calls by metadata: kernels, axes, ndim, dtypes, frames, and which results are
// kept. Some joins also have requirements on sample shapes, which are known only at launch:
//   kSameShapes   the operand must not be broadcast (it would be computed repeatedly)
//   kWholePixels  a step needs all channels of a pixel: the same count in all samples, at most 4
//   kFewAxes      broadcast operands must merge into at most three axes
// In addition, both sides of a join must have the same outcome for every sample: a sample that
// failed in only one of them is handled there (cleared, with on_error="fill"). The launch splits a
// kernel at joins whose requirements are not met. It never adds joins.
//
// `holds` checks one join; `fits` checks the calls that end with a step and are still joined. The
// remaining joins are written to `joined`, as for make_chain.
template <class Holds, class Fits>
void split(const StageKernel& kernel, std::vector<int>& joined, Holds&& holds, Fits&& fits) {
  for (const Join& j : kernel.joins) joined[j.from] = holds(j) ? j.into : -1;
  for (size_t k = kernel.steps.size(); k-- > 0;) {  // consumers first
    const int root = kernel.steps[k];
    if (joined[root] >= 0 || fits(root)) continue;
    bool cut = false;  // the producers become roots, visited next
    for (const Join& j : kernel.joins)
      if (j.into == root && joined[j.from] == root) joined[j.from] = -1, cut = true;
    if (cut) fits(root);
  }
}

}  // namespace hr::gpu
