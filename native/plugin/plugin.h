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
// Note [Plug-ins]
// A library is compiled against these headers and shares structs with the module that loads it, so
// both must agree on their layout. The entry point's name contains the interface version, and the
// library reports the struct sizes it was compiled with: another version or other sizes are
// rejected before any of its code runs. It needs no symbols of the module.
#pragma once
#include <string>
#include <vector>

#include "engine/kernel.h"

namespace hr::plugin {

// Information for Python besides the kernel. Outputs are like input 0.
struct Definition {
  Kernel kernel;
  int inputs = 1;
  const char* doc = "";
};

inline std::vector<Definition>& definitions() {
  static std::vector<Definition> all;
  return all;
}

struct Operator {
  explicit Operator(Kernel kernel, int inputs = 1, const char* doc = "") {
    definitions().push_back({std::move(kernel), inputs, doc});
  }
};

// Layout of the shared structs.
inline std::string layout() {
  std::string text = "C++ ABI " + std::to_string(_GLIBCXX_USE_CXX11_ABI) + ", sizes";
  for (size_t size : {sizeof(Definition), sizeof(Kernel), sizeof(Spec), sizeof(Args), sizeof(View),
                      sizeof(InferContext), sizeof(RunContext), sizeof(ArgField)})
    text += " " + std::to_string(size);
  return text;
}

struct Table {
  const char* layout;
  const Definition* first;
  size_t count;
};

#define HEADRACE_PLUGIN_ENTRY headrace_plugin_1
#define HEADRACE_PLUGIN()                                                                      \
  extern "C" __attribute__((visibility("default"))) const ::hr::plugin::Table*                 \
  HEADRACE_PLUGIN_ENTRY() {                                                                    \
    static const std::string layout = ::hr::plugin::layout();                                  \
    static const ::hr::plugin::Table table{layout.c_str(), ::hr::plugin::definitions().data(), \
                                           ::hr::plugin::definitions().size()};                \
    return &table;                                                                             \
  }                                                                                            \
  static_assert(true)

}  // namespace hr::plugin
