// Medians by sorting networks (a vector of windows at a time) and by sliding histograms.
#include "simd/median.h"

#include <utility>

namespace hr::HR_ISA {
namespace {

#if defined(__AVX512BW__)
constexpr int kBytes = 64;
#elif defined(__AVX2__)
constexpr int kBytes = 32;
#else
constexpr int kBytes = 16;
#endif

// ---- networks --------------------------------------------------------------------------------

template <class U>
struct Vectors {
  typedef U Plain __attribute__((vector_size(kBytes)));
  typedef U At __attribute__((vector_size(kBytes), aligned(1), may_alias));
  static constexpr int kLanes = kBytes / static_cast<int>(sizeof(U));
};
template <class U>
using Vector = typename Vectors<U>::Plain;

template <class U>
inline Vector<U> load(const U* p) {
  return *reinterpret_cast<const typename Vectors<U>::At*>(p);
}
template <class U>
inline void store(U* p, Vector<U> v) {
  *reinterpret_cast<typename Vectors<U>::At*>(p) = v;
}

// Puts the smaller of slots a and b into a, the larger into b; flags say which is used later.
struct Exchange {
  uint8_t a, b;
  bool smaller, larger;
};

struct Network {
  int steps = 0;
  Exchange step[1024] = {};
};

// Batcher's odd-even merge sort of `count` slots, reduced to what the median depends on.
constexpr Network make_network(int count) {
  Network all, n;
  for (int p = 1; p < count; p *= 2)
    for (int k = p; k >= 1; k /= 2)
      for (int j = k % p; j + k < count; j += 2 * k)
        for (int i = j; i < j + k && i + k < count; i++)
          if (i / (2 * p) == (i + k) / (2 * p))
            all.step[all.steps++] = {static_cast<uint8_t>(i), static_cast<uint8_t>(i + k), false,
                                     false};
  bool used[kLargestNetwork] = {};
  used[count / 2] = true;
  for (int s = all.steps - 1; s >= 0; s--) {
    Exchange& e = all.step[s];
    e.smaller = used[e.a];
    e.larger = used[e.b];
    used[e.a] = used[e.b] = e.smaller || e.larger;
  }
  for (int s = 0; s < all.steps; s++)
    if (all.step[s].smaller || all.step[s].larger) n.step[n.steps++] = all.step[s];
  return n;
}

// Cached per thread until `count` changes.
const Network& network_of(int count) {
  thread_local Network network;
  thread_local int made_for = 0;
  if (count != made_for) network = make_network(count);
  made_for = count;
  return network;
}

template <class V>
inline __attribute__((always_inline)) void exchange(V* v, Exchange e) {
  V x = v[e.a], y = v[e.b];
  if (e.smaller) v[e.a] = x < y ? x : y;
  if (e.larger) v[e.b] = x < y ? y : x;
}

template <int kCount>
constexpr Network kNetwork = make_network(kCount);

// One vector of medians; unrolled, so that all slots are registers.
template <class U, int kCount>
struct Unrolled {
  template <int... kStep>
  static inline __attribute__((always_inline)) void run(Vector<U>* v,
                                                        std::integer_sequence<int, kStep...>) {
    (exchange(v, kNetwork<kCount>.step[kStep]), ...);
  }

