// JPEG decoding on the GPU through nvImageCodec: hardware engine, or kernels where there is none.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/pool.h"
#include "gpu/nvimgcodec_api.h"

namespace hr::gpu {

struct Library;

class GpuDecoder {
 public:
  enum class Color : uint8_t { rgb, bgr, gray };

  // The share (0 to 1) of images decoded by CPU workers even though the engine could; which ones
  // depends only on their index in the batch.
  static void leave_to_host(double share);
  static bool left_to_host(int64_t place);

  struct Settings {
    std::string folder;  // contains libnvimgcodec.so.0 and extensions/
    int threads = 4;     // library threads per decoder
    // Each takes one batch, or a part of one (Note [Parts]), at a time.
    int decoders = 2;
  };

  struct Options {
    Color color = Color::rgb;
    bool adjust_orientation = true;  // apply EXIF orientation
  };

  struct Job {
    const uint8_t* data = nullptr;  // the file in host memory; read until `decode` returns
    size_t size = 0;
    uint64_t out = 0;             // device pointer: uint8, interleaved, dense
    int64_t h = 0, w = 0, c = 3;  // of the output
    bool cut = false;             // decode a region with corner (y0, x0), in oriented coordinates
    int64_t y0 = 0, x0 = 0;
    bool ok = false;  // set by `decode`; if false, `error` says why
    std::string error;
  };

  // Applies to decoders that `get` has not created yet.
  static void configure(Settings settings);

  // The decoder of a device, created on first use, never destroyed. Null: see why_not.
  static GpuDecoder* get(int device, std::string* why_not);

  enum class Means : uint8_t { engine, kernels };
  Means means() const { return means_; }

  static std::unique_ptr<GpuDecoder> make(int device, Settings settings, std::string* why_not);
  ~GpuDecoder();

  // Returns when the host's work is done; the pixels are ready in stream order. Jobs fail
  // independently; the output of a failed job is undefined. Thread-safe. Throws Error(device) if
  // the device has failed.
  void decode(Job* jobs, int64_t n, const Options& options, void* stream);

 private:
  struct Slot;
  struct Lease;
  GpuDecoder(int device, Settings settings);
  bool open(std::string* why_not);
  bool make_slots(const std::vector<nvic::Backend>& allowed, std::string* why_not);
  bool works();
  void decode_part(Job* jobs, int64_t n, const Options& options, void* stream);
  void prepare(Slot& slot, Job* jobs, int64_t n, const Options& options, void* stream);
  bool submit(Slot& slot, Job* jobs, const Options& options);

  int device_;
  Settings settings_;
  Means means_ = Means::engine;
  Library* library_ = nullptr;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> free_;
  std::mutex mutex_;
  std::condition_variable returned_;
  Pool feeders_;  // decode parts in parallel with the caller
};

}  // namespace hr::gpu
