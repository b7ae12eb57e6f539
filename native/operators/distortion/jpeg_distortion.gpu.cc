// jpeg_distortion: one launch for planes of distorted colours, one for the pixels.
#include "operators/distortion/jpeg_distortion.h"

#include <algorithm>

#include "base/checked.h"
#include "gpu/kernel.h"
#include "operators/distortion/jpeg_distortion_params.cuh"

namespace hr::gpu::jpeg_distortion_kernel {
namespace {

constexpr int64_t kUnits = 8;  // MCUs (16×16 pixels) per block and step
constexpr int64_t kMostPixels = int64_t{1} << 31;

static_assert(sizeof(hrk::JpegStep) == sizeof(QuantStep));
static_assert(sizeof(JpegTables) == 128 * sizeof(hrk::JpegStep));

// Uploads each quality's tables once.
class Qualities {
 public:
  explicit Qualities(Run& run) : run_(run) {}
  uint64_t operator()(int64_t quality) {
    quality = std::clamp<int64_t>(quality, 1, 100);
    int64_t& at = known_[quality];
    if (!at) {
      JpegTables made;
      fill_jpeg_tables(quality, made);
      at = static_cast<int64_t>(run_.attach(&made, sizeof made)) + 1;
    }
    return static_cast<uint64_t>(at - 1);
  }

 private:
  Run& run_;
  int64_t known_[101] = {};  // offset + 1; 0: not uploaded
};

void run(Run& run) {
  Qualities tables(run);
  std::vector<hrk::JpegParams> all;
  int64_t room = 0, most_parts = 1, most_pixels = 1;
  for (const StepSample& s : run.samples) {
    const Shape& shape = s.in[0].shape;
    int64_t strips = (shape[0] + 15) / 16, units = (shape[1] + 15) / 16;
    if (strips * units * 256 >= kMostPixels)
      fail_value("an image of shape " + shape.str() + " is too large for one launch");
    all.push_back({reinterpret_cast<uint64_t>(s.in[0].data),
                   reinterpret_cast<uint64_t>(s.out[0].data), static_cast<uint64_t>(room),
                   tables(s.args.as<JpegDistortionArgs>().quality), static_cast<int>(shape[0]),
                   static_cast<int>(shape[1]), static_cast<int>(units), 0});
    room = checked_add(room, strips * units * 256 * 3 / 2);
    most_parts = std::max(most_parts, strips * ((units + kUnits - 1) / kUnits));
    most_pixels = std::max(most_pixels, shape[0] * shape[1]);
  }
  Address planes = run.temporary(static_cast<size_t>(room));
  for (hrk::JpegParams& p : all) p.planes += planes;
  uint64_t table = run.attach(all.data(), all.size() * sizeof all[0]);
  int64_t n = static_cast<int64_t>(all.size());
  run.launch("operators/distortion/jpeg_distortion.cuh", "jpeg_distort", table, n, sizeof all[0],
             blocks_for(most_parts, 1), kUnits * 48);
  run.launch("operators/distortion/jpeg_distortion.cuh", "jpeg_pixels", table, n, sizeof all[0],
             blocks_for(most_pixels / 8 + 1));
}

const Entry jpeg_distortion{"jpeg_distortion", {.run = run}};

}  // namespace
}  // namespace hr::gpu::jpeg_distortion_kernel
