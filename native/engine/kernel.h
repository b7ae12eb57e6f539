// Kernel: pure functions on views of one sample, and the registry of all kernels.
//
// A kernel owns no memory, no random state and no threads. `infer` computes output shapes (and
// writes parameters into `state`), `run` fills the outputs of one sample. Kernels never see
// sequences: the engine calls them once per frame (a "virtual sample").
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/resource.h"
#include "base/rng.h"
#include "base/scratch.h"
#include "base/value.h"
#include "engine/args.h"
#include "engine/immediates.h"

namespace hr {

class Pool;

struct OutMeta {
  DType dtype = DType::u8;
  int ndim = 0;
};

// An argument passed as a value: numbers per sample.
struct Varying {
  int param = 0;
  bool per_frame = false;
};

struct Kernel;

inline constexpr uint64_t kFrameArgs = uint64_t(1) << 63;

// The constant part of a call, shared by all similar calls: kernel, static arguments, outputs.
// Immutable once made. Bindings must share this owner count (enable_shared_from_this): nodes die on
// worker threads, which must not need the GIL to release a Spec.
struct Spec : std::enable_shared_from_this<Spec> {
  const Kernel* kernel = nullptr;
  std::string op;             // public name of the operator
  std::vector<Const> consts;  // by the kernel's parameter index
  std::vector<OutMeta> outs;
  std::vector<Varying> varying;  // arguments passed per call, in passing order
  // Bit k: input k has a leading frame axis to unfold. kFrameArgs: only per-frame arguments have
  // one; each frame sees whole inputs.
  uint64_t frame_inputs = 0;
  bool fill_errors = false;  // on_error="fill"
  int device = -1;
  std::shared_ptr<void> args;      // argument struct; varying fields are empty
  std::shared_ptr<void> prepared;  // result of Kernel::prepare
  std::shared_ptr<void> callable;  // python lane: the function
  std::shared_ptr<Resource> resource;

  bool unfolds(int input) const { return input < 63 && (frame_inputs >> input & 1); }

  template <class A>
  const A& as() const {
    return *static_cast<const A*>(args.get());
  }
  template <class T>
  const T& prep() const {
    return *static_cast<const T*>(prepared.get());
  }
  // Reads the constants into `args`. varies[k]: calls pass parameter k.
  void read_constants(const std::vector<bool>& varies = {});
};

// One dynamic argument: finished samples, read element by element.
struct ArgView {
  const Samples* samples = nullptr;  // null: static
  bool per_frame = false;
};

// Arguments of one (sample, frame).
class Args {
 public:
  Args(const Spec& spec, const ArgView* dyn, int64_t sample, int64_t frame, RandomKey key,
       const Immediates* immediates = nullptr)
      : spec_(spec), dyn_(dyn), sample_(sample), frame_(frame), key_(key), immediates_(immediates) {
    if (spec.args) read_varying();
  }

  // The kernel's argument struct for this (sample, frame). See Note [Arguments].
  template <class A>
  const A& as() const {
    static_assert(sizeof(A) <= kMostBytes);
    return *static_cast<const A*>(varies_ ? own_ : spec_.args.get());
  }

  bool has(int k) const { return dyn_[k].samples || spec_.consts[k].given; }
  bool is_static(int k) const { return !dyn_[k].samples; }
  int64_t size(int k) const;  // number of elements
  Shape shape(int k) const;   // dynamic: without the frame axis; static: [size]
  double f(int k, int64_t j = 0) const;
  int64_t i(int k, int64_t j = 0) const;  // throws if it does not fit int64
  const std::string& s(int k) const { return spec_.consts[k].s; }
  double f_or(int k, double other) const { return has(k) ? f(k) : other; }
  int64_t i_or(int k, int64_t other) const { return has(k) ? i(k) : other; }
  // Element j, or the only element: lists of one broadcast over axes or channels.
  double f_cast(int k, int64_t j) const { return f(k, size(k) == 1 ? 0 : j); }
  int64_t i_cast(int k, int64_t j) const { return i(k, size(k) == 1 ? 0 : j); }

  const Spec& spec() const { return spec_; }
  int64_t sample() const { return sample_; }
  int64_t frame() const { return frame_; }
  RandomStream random() const { return RandomStream(key_, sample_); }
  const RandomKey& key() const { return key_; }
  // See Note [Immediate operands].
  const Immediate& immediate(int j) const { return (*immediates_)[static_cast<size_t>(j)]; }

 private:
  // A dynamic argument's numbers for this sample or frame.
  struct Values {
    const uint8_t* data;
    DType dtype;
    const int64_t* shape;
    int ndim;
    int64_t count;
  };
  Values values(int k) const;
  void read_varying();

