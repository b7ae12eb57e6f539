// equalize: two launches, over whole planes if all samples have the same number of channels, at
// most 4; else one record per channel.
#include "operators/color/equalize.h"

#include <algorithm>

#include "base/checked.h"
#include "gpu/kernel.h"
#include "operators/color/equalize_params.cuh"

namespace hr::gpu::equalize_kernel {
namespace {

constexpr int64_t kBlock = 256 * 16 * 4;  // pixels worth a block
constexpr int64_t kMostInterleaved = 4;

EqualizePlanes planes_of(const StepSample& s) {
  return {s.args.as<EqualizeArgs>(), s.out[0].shape};
}

template <bool stepped>
void run(Run& run) {
  int64_t channels = planes_of(run.samples[0]).channels, most = 1, records = 0, each = 0;
  for (const StepSample& s : run.samples)
    if (planes_of(s).channels != channels) channels = 0;
  bool strided = channels < 1 || channels > kMostInterleaved;
  for (const StepSample& s : run.samples) {
    EqualizePlanes p = planes_of(s);
    most = std::max(most, p.pixels);
    records = checked_add(records, strided ? p.planes * p.channels : p.planes);
  }
  each = strided ? 1 : channels;
  const int64_t counted = each * 256 * static_cast<int64_t>(sizeof(uint32_t));
  const size_t bytes = static_cast<size_t>(checked_multiply(counted, records));
  Address counts = run.temporary(bytes);
  run.clear(counts, bytes);
  uint64_t table;
  hrk::EqualizeParams* next = run.table<hrk::EqualizeParams>(records, &table);
  for (const StepSample& s : run.samples) {
    EqualizePlanes p = planes_of(s);
    for (int64_t k = 0; k < p.planes; k++)
      for (int64_t c = 0; c < p.channels; c += each) {
        uint64_t at = static_cast<uint64_t>(k * p.pixels * p.channels + c);
        *next++ = {reinterpret_cast<uint64_t>(s.in[0].data) + at,
                   reinterpret_cast<uint64_t>(s.out[0].data) + at, counts, p.pixels, p.channels};
        counts += static_cast<Address>(counted);
      }
  }
  const std::string kind = "<" + std::to_string(each) + (strided ? ", true" : ", false");
  const std::string names[] = {"equalize_count" + kind + ">",
                               "equalize_apply" + kind + (stepped ? ", true>" : ", false>")};
  unsigned blocks = blocks_for((most + kBlock - 1) / kBlock, 1);
  for (const std::string& name : names)
    run.launch("operators/color/equalize.cuh", name, table, records, sizeof(hrk::EqualizeParams),
               blocks);
}

const Entry equalize{"equalize", {.run = run<false>}};
const Entry equalize_stepped{"equalize_stepped", {.run = run<true>}};

}  // namespace
}  // namespace hr::gpu::equalize_kernel
