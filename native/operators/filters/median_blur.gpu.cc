// median_blur on the GPU.
#include "operators/filters/median_blur.h"

#include "operators/filters/neighbourhood_params.cuh"
#include "operators/filters/tiles.gpu.h"

namespace hr::gpu::median_blur_kernel {
namespace {

// Size of the smallest network for a window of `count` elements; 0: none.
int network_for(int64_t count) {
  for (int places : {9, 25, 49})
    if (count <= places) return places;
  return 0;
}

void run(Run& run) {
  TileLaunches<hrk::NeighbourhoodParams> tiles;
  DType type = run.samples[0].in[0].dtype;
  for (const StepSample& s : run.samples) {
    const MedianBlurArgs& a = s.args.as<MedianBlurArgs>();
    hr::Grid in = grid_of(s.in[0], a.axes()), out = grid_of(s.out[0], a.axes());
    Neighbourhood n = a.window();
    int c = tile_channels(in), places = network_for(n.height * n.width);
    TileNeeds needs{n.height - 1, n.width - 1, itemsize(type), 0};
    TileSize size = tile_size(needs, c, kSmallMemory);
    bool fits = size.height > 0;
    if (!fits) size = {8, 32};
    hrk::NeighbourhoodParams p{};
    p.height = static_cast<int>(n.height);
    p.width = static_cast<int>(n.width);
    p.top = static_cast<int>(n.top);
    p.left = static_cast<int>(n.left);
    p.border = n.border;
    set_tiles(p.tile, in, out, false, size);
    tiles.add((places * 8 + c) * 2 + fits, p,
              places > 25           ? 1
              : itemsize(type) == 8 ? 3
                                    : 5,
              [&] {
                return std::string("median_tiles<") + type_name(type) + ", " + std::to_string(c) +
                       ", " + std::to_string(places) + ", " +
                       std::to_string(fits ? kSmallMemory : 0) + ">";
              });
  }
  tiles.launch(run, "operators/filters/median.cuh");
}

const Entry entry{"median_blur", {.run = run}};

}  // namespace
}  // namespace hr::gpu::median_blur_kernel
