// Decoding JPEGs on the GPU through nvImageCodec: its hardware engine first, then CUDA.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace hr::gpu {

struct Library;

class GpuDecoder {
 public:
  enum class Color : uint8_t { rgb, bgr, gray };

  enum Backends : unsigned { hardware = 1, cuda = 2, hybrid = 4, cpu = 8 };

  // For `device`: the library's CPU codecs, into host memory. For tests where there is no GPU.
  static constexpr int kHost = -1;

  // The share of pictures that CPU workers decode although the engine could, 0 to 1. Which ones is
  // a function of their places in the batch.
  static void leave_to_host(double share);
  static bool left_to_host(int64_t place);

  struct Settings {
    std::string folder;                             // of libnvimgcodec.so.0, with extensions/ in it
    std::vector<std::string> extensions{"nvjpeg"};  // modules to load
    // No CPU codecs: what the GPU cannot decode is left to our own.
    unsigned backends = hardware | cuda | hybrid;
    // Which engine decodes a sample depends on the sample alone. Otherwise the library shares a
    // batch out among the engines by their load, and pixels vary from run to run.
    bool fixed_engine = true;
    bool fancy_upsampling = true;  // smooth chroma, as on the CPU
    int threads = 0;               // of each decoder, the library's own; 0: as many as cores
    int decoders = 2;              // how many calls of `decode` run at a time
    std::string options;           // more for the library: "<decoder>:<name>=<value> ..."
    bool messages = false;         // the library's warnings go to stderr
  };

  struct Options {
    Color color = Color::rgb;
    bool adjust_orientation = true;  // turn the picture as its EXIF data says
    // The hardware engine writes without waiting for the stream (Note [Idle outputs]). True: the
    // caller knows that nothing uses the outputs. False: the host waits for the stream first.
    bool outputs_idle = false;
  };

  struct Job {
    const uint8_t* data = nullptr;  // the file, in host memory; read until `decode` returns
    size_t size = 0;
    uint64_t out = 0;             // a device pointer: uint8, interleaved
    int64_t pitch = 0;            // bytes from row to row; 0: rows are dense
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
  void prepare(Slot& slot, Job* jobs, int64_t n, const Options& options, void* stream);
  void submit(Slot& slot, Job* jobs, const Options& options);

  int device_;
  Settings settings_;
  Library* library_ = nullptr;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> free_;
  std::mutex mutex_;
  std::condition_variable returned_;
};

}  // namespace hr::gpu
