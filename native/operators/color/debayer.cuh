// debayer: interpolates missing colours from neighbours. See simd/debayer.cc.
#pragma once
#include "gpu/device/compose.cuh"
#include "operators/color/debayer_params.cuh"

namespace bayer {

// Mosaic values around a pixel: at(dy, dx).
template <int Margin>
struct Around {
  int v[2 * Margin + 1][2 * Margin + 1];
  __device__ int at(int dy, int dx) const { return v[dy + Margin][dx + Margin]; }
};

__device__ inline int apart(int a, int b) { return a > b ? a - b : b - a; }

// own: the row's colour besides green; other: the third colour.
struct Colors {
  int own, green, other;
};

template <bool EdgeAware>
__device__ inline Colors means(const Around<1>& a, bool is_own) {
  int left = a.at(0, -1), right = a.at(0, 1), above = a.at(-1, 0), below = a.at(1, 0);
  int here = a.at(0, 0);
  int across = (left + right + 1) >> 1, along = (above + below + 1) >> 1;
  if (!is_own) return {across, here, along};
  int corners = (a.at(-1, -1) + a.at(-1, 1) + a.at(1, -1) + a.at(1, 1) + 2) >> 2;
  int cross = (left + right + above + below + 2) >> 2;
  if (EdgeAware) cross = apart(left, right) > apart(above, below) ? along : across;
  return {here, cross, corners};
}

__device__ inline int brightness(const Around<1>& a, bool is_own, bool is_blue) {
  constexpr u32 red = 4899, green = 9617, blue = 1868;  // 14-bit fixed point
  u32 across = (u32)(a.at(0, -1) + a.at(0, 1)), along = (u32)(a.at(-1, 0) + a.at(1, 0));
  u32 corners = (u32)(a.at(-1, -1) + a.at(-1, 1) + a.at(1, -1) + a.at(1, 1));
  u32 here = 4 * (u32)a.at(0, 0);
  u32 own = is_own ? here : 2 * across, mid = is_own ? across + along : here,
      other = is_own ? corners : 2 * along;
  return (int)((own * (is_blue ? blue : red) + mid * green + other * (is_blue ? red : blue) +
                (1 << 15)) >>
               16);
}

// ---- variable number of gradients -------------------------------------------------------------

// Differences along a direction, around a neighbour of the pixel.
struct Gradients {
  const Around<2>& a;
  __device__ int vertical(int y, int x) const {
    return apart(a.at(y - 1, x - 1), a.at(y + 1, x - 1)) +
           2 * apart(a.at(y - 1, x), a.at(y + 1, x)) +
           apart(a.at(y - 1, x + 1), a.at(y + 1, x + 1));
  }
  __device__ int horizontal(int y, int x) const {
    return apart(a.at(y - 1, x - 1), a.at(y - 1, x + 1)) +
           2 * apart(a.at(y, x - 1), a.at(y, x + 1)) +
           apart(a.at(y + 1, x - 1), a.at(y + 1, x + 1));
  }
  template <bool Green>
  __device__ int rising(int y, int x) const {
    int r = 2 * apart(a.at(y - 1, x + 1), a.at(y + 1, x - 1));
    if (!Green) r += apart(a.at(y - 1, x), a.at(y, x - 1)) + apart(a.at(y + 1, x), a.at(y, x + 1));
    return r;
  }
  template <bool Green>
  __device__ int falling(int y, int x) const {
    int r = 2 * apart(a.at(y - 1, x - 1), a.at(y + 1, x + 1));
    if (!Green) r += apart(a.at(y - 1, x), a.at(y, x + 1)) + apart(a.at(y + 1, x), a.at(y, x - 1));
    return r;
  }
};

// Sums over the directions with small gradients.
struct VngSums {
  int limit, self = 0, first = 0, second = 0, count = 0;
  __device__ void add(int gradient, int a, int b, int c) {
    int use = gradient < limit;
    self += use ? a : 0;
    first += use ? b : 0;
    second += use ? c : 0;
    count += use;
  }
};

template <bool Green, int Dy, int Dx>
__device__ inline void straight(VngSums& s, const Around<2>& a, int gradient) {
  int same = a.at(2 * Dy, 2 * Dx) + a.at(0, 0), ahead = 2 * a.at(Dy, Dx);
  if constexpr (!Green) {
    s.add(gradient, same, ahead, a.at(Dy - Dx, Dx - Dy) + a.at(Dy + Dx, Dx + Dy));
  } else {
    int sides = a.at(2 * Dy - Dx, 2 * Dx - Dy) + a.at(2 * Dy + Dx, 2 * Dx + Dy);
    s.add(gradient, same, Dy ? sides : ahead, Dy ? ahead : sides);
  }
}

template <bool Green, int Dy, int Dx>
__device__ inline void diagonal(VngSums& s, const Around<2>& a, int gradient) {
  int there = 2 * a.at(Dy, Dx);
  int column = a.at(2 * Dy, Dx) + a.at(0, Dx), row = a.at(Dy, 2 * Dx) + a.at(Dy, 0);
  if constexpr (Green)
    s.add(gradient, there, column, row);
  else
    s.add(gradient, a.at(2 * Dy, 2 * Dx) + a.at(0, 0), (column + row) >> 1, there);
}

__device__ inline int vng_color(int here, int difference, float scale) {
  return clamp_int(here + (int)rintf((float)difference * scale), 0, 255);
}

// Results: for a pixel of its row's own colour, green and the other colour; for a green pixel, the
// own and the other colour.
template <bool Green>
__device__ inline void vng(const Around<2>& a, int& first, int& second) {
  Gradients g{a};
  int v = g.vertical(0, 0), h = g.horizontal(0, 0);
  int north = g.vertical(-1, 0) + v, south = v + g.vertical(1, 0), west = g.horizontal(0, -1) + h,
      east = h + g.horizontal(0, 1);
  int r = g.rising<Green>(0, 0), f = g.falling<Green>(0, 0);
  int ne = r + g.rising<Green>(-1, 1), sw = r + g.rising<Green>(1, -1),
      nw = f + g.falling<Green>(-1, -1), se = f + g.falling<Green>(1, 1);
  if constexpr (Green) {
    ne += g.rising<Green>(0, 1) + g.rising<Green>(-1, 0);
    sw += g.rising<Green>(0, -1) + g.rising<Green>(1, 0);
    nw += g.falling<Green>(0, -1) + g.falling<Green>(-1, 0);
    se += g.falling<Green>(0, 1) + g.falling<Green>(1, 0);
  }
  int low = min(min(min(north, south), min(west, east)), min(min(ne, sw), min(nw, se)));
  int high = max(max(max(north, south), max(west, east)), max(max(ne, sw), max(nw, se)));
  VngSums s{low + max(high >> 1, 1)};
  straight<Green, -1, 0>(s, a, north);
  straight<Green, 1, 0>(s, a, south);
  straight<Green, 0, -1>(s, a, west);
  straight<Green, 0, 1>(s, a, east);
  diagonal<Green, -1, 1>(s, a, ne);
  diagonal<Green, 1, -1>(s, a, sw);
  diagonal<Green, -1, -1>(s, a, nw);
  diagonal<Green, 1, 1>(s, a, se);
  float scale = 0.5f / (float)s.count;
  first = vng_color(a.at(0, 0), s.first - s.self, scale);
  second = vng_color(a.at(0, 0), s.second - s.self, scale);
}

}  // namespace bayer

