// constant, full, one_hot on the GPU.
#include "operators/tensor/fill.h"

#include "gpu/kernel.h"
#include "numerics/fill.h"
#include "operators/tensor/fill_params.cuh"
#include "operators/tensor/one_hot.h"

namespace hr::gpu::fill_kernel {
namespace {

uint64_t bits(double v, DType type) {
  Element e = Element::c_cast_of(v, type);
  uint64_t r = 0;
  std::memcpy(&r, e.bytes, static_cast<size_t>(e.size));
  return r;
}

void pack_constant(const ConstantArgs& a, const StepSample& s, void* to) {
  *static_cast<hrk::ConstantParams*>(to) = {bits(a.value, s.out[0].dtype), 0};
}

void one_hot(Run& run) {
  DType type = run.spec().outs[0].dtype;
  int64_t n = static_cast<int64_t>(run.samples.size()), most = 0;
  uint64_t table;
  run.table<hrk::OneHotParams>(n, &table);
  for (int64_t i = 0; i < n; i++) {
    const StepSample& s = run.samples[static_cast<size_t>(i)];
    const auto& a = s.args.as<OneHotArgs>();
    auto& p = run.at<hrk::OneHotParams>(table, i);
    p.from = reinterpret_cast<uint64_t>(s.in[0].data);
    p.to = reinterpret_cast<uint64_t>(s.out[0].data);
    p.count = s.out[0].volume();
    p.classes = a.num_classes;
    p.inner = a.axis < 0 ? 1 : s.in[0].shape.volume(a.axis);
    p.on = bits(a.on_value, type);
    p.off = bits(a.off_value, type);
    most = std::max<int64_t>(most, p.count);
  }
  run.launch("operators/tensor/fill.cuh",
             std::string("one_hot<") + type_name(type) + ", " +
                 type_name(run.samples[0].in[0].dtype) + ">",
             table, n, sizeof(hrk::OneHotParams), blocks_for(most));
}

const Entry constant{"constant",
                     {.file = "operators/tensor/fill.cuh",
                      .type = "Constant",
                      .params = sizeof(hrk::ConstantParams),
                      .pack = typed<pack_constant>}};
const Entry full{"full", {.file = "operators/tensor/fill.cuh", .type = "Full"}};
const Entry one_hot_entry{"one_hot", {.run = one_hot}};

}  // namespace
}  // namespace hr::gpu::fill_kernel
