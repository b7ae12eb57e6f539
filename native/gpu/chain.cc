// Builds chains: axes of every value, layout of the parameter records.
#include "gpu/chain.h"

#include <algorithm>
#include <climits>

#include "gpu/device/launch.cuh"

namespace hr::gpu {

OutMeta StageCalls::meta(const Source& in) const {
  if (in.reg >= 0) return spec(stage.regs[in.reg].step).outs[stage.regs[in.reg].out];
  const size_t out = static_cast<size_t>(in.out);
  if (in.node->state.load(std::memory_order_acquire) == State::done &&
      out < in.node->results.size())
    return {in.node->results[out].dtype, in.node->results[out].ndim};
  return in.node->spec ? in.node->spec->outs[out] : OutMeta{};
}

namespace {

constexpr const char* kArrangement = "their axes are arranged differently";
constexpr const char* kFrames = "one takes sequences frame by frame, the other as a whole";
constexpr const char* kLeading = "they treat leading axes differently";

struct ChainMaker : StageCalls {
  const std::vector<int>& joined;
  Chain& chain;

  int add_link(int s) {
    Link link;
    link.step = s;
    for (const Source& in : step(s).in) {
      int p = producer(in);
      link.sources.push_back(p >= 0 && joined[p] == s ? add_link(p) : -1);
    }
    chain.unfold |= spec(s).frame_inputs != 0;
    chain.links.push_back(std::move(link));
    return static_cast<int>(chain.links.size()) - 1;
  }

  bool has_frames(int link) const {  // the link or any link it reads unfolds frames
    const Link& l = chain.links[link];
    return spec(l.step).frame_inputs ||
           std::any_of(l.sources.begin(), l.sources.end(),
                       [&](int from) { return from >= 0 && has_frames(from); });
  }

  // Either all steps unfold frames or none; steps without axes follow their neighbours. On a
  // mismatch, the last offending step is separated from the input that has frames.
  Misfit settle_frames() const {
    for (size_t i = chain.links.size(); chain.unfold && i-- > 0;) {
      const Link& l = chain.links[i];
      if (!kernel(l.step).axes || spec(l.step).frame_inputs) continue;
      for (int from : l.sources)
        if (from >= 0 && has_frames(from)) return {kFrames, chain.links[from].step};
      return {kFrames, l.step};
    }
    return {};
  }

  // Sets the axes of every value of the chain. Elementwise steps take those of their neighbours.
  Misfit settle_axes() {
    chain.flat = std::all_of(chain.links.begin(), chain.links.end(),
                             [&](const Link& l) { return !kernel(l.step).axes; });
    if (chain.flat) return {};
    for (Link& l : chain.links) {
      const GpuKernel& k = kernel(l.step);
      const Spec& own = spec(l.step);
      if (k.axes) {
        l.out_axes = k.axes(own, -1, own.outs[0].ndim - (chain.unfold ? 1 : 0));
        for (int j = 0; j < static_cast<int>(l.sources.size()); j++)
          l.in_axes.push_back(
              k.axes(own, j, meta(step(l.step).in[j]).ndim - (own.unfolds(j) ? 1 : 0)));
        continue;
      }
      for (int from : l.sources)  // forwards: from the first input with known axes
        if (from >= 0 && chain.links[from].out_axes != Axes{}) {
          l.out_axes = chain.links[from].out_axes;
          break;
        }
      l.in_axes.assign(l.sources.size(), l.out_axes);
    }
    for (size_t i = chain.links.size(); i-- > 0;) {  // backwards: from the consumer
      Link& l = chain.links[i];
      for (size_t j = 0; j < l.sources.size(); j++) {
        if (l.sources[j] < 0) continue;
        Link& p = chain.links[l.sources[j]];
        if (p.out_axes == Axes{}) {
          p.out_axes = l.in_axes[j];
          p.in_axes.assign(p.sources.size(), p.out_axes);
        }
        if (p.out_axes != l.in_axes[j]) return {kArrangement, p.step};
      }
    }
    // An elementwise step that got its axes from its consumer passes them on to its other inputs.
    for (Link& l : chain.links)
      if (!kernel(l.step).axes) l.in_axes.assign(l.sources.size(), l.out_axes);
    return settle_lead();
  }

