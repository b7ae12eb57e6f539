// cat, stack: copies each input's part of every row; interleaves single elements of a few inputs.
#include "operators/tensor/cat.h"

#include "gpu/divide.h"
#include "operators/tensor/moves.gpu.h"

namespace hr::gpu::cat_kernel {
namespace {

bool add_planes(Moves& moves, const StepSample& s, int64_t outer) {
  int element = itemsize(s.out[0].dtype);
  if (s.nin < 2 || s.nin > 4 || outer == 1) return false;
  hrk::PlanesParams p{};
  for (int k = 0; k < s.nin; k++) {
    if (s.in[k].volume() != outer) return false;
    p.plane[k] = reinterpret_cast<uint64_t>(s.in[k].data);
  }
  p.interleaved = reinterpret_cast<uint64_t>(s.out[0].data);
  p.pixels = outer;
  p.blocks = 1;
  moves.planes(p, s.nin, element, false);
  return true;
}

void run(Run& run) {
  Moves moves;
  for (const StepSample& s : run.samples) {
    const View& out = s.out[0];
    int64_t outer = out.shape.volume(0, s.args.as<JoinArgs>().axis);
    if (add_planes(moves, s, outer)) continue;
    uint8_t* to = out.data;
    for (int k = 0; k < s.nin; k++) {
      int64_t bytes = s.in[k].bytes() / outer;
      if (bytes == 0) continue;
      hrk::CopyRunsParams p{};
      p.in = reinterpret_cast<uint64_t>(s.in[k].data);
      p.out = reinterpret_cast<uint64_t>(to);
      p.bytes = bytes;
      p.runs = outer;
      p.naxes = 1;
      p.size[0] = divider(outer);
      p.in_step[0] = bytes;
      p.out_step[0] = out.bytes() / outer;
      moves.runs(p, itemsize(out.dtype));
      to += bytes;
    }
  }
  moves.launch(run);
}

const Entry cat{"cat", {.run = run}};
const Entry stack{"stack", {.run = run}};

}  // namespace
}  // namespace hr::gpu::cat_kernel
