// Conversions between all element types, one loop each.
#include "simd/convert.h"

namespace hr::HR_ISA {
namespace {

template <class To, class From>
void convert_loop(const void* in, void* out, int64_t n) {
  const From* __restrict a = static_cast<const From*>(in);
  To* __restrict b = static_cast<To*>(out);
  for (int64_t i = 0; i < n; i++) b[i] = convert<To, From>(a[i]);
}

template <class From, class... To>
void fill_row(ConvertFunction* row) {
  ((row[static_cast<int>(dtype_of<To>())] = &convert_loop<To, From>), ...);
}

template <class... T>
ConvertTable make() {
  ConvertTable t;
  (fill_row<T, T...>(t.f[static_cast<int>(dtype_of<T>())]), ...);
  return t;
}

}  // namespace

const ConvertTable& convert_table() {
  static const ConvertTable t = make<uint8_t, uint16_t, uint32_t, uint64_t, int8_t, int16_t,
                                     int32_t, int64_t, f16, float, double, bool, bf16>();
  return t;
}

}  // namespace hr::HR_ISA
