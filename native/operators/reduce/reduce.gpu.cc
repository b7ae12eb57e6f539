// reduce on the GPU.
#include "operators/reduce/reduce.h"

#include "operators/reduce/totals.gpu.h"

namespace hr::gpu::reduce_kernel {
namespace {

bool is_integer(DType t) {
  return t != DType::f16 && t != DType::bf16 && t != DType::f32 && t != DType::f64;
}

// The total to compute, and the type it is read as.
struct Plan {
  TotalOf of;
  Total total = Total::f64;
};

Plan plan_of(ReduceOp op, DType in, DType out, DType center, int64_t most) {
  std::string t = type_name(in);
  switch (op) {
    case ReduceOp::mean:
      if (!is_integer(out) && (in == DType::i64 || in == DType::u64))
        return {{"RealSum<" + t + ">"}, Total::f64};
      [[fallthrough]];
    case ReduceOp::sum:
      return {sum_of(in), total_of(Reduce::sum, in)};
    case ReduceOp::mean_square:
    case ReduceOp::rms:
      return {{"Square<" + t + ">"}, total_of(Reduce::square, in)};
    case ReduceOp::min:
    case ReduceOp::max:
      return {{"Extreme<" + t + (op == ReduceOp::max ? ", true>" : ", false>")}, Total::f64};
    default:
      if (has_moments(in, most)) return {{"Moments<" + t + ">", 2}, Total::f64};
      return {{"Deviation<" + t + ", " + type_name(center) + ">"}, Total::f64};
  }
}

void run(Run& run) {
  const StepSample& first = run.samples[0];
  const auto& a = first.args.as<ReduceArgs>();
  DType in = first.in[0].dtype, out = first.out[0].dtype;
  DType center = a.spread() ? first.in[1].dtype : DType::f32;
  std::vector<Totals> all;
  all.reserve(run.samples.size());
  int64_t most = 0;
  for (const StepSample& s : run.samples) {
    Reduction r(s.in[0].shape, axes_mask(a.axes));
    most = std::max(most, r.gathered);
    hrk::ReduceParams& p = all.emplace_back(s.in[0], r).p;
    p.out = reinterpret_cast<uint64_t>(s.out[0].data);
    if (!a.spread()) continue;
    p.degrees = static_cast<double>(r.gathered) - static_cast<double>(a.ddof.value_or(0));
    p.center = reinterpret_cast<uint64_t>(s.in[1].data);
    p.center_step = s.in[1].volume() == 1 ? 0 : 1;
  }
  Plan plan = plan_of(a.op, in, out, center, most);
  bool drop = is_integer(in) && is_integer(out);
  const char* op = choices_of(a.op)[static_cast<size_t>(a.op)];
  std::string sink = "Finish<" + plan.of.operation + ", op_" + op + ", " + type_name(out) + ", " +
                     total_type(plan.total) + (drop ? ", true, " : ", false, ") +
                     type_name(center) + ">";
  launch_totals(run, all, plan.of, "operators/reduce/reduce_finish.cuh", sink);
}

const Entry reduce{"reduce", {.run = run}};

}  // namespace
}  // namespace hr::gpu::reduce_kernel
