// Samples pixels at computed positions, with the arithmetic of simd/sampler.h.
#pragma once
#include "gpu/device/bounds.cuh"
#include "gpu/device/compose.cuh"
#include "operators/geometry/sampler_filters.cuh"
#include "operators/geometry/sampler_params.cuh"

// Pixel i covers [i, i + 1) along each axis, its centre is at i + 0.5.
struct Place {
  float x, y, z;
};

// The pixel at or left of a position, and the fraction. NaN maps to a position far outside.
struct Split {
  int whole;
  float rest;
  __device__ explicit Split(float v) {
    v = fminf(fmaxf(v, -1e9f), 1e9f);
    float below = floorf(v);
    whole = (int)below;
    rest = v - below;
  }
};

// Positions closer to the origin fit 16-bit integer and fractional parts.
constexpr int kFixed = 32000;

// Type in which pixels are mixed.
template <class T>
inline constexpr bool mixes_doubles = sizeof(T) >= 4 && !same<T, float>;
template <class T, bool Wide = mixes_doubles<T>>
struct MixOf {
  using type = float;
};
template <class T>
struct MixOf<T, true> {
  using type = double;
};

// True for inputs whose bytes are in memory: adjacent pixels may be read together.
template <class In>
inline constexpr bool bytes_in_memory = false;
template <int N, int At>
inline constexpr bool bytes_in_memory<Memory<u8, N, At>> = true;

// Loads 2 · N bytes at an offset from a word address, reading only words that contain one of them.
template <int N>
__device__ inline void load_two(const char* words, u32 offset, u32& low, u32& high) {
  const u32* w = (const u32*)(words + (offset & ~3u));
  // They span one more word unless they start at the first byte of a word (N even), or only if they
  // start at the last byte (N odd).
  bool more = N % 2 ? !(~offset & 3u) : (offset & 3u) != 0;
  u32 a = __ldg(w), b = 0, c = 0;
  if (N > 2 || more) b = __ldg(w + 1);
  if (N > 2 && more) c = __ldg(w + 2);
  low = __funnelshift_r(a, b, offset * 8);
  high = N > 2 ? __funnelshift_r(b, c, offset * 8) : 0;
}

// Weights of four pixels in 1/65536: of the upper two and of the lower two, 16 bits each.
struct ByteWeights {
  u32 upper, lower;
  ByteWeights() = default;
  __device__ ByteWeights(u32 fx, u32 fy) {
    u32 both = (fx * fy + 32768) >> 16, right = fx - both, below = fy - both;
    upper = right * 65536 + min(65536 - fx - below, 65535u);  // 65535/65536 still gives the pixel
    lower = both * 65536 + below;
  }
  // Also for fractions that equal 1.
  __device__ static ByteWeights at_edges(u32 fx, u32 fy) {
    ByteWeights w(fx, fy);
    u32 both = (u32)(((u64)fx * fy + 32768) >> 16), right = fx - both, below = fy - both;
    w.upper = min(right, 65535u) * 65536 + min(65536 - fx - below, 65535u);
    w.lower = min(both, 65535u) * 65536 + min(below, 65535u);
    return w;
  }
  // Weighted sum of the upper and the lower two bytes, in the low or high halves of words: scaled
  // by 65536, so that the result is byte 2.
  __device__ u32 sum(u32 above, u32 below) const {
    return __dp2a_lo(lower, below, __dp2a_lo(upper, above, 32768u));
  }
  __device__ u32 sum_high(u32 above, u32 below) const {
    return __dp2a_hi(lower, below, __dp2a_hi(upper, above, 32768u));
  }
};

// A step that samples its first input. Self has place(z, y, x), the position for the pixel in
// column x; and places(z, y, x, two) for two adjacent pixels, if that is cheaper. kBounds: what
// replaces pixels outside. Spatial: 2 for images, where z only enumerates planes; 3 for volumes.
template <class Self, class T_, int N_, int At, class In, class Params, SamplerFilter Filter,
          Bounds kBounds, int Spatial>