// ---- the step ---------------------------------------------------------------------------------

template <class T_, int N_, int At, class In, DebayerAlgorithm Algorithm>
struct Debayer {
  using T = T_;
  static constexpr int N = N_;
  In in;
  DebayerParams p;
  __device__ explicit Debayer(const char* record)
      : in(record), p(*(const DebayerParams*)(record + At)) {}

  // Mirrors beyond the edges without repeating the edge, so that colours stay in their columns.
  __device__ static int mirrored(int at, int n) {
    return at < 0 ? -at : at >= n ? 2 * (n - 1) - at : at;
  }
  template <int Margin>
  __device__ bayer::Around<Margin> around(int y, int x) const {
    bayer::Around<Margin> a;
#pragma unroll
    for (int i = -Margin; i <= Margin; i++)
#pragma unroll
      for (int j = -Margin; j <= Margin; j++)
        a.v[i + Margin][j + Margin] = in.px(0, Margin == 2 ? mirrored(y + i, p.ny) : y + i,
                                            Margin == 2 ? mirrored(x + j, p.nx) : x + j)
                                          .v[0];
    return a;
  }
  __device__ Px<T, N> colors(const bayer::Colors& c, bool blue) const {
    Px<T, N> r;
    r.v[0] = (T)(blue ? c.other : c.own);
    if constexpr (N == 3) {
      r.v[1] = (T)c.green;
      r.v[2] = (T)(blue ? c.own : c.other);
    }
    return r;
  }
  __device__ Px<T, N> px(int, int y, int x) const {
    bool gradients = Algorithm == DebayerAlgorithm::vng_ocv && p.ny >= 8 && p.nx >= 8;
    if (!gradients) {  // border pixels are copies of their interior neighbours
      if (p.ny <= 2 || p.nx <= 2) return colors({0, 0, 0}, false);
      y = clamp_int(y, 1, p.ny - 2);
      x = clamp_int(x, 1, p.nx - 2);
    }
    bool blue = (y & 1) == p.blue_y, own = (x & 1) == (blue ? p.blue_x : 1 - p.blue_x);
    if constexpr (Algorithm == DebayerAlgorithm::vng_ocv) {
      if (gradients) {
        bayer::Around<2> a = around<2>(y, x);
        int first, second, here = a.at(0, 0);
        if (own)
          bayer::vng<false>(a, first, second);
        else
          bayer::vng<true>(a, first, second);
        return own ? colors({here, first, second}, blue) : colors({first, here, second}, blue);
      }
    }
    bayer::Around<1> a = around<1>(y, x);
    if constexpr (Algorithm == DebayerAlgorithm::gray_ocv) {
      Px<T, N> r;
      r.v[0] = (T)bayer::brightness(a, own, blue);
      return r;
    }
    return colors(bayer::means<Algorithm == DebayerAlgorithm::edgeaware_ocv>(a, own), blue);
  }
  HR_RUN_BY_PIXEL
};
