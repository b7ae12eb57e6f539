// lookup_table: replaces every element by a table entry.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/tensor/lookup_table_params.cuh"

// Negative numbers wrap to very large ones, which have no entry.
template <class To, class From>
__device__ inline To look_up(const To* table, i64 count, From v) {
  u64 k = (u64)(i64)v;
  if constexpr (same<From, u64>) k = v;
  return table[k < (u64)count ? k : (u64)count];
}

template <class T_, int N_, int At, class In>
struct Lookup : Mapped<Lookup<T_, N_, At, In>, T_, N_, In> {
  const T_* table;
  i64 count;
  __device__ explicit Lookup(const char* record)
      : Mapped<Lookup, T_, N_, In>(record),
        table(attached<T_>(record, ((const LookupParams*)(record + At))->table)),
        count(((const LookupParams*)(record + At))->count) {}
  __device__ Px<T_, N_> map(int, int, int, const Px<typename In::T, N_>& v) const {
    Px<T_, N_> r;
#pragma unroll
    for (int c = 0; c < N_; c++) r.v[c] = look_up(table, count, v.v[c]);
    return r;
  }
};

template <class To, class From>
__device__ void look_up_pieces(const Launch& l) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const LookupPieceParams p = *(const LookupPieceParams*)(l.table + s * l.stride);
    const To* table = (const To*)(l.arena + p.lookup.table);
    for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < p.n;
         i += (i64)gridDim.x * blockDim.x)
      ((To*)p.to)[i] = look_up(table, p.lookup.count, ((const From*)p.from)[i]);
  }
}
