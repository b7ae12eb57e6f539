// Launches of copy_axes: merges axes, then copies rows or single elements.
#include "operators/tensor/copy_axes.gpu.h"

#include <algorithm>

#include "gpu/divide.h"
#include "operators/geometry/window_params.cuh"
#include "operators/tensor/copy_rows_params.cuh"

namespace hr::gpu {
namespace {

bool inside(const CopyAxis& a) {
  int64_t last = a.first + (a.size - 1) * a.step;
  return std::min(a.first, last) >= 0 && std::max(a.first, last) < a.extent;
}

// Merges an inner axis into the outer one if both have a common stride, and the outer one is copied
// whole or padded with a constant.
bool join(CopyAxis& a, const CopyAxis& b, Bounds bounds) {
  if (!inside(b) || a.stride != b.size * b.stride || a.step != 1) return false;
  if (!inside(a) && bounds != Bounds::constant) return false;
  a = {a.size * b.size, a.first * b.size, 1, a.extent * b.size, b.stride};
  return true;
}

// Merges and drops axes. Returns the start offset in the input, in elements.
int64_t simplify(AxesCopy& c) {
  int64_t begin = 0;
  int kept = 0, channel = -1;
  for (int d = 0; d < c.ndim; d++) {
    CopyAxis a = c.axis[d];
    if (inside(a)) {
      begin += a.first * a.stride;
      a = {a.size, 0, 1, a.size, a.stride * a.step};
      if (a.size == 1) continue;
    } else if (c.bounds == Bounds::constant && a.step == 1) {
      a.first = std::clamp(a.first, -a.size, a.extent);
    }
    bool alone = d == c.channel || kept == 0 || kept - 1 == channel;
    if (!alone && join(c.axis[kept - 1], a, c.bounds)) continue;
    if (d == c.channel) channel = kept;
    c.axis[kept++] = a;
  }
  c.ndim = kept;
  c.channel = channel;
  return begin;
}

// True if rows can be copied in pieces of 16 bytes by one launch: all inside, and of equal length.
constexpr int64_t kLeastRow = 16, kPiecesAtOnce = 2;

bool is_rows(const AxesCopy& c, int64_t item) {
  if (c.ndim < 1 || c.ndim > 2 || c.out->bytes() > INT32_MAX / 2) return false;
  for (int d = 0; d < c.ndim; d++)
    if (!inside(c.axis[d])) return false;
  const CopyAxis &x = c.axis[c.ndim - 1], &y = c.axis[0];
  return x.stride == 1 && x.size * item >= kLeastRow && (c.ndim == 1 || y.stride >= x.size);
}

void copy_rows(Run& run, const std::vector<AxesCopy>& copies, const std::vector<int64_t>& begin) {
  int64_t n = static_cast<int64_t>(copies.size()), most = 1;
  uint64_t table;
  auto* records = run.table<hrk::CopyRowsParams>(n, &table);
  for (size_t i = 0; i < copies.size(); i++) {
    const AxesCopy& c = copies[i];
    int64_t item = itemsize(c.in->dtype), bytes = c.axis[c.ndim - 1].size * item;
    hrk::CopyRowsParams& p = records[i];
    p.in = reinterpret_cast<uint64_t>(c.in->data) + static_cast<uint64_t>(begin[i] * item);
    p.out = reinterpret_cast<uint64_t>(c.out->data);
    p.step = c.ndim == 1 ? bytes : c.axis[0].stride * item;
    p.total = c.out->bytes();
    p.by_bytes = divider(bytes);
    most = std::max<int64_t>(most, p.total / 16 + 2);
  }
  run.launch("operators/tensor/copy_rows.cuh", "copy_rows<" + std::to_string(kPiecesAtOnce) + ">",
             table, n, sizeof(hrk::CopyRowsParams),
             blocks_for((most + kPiecesAtOnce - 1) / kPiecesAtOnce));
}

const char* bits_of(DType t) {
  int size = itemsize(t);
  return size == 1 ? "u8" : size == 2 ? "u16" : size == 4 ? "u32" : "u64";
}

}  // namespace

AxesCopy::AxesCopy(const View& in, const View& out) : in(&in), out(&out), ndim(in.shape.ndim) {
  int64_t stride = 1;
  for (int d = ndim - 1; d >= 0; d--) {
    axis[d] = {in.shape[d], 0, 1, in.shape[d], stride};
    stride *= in.shape[d];
  }
}

void AxesCopy::cut(const Window& w) {
  for (int d = 0; d < ndim; d++) {
    axis[d].size = w.size[d];
    axis[d].first = w.anchor[d];
  }
}

bool AxesCopy::moves_only() const {
  bool moves = in->dtype == out->dtype;
  for (int d = 0; d < ndim; d++) moves = moves && inside(axis[d]);
  return moves;
}

void copy_axes(Run& run, std::vector<AxesCopy>& copies, bool scale) {
  if (copies.empty()) return;
  DType from = copies[0].in->dtype, to = copies[0].out->dtype;
  bool same = from == to && !scale;
  int most_axes = 1;
  int64_t most = 1, n = static_cast<int64_t>(copies.size());
  std::vector<int64_t> begin;
  for (AxesCopy& c : copies) {
    begin.push_back(simplify(c));
    most_axes = std::max(most_axes, c.ndim);
    most = std::max(most, c.out->volume());
  }
  if (same && std::all_of(copies.begin(), copies.end(),
                          [&](const AxesCopy& c) { return is_rows(c, itemsize(to)); }))
    return copy_rows(run, copies, begin);
  int axes = most_axes <= 2 ? 2 : most_axes <= 4 ? 4 : kMaxDims;
  uint64_t table;
  run.table<hrk::CopyAxesParams>(n, &table);
  for (int64_t i = 0; i < n; i++) {
    AxesCopy& c = copies[static_cast<size_t>(i)];
    hrk::CopyAxesParams p{};
    p.in = reinterpret_cast<uint64_t>(c.in->data) +
           static_cast<uint64_t>(begin[static_cast<size_t>(i)] * itemsize(from));
    p.out = reinterpret_cast<uint64_t>(c.out->data);
    p.count = c.out->volume();
    p.bounds = c.bounds;
    int missing = axes - c.ndim;
    p.channel = c.channel < 0 ? -1 : c.channel + missing;
    for (int d = 0; d < axes; d++)
      p.axis[d] = d < missing
                      ? hrk::CopyAxisParams{1, 0, 1, 1, 0}
                      : hrk::CopyAxisParams{c.axis[d - missing].size, c.axis[d - missing].first,
                                            c.axis[d - missing].step, c.axis[d - missing].extent,
                                            c.axis[d - missing].stride};
    std::vector<uint8_t> fills(std::max<size_t>(c.fills.size(), 1) * 8);
    for (size_t k = 0; k < c.fills.size(); k++)
      std::memcpy(fills.data() + k * static_cast<size_t>(itemsize(to)), c.fills[k].bytes,
                  static_cast<size_t>(itemsize(to)));
    p.fill = run.attach(fills.data(), fills.size());
    if (scale) p.factors = run.attach(c.factors.data(), c.factors.size() * sizeof(float));
    run.at<hrk::CopyAxesParams>(table, i) = p;
  }
  std::string types = same ? std::string(bits_of(to)) + ", " + bits_of(from)
                           : std::string(type_name(to)) + ", " + type_name(from);
  run.launch("operators/tensor/copy_axes.cuh",
             "copy_axes<" + types + ", " + std::to_string(axes) + ", " +
                 (scale ? "ScaleElements" : "CutElements") + ">",
             table, n, sizeof(hrk::CopyAxesParams),
             blocks_for(most * std::max(itemsize(to), itemsize(from)) / 16 + 2));
}

}  // namespace hr::gpu
