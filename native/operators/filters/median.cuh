// median_blur: the median of a window around each pixel.
//
// Small windows use a sorting network, others find the median bit by bit, by counting smaller keys.
#pragma once
#include "gpu/device/keys.cuh"
#include "operators/filters/neighbourhood_params.cuh"
#include "operators/filters/tile.cuh"

struct Exchange {
  u8 a, b;
};

// Batcher's odd-even merge sort of N elements, without the steps that do not affect the median.
template <int N>
struct Network {
  int steps = 0;
  Exchange step[N * 10] = {};
  constexpr Network() {
    Exchange every[N * 10] = {};
    int count = 0;
    for (int p = 1; p < N; p *= 2)
      for (int k = p; k >= 1; k /= 2)
        for (int j = k % p; j + k < N; j += 2 * k)
          for (int i = j; i < j + k && i + k < N; i++)
            if (i / (2 * p) == (i + k) / (2 * p)) every[count++] = {(u8)i, (u8)(i + k)};
    bool used[N] = {}, kept[N * 10] = {};
    used[N / 2] = true;
    for (int s = count - 1; s >= 0; s--) {
      kept[s] = used[every[s].a] || used[every[s].b];
      if (kept[s]) used[every[s].a] = used[every[s].b] = true;
    }
    for (int s = 0; s < count; s++)
      if (kept[s]) step[steps++] = every[s];
  }
};

template <int N>
constexpr Network<N> network{};  // a compile-time constant

// Steps From … To - 1, by recursive halving: indices are constants, so elements stay in registers.
template <int N, int From, int To, class V>
__device__ inline void exchange(V* v) {
  if constexpr (To - From == 1) {
    constexpr Exchange e = network<N>.step[From];
    V x = v[e.a], y = v[e.b];
    v[e.a] = min(x, y);
    v[e.b] = max(x, y);
  } else {
    exchange<N, From, (From + To) / 2>(v);
    exchange<N, (From + To) / 2, To>(v);
  }
}

// The median of `height` × `width` keys, at most N. N and the number of keys are odd; the rest is
// padded with equally many smallest and largest keys.
template <int N, class Wide, class Load>
__device__ inline Wide median_of(Load at, int height, int width) {
  constexpr Wide all = ~Wide(0);
  Wide v[N];
  int count = height * width, y = 0, x = 0;
#pragma unroll
  for (int k = 0; k < N; k++) {
    v[k] = k < count ? at(y, x) : k % 2 ? all : Wide(0);
    if (++x == width) x = 0, y++;
  }
  exchange<N, 0, network<N>.steps>(v);
  return v[N / 2];
}

// The largest key for which at most half of the keys are smaller.
template <class U, class Wide, class Load>
__device__ inline Wide median_by_bits(Load at, int height, int width) {
  int half = height * width / 2;
  Wide median = 0;
  for (Wide bit = Wide(1) << (8 * sizeof(U) - 1); bit; bit >>= 1) {
    Wide candidate = median | bit;
    int smaller = 0;
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) smaller += at(y, x) < candidate;
    if (smaller <= half) median = candidate;
  }
  return median;
}

// N: size of the network, 0: none. Bytes = 0: windows do not fit into shared memory.
template <class T, int C, int N, int Bytes>
__device__ void median_tiles(const Launch& l) {
  using K = Keys<T>;
  using U = typename K::U;
  using Wide = typename K::Wide;
  __shared__ __align__(16) u32 staged[Bytes / 4 + 1];
  for (i64 s = blockIdx.y; s < l.n; s += gridDim.y) {
    const NeighbourhoodParams& p = *(const NeighbourhoodParams*)(l.table + s * l.stride);
    const TileParams& tile = p.tile;
    int pitch = pitch_of<U>((tile.width + p.width - 1) * C);
    for (u32 i = blockIdx.x; i < tile.tiles; i += gridDim.x) {
      const Tile t = tile_at(tile, i);
      const U* plane = (const U*)tile.from + t.from;
      if constexpr (Bytes) {
        stage<U, U, C>(tile, plane, t.y - p.top, t.x - p.left, t.rows + p.height - 1,
                       t.columns + p.width - 1, p.border, U(0), staged, pitch);
        __syncthreads();
      }
      for (Walk w(t.rows, t.columns * C); w.inside(); w.next()) {
        int column = t.x + w.column / C, channel = w.column % C;
        auto at = [&](int y, int x) {
          if constexpr (Bytes) {
            const U* in = (const U*)(staged + (w.row + y) * pitch) + w.column;
            return (Wide)K::encode(in[x * C], 0);
          } else {
            int row = clamp_int(t.y + w.row - p.top + y, 0, tile.ny - 1);
            x = clamp_int(column - p.left + x, 0, tile.nx - 1);
            return (Wide)K::encode(plane[row * tile.from_row + (i64)x * tile.pixel + channel], 0);
          }
        };
        Wide key;
        if constexpr (N > 0)
          key = median_of<N, Wide>(at, p.height, p.width);
        else
          key = median_by_bits<U, Wide>(at, p.height, p.width);
        U* to =
            (U*)tile.to + t.to + (t.y + w.row) * tile.to_row + (i64)column * tile.pixel + channel;
        *to = K::decode((U)key, 0);
      }
      if constexpr (Bytes) __syncthreads();
    }
  }
}
