// random_uniform and similar, random_choice: launched separately, four elements per Philox block.
#include "operators/random/random.h"

#include "gpu/kernel.h"
#include "operators/random/random_params.cuh"

namespace hr::gpu::random_kernel {
namespace {

hrk::RandomKeyParams key_of(const Args& args) {
  return {args.key().seed, args.key().position, static_cast<uint32_t>(args.sample()), 0};
}

// ---- arrays of random numbers -----------------------------------------------------------------

void set(const RandomUniformArgs& a, DType type, hrk::RandomParams& p) {
  p.a = a.range[0];
  p.b = a.range[1];
  p.last = type == DType::f64
               ? last_below(p.a, p.b)
               : static_cast<double>(last_below(static_cast<float>(p.a), static_cast<float>(p.b)));
}

void set(const RandomValuesArgs& a, DType, hrk::RandomParams& p) { p.choices = value_count(a); }

void set(const RandomNormalArgs& a, DType, hrk::RandomParams& p) {
  p.a = a.mean;
  p.b = a.stddev;
}

void set(const RandomCoinFlipArgs& a, DType, hrk::RandomParams& p) {
  p.threshold = coin_threshold(a);
}

void set(const RandomBetaArgs& a, DType, hrk::RandomParams& p) {
  p.a = shape_parameter("alpha", a.alpha);
  p.b = shape_parameter("beta", a.beta);
}

// Uploads the list to choose from, in the output type.
uint64_t attach_values(Run& run, const RandomValuesArgs& a, DType type) {
  const int64_t count = value_count(a);
  return dispatch(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::vector<uint8_t> values(static_cast<size_t>(count) * sizeof(T));
    for (int64_t j = 0; j < count; j++) {
      T v = convert<T>(a.values[j]);
      std::memcpy(values.data() + static_cast<size_t>(j) * sizeof(T), &v, sizeof(T));
    }
    return run.attach(values.data(), values.size());
  });
}

// one_each: a thread makes one element instead of four.
template <class A>
void draw(Run& run, const char* function, bool one_each) {
  DType type = run.spec().outs[0].dtype;
  int64_t n = static_cast<int64_t>(run.samples.size()), most = 0;
  uint64_t table, values = 0;
  run.table<hrk::RandomParams>(n, &table);
  for (int64_t i = 0; i < n; i++) {
    const StepSample& s = run.samples[static_cast<size_t>(i)];
    const A& a = s.args.as<A>();
    if constexpr (std::is_same_v<A, RandomValuesArgs>)
      if (i == 0 || !a.values.constant()) values = attach_values(run, a, type);
    auto& p = run.at<hrk::RandomParams>(table, i);
    set(a, type, p);
    p.data = reinterpret_cast<uint64_t>(s.out[0].data);
    p.count = s.out[0].volume();
    p.key = key_of(s.args);
    p.values = values;
    most = std::max<int64_t>(most, p.count);
  }
  run.launch("operators/random/draw.cuh", std::string(function) + "<" + type_name(type) + ">",
             table, n, sizeof(hrk::RandomParams),
             blocks_for(one_each ? most : (most + 63) / 64 * 16));
}

bool makes_doubles(const Run& run) { return run.spec().outs[0].dtype == DType::f64; }

// ---- random_choice ----------------------------------------------------------------------------

uint64_t attach_sums(Run& run, const List<double>& p) {
  std::vector<double> sums(static_cast<size_t>(p.size()));
  sums_of_probabilities(p, sums.data());
  return run.attach(sums.data(), sums.size() * sizeof(double));
}

void choose(Run& run) {
  DType type = run.spec().outs[0].dtype;
  int64_t n = static_cast<int64_t>(run.samples.size()), most = 0;
  bool number = run.samples[0].in[0].shape.ndim == 0;
  uint64_t table, sums = 0;
  run.table<hrk::ChoiceParams>(n, &table);
  for (int64_t i = 0; i < n; i++) {
    const StepSample& s = run.samples[static_cast<size_t>(i)];
    const View &a = s.in[0], &out = s.out[0];
    const auto& weights = s.args.as<RandomChoiceArgs>().p;
    int64_t choices = number ? 0 : a.shape[0];
    if (!number && choices < 1) fail_value("needs something to choose from, got 0 elements");
    if (weights && !number && weights->size() != choices)
      fail_value("p has " + std::to_string(weights->size()) + " elements, there are " +
                 std::to_string(choices) + " to choose from");
    if (weights && (i == 0 || !weights->constant())) sums = attach_sums(run, *weights);
    auto& p = run.at<hrk::ChoiceParams>(table, i);
    p.from = reinterpret_cast<uint64_t>(a.data);
    p.to = reinterpret_cast<uint64_t>(out.data);
    p.key = key_of(s.args);
    p.row = number ? 1 : a.shape.volume(1);
    p.rows = out.volume() / std::max<int64_t>(p.row, 1);
    p.choices = static_cast<uint64_t>(choices);
    p.sums = sums;
    p.weighted = weights ? weights->size() : 0;
    most = std::max<int64_t>(most, p.rows * ((p.row + 15) / 16));
  }
  run.launch("operators/random/draw.cuh",
             std::string("draw_rows<") + type_name(type) + (number ? ", true>" : ", false>"), table,
             n, sizeof(hrk::ChoiceParams), blocks_for(most));
}

const Entry uniform{"random_uniform", {.run = [](Run& run) {
                      draw<RandomUniformArgs>(run, "draw_uniform", makes_doubles(run));
                    }}};
const Entry values{"random_values",
                   {.run = [](Run& run) { draw<RandomValuesArgs>(run, "draw_one_of", false); }}};
const Entry normal{"random_normal", {.run = [](Run& run) {
                     draw<RandomNormalArgs>(run, "draw_normal", makes_doubles(run));
                   }}};
const Entry coin_flip{"random_coin_flip",
                      {.run = [](Run& run) { draw<RandomCoinFlipArgs>(run, "draw_coin", false); }}};
const Entry beta{"random_beta",
                 {.run = [](Run& run) { draw<RandomBetaArgs>(run, "draw_beta", true); }}};
const Entry choice{"random_choice", {.run = choose}};

}  // namespace
}  // namespace hr::gpu::random_kernel
