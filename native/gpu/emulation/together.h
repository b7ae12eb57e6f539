// Barriers of a block and a warp, exchanges within a warp.
#pragma once

namespace hr_emulation {

constexpr unsigned whole_block = 0;

// Waits for these lanes of the warp, or for the whole block. Defined only for kernels that #define
// HR_COOPERATIVE, whose threads run as fibers. Other kernels fail to link; its name is the error
// message.
void define_HR_COOPERATIVE_to_wait(unsigned lanes);

constexpr unsigned most_threads = 1024;
static unsigned long long offered[most_threads];  // 0 for threads that have ended

inline unsigned thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// Each thread offers a value; after a barrier each reads what it wants; then a second barrier.
template <class T, class Read>
inline auto exchange(unsigned lanes, T value, Read read) {
  static_assert(sizeof(T) <= sizeof(offered[0]), "at most eight bytes");
  __builtin_memcpy(&offered[thread()], &value, sizeof(T));
  define_HR_COOPERATIVE_to_wait(lanes);
  auto result = read();
  define_HR_COOPERATIVE_to_wait(lanes);
  return result;
}

// The value of another lane in this group of `width`; the own value if there is no such lane.
template <class T>
inline T from_lane(unsigned lanes, T own, int lane, int width) {
  return exchange(lanes, own, [&] {
    T result = own;
    if (lane >= 0 && lane < width)
      __builtin_memcpy(&result, &offered[thread() / width * width + lane], sizeof(T));
    return result;
  });
}

inline int count(int yes) {
  return exchange(whole_block, (unsigned long long)(yes != 0), [] {
    int n = 0;
    for (unsigned i = 0; i < blockDim.x * blockDim.y * blockDim.z; i++) n += (int)offered[i];
    return n;
  });
}

}  // namespace hr_emulation

inline void __syncthreads() {
  hr_emulation::define_HR_COOPERATIVE_to_wait(hr_emulation::whole_block);
}
inline int __syncthreads_count(int yes) { return hr_emulation::count(yes); }
inline int __syncthreads_or(int yes) { return hr_emulation::count(yes) > 0; }
inline int __syncthreads_and(int yes) { return hr_emulation::count(!yes) == 0; }

inline void __syncwarp(unsigned lanes = ~0u) { hr_emulation::define_HR_COOPERATIVE_to_wait(lanes); }
inline unsigned __ballot_sync(unsigned lanes, int yes) {
  return hr_emulation::exchange(lanes, (unsigned long long)(yes != 0), [&] {
    const unsigned long long* warp = hr_emulation::offered + hr_emulation::thread() / 32 * 32;
    unsigned bits = 0;
    for (int i = 0; i < 32; i++)
      if (lanes >> i & 1u) bits |= (unsigned)warp[i] << i;
    return bits;
  });
}
inline int __any_sync(unsigned lanes, int yes) { return __ballot_sync(lanes, yes) != 0; }
inline int __all_sync(unsigned lanes, int yes) { return __ballot_sync(lanes, !yes) == 0; }

template <class T>
inline T __shfl_sync(unsigned lanes, T v, int from, int width = 32) {
  return hr_emulation::from_lane(lanes, v, from & (width - 1), width);
}
template <class T>
inline T __shfl_up_sync(unsigned lanes, T v, unsigned by, int width = 32) {
  int lane = (int)hr_emulation::thread() % width;
  return hr_emulation::from_lane(lanes, v, lane - (int)by, width);
}
template <class T>
inline T __shfl_down_sync(unsigned lanes, T v, unsigned by, int width = 32) {
  int lane = (int)hr_emulation::thread() % width;
  return hr_emulation::from_lane(lanes, v, lane + (int)by, width);
}
template <class T>
inline T __shfl_xor_sync(unsigned lanes, T v, int mask, int width = 32) {
  int lane = (int)hr_emulation::thread() % width;
  return hr_emulation::from_lane(lanes, v, lane ^ mask, width);
}
