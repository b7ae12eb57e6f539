// Splits planned kernels where sample shapes require it: see Note [Joins].
#include <algorithm>

#include "gpu/stage.h"

namespace hr::gpu {

void StageLauncher::split_kernels() {
  for (const StageKernel& k : stage.kernels) {
    if (!composed(k.steps.back())) continue;
    split(
        k, joined_, [&](const Join& j) { return holds(j); },
        [&](int root) { return fits(k, root); });
  }
}

bool StageLauncher::holds(const Join& join) const {
  for (int64_t i = 0; i < stage.n; i++) {
    if (run_.outcome(join.from, i) != run_.outcome(join.into, i)) return false;
    if (join.needs & kSameShapes &&
        run_.shape(step(join.from).first_reg, i) != run_.shape(step(join.into).first_reg, i))
      return false;
  }
  return true;
}

// Builds the part that ends with `root`. False: its calls do not fit one kernel.
bool StageLauncher::fits(const StageKernel& kernel, int root) {
  const bool planned = root == kernel.steps.back() && kernel.chain &&
                       std::all_of(kernel.joins.begin(), kernel.joins.end(),
                                   [&](const Join& j) { return joined_[j.from] == j.into; });
  Part part{kernel.chain};
  if (!planned) {
    auto chain = std::make_shared<Chain>();
    if (make_chain(*this, root, joined_, *chain).why) return false;
    part.chain = std::move(chain);
  }
  const Chain& chain = *part.chain;
  if (!chain.flat && !whole_pixels(chain)) {
    if (chain.needs & kWholePixels) return false;
    // Channels last everywhere: x counts elements. Otherwise channels become the outermost axis.
    part.planes = !chain.channels_last;
    part.elements = !part.planes && chain.links.back().out_axes.c >= 0;
  }
  if (chain.needs & kFewAxes && !few_axes(part)) return false;
  parts_[root] = std::move(part);
  return true;
}

int64_t StageLauncher::input_size(int s, int input, int64_t i, int axis) const {
  const Source& in = step(s).in[input];
  if (in.reg >= 0) return run_.shape(in.reg, i)[axis];
  const Samples& v = samples_of(in);
  return v.shapes[(v.n == 1 ? 0 : i) * v.ndim + axis];
}

// Whether all samples have the same number of channels, at most 4.
bool StageLauncher::whole_pixels(const Chain& chain) const {
  auto alike = [&](int s, auto&& channels) {
    int64_t known = -1;
    for (int64_t i = 0; i < stage.n; i++) {
      if (failed(s, i)) continue;
      const int64_t c = channels(i);
      if (c < 1 || c > 4 || (known >= 0 && c != known)) return false;
      known = c;
    }
    return true;
  };
  for (const Link& l : chain.links) {
    const int lead = (chain.unfold ? 1 : 0) + chain.lead;
    if (l.out_axes.c >= 0 && !alike(l.step, [&](int64_t i) {
          return run_.shape(step(l.step).first_reg, i)[l.out_axes.c + lead];
        }))
      return false;
    if (!kernel(l.step).axes) continue;
    for (int j = 0; j < static_cast<int>(l.sources.size()); j++) {  // may differ from the output
      const int c = l.in_axes[j].c, before = (spec(l.step).unfolds(j) ? 1 : 0) + chain.lead;
      if (l.sources[j] >= 0 || c < 0) continue;
      if (!alike(l.step, [&](int64_t i) { return input_size(l.step, j, i, c + before); }))
        return false;
    }
  }
  return true;
}

}  // namespace hr::gpu
