// box_encoder: one launch over boxes, then one over anchors.
#include "operators/boxes/box_encoder.h"

#include <algorithm>

#include "gpu/kernel.h"
#include "operators/boxes/boxes_params.cuh"

namespace hr::gpu::box_encoder_kernel {
namespace {

uint64_t attach_encoding(Run& run, const Anchors& a, const BoxEncoding& e) {
  const size_t header = sizeof(hrk::EncodingParams), row = 4 * sizeof(float);
  std::vector<uint8_t> all(header + static_cast<size_t>(a.count) * row);
  hrk::EncodingParams p{};
  p.anchors = a.count;
  p.criteria = e.criteria;
  p.scale = e.scale;
  std::copy(e.mean, e.mean + 4, p.mean);
  std::copy(e.deviation, e.deviation + 4, p.deviation);
  p.offset = e.offset;
  std::memcpy(all.data(), &p, header);
  for (int64_t k = 0; k < a.count; k++) {
    const float ends[4] = {a.left[k], a.top[k], a.right[k], a.bottom[k]};
    std::memcpy(all.data() + header + static_cast<size_t>(k) * row, ends, row);
  }
  return run.attach(all.data(), all.size());
}

void run(Run& run) {
  const Anchors& anchors = run.spec().prep<Anchors>();
  if (anchors.count > INT32_MAX)
    fail_value(std::to_string(anchors.count) + " anchors are too many for one launch");
  int64_t most = 0, boxes = 0;
  for (const StepSample& s : run.samples) {
    most = std::max(most, s.in[0].shape[0]);
    boxes += s.in[0].shape[0];
  }
  const auto n = static_cast<int64_t>(run.samples.size());
  Address best = run.temporary(static_cast<size_t>(std::max<int64_t>(boxes, 1)) * sizeof(int32_t));
  const uint64_t encoding =
      attach_encoding(run, anchors, box_encoding(run.spec().as<BoxEncoderArgs>()));
  uint64_t table;
  hrk::BoxEncoderParams* next = run.table<hrk::BoxEncoderParams>(n, &table);
  for (const StepSample& s : run.samples) {
    *next++ = {reinterpret_cast<uint64_t>(s.in[0].data),
               reinterpret_cast<uint64_t>(s.in[1].data),
               reinterpret_cast<uint64_t>(s.out[0].data),
               reinterpret_cast<uint64_t>(s.out[1].data),
               best,
               s.in[0].shape[0]};
    best += static_cast<uint64_t>(s.in[0].shape[0]) * sizeof(int32_t);
  }
  const size_t stride = sizeof(hrk::BoxEncoderParams);
  if (most > 0)
    run.launch("operators/boxes/box_encoder.cuh", "match_boxes", table, n, stride,
               blocks_for(most, 1), 256, {encoding});
  run.launch("operators/boxes/box_encoder.cuh",
             std::string("encode_boxes<") + type_name(run.samples[0].in[1].dtype) + ">", table, n,
             stride, blocks_for(anchors.count), 256, {encoding});
}

const Entry entry{"box_encoder", {.run = run}};

}  // namespace
}  // namespace hr::gpu::box_encoder_kernel
