// bb_flip, bbox_paste: launched separately.
#include "operators/boxes/bbox_flip_paste.h"

#include <algorithm>

#include "gpu/kernel.h"
#include "operators/boxes/boxes_params.cuh"

namespace hr::gpu::bbox_flip_paste_kernel {
namespace {

// Launches one kernel; pack fills the parameters of each sample.
template <class A>
void launch(Run& run, const char* name, void (*pack)(const A&, hrk::BoxesParams&)) {
  std::vector<hrk::BoxesParams> all;
  int64_t most = 0;
  for (const StepSample& s : run.samples) {
    hrk::BoxesParams p{};
    p.in = reinterpret_cast<uint64_t>(s.in[0].data);
    p.out = reinterpret_cast<uint64_t>(s.out[0].data);
    p.boxes = s.out[0].volume() / 4;
    pack(s.args.as<A>(), p);
    most = std::max<int64_t>(most, p.boxes);
    all.push_back(p);
  }
  if (most == 0) return;
  const DType t = run.samples[0].in[0].dtype;
  uint64_t table = run.attach(all.data(), all.size() * sizeof all[0]);
  run.launch("operators/boxes/boxes.cuh",
             std::string(name) + "<" + type_name(t) + (t == DType::f64 ? ", double>" : ", float>"),
             table, static_cast<int64_t>(all.size()), sizeof all[0], blocks_for(most));
}

void pack_flip(const BoxFlipArgs& a, hrk::BoxesParams& p) {
  p.across[0] = a.horizontal;
  p.across[1] = a.vertical;
  p.ends = a.ends;
}
void flip(Run& run) { launch(run, "flip_boxes", pack_flip); }

void pack_paste(const BoxPasteArgs& a, hrk::BoxesParams& p) {
  p.ratio = a.ratio;
  p.at[0] = a.paste_x;
  p.at[1] = a.paste_y;
  p.ends = a.ends;
}
void paste(Run& run) { launch(run, "paste_boxes", pack_paste); }

const Entry entries[] = {Entry{"bb_flip", {.run = flip}}, Entry{"bbox_paste", {.run = paste}}};

}  // namespace
}  // namespace hr::gpu::bbox_flip_paste_kernel