struct Sampled {
  using T = T_;
  static constexpr int N = N_;
  using From = typename In::T;
  using Mix = typename MixOf<From>::type;
  using Pixel = Px<From, N>;
  using Mixed = Px<Mix, N>;
  // Bytes are mixed with integer arithmetic, from any input.
  static constexpr bool integers = same<From, u8> && same<T, u8> && Spatial == 2;
  // Two adjacent pixels are computed together.
  static constexpr bool in_pairs =
      integers && bytes_in_memory<In> && Filter == SamplerFilter::linear;

  In in;
  Params p;
  const char* record;
  int longest;       // longest side
  u32 right, lower;  // below these, 2×2 pixels can be read by words; 0: never
  u32 pitch, lead;   // row pitch in bytes, and byte offset of the source in its first word
  const char* words;
  __device__ explicit Sampled(const char* record)
      : in(record), p(*(const Params*)(record + At)), record(record), right(0), lower(0) {
    longest = max(p.source.nx, p.source.ny);
    if constexpr (bytes_in_memory<In>) {
      pitch = (u32)in.p.sy;
      lead = (u32)in.p.data & 3u;
      words = (const char*)(in.p.data - lead);
      if (in.p.sx == N && (N == 1 || in.p.sc == 1) && in.p.sy * p.source.ny < 0x7fffffff &&
          p.source.channels == 1 && longest < kFixed) {
        right = max(p.source.nx - 1, 0);
        lower = max(p.source.ny - 1, 0);
      }
    }
  }
  __device__ const Self& self() const { return *(const Self*)this; }

  __device__ Px<T, N> px(int z, int y, int x) const {
    int c = 0;
    if constexpr (N == 1) {
      if (p.source.channels > 1) {
        int column = x / p.source.channels;
        c = x - column * p.source.channels;
        x = column;
      }
    }
    const Place at = self().place(z, y, x);
    if constexpr (Filter == SamplerFilter::nn) {
      Pixel v = nearest(at, z, c);
      Px<T, N> r;
#pragma unroll
      for (int k = 0; k < N; k++) r.v[k] = convert<T>(v.v[k]);
      return r;
    } else if constexpr (Spatial == 3) {
      return finished(linear_volume(at, c));
    } else if constexpr (Filter == SamplerFilter::cubic) {
      return finished(wide<CubicFilter>(at, z, c));
    } else if constexpr (Filter == SamplerFilter::lanczos3) {
      return finished(wide<LanczosFilter<0>>(at, z, c));
    } else if constexpr (integers) {
      return bytes(at, z, c);
    } else {
      return finished(linear(at, z, c));
    }
  }
  __device__ void places(int z, int y, int x, Place* two) const {
#pragma unroll
    for (int k = 0; k < 2; k++) two[k] = self().place(z, y, x + k);
  }
  template <int V>
  __device__ void run(int z, int y, int x, Px<T, N>* out) const {
    if constexpr (in_pairs && V % 2 == 0) {
      if (N > 1 || p.source.channels == 1) {  // x counts pixels, not elements
#pragma unroll
        for (int k = 0; k < V; k += 2) {
          u32 sums[2][N];
          if (!sum_pair(z, y, x + k, sums)) {
            run_by_pixel<2>(*this, z, y, x + k, out + k);
            continue;
          }
#pragma unroll
          for (int i = 0; i < 2; i++)
#pragma unroll
            for (int c = 0; c < N; c++) out[k + i].v[c] = (T)(sums[i][c] >> 16);
        }
        return;
      }
    }
    if constexpr (Filter == SamplerFilter::cubic || Filter == SamplerFilter::lanczos3 ||
                  Spatial == 3) {
      run_by_pixel<V>(*this, z, y, x, out);
    } else {
#pragma unroll
      for (int k = 0; k < V; k++) out[k] = px(z, y, x + k);
    }
  }
  // Two pixels of three bytes: the first four bytes, and the last two.
  __device__ void pair(int z, int y, int x, u32& four, u32& two) const {
    static_assert(N == 3, "bytes of three channels");
    u32 s[2][N];
    if (sum_pair(z, y, x, s)) {
      four = __byte_perm(__byte_perm(s[0][0], s[0][1], 0x62), __byte_perm(s[0][2], s[1][0], 0x62),
                         0x5410);
      two = __byte_perm(s[1][1], s[1][2], 0x62);
      return;
    }
    u32 first = 0, word = 0;
#pragma unroll 1
    for (int k = 0; k < 2; k++) {
      first = word;
      word = packed(px(z, y, x + k));
    }
    four = first | word << 24;
    two = word >> 8;
  }

