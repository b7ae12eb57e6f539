// arithmetic: operators, comparisons and functions, element by element.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/math/arithmetic_ops.cuh"
#include "operators/math/arithmetic_params.cuh"

// An operand: an input (0, 1, 2) or a constant of the call (kConstant and up), in its compute type.
template <int From_, class C_>
struct Operand {
  static constexpr int From = From_;
  using C = C_;
};

template <int K, class First, class... More>
__device__ inline auto pick(First first, More... more) {
  if constexpr (K == 0)
    return first;
  else
    return pick<K - 1>(more...);
}

// 64-bit integers keep their bits: uint64 combined with signed types computes in int64 and wraps.
template <class C, class T>
__device__ inline C to_compute(T v) {
  if constexpr ((same<C, u64> && same<T, i64>) || (same<C, i64> && same<T, u64>))
    return (C)v;
  else
    return convert<C>(v);
}

template <class O, class... In>
__device__ inline typename O::C operand(const ArithmeticParams& p, In... in) {
  if constexpr (O::From >= kConstant)
    return *(const typename O::C*)&p.constant[O::From - kConstant];
  else
    return to_compute<typename O::C>(pick<O::From>(in...));
}

// Applies F to the operands.
template <class F, class... Operands>
struct Operation {
  template <class T, class... In>
  __device__ static T of(const ArithmeticParams& p, In... in) {
    return convert<T>(F::apply(operand<Operands>(p, in...)...));
  }
};

// Template arguments: inputs, then the operation.
template <class T_, int N_, int At, class... InputsAndOperation>
struct Arithmetic;

template <class T_, int N_, int At, class A, class Does>
struct Arithmetic<T_, N_, At, A, Does> : Mapped<Arithmetic<T_, N_, At, A, Does>, T_, N_, A> {
  ArithmeticParams p;
  __device__ explicit Arithmetic(const char* record)
      : Mapped<Arithmetic, T_, N_, A>(record), p(*(const ArithmeticParams*)(record + At)) {}
  __device__ Px<T_, N_> map(int, int, int, const Px<typename A::T, N_>& a) const {
    Px<T_, N_> r;
#pragma unroll
    for (int c = 0; c < N_; c++) r.v[c] = Does::template of<T_>(p, a.v[c]);
    return r;
  }
};

template <class T_, int N_, int At, class A, class B, class Does>
struct Arithmetic<T_, N_, At, A, B, Does>
    : Mapped2<Arithmetic<T_, N_, At, A, B, Does>, T_, N_, A, B> {
  ArithmeticParams p;
  __device__ explicit Arithmetic(const char* record)
      : Mapped2<Arithmetic, T_, N_, A, B>(record), p(*(const ArithmeticParams*)(record + At)) {}
  __device__ Px<T_, N_> map(int, int, int, const Px<typename A::T, N_>& a,
                            const Px<typename B::T, N_>& b) const {
    Px<T_, N_> r;
#pragma unroll
    for (int c = 0; c < N_; c++) r.v[c] = Does::template of<T_>(p, a.v[c], b.v[c]);
    return r;
  }
};

template <class T_, int N_, int At, class A, class B, class C, class Does>
struct Arithmetic<T_, N_, At, A, B, C, Does>
    : Mapped3<Arithmetic<T_, N_, At, A, B, C, Does>, T_, N_, A, B, C> {
  ArithmeticParams p;
  __device__ explicit Arithmetic(const char* record)
      : Mapped3<Arithmetic, T_, N_, A, B, C>(record), p(*(const ArithmeticParams*)(record + At)) {}
  __device__ Px<T_, N_> map(int, int, int, const Px<typename A::T, N_>& a,
                            const Px<typename B::T, N_>& b, const Px<typename C::T, N_>& c) const {
    Px<T_, N_> r;
#pragma unroll
    for (int k = 0; k < N_; k++) r.v[k] = Does::template of<T_>(p, a.v[k], b.v[k], c.v[k]);
    return r;
  }
};
