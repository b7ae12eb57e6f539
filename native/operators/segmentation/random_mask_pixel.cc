// random_mask_pixel: the position of a random element, or of one that matches a condition.
#include <cmath>
#include <limits>
#include <type_traits>

#include "engine/kernel.h"
#include "operators/random/random_pick.h"

namespace hr::random_mask_pixel_kernel {
namespace {

struct MaskPixelArgs {
  bool foreground;
  std::optional<int64_t> value;  // foreground value; without it, elements above the threshold
  double threshold;
};
HR_ARGS(MaskPixelArgs, foreground, value, threshold);

constexpr int64_t kBlock = 128;  // so that counts of a block fit a byte

template <size_t kBytes>
using Counter = std::conditional_t<
    kBytes == 1, uint8_t,
    std::conditional_t<kBytes == 2, uint16_t, std::conditional_t<kBytes == 4, uint32_t, uint64_t>>>;

// Counts elements of a block that match `test`. Counters as wide as elements vectorise.
template <class T, class Test>
int64_t count_block(const T* x, int64_t n, Test test) {
  using C = Counter<sizeof(T)>;
  C count = 0;
  for (int64_t i = 0; i < n; i++) count = static_cast<C>(count + (test(x[i]) ? 1 : 0));
  return static_cast<int64_t>(count);
}

template <class T, class Test>
int64_t count_all(const T* x, int64_t n, Test test) {
  int64_t count = 0, i = 0;
  for (; i + kBlock <= n; i += kBlock) count += count_block(x + i, kBlock, test);
  return count + count_block(x + i, n - i, test);
}

// Index of the nth element that matches `test`.
template <class T, class Test>
int64_t find(const T* x, int64_t n, int64_t nth, Test test) {
  int64_t i = 0;
  for (; i + kBlock <= n; i += kBlock) {
    int64_t here = count_block(x + i, kBlock, test);
    if (nth < here) break;
    nth -= here;
  }
  for (;; i++)
    if (test(x[i]) && nth-- == 0) return i;
}

template <class T, class Test>
int64_t pick(RandomStream& rng, const T* x, int64_t n, Test test) {
  int64_t count = count_all(x, n, test);
  return count ? find(x, n, pick_below(rng, count), test) : pick_below(rng, n);
}

// For integers, compares with the largest integer that is not above the threshold.
template <class T>
int64_t pick_above(RandomStream& rng, const T* x, int64_t n, double threshold) {
  if constexpr (std::is_floating_point_v<T>) {
    T t = static_cast<T>(threshold);
    return pick(rng, x, n, [t](T v) { return v > t; });
  } else if constexpr (is_half<T>) {
    float t = static_cast<float>(threshold);
    return pick(rng, x, n, [t](T v) { return static_cast<float>(v) > t; });
  } else if constexpr (std::is_same_v<T, bool>) {
    return pick_above(rng, reinterpret_cast<const uint8_t*>(x), n, threshold);
  } else {
    double floor = std::floor(threshold),
           least = static_cast<double>(std::numeric_limits<T>::min());
    double above = static_cast<double>(std::numeric_limits<T>::max());
    if (!(floor < above)) return pick_below(rng, n);  // none match: any element
    if (floor < least) return pick_below(rng, n);     // all match: any element
    T t = static_cast<T>(floor);
    return pick(rng, x, n, [t](T v) { return v > t; });
  }
}

template <class T>
int64_t pick_equal(RandomStream& rng, const T* x, int64_t n, int64_t value) {
  if constexpr (std::is_same_v<T, bool>) {
    return pick_equal(rng, reinterpret_cast<const uint8_t*>(x), n, value);
  } else if constexpr (std::is_integral_v<T>) {
    T t = static_cast<T>(value);
    if (static_cast<int64_t>(t) != value || (t < T(0)) != (value < 0)) return pick_below(rng, n);
    return pick(rng, x, n, [t](T v) { return v == t; });
  } else {
    double t = static_cast<double>(value);
    return pick(rng, x, n, [t](T v) { return static_cast<double>(v) == t; });
  }
}

void infer(InferContext& c) {
  const Shape& in = c.in[0].shape;
  if (in.volume() == 0) fail_value("a mask of shape " + in.str() + " has no pixels");
  c.out[0] = Shape{in.ndim};
}

void run(const MaskPixelArgs& a, RunContext& c) {
  const View& in = c.in[0];
  RandomStream rng = c.args.random();
  int64_t n = in.volume();
  int64_t index = dispatch(in.dtype, [&](auto tag) -> int64_t {
    using T = typename decltype(tag)::type;
    if (!a.foreground) return pick_below(rng, n);
    if (a.value) return pick_equal(rng, in.as<T>(), n, *a.value);
    return pick_above(rng, in.as<T>(), n, a.threshold);
  });
  for (int axis = in.shape.ndim - 1; axis >= 0; axis--) {
    c.out[0].as<int64_t>()[axis] = index % in.shape[axis];
    index /= in.shape[axis];
  }
}

const KernelEntry entry{{.name = "random_mask_pixel",
                         .args = schema<MaskPixelArgs>(),
                         .infer = infer,
                         .run = typed<run>}};

}  // namespace
}  // namespace hr::random_mask_pixel_kernel
