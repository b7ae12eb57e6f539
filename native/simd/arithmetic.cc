// Arithmetic loops, plain for the compiler to vectorise.
#include "simd/arithmetic.h"

#include <cmath>

#include "simd/arithmetic_operations.h"
#include "simd/float_math.h"

namespace hr::HR_ISA {
namespace {

// ---- loops ------------------------------------------------------------------------------------

// Applies F to elements of A (and B, C), giving R.
template <class F, class A, class R>
void unary(const void* pa, const void*, const void*, void* po, int64_t n) {
  const A* __restrict a = static_cast<const A*>(pa);
  R* __restrict out = static_cast<R*>(po);
  for (int64_t i = 0; i < n; i++) out[i] = F::apply(a[i]);
}

template <class F, class A, class B, class R>
void binary(const void* pa, const void* pb, const void*, void* po, int64_t n) {
  const A* __restrict a = static_cast<const A*>(pa);
  const B* __restrict b = static_cast<const B*>(pb);
  R* __restrict out = static_cast<R*>(po);
  for (int64_t i = 0; i < n; i++) out[i] = F::apply(a[i], b[i]);
}

template <class F, class A, class B, class R>
void binary_scalar(const void* pa, const void* pb, const void*, void* po, int64_t n) {
  const A* __restrict a = static_cast<const A*>(pa);
  const B b = *static_cast<const B*>(pb);
  R* __restrict out = static_cast<R*>(po);
  for (int64_t i = 0; i < n; i++) out[i] = F::apply(a[i], b);
}

template <class T>
T clamp_one(T v, T lo, T hi) {  // hi wins if lo > hi; NaN bounds are ignored
  T t = v < lo ? lo : v;
  return t > hi ? hi : t;
}

template <class T>
void clamp(const void* pa, const void* pb, const void* pc, void* po, int64_t n) {
  const T* __restrict a = static_cast<const T*>(pa);
  const T* __restrict lo = static_cast<const T*>(pb);
  const T* __restrict hi = static_cast<const T*>(pc);
  T* __restrict out = static_cast<T*>(po);
  for (int64_t i = 0; i < n; i++) out[i] = clamp_one(a[i], lo[i], hi[i]);
}

template <class T>
void clamp_scalar(const void* pa, const void* pb, const void* pc, void* po, int64_t n) {
  const T* __restrict a = static_cast<const T*>(pa);
  const T lo = *static_cast<const T*>(pb), hi = *static_cast<const T*>(pc);
  T* __restrict out = static_cast<T*>(po);
  for (int64_t i = 0; i < n; i++) out[i] = clamp_one(a[i], lo, hi);
}

// ---- integer division -------------------------------------------------------------------------

template <class F, class T>
void division(const void* pa, const void* pb, const void*, void* po, int64_t n) {
  const T* __restrict b = static_cast<const T*>(pb);
  bool zero = false;
  for (int64_t i = 0; i < n; i++) zero |= b[i] == 0;
  if (zero) fail_division_by_zero();
  binary<F, T, T, T>(pa, pb, nullptr, po, n);
}

template <class F, class T>
void division_scalar(const void* pa, const void* pb, const void*, void* po, int64_t n) {
  if (n && *static_cast<const T*>(pb) == 0) fail_division_by_zero();
  binary_scalar<F, T, T, T>(pa, pb, nullptr, po, n);
}

// ---- powers -----------------------------------------------------------------------------------

// One exponent for all: multiplies whole blocks.
template <class T>
void pow_int_scalar(const void* pa, const void* pb, const void*, void* po, int64_t n) {
  using U = std::make_unsigned_t<T>;
  constexpr int64_t kBlock = 256;
  const U* __restrict a = static_cast<const U*>(pa);
  const T b = *static_cast<const T*>(pb);
  U* __restrict out = static_cast<U*>(po);
  U base[kBlock];
  for (int64_t at = 0; at < n; at += kBlock) {
    int64_t count = n - at < kBlock ? n - at : kBlock;
    for (int64_t i = 0; i < count; i++) base[i] = a[at + i];
    for (int64_t i = 0; i < count; i++) out[at + i] = b < 0 ? 0 : 1;
    for (U e = b < 0 ? U(0) : static_cast<U>(b); e; e >>= 1) {
      if (e & 1)
        for (int64_t i = 0; i < count; i++) out[at + i] = Mul<U>::apply(out[at + i], base[i]);
      if (e > 1)
        for (int64_t i = 0; i < count; i++) base[i] = Mul<U>::apply(base[i], base[i]);
    }
  }
}

template <class T>
void pow_float_scalar(const void* pa, const void* pb, const void* pc, void* po, int64_t n) {
  if (*static_cast<const T*>(pb) == T(2))
    binary<Mul<T>, T, T, T>(pa, pa, pc, po, n);
  else
    binary_scalar<PowFloat<T>, T, T, T>(pa, pb, pc, po, n);
}

// ---- functions of float_math.h with a limited domain -------------------------------------------

// Per block: fast(i) everywhere, then exact(i) where covers(i) is false.
template <class Covers, class Fast, class Exact>
void guarded(float* __restrict out, int64_t n, Covers covers, Fast fast, Exact exact) {
  constexpr int64_t kBlock = 256;
  for (int64_t at = 0; at < n; at += kBlock) {
    int64_t end = n - at < kBlock ? n : at + kBlock;
    int missed = 0;
    for (int64_t i = at; i < end; i++) {
      out[i] = fast(i);
      missed |= !covers(i);
    }
    if (!missed) continue;
    for (int64_t i = at; i < end; i++)
      if (!covers(i)) out[i] = exact(i);
  }
}

template <bool kCosine>
void sine(const void* pa, const void*, const void*, void* po, int64_t n) {
  const float* a = static_cast<const float*>(pa);
  guarded(
      static_cast<float*>(po), n, [=](int64_t i) { return covers_angle(a[i]); },
      [=](int64_t i) { return sin_float(a[i], kCosine); },
      [=](int64_t i) { return kCosine ? std::cos(a[i]) : std::sin(a[i]); });
}

void power(const void* pa, const void* pb, const void*, void* po, int64_t n) {
  const float *a = static_cast<const float*>(pa), *b = static_cast<const float*>(pb);
  guarded(
      static_cast<float*>(po), n,
      [=](int64_t i) { return covers_base(a[i], b[i]) & covers_exponent(b[i]); },
      [=](int64_t i) {
        float square = a[i] * a[i], other = pow_float(a[i], b[i]);
        return b[i] == 2.0f ? square : other;
      },
      [=](int64_t i) { return PowFloat<float>::apply(a[i], b[i]); });
}

void power_scalar(const void* pa, const void* pb, const void* pc, void* po, int64_t n) {
  const float *a = static_cast<const float*>(pa), b = *static_cast<const float*>(pb);
  if (b == 2.0f || !covers_exponent(b)) return pow_float_scalar<float>(pa, pb, pc, po, n);
  guarded(
      static_cast<float*>(po), n, [=](int64_t i) { return covers_base(a[i], b); },
      [=](int64_t i) { return pow_float(a[i], b); }, [=](int64_t i) { return std::pow(a[i], b); });
}

// ---- functions of floats ----------------------------------------------------------------------

#define HR_FUNCTION(Name, expression)          \
  template <class T>                           \
  struct Name {                                \
    static T apply(T x) { return expression; } \
  };
#define HR_FUNCTION2(Name, expression)              \
  template <class T>                                \
  struct Name {                                     \
    static T apply(T a, T b) { return expression; } \
  };
HR_FUNCTION2(DivFloat, a / b)
HR_FUNCTION2(ModFloat, std::fmod(a, b))
HR_FUNCTION2(Atan2, std::atan2(a, b))
HR_FUNCTION(Sqrt, std::sqrt(x))
HR_FUNCTION(Rsqrt, T(1) / std::sqrt(x))
HR_FUNCTION(Cbrt, std::cbrt(x))
HR_FUNCTION(Floor, std::floor(x))
HR_FUNCTION(Ceil, std::ceil(x))
HR_FUNCTION(Sin, std::sin(x))
HR_FUNCTION(Cos, std::cos(x))
HR_FUNCTION(Tan, std::tan(x))
HR_FUNCTION(Asin, std::asin(x))
HR_FUNCTION(Acos, std::acos(x))
HR_FUNCTION(Atan, std::atan(x))
HR_FUNCTION(Sinh, std::sinh(x))
HR_FUNCTION(Cosh, std::cosh(x))
HR_FUNCTION(Tanh, std::tanh(x))
HR_FUNCTION(Asinh, std::asinh(x))
HR_FUNCTION(Acosh, std::acosh(x))
HR_FUNCTION(Atanh, std::atanh(x))
HR_FUNCTION(Exp, std::exp(x))
HR_FUNCTION(Log, std::log(x))
HR_FUNCTION(Log2, std::log2(x))
HR_FUNCTION(Log10, std::log10(x))
// For float: vectorised, from float_math.h. For double: libm.
HR_FUNCTION(ExpFloat, exp_float(x))
HR_FUNCTION(LogFloat, log_float(x, kLn2, 1.0))
HR_FUNCTION(Log2Float, log_float(x, 1.0, kLog2e))
HR_FUNCTION(Log10Float, log_float(x, kLog10Of2, kLog10e))
HR_FUNCTION(SinhFloat, sinh_float(x))
HR_FUNCTION(CoshFloat, cosh_float(x))
HR_FUNCTION(TanhFloat, tanh_float(x))
// ---- the table --------------------------------------------------------------------------------

struct Builder {
  ArithmeticTable t;

