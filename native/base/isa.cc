// Chooses the instruction set, once per process.
#include "base/isa.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace hr {

const char* isa_name(Isa i) {
  return i == Isa::avx512 ? "avx512" : i == Isa::avx2 ? "avx2" : "base";
}

Isa isa_level() {
  static const Isa level = [] {
    Isa best = Isa::base;
#if defined(HR_X86)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) best = Isa::avx2;
    if (best == Isa::avx2 && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
      best = Isa::avx512;
#endif
    if (const char* v = std::getenv("HEADRACE_ISA")) {
      for (Isa i : {Isa::base, Isa::avx2, Isa::avx512})
        if (!std::strcmp(v, isa_name(i)) && i <= best) return i;
    }
    return best;
  }();
  return level;
}

}  // namespace hr