  // Unnamed leading axes become virtual samples: the same ones in every value of the chain.
  Misfit settle_lead() {
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
          if (kernel(l.step).axes && a != Axes{} && lead_of(a) != 0) return {kLeading};
      return {};
    }
    for (Link& l : chain.links) {
      // No axes, and several operands or results that depend on the element index.
      if (!kernel(l.step).axes && (l.sources.size() > 1 || !spec(l.step).kernel->elementwise))
        return {kLeading};
      auto shift = [&](Axes& a) {
        if (lead_of(a) != chain.lead) return false;
        for (int* axis : {&a.z, &a.y, &a.x, &a.c})
          if (*axis >= 0) *axis -= chain.lead;
        return true;
      };
      if (!shift(l.out_axes)) return {kLeading};
      for (Axes& a : l.in_axes)
        if (!shift(a)) return {kLeading};
    }
    return {};
  }

  // Requirements on shapes, checked at launch: see Note [Joins].
  void find_needs() {
    bool repeats = false, whole = false, volumes = false;
    for (const Link& l : chain.links) {
      const bool plain = !kernel(l.step).axes;
      repeats |= l.sources.size() > 1 || !spec(l.step).kernel->elementwise;
      whole |= kernel(l.step).whole_pixels || (plain && l.sources.size() > 1);
      auto look = [&](const Axes& a) {
        chain.channels_last &= a.c < 0 || a.c > a.x;
        volumes |= a.c >= 0 && a.z >= 0;
      };
      look(l.out_axes);
      for (const Axes& a : l.in_axes) look(a);
    }
    if (chain.flat) {
      const int ndim = spec(chain.links.back().step).outs[0].ndim;
      if (chain.links.size() > 1 && repeats && ndim > 3) chain.needs |= kFewAxes;
    } else if (whole || (volumes && !chain.channels_last)) {
      chain.needs |= kWholePixels;
    }
  }

  void lay_out_records() {
    auto size = [](size_t bytes) { return (bytes + 15) / 16 * 16; };
    auto makes_bytes = [&](int s) { return itemsize(spec(s).outs[0].dtype) == 1; };
    size_t at = sizeof(hrk::StoreParams);
    chain.bytes = makes_bytes(chain.links.back().step);
    for (Link& l : chain.links) {
      const GpuKernel& k = kernel(l.step);
      l.at = static_cast<int>(at);
      at += size(static_cast<size_t>(k.params));
      for (size_t j = 0; j < l.sources.size(); j++) {
        l.memory.push_back(-1);
        if (l.sources[j] >= 0) continue;
        l.memory[j] = static_cast<int>(at);
        at += size(sizeof(hrk::MemoryParams));
        chain.widest = std::max(chain.widest, itemsize(meta(step(l.step).in[j]).dtype));
      }
      chain.widest = std::max(chain.widest, itemsize(spec(l.step).outs[0].dtype));
      chain.vector &= k.vector && k.reads != Reads::many;
      if (k.least_blocks) chain.blocks = std::max(chain.blocks, k.least_blocks(spec(l.step)));
      if (k.shares != Shares::nothing) {
        chain.shares = k.shares;
        chain.bytes |= makes_bytes(l.step);
      }
    }
    chain.stride = size(at);
  }
};

}  // namespace

Misfit make_chain(const StageCalls& calls, int root, const std::vector<int>& joined, Chain& chain) {
  ChainMaker maker{calls, joined, chain};
  maker.add_link(root);
  if (Misfit m = maker.settle_frames(); m.why) return m;
  if (Misfit m = maker.settle_axes(); m.why) return m;
  maker.find_needs();
  maker.lay_out_records();
  return {};
}

}  // namespace hr::gpu
