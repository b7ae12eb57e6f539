// select_masks: the polygons of selected masks, and their vertices.
#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/kernel.h"

namespace hr::select_masks_kernel {
namespace {

struct SelectMasksArgs {
  bool reindex;
};
HR_ARGS(SelectMasksArgs, reindex);

struct Polygon {
  int64_t mask, first, last;  // first, last: vertices
};

int64_t number(const View& v, int64_t k) {
  return dispatch(v.dtype, [&](auto tag) {
    return static_cast<int64_t>(v.as<typename decltype(tag)::type>()[k]);
  });
}

// All polygons of the requested masks, mask by mask.
const std::vector<Polygon>& selected(const View& ids, const View& polygons, int64_t vertices) {
  thread_local std::vector<Polygon> found;
  thread_local std::vector<std::pair<int64_t, int64_t>> wanted, having;  // mask → position
  found.clear();
  wanted.clear();
  having.clear();
  for (int64_t k = 0; k < ids.shape[0]; k++) wanted.push_back({number(ids, k), k});
  for (int64_t k = 0; k < polygons.shape[0]; k++) having.push_back({number(polygons, 3 * k), k});
  std::sort(wanted.begin(), wanted.end());
  std::sort(having.begin(), having.end());
  for (size_t k = 1; k < wanted.size(); k++)
    if (wanted[k].first == wanted[k - 1].first)
      fail_value("mask_ids has " + std::to_string(wanted[k].first) + " twice");
  for (int64_t k = 0; k < ids.shape[0]; k++) {
    int64_t id = number(ids, k);
    auto at = std::lower_bound(having.begin(), having.end(), std::pair<int64_t, int64_t>{id, -1});
    if (at == having.end() || at->first != id)
      fail_value("no polygon belongs to mask " + std::to_string(id));
    for (; at != having.end() && at->first == id; ++at) {
      Polygon p{id, number(polygons, 3 * at->second + 1), number(polygons, 3 * at->second + 2)};
      if (p.first < 0 || p.last > vertices || p.first > p.last)
        fail_value("a polygon of mask " + std::to_string(id) + " has the vertices [" +
                   std::to_string(p.first) + ", " + std::to_string(p.last) + ") of " +
                   std::to_string(vertices));
      found.push_back(p);
    }
  }
  return found;
}

void infer(InferContext& c) {
  if (c.in[1].shape[1] != 3)
    fail_value("polygons have 3 numbers, got " + std::to_string(c.in[1].shape[1]));
  int64_t total = 0;
  const auto& found = selected(c.in[0], c.in[1], c.in[2].shape[0]);
  for (const Polygon& p : found) total += p.last - p.first;
  c.out[0] = Shape{static_cast<int64_t>(found.size()), 3};
  c.out[1] = Shape{total, c.in[2].shape[1]};
}

void run(const SelectMasksArgs& a, RunContext& c) {
  const View& vertices = c.in[2];
  int64_t row = vertices.shape[1] * itemsize(vertices.dtype), total = 0, mask = -1, last = 0;
  int32_t* out = c.out[0].as<int32_t>();
  for (const Polygon& p : selected(c.in[0], c.in[1], vertices.shape[0])) {
    int64_t count = p.last - p.first;
    if (mask < 0 || p.mask != last) mask++, last = p.mask;
    *out++ = static_cast<int32_t>(a.reindex ? mask : p.mask);
    *out++ = static_cast<int32_t>(total);
    *out++ = static_cast<int32_t>(total + count);
    if (count) std::memcpy(c.out[1].data + total * row, vertices.data + p.first * row, count * row);
    total += count;
  }
}

const KernelEntry entry{{.name = "select_masks",
                         .args = schema<SelectMasksArgs>(),
                         .infer = infer,
                         .run = typed<run>,
                         .data_inputs = 3}};

}  // namespace
}  // namespace hr::select_masks_kernel
