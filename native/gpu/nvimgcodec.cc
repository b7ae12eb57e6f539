// GpuDecoder: a pool of nvImageCodec decoders, shared by calls.
#include "gpu/nvimgcodec.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/fork_mutex.h"
#include "gpu/driver.h"
#include "gpu/nvimgcodec_library.h"
#include "gpu/plain_picture.h"

// Note [Idle outputs]
// nvJPEG's hardware engine was seen to write its output before earlier work of the given stream had
// finished. That work may still use the memory (stream-ordered allocation), so the host waits for
// the stream first. Work enqueued after the decode is ordered correctly.

// Note [Parts]
// Within one library call, host work (parsing, submitting) and engine work hardly overlap. So a
// large batch is split into one part per decoder: one prepares while another waits for the engine.
// On an H200 with 16 cores and batches of 256 photos, the median of five loops rose from
// 28,500-30,800 to 33,700-34,100 images/s on slow cores, and did not change on fast ones; twice as
// many decoders were slower. Batches of 64 gained nothing.

// Note [The engine alone]
// With fallback backends, the library gives the hardware engine only about as many images per batch
// as the decoder's first batch had, whatever the policy; nvJPEG's kernels decode the rest. After a
// batch of 16, batches of 256 ran at a quarter of the speed, and pixels differed by up to 3. So the
// engine, if present, is the only backend; the CPU decodes what it refuses.

// Note [Host threads]
// The library could run on our workers instead of its own threads. But its tasks wait for each
// other at a barrier, so all must run at once, which shared workers cannot guarantee.

namespace hr::gpu {

namespace {

constexpr int64_t kPart = 64;  // minimum images per part

std::string describe(nvic::ProcessingStatus status) {
  static constexpr std::pair<nvic::ProcessingStatus, const char*> texts[] = {
      {0x0, "it was not processed"},
      {0x2, "the decoder is saturated"},
      {nvic::kFailed, "decoding failed"},
      {0x7, "the data is corrupt"},
      {0xb, "the format is not supported"},
      {0x13, "no engine supports it"},
      {0x23, "the kind of encoding is not supported"},
      {0x43, "the size is not supported"},
      {0x83, "a feature of the file is not supported"},
      {0x5, "the colour space is not supported"},
      {0x9, "its orientation is not supported"},
      {0x11, "decoding a part of it is not supported"},
      {0x21, "the chroma subsampling is not supported"},
      {0x41, "the element type is not supported"},
      {0x81, "the colour format is not supported"},
  };
  for (const auto& [value, text] : texts)
    if (value == status) return text;
  return "status " + std::to_string(status);
}

bool usable(int device, std::string* why_not) {
  if (!has_driver(why_not)) return false;
  if (device < 0 || device >= driver().devices())
    *why_not = "there is no GPU number " + std::to_string(device);
  else if (driver().emulated())
    *why_not = "the GPU is emulated";
  return why_not->empty();
}

// Backends in order of preference. No CPU codecs: our own decode what the GPU cannot.
std::vector<nvic::Backend> backends(std::initializer_list<nvic::BackendKind> kinds) {
  std::vector<nvic::Backend> list;
  for (auto kind : kinds) {
    auto b = nvic::make<nvic::Backend>();
    b.kind = kind;
    b.params = nvic::make<nvic::BackendParams>();
    b.params.load_hint = 1.0f;
    b.params.policy = nvic::kLoadIgnore;
    list.push_back(b);
  }
  return list;
}

}  // namespace

// A decoder, which takes one batch at a time, with its reusable objects: the library re-creates
// streams and images in place.
struct GpuDecoder::Slot {
  const nvic::Api& api;
  nvic::Decoder* decoder = nullptr;
  std::vector<nvic::CodeStream*> whole, part;
  std::vector<nvic::Image*> images;
  nvic::ImageInfo info = nvic::make<nvic::ImageInfo>();

  // The jobs of this batch that are submitted.
  std::vector<int64_t> index;
  std::vector<nvic::CodeStream*> in;
  std::vector<nvic::Image*> out;
  std::vector<nvic::ProcessingStatus> status;

