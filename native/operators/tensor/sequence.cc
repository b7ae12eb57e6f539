// element_extract, sequence_rearrange: parts of an array along its first axis.
#include <cstring>

#include "engine/kernel.h"

namespace hr {
namespace {

enum { kIndices };

int64_t frame_index(const InferContext& c, int64_t j) {
  int64_t f = c.args.i(kIndices, j), frames = c.in[0].shape[0];
  if (f < 0 || f >= frames)
    fail(ErrorKind::index, std::string(c.args.spec().kernel->params[kIndices]) + "[" +
                               std::to_string(j) + "] is " + std::to_string(f) +
                               ", the sequence has " + std::to_string(frames) + " frames (" +
                               c.in[0].shape.str() + ")");
  return f;
}

void infer_extract(InferContext& c) {
  Shape element;
  for (int d = 1; d < c.in[0].shape.ndim; d++) element.push(c.in[0].shape[d]);
  for (int k = 0; k < c.nout; k++) {
    frame_index(c, k);
    c.out[k] = element;
  }
}

void run_extract(RunContext& c) {
  for (int k = 0; k < c.nout; k++) {
    int64_t bytes = c.out[k].bytes();
    std::memcpy(c.out[k].data, c.in[0].data + c.args.i(kIndices, k) * bytes,
                static_cast<size_t>(bytes));
  }
}

void infer_rearrange(InferContext& c) {
  int64_t n = c.args.size(kIndices);
  if (n == 0) fail_value("new_order is empty: a sequence has at least one frame");
  c.out[0] = c.in[0].shape;
  c.out[0][0] = n;
  for (int64_t j = 0; j < n; j++) frame_index(c, j);
}

// Frames that follow one another in both sequences are copied at once.
void run_rearrange(RunContext& c) {
  int64_t n = c.out[0].shape[0], bytes = c.out[0].bytes() / n;
  for (int64_t j = 0, end; j < n; j = end) {
    int64_t f = c.args.i(kIndices, j);
    for (end = j + 1; end < n && c.args.i(kIndices, end) == f + end - j;) end++;
    std::memcpy(c.out[0].data + j * bytes, c.in[0].data + f * bytes,
                static_cast<size_t>((end - j) * bytes));
  }
}

const KernelEntry element_extract{{.name = "element_extract",
                                   .params = {"element_map"},
                                   .infer = infer_extract,
                                   .run = run_extract}};
const KernelEntry sequence_rearrange{{.name = "sequence_rearrange",
                                      .params = {"new_order"},
                                      .infer = infer_rearrange,
                                      .run = run_rearrange}};

}  // namespace
}  // namespace hr
