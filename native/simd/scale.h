// Scales and shifts elements, with conversion: (x - center) * mul + add.
#pragma once
#include "base/dtype.h"
#include "base/isa.h"

namespace hr {

// Rows of `columns` elements; one `center` and `mul` per column. Computes in Real.
template <class Real>
using ScaleRows = void (*)(const void* in, void* out, int64_t rows, int64_t columns,
                           const Real* center, const Real* mul, Real add);

struct ScaleTable {
  ScaleRows<float> f[13][13];  // [from][to]; null: convert to float first
  ScaleRows<double> f64;       // double to double
};

#if defined(HR_X86)
namespace avx2 {
const ScaleTable& scale_table();
}
namespace avx512 {
const ScaleTable& scale_table();
}
#endif
namespace base {
const ScaleTable& scale_table();
}

inline const ScaleTable& scalers() {
  static const ScaleTable& t = HR_DISPATCH(scale_table());
  return t;
}

}  // namespace hr
