// random, random_choice: launches of their own, in which a block of random words makes four
// elements.
#include "operators/random/random.h"

#include "gpu/kernel.h"
#include "operators/random/random_params.cuh"

namespace hr::gpu {
namespace {

hrk::RandomKeyParams key_of(const Args& args) {
  return {args.key().seed, args.key().position, static_cast<uint32_t>(args.sample()), 0};
}

// ---- random -----------------------------------------------------------------------------------

using namespace random_args;

constexpr const char* kFunctions[] = {"draw_uniform", "draw_normal", "draw_coin", "draw_one_of",
                                      "draw_beta"};

void set_range(const Args& args, DType type, hrk::RandomParams& p) {
  p.a = args.f(kRange, 0);
  p.b = args.f(kRange, 1);
  p.last = type == DType::f64
               ? last_below(p.a, p.b)
               : static_cast<double>(last_below(static_cast<float>(p.a), static_cast<float>(p.b)));
}

// The list to choose from, in the type of the output.
uint64_t attach_values(Run& run, const Args& args, DType type) {
  int64_t count = static_cast<int64_t>(value_count(args));
  return dispatch(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::vector<uint8_t> values(static_cast<size_t>(count) * sizeof(T));
    for (int64_t j = 0; j < count; j++) {
      T v = convert<T>(args.f(kValues, j));
      std::memcpy(values.data() + static_cast<size_t>(j) * sizeof(T), &v, sizeof(T));
    }
    return run.attach(values.data(), values.size());
  });
}

void set_parameters(const Args& args, DType type, hrk::RandomParams& p) {
  switch (args.i(kDistribution)) {
    case kUniform:
      return set_range(args, type, p);
    case kNormal:
      p.a = static_cast<float>(args.f(kMean));
      p.b = static_cast<float>(args.f(kStddev));
      return;
    case kCoin:
      p.threshold = coin_threshold(args);
      return;
    case kOneOf:
      p.choices = static_cast<int64_t>(value_count(args));
      return;
    default:
      p.a = shape_parameter(args, kAlpha);
      p.b = shape_parameter(args, kBeta);
  }
}

void draw(Run& run) {
  DType type = run.spec().outs[0].dtype;
  int64_t n = static_cast<int64_t>(run.samples.size()), most = 0;
  int64_t which = run.samples[0].args.i(kDistribution);
  uint64_t table, values = 0;
  run.table<hrk::RandomParams>(n, &table);
  for (int64_t i = 0; i < n; i++) {
    const StepSample& s = run.samples[static_cast<size_t>(i)];
    if (which == kOneOf && (i == 0 || !s.args.is_static(kValues)))
      values = attach_values(run, s.args, type);
    auto& p = run.at<hrk::RandomParams>(table, i);
    p.data = reinterpret_cast<uint64_t>(s.out[0].data);
    p.count = s.out[0].volume();
    p.key = key_of(s.args);
    p.values = values;
    set_parameters(s.args, type, p);
    most = std::max<int64_t>(most, p.count);
  }
  bool one_each = which == kBetas || (type == DType::f64 && which <= kNormal);
  run.launch("operators/random/draw.cuh",
             std::string(kFunctions[which]) + "<" + type_name(type) + ">", table, n,
             sizeof(hrk::RandomParams), blocks_for(one_each ? most : (most + 63) / 64 * 16));
}

// ---- random_choice ----------------------------------------------------------------------------

enum { kP };

uint64_t attach_sums(Run& run, const Args& args) {
  std::vector<double> sums(static_cast<size_t>(args.size(kP)));
  sums_of_probabilities(args, sums.data());
  return run.attach(sums.data(), sums.size() * sizeof(double));
}

void choose(Run& run) {
  DType type = run.spec().outs[0].dtype;
  int64_t n = static_cast<int64_t>(run.samples.size()), most = 0;
  bool number = run.samples[0].in[0].shape.ndim == 0, weighted = run.samples[0].args.has(kP);
  uint64_t table, sums = 0;
  run.table<hrk::ChoiceParams>(n, &table);
  for (int64_t i = 0; i < n; i++) {
    const StepSample& s = run.samples[static_cast<size_t>(i)];
    const View &a = s.in[0], &out = s.out[0];
    int64_t choices = number ? 0 : a.shape[0];
    if (!number && choices < 1) fail_value("needs something to choose from, got 0 elements");
    if (weighted && !number && s.args.size(kP) != choices)
      fail_value("p has " + std::to_string(s.args.size(kP)) + " elements, there are " +
                 std::to_string(choices) + " to choose from");
    if (weighted && (i == 0 || !s.args.is_static(kP))) sums = attach_sums(run, s.args);
    auto& p = run.at<hrk::ChoiceParams>(table, i);
    p.from = reinterpret_cast<uint64_t>(a.data);
    p.to = reinterpret_cast<uint64_t>(out.data);
    p.key = key_of(s.args);
    p.row = number ? 1 : a.shape.volume(1);
    p.rows = out.volume() / std::max<int64_t>(p.row, 1);
    p.choices = static_cast<uint64_t>(choices);
    p.sums = sums;
    p.weighted = weighted ? s.args.size(kP) : 0;
    most = std::max<int64_t>(most, p.rows * ((p.row + 15) / 16));
  }
  run.launch("operators/random/draw.cuh",
             std::string("draw_rows<") + type_name(type) + (number ? ", true>" : ", false>"), table,
             n, sizeof(hrk::ChoiceParams), blocks_for(most));
}

const Entry random{"random", {.run = draw}};
const Entry choice{"random_choice", {.run = choose}};

}  // namespace
}  // namespace hr::gpu
