// Operations of reductions.
#pragma once
#include "gpu/device/types.cuh"

template <bool, class A, class>
struct Choose {
  using type = A;
};
template <class A, class B>
struct Choose<false, A, B> {
  using type = B;
};
template <bool Which, class A, class B>
using choose = typename Choose<Which, A, B>::type;

template <class T>
inline constexpr bool is_narrow = sizeof(T) <= 2 && !is_half<T>;
template <class T>
inline constexpr bool is_signed_narrow = same<T, i8> || same<T, i16>;

// An operation on elements of type T with M totals per result. Unit accumulates the elements of one
// step of a thread, Acc any number of them; integers wrap.
template <class T_, class Unit_, class Acc_, int M_ = 1>
struct Adding {
  using T = T_;
  using Unit = Unit_;
  using Acc = Acc_;
  static constexpr int M = M_;
  static constexpr bool centered = false;
  __device__ static Unit unit_start() { return Unit(0); }
  __device__ static Acc start() { return Acc(0); }
  __device__ static Acc join(Acc a, Acc b) { return a + b; }
  __device__ static void merge(Acc& a, Unit u) { a += (Acc)u; }
};

template <class T>
using sum_unit =
    choose<is_real<T>, double, choose<is_narrow<T>, choose<is_signed_narrow<T>, i32, u32>, u64>>;

template <class T>
struct Sum : Adding<T, sum_unit<T>, choose<is_real<T>, double, u64>> {
  __device__ static void add(sum_unit<T>* a, T v, double) { a[0] += (sum_unit<T>)v; }
};

template <class T>
struct RealSum : Adding<T, double, double> {
  __device__ static void add(double* a, T v, double) { a[0] += (double)v; }
};

template <class T>
using square_unit = choose<!is_narrow<T>, double, choose<sizeof(T) == 1, u32, u64>>;

template <class T>
struct Square : Adding<T, square_unit<T>, choose<is_narrow<T>, u64, double>> {
  __device__ static void add(square_unit<T>* a, T v, double) {
    if constexpr (is_narrow<T>)
      a[0] += (u32)(i32)v * (u32)(i32)v;
    else
      a[0] += (double)v * (double)v;
  }
};

// Sum and sum of squares of narrow integers.
template <class T>
struct Moments : Adding<T, choose<sizeof(T) == 1, i32, i64>, u64, 2> {
  using Unit = choose<sizeof(T) == 1, i32, i64>;
  __device__ static void add(Unit* a, T v, double) {
    a[0] += (Unit)v;
    a[1] += (Unit)v * (Unit)v;
  }
};

// Squared distances from a centre, read from an array of type C.
template <class T, class C_>
struct Deviation : Adding<T, double, double> {
  using C = C_;
  static constexpr bool centered = true;
  __device__ static void add(double* a, T v, double center) {
    double d = (double)v - center;
    a[0] += d * d;
  }
};

template <class T>
using extreme_acc = choose<is_half<T>, float, choose<is_narrow<T>, i32, T>>;

// Ignores NaN.
template <class T_, bool Max>
struct Extreme {
  using T = T_;
  using Acc = extreme_acc<T>;
  using Unit = Acc;
  static constexpr int M = 1;
  static constexpr bool centered = false;
  __device__ static Acc start() {
    if constexpr (is_float<Acc>) {
      float inf = __uint_as_float(0x7F800000u);
      return Max ? -inf : inf;
    } else {
      return (Acc)(Max ? Limits<T>::lo : Limits<T>::hi);
    }
  }
  // Result of an empty set: the lowest or largest finite number.
  __device__ static Acc nothing() {
    if constexpr (same<Acc, double>)
      return Max ? -1.7976931348623157e308 : 1.7976931348623157e308;
    else if constexpr (same<Acc, float>)
      return Max ? -3.40282347e38f : 3.40282347e38f;
    else
      return start();
  }
  __device__ static Unit unit_start() { return start(); }
  __device__ static Acc join(Acc a, Acc b) { return Max ? (b > a ? b : a) : (b < a ? b : a); }
  __device__ static void merge(Acc& a, Unit u) { a = join(a, u); }
  __device__ static void add(Unit* a, T v, double) { a[0] = join(a[0], (Acc)v); }
};
