// Chains: calls that one kernel computes. All that metadata says about them; shapes come later.
#pragma once
#include "engine/plan.h"
#include "gpu/kernel.h"

namespace hr::gpu {

// The calls of a stage, by their steps.
struct StageCalls {
  const Stage& stage;

  const Step& step(int s) const { return stage.steps[s]; }
  const Spec& spec(int s) const { return *step(s).node->spec; }
  const GpuKernel& kernel(int s) const {
    static const GpuKernel none{};
    return step(s).on_gpu ? *step(s).on_gpu : none;
  }
  bool composed(int s) const {  // may be a step of a composed kernel
    const GpuKernel& k = kernel(s);
    return k.type && (!k.composes || k.composes(spec(s)));
  }
  int producer(const Source& in) const {  // the step that makes it, -1: from outside
    return in.reg < 0 ? -1 : stage.regs[in.reg].step;
  }
  OutMeta meta(const Source& in) const;
};

// One call of a chain.
struct Link {
  int step = 0;
  std::vector<int> sources;  // by input: a link of the chain, or -1: memory
  Axes out_axes;
  std::vector<Axes> in_axes;
  int at = 0;               // offset of its parameters in a record
  std::vector<int> memory;  // by input: offset of MemoryParams, -1: a link
};

struct Chain {
  std::vector<Link> links;    // the last is the root, whose result is written
  bool flat = false;          // element by element: axes do not matter
  bool unfold = false;        // virtual samples are frames
  int lead = 0;               // leading axes that nobody names: each place is a virtual sample
  bool channels_last = true;  // in all images
  unsigned needs = 0;         // kWholePixels, kFewAxes: see Note [Joins]
  size_t stride = 0;          // bytes of a record
  int widest = 1;             // bytes of the largest element type
  bool vector = true;         // a thread makes several pixels
  int blocks = 0;             // minimum resident blocks per SM
  Shares shares = Shares::nothing;
  bool bytes = false;  // it makes, or shares the work for, bytes
};

// Why calls cannot be one kernel.
struct Misfit {
  const char* why = nullptr;  // null: they can
  int from = -1;              // the step whose join is in the way; -1: any of those into the root
};

// The chain that ends with `root`. joined: by step, the step that it is computed inside of, or -1.
Misfit make_chain(const StageCalls& calls, int root, const std::vector<int>& joined, Chain& chain);

// Decides the kernels of a stage on a GPU (DeviceLane::plan).
void plan_kernels(Stage& stage, bool fuse);

// Note [Joins]
// The plan joins calls by what it knows: kernels, axes, numbers of dimensions, element types,
// frames, and which results somebody holds. Whether these joins can be made also depends on the
// shapes of the samples, which are known when the stage is launched:
//   kSameShapes   an operand that is repeated along an axis is made once, in its own shape
//   kWholePixels  some steps need all channels of a pixel: as many in all samples, and 4 at most
//   kFewAxes      operands that are repeated in turns are walked along three axes at most
// and, whatever the kernel, on failures: a sample that failed in one of two steps alone is handled
// at that step (with on_error="fill" it is cleared there). A join says what it needs; where that is
// not met, the launch splits the kernel there. It never joins what the plan did not.
//
// `holds` is asked about each join alone; `fits` about the calls that end with a step and are still
// joined. The joins that are left are written to `joined`, as for make_chain.
template <class Holds, class Fits>
void split(const StageKernel& kernel, std::vector<int>& joined, Holds&& holds, Fits&& fits) {
  for (const Join& j : kernel.joins) joined[j.from] = holds(j) ? j.into : -1;
  for (size_t k = kernel.steps.size(); k-- > 0;) {  // a step comes after those it is made of
    const int root = kernel.steps[k];
    if (joined[root] >= 0 || fits(root)) continue;
    bool cut = false;  // what the root is made of are then roots themselves, and come next
    for (const Join& j : kernel.joins)
      if (j.into == root && joined[j.from] == root) joined[j.from] = -1, cut = true;
    if (cut) fits(root);
  }
}

}  // namespace hr::gpu
