// Sizes and source intervals, compared with DALI's for the same arguments.
#include "numerics/resample_geometry.h"

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "base/error.h"

using namespace hr;

static int failures = 0;
#define CHECK(condition)                                                             \
  do {                                                                               \
    if (!(condition) && ++failures < 40)                                             \
      std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
  } while (0)

namespace {

AxisRequest whole(int64_t in, float size, float limit = 0) {
  AxisRequest r;
  r.in = in;
  r.size = size;
  r.hi = static_cast<float>(in);
  r.limit = limit;
  return r;
}

std::vector<AxisGeometry> solve(SizeMode mode, std::vector<AxisRequest> axes, bool subpixel = true,
                                SizeRounding rounding = SizeRounding::round) {
  std::vector<AxisGeometry> out(axes.size());
  solve_sizes(mode, rounding, subpixel, axes, out.data());
  return out;
}

std::vector<int64_t> sizes(SizeMode mode, std::vector<AxisRequest> axes) {
  std::vector<int64_t> v;
  for (const AxisGeometry& g : solve(mode, axes)) v.push_back(g.out);
  return v;
}

using Sizes = std::vector<int64_t>;

void modes() {
  using enum SizeMode;
  CHECK((sizes(each, {whole(40, 20), whole(60, 33)}) == Sizes{20, 33}));
  CHECK((sizes(each, {whole(40, 0), whole(60, 20)}) == Sizes{13, 20}));
  CHECK((sizes(each, {whole(40, 0), whole(60, 0)}) == Sizes{40, 60}));
  CHECK((sizes(each, {whole(40, 0, 10), whole(60, 20, 10)}) == Sizes{10, 10}));
  CHECK((sizes(each, {whole(40, 0, 10), whole(60, 0, 10)}) == Sizes{40, 60}));
  CHECK((sizes(each, {whole(10, 0), whole(40, 30), whole(60, 20)}) == Sizes{5, 30, 20}));
  CHECK((sizes(stretch, {whole(40, 0), whole(60, 20)}) == Sizes{40, 20}));
  CHECK((sizes(not_larger, {whole(40, 20), whole(60, 10)}) == Sizes{7, 10}));
  CHECK((sizes(not_smaller, {whole(40, 20), whole(60, 10)}) == Sizes{20, 30}));
  CHECK((sizes(not_smaller, {whole(40, 20, 25), whole(60, 20, 29)}) == Sizes{19, 29}));
  CHECK((sizes(each, {whole(40, 0.2f), whole(0, 20)}) == Sizes{1, 0}));
}

void ties() {  // float32 products decide ties
  using enum SizeMode;
  CHECK((sizes(each, {whole(150, 0), whole(200, 106)}) == Sizes{79, 106}));
  CHECK((sizes(each, {whole(209, 0), whole(396, 54)}) == Sizes{29, 54}));
  CHECK((sizes(not_smaller, {whole(372, 73), whole(248, 73)}) == Sizes{109, 73}));
  CHECK((sizes(not_larger, {whole(252, 273), whole(210, 273)}) == Sizes{273, 228}));
}

void intervals() {
  auto near = [](double a, double b) { return std::fabs(a - b) < 1e-5; };
  AxisRequest r = whole(100, 19.6f);
  AxisGeometry g = solve(SizeMode::each, {r})[0];
  CHECK(g.out == 20 && near((g.hi - g.lo) / 20, 100 / 19.6) && near(g.lo + g.hi, 100));
  g = solve(SizeMode::each, {r}, false)[0];
  CHECK(g.out == 20 && g.lo == 0 && g.hi == 100);
  r.alignment = 0;
  CHECK(near(solve(SizeMode::each, {r})[0].lo, 0));
  r.alignment = 1;
  CHECK(near(solve(SizeMode::each, {r})[0].hi, 100));

  r = whole(100, -20);
  g = solve(SizeMode::each, {r})[0];
  CHECK(g.out == 20 && g.lo == 100 && g.hi == 0);
  r.lo = 70, r.hi = 30;  // mirrored twice
  g = solve(SizeMode::each, {r})[0];
  CHECK(g.lo == 30 && g.hi == 70);
  r.size = 0;  // without a size no mirroring, except if one scale applies to all axes
  CHECK(solve(SizeMode::each, {r, whole(9, 5)})[0].lo < 50);
  CHECK(solve(SizeMode::not_larger, {r, whole(9, 5)})[0].lo > 50);

  r = whole(100, 20.2f);
  CHECK(solve(SizeMode::each, {r}, true, SizeRounding::ceil)[0].out == 21);
  r.size = 20.9f;
  CHECK(solve(SizeMode::each, {r}, true, SizeRounding::truncate)[0].out == 20);
}

void errors() {
  auto fails = [](AxisRequest r) {
    try {
      solve(SizeMode::each, {r});
    } catch (const Error& e) {
      return e.kind == ErrorKind::value;
    }
    return false;
  };
  CHECK(fails(whole(10, NAN)));
  CHECK(fails(whole(10, INFINITY)));
  CHECK(fails(whole(10, 3e9f)));
  AxisRequest r = whole(10, 5);
  r.lo = NAN;
  CHECK(fails(r));
}

void anything() {  // random arguments: sizes are positive, intervals finite
  std::mt19937 bits(1);
  auto number = [&] {
    return std::ldexp(static_cast<float>(bits()), static_cast<int>(bits() % 40) - 32) *
           (bits() % 2 ? 1 : -1);
  };
  for (int round = 0; round < 20000; round++) {
    std::vector<AxisRequest> axes;
    for (uint32_t n = bits() % 4; axes.size() <= n;) {
      AxisRequest r = whole(bits() % 300, bits() % 3 ? number() : 0, bits() % 2 ? number() : 0);
      if (bits() % 2) r.lo = number(), r.hi = number();
      axes.push_back(r);
    }
    try {
      for (const AxisGeometry& g : solve(static_cast<SizeMode>(bits() % 4), axes, bits() % 2,
                                         static_cast<SizeRounding>(bits() % 3)))
        CHECK(g.out >= 0 && g.out <= kLargestSize && std::isfinite(g.lo) && std::isfinite(g.hi));
    } catch (const Error& e) {
      CHECK(e.kind == ErrorKind::value);
    }
  }
}

}  // namespace

int main() {
  modes();
  ties();
  intervals();
  errors();
  anything();
  std::printf(failures ? "test_resample_geometry: %d failures\n" : "test_resample_geometry: ok\n",
              failures);
  return failures != 0;
}
