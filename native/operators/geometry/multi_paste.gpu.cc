// multi_paste: regions of several images on one canvas, one launch for the batch.
#include "operators/geometry/multi_paste.h"

#include <algorithm>
#include <climits>

#include "gpu/kernel.h"
#include "operators/geometry/multi_paste_params.cuh"

namespace hr::gpu::multi_paste_kernel {
namespace {

using namespace multi_paste;

// Canvases and their regions.
class Canvases {
 public:
  void add(const MultiPasteArgs& a, const Sources& s, const View& out) {
    hrk::MultiPasteParams p{};
    int64_t channels = out.shape[2];
    if (out.shape[0] >= INT_MAX || out.shape[1] * channels >= INT_MAX - 16)
      fail_value("a sample of shape " + out.shape.str() + " is too large for one launch");
    p.out = reinterpret_cast<uint64_t>(out.data);
    p.regions = regions_.size();  // an index for now; becomes an offset later
    p.height = static_cast<int>(out.shape[0]);
    p.width = static_cast<int>(out.shape[1] * channels);
    for (int64_t k = s.count - 1; k >= 0; k--) {  // topmost first
      const View& in = s.images[k];
      Paste r = paste_of(a, k, s.count, in.shape.d.data(), out.shape.d.data());
      if (r.size[0] == 0 || r.size[1] == 0) continue;
      int64_t pitch = in.shape[1] * channels;
      regions_.push_back({reinterpret_cast<uint64_t>(in.data) +
                              static_cast<uint64_t>((r.from[0] * pitch + r.from[1] * channels) *
                                                    itemsize(in.dtype)),
                          pitch, static_cast<int>(r.to[0]), static_cast<int>(r.to[0] + r.size[0]),
                          static_cast<int>(r.to[1] * channels),
                          static_cast<int>((r.to[1] + r.size[1]) * channels)});
      if (r.size[0] == out.shape[0] && r.size[1] == out.shape[1]) break;  // hides everything below
    }
    p.count = static_cast<int>(regions_.size() - p.regions);
    if (p.height == 0 || p.width == 0) return;
    canvases_.push_back(p);
    most_ = std::max(most_, out.volume());
  }

  void launch(Run& run, DType from, DType to) {
    if (canvases_.empty()) return;
    uint64_t at = run.attach(regions_.data(), regions_.size() * sizeof(hrk::PasteRegion));
    for (hrk::MultiPasteParams& p : canvases_)
      p.regions = at + p.regions * sizeof(hrk::PasteRegion);
    uint64_t table = run.attach(canvases_.data(), canvases_.size() * sizeof(hrk::MultiPasteParams));
    int size = std::max(itemsize(from), itemsize(to));
    run.launch("operators/geometry/multi_paste.cuh",
               std::string("multi_paste<") + type_name(to) + ", " + type_name(from) + ">", table,
               static_cast<int64_t>(canvases_.size()), sizeof(hrk::MultiPasteParams),
               blocks_for(most_ * size / 16 + 1));
  }

 private:
  std::vector<hrk::MultiPasteParams> canvases_;
  std::vector<hrk::PasteRegion> regions_;
  int64_t most_ = 1;
};

void run_each(Run& run) {
  Canvases all;
  for (const StepSample& s : run.samples)
    all.add(s.args.as<MultiPasteArgs>(), {s.in, s.nin}, s.out[0]);
  all.launch(run, run.samples[0].in[0].dtype, run.samples[0].out[0].dtype);
}

void run_across(BatchContext& c, const StreamRef& stream) {
  infer_batch(c);
  Samples& out = c.out[0];
  bool sequences = c.spec.unfolds(0);
  make_room(out, stream);
  Canvases all;
  for (int64_t i = 0; i < c.n; i++) {
    Picked picked(c, i);
    View whole = out.view(i);
    int64_t frames = sequences ? whole.shape[0] : 1;
    for (int64_t f = 0; f < frames; f++) {
      const Args args(c.spec, c.dyn.data(), i, f, c.key);
      all.add(args.as<MultiPasteArgs>(), picked.at(f), multi_paste::frame_of(whole, f, sequences));
    }
  }
  Run run(stream);
  all.launch(run, c.in[0]->dtype, out.dtype);
  run.enqueue();
}

const Entry each{"multi_paste", {.run = run_each}};
const Entry across{"multi_paste_ids", {.run_batch = run_across}};

}  // namespace
}  // namespace hr::gpu::multi_paste_kernel