  template <class T>
  ArithmeticEntry& at(Op op) {
    return t.f[static_cast<int>(op)][static_cast<int>(dtype_of<T>())];
  }
  template <class T, class F>
  void one(Op op) {
    at<T>(op) = {&unary<F, T, T>, nullptr};
  }
  template <class T, class F>
  void two(Op op) {
    at<T>(op) = {&binary<F, T, T, T>, &binary_scalar<F, T, T, T>};
  }
  template <class T, class F>
  void compare(Op op) {
    at<T>(op) = {&binary<F, T, T, uint8_t>, &binary_scalar<F, T, T, uint8_t>};
  }

  template <class T>
  void ordered() {
    compare<T, Lt<T>>(Op::lt);
    compare<T, Le<T>>(Op::le);
    compare<T, Gt<T>>(Op::gt);
    compare<T, Ge<T>>(Op::ge);
    two<T, Min<T>>(Op::min);
    two<T, Max<T>>(Op::max);
    at<T>(Op::clamp) = {&clamp<T>, &clamp_scalar<T>};
  }

  // Signed T and its unsigned counterpart.
  template <class T>
  void integers() {
    using U = std::make_unsigned_t<T>;
    two<U, Add<U>>(Op::add);
    two<U, Sub<U>>(Op::sub);
    two<U, Mul<U>>(Op::mul);
    two<U, And<U>>(Op::bit_and);
    two<U, Or<U>>(Op::bit_or);
    two<U, Xor<U>>(Op::bit_xor);
    two<U, Shl<U>>(Op::shl);
    compare<U, Eq<U>>(Op::eq);
    compare<U, Ne<U>>(Op::ne);
    one<U, Neg<U>>(Op::neg);
    one<U, Pos<U>>(Op::pos);
    one<U, Invert<U>>(Op::invert);
    for (Op op : {Op::add, Op::sub, Op::mul, Op::bit_and, Op::bit_or, Op::bit_xor, Op::shl, Op::eq,
                  Op::ne, Op::neg, Op::pos, Op::invert})
      at<T>(op) = at<U>(op);
    at<U>(Op::abs) = at<U>(Op::pos);
    one<T, Abs<T>>(Op::abs);
    signed_or_not<T>();
    signed_or_not<U>();
  }

