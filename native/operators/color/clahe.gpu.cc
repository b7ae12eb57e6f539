// clahe: one launch for the tables of tiles, one for the pixels. Images with one and with three
// channels are launched separately; with very many tiles, images are processed in groups.
#include "operators/color/clahe.h"

#include <algorithm>

#include "base/checked.h"
#include "gpu/kernel.h"
#include "operators/color/clahe_params.cuh"
#include "simd/lab.h"

namespace hr::gpu::clahe_kernel {
namespace {

constexpr int64_t kBins = 256;
constexpr int64_t kMostTables = int64_t{1} << 28;  // bytes of tables per group
constexpr int64_t kMostPixels = int64_t{1} << 31;

static_assert(sizeof(hrk::LabParams) == sizeof(LabTables));

hrk::ClaheAxisParams packed(const ClaheAxis& a) {
  return {static_cast<int>(a.n), static_cast<int>(a.size), static_cast<int>(a.used()),
          1.0f / static_cast<float>(a.size)};
}

struct Group {
  std::vector<hrk::ClaheParams> images;  // their `tables` are relative offsets
  int64_t tables = 0, most_tiles = 0, most_pixels = 0;

  void launch(Run& run, int channels, bool luma, uint64_t lab, Address memory) {
    if (images.empty()) return;
    for (hrk::ClaheParams& p : images) p.tables += memory;
    uint64_t table = run.attach(images.data(), images.size() * sizeof images[0]);
    int64_t n = static_cast<int64_t>(images.size());
    std::string kind = "<" + std::to_string(channels) + (luma ? ", true>" : ", false>");
    run.launch("operators/color/clahe.cuh", "clahe_tables" + kind, table, n, sizeof images[0],
               blocks_for(most_tiles, 1), 256, {lab});
    run.launch("operators/color/clahe.cuh", "clahe_apply" + kind, table, n, sizeof images[0],
               blocks_for(most_pixels / 8 + 1), 256, {lab});
    *this = {};
  }
};

void run_images(Run& run, int channels, uint64_t lab) {
  bool luma = channels == 3 && run.spec().as<ClaheArgs>().luma_only;
  std::vector<hrk::ClaheParams> all;
  std::vector<int64_t> tiles;
  int64_t room = 0, sum = 0;
  for (const StepSample& s : run.samples) {
    const Shape& shape = s.in[0].shape;
    if (shape[2] != channels) continue;
    if (shape[0] * shape[1] >= kMostPixels)
      fail_value("an image of shape " + shape.str() + " is too large for one launch");
    ClaheTiles t(shape[0], shape[1], s.args.as<ClaheArgs>());
    all.push_back({reinterpret_cast<uint64_t>(s.in[0].data),
                   reinterpret_cast<uint64_t>(s.out[0].data), 0, packed(t.x), packed(t.y),
                   static_cast<unsigned>(t.limit), t.scale});
    tiles.push_back(t.x.used() * t.y.used() * (luma ? 1 : channels));
    room = std::max(room, tiles.back() * kBins);
    sum = checked_add(sum, tiles.back() * kBins);
  }
  if (all.empty()) return;
  room = std::max(room, std::min(sum, kMostTables));
  Address memory = run.temporary(static_cast<size_t>(room));
  Group group;
  for (size_t i = 0; i < all.size(); i++) {
    if (group.tables + tiles[i] * kBins > room) group.launch(run, channels, luma, lab, memory);
    all[i].tables = static_cast<uint64_t>(group.tables);
    group.tables += tiles[i] * kBins;
    group.most_tiles = std::max(group.most_tiles, tiles[i]);
    group.most_pixels = std::max(group.most_pixels, int64_t{all[i].x.n} * all[i].y.n);
    group.images.push_back(all[i]);
  }
  group.launch(run, channels, luma, lab, memory);
}

void run(Run& run) {
  uint64_t lab = 0;
  for (const StepSample& s : run.samples)
    if (!lab && s.in[0].shape[2] == 3 && run.spec().as<ClaheArgs>().luma_only)
      lab = run.attach(&lab_tables(), sizeof(LabTables));
  run_images(run, 1, lab);
  run_images(run, 3, lab);
}

const Entry clahe{"clahe", {.run = run}};

}  // namespace
}  // namespace hr::gpu::clahe_kernel
