// Packs the records of composed kernels: array strides and step parameters.
#include <algorithm>
#include <cstring>

#include "gpu/device/launch.cuh"
#include "gpu/divide.h"
#include "gpu/stage.h"

namespace hr::gpu {
namespace {

constexpr int64_t kLongestRow = int64_t{1} << 28;  // of a flat array, in elements
constexpr size_t kMostParams = 1024;               // bytes per step

// Strides of a dense array in elements, broadcast to shape `as` (aligned right, stride 0 where
// repeated).
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

// Common axes of several arrays, merged where all strides allow it.
struct Merged {
  int ndim = 0;
  int64_t size[kMaxDims];
  std::vector<std::array<int64_t, kMaxDims>> stride;  // by array

  Merged(const Shape& shape, const std::vector<const View*>& arrays) : stride(arrays.size()) {
    bool alike = true;  // common case: all shapes equal, one long axis
    for (const View* v : arrays) alike = alike && v->shape == shape;
    if (alike) {
      ndim = 1;
      size[0] = shape.volume();
      for (auto& s : stride) s[0] = 1;
      return;
    }
    std::vector<std::array<int64_t, kMaxDims>> full(arrays.size());
    for (size_t k = 0; k < arrays.size(); k++) strides_like(*arrays[k], shape, full[k].data());
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

// Reuses the previous constants if equal: consecutive samples often share them.
uint64_t StageLauncher::attach_once(const void* data, size_t bytes) {
  bool again = bytes && bytes == attached_.bytes &&
               !std::memcmp(&launches_.at<uint8_t>(attached_.at, 0), data, bytes);
  if (!again) attached_ = {launches_.attach(data, bytes), bytes};
  return attached_.at;
}

void StageLauncher::look(const Chain& chain, const Virtual& at, ChainViews& v) const {
  v.in.clear(), v.made.clear(), v.arrays.clear();
  for (const Link& l : chain.links) {
    for (size_t j = 0; j < l.sources.size(); j++)
      v.in.push_back(link_input(chain, l, static_cast<int>(j), at));
    v.made.push_back(link_output(chain, l, at));
  }
  const View* in = v.in.data();
  for (const Link& l : chain.links)
    for (int from : l.sources) {
      if (from < 0) v.arrays.push_back(in);
      in++;
    }
  v.arrays.push_back(&v.made.back());
}

// Whether the operands of a flat chain merge into at most three axes.
bool StageLauncher::few_axes(const Part& part) const {
  const int root = part.chain->links.back().step;
  ChainViews views;
  for (int64_t i = 0; i < stage.n; i++) {
    if (failed(root, i)) continue;
    look(*part.chain, {i, 0, 0}, views);
    const View& out = views.made.back();
    if (out.volume() && Merged(out.shape, views.arrays).ndim > 3) return false;
  }
  return true;
}

// Sizes in pixels and strides of the arrays that a chain reads; the last is the one it writes.
struct StageLauncher::Walk {
  int64_t nz = 1, ny = 1, nx = 1;
  int64_t limit = INT64_MAX;  // total pixels
  std::vector<hrk::MemoryParams> arrays;

  // Merges contiguous rows into one.
  void join_rows() {
    for (const hrk::MemoryParams& m : arrays)
      if ((ny > 1 && m.sy != nx * m.sx) || (nz > 1 && m.sz != ny * nx * m.sx)) return;
    if (nx * ny * nz > kLongestRow) return;
    nx *= ny * nz;
    ny = nz = 1;
  }
};

// Elementwise, over as few axes as possible.
StageLauncher::Walk StageLauncher::flat_walk(const ChainViews& views) {
  const Merged merged(views.made.back().shape, views.arrays);
  const int n = merged.ndim;
  if (n > 3)
    fail(ErrorKind::notimplemented,
         "operands of " + std::to_string(n) +
             " axes that are repeated in turns do not run on the GPU: repeat one of them first");
  Walk w;
  w.nx = n > 0 ? merged.size[n - 1] : 1;
  w.ny = n > 1 ? merged.size[n - 2] : 1;
  w.nz = n > 2 ? merged.size[n - 3] : 1;
  if (n <= 1 && w.nx > kLongestRow) {
    w.limit = w.nx;
    w.ny = (w.nx + kLongestRow - 1) / kLongestRow;
    w.nx = kLongestRow;
  }
  for (size_t k = 0; k < views.arrays.size(); k++) {
    hrk::MemoryParams m{};
    m.data = reinterpret_cast<uint64_t>(views.arrays[k]->data);
    const auto& s = merged.stride[k];
    m.sx = n > 0 ? s[n - 1] : 1;
    m.sy = n > 1 ? s[n - 2] : m.sx * kLongestRow;
    m.sz = n > 2 ? s[n - 3] : 0;
    w.arrays.push_back(m);
  }
  return w;
}

// Pixel by pixel, along the image axes.
StageLauncher::Walk StageLauncher::pixel_walk(const Part& part, const ChainViews& views) const {
  const Chain& chain = *part.chain;
  const View& out = views.made.back();
  const Axes a = part.seen(chain.links.back().out_axes);
  auto size = [&](int axis) { return axis < 0 ? int64_t{1} : out.shape[axis]; };
  Walk w;
  w.nz = size(a.z);
  w.ny = size(a.y);
  w.nx = size(a.x) * (part.elements ? size(a.c) : 1);
  bool anywhere = true;
  w.arrays.reserve(views.arrays.size());
  for (size_t i = 0; i < chain.links.size(); i++) {
    const Link& l = chain.links[i];
    const GpuKernel& k = kernel(l.step);
    anywhere &= k.axes ? k.anywhere : spec(l.step).kernel->elementwise;
    for (size_t j = 0; j < l.sources.size(); j++) {
      if (l.sources[j] >= 0) continue;
      const View& in = *views.arrays[w.arrays.size()];
      const Shape& as = k.axes ? in.shape : views.made[i].shape;
      w.arrays.push_back(by_axes(in, as, part.seen(l.in_axes[j]), part.elements));
    }
  }
  w.arrays.push_back(by_axes(out, out.shape, a, part.elements));
  if (anywhere && part.vector > 1) w.join_rows();
  return w;
}

View StageLauncher::link_input(const Chain& chain, const Link& l, int j, const Virtual& at) const {
  const bool framed = unfolds(chain, l, j);
  if (!framed && !chain.lead) return input_view(l.step, j, at.sample);
  return unfolded(input_view(l.step, j, at.sample), at, framed, chain.lead);
}

View StageLauncher::link_output(const Chain& chain, const Link& l, const Virtual& at) const {
  auto view = [&] {
    return &l == &chain.links.back() ? memory_of(step(l.step).first_reg, at.sample)
                                     : output_view(l.step, 0, at.sample);
  };
  return chain.unfold || chain.lead ? unfolded(view(), at, chain.unfold, chain.lead) : view();
}

void StageLauncher::pack(const Part& part, const Virtual& at, uint64_t record) {
  const Chain& chain = *part.chain;
  look(chain, at, views_);
  const ChainViews& views = views_;
  const Walk walk = chain.flat ? flat_walk(views) : pixel_walk(part, views);
  launches_.at<hrk::StoreParams>(record, 0) = store_of(part, walk, views.made.back().shape);
  size_t leaf = 0, input = 0;
  for (size_t i = 0; i < chain.links.size(); i++) {
    const Link& l = chain.links[i];
    const GpuKernel& k = kernel(l.step);
    const int nin = static_cast<int>(l.sources.size());
    const View *in = views.in.data() + input, &made = views.made[i];
    input += l.sources.size();
    for (int j = 0; j < nin; j++)
      if (l.sources[j] < 0)
        launches_.at<hrk::MemoryParams>(record + static_cast<uint64_t>(l.memory[j]), 0) =
            walk.arrays[leaf++];
    if (!k.pack) continue;
    const Args args = run_.args_at(l.step, at.sample, at.frame);
    StepSample s{args,
                 nin,
                 1,
                 in,
                 &made,
                 run_.state(l.step, at.sample, at.frame),
                 1,
                 part.seen(l.out_axes),
                 l.in_axes.empty() ? Axes{} : part.seen(l.in_axes[0]),
                 [&](const void* data, size_t bytes) {  // relative to the record
                   return attach_once(data, bytes) - record;
                 }};
    if (part.elements) s.channels = static_cast<int>(made.shape[s.out_axes.c]);
    if (k.reads == Reads::many && nin > 0) check_rows(in[0], s.in_axes);
    // pack may grow the upload and move it: copy the parameters last.
    alignas(16) uint8_t params[kMostParams];
    std::memset(params, 0, static_cast<size_t>(k.params));
    k.pack(s, params);
    std::memcpy(&launches_.at<uint8_t>(record + static_cast<uint64_t>(l.at), 0), params,
                static_cast<size_t>(k.params));
  }
}

// Kernels use 32-bit indices for rows and for elements of a row.
void StageLauncher::check_rows(const View& in, const Axes& axes) {
  auto size = [&](int axis) { return axis < 0 ? int64_t{1} : in.shape[axis]; };
  const int64_t most = INT32_MAX;
  if (size(axes.z) > most || size(axes.y) > most ||
      size(axes.x) > most / std::max<int64_t>(1, size(axes.c)))
    fail_value("a sample of shape " + in.shape.str() + " is too large for one launch");
}

hrk::StoreParams StageLauncher::store_of(const Part& part, const Walk& w, const Shape& shape) {
  const int64_t runs = (w.nx + part.vector - 1) / part.vector, pixels = w.nx * w.ny * w.nz;
  if (w.nx >= INT32_MAX || w.ny * w.nz >= INT32_MAX || runs * w.ny * w.nz > UINT32_MAX)
    fail_value("a sample of shape " + shape.str() + " is too large for one launch");
  hrk::StoreParams store{};
  store.to = w.arrays.back();
  store.limit = w.limit;
  store.nz = static_cast<int>(w.nz);
  store.ny = static_cast<int>(w.ny);
  store.nx = static_cast<int>(w.nx);
  store.runs = static_cast<unsigned>(runs);
  store.count = static_cast<unsigned>(runs * w.ny * w.nz);
  // Count runs across rows if none crosses a row end, or if rows are shorter than a run.
  const bool follow = store.to.sy == w.nx * store.to.sx &&
                      (w.nz == 1 || store.to.sz == w.ny * store.to.sy) && pixels < UINT32_MAX;
  store.dense = part.vector > 1 && follow && (w.nx % part.vector == 0 || w.nx < part.vector);
  if (store.dense) {
    store.limit = std::min<int64_t>(store.limit, pixels);
    store.count = static_cast<unsigned>((pixels + part.vector - 1) / part.vector);
  }
  store.by_row = divider(store.dense ? w.nx : runs);
  return store;
}

}  // namespace hr::gpu
