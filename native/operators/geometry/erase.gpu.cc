// erase as a composed step if three axes besides the channels suffice; else launched separately.
#include "operators/geometry/erase.h"

#include <climits>

#include "operators/geometry/erase_params.cuh"
#include "operators/geometry/window.gpu.h"

namespace hr::gpu::erase_kernel {
namespace {

namespace op = erase;

// True if regions restrict the channel axis.
bool cuts_channels(const EraseArgs& a) {
  for (int64_t k = 0; k < a.axes.size(); k++)
    if (a.axes[k] == a.channel) return true;
  return false;
}

Axes axes(const EraseArgs& a, const Spec& spec, int, int) {
  bool by_channel = a.fill_value.size() != 1 || cuts_channels(a);  // per-sample values: any number
  std::vector<int64_t> cut;
  for (int64_t k = 0; k < a.axes.size(); k++) cut.push_back(a.axes[k]);
  return cut_axes(cut, a.channel, spec.outs[0].ndim, by_channel);
}

bool composes(const EraseArgs& a, const Spec& spec) {
  Axes named = axes(a, spec, 0, 0);
  return named.x >= 0 && leads(named, spec.outs[0].ndim);
}

std::vector<uint64_t> fills(const EraseArgs& a, DType to) {
  std::vector<uint64_t> all(static_cast<size_t>(a.fill_value.size()));
  for (size_t k = 0; k < all.size(); k++) {
    Element e = Element::c_cast_of(a.fill_value[static_cast<int64_t>(k)], to);
    std::memcpy(&all[k], e.bytes, 8);
  }
  return all;
}

void pack(const EraseArgs& a, const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::EraseParams*>(to);
  const Spec& spec = s.args.spec();
  Axes named = axes(spec.as<EraseArgs>(), spec, 0, 0), seen = s.out_axes;
  bool planes = named.c >= 0 && seen.c < 0;
  int lead = named.x - seen.x;
  Shape whole;  // regions refer to the axes of the whole sample
  for (int d = 0; d < lead; d++) whole.push(1);
  for (int d = 0; d < s.out[0].shape.ndim; d++) whole.push(s.out[0].shape[d]);
  std::vector<hrk::EraseRegion> regions;
  for (int64_t k = 0; k < op::regions(a); k++) {
    op::Box box = op::box_of(a, k, whole);
    auto ends = [&](int axis, int unit, int* at) {
      at[0] =
          axis < 0 ? 0 : static_cast<int>(std::min<int64_t>(box.lo[axis + lead] * unit, INT_MAX));
      at[1] =
          axis < 0 ? 1 : static_cast<int>(std::min<int64_t>(box.hi[axis + lead] * unit, INT_MAX));
    };
    hrk::EraseRegion r;
    ends(seen.z, 1, r.z);
    ends(seen.y, 1, r.y);
    ends(seen.x, s.channels, r.x);
    ends(seen.c, 1, r.c);
    regions.push_back(r);
  }
  p.regions = static_cast<int>(regions.size());
  p.channels = s.channels;
  p.by_channel = cuts_channels(a) && !planes;
  if (regions.empty()) return;
  auto values = fills(a, s.out[0].dtype);
  p.fill_by = values.size() <= 1 ? 0 : planes ? 2 : 1;
  p.at = s.attach(regions.data(), regions.size() * sizeof(hrk::EraseRegion));
  p.fills = s.attach(values.data(), values.size() * 8);
}

void run(Run& run) {
  uint64_t table;
  int64_t n = static_cast<int64_t>(run.samples.size()), most = 1;
  run.table<hrk::EraseAxesParams>(n, &table);
  for (int64_t i = 0; i < n; i++) {
    const StepSample& s = run.samples[static_cast<size_t>(i)];
    const EraseArgs& a = s.args.as<EraseArgs>();
    const Shape& shape = s.out[0].shape;
    hrk::EraseAxesParams p{};
    p.in = reinterpret_cast<uint64_t>(s.in[0].data);
    p.out = reinterpret_cast<uint64_t>(s.out[0].data);
    p.count = shape.volume();
    p.ndim = shape.ndim;
    p.regions = static_cast<int>(op::regions(a));
    for (int d = 0; d < p.ndim; d++) p.size[d] = shape[d];
    std::vector<int64_t> ends;
    for (int k = 0; k < p.regions; k++) {
      op::Box box = op::box_of(a, k, shape);
      for (int d = 0; d < p.ndim; d++) ends.insert(ends.end(), {box.lo[d], box.hi[d]});
    }
    auto values = fills(a, s.out[0].dtype);
    p.channel = values.size() > 1 ? a.channel : -1;
    p.at = run.attach(ends.data(), ends.size() * sizeof(int64_t));
    p.fills = run.attach(values.data(), values.size() * 8);
    run.at<hrk::EraseAxesParams>(table, i) = p;
    most = std::max<int64_t>(most, p.count);
  }
  int item = itemsize(run.samples[0].out[0].dtype);
  const char* type = item == 1 ? "u8" : item == 2 ? "u16" : item == 4 ? "u32" : "u64";
  run.launch("operators/geometry/erase.cuh", std::string("erase_axes<") + type + ">", table, n,
             sizeof(hrk::EraseAxesParams), blocks_for(most));
}

const Entry entry{"erase",
                  {.file = "operators/geometry/erase.cuh",
                   .type = "Erase",
                   .params = sizeof(hrk::EraseParams),
                   .pack = typed<pack>,
                   .axes = typed<axes>,
                   .composes = typed<composes>,
                   .run = run}};

}  // namespace
}  // namespace hr::gpu::erase_kernel
