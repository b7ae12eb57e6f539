// Tiles of samples for tile.cuh, and tile sizes that fit into shared memory.
#pragma once
#include <algorithm>
#include <climits>
#include <map>
#include <string>
#include <vector>

#include "gpu/kernel.h"
#include "numerics/grid.h"
#include "operators/filters/tile_params.cuh"

namespace hr::gpu {

constexpr int kTileThreads = 192;
constexpr unsigned kMostTiles = 1 << 20;    // blocks per row of the grid
constexpr int64_t kSmallMemory = 32 << 10;  // per block, so that several are resident per SM
constexpr int64_t kLargeMemory = 48 << 10;

// Channels per pixel of a tile: up to four; more are separate planes.
inline int tile_channels(const hr::Grid& g) {
  return g.channels <= 4 ? static_cast<int>(g.channels) : 1;
}

inline int small_enough(int64_t n, int64_t most = 1 << 30) {
  if (n > most) fail_value("an axis of " + std::to_string(n) + " is too large for the GPU");
  return static_cast<int>(n);
}

// Memory that a filter needs for a tile and its margin.
struct TileNeeds {
  int64_t reach_y, reach_x;  // rows and pixels of the margin, both sides together
  int staged, made;          // bytes per element: of the staged input, of intermediate results
  int terms = 1;             // intermediate arrays, over all rows including the margin
  int64_t more = 0;          // additional bytes
};

struct TileSize {
  int height = 0, width = 0;  // in pixels; 0: nothing fits
};

inline int64_t tile_bytes(const TileNeeds& n, int channels, int64_t height, int64_t width) {
  auto pitch = [](int64_t elements, int size) {  // same as on the device
    int64_t bytes = elements * size;
    return size == 8 ? 8 * (bytes / 8 | 1) : 4 * ((bytes + 3) / 4 | 1);
  };
  int64_t rows = height + n.reach_y;
  return n.more + rows * pitch((width + n.reach_x) * channels, n.staged) +
         n.terms * rows * pitch(width * channels, n.made);
}

// Chooses the tile with the least work per output element: whole warps filter rows, and rows in the
// margin are overhead. Widths are multiples of 8 pixels.
inline TileSize tile_size(const TileNeeds& n, int channels, int64_t most) {
  TileSize best;
  double least = 0;
  for (int width : {96 / channels / 8 * 8, 48 / channels / 8 * 8, 8}) {
    for (int height = 8; height <= 96; height += 8) {
      if (width < 8 || tile_bytes(n, channels, height, width) > most) break;
      double rows = static_cast<double>((height + n.reach_y + 31) / 32 * 32) / height;
      double cost = rows * (1 + static_cast<double>(n.reach_x) / width / 8);
      if (best.height && cost >= least) continue;
      least = cost;
      best = {height, width};
    }
  }
  return best;
}

// Sets the tiles of a sample. The axes before z enumerate planes. With `volume` the kernel filters
// along z, else z enumerates planes too.
inline void set_tiles(hrk::TileParams& p, const hr::Grid& in, const hr::Grid& out, bool volume,
                      TileSize size) {
  int64_t c = in.channels, outer = out.extent[0] * out.extent[1];
  p.from = reinterpret_cast<uint64_t>(in.data);
  p.to = reinterpret_cast<uint64_t>(out.data);
  p.from_row = in.extent[kGridX] * c;
  p.to_row = out.extent[kGridX] * c;
  p.from_plane = in.extent[kGridY] * p.from_row;
  p.to_plane = out.extent[kGridY] * p.to_row;
  p.nz = p.out_nz = 1;
  if (volume) {
    p.nz = small_enough(in.extent[kGridZ]);
    p.out_nz = small_enough(out.extent[kGridZ]);
  }
  p.ny = small_enough(in.extent[kGridY]);
  p.nx = small_enough(in.extent[kGridX]);
  p.out_ny = small_enough(out.extent[kGridY]);
  p.out_nx = small_enough(out.extent[kGridX]);
  p.split = small_enough(c / tile_channels(in));
  p.pixel = small_enough(c);
  small_enough(p.from_row);  // a row's elements are indexed by int
  p.height = std::min(size.height, (p.out_ny + 7) / 8 * 8);
  p.width = std::min(size.width, (p.out_nx + 7) / 8 * 8);
  p.tiles_y = static_cast<unsigned>((p.out_ny + p.height - 1) / p.height);
  p.tiles_x = static_cast<unsigned>((p.out_nx + p.width - 1) / p.width);
  int64_t planes = outer * out.extent[kGridZ] * p.split;
  p.tiles = static_cast<unsigned>(
      small_enough(small_enough(planes) * (int64_t{p.tiles_y} * p.tiles_x), INT_MAX));
}

// Records of launches, grouped by kernel. Records start with TileParams.
template <class P>
class TileLaunches {
 public:
  // `name` returns the kernel's call, used for a new `key`; `key` identifies the kernel.
  // `side_by_side`: minimum resident blocks per SM, which limits the registers.
  template <class Name>
  void add(int key, const P& p, int side_by_side, Name name) {
    Launches& of = calls_[key];
    if (of.records.empty()) {
      of.call = name();
      of.side_by_side = side_by_side;
    }
    of.records.push_back(p);
    of.most = std::max(of.most, p.tile.tiles);
  }
  void launch(Run& run, const char* file) const {
    for (const auto& [key, of] : calls_) {
      auto n = static_cast<int64_t>(of.records.size());
      uint64_t table = run.attach(of.records.data(), of.records.size() * sizeof(P));
      std::string text = "#include \"" + std::string(file) +
                         "\"\nextern \"C\" __global__ void __launch_bounds__(" +
                         std::to_string(kTileThreads) + ", " + std::to_string(of.side_by_side) +
                         ") kernel(Launch l) { " + of.call + "(l); }\n";
      run.launch_text(text, table, n, sizeof(P), std::min(of.most, kMostTiles), kTileThreads);
    }
  }

 private:
  struct Launches {
    std::string call;
    std::vector<P> records;
    int side_by_side = 1;
    unsigned most = 1;
  };
  std::map<int, Launches> calls_;
};

}  // namespace hr::gpu
