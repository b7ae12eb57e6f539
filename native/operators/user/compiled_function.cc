// compiled_function: a user's function compiled to native code, called per sample.
#include "engine/kernel.h"

namespace hr::compiled_function_kernel {
namespace {

constexpr int kMostArrays = 32;  // inputs and outputs

struct CompiledArgs {
  int64_t run;                   // address of a RunFunction
  std::optional<int64_t> shape;  // of a ShapeFunction; default: the shape of input 0
  List<double> numbers;          // constant arguments
};
HR_ARGS(CompiledArgs, run, shape, numbers);

// arrays: inputs, then outputs; extents: the shapes of all arrays, concatenated.
using RunFunction = int64_t (*)(void** arrays, const int64_t* extents, const double* numbers);
using ShapeFunction = int64_t (*)(const int64_t* in, const double* numbers, int64_t* out);
enum Status : int64_t { kDone, kRaised, kOtherShape };

struct Numbers {
  double values[kMostArrays];
  explicit Numbers(const CompiledArgs& a) {
    for (int64_t k = 0; k < a.numbers.size(); k++) values[k] = a.numbers[k];
  }
};

struct Extents {
  int64_t values[kMostArrays * kMaxDims];
  int count = 0;
  void add(const Shape& s) {
    for (int d = 0; d < s.ndim; d++) values[count++] = s[d];
  }
};

void prepare(const CompiledArgs& a, Spec&) {
  if (a.numbers.size() > kMostArrays)
    fail_value("a compiled function has " + std::to_string(kMostArrays) + " arguments at most");
}

void check(int64_t status, const char* what) {
  if (status == kRaised) fail(ErrorKind::runtime, std::string(what) + " raised an exception");
  if (status == kOtherShape)
    fail_value("the function returned an array of another shape than was announced (shape=)");
}

void infer(const CompiledArgs& a, InferContext& c) {
  if (c.nin + c.nout > kMostArrays)
    fail_value("a compiled function has " + std::to_string(kMostArrays) + " arrays at most");
  if (!a.shape) {
    for (int o = 0; o < c.nout; o++) c.out[o] = c.in[0].shape;
    return;
  }
  Extents in;
  for (int j = 0; j < c.nin; j++) in.add(c.in[j].shape);
  int64_t made[kMostArrays * kMaxDims] = {};
  const int64_t* at = made;
  check(reinterpret_cast<ShapeFunction>(*a.shape)(in.values, Numbers(a).values, made),
        "the function of shape=");
  for (int o = 0; o < c.nout; o++)
    for (int d = 0; d < c.args.spec().outs[static_cast<size_t>(o)].ndim; d++) {
      if (*at < 0)
        fail_value("shape= returned " + std::to_string(*at) + " for axis " + std::to_string(d));
      c.out[o].push(*at++);
    }
}

void run(const CompiledArgs& a, RunContext& c) {
  void* arrays[kMostArrays];
  Extents extents;
  for (int j = 0; j < c.nin; j++) arrays[j] = c.in[j].data, extents.add(c.in[j].shape);
  for (int o = 0; o < c.nout; o++) arrays[c.nin + o] = c.out[o].data, extents.add(c.out[o].shape);
  check(reinterpret_cast<RunFunction>(a.run)(arrays, extents.values, Numbers(a).values),
        "the function");
}

const KernelEntry entry{{.name = "compiled_function",
                         .args = schema<CompiledArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .prepare = typed<prepare>}};

}  // namespace
}  // namespace hr::compiled_function_kernel