  template <class T>
  void signed_or_not() {
    ordered<T>();
    two<T, Shr<T>>(Op::shr);
    at<T>(Op::floordiv) = {&division<FloorDiv<T>, T>, &division_scalar<FloorDiv<T>, T>};
    at<T>(Op::mod) = {&division<Mod<T>, T>, &division_scalar<Mod<T>, T>};
    at<T>(Op::pow) = {&binary<PowInt<T>, T, T, T>, &pow_int_scalar<T>};
  }

  template <class T>
  void floats() {
    ordered<T>();
    two<T, Add<T>>(Op::add);
    two<T, Sub<T>>(Op::sub);
    two<T, Mul<T>>(Op::mul);
    two<T, DivFloat<T>>(Op::div);
    at<T>(Op::floordiv) = at<T>(Op::div);
    two<T, ModFloat<T>>(Op::mod);
    two<T, Atan2<T>>(Op::atan2);
    compare<T, Eq<T>>(Op::eq);
    compare<T, Ne<T>>(Op::ne);
    one<T, Neg<T>>(Op::neg);
    one<T, Pos<T>>(Op::pos);
    one<T, Abs<T>>(Op::abs);
    one<T, Sqrt<T>>(Op::sqrt);
    one<T, Rsqrt<T>>(Op::rsqrt);
    one<T, Cbrt<T>>(Op::cbrt);
    one<T, Floor<T>>(Op::floor);
    one<T, Ceil<T>>(Op::ceil);
    one<T, Tan<T>>(Op::tan);
    one<T, Asin<T>>(Op::asin);
    one<T, Acos<T>>(Op::acos);
    one<T, Atan<T>>(Op::atan);
    one<T, Asinh<T>>(Op::asinh);
    one<T, Acosh<T>>(Op::acosh);
    one<T, Atanh<T>>(Op::atanh);
  }