  // bool: the nearer value; other input types are true if nonzero.
  __device__ static Px<T, N> finished(const Mixed& v) {
    Px<T, N> r;
#pragma unroll
    for (int k = 0; k < N; k++) {
      if constexpr (is_bool<T> && is_bool<From>)
        r.v[k] = convert<u8>(v.v[k]) != 0;
      else
        r.v[k] = convert<T>(v.v[k]);
    }
    return r;
  }
  __device__ static Mix real(From v) {
    if constexpr (is_half<From>) return (Mix)(float)v;
    return (Mix)v;
  }

  // ---- single pixels ----

  __device__ Pixel outside(int c) const {
    const From* fill = (const From*)((const Params*)(record + At))->source.fill;
    Pixel r;
#pragma unroll
    for (int k = 0; k < N; k++) r.v[k] = fill[N > 1 ? k : p.source.fills > 1 ? c : 0];
    return r;
  }
  __device__ int column_of(int i) const { return stand_in(i, p.source.nx, kBounds); }
  __device__ int row_of(int i) const { return stand_in(i, p.source.ny, kBounds); }
  __device__ int plane_of(int i) const { return stand_in(i, p.source.nz, kBounds); }
  // Takes indices returned by stand_in.
  __device__ Pixel tap(int z, int y, int x, int c) const {
    if (kBounds == Bounds::constant && (z | y | x) < 0) return outside(c);
    // Reload parameters, as most pixels do not need them: registers are scarce.
    if constexpr (in_pairs)
      return In(record).px(z, y, x * ((const Params*)(record + At))->source.channels + c);
    return in.px(z, y, x * p.source.channels + c);
  }
  __device__ Pixel nearest(const Place& at, int z, int c) const {
    if constexpr (Spatial == 3) z = plane_of(Split(at.z).whole);
    return tap(z, row_of(Split(at.y).whole), column_of(Split(at.x).whole), c);
  }

  // ---- bytes ----

  // A position in integer pixels and 1/65536 fractions.
  struct Spot {
    int x, y;
    u32 fx, fy;
    Spot() = default;
    __device__ explicit Spot(const Place& at) {
      x = fixed(at.x), y = fixed(at.y);
      computed_once(x);
      computed_once(y);
      fx = x & 65535, fy = y & 65535;
      x >>= 16, y >>= 16;
    }
    // Fixed-point position relative to the first pixel centre. Saturates; NaN maps to the far left,
    // which with edge bounds equals the first pixel.
    __device__ static int fixed(float v) {
      v = __fmaf_rn(v, 65536.0f, -32768.0f);  // rounds like (v - 0.5) · 65536
      return __float2int_rn(kBounds == Bounds::edge ? v : fmaxf(v, -3e9f));
    }
  };
  // True if its 2×2 pixels can be read by words.
  __device__ bool is_near(const Spot& s) const { return (u32)s.x < right && (u32)s.y < lower; }

  // True if positions beyond the edges may be clamped to them and read by words.
  __device__ bool may_pull(int z) const {
    return kBounds == Bounds::edge && z == 0 && right > 0 && lower > 0;
  }
  __device__ ByteWeights pull(Spot& s) const {
    if (s.x < 0) s.x = 0, s.fx = 0;
    if (s.y < 0) s.y = 0, s.fy = 0;
    if (s.x >= (int)right) s.x = (int)right - 1, s.fx = 65536;
    if (s.y >= (int)lower) s.y = (int)lower - 1, s.fy = 65536;
    return ByteWeights::at_edges(s.fx, s.fy);
  }

