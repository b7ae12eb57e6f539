// The GPU side of a kernel. Shapes and parameters come from the kernel's `infer`, which runs on the
// host for both lanes. On the device a kernel is
//   - a step of composed kernels: a device template, and a function that packs its parameters, or
//   - a launch of its own: a function that packs tables and names kernels.
// Register it under the kernel's name:
//   const Entry entry{"flip", {.file = "operators/geometry/flip.cuh", ...}};
//
// Libraries with operators of their own include this file too and link nothing of the module: what
// they call is inline or virtual (see plugin/plugin.h).
#pragma once
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "engine/kernel.h"
#include "gpu/stream.h"

namespace hr::gpu {

// Which axes of a sample are depth, rows, columns and channels; -1: absent. Unnamed leading axes
// become virtual samples.
struct Axes {
  int z = -1, y = -1, x = -1, c = -1;
  bool operator==(const Axes&) const = default;
};

// Adds the channel axis: the only other axis behind the first of these.
inline Axes with_channels(Axes a, int ndim) {
  int first = ndim;
  for (int axis : {a.z, a.y, a.x})
    if (axis >= 0) first = std::min(first, axis);
  for (int d = first; d < ndim; d++)
    if (d != a.z && d != a.y && d != a.x) {
      if (a.c >= 0)
        fail(ErrorKind::notimplemented, "this arrangement of axes does not run on the GPU");
      a.c = d;
    }
  return a;
}

// One virtual sample of a step: a sample or a frame of it. Views hold device addresses.
struct StepSample {
  const Args& args;
  int nin, nout;
  const View* in;
  const View* out;
  void* state;
  int channels = 1;  // 1 if x counts whole pixels, else the number of channels: x counts elements
  Axes out_axes, in_axes;  // of the output and of input 0, in the chain's view
  // Adds constants (tables, weights) to the upload, 16-byte aligned; returns their offset from
  // Launch::arena, or for a composed step from its record.
  std::function<uint64_t(const void*, size_t)> attach;

  template <class T>
  const T& st() const {
    return *static_cast<const T*>(state);
  }
  // Extent along an axis; 1 if absent.
  static int size(const View& v, int axis) {
    return axis < 0 ? 1 : static_cast<int>(v.shape[axis]);
  }
};

// How a step reads its inputs.
enum class Reads {
  same,   // only the pixel at the same position
  moved,  // one pixel at another position
  many    // many pixels: input 0 must be in memory, or a `moved` step on memory
};

// Which neighbouring pixels share work if the step reads many: one thread computes them.
enum class Shares { nothing, below, beside };

class Run;

struct GpuKernel {
  // A step of composed kernels.
  const char* file = nullptr;  // in native/, or beside the library that brings the kernel
  const char* type = nullptr;  // template <class T, int N, int At, class... In>
  // Extra template arguments after the inputs, such as ", 2, true". Null: none.
  std::string (*more)(const Spec&, const View* in, int nin) = nullptr;
  int params = 0;  // bytes of the step's parameters
  void (*pack)(const StepSample&, void* params) = nullptr;
  // Axes of an input, or of the output (input = -1). Null: elementwise, axes do not matter.
  Axes (*axes)(const Spec&, int input, int ndim) = nullptr;
  Reads reads = Reads::same;
  bool whole_pixels = false;  // needs all channels of a pixel at once: at most 4
  bool anywhere = false;      // does not depend on the position: rows may be merged
  bool vector = true;         // false: expensive pixels, one per thread at a time
  Shares shares = Shares::nothing;
  // Minimum resident blocks per SM, which limits registers; applied if the step reads many pixels
  // or is unfused. Null: no bound.
  int (*least_blocks)(const Spec&) = nullptr;
  // Whether a call with this spec can be composed; otherwise `run` launches it. Null: always.
  bool (*composes)(const Spec&) = nullptr;