  static constexpr size_t kMostBytes = 2048;
  const Spec& spec_;
  const ArgView* dyn_;
  int64_t sample_, frame_;
  RandomKey key_;
  const Immediates* immediates_;  // null: none (always for whole-batch kernels)
  bool varies_ = false;
  alignas(16) uint8_t own_[kMostBytes];  // used if varies_
};

struct InferContext {
  const Args& args;
  int nin, nout;
  const View* in;  // data is set only for inputs the kernel declared in `data_inputs`
  Shape* out;      // to be filled in
  void* state;     // kernel.state_size zeroed bytes
  int reduce = 1;  // for `region`: input 0 may be decoded at 1/2 … 1/reduce of its size
};

struct RunContext {
  const Args& args;
  int nin, nout;
  const View* in;
  View* out;
  void* state;
  int warnings = 0;

  template <class T>
  T& st() const {
    return *static_cast<T*>(state);
  }
};

// All samples' shapes, after infer ran for each: for kernels whose outputs must fit one another
// (pad). `out`: shapes of output 0, to be changed.
struct AgreeContext {
  int64_t n;
  uint8_t* state;         // n times state_size
  Shape* out;             // n
  const uint8_t* failed;  // n; true: skip this sample

  template <class T>
  T& st(int64_t i) const {
    return reinterpret_cast<T*>(state)[i];
  }
};

// A failed sample of a whole-batch kernel. Its outputs exist, empty or zero, and are kept with
// on_error="fill"; otherwise the call fails.
struct SampleFailure {
  int64_t sample;
  ErrorKind kind;
  std::string message;
  std::string source;            // file name, if the inputs do not know it
  std::shared_ptr<void> python;  // exception of a user's function
};

// Whole-batch kernels see all samples at once and return finished outputs (views or new memory).
struct BatchContext {
  const Spec& spec;
  int64_t n;  // samples of the output
  const std::vector<const Samples*>& in;
  const std::vector<ArgView>& dyn;
  RandomKey key;
  std::vector<Samples>& out;
  Pool* pool;  // for parallel()
  std::vector<SampleFailure> failures;

  Args at(int64_t sample) const { return Args(spec, dyn.data(), sample, 0, key); }
};

struct Kernel {
  const char* name = nullptr;
  const ArgSchema* args = nullptr;  // schema<FlipArgs>()
  std::vector<const char*> params;  // argument names, by index
  void (*infer)(InferContext&) = nullptr;
  void (*run)(RunContext&) = nullptr;
  void (*agree)(const AgreeContext&) = nullptr;  // after infer; not for kernels that unfold frames
  void (*run_batch)(BatchContext&) = nullptr;    // instead of infer/run
  void (*prepare)(Spec&) = nullptr;
  void (*fill)(InferContext&) = nullptr;  // shape of a failed sample; default: all ones
  int state_size = 0;                     // bytes per virtual sample; trivially copyable
  uint32_t data_inputs = 0;               // bit k: infer reads the data of input k
  bool view = false;                      // output 0 is input 0 reshaped: no copy
  bool reads_files = false;               // files may change between two equal calls
  bool elementwise = false;               // out[e] depends on in[e] alone: may run in chunks
  // Partial images (axes 0, 1), for kernels that unfold no frames: Note [Regions] in plan.cc.
  bool makes_region = false;  // run() can make part of output 0, which is then `windowed`
  bool pixelwise = false;     // out[y, x] depends only on in[y, x]: the engine narrows the views
  // The part of input 0 read to make part `want` of output 0 (null: all); called after infer, with
  // only the shape of input 0. Null: reads all. Kernels with one accept a `windowed` input 0.
  Region (*region)(const InferContext&, const Region* want) = nullptr;
  // Largest reduction a makes_region kernel supports (Region::reduce): 1, 2, 4 or 8. Null: 1.
  int (*reduces)(const InferContext&) = nullptr;
  float cost = 1.0f;  // relative to one pass over the larger of input and output
};

// The schema of an argument struct.
template <Schematic A>
const ArgSchema* schema() {
  return &schema_of(static_cast<const A*>(nullptr));
}

// typed<run> adapts a function of (argument struct, context) to one of the context alone. The
// context is a Spec or has `args`.
template <auto F>
struct Typed;
template <class R, class A, class C, class... More, R (*F)(const A&, C, More...)>
struct Typed<F> {
  static R call(C context, More... more) {
    if constexpr (requires { context.args.template as<A>(); })
      return F(context.args.template as<A>(), context, more...);
    else
      return F(context.template as<A>(), context, more...);
  }
};
template <auto F>
inline constexpr auto typed = &Typed<F>::call;

// Registration: `const KernelEntry entry{{.name = "flip", ...}};` at namespace scope in a .cc file.
struct KernelEntry {
  explicit KernelEntry(Kernel k);
};
const Kernel* find_kernel(const std::string& name);  // null: unknown
std::vector<const Kernel*> all_kernels();

}  // namespace hr
