// resize: computes each pixel from its source window, all axes at once.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/geometry/resize_axis.cuh"

// True for bytes in memory with contiguous pixels of N > 1 channels: then rows are read by words.
template <class In>
inline constexpr bool has_bytes = false;
template <int N, int At>
inline constexpr bool has_bytes<Memory<u8, N, At>> = true;

constexpr float kBias = 32768.0f;

// Loads B bytes from any address, reading only words that contain one of them.
template <int B>
__device__ inline void fetch_bytes(const u8* from, u32* words) {
  u64 at = (u64)from;
  const u32* w = (const u32*)(at & ~(u64)3);
#pragma unroll
  for (int i = 0; i < (B + 6) / 4; i++)
    words[i] = 4 * i < B || 4 * i < (int)(at & 3) + B ? __ldg(w + i) : 0u;
}

// Converts these bytes to floats; Biased: plus kBias, which saves an instruction per byte. lead:
// position of the first byte in its word.
template <int B, bool Biased>
__device__ inline void unpack_bytes(const u32* words, u32 lead, float* to) {
  constexpr int most = (B + 6) / 4;
#pragma unroll
  for (int i = 0; i < B; i++) {
    u32 four = __funnelshift_r(words[i / 4], words[(i / 4 + 1) % most], lead * 8), k = i % 4;
    if constexpr (Biased)
      to[i] = __uint_as_float(__byte_perm(four, 0x47000000u, 0x7404u | k << 4));
    else
      to[i] = __uint_as_float(__byte_perm(four, 0x4B000000u, 0x7440u | k)) - 8388608.0f;
  }
}

template <int B>
__device__ inline void load_bytes(const u8* from, float* to) {
  u32 words[(B + 6) / 4];
  fetch_bytes<B>(from, words);
  unpack_bytes<B, false>(words, (u32)(u64)from & 3u, to);
}

// Deep: z is resized too, else it only enumerates planes. Triangles: the only filter is triangular.
template <class T_, int N_, int At, class In, bool Deep, bool Triangles>
struct Resize {
  using T = T_;
  static constexpr int N = N_;
  static constexpr bool bytes = has_bytes<In>;
  static constexpr bool quick = bytes && !Deep;
  static constexpr bool biased = same<T, u8>;  // sums are exact to 1/100: enough for bytes
  static constexpr int kFew = quick ? kFewColumns : 1, kKept = quick ? kFewRows : 1;
  In in;
  const ResizeParams& p;
  // Threads move down columns. Keeps the column's weights, and sums of the rows before `end`.
  struct Column {
    int x = -1, start = 0, z = 0, end = -1;
    float w[kFew] = {}, total = 0;
    float rows[kKept][N] = {};           // the last is that of row end - 1
    u32 ahead[(kFew * N + 6) / 4] = {};  // bytes of row `end`, or of the last row
    const u8* from = nullptr;            // their address
  };
  mutable Column column;
  __device__ explicit Resize(const char* record)
      : in(record), p(*(const ResizeParams*)(record + At)) {}

  // Loads K pixels of a row as floats.
  template <int K>
  __device__ void load(int z, int y, int x, int c, float (&to)[K][N]) const {
    if constexpr (bytes && N > 1 && K > 1) {
      load_bytes<K * N>(in.row(z, y) + (i64)x * N, &to[0][0]);
    } else {
#pragma unroll
      for (int k = 0; k < K; k++) {
        auto px = in.px(z, y, (x + k) * p.channels + c);
#pragma unroll
        for (int e = 0; e < N; e++) to[k][e] = convert<float>(px.v[e]);
      }
    }
  }

