// Windows as steps of composed kernels.
#pragma once
#include "gpu/kernel.h"
#include "numerics/fill.h"
#include "operators/geometry/crop_window.h"
#include "operators/geometry/window_params.cuh"

namespace hr::gpu {

inline constexpr int kInlineFills = 4;  // fill values stored in a step's parameters

// True if all unnamed axes are leading ones.
bool leads(const Axes& a, int ndim);

// Names axes of a sample that is cut along some of them: the last ones besides the channels.
// Channels before these are named only if `by_channel`. No x: too many axes are cut.
Axes cut_axes(const std::vector<int64_t>& cut, int channel, int ndim, bool by_channel);

// An equivalent anchor close to the sample, to avoid overflow.
int64_t near_anchor(int64_t anchor, int64_t size, int64_t extent, Bounds bounds);

// Packs everything but fill values. `named`: the axes as the kernel named them; the chain may have
// dropped leading ones.
void pack_place(const StepSample& s, const Axes& named, const Window& w, Bounds bounds,
                int64_t fills, hrk::WindowParams& p);

template <class T>
void pack_window(const StepSample& s, const Axes& named, const Window& w, Bounds bounds,
                 const List<T>& fill, hrk::WindowParams& p) {
  pack_place(s, named, w, bounds, fill.size(), p);
  if (p.inside) return;
  for (int64_t k = 0; k < std::min<int64_t>(fill.size(), kInlineFills); k++) {
    Element e = Element::c_cast_of(fill[k], s.out[0].dtype);
    std::memcpy(&p.fill[k], e.bytes, 8);
  }
}

}  // namespace hr::gpu
