// The instruction set that kernels in native/simd use.
#pragma once

namespace hr {

enum class Isa : int { base, avx2, avx512 };

Isa isa_level();  // best supported by CPU and build, capped by HEADRACE_ISA
const char* isa_name(Isa);

// Files in native/simd are compiled once per instruction set, in namespace hr::HR_ISA.
// HR_DISPATCH(table()) calls the version that suits the CPU.
#if defined(HR_X86)
#define HR_DISPATCH(call)                                      \
  (::hr::isa_level() == ::hr::Isa::avx512 ? ::hr::avx512::call \
   : ::hr::isa_level() == ::hr::Isa::avx2 ? ::hr::avx2::call   \
                                          : ::hr::base::call)
#else
#define HR_DISPATCH(call) (::hr::base::call)
#endif

}  // namespace hr
