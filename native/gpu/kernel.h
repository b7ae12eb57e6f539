// The GPU side of a kernel. Shapes and parameters come from the kernel's own `infer`, which runs on
// the host for both lanes; here is what then happens on the device:
//   - a step of composed kernels: a template of native/gpu/device and how its parameters are
//   packed, or
//   - a launch of its own: a function that packs tables and names kernels.
// Entries are found by the kernel's name: `const Entry entry{"flip", {.file =
// "operators/geometry/flip.cuh", ...}};`
#pragma once
#include <cstring>
#include <string>
#include <vector>

#include "engine/kernel.h"
#include "gpu/stream.h"

namespace hr::gpu {

// Which axes of a sample are depth, rows, columns and channels; -1: there is none. Axes in front of
// all of these need no name: the samples are taken apart along them.
struct Axes {
  int z = -1, y = -1, x = -1, c = -1;
  bool operator==(const Axes&) const = default;
};

// The same, and the only other axis behind the first of them is that of the channels.
Axes with_channels(Axes a, int ndim);

// One virtual sample of a step: a sample, or a frame of it. Data of views are device addresses.
struct StepSample {
  const Args& args;
  int nin, nout;
  const View* in;
  const View* out;
  void* state;
  int channels = 1;  // what x counts: 1 where pixels are whole, else elements of so many channels
  Axes out_axes, in_axes;  // of the output and of input 0, as the chain sees them
  // A place in the upload for `bytes` of constants (tables, weights); returns its offset, which the
  // device adds to Launch::arena, or a step to the address of its record. 16-byte aligned.
  std::function<uint64_t(const void*, size_t)> attach;

  template <class T>
  const T& st() const {
    return *static_cast<const T*>(state);
  }
  // Sizes in pixels; 1 along an axis that is not there.
  static int size(const View& v, int axis) {
    return axis < 0 ? 1 : static_cast<int>(v.shape[axis]);
  }
};

// How a step reads its inputs.
enum class Reads {
  same,   // the pixel at the same place, and nothing else of other places
  moved,  // one pixel at another place
  many    // many pixels at other places: input 0 has to be in memory, moved at most
};

// Which pixels of a step that reads many share work: a thread makes those.
enum class Shares { nothing, below, beside };

class Run;

struct GpuKernel {
  // A step of composed kernels.
  const char* file = nullptr;  // in native/gpu/device
  const char* type = nullptr;  // template <class T, int N, int At, class... In>
  // More template arguments, behind the inputs: ", 2, true". Null: none.
  std::string (*more)(const Spec&, const View* in, int nin) = nullptr;
  int params = 0;  // bytes of the step's parameters
  void (*pack)(const StepSample&, void* params) = nullptr;
  // Axes of an input or of the output (input -1). Null: element by element, whatever the axes.
  Axes (*axes)(const Spec&, int input, int ndim) = nullptr;
  Reads reads = Reads::same;
  bool whole_pixels = false;  // needs all channels of a pixel at once: 4 at most
  bool anywhere = false;      // the same for pixels everywhere: rows may be joined
  bool vector = true;         // false: pixels cost so much that a thread makes one at a time
  Shares shares = Shares::nothing;
  // Blocks of 256 threads that a processor shall run at once, which bounds their registers: where
  // it reads many pixels, or is alone. Null: as many as there can be.
  int (*least_blocks)(const Spec&) = nullptr;
  // Whether this structure of a call can be a step; else `run` has to do it. Null: always.
  bool (*composes)(const Spec&) = nullptr;

  // A launch of its own, for all samples of a call.
  void (*run)(Run&) = nullptr;
  // Such a launch of a step that no other joins, where it is faster; false, and nothing done, where
  // it is not. Null: it never is.
  bool (*alone)(Run&) = nullptr;
  // Of kernels that see whole batches (Kernel::run_batch).
  void (*run_batch)(BatchContext&, const StreamRef&) = nullptr;
  bool host_work = false;  // `run` keeps the calling thread busy: a worker does it
  // Outputs 1, 2 … that the host computes; of sequences, for all frames at once. Null: there are
  // none.
  void (*host_output)(const StepSample&, int out, void* to) = nullptr;
};

struct Entry {
  Entry(const char* kernel, GpuKernel k);
};
const GpuKernel* find_gpu_kernel(const std::string& kernel);  // null: the CPU alone has it

// The CUDA name of an element type, as in native/gpu/device/types.cuh.
const char* type_name(DType t);

// A batch of launches that share one upload. Kernels with a launch of their own get one.
class Run {
 public:
  explicit Run(const StreamRef& stream);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  void begin(const Spec& spec);  // what follows belongs to a call of this spec

  // What is to be done: the virtual samples of the call that did not fail.
  std::vector<StepSample> samples;
  std::vector<SampleFailure> failures;  // of single samples, by their number in the batch
  const Spec& spec() const { return *spec_; }
  const StreamRef& stream() const { return stream_; }

  // A place in the upload; returns its offset from the start of it. 16-byte aligned.
  uint64_t attach(const void* data, size_t bytes);
  uint64_t reserve(size_t bytes);  // zeroed
  // A table of n records, zeroed; valid until the next attach or table.
  template <class P>
  P* table(int64_t n, uint64_t* offset) {
    *offset = reserve(sizeof(P) * static_cast<size_t>(n));
    return reinterpret_cast<P*>(arena_.data() + *offset);
  }
  template <class P>
  P& at(uint64_t offset, int64_t i) {
    return reinterpret_cast<P*>(arena_.data() + offset)[i];
  }
  // Device memory until the launches are through, not cleared.
  Address temporary(size_t bytes);
  void clear(Address to, size_t bytes);  // before later launches, after earlier ones
  void fill(Address to, const void* from, size_t bytes);  // by way of the upload

  // The kernel `call` of a file: "histogram<u8>" becomes histogram<u8>(Launch) with n records of
  // `stride` bytes at `table`. The grid has a row of blocks for each record (65,535 at most:
  // kernels go on with record s + gridDim.y).
  void launch(const std::string& file, const std::string& call, uint64_t table, int64_t n,
              size_t stride, unsigned blocks, unsigned threads = 256,
              std::initializer_list<uint64_t> extra = {});
  // The same, of several files.
  void launch_text(const std::string& text, uint64_t table, int64_t n, size_t stride,
                   unsigned blocks, unsigned threads, std::initializer_list<uint64_t> extra = {});

  void enqueue();  // one upload, then everything in order; also the start of work that follows

 private:
  struct Item {
    std::string text;
    uint64_t table;
    int64_t n;
    size_t stride;
    Grid grid;
    uint64_t extra[8] = {};
    Address clear_at = 0;  // or: memory to clear, or to fill from the upload
    size_t clear_bytes = 0;
    int64_t fill_from = -1;
  };

  StreamRef stream_;
  const Spec* spec_ = nullptr;
  std::vector<uint8_t> arena_;
  std::vector<Item> items_;
  std::vector<BufferRef> temporaries_;
};

// Blocks of `threads` that cover `work` items of one sample, not more than are useful.
unsigned blocks_for(int64_t work, unsigned threads = 256);

// Compiled kernels by text; compiles what is new through the function below.
Handle function_for(int device, const std::string& text);
// text, device → image (a cubin; in emulation, the path of a library). Set once, by the bindings.
void set_compiler(std::function<std::string(const std::string&, int)> compile);

}  // namespace hr::gpu
