// The sampler on memory of exact size: hostile positions, every type, filter and border; every
// instruction set gives the same bits.
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "simd/sampler.h"

namespace {

using namespace hr;

std::mt19937 rng(5);

int draw(int low, int high) { return std::uniform_int_distribution<int>(low, high)(rng); }

// Separate heap blocks: sanitizers detect any access outside of them.
std::unique_ptr<uint8_t[]> block(int64_t bytes) {
  std::unique_ptr<uint8_t[]> memory(new uint8_t[static_cast<size_t>(bytes)]);
  for (int64_t i = 0; i < bytes; i++) memory[i] = static_cast<uint8_t>(draw(0, 1));
  return memory;
}

std::vector<float> places(int n, int64_t size, bool inside) {
  std::vector<float> p(static_cast<size_t>(n));
  float far = draw(0, 3) ? 1.0f : 1e5f, side = static_cast<float>(size);
  for (float& v : p) {
    float part = static_cast<float>(draw(0, 999)) / 1000.0f;
    v = inside ? part * side : (4.0f * part - 1.5f) * (side + 2.0f) * far;
    if (!inside && draw(0, 49) == 0) v = std::numeric_limits<float>::quiet_NaN();
    if (!inside && draw(0, 49) == 0) v = std::numeric_limits<float>::infinity();
  }
  return p;
}

bool same_everywhere() {
  bool volume = draw(0, 4) == 0;
  SampleSource s;
  s.dtype = static_cast<DType>(draw(0, static_cast<int>(DType::count) - 1));
  s.d = volume ? draw(0, 4) : 1;
  s.h = draw(0, 9);
  s.w = draw(0, 12);
  s.c = s.step = draw(0, 300) ? draw(1, 6) : 3000;
  s.interp = static_cast<SamplerFilter>(draw(0, volume ? 1 : 3));
  s.border = s.d * s.h * s.w > 0 ? static_cast<SamplerBorder>(draw(0, 4)) : SamplerBorder::constant;
  int64_t item = itemsize(s.dtype);
  auto image = block(s.d * s.h * s.w * s.c * item), fill = block(s.c * item);
  s.data = image.get();
  s.fill = fill.get();
  DType to = draw(0, 1) ? s.dtype : static_cast<DType>(draw(0, static_cast<int>(DType::count) - 1));
  int n = draw(1, 300);
  bool inside = draw(0, 1);
  auto x = places(n, s.w, inside), y = places(n, s.h, inside), z = places(n, s.d, inside);
  int64_t bytes = n * s.c * itemsize(to);
  auto first = block(bytes);
  base::sampler_table().row(s, x.data(), y.data(), volume ? z.data() : nullptr, n, first.get(), to);
  auto again = block(bytes);  // with the best instruction set of this CPU
  sampler().row(s, x.data(), y.data(), volume ? z.data() : nullptr, n, again.get(), to);
  if (std::memcmp(first.get(), again.get(), static_cast<size_t>(bytes)) == 0) return true;
  std::fprintf(stderr, "FAILED: type %s, filter %d, border %d, %d channels\n", name(s.dtype),
               static_cast<int>(s.interp), static_cast<int>(s.border), static_cast<int>(s.c));
  return false;
}

}  // namespace

int main() {
  int failures = 0;
  for (int i = 0; i < 10000; i++) failures += !same_everywhere();
  std::printf("sampler: %d failures\n", failures);
  return failures != 0;
}
