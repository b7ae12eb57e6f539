// Affine maps of points; dimensions up to 4 are compile-time constants.
#include "simd/points.h"

namespace hr::HR_ISA {
namespace {

template <class Real, int kFrom, int kTo>
void fixed(const Real* __restrict in, Real* __restrict out, int64_t count, const Real* matrix,
           const Real* offset) {
  Real m[kTo][kFrom], t[kTo];
  for (int r = 0; r < kTo; r++) {
    t[r] = offset[r];
    for (int c = 0; c < kFrom; c++) m[r][c] = matrix[r * kFrom + c];
  }
  for (int64_t p = 0; p < count; p++)
    for (int r = 0; r < kTo; r++) {
      Real sum = m[r][0] * in[p * kFrom];
      for (int c = 1; c < kFrom; c++) sum += m[r][c] * in[p * kFrom + c];
      out[p * kTo + r] = sum + t[r];
    }
}

template <class Real, int kFrom>
bool fixed_from(const Real* in, Real* out, int64_t count, int to, const Real* matrix,
                const Real* offset) {
  switch (to) {
    case 1:
      return fixed<Real, kFrom, 1>(in, out, count, matrix, offset), true;
    case 2:
      return fixed<Real, kFrom, 2>(in, out, count, matrix, offset), true;
    case 3:
      return fixed<Real, kFrom, 3>(in, out, count, matrix, offset), true;
    case 4:
      return fixed<Real, kFrom, 4>(in, out, count, matrix, offset), true;
    default:
      return false;
  }
}

template <class Real>
void map(const Real* in, Real* out, int64_t count, int from, int to, const Real* matrix,
         const Real* offset) {
  bool done = from == 1   ? fixed_from<Real, 1>(in, out, count, to, matrix, offset)
              : from == 2 ? fixed_from<Real, 2>(in, out, count, to, matrix, offset)
              : from == 3 ? fixed_from<Real, 3>(in, out, count, to, matrix, offset)
              : from == 4 ? fixed_from<Real, 4>(in, out, count, to, matrix, offset)
                          : false;
  if (done) return;
  for (int64_t p = 0; p < count; p++, in += from, out += to)
    for (int r = 0; r < to; r++) {
      Real sum = from ? matrix[r * from] * in[0] : Real(0);
      for (int c = 1; c < from; c++) sum += matrix[r * from + c] * in[c];
      out[r] = sum + offset[r];
    }
}

}  // namespace

const PointsTable& points_table() {
  static const PointsTable t{&map<float>, &map<double>};
  return t;
}

}  // namespace hr::HR_ISA
