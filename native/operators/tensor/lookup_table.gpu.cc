// lookup_table on the GPU.
#include "operators/tensor/lookup_table.h"

#include "gpu/kernel.h"
#include "operators/tensor/lookup_table_params.cuh"

namespace hr::gpu::lookup_table_kernel {
namespace {

constexpr size_t kMostBytes = 4096;  // largest table that is compared per sample for reuse

size_t table_bytes(const Spec& spec) {
  return static_cast<size_t>((spec.prep<LookupTable>().count + 1) * itemsize(spec.outs[0].dtype));
}

bool composes(const Spec& spec) { return table_bytes(spec) <= kMostBytes; }

void pack(const StepSample& s, void* to) {
  const auto& table = s.args.spec().prep<LookupTable>();
  *static_cast<hrk::LookupParams*>(to) = {s.attach(table.bytes.data(), table_bytes(s.args.spec())),
                                          table.count};
}

void run(Run& r) {
  const auto& table = r.spec().prep<LookupTable>();
  int64_t n = static_cast<int64_t>(r.samples.size()), most = 0;
  uint64_t entries = r.attach(table.bytes.data(), table_bytes(r.spec())), at;
  r.table<hrk::LookupPieceParams>(n, &at);
  for (int64_t i = 0; i < n; i++) {
    const StepSample& s = r.samples[static_cast<size_t>(i)];
    int64_t count = s.out[0].volume();
    r.at<hrk::LookupPieceParams>(at, i) = {{entries, table.count},
                                           reinterpret_cast<uint64_t>(s.in[0].data),
                                           reinterpret_cast<uint64_t>(s.out[0].data),
                                           count,
                                           0};
    most = std::max(most, count);
  }
  r.launch("operators/tensor/lookup_table.cuh",
           std::string("look_up_pieces<") + type_name(r.spec().outs[0].dtype) + ", " +
               type_name(r.samples[0].in[0].dtype) + ">",
           at, n, sizeof(hrk::LookupPieceParams), blocks_for(most));
}

const Entry lookup_table{"lookup_table",
                         {.file = "operators/tensor/lookup_table.cuh",
                          .type = "Lookup",
                          .params = sizeof(hrk::LookupParams),
                          .pack = pack,
                          .composes = composes,
                          .run = run}};

}  // namespace
}  // namespace hr::gpu::lookup_table_kernel
