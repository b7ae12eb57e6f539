// Which calls of a stage become one kernel.
//
// A chain is a root, whose result is written, and the steps it takes its pixels from: results that
// nobody holds, used once. A step that reads many pixels for each of its own takes them from
// memory, or from a step that only moves them; so a chain is a load, steps that map pixels, a
// store.
#include <algorithm>
#include <climits>

#include "gpu/stage.h"

namespace hr::gpu {

constexpr int kMostLinks = 16;  // of a chain: beyond it, compiling takes longer than it saves

bool StageLauncher::composed(int s) const {
  const GpuKernel& k = kernel(s);
  return k.type && (!k.composes || k.composes(spec(s)));
}

int StageLauncher::producer(const Source& in) const {
  return in.reg < 0 ? -1 : stage_.regs[in.reg].step;
}

// Whether step p may be computed inside the kernel of step s, whose input it is.
bool StageLauncher::may_join(int p, int s, int input) const {
  if (!composed(p) || !composed(s)) return false;
  if (spec(p).outs.size() != 1 || spec(p).kernel->view) return false;
  int reg = step(p).first_reg, uses = 0;
  if (stage_.regs[reg].stored) return false;
  for (const Step& t : stage_.steps)
    for (const Source& in : t.in) uses += in.reg == reg;
  if (uses != 1) return false;
  bool plain_p = !kernel(p).axes, plain_s = !kernel(s).axes;
  if (kernel(s).reads == Reads::many && (input > 0 || kernel(p).reads != Reads::moved))
    return false;
  if (kernel(s).reads == Reads::many && gathers(p)) return false;
  if (spec(s).frame_inputs >> 63 || spec(p).frame_inputs >> 63) return false;
  bool frames_p = spec(p).frame_inputs != 0, frames_s = spec(s).unfolds(input);
  if (frames_p != frames_s) {  // a step that maps elements follows its neighbour's frames
    if (frames_p && !(plain_s && step(s).in.size() == 1)) return false;
    if (frames_s && !(plain_p && step(p).in.size() == 1)) return false;
  }
  for (int64_t i = 0; i < stage_.n; i++) {
    // Filled samples are cleared, each at its own step.
    if (run_.failed_[p * stage_.n + i] != run_.failed_[s * stage_.n + i]) return false;
    // What is repeated is made once, in its own shape.
    if (plain_s && output_view(p, 0, i).shape != output_view(s, 0, i).shape) return false;
  }
  return true;
}

int StageLauncher::add_link(int s, Chain& chain) const {
  Link link;
  link.step = s;
  for (const Source& in : step(s).in) {
    int p = producer(in);
    link.sources.push_back(p >= 0 && joined_[p] == s ? add_link(p, chain) : -1);
  }
  chain.unfold |= spec(s).frame_inputs != 0;
  chain.links.push_back(std::move(link));
  return static_cast<int>(chain.links.size()) - 1;
}

// Whether a step, or one that is computed inside its kernel, reads many pixels for each of its own.
bool StageLauncher::gathers(int s) const {
  if (kernel(s).reads == Reads::many) return true;
  for (const Source& in : step(s).in)
    if (int p = producer(in); p >= 0 && joined_[p] == s && gathers(p)) return true;
  return false;
}

bool StageLauncher::gather(int root, Chain& chain) const {
  add_link(root, chain);
  // Frames are taken apart for all steps or for none; those without axes follow their neighbours.
  for (const Link& l : chain.links)
    if (chain.unfold && kernel(l.step).axes && !spec(l.step).frame_inputs) return false;
  return settle_axes(chain) && settle_channels(chain) && settle_walk(chain);
}

// Axes of every value of a chain. Steps that map elements have those of their neighbours.
bool StageLauncher::settle_axes(Chain& chain) const {
  chain.flat = std::all_of(chain.links.begin(), chain.links.end(),
                           [&](const Link& l) { return !kernel(l.step).axes; });
  if (chain.flat) return true;
  auto ndim = [&](int s) { return spec(s).outs[0].ndim - (chain.unfold ? 1 : 0); };
  for (Link& l : chain.links) {
    const GpuKernel& k = kernel(l.step);
    if (k.axes) {
      l.out_axes = k.axes(spec(l.step), -1, ndim(l.step));
      for (size_t j = 0; j < l.sources.size(); j++) {
        const View in = unfolded(input_view(l.step, static_cast<int>(j), 0), {},
                                 spec(l.step).unfolds(static_cast<int>(j)));
        l.in_axes.push_back(k.axes(spec(l.step), static_cast<int>(j), in.shape.ndim));
      }
      continue;
    }
    bool known = false;
    for (int from : l.sources)  // upwards: the first input that knows
      if (from >= 0 && !known && chain.links[from].out_axes != Axes{}) {
        l.out_axes = chain.links[from].out_axes;
        known = true;
      }
    l.in_axes.assign(l.sources.size(), l.out_axes);
  }
  for (size_t i = chain.links.size(); i-- > 0;) {  // downwards: from the consumer
    Link& l = chain.links[i];
    for (size_t j = 0; j < l.sources.size(); j++) {
      int from = l.sources[j];
      if (from < 0) continue;
      Link& p = chain.links[from];
      if (p.out_axes == Axes{}) {
        p.out_axes = l.in_axes[j];
        p.in_axes.assign(p.sources.size(), p.out_axes);
      }
      if (p.out_axes != l.in_axes[j]) return false;  // another arrangement
    }
  }
  // A step that maps elements and got its axes from above hands them to its other inputs.
  for (Link& l : chain.links)
    if (!kernel(l.step).axes) l.in_axes.assign(l.sources.size(), l.out_axes);
  return settle_lead(chain);
}

// Leading axes without a name are taken apart: the same ones in every value of the chain.
bool StageLauncher::settle_lead(Chain& chain) const {
  auto lead_of = [](const Axes& a) {
    int first = INT_MAX;
    for (int axis : {a.z, a.y, a.x, a.c})
      if (axis >= 0) first = std::min(first, axis);
    return first;
  };
  chain.lead = lead_of(chain.links.back().out_axes);
  if (chain.lead == 0) {
    for (const Link& l : chain.links)
      for (const Axes& a : l.in_axes)
        if (kernel(l.step).axes && a != Axes{} && lead_of(a) != 0) return false;
    return true;
  }
  for (Link& l : chain.links) {
    // Steps without axes: of several operands, or such that tell elements apart by their number.
    if (!kernel(l.step).axes && (l.sources.size() > 1 || !spec(l.step).kernel->elementwise))
      return false;
    auto shift = [&](Axes& a) {
      if (lead_of(a) != chain.lead) return false;
      for (int* axis : {&a.z, &a.y, &a.x, &a.c})
        if (*axis >= 0) *axis -= chain.lead;
      return true;
    };
    if (!shift(l.out_axes)) return false;
    for (Axes& a : l.in_axes)
      if (!shift(a)) return false;
  }
  return true;
}

int64_t StageLauncher::input_size(int s, int input, int64_t i, int axis) const {
  const Source& in = step(s).in[input];
  if (in.reg >= 0) return run_.shapes_[in.reg * stage_.n + i][axis];
  const Samples& v = samples_of(in);
  return v.shapes[(v.n == 1 ? 0 : i) * v.ndim + axis];
}

// Whole pixels where all images have as many channels, and not more than 4; else single elements.
bool StageLauncher::settle_channels(Chain& chain) const {
  if (chain.flat) return true;
  bool whole = true, first_only = false;
  for (const Link& l : chain.links) {
    int64_t known = -1;
    for (int64_t i = 0; i < stage_.n; i++) {
      if (run_.failed_[l.step * stage_.n + i]) continue;
      int shift = (chain.unfold ? 1 : 0) + chain.lead;
      int64_t c = l.out_axes.c < 0
                      ? 1
                      : run_.shapes_[step(l.step).first_reg * stage_.n + i][l.out_axes.c + shift];
      if (c < 1 || c > 4 || (known >= 0 && c != known)) whole = false;
      known = c;
    }
    first_only |= kernel(l.step).whole_pixels;
  }
  for (const Link& l : chain.links)  // inputs of steps that take other pixels than they make
    for (size_t j = 0; j < l.sources.size(); j++) {
      if (l.sources[j] >= 0 || !kernel(l.step).axes) continue;
      int64_t known = -1;
      for (int64_t i = 0; i < stage_.n; i++) {
        if (run_.failed_[l.step * stage_.n + i]) continue;
        int shift = (spec(l.step).unfolds(static_cast<int>(j)) ? 1 : 0) + chain.lead;
        int c_axis = l.in_axes[j].c;
        int64_t c = c_axis < 0 ? 1 : input_size(l.step, static_cast<int>(j), i, c_axis + shift);
        if (c < 1 || c > 4 || (known >= 0 && c != known)) whole = false;
        known = c;
      }
    }
  if (whole) return true;
  if (first_only) return false;
  // Channels last everywhere: x counts elements. Else they become the outermost axis.
  bool last = true;
  for (const Link& l : chain.links) {
    auto look = [&](const Axes& a) { last &= a.c < 0 || a.c > a.x; };
    look(l.out_axes);
    for (const Axes& a : l.in_axes) look(a);
  }
  for (Link& l : chain.links) {
    if (kernel(l.step).axes == nullptr && l.sources.size() > 1) return false;
    auto turn = [&](Axes& a) {
      if (a.c < 0 || last) return true;
      if (a.z >= 0) return false;
      a.z = a.c;
      a.c = -1;
      return true;
    };
    if (!turn(l.out_axes)) return false;
    for (Axes& a : l.in_axes)
      if (!turn(a)) return false;
  }
  chain.elements = chain.links.back().out_axes.c >= 0;
  return true;
}

// Joins steps wherever they may be joined, and takes a chain apart that turns out not to work.
void StageLauncher::choose_chains() {
  int count = static_cast<int>(stage_.steps.size());
  joined_.assign(count, -1);
  chains_.resize(count);
  if (!Engine::get().fuse) return;
  std::vector<int> size(count, 1);  // of the chain that ends with the step
  for (int s = 0; s < count; s++)
    for (size_t j = 0; j < step(s).in.size(); j++) {
      int p = producer(step(s).in[j]);
      if (p < 0 || size[p] + size[s] > kMostLinks || !may_join(p, s, static_cast<int>(j))) continue;
      joined_[p] = s;
      size[s] += size[p];
    }
  for (int s = count - 1; s >= 0; s--) {
    if (joined_[s] >= 0 || !composed(s)) continue;
    for (;;) {
      Chain chain;
      if (gather(s, chain)) {
        chains_[s] = std::move(chain);
        break;
      }
      if (chain.links.size() == 1) break;
      // The first edge is cut: what is above it becomes a chain of its own, and is looked at next.
      for (const Source& in : step(s).in)
        if (int p = producer(in); p >= 0 && joined_[p] == s) joined_[p] = -1;
    }
  }
}

}  // namespace hr::gpu
