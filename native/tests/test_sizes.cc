// Arithmetic on sizes, size classes of slabs, the allocation limit, numbers that are no integers.
#include <cmath>
#include <limits>

#include "base/checked.h"
#include "engine/kernel.h"
#include "samples.h"

namespace {

using namespace hr;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

// Kind of the error that f throws, -1 for none; its message must contain `text`.
template <class F>
int kind_of(F f, const std::string& text = "") {
  try {
    f();
    return -1;
  } catch (const Error& e) {
    CHECK(std::string(e.what()).find(text) != std::string::npos);
    return static_cast<int>(e.kind);
  }
}
constexpr int kMemory = static_cast<int>(ErrorKind::memory);
constexpr int kValue = static_cast<int>(ErrorKind::value);

void test_arithmetic() {
  CHECK(checked_add(2, 3) == 5 && checked_multiply(-4, 5) == -20);
  CHECK(kind_of([] { checked_add(kMost, 1); }) == kMemory);
  CHECK(kind_of([] { checked_multiply(int64_t(1) << 32, int64_t(1) << 31); }) == kMemory);
  CHECK(checked_round_up(0, 64) == 0 && checked_round_up(1, 64) == 64);
  CHECK(checked_round_up(64, 64) == 64 && checked_round_up(65, 64) == 128);
  CHECK(kind_of([] { checked_round_up(kMost, 64); }) == kMemory);
  CHECK(saturated_add(kMost, 7) == kMost && saturated_add(1, 2) == 3);
  CHECK(weighted(kMost, 20000.f) == weighted(kMost, 1.f) && weighted(1000, 2.f) == 2000);
}

void test_fits() {
  CHECK(fits(Shape{}, DType::f64) && fits(Shape{0, 5}, DType::u8));
  CHECK(fits(Shape{kMostBytes}, DType::u8) && !fits(Shape{kMostBytes}, DType::u16));
  CHECK(!fits(Shape{kMostBytes + 1}, DType::u8) && !fits(Shape{3, -1}, DType::u8));
  // If an axis has no elements, the product of the other axes must fit.
  CHECK(!fits(Shape{int64_t(1) << 32, 0, int64_t(1) << 32}, DType::u8));
  CHECK(!fits(Shape{kMost, kMost}, DType::u8) && !fits(Shape{kMost}, DType::f64));
  CHECK(checked_bytes(Shape{2, 3}, DType::i32) == 24);
  CHECK(kind_of([] { checked_bytes(Shape{kMost, 2}, DType::u8); }, "(9223372036854775807, 2)") ==
        kValue);
  CHECK(kind_of([] { check_fits(Shape{-2}, DType::u8); }, "negative") == kValue);
}

Samples samples_of(std::vector<int64_t> lengths) {
  Samples s;
  s.ndim = 1;
  s.n = static_cast<int64_t>(lengths.size());
  s.shapes = std::move(lengths);
  return s;
}

void test_layout() {
  const SlabLayout ragged = lay_out(samples_of({3, 64, 65, 0, 1}), 64);
  CHECK(ragged.at == (std::vector<size_t>{0, 64, 128, 256, 256}) && ragged.total == 320);
  const SlabLayout tight = lay_out(samples_of({3, 3, 3}), 1);
  CHECK(tight.at == (std::vector<size_t>{0, 3, 6}) && tight.total == 9);
  std::vector<int64_t> many(size_t(1) << 18, kMostBytes);
  CHECK(kind_of([&] { lay_out(samples_of(many), 64); }, "(70368744177664,)") == kMemory);
  many.resize(many.size() / 2);  // 2**63 bytes
  CHECK(kind_of(
            [&] {
              auto s = samples_of(many);
              make_room(s);
            },
            "131072 samples") == kMemory);
  Samples s = samples_of({4, 4});
  make_room(s);
  CHECK(s.is_dense() && s.data[1] == s.data[0] + 4 && s.owners.size() == 1);
}

void test_classes() {
  int last = -1;
  for (size_t bytes = 1; bytes <= size_t(1) << 40; bytes += 1 + bytes / 7) {
    int index = 0;
    const size_t size = slab_class(bytes, index);
    CHECK(size >= bytes && size <= std::max<size_t>(1024, bytes + bytes / 4 + 1));
    CHECK(size % 64 == 0 && index >= last && index < 256);
    last = index;
    int same = 0;
    CHECK(slab_class(size, same) == size && same == index);
  }
  int index = 0;
  CHECK(slab_class(PTRDIFF_MAX, index) == size_t(1) << 63 && index < 256);
  for (size_t bytes : {size_t(1) << 63, SIZE_MAX - 63, SIZE_MAX})
    CHECK(kind_of([&] { slab_class(bytes, index); }) == kMemory);
}

void test_limit() {
  CHECK(max_allocation() > 0 && max_allocation() <= PTRDIFF_MAX);
  const size_t usual = max_allocation();
  set_max_allocation(1 << 20);
  CHECK(max_allocation() == 1 << 20 && allocate(1 << 20)->size == 1 << 20);
  CHECK(kind_of([] { allocate((1 << 20) + 1); }, "limit of 1.0 MiB") == kMemory);
  CHECK(kind_of([] { scratch((1 << 20) + 1); }, "HEADRACE_MAX_ALLOCATION") == kMemory);
  set_max_allocation(SIZE_MAX);
  for (size_t bytes : {size_t(1) << 63, SIZE_MAX - 64, SIZE_MAX})
    CHECK(kind_of([&] { allocate(bytes); }) == kMemory);
  set_max_allocation(0);
  CHECK(max_allocation() == usual);
}

struct CountArgs {
  int64_t count;
};
HR_ARGS(CountArgs, count);

const KernelEntry counting{{.name = "count", .args = schema<CountArgs>()}};

// Reads arguments as integers, from samples of every type.
template <class T>
int read(T v, int64_t expected) {
  Spec spec;
  spec.kernel = find_kernel("count");
  spec.consts.resize(1);
  spec.read_constants({true});
  Samples s;
  s.dtype = dtype_of<T>();
  s.n = 1;
  s.data = {reinterpret_cast<uint8_t*>(&v)};
  s.dense = 1;
  ArgView view{&s, false};
  return kind_of([&] { CHECK(Args(spec, &view, 0, 0, {}).as<CountArgs>().count == expected); },
                 "'count'");
}

void test_integers() {
  CHECK(read<uint64_t>(7, 7) == -1 && read<int64_t>(-kMost - 1, -kMost - 1) == -1);
  CHECK(read<uint64_t>(kMost, kMost) == -1 && read<uint64_t>(uint64_t(1) << 63, 0) == kValue);
  CHECK(read<double>(-0x1p63, -kMost - 1) == -1 && read<double>(0x1p63, 0) == kValue);
  CHECK(read<float>(2.5f, 3) == -1 && read<float>(1e38f, 0) == kValue);
  CHECK(read<float>(NAN, 0) == kValue && read<double>(-INFINITY, 0) == kValue);
  CHECK(read<f16>(f16(3.f), 3) == -1 && read<f16>(f16(INFINITY), 0) == kValue);
  CHECK(read<bf16>(bf16(1e38f), 0) == kValue && read<bool>(true, 1) == -1);
}

}  // namespace

int main() {
  test_arithmetic();
  test_fits();
  test_layout();
  test_classes();
  test_limit();
  test_integers();
  return report();
}
