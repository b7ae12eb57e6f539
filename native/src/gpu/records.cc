// Records of composed kernels: how the arrays of a chain are walked, and the parameters of its
// steps.
#include <algorithm>
#include <cstring>

#include "../temporaries.h"
#include "divide.h"
#include "launch.h"
#include "stage.h"

namespace hr::gpu {
namespace {

constexpr int64_t kLongestRow = int64_t{1} << 28;  // of a flat array, in elements
constexpr size_t kMostParams = 1024;               // bytes of one step

// Strides of a dense array, in elements, aligned from the right with `as` and 0 where it is
// repeated.
void strides_like(const View& v, const Shape& as, int64_t* stride) {
  int64_t step = 1;
  for (int d = 0; d < as.ndim; d++) stride[d] = 0;
  for (int d = v.shape.ndim - 1; d >= 0; d--) {
    int k = d + as.ndim - v.shape.ndim;
    if (k >= 0) stride[k] = v.shape[d] == 1 && as[k] != 1 ? 0 : step;
    step *= v.shape[d];
  }
}

hrk::MemoryParams by_axes(const View& v, const Shape& as, const Axes& a, bool elements) {
  int64_t stride[kMaxDims];
  strides_like(v, as, stride);
  hrk::MemoryParams m{};
  m.data = reinterpret_cast<uint64_t>(v.data);
  if (a.z >= 0) m.sz = stride[a.z];
  if (a.y >= 0) m.sy = stride[a.y];
  if (a.x >= 0) m.sx = stride[a.x];
  if (a.c >= 0) m.sc = stride[a.c];
  if (elements) m.sx = m.sc, m.sc = 0;
  return m;
}

// Axes of several arrays that are walked together, merged wherever all of them allow it.
struct Merged {
  int ndim = 0;
  int64_t size[kMaxDims];
  std::vector<std::array<int64_t, kMaxDims>> stride;  // by array