  explicit Slot(const nvic::Api& a) : api(a) {}
  ~Slot() {
    for (auto* s : part)
      if (s) api.stream_destroy(s);
    for (auto* s : whole)
      if (s) api.stream_destroy(s);
    for (auto* i : images)
      if (i) api.image_destroy(i);
    if (decoder) api.decoder_destroy(decoder);
  }
};

// Exclusive use of a slot for one call.
struct GpuDecoder::Lease {
  GpuDecoder& owner;
  Slot* slot;
  explicit Lease(GpuDecoder& o) : owner(o) {
    std::unique_lock lock(owner.mutex_);
    owner.returned_.wait(lock, [&] { return !owner.free_.empty(); });
    slot = owner.free_.back();
    owner.free_.pop_back();
  }
  ~Lease() {
    {
      std::lock_guard lock(owner.mutex_);
      owner.free_.push_back(slot);
    }
    owner.returned_.notify_one();
  }
  Lease(const Lease&) = delete;
};

GpuDecoder::GpuDecoder(int device, Settings settings)
    : device_(device), settings_(std::move(settings)), feeders_(settings_.decoders) {}

GpuDecoder::~GpuDecoder() {
  if (slots_.empty()) return;  // maybe without a device
  try {
    Entered entered(device_);
    slots_.clear();
  } catch (const Error&) {
    for (auto& slot : slots_) slot.release();  // device lost, decoders too: leak
  }
}

bool GpuDecoder::open(std::string* why_not) {
  if (!usable(device_, why_not)) return false;
  library_ = library(settings_.folder, why_not);
  if (!library_) return false;
  Entered entered(device_);
  if (!make_slots(backends({nvic::kHardware}), why_not)) return false;
  if (works()) return true;  // Note [The engine alone]
  free_.clear();
  slots_.clear();
  if (!make_slots(backends({nvic::kHardware, nvic::kGpuOnly, nvic::kHybrid}), why_not))
    return false;
  means_ = Means::kernels;
  if (works()) return true;
  *why_not = "nvImageCodec decodes no JPEG: is nvJPEG installed?";
  return false;
}

bool GpuDecoder::make_slots(const std::vector<nvic::Backend>& allowed, std::string* why_not) {
  auto params = nvic::make<nvic::ExecutionParams>();
  params.device_id = device_;
  params.max_num_cpu_threads = settings_.threads;
  params.num_backends = static_cast<int>(allowed.size());
  params.backends = allowed.data();
  for (int i = 0; i < std::max(settings_.decoders, 1); ++i) {
    auto slot = std::make_unique<Slot>(library_->api);
    // Smooth chroma upsampling, as on the CPU.
    if (const int code = library_->api.decoder_create(library_->instance, &slot->decoder, &params,
                                                      ":fancy_upsampling=1")) {
      *why_not = "nvImageCodec makes no decoder: code " + std::to_string(code);
      return false;
    }
    free_.push_back(slot.get());
    slots_.push_back(std::move(slot));
  }
  return true;
}

// Decodes a test image.
bool GpuDecoder::works() {
  const std::vector<uint8_t> file = plain_picture();
  constexpr size_t bytes = size_t{kPlainSize} * kPlainSize;
  Driver& d = driver();
  struct Room {
    Handle stream = driver().make_stream();
    Address out = 0;
    ~Room() {
      if (out) driver().release(out, stream);
      driver().drop_stream(stream);
    }
  } room;
  room.out = d.allocate(bytes, room.stream);
  d.synchronize(room.stream);  // Note [Idle outputs]
  Job job;
  job.data = file.data();
  job.size = file.size();
  job.out = room.out;
  job.h = job.w = kPlainSize;
  job.c = 1;
  Options options;
  options.color = Color::gray;
  decode_part(&job, 1, options, room.stream);
  std::vector<uint8_t> pixels(bytes);
  d.download(pixels.data(), room.out, bytes, room.stream);
  d.synchronize(room.stream);
  return job.ok && std::all_of(pixels.begin(), pixels.end(), [](uint8_t v) { return v == 128; });
}

std::unique_ptr<GpuDecoder> GpuDecoder::make(int device, Settings settings, std::string* why_not) {
  why_not->clear();
  std::unique_ptr<GpuDecoder> made(new GpuDecoder(device, std::move(settings)));
  return made->open(why_not) ? std::move(made) : nullptr;
}

namespace {

// A decoder, or why there is none.
struct Made {
  std::unique_ptr<GpuDecoder> decoder;
  std::string why_not;
};

struct Registry {
  ForkMutex mutex;
  GpuDecoder::Settings settings;
  std::map<int, Made> made;
};

Registry& registry() {
  static auto& r = *new Registry;
  return r;
}

}  // namespace

namespace {

std::atomic<double> host_share{0.0};

}  // namespace

void GpuDecoder::leave_to_host(double share) { host_share = share; }

// Spreads them evenly: place k is chosen if floor(k · share) increases.
bool GpuDecoder::left_to_host(int64_t place) {
  const double share = host_share.load(std::memory_order_relaxed), at = static_cast<double>(place);
  return std::floor((at + 1) * share) > std::floor(at * share);
}

void GpuDecoder::configure(Settings settings) {
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  r.settings = std::move(settings);
  std::erase_if(r.made, [](const auto& entry) { return !entry.second.decoder; });
}

GpuDecoder* GpuDecoder::get(int device, std::string* why_not) {
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  auto found = r.made.find(device);
  if (found == r.made.end()) {
    Made m;
    if (r.settings.folder.empty())
      m.why_not = "nvImageCodec is not installed";
    else
      m.decoder = make(device, r.settings, &m.why_not);
    found = r.made.emplace(device, std::move(m)).first;
  }
  *why_not = found->second.why_not;
  return found->second.decoder.get();
}

namespace {

// Rejects images whose size, as the library read it, differs from what the caller allocated.
bool fits(const GpuDecoder::Job& job, const nvic::ImageInfo& seen, bool turn) {
  int64_t h = seen.plane[0].height, w = seen.plane[0].width;
  if (turn && seen.orientation.rotated % 180) std::swap(h, w);
  if (!job.cut) return job.h == h && job.w == w;
  return job.y0 >= 0 && job.x0 >= 0 && job.h <= h - job.y0 && job.w <= w - job.x0;
}

bool sane(const GpuDecoder::Job& job) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  return job.data && job.size && job.out && job.h > 0 && job.w > 0 && job.h <= most &&
         job.w <= most / 4;
}

void describe_output(const GpuDecoder::Job& job, GpuDecoder::Color color, nvic::ImageInfo& info) {
  const bool gray = color == GpuDecoder::Color::gray;
  info.color = gray ? nvic::kGray : nvic::kSrgb;
  info.format = gray                              ? nvic::kInterleavedY
                : color == GpuDecoder::Color::bgr ? nvic::kInterleavedBgr
                                                  : nvic::kInterleavedRgb;
  info.planes = 1;
  info.plane[0] = nvic::make<nvic::PlaneInfo>();
  info.plane[0].width = static_cast<uint32_t>(job.w);
  info.plane[0].height = static_cast<uint32_t>(job.h);
  info.plane[0].channels = gray ? 1 : 3;
  info.plane[0].row_stride = static_cast<size_t>(job.w * job.c);
  info.plane[0].sample_type = nvic::kUint8;
  info.buffer = reinterpret_cast<void*>(job.out);
}

}  // namespace

