// element_extract, sequence_rearrange: parts of an array along its first axis.
#include "operators/tensor/sequence.h"

#include <cstring>

namespace hr::sequence_kernel {
namespace {

void check_frame(const List<int64_t>& list, int64_t j, const Shape& sequence) {
  int64_t f = list[j], frames = sequence[0];
  if (f < 0 || f >= frames)
    fail(ErrorKind::index, std::string(list.name()) + "[" + std::to_string(j) + "] is " +
                               std::to_string(f) + ", the sequence has " + std::to_string(frames) +
                               " frames (" + sequence.str() + ")");
}

void infer_extract(const ExtractArgs& a, InferContext& c) {
  Shape element;
  for (int d = 1; d < c.in[0].shape.ndim; d++) element.push(c.in[0].shape[d]);
  for (int k = 0; k < c.nout; k++) {
    check_frame(a.element_map, k, c.in[0].shape);
    c.out[k] = element;
  }
}

void run_extract(const ExtractArgs& a, RunContext& c) {
  for (int k = 0; k < c.nout; k++) {
    int64_t bytes = c.out[k].bytes();
    std::memcpy(c.out[k].data, c.in[0].data + a.element_map[k] * bytes, static_cast<size_t>(bytes));
  }
}

void infer_rearrange(const RearrangeArgs& a, InferContext& c) {
  int64_t n = a.new_order.size();
  if (n == 0) fail_value("new_order is empty: a sequence has at least one frame");
  c.out[0] = c.in[0].shape;
  c.out[0][0] = n;
  for (int64_t j = 0; j < n; j++) check_frame(a.new_order, j, c.in[0].shape);
}

// Copies frames that are adjacent in both sequences at once.
void run_rearrange(const RearrangeArgs& a, RunContext& c) {
  int64_t n = c.out[0].shape[0], bytes = c.out[0].bytes() / n;
  for (int64_t j = 0, end; j < n; j = end) {
    int64_t f = a.new_order[j];
    for (end = j + 1; end < n && a.new_order[end] == f + end - j;) end++;
    std::memcpy(c.out[0].data + j * bytes, c.in[0].data + f * bytes,
                static_cast<size_t>((end - j) * bytes));
  }
}

const KernelEntry element_extract{{.name = "element_extract",
                                   .args = schema<ExtractArgs>(),
                                   .infer = typed<infer_extract>,
                                   .run = typed<run_extract>}};
const KernelEntry sequence_rearrange{{.name = "sequence_rearrange",
                                      .args = schema<RearrangeArgs>(),
                                      .infer = typed<infer_rearrange>,
                                      .run = typed<run_rearrange>}};

}  // namespace
}  // namespace hr::sequence_kernel
