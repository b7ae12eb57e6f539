// Decoding JPEGs on the GPU through nvImageCodec: by its hardware engine, or by kernels where there
// is none.
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

  // The share of pictures that CPU workers decode although the engine could, 0 to 1. Which ones is
  // a function of their places in the batch.
  static void leave_to_host(double share);
  static bool left_to_host(int64_t place);

  struct Settings {
    std::string folder;  // of libnvimgcodec.so.0, with extensions/ in it
    int threads = 4;     // of each decoder, the library's own
    // Each takes one batch at a time, or a part of one (Note [Parts]).
    int decoders = 2;
  };

  struct Options {
    Color color = Color::rgb;
    bool adjust_orientation = true;  // turn the picture as its EXIF data says
  };

  struct Job {
    const uint8_t* data = nullptr;  // the file, in host memory; read until `decode` returns
    size_t size = 0;
    uint64_t out = 0;             // a device pointer: uint8, interleaved, dense
    int64_t h = 0, w = 0, c = 3;  // of what is written
    bool cut = false;             // only a part: its corner is (y0, x0), after the orientation
    int64_t y0 = 0, x0 = 0;
    bool ok = false;  // set by `decode`; if not: why
    std::string error;
  };

  // For decoders that `get` has not made yet.
  static void configure(Settings settings);

  // The decoder of a device, made at the first call, never destroyed. Null: why_not says what is
  // missing.
  static GpuDecoder* get(int device, std::string* why_not);

  // Who decodes: the hardware engine, or kernels where there is none.
  enum class Means : uint8_t { engine, kernels };
  Means means() const { return means_; }

  static std::unique_ptr<GpuDecoder> make(int device, Settings settings, std::string* why_not);
  ~GpuDecoder();

  // Returns when the host's part is done; the pixels are there in the order of the stream. A job
  // that fails leaves the others alone; what is at its `out` is then undefined. May be called from
  // several threads. Throws Error(device) if the device has failed.
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
  Pool feeders_;  // beside the callers
};

}  // namespace hr::gpu