void GpuDecoder::prepare(Slot& slot, Job* jobs, int64_t n, const Options& options, void* stream) {
  const nvic::Api& api = library_->api;
  const auto count = static_cast<size_t>(n);
  if (slot.whole.size() < count) {
    slot.whole.resize(count);
    slot.part.resize(count);
    slot.images.resize(count);
  }
  slot.index.clear(), slot.in.clear(), slot.out.clear();
  const int64_t channels = options.color == Color::gray ? 1 : 3;
  for (size_t i = 0; i < count; ++i) {
    Job& job = jobs[i];
    job.ok = false;
    job.error.clear();
    if (!sane(job) || job.c != channels) {
      job.error = "an empty file, or no room for its pixels";
      continue;
    }
    slot.info = nvic::make<nvic::ImageInfo>();
    if (api.stream_create(library_->instance, &slot.whole[i], job.data, job.size, nullptr) ||
        api.stream_info(slot.whole[i], &slot.info)) {
      job.error = "nvImageCodec does not know the format";
      continue;
    }
    if (!fits(job, slot.info, options.adjust_orientation)) {
      job.error = "nvImageCodec sees a picture of another size";
      continue;
    }
    nvic::CodeStream* in = slot.whole[i];
    if (job.cut) {
      auto view = nvic::make<nvic::CodeStreamView>();
      view.region = nvic::make<nvic::Region>();
      view.region.ndim = 2;
      view.region.start[0] = static_cast<int>(job.y0);
      view.region.start[1] = static_cast<int>(job.x0);
      view.region.end[0] = static_cast<int>(job.y0 + job.h);
      view.region.end[1] = static_cast<int>(job.x0 + job.w);
      if (api.stream_cut(in, &slot.part[i], &view)) {
        job.error = "nvImageCodec takes no part of it";
        continue;
      }
      in = slot.part[i];
    }
    describe_output(job, options.color, slot.info);
    slot.info.kind = nvic::kDeviceBuffer;
    slot.info.stream = stream;
    if (api.image_create(library_->instance, &slot.images[i], &slot.info)) {
      job.error = "nvImageCodec refuses the output";
      continue;
    }
    slot.index.push_back(static_cast<int64_t>(i));
    slot.in.push_back(in);
    slot.out.push_back(slot.images[i]);
  }
}