  // Sums of the channels of two adjacent pixels, scaled by 65536. False: compute them one by one.
  __device__ bool sum_pair(int z, int y, int x, u32 (*sums)[N]) const {
    Place at[2];
    self().places(z, y, x, at);
    Spot spots[2] = {Spot(at[0]), Spot(at[1])};
    const bool near = z == 0 && is_near(spots[0]) && is_near(spots[1]);
    if (!near && !may_pull(z)) return false;
    ByteWeights weights[2];
    if (kBounds != Bounds::edge || near) {
#pragma unroll
      for (int k = 0; k < 2; k++) weights[k] = ByteWeights(spots[k].fx, spots[k].fy);
    } else {
#pragma unroll
      for (int k = 0; k < 2; k++) weights[k] = pull(spots[k]);
    }
#pragma unroll
    for (int k = 0; k < 2; k++) sum_neighbours(spots[k], weights[k], sums[k]);
    return true;
  }
  __device__ Px<T, N> bytes(const Place& at, int z, int c) const {
    Spot s(at);
    if constexpr (bytes_in_memory<In>) {
      bool near = is_near(s) && z == 0;
      if (near) return neighbours(s, ByteWeights(s.fx, s.fy));
      if (may_pull(z)) {
        const ByteWeights w = pull(s);
        return neighbours(s, w);
      }
    }
    const float vx = at.x - 0.5f, vy = at.y - 0.5f;
    constexpr bool folds =
        kBounds > Bounds::edge;  // mirrored or wrapped: do not saturate positions
    bool wide = longest >= kFixed;
    if (wide || (folds && !(fabsf(vx) < kFixed && fabsf(vy) < kFixed))) {
      Split sx(vx), sy(vy);
      s.x = sx.whole, s.fx = (u32)(sx.rest * 65536.0f);
      s.y = sy.whole, s.fy = (u32)(sy.rest * 65536.0f);
    }
    const ByteWeights w(s.fx, s.fy);
    int left = column_of(s.x), right = column_of(s.x + 1), upper = row_of(s.y),
        lower = row_of(s.y + 1);
    Pixel a = tap(z, upper, left, c), b = tap(z, upper, right, c);
    Pixel d = tap(z, lower, left, c), e = tap(z, lower, right, c);
    Px<T, N> r;
#pragma unroll
    for (int k = 0; k < N; k++)
      r.v[k] = (T)(w.sum((u32)a.v[k] | (u32)b.v[k] << 8, (u32)d.v[k] | (u32)e.v[k] << 8) >> 16);
    return r;
  }
  // Weighted sum of 2×2 adjacent pixels, for each channel.
  __device__ Px<T, N> neighbours(const Spot& s, const ByteWeights& w) const {
    u32 sums[N];
    sum_neighbours(s, w, sums);
    Px<T, N> r;
#pragma unroll
    for (int c = 0; c < N; c++) r.v[c] = (T)(sums[c] >> 16);
    return r;
  }
  __device__ void sum_neighbours(const Spot& s, const ByteWeights& w, u32* sums) const {
    u32 offset = (u32)s.y * pitch + ((u32)s.x * N + lead), low[2], high[2], pairs[2], more[2];
    load_two<N>(words, offset, low[0], high[0]);
    load_two<N>(words, offset + pitch, low[1], high[1]);
#pragma unroll
    for (int k = 0; k < 2; k++) {  // channels 0 and 1, then 2 and 3, of both pixels
      constexpr u32 first[] = {0, 0x0010, 0x3120, 0x4130, 0x5140};
      constexpr u32 last[] = {0, 0, 0, 0x0052, 0x7362};
      pairs[k] = __byte_perm(low[k], high[k], first[N]);
      more[k] = N > 2 ? __byte_perm(low[k], high[k], last[N]) : 0;
    }
    sums[0] = w.sum(pairs[0], pairs[1]);
    if constexpr (N > 1) sums[1] = w.sum_high(pairs[0], pairs[1]);
    if constexpr (N > 2) sums[2] = w.sum(more[0], more[1]);
    if constexpr (N > 3) sums[3] = w.sum_high(more[0], more[1]);
  }

  // ---- linear ----

