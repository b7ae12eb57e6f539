// morphology on the GPU.
#include "operators/filters/morphology.h"

#include "operators/filters/neighbourhood_params.cuh"
#include "operators/filters/tiles.gpu.h"

namespace hr::gpu::morphology_kernel {
namespace {

// Passes along one axis, for samples whose rectangles are too large for tiles.
struct Passes {
  std::vector<hrk::LargestParams> records;
  int64_t most = 0;

  void add(const hr::Grid& g, const Neighbourhood& n, bool erode, int axis, uint64_t from,
           uint64_t to) {
    hrk::LargestParams p{};
    p.from = from;
    p.to = to;
    p.size = small_enough(g.extent[axis]);
    p.window = small_enough(axis == kGridX ? n.width : n.height);
    p.before = small_enough(axis == kGridX ? n.left : n.top);
    p.border = n.border;
    p.inverted = erode;
    p.inner = g.channels;
    for (int d = axis + 1; d < 5; d++) p.inner *= g.extent[d];
    p.runs = p.inner * ((p.size + 7) / 8);
    for (int d = 0; d < axis; d++) p.runs *= g.extent[d];
    records.push_back(p);
    most = std::max<int64_t>(most, p.runs);
  }

  void launch(Run& run, DType type, const char* first) const {
    if (records.empty()) return;
    uint64_t table = run.attach(records.data(), records.size() * sizeof(records[0]));
    run.launch("operators/filters/morphology.cuh",
               std::string("largest_along<") + type_name(type) + ", " + first + ">", table,
               static_cast<int64_t>(records.size()), sizeof(records[0]), blocks_for(most));
  }
};

void run(Run& run) {
  TileLaunches<hrk::NeighbourhoodParams> tiles;
  Passes rows, columns;
  DType type = run.samples[0].in[0].dtype;
  for (const StepSample& s : run.samples) {
    const MorphologyArgs& a = s.args.as<MorphologyArgs>();
    hr::Grid in = grid_of(s.in[0], a.axes()), out = grid_of(s.out[0], a.axes());
    Neighbourhood n = a.mask(s.in[0].shape);
    int c = tile_channels(in), item = itemsize(type);
    TileNeeds needs{n.height - 1, n.width - 1, item, item};
    TileSize size = tile_size(needs, c, kSmallMemory);
    if (!size.height) {
      uint64_t half = run.temporary(static_cast<size_t>(s.in[0].bytes()));
      rows.add(in, n, a.erode, kGridX, reinterpret_cast<uint64_t>(in.data), half);
      columns.add(in, n, a.erode, kGridY, half, reinterpret_cast<uint64_t>(out.data));
      continue;
    }
    hrk::NeighbourhoodParams p{};
    p.height = static_cast<int>(n.height);
    p.width = static_cast<int>(n.width);
    p.top = static_cast<int>(n.top);
    p.left = static_cast<int>(n.left);
    p.border = n.border;
    p.inverted = a.erode;
    set_tiles(p.tile, in, out, false, size);
    tiles.add(c, p, 5, [&] {
      return std::string("morphology_tiles<") + type_name(type) + ", " + std::to_string(c) + ", " +
             std::to_string(kSmallMemory) + ">";
    });
  }
  tiles.launch(run, "operators/filters/morphology.cuh");
  rows.launch(run, type, "true");
  columns.launch(run, type, "false");
}

const Entry entry{"morphology", {.run = run}};

}  // namespace
}  // namespace hr::gpu::morphology_kernel