  static inline __attribute__((always_inline)) Vector<U> median(const U* const* rows, int64_t i) {
    Vector<U> v[kCount];
#pragma GCC unroll 32
    for (int r = 0; r < kCount; r++) v[r] = load(rows[r] + i);
    run(v, std::make_integer_sequence<int, kNetwork<kCount>.steps>());
    return v[kCount / 2];
  }
};

template <class U, class Median>
inline void for_vectors(int64_t n, U* out, Median median) {
  constexpr int kLanes = Vectors<U>::kLanes;
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) store(out + i, median(i));
  if (i < n) store(out + n - kLanes, median(n - kLanes));  // overlaps the previous vector
}

template <class U>
void by_steps(const U* const* rows, int count, int64_t n, U* out) {
  const Network& network = network_of(count);
  for_vectors(n, out, [&](int64_t i) {
    Vector<U> v[kLargestNetwork];
    for (int r = 0; r < count; r++) v[r] = load(rows[r] + i);
    for (int s = 0; s < network.steps; s++) {
      Exchange e = network.step[s];
      Vector<U> x = v[e.a], y = v[e.b];
      v[e.a] = x < y ? x : y;
      v[e.b] = x < y ? y : x;
    }
    return v[count / 2];
  });
}

template <class U>
void of_rows(const void* const* data, int count, int64_t n, void* result) {
  constexpr int kLanes = Vectors<U>::kLanes;
  const U* rows[kLargestNetwork];
  for (int r = 0; r < count; r++) rows[r] = static_cast<const U*>(data[r]);
  U* out = static_cast<U*>(result);
  U few[kLargestNetwork][kLanes] = {}, few_out[kLanes];
  if (n < kLanes)
    for (int r = 0; r < count; r++) {
      for (int64_t i = 0; i < n; i++) few[r][i] = rows[r][i];
      rows[r] = few[r];
    }
  U* to = n < kLanes ? few_out : out;
  int64_t m = n < kLanes ? kLanes : n;
  if (count == 9)
    for_vectors(m, to, [&](int64_t i) { return Unrolled<U, 9>::median(rows, i); });
  else if (count == 25)
    for_vectors(m, to, [&](int64_t i) { return Unrolled<U, 25>::median(rows, i); });
  else
    by_steps(rows, count, m, to);
  if (n < kLanes)
    for (int64_t i = 0; i < n; i++) out[i] = few_out[i];
}

// ---- histograms ------------------------------------------------------------------------------

typedef uint16_t Bins __attribute__((vector_size(32)));
typedef uint16_t BinsAt __attribute__((vector_size(32), aligned(2), may_alias));

// By reference: the ABI for 32-byte vectors differs between instruction sets.
inline void add(Bins& sum, const uint16_t* p) { sum += *reinterpret_cast<const BinsAt*>(p); }
inline void subtract(Bins& sum, const uint16_t* p) { sum -= *reinterpret_cast<const BinsAt*>(p); }

// The bin that holds `rank`; rank becomes relative to that bin.
inline int find(const Bins& histogram, int& rank) {
  alignas(32) uint16_t h[16];
  *reinterpret_cast<Bins*>(h) = histogram;
  int k = 0;
  while (rank >= h[k]) rank -= h[k++];
  return k;
}

// Coarse bins slide with the window; fine bins are updated only if the median falls into them.
void of_histograms(const uint16_t* columns, int64_t step, int64_t width, int height, int64_t n,
                   uint8_t* out) {
  auto column = [&](int64_t x) { return columns + x * step * kBins; };
  int middle = static_cast<int>(width * height / 2);
  Bins coarse = {}, fine[16] = {};
  int64_t fine_at[16];  // window position of each fine sum
  for (int k = 0; k < 16; k++) fine_at[k] = -width;
  for (int64_t x = 0; x < width - 1; x++) add(coarse, column(x));
  for (int64_t i = 0; i < n; i++) {
    add(coarse, column(i + width - 1));
    int rank = middle, k = find(coarse, rank);
    subtract(coarse, column(i));
    Bins sum = fine[k];
    int offset = 16 + 16 * k;
    if (i - fine_at[k] >= width / 2 + 1) {
      sum = Bins{};
      for (int64_t x = i; x < i + width; x++) add(sum, column(x) + offset);
    } else {
      for (int64_t x = fine_at[k]; x < i; x++) {
        add(sum, column(x + width) + offset);
        subtract(sum, column(x) + offset);
      }
    }
    fine[k] = sum;
    fine_at[k] = i;
    out[i * step] = static_cast<uint8_t>(16 * k + find(sum, rank));
  }
}

}  // namespace

const MedianTable& median_table() {
  static const MedianTable t{
      {&of_rows<uint8_t>, &of_rows<uint16_t>, &of_rows<uint32_t>, &of_rows<uint64_t>},
      &of_histograms};
  return t;
}

}  // namespace hr::HR_ISA