  // Adds all rows of a plane to the sums of K columns; returns the sum of the row weights.
  template <int K>
  __device__ float add_rows(int z, float wz, int y, const ResizeWeights& wy, int x, int c,
                            float (&columns)[K][N]) const {
    float total = 0;
    int n = p.y.taps;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
      float w = wy.at(j);
      if constexpr (Deep) w *= wz;
      if (is_real<typename In::T> && w == 0) continue;  // avoid 0 · ∞
      total += w;
      float px[K][N];
      load<K>(z, y + j, x, c, px);
#pragma unroll
      for (int k = 0; k < K; k++)
#pragma unroll
        for (int e = 0; e < N; e++) columns[k][e] = __fmaf_rn(w, px[k][e], columns[k][e]);
    }
    return total;
  }

  template <int K>
  __device__ float add_planes(int z, const ResizePlace& y, int x, int c,
                              float (&columns)[K][N]) const {
    const ResizeWeights wy(p.y, y, Triangles);
    if constexpr (!Deep) {
      return add_rows<K>(z, 1.0f, y.start, wy, x, c, columns);
    } else {
      const ResizePlace at(p.z, z, Triangles);
      const ResizeWeights wz(p.z, at, Triangles);
      float total = 0;
      int n = p.z.taps;
#pragma unroll 1
      for (int i = 0; i < n; i++)
        total += add_rows<K>(at.start + i, wz.at(i), y.start, wy, x, c, columns);
      return total;
    }
  }

  // K columns at a time; the last step may overlap the previous one, and counts those columns once.
  template <int K>
  __device__ void add(int z, const ResizePlace& y, const ResizePlace& x, int c,
                      float (&sum)[N]) const {
    float along = 0, across = 0;
    int n = p.x.taps;
#pragma unroll 1
    for (int done = 0; done < n; done += K) {
      int j = min(done, n - K);
      float columns[K][N] = {}, w[K];
      across = add_planes<K>(z, y, x.start + j, c, columns);
      ResizeWeights(p.x, x, Triangles).several(j, w);
#pragma unroll
      for (int k = 0; k < K; k++) {
        if (j + k < done) w[k] = 0;
        along += w[k];
        if (is_real<typename In::T> && w[k] == 0) continue;
#pragma unroll
        for (int e = 0; e < N; e++) sum[e] = __fmaf_rn(w[k], columns[k][e], sum[e]);
      }
    }
    float norm = 1.0f / (along * across);
#pragma unroll
    for (int e = 0; e < N; e++) sum[e] *= norm;
  }

  // Fast path for bytes and few taps per pixel: sums along rows, then down. Vertically adjacent
  // pixels share most of their rows.
  template <int K>
  __device__ void add_bytes(int z, const ResizePlace& y, float (&sum)[N]) const {
    const ResizeWeights wy(p.y, y, Triangles);
    const int end = y.start + wy.taps;
    bool follows = column.end >= y.start && column.end <= end && column.z == z;
    int row = follows ? column.end : y.start;
    const int last = p.y.in_size - 1;
    if (!follows) {
      column.from = in.row(z, row) + (i64)column.start * N;
      fetch_bytes<K * N>(column.from, column.ahead);
    }
#pragma unroll 1
    for (; row < end; row++) {
      float px[K * N], along[N];
      u32 lead = (u32)(u64)column.from & 3u, words[(K * N + 6) / 4];
#pragma unroll
      for (int i = 0; i < (K * N + 6) / 4; i++) words[i] = column.ahead[i];
      if (row < last) column.from += in.p.sy;
      fetch_bytes<K * N>(column.from, column.ahead);
      unpack_bytes<K * N, biased>(words, lead, px);
#pragma unroll
      for (int t = 0; t + 1 < kKept; t++)
#pragma unroll
        for (int e = 0; e < N; e++) column.rows[t][e] = column.rows[t + 1][e];
#pragma unroll
      for (int e = 0; e < N; e++) along[e] = biased ? -kBias * column.total : 0.0f;
#pragma unroll
      for (int e = 0; e < K * N; e++)
        along[e % N] = __fmaf_rn(column.w[e / N], px[e], along[e % N]);
#pragma unroll
      for (int e = 0; e < N; e++) column.rows[kKept - 1][e] = along[e];
    }
    column.end = end, column.z = z;
    float across = 0;
    const int before = wy.taps - kKept;
#pragma unroll
    for (int t = 0; t < kKept; t++) {
      float w = wy.following(before, t);
      if (t + before == 0) w += wy.before;
      if (t == kKept - 1) w += wy.behind;
      if (t + before < 0) w = 0;
      across += w;
#pragma unroll
      for (int e = 0; e < N; e++) sum[e] = __fmaf_rn(w, column.rows[t][e], sum[e]);
    }
    float norm = 1.0f / (column.total * across);
#pragma unroll
    for (int e = 0; e < N; e++) sum[e] *= norm;
  }

  __device__ void find_column(int x) const {
    if (x == column.x) return;
    column.x = x, column.end = -1;
    const ResizePlace at(p.x, x, Triangles);
    column.start = at.start;
    if constexpr (quick) {
      if (!p.few) return;
      const ResizeWeights wx(p.x, at, Triangles);
      column.total = 0;
#pragma unroll
      for (int k = 0; k < kFew; k++) {
        column.w[k] = k < wx.taps ? wx.at(k) : 0.0f;
        column.total += column.w[k];
      }
    }
  }

  __device__ void weigh(int z, const ResizePlace& y, int x, int c, float (&sum)[N]) const {
    int n = p.x.taps;
    if constexpr (quick) {
      if (p.few && (N > 1 || p.channels == 1)) {
        if (n <= 2) return add_bytes<2>(z, y, sum);
        if (n == 3) return add_bytes<3>(z, y, sum);
        if (n == 4) return add_bytes<4>(z, y, sum);
        return add_bytes<5>(z, y, sum);
      }
    }
    column = Column();  // keep nothing: registers are scarce
    const ResizePlace at(p.x, x, Triangles);
    if (n == 1) return add<1>(z, y, at, c, sum);
    if (n < 3 || !bytes) return add<2>(z, y, at, c, sum);
    if constexpr (bytes) add<3>(z, y, at, c, sum);
  }

  __device__ Px<T, N> px(int z, int y, int x) const {
    int c = 0;
    if (N == 1 && p.channels > 1) {
      int column = x / p.channels;
      c = x - column * p.channels;
      x = column;
    }
    find_column(x);
    const ResizePlace at_y(p.y, y, Triangles);
    Px<T, N> r;
    if (p.copies) {
      if constexpr (Deep) z = ResizePlace(p.z, z, Triangles).start;
      auto from = in.px(z, at_y.start, column.start * p.channels + c);
#pragma unroll
      for (int e = 0; e < N; e++) r.v[e] = convert<T>(from.v[e]);
      return r;
    }
    float sum[N] = {};
    weigh(z, at_y, x, c, sum);
#pragma unroll
    for (int e = 0; e < N; e++) r.v[e] = resampled<T>(sum[e]);
    return r;
  }
  HR_RUN_BY_PIXEL
};