  // A launch of its own for all samples of a call.
  void (*run)(Run&) = nullptr;
  // Optional faster launch for an unfused step; false = not launched, fall back. Null: none.
  bool (*alone)(Run&) = nullptr;
  // For whole-batch kernels (Kernel::run_batch).
  void (*run_batch)(BatchContext&, const StreamRef&) = nullptr;
  bool host_work = false;  // `run` blocks the calling thread: use a worker
  // Writes outputs 1, 2 … that the host computes, for all frames of a sequence at once. Null: none.
  void (*host_output)(const StepSample&, int out, void* to) = nullptr;
  const char* folder = "";  // of the files, with a slash; set when a library is loaded
};

struct Entry {
  Entry(const char* kernel, GpuKernel k);
};
const GpuKernel* find_gpu_kernel(const std::string& kernel);  // null: CPU only

// The CUDA name of an element type (device/types.cuh).
inline const char* type_name(DType t) {
  static constexpr const char* names[] = {"u8",  "u16", "u32",   "u64",    "i8",   "i16", "i32",
                                          "i64", "f16", "float", "double", "bool", "bf16"};
  return names[static_cast<int>(t)];
}

// A series of launches that share one upload, passed to kernels with a launch of their own.
class Run {
 public:
  explicit Run(const StreamRef& stream);
  virtual ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  void begin(const Spec& spec, const char* folder = "");  // starts the next call

  // The virtual samples of the call that did not fail.
  std::vector<StepSample> samples;
  std::vector<SampleFailure> failures;  // by sample index in the batch
  const Spec& spec() const { return *spec_; }
  const StreamRef& stream() const { return stream_; }

  // Adds data to the upload, 16-byte aligned; returns its offset.
  uint64_t attach(const void* data, size_t bytes) {
    const uint64_t at = reserve(bytes);
    if (bytes) std::memcpy(arena_.data() + at, data, bytes);
    return at;
  }
  virtual uint64_t reserve(size_t bytes);  // zeroed
  // A zeroed table of n records; the pointer is valid until the next attach or table.
  template <class P>
  P* table(int64_t n, uint64_t* offset) {
    *offset = reserve(sizeof(P) * static_cast<size_t>(n));
    return reinterpret_cast<P*>(arena_.data() + *offset);
  }
  template <class P>
  P& at(uint64_t offset, int64_t i) {
    return reinterpret_cast<P*>(arena_.data() + offset)[i];
  }
  // Uninitialized device memory, released after the launches.
  virtual Address temporary(size_t bytes);
  virtual void clear(Address to, size_t bytes);                   // ordered with the launches
  virtual void fill(Address to, const void* from, size_t bytes);  // copied with the upload

  // Launches `call` of a file, such as "histogram<u8>", as histogram<u8>(Launch) with n records of
  // `stride` bytes at `table`. gridDim.y = min(n, 65,535): kernels loop over records with stride
  // gridDim.y.
  virtual void launch(const std::string& file, const std::string& call, uint64_t table, int64_t n,
                      size_t stride, unsigned blocks, unsigned threads = 256,
                      std::initializer_list<uint64_t> extra = {});
  // The same for kernel source text, which may include several files.
  void launch_text(const std::string& text, uint64_t table, int64_t n, size_t stride,
                   unsigned blocks, unsigned threads, std::initializer_list<uint64_t> extra = {});

  void enqueue();  // uploads once, then enqueues everything in order; may be called again

 private:
  struct Item {
    std::string text;
    uint64_t table;
    int64_t n;
    size_t stride;
    Grid grid;
    uint64_t extra[8] = {};
    Address clear_at = 0;  // instead of a launch: memory to clear, or to fill from the upload
    size_t clear_bytes = 0;
    int64_t fill_from = -1;
  };

  StreamRef stream_;
  const Spec* spec_ = nullptr;
  const char* folder_ = "";
  std::vector<uint8_t> arena_;
  std::vector<Item> items_;
  std::vector<BufferRef> temporaries_;
};

// Blocks of `threads` to cover `work` items of one sample, at most 4096.
inline unsigned blocks_for(int64_t work, unsigned threads = 256) {
  return static_cast<unsigned>(std::clamp<int64_t>((work + threads - 1) / threads, 1, 4096));
}

// The compiled kernel for a source text; compiles it on first use.
Handle function_for(int device, const std::string& text);
// Sets the compiler: (text, device) → image (cubin; in emulation a library path). Called once by
// the bindings.
void set_compiler(std::function<std::string(const std::string&, int)> compile);

}  // namespace hr::gpu
