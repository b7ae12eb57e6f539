// Kernels of signals on memory of exactly the size they may touch: random lengths, windows, types
// and arguments. Everything is written, and finite; what cannot be done is an error.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>

#include "engine/kernel.h"

namespace {

using namespace hr;

int failures = 0;
std::mt19937 rng(11);

int64_t draw(int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

void check(bool good, const std::string& what) {
  if (!good && ++failures <= 20) std::fprintf(stderr, "FAILED: %s\n", what.c_str());
}

// An array in a block of its own: a sanitizer sees every byte read or written beside it.
struct Array {
  std::unique_ptr<uint8_t[]> memory;
  View view;

  Array(const Shape& shape, DType dtype) {
    view.shape = shape;
    view.dtype = dtype;
    memory.reset(new uint8_t[static_cast<size_t>(view.bytes())]);
    view.data = memory.get();
    std::memset(view.data, 0xFF, static_cast<size_t>(view.bytes()));  // floats: NaN
  }
};

Array signal(const Shape& shape) {
  const DType types[] = {DType::f32, DType::f32, DType::i16, DType::u8, DType::f64, DType::f16};
  Array a(shape, types[draw(0, 5)]);
  dispatch(a.view.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0; i < a.view.volume(); i++)
      a.view.as<T>()[i] = convert<T>(static_cast<float>(draw(-100, 100)) / 7.0f);
  });
  return a;
}

Const number(double x) { return {.given = true, .f = {x}, .i = {static_cast<int64_t>(x)}}; }
Const nothing() { return {}; }
Const list(int64_t n) {
  Const c{.given = true};
  for (int64_t k = 0; k < n; k++) c.f.push_back(0.25 * static_cast<double>(k));
  return c;
}

// One call on one sample; false: it was refused.
bool call(const char* name, const Array& input, std::vector<Const> consts,
          const std::vector<DType>& types) {
  Spec spec;
  spec.kernel = find_kernel(name);
  spec.consts = std::move(consts);
  for (DType t : types) spec.outs.push_back({t, 0});
  if (spec.kernel->prepare) spec.kernel->prepare(spec);
  std::vector<ArgView> dyn(spec.consts.size());
  Args args(spec, dyn.data(), 0, 0, {});
  const int nout = static_cast<int>(types.size());
  std::vector<Shape> shapes(types.size());
  InferContext infer{args, 1, nout, &input.view, shapes.data(), nullptr};
  try {
    spec.kernel->infer(infer);
  } catch (const Error&) {
    return false;
  }
  std::vector<Array> outputs;
  std::vector<View> views;
  for (int k = 0; k < nout; k++) {
    outputs.emplace_back(shapes[k], types[k]);
    views.push_back(outputs.back().view);
  }
  RunContext run{args, 1, nout, &input.view, views.data(), nullptr};
  spec.kernel->run(run);
  for (const View& v : views)
    for (int64_t i = 0; i < v.volume() && v.dtype == DType::f32; i++)
      check(std::isfinite(v.as<float>()[i]), std::string(name) + " of " + input.view.shape.str());
  return true;
}

int64_t length() { return draw(0, 4) ? draw(0, 300) : draw(0, 4000); }

void test_spectrogram() {
  int done = 0;
  for (int round = 0; round < 300; round++) {
    const int64_t window = draw(1, draw(0, 3) ? 60 : 700), nfft = window + draw(0, draw(0, 1) * 90);
    Shape shape{length()};
    if (!draw(0, 3)) shape.push(1);
    done += call("spectrogram", signal(shape),
                 {number(nfft), number(window), number(draw(1, 90)), list(draw(0, 1) * window),
                  number(draw(0, 1)), number(draw(0, 1)), number(draw(1, 2)), number(draw(0, 1))},
                 {DType::f32});
  }
  check(done > 150, "most spectrograms are possible");
}

void test_power_spectrum() {
  for (int round = 0; round < 200; round++) {
    const Shape shape{draw(1, 20), draw(1, 90), draw(1, 20)};
    call("power_spectrum", signal(shape),
         {draw(0, 1) ? number(draw(1, 200)) : nothing(), number(draw(1, 2)), number(draw(0, 2))},
         {DType::f32});
  }
}

void test_mel() {
  for (int round = 0; round < 200; round++) {
    const Shape shape{draw(1, 4), draw(1, 130), draw(0, 9)};
    const double rate = static_cast<double>(draw(1, 48000)),
                 low = static_cast<double>(draw(0, 1000)) / 3000 * rate;
    call("mel_filter_bank", signal(shape),
         {number(draw(1, 150)), number(rate), number(low), number(low + rate / 4),
          number(draw(0, 1)), number(draw(0, 1)), number(draw(0, 2))},
         {DType::f32});
    call("mfcc", signal(shape),
         {number(draw(1, 4)), number(0), number(draw(1, 200)), number(draw(0, 1) * 22),
          number(draw(0, 2))},
         {DType::f32});
  }
}

void test_levels() {
  for (int round = 0; round < 300; round++) {
    const Shape shape{length()};
    call("preemphasis_filter", signal(shape), {number(0.97), number(draw(0, 2))},
         {draw(0, 1) ? DType::f32 : DType::i16});
    call("to_decibels", signal(shape),
         {number(10), number(draw(0, 2)), number(-static_cast<double>(draw(0, 500)))},
         {DType::f32});
    call("nonsilent_region", signal(shape),
         {number(-static_cast<double>(draw(0, 100))), number(draw(0, 3)), number(draw(1, 500))},
         {DType::i32, DType::i32});
  }
}

void test_resample() {
  for (int round = 0; round < 200; round++) {
    Shape shape{length()};
    if (!draw(0, 2)) shape.push(draw(1, 3));
    const DType to = draw(0, 1) ? DType::f32 : DType::u8;
    const Const quality = number(static_cast<double>(draw(0, 100)));
    const int64_t how = draw(0, 2);
    call("audio_resample", signal(shape),
         {quality, how == 0 ? number(static_cast<double>(draw(1, 400)) / 100) : nothing(),
          how == 1 ? number(static_cast<double>(draw(1, 9))) : nothing(),
          how == 1 ? number(static_cast<double>(draw(1, 9))) : nothing(),
          how == 2 ? number(static_cast<double>(draw(0, 500))) : nothing()},
         {to});
  }
}

}  // namespace

int main() {
  test_spectrogram();
  test_power_spectrum();
  test_mel();
  test_levels();
  test_resample();
  if (failures) std::fprintf(stderr, "%d failures\n", failures);
  return failures ? 1 : 0;
}