  Merged() = default;
  Merged(const Shape& shape, const std::vector<View>& arrays) : stride(arrays.size()) {
    bool alike = true;  // the usual case: one long axis
    for (const View& v : arrays) alike = alike && v.shape == shape;
    if (alike) {
      ndim = 1;
      size[0] = shape.volume();
      for (auto& s : stride) s[0] = 1;
      return;
    }
    std::vector<std::array<int64_t, kMaxDims>> full(arrays.size());
    for (size_t k = 0; k < arrays.size(); k++) strides_like(arrays[k], shape, full[k].data());
    for (int d = 0; d < shape.ndim; d++) {
      if (shape[d] == 1) continue;
      bool joins = ndim > 0;
      for (size_t k = 0; k < arrays.size() && joins; k++)
        joins = stride[k][ndim - 1] == full[k][d] * shape[d];
      if (!joins) size[ndim++] = 1;
      size[ndim - 1] *= shape[d];
      for (size_t k = 0; k < arrays.size(); k++) stride[k][ndim - 1] = full[k][d];
    }
  }
};

}  // namespace

// Constants of one sample after another are often the same.
uint64_t StageLauncher::attach_once(const void* data, size_t bytes) {
  bool again = bytes && bytes == attached_.bytes &&
               !std::memcmp(&launches_.at<uint8_t>(attached_.at, 0), data, bytes);
  if (!again) attached_ = {launches_.attach(data, bytes), bytes};
  return attached_.at;
}

// What a flat chain reads, in the order of links and inputs.
std::vector<View> StageLauncher::leaves_of(const Chain& chain, const Virtual& at) const {
  std::vector<View> leaves;
  for (const Link& l : chain.links)
    for (size_t j = 0; j < l.sources.size(); j++) {
      if (l.sources[j] >= 0) continue;
      int input = static_cast<int>(j);
      bool framed = spec(l.step).unfolds(input) || (chain.unfold && !spec(l.step).frame_inputs);
      leaves.push_back(unfolded(input_view(l.step, input, at.sample), at, framed));
    }
  return leaves;
}

// Whether the operands of a flat chain can be walked together: three axes that are repeated in
// turns.
bool StageLauncher::settle_walk(const Chain& chain) const {
  if (!chain.flat || chain.links.size() == 1) return true;
  int root = chain.links.back().step;
  for (int64_t i = 0; i < stage_.n; i++) {
    if (run_.failed_[root * stage_.n + i]) continue;
    View out = unfolded(output_view(root, 0, i), {i, 0, 0}, chain.unfold);
    if (out.volume() && Merged(out.shape, leaves_of(chain, {i, 0, 0})).ndim > 3) return false;
  }
  return true;
}

void StageLauncher::pack(const Chain& chain, const Virtual& at, uint64_t record) {
  const Link& root = chain.links.back();
  View out =
      unfolded(memory_of(step(root.step).first_reg, at.sample), at, chain.unfold, chain.lead);
  hrk::StoreParams store{};
  store.limit = INT64_MAX;
  std::vector<View> leaves;
  if (chain.flat) {
    leaves = leaves_of(chain, at);
    leaves.push_back(out);
  }
  const Merged merged = chain.flat ? Merged(out.shape, leaves) : Merged();
  if (merged.ndim > 3)
    fail(ErrorKind::notimplemented,
         "operands of " + std::to_string(merged.ndim) +
             " axes that are repeated in turns do not run on the GPU: repeat one of them first");
  auto walk = [&](size_t k) {
    hrk::MemoryParams m{};
    m.data = reinterpret_cast<uint64_t>(leaves[k].data);
    int n = merged.ndim;
    const auto& s = merged.stride[k];
    m.sx = n > 0 ? s[n - 1] : 1;
    m.sy = n > 1 ? s[n - 2] : merged.ndim <= 1 ? m.sx * kLongestRow : 0;
    m.sz = n > 2 ? s[n - 3] : 0;
    return m;
  };
  int64_t nz = 1, ny = 1, nx = 1;
  if (chain.flat) {
    int n = merged.ndim;
    nx = n > 0 ? merged.size[n - 1] : 1;
    ny = n > 1 ? merged.size[n - 2] : 1;
    nz = n > 2 ? merged.size[n - 3] : 1;
    if (n <= 1 && nx > kLongestRow) {
      store.limit = nx;
      ny = (nx + kLongestRow - 1) / kLongestRow;
      nx = kLongestRow;
    }
    store.to = walk(leaves.size() - 1);
  } else {
    const Axes& a = root.out_axes;
    auto size = [&](int axis) { return axis < 0 ? int64_t{1} : out.shape[axis]; };
    nz = size(a.z);
    ny = size(a.y);
    nx = size(a.x) * (chain.elements ? size(a.c) : 1);
    store.to = by_axes(out, out.shape, a, chain.elements);
  }
  int64_t runs = (nx + chain.vector - 1) / chain.vector, pixels = nx * ny * nz;
  const hrk::MemoryParams& to = store.to;
  store.dense = chain.vector > 1 && to.sy == nx * to.sx && (nz == 1 || to.sz == ny * to.sy) &&
                pixels < UINT32_MAX;
  if (nx >= INT32_MAX || ny * nz >= INT32_MAX || runs * ny * nz > UINT32_MAX)
    fail_value("a sample of shape " + out.shape.str() + " is too large for one launch");
  store.nz = static_cast<int>(nz);
  store.ny = static_cast<int>(ny);
  store.nx = static_cast<int>(nx);
  store.runs = static_cast<unsigned>(runs);
  store.count = static_cast<unsigned>(runs * ny * nz);
  if (store.dense) {
    store.limit = std::min<int64_t>(store.limit, pixels);
    store.count = static_cast<unsigned>((pixels + chain.vector - 1) / chain.vector);
  }
  store.by_row = divider(store.dense ? nx : runs);
  launches_.at<hrk::StoreParams>(record, 0) = store;
  size_t leaf = 0;
  for (const Link& l : chain.links) {
    const GpuKernel& k = kernel(l.step);
    int nin = static_cast<int>(l.sources.size());
    Few<View, 4> in(nin);
    View made = &l == &root
                    ? out
                    : unfolded(output_view(l.step, 0, at.sample), at, chain.unfold, chain.lead);
    for (int j = 0; j < nin; j++) {
      bool framed = chain.unfold && (spec(l.step).unfolds(j) || !spec(l.step).frame_inputs);
      in[j] = unfolded(input_view(l.step, j, at.sample), at, framed, chain.lead);
      if (l.sources[j] >= 0) continue;
      hrk::MemoryParams m;
      if (chain.flat)
        m = walk(leaf++);
      else
        m = by_axes(in[j], k.axes ? in[j].shape : made.shape, l.in_axes[j], chain.elements);
      launches_.at<hrk::MemoryParams>(record + static_cast<uint64_t>(l.memory[j]), 0) = m;
    }
    if (!k.pack) continue;
    Args args(spec(l.step), run_.data_[l.step].args.data(), at.sample, at.frame,
              step(l.step).node->key);
    StepSample s{args,
                 nin,
                 1,
                 in,
                 &made,
                 run_.state_of(l.step, at.sample, at.frame),
                 1,
                 l.out_axes,
                 l.in_axes.empty() ? Axes{} : l.in_axes[0],
                 [&](const void* data, size_t bytes) {  // seen from the record, which steps know
                   return attach_once(data, bytes) - record;
                 }};
    if (chain.elements) s.channels = static_cast<int>(made.shape[l.out_axes.c]);
    // Packing may attach to the upload, which then moves: the parameters are copied into it last.
    alignas(16) uint8_t params[kMostParams];
    std::memset(params, 0, static_cast<size_t>(k.params));
    k.pack(s, params);
    std::memcpy(&launches_.at<uint8_t>(record + static_cast<uint64_t>(l.at), 0), params,
                static_cast<size_t>(k.params));
  }
}

}  // namespace hr::gpu