  void doubles_only() {
    using T = double;
    one<T, Exp<T>>(Op::exp);
    one<T, Log<T>>(Op::log);
    one<T, Log2<T>>(Op::log2);
    one<T, Log10<T>>(Op::log10);
    one<T, Sinh<T>>(Op::sinh);
    one<T, Cosh<T>>(Op::cosh);
    one<T, Tanh<T>>(Op::tanh);
    one<T, Sin<T>>(Op::sin);
    one<T, Cos<T>>(Op::cos);
    at<T>(Op::pow) = {&binary<PowFloat<T>, T, T, T>, &pow_float_scalar<T>};
  }

  void floats_only() {
    using T = float;
    one<T, ExpFloat<T>>(Op::exp);
    one<T, LogFloat<T>>(Op::log);
    one<T, Log2Float<T>>(Op::log2);
    one<T, Log10Float<T>>(Op::log10);
    one<T, SinhFloat<T>>(Op::sinh);
    one<T, CoshFloat<T>>(Op::cosh);
    one<T, TanhFloat<T>>(Op::tanh);
    at<T>(Op::sin) = {&sine<false>, nullptr};
    at<T>(Op::cos) = {&sine<true>, nullptr};
    at<T>(Op::pow) = {&power, &power_scalar};
  }

  // Bools are bytes 0 and 1: mostly uint8 functions.
  void bools() {
    using B = uint8_t;
    for (Op op : {Op::bit_and, Op::bit_or, Op::bit_xor, Op::eq, Op::ne, Op::lt, Op::le, Op::gt,
                  Op::ge, Op::pos})
      at<bool>(op) = at<B>(op);
    at<bool>(Op::mul) = at<B>(Op::bit_and);
    at<bool>(Op::shl) = {&binary<BoolShl, B, B, B>, &binary_scalar<BoolShl, B, B, B>};
    at<bool>(Op::shr) = {&binary<BoolShr, B, B, B>, &binary_scalar<BoolShr, B, B, B>};
    at<bool>(Op::invert) = {&unary<Not, B, B>, nullptr};
  }

  template <template <class> class F, bool kIfNegative>
  void mixed_compare(Op op) {
    using M = Mixed<F, kIfNegative>;
    at<uint64_t>(op) = {&binary<M, uint64_t, int64_t, uint8_t>,
                        &binary_scalar<M, uint64_t, int64_t, uint8_t>};
  }
};

}  // namespace

const ArithmeticTable& arithmetic_table() {
  static const ArithmeticTable table = [] {
    Builder b;
    b.integers<int8_t>();
    b.integers<int16_t>();
    b.integers<int32_t>();
    b.integers<int64_t>();
    b.floats<float>();
    b.floats_only();
    b.floats<double>();
    b.doubles_only();
    b.bools();
    b.mixed_compare<Eq, false>(Op::mixed_eq);
    b.mixed_compare<Ne, true>(Op::mixed_ne);
    b.mixed_compare<Lt, false>(Op::mixed_lt);
    b.mixed_compare<Le, false>(Op::mixed_le);
    b.mixed_compare<Gt, true>(Op::mixed_gt);
    b.mixed_compare<Ge, true>(Op::mixed_ge);
    return b.t;
  }();
  return table;
}

}  // namespace hr::HR_ISA
