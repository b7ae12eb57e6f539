// Decodes pictures to GPU memory. Baseline JPEGs go to nvImageCodec, whose hardware engine gives
// the pixels of the CPU decoder (within 1). Everything else, and whatever it rejects, is decoded by
// CPU workers at the same time and uploaded. The choice of decoder depends only on the file, and on
// the position in the batch if a share of the work is assigned to the CPU.
#include <algorithm>
#include <type_traits>

#include "base/checked.h"
#include "engine/pool.h"
#include "gpu/kernel.h"
#include "gpu/nvimgcodec.h"
#include "gpu/staging.h"
#include "operators/decode/decode_window.h"
#include "operators/tensor/copy_params.cuh"

namespace hr::gpu::decode_image_kernel {
namespace {

bool complete(const View& in) {
  int64_t n = in.volume();
  while (n > 2 && in.data[n - 1] == 0) n--;  // some cameras append zeros
  return n > 4 && in.data[n - 2] == 0xFF && in.data[n - 1] == 0xD9;
}

// True if the hardware engine gives the same pixels.
bool suits_engine(const codecs::Info& info, const codecs::Options& options, const View& in,
                  DType out) {
  using enum codecs::Color;
  const jpeg::Info& j = info.jpeg;
  bool color =
      options.color == rgb || options.color == bgr || options.color == gray || options.color == any;
  bool sampling = j.sampling_v == 1 ? j.sampling_h <= 2 : j.sampling_h == 2 && j.sampling_v == 2;
  return info.format == codecs::Format::jpeg && out == DType::u8 && color && !options.fast_idct &&
         !j.progressive && (j.components == 1 || j.components == 3) && sampling &&
         info.orientation == 1 && complete(in);
}

GpuDecoder::Color color_of(const codecs::Options& options, int64_t channels) {
  if (options.color == codecs::Color::bgr) return GpuDecoder::Color::bgr;
  return channels == 1 ? GpuDecoder::Color::gray : GpuDecoder::Color::rgb;
}

// A sample to be decoded by the CPU.
struct Fallback {
  size_t index;  // index in Run::samples
  size_t at;     // offset in the staging memory
};

struct Batch {
  Run& run;
  std::vector<GpuDecoder::Job> jobs[3];  // by colour
  std::vector<size_t> job_samples[3];
  std::vector<Fallback> host;
  size_t host_bytes = 0;

  const StepSample& sample(size_t i) const { return run.samples[i]; }

  void leave_to_host(size_t i) {
    host.push_back({i, host_bytes});
    host_bytes = static_cast<size_t>(checked_add(static_cast<int64_t>(host_bytes),
                                                 checked_round_up(sample(i).out[0].bytes(), 256)));
  }

  void decode_on_host(const Fallback& f, uint8_t* staging) {
    const StepSample& s = sample(f.index);
    View out = s.out[0];
    out.data = staging + f.at;
    RunContext c{s.args, s.nin, s.nout, s.in, &out, s.state};
    run.spec().kernel->run(c);
  }
};

template <class A>
void decode(Run& run) {
  constexpr bool whole = std::is_same_v<A, DecodeImageArgs>;
  using State = std::conditional_t<whole, codecs::Info, DecodeWindow>;
  Batch batch{run, {}, {}, {}, 0};
  std::string why_not;
  GpuDecoder* decoder =
      driver().emulated() ? nullptr : GpuDecoder::get(run.stream()->device, &why_not);
  for (size_t i = 0; i < run.samples.size(); i++) {
    const StepSample& s = run.samples[i];
    const View &in = s.in[0], &out = s.out[0];
    codecs::Options options = s.args.as<A>().decode.options(out.dtype);
    const codecs::Info* info = nullptr;
    if constexpr (whole)
      info = &s.st<State>();
    else
      info = &s.st<State>().info;
    if (!decoder || GpuDecoder::left_to_host(s.args.sample()) ||
        !suits_engine(*info, options, in, out.dtype)) {
      batch.leave_to_host(i);
      continue;
    }
    GpuDecoder::Job job;
    job.data = in.data;
    job.size = static_cast<size_t>(in.volume());
    job.out = reinterpret_cast<uint64_t>(out.data);
    job.h = out.shape[0];
    job.w = out.shape[1];
    job.c = out.shape[2];
    if constexpr (!whole) {
      job.cut = true;
      job.y0 = s.st<State>().window.y0;
      job.x0 = s.st<State>().window.x0;
    }
    auto color = color_of(options, job.c);
    batch.jobs[static_cast<int>(color)].push_back(job);
    batch.job_samples[static_cast<int>(color)].push_back(i);
  }
  auto engine = [&] {
    for (int color = 0; color < 3; color++) {
      auto& jobs = batch.jobs[color];
      if (jobs.empty()) continue;
      GpuDecoder::Options o;
      o.color = static_cast<GpuDecoder::Color>(color);
      decoder->decode(jobs.data(), static_cast<int64_t>(jobs.size()), o, run.stream()->handle);
    }
  };
  std::mutex mutex;
  auto host = [&](const Fallback& f, uint8_t* staging) {
    try {
      batch.decode_on_host(f, staging);
    } catch (const Error& e) {
      std::lock_guard lock(mutex);
      run.failures.push_back({batch.sample(f.index).args.sample(), e.kind, e.what(), ""});
    }
  };
  auto pool = Pool::default_pool();
  // Round 0: the engine works in parallel with the CPU. Round 1: what the engine rejected.
  for (int round = 0; round < 2; round++) {
    if (round == 1) {
      batch.host.clear();
      batch.host_bytes = 0;
      for (int color = 0; color < 3; color++)
        for (size_t k = 0; k < batch.jobs[color].size(); k++)
          if (!batch.jobs[color][k].ok) batch.leave_to_host(batch.job_samples[color][k]);
      if (batch.host.empty()) break;
    }
    if (batch.host.empty()) {
      engine();
      continue;
    }
    Staging staging(run.stream(), batch.host_bytes);
    int64_t count = static_cast<int64_t>(batch.host.size());
    const int64_t engines = round == 0;  // start the engine first: the CPU has many pictures
    parallel(pool.get(), engines + count, [&](int64_t k) {
      if (k < engines)
        engine();
      else
        host(batch.host[static_cast<size_t>(k - engines)], staging.data());
    });
    Address memory = run.temporary(batch.host_bytes);
    {
      Entered entered(run.stream()->device);
      driver().upload(memory, staging.data(), batch.host_bytes, run.stream()->handle);
    }
    uint64_t table;
    run.table<hrk::CopyParams>(count, &table);
    int64_t most = 0;
    for (int64_t k = 0; k < count; k++) {
      const Fallback& f = batch.host[static_cast<size_t>(k)];
      const View& out = batch.sample(f.index).out[0];
      run.at<hrk::CopyParams>(table, k) = {memory + f.at, reinterpret_cast<uint64_t>(out.data),
                                           out.bytes(), 0};
      most = std::max(most, out.bytes());
    }
    run.launch("operators/tensor/copy.cuh", "copy_pieces", table, count, sizeof(hrk::CopyParams),
               blocks_for(most / 16 + 1));
  }
}

const Entry image{"decode_image", {.run = decode<DecodeImageArgs>, .host_work = true}};
const Entry crop{"decode_crop", {.run = decode<DecodeCropArgs>, .host_work = true}};
const Entry slice{"decode_slice", {.run = decode<DecodeSliceArgs>, .host_work = true}};
const Entry random{"decode_random_crop", {.run = decode<DecodeRandomCropArgs>, .host_work = true}};

}  // namespace
}  // namespace hr::gpu::decode_image_kernel