// ---- any axis of any tensor, one after another ------------------------------------------------

template <class In, class Out>
__device__ void resample_pass(const Launch& l) {
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const ResamplePass& p = *(const ResamplePass*)(l.table + s * l.stride);
    const In* from = (const In*)p.from;
    const float* sums = (const float*)p.from;
    for (i64 at = blockIdx.x * (i64)blockDim.x + threadIdx.x; at < p.count;
         at += (i64)gridDim.x * blockDim.x) {
      if (p.copies) {
        const ResampleCopy* axes = (const ResampleCopy*)(l.arena + p.axes);
        i64 source = 0, rest = at;
        for (int d = p.copies - 1; d >= 0; d--) {
          i64 outer = rest / axes[d].out;
          ResizePlace place(axes[d].axis, (int)(rest - outer * axes[d].out));
          source += axes[d].stride * place.start;
          rest = outer;
        }
        ((Out*)p.to)[at] = convert<Out>(from[source]);
        continue;
      }
      const ResizeAxis& axis = *(const ResizeAxis*)(l.arena + p.axes);
      i64 row = at / p.inner, outer = row / p.out;
      const ResizePlace place(axis, (int)(row - outer * p.out));
      const ResizeWeights w(axis, place);
      i64 source = (outer * axis.in_size + place.start) * p.inner + (at - row * p.inner);
      float sum = 0, total = 0;
      for (int j = 0; j < axis.taps; j++, source += p.inner) {
        float weight = w.at(j);
        if (weight == 0) continue;
        total += weight;
        sum = __fmaf_rn(weight, p.from_sums ? sums[source] : convert<float>(from[source]), sum);
      }
      sum *= 1.0f / total;
      if (p.to_sums)
        ((float*)p.to)[at] = sum;
      else
        ((Out*)p.to)[at] = resampled<Out>(sum);
    }
  }
}