  __device__ Mixed linear(const Place& at, int z, int c) const {
    const Split sx(at.x - 0.5f), sy(at.y - 0.5f);
    const int x = sx.whole, y = sy.whole;
    Mixed r;
    if (kBounds == Bounds::constant && (x < -1 || x >= p.source.nx || y < -1 || y >= p.source.ny)) {
      Pixel f = outside(c);
#pragma unroll
      for (int k = 0; k < N; k++) r.v[k] = real(f.v[k]);
      return r;
    }
    int left = column_of(x), right = column_of(x + 1), upper = row_of(y), lower = row_of(y + 1);
    Pixel ul = tap(z, upper, left, c), ur = tap(z, upper, right, c);
    Pixel ll = tap(z, lower, left, c), lr = tap(z, lower, right, c);
    Mix fx = sx.rest, fy = sy.rest;
#pragma unroll
    for (int k = 0; k < N; k++) {
      Mix a = real(ul.v[k]), b = real(ur.v[k]);
      a = a + (real(ll.v[k]) - a) * fy;
      b = b + (real(lr.v[k]) - b) * fy;
      r.v[k] = a + (b - a) * fx;
    }
    return r;
  }
  __device__ Mixed linear_volume(const Place& at, int c) const {
    const Split sx(at.x - 0.5f), sy(at.y - 0.5f), sz(at.z - 0.5f);
    Mix fx = sx.rest, fy = sy.rest, fz = sz.rest;
    Mixed side[2];
#pragma unroll
    for (int i = 0; i < 2; i++) {
      int x = column_of(sx.whole + i);
      Mixed corner[2];
#pragma unroll
      for (int j = 0; j < 2; j++) {
        int y = row_of(sy.whole + j);
        Pixel front = tap(plane_of(sz.whole), y, x, c), back = tap(plane_of(sz.whole + 1), y, x, c);
#pragma unroll
        for (int k = 0; k < N; k++) {
          Mix f = real(front.v[k]);
          corner[j].v[k] = f + (real(back.v[k]) - f) * fz;
        }
      }
#pragma unroll
      for (int k = 0; k < N; k++)
        side[i].v[k] = corner[0].v[k] + (corner[1].v[k] - corner[0].v[k]) * fy;
    }
#pragma unroll
    for (int k = 0; k < N; k++) side[0].v[k] = side[0].v[k] + (side[1].v[k] - side[0].v[k]) * fx;
    return side[0];
  }

  // ---- cubic, lanczos: sums over the rows of taps first, then over columns ----

  template <class F>
  __device__ Mixed wide(const Place& at, int z, int c) const {
    constexpr int taps = F::taps, before = taps / 2 - 1;
    const Split sx(at.x - 0.5f), sy(at.y - 0.5f);
    float wx[taps], wy[taps];
    F::weights(sx.rest, wx);
    F::weights(sy.rest, wy);
    int rows[taps];
    bool any_y = false, any_x = false;
#pragma unroll
    for (int j = 0; j < taps; j++) {
      rows[j] = row_of(sy.whole - before + j);
      any_y |= rows[j] >= 0;
    }
    Mixed sum;
#pragma unroll
    for (int e = 0; e < N; e++) sum.v[e] = 0;
#pragma unroll
    for (int k = 0; k < taps; k++) {
      int x = column_of(sx.whole - before + k);
      any_x |= x >= 0;
      Mixed column;
#pragma unroll
      for (int e = 0; e < N; e++) column.v[e] = 0;
#pragma unroll
      for (int j = 0; j < taps; j++) {
        Pixel v = tap(z, rows[j], x, c);
#pragma unroll
        for (int e = 0; e < N; e++) column.v[e] = column.v[e] + real(v.v[e]) * (Mix)wy[j];
      }
#pragma unroll
      for (int e = 0; e < N; e++) sum.v[e] = sum.v[e] + column.v[e] * (Mix)wx[k];
    }
    if (kBounds == Bounds::constant && !(any_x && any_y)) {
      Pixel f = outside(c);
#pragma unroll
      for (int e = 0; e < N; e++) sum.v[e] = real(f.v[e]);
    }
    return sum;
  }
};
