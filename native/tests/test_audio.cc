// Audio kernels on memory of exact size: random lengths, windows, types and arguments. Every output
// element must be written and finite; impossible requests must be errors.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>

#include "kernel_calls.h"

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

// An array in its own heap block: sanitizers detect any access outside of it.
struct Array {
  std::unique_ptr<uint8_t[]> memory;
  View view;

  Array(const Shape& shape, DType dtype) {
    view.shape = shape;
    view.dtype = dtype;
    memory.reset(new uint8_t[static_cast<size_t>(view.bytes())]);
    view.data = memory.get();
    std::memset(view.data, 0xFF, static_cast<size_t>(view.bytes()));  // NaN as floats
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

Const random(int64_t low, int64_t high) { return numbers({draw(low, high)}); }
Const list(int64_t n) {
  std::vector<double> v;
  for (int64_t k = 0; k < n; k++) v.push_back(0.25 * static_cast<double>(k));
  return numbers(v);
}

// Calls a kernel on one sample; false: rejected.
bool call(const char* name, const Array& input, const NamedConstants& constants,
          const std::vector<DType>& types) {
  std::vector<OutMeta> outs;
  for (DType t : types) outs.push_back({t, 0});
  const Spec spec = spec_of(name, constants, outs);
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
                 {{"nfft", numbers({nfft})},
                  {"window_length", numbers({window})},
                  {"window_step", random(1, 90)},
                  {"window", list(draw(0, 1) * window)},
                  {"center", random(0, 1)},
                  {"reflect", random(0, 1)},
                  {"power", random(1, 2)},
                  {"time_first", random(0, 1)}},
                 {DType::f32});
  }
  check(done > 150, "most spectrograms are possible");
}

void test_power_spectrum() {
  for (int round = 0; round < 200; round++) {
    const Shape shape{draw(1, 20), draw(1, 90), draw(1, 20)};
    call("power_spectrum", signal(shape),
         {{"nfft", draw(0, 1) ? random(1, 200) : Const{}},
          {"longest", number(1 << 20)},
          {"power", random(1, 2)},
          {"axis", random(0, 2)}},
         {DType::f32});
  }
}

void test_mel() {
  for (int round = 0; round < 200; round++) {
    const Shape shape{draw(1, 4), draw(1, 130), draw(0, 9)};
    const double rate = static_cast<double>(draw(1, 48000)),
                 low = static_cast<double>(draw(0, 1000)) / 3000 * rate;
    call("mel_filter_bank", signal(shape),
         {{"nfilter", random(1, 150)},
          {"sample_rate", number(rate)},
          {"freq_low", number(low)},
          {"freq_high", number(low + rate / 4)},
          {"mel_formula", random(0, 1)},
          {"normalize", random(0, 1)},
          {"axis", random(0, 2)}},
         {DType::f32});
    call("mfcc", signal(shape),
         {{"dct_type", random(1, 4)},
          {"normalize", number(0)},
          {"n_mfcc", random(1, 200)},
          {"lifter", numbers({draw(0, 1) * 22})},
          {"axis", random(0, 2)}},
         {DType::f32});
  }
}

void test_levels() {
  for (int round = 0; round < 300; round++) {
    const Shape shape{length()};
    call("preemphasis_filter", signal(shape),
         {{"preemph_coeff", number(0.97)}, {"border", random(0, 2)}},
         {draw(0, 1) ? DType::f32 : DType::i16});
    call("to_decibels", signal(shape),
         {{"multiplier", number(10)}, {"reference", random(0, 2)}, {"cutoff_db", random(-500, 0)}},
         {DType::f32});
    call("nonsilent_region", signal(shape),
         {{"cutoff_db", random(-100, 0)},
          {"reference_power", random(0, 3)},
          {"window_length", random(1, 500)}},
         {DType::i32, DType::i32});
  }
}

void test_resample() {
  for (int round = 0; round < 200; round++) {
    Shape shape{length()};
    if (!draw(0, 2)) shape.push(draw(1, 3));
    const DType to = draw(0, 1) ? DType::f32 : DType::u8;
    const int64_t how = draw(0, 2);
    call("audio_resample", signal(shape),
         {{"quality", random(0, 100)},
          {"scale", how == 0 ? number(static_cast<double>(draw(1, 400)) / 100) : Const{}},
          {"in_rate", how == 1 ? random(1, 9) : Const{}},
          {"out_rate", how == 1 ? random(1, 9) : Const{}},
          {"out_length", how == 2 ? random(0, 500) : Const{}}},
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
