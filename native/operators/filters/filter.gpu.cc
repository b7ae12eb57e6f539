// filter on the GPU.
#include "operators/filters/filter.h"

#include "operators/filters/filter_params.cuh"
#include "operators/filters/tiles.gpu.h"

namespace hr::gpu::filter_kernel {
namespace {

constexpr int kTileHeight = 32;  // one row per lane of a warp

// Staged type: small integers stay, unless a border constant may not be representable.
DType staged_as(DType t, FilterBorder border) {
  bool small = t == DType::u8 || t == DType::i8 || t == DType::u16 || t == DType::i16;
  return small && border != FilterBorder::constant ? t : DType::f32;
}

void run(Run& run) {
  TileLaunches<hrk::FilterParams> launches;
  for (const StepSample& s : run.samples) {
    const FilterArgs& a = s.args.as<FilterArgs>();
    hr::Grid in = grid_of(s.in[0], a.axes), out = grid_of(s.out[0], a.axes);
    Correlation g = filter_geometry(a, s.in[0].shape, s.in[1].shape);
    DType staged = staged_as(in.dtype, g.border);
    hrk::FilterParams p{};
    p.window = reinterpret_cast<uint64_t>(s.in[1].data);
    p.fill = s.nin > 2 ? reinterpret_cast<uint64_t>(s.in[2].data) : 0;
    p.border = g.border;
    for (int k = 0; k < 3; k++) {
      p.size[k] = small_enough(g.size[k]);
      p.anchor[k] = small_enough(g.anchor[k]);
    }
    int most = itemsize(staged) < 4 ? 32 : 16, c = tile_channels(in);
    p.rows = std::min(p.size[1], most);
    p.columns = std::min(p.size[2], most);
    TileSize size{kTileHeight, 96 / c / 8 * 8};
    set_tiles(p.tile, in, out, true, size);
    TileNeeds needs{p.rows - 1, p.columns - 1, itemsize(staged), 0};
    needs.more = 4 * (p.rows * p.columns + kTileHeight * (size.width * c + 1));
    bool large = tile_bytes(needs, c, size.height, size.width) > kSmallMemory;
    launches.add(c * 2 + large, p, 5, [&] {
      DType fill = s.nin > 2 ? s.in[2].dtype : DType::u8;
      std::string call = "filter_tiles<";
      for (DType t : {in.dtype, out.dtype, staged, s.in[1].dtype, fill})
        call += std::string(type_name(t)) + ", ";
      return call + std::to_string(c) + ", " + std::to_string(large ? kLargeMemory : kSmallMemory) +
             ">";
    });
  }
  launches.launch(run, "operators/filters/filter.cuh");
}

const Entry entry{"filter", {.run = run}};

}  // namespace
}  // namespace hr::gpu::filter_kernel
