// transpose on the GPU.
#include "operators/tensor/transpose.h"

#include "gpu/divide.h"
#include "numerics/permute.h"
#include "operators/tensor/moves.gpu.h"

namespace hr::gpu::transpose_kernel {
namespace {

// Sets the axes 0 … n - 1 that enumerate runs or tiles; returns their number.
template <class P>
int64_t count_along(P& p, const PermutedAxis* axes, int n) {
  int64_t places = 1;
  p.naxes = n;
  for (int d = 0; d < n; d++) {
    p.size[d] = divider(axes[d].size);
    p.in_step[d] = axes[d].in;
    p.out_step[d] = axes[d].out;
    places *= axes[d].size;
  }
  return places;
}

// Two axes are swapped and one of them is short: pixels and planes.
bool add_planes(Moves& moves, const PermutedAxes& m, const uint8_t* in, uint8_t* out, int element) {
  int lead = m.leading();
  if (m.count - lead != 2 || m.item != element) return false;
  const PermutedAxis *columns = m.axes + lead, *rows = columns + 1;
  bool split = columns->size <= 4;
  if (!split && rows->size > 4) return false;
  int channels = static_cast<int>(split ? columns->size : rows->size);
  hrk::PlanesParams p{};
  p.pixels = split ? rows->size : columns->size;
  p.blocks = 1;
  for (int d = 0; d < lead; d++) p.blocks *= m.axes[d].size;
  p.interleaved_step = p.plane_step = p.pixels * channels * element;
  p.interleaved = reinterpret_cast<uint64_t>(split ? in : out);
  for (int c = 0; c < channels; c++)
    p.plane[c] = reinterpret_cast<uint64_t>(split ? out : in) +
                 static_cast<uint64_t>(c * p.pixels * element);
  moves.planes(p, channels, element, split);
  return true;
}

void add_tiles(Moves& moves, const PermutedAxes& m, const uint8_t* in, uint8_t* out, int element) {
  int dense = 0, others = 0;
  while (m.axes[dense].in != m.item) dense++;
  PermutedAxis rest[kMaxDims];
  for (int d = 0; d < m.count - 1; d++)
    if (d != dense) rest[others++] = m.axes[d];
  hrk::TilesParams p{};
  p.in = reinterpret_cast<uint64_t>(in);
  p.out = reinterpret_cast<uint64_t>(out);
  p.a_size = m.axes[dense].size;
  p.a_out = m.axes[dense].out;
  p.b_size = m.axes[m.count - 1].size;
  p.b_in = m.axes[m.count - 1].in;
  p.others = count_along(p, rest, others);
  moves.tiles(p, static_cast<int>(m.item), element);
}

void run(Run& run) {
  Moves moves;
  for (const StepSample& s : run.samples) {
    const View& in = s.in[0];
    uint8_t* out = s.out[0].data;
    int perm[kMaxDims], element = itemsize(in.dtype);
    for (int d = 0; d < in.shape.ndim; d++) perm[d] = s.args.as<TransposeArgs>().perm[d];
    PermutedAxes m(in.shape, perm, element);
    if (m.count == 0) {
      moves.copy(in.data, out, in.bytes());
    } else if (m.item >= 16) {
      hrk::CopyRunsParams p{};
      p.in = reinterpret_cast<uint64_t>(in.data);
      p.out = reinterpret_cast<uint64_t>(out);
      p.bytes = m.item;
      p.runs = count_along(p, m.axes, m.count);
      moves.runs(p, element);
    } else if (!add_planes(moves, m, in.data, out, element)) {
      add_tiles(moves, m, in.data, out, element);
    }
  }
  moves.launch(run);
}

const Entry transpose{"transpose", {.run = run}};

}  // namespace
}  // namespace hr::gpu::transpose_kernel
