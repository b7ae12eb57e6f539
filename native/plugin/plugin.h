// Interface of operators in user-built shared libraries: what such a library includes and exports.
//
//   struct TintArgs { List<double> color; double amount; };
//   HR_ARGS(TintArgs, color, amount);
//   void infer(InferContext& c) { c.out[0] = c.in[0].shape; }
//   void run(const TintArgs& a, RunContext& c) { … }
//   const plugin::Operator tint{
//       {.name = "tint", .args = schema<TintArgs>(), .infer = infer, .run = typed<run>}};
//   HEADRACE_PLUGIN();  // in one of its files
//
// It runs on the GPU too if the library has device code for it, in a .cuh file that lies beside the
// library (see gpu/kernel.h):
//
//   const plugin::OnGpu on_gpu{"tint", {.file = "tint.cuh", .type = "Tint", …}};
//
// Note [Plug-ins]
// A library is compiled against these headers and shares structs with the module that loads it, so
// both must agree on their layout. The entry point's name contains the interface version, and the
// library reports the struct sizes it was compiled with: another version or other sizes are
// rejected before any of its code runs. It needs no symbols of the module: functions that it calls
// are inline, compiled into it (engine/args.cc, base/shape.cc), or virtual (gpu::Run).
#pragma once
#include <span>
#include <string>
#include <vector>

#include "engine/kernel.h"
#include "gpu/kernel.h"

namespace hr::plugin {

// Information for Python besides the kernel. Outputs are like input 0.
struct Definition {
  Kernel kernel;
  int inputs = 1;
  const char* doc = "";
};

// The GPU side of one of the library's kernels.
struct GpuDefinition {
  const char* kernel;
  gpu::GpuKernel gpu;
};

template <class T>
std::vector<T>& listed() {
  static std::vector<T> all;
  return all;
}

struct Operator {
  explicit Operator(Kernel kernel, int inputs = 1, const char* doc = "") {
    listed<Definition>().push_back({std::move(kernel), inputs, doc});
  }
};

struct OnGpu {
  OnGpu(const char* kernel, gpu::GpuKernel gpu) {
    listed<GpuDefinition>().push_back({kernel, gpu});
  }
};

// Layout of the shared structs.
inline std::string layout() {
  std::string text = "C++ ABI " + std::to_string(_GLIBCXX_USE_CXX11_ABI) + ", sizes";
  for (size_t size : {sizeof(Definition), sizeof(Kernel), sizeof(Spec), sizeof(Args), sizeof(View),
                      sizeof(InferContext), sizeof(RunContext), sizeof(ArgField),
                      sizeof(GpuDefinition), sizeof(gpu::StepSample), sizeof(gpu::Run)})
    text += " " + std::to_string(size);
  return text;
}

struct Table {
  const char* layout;
  std::span<const Definition> operators;
  std::span<const GpuDefinition> on_gpu;
};

#define HEADRACE_PLUGIN_ENTRY headrace_plugin_2
#define HEADRACE_PLUGIN()                                                                  \
  extern "C" __attribute__((visibility("default"))) const ::hr::plugin::Table*             \
  HEADRACE_PLUGIN_ENTRY() {                                                                \
    using namespace ::hr::plugin;                                                          \
    static const std::string text = layout();                                              \
    static const Table table{text.c_str(), listed<Definition>(), listed<GpuDefinition>()}; \
    return &table;                                                                         \
  }                                                                                        \
  static_assert(true)

}  // namespace hr::plugin
