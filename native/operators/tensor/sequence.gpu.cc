// element_extract, sequence_rearrange: copies of frames.
#include "operators/tensor/sequence.h"

#include "operators/tensor/moves.gpu.h"

namespace hr::gpu::sequence_kernel {
namespace {

void extract(Run& run) {
  Moves moves;
  for (const StepSample& s : run.samples)
    for (int k = 0; k < s.nout; k++) {
      int64_t bytes = s.out[k].bytes();
      moves.copy(s.in[0].data + s.args.as<ExtractArgs>().element_map[k] * bytes, s.out[k].data,
                 bytes);
    }
  moves.launch(run);
}

// Copies frames that are adjacent in both sequences at once.
void rearrange(Run& run) {
  Moves moves;
  for (const StepSample& s : run.samples) {
    const List<int64_t>& order = s.args.as<RearrangeArgs>().new_order;
    int64_t n = s.out[0].shape[0], bytes = s.out[0].bytes() / n;
    for (int64_t j = 0, end; j < n; j = end) {
      int64_t f = order[j];
      for (end = j + 1; end < n && order[end] == f + end - j;) end++;
      moves.copy(s.in[0].data + f * bytes, s.out[0].data + j * bytes, (end - j) * bytes);
    }
  }
  moves.launch(run);
}

const Entry element_extract{"element_extract", {.run = extract}};
const Entry sequence_rearrange{"sequence_rearrange", {.run = rearrange}};

}  // namespace
}  // namespace hr::gpu::sequence_kernel