// False: the library rejected the whole batch, possibly because of one file.
bool GpuDecoder::submit(Slot& slot, Job* jobs, const Options& options) {
  const nvic::Api& api = library_->api;
  auto params = nvic::make<nvic::DecodeParams>();
  params.apply_exif_orientation = options.adjust_orientation;
  nvic::Future* future = nullptr;
  slot.status.assign(slot.index.size(), 0);
  int code = api.decoder_decode(slot.decoder, slot.in.data(), slot.out.data(),
                                static_cast<int>(slot.in.size()), &params, &future);
  size_t known = slot.status.size();
  if (!code) code = api.future_wait(future);
  if (!code) code = api.future_status(future, slot.status.data(), &known);
  if (future) api.future_destroy(future);
  bool any = false;
  for (size_t k = 0; k < slot.index.size(); ++k) {
    Job& job = jobs[slot.index[k]];
    job.ok = !code && k < known && slot.status[k] == nvic::kProcessed;
    any |= !code && slot.status[k] != nvic::kFailed;
    if (job.ok) continue;
    job.error =
        "nvImageCodec: " + (code ? "error " + std::to_string(code) : describe(slot.status[k]));
  }
  return any;
}

void GpuDecoder::decode_part(Job* jobs, int64_t n, const Options& options, void* stream) {
  {
    Lease lease(*this);
    Entered entered(device_);
    prepare(*lease.slot, jobs, n, options, stream);
    if (lease.slot->index.empty() || submit(*lease.slot, jobs, options)) return;
    // Work may have started on the library's own streams, unordered with ours: wait for it. Throws
    // if the device itself has failed.
    driver().finish();
    if (n == 1) return;
  }
  // Bisect to isolate the bad file.
  decode_part(jobs, n / 2, options, stream);
  decode_part(jobs + n / 2, n - n / 2, options, stream);
}

void GpuDecoder::decode(Job* jobs, int64_t n, const Options& options, void* stream) {
  if (n <= 0) return;
  {
    Entered entered(device_);
    driver().synchronize(stream);  // Note [Idle outputs]
  }
  const int64_t parts = std::clamp<int64_t>(n / kPart, 1, static_cast<int64_t>(slots_.size()));
  parallel(&feeders_, parts, [&](int64_t k) {
    const int64_t first = n * k / parts, end = n * (k + 1) / parts;
    decode_part(jobs + first, end - first, options, stream);
  });
}

}  // namespace hr::gpu
