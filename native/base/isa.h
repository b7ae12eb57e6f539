// Which instruction set the kernels in native/simd run with.
#pragma once

namespace hr {

enum class Isa : int { base, avx2, avx512 };

Isa isa_level();  // best of CPU, build and HEADRACE_ISA
const char* isa_name(Isa);

// Files in native/simd are compiled once per instruction set with HR_ISA set; each defines its
// functions in namespace hr::HR_ISA. This picks the right one: HR_DISPATCH(table()).
#if defined(HR_X86)
#define HR_DISPATCH(call)                                      \
  (::hr::isa_level() == ::hr::Isa::avx512 ? ::hr::avx512::call \
   : ::hr::isa_level() == ::hr::Isa::avx2 ? ::hr::avx2::call   \
                                          : ::hr::base::call)
#else
#define HR_DISPATCH(call) (::hr::base::call)
#endif

}  // namespace hr
