// normalize: totals for statistics that are not given, then one pass over the elements.
#include "operators/reduce/normalize.h"

#include <algorithm>
#include <bit>
#include <map>

#include "base/checked.h"
#include "gpu/divide.h"
#include "operators/reduce/normalize_params.cuh"
#include "operators/reduce/totals.gpu.h"

namespace hr::gpu::normalize_kernel {
namespace {

const std::string kFile = "operators/reduce/normalize.cuh";

bool is_wide(DType t) { return t == DType::f64 || t == DType::i64 || t == DType::u64; }

// Addresses of a sample's statistics: in device memory or in the upload.
struct Statistics {
  uint64_t center = 0, factor = 0;
  int attached = 0;
};

struct Job {
  View in, out;
  Reduction r;
  Statistics s;
};

// Uploads given statistics; others get a part of `memory`, which is advanced.
Statistics place_statistics(Run& run, const NormalizeArgs& a, int64_t kept, Address& memory) {
  Statistics s;
  std::vector<double> v(static_cast<size_t>(kept));
  auto attach = [&](int bit) {
    s.attached |= bit;
    return run.attach(v.data(), v.size() * sizeof(double));
  };
  auto take = [&] {
    Address at = memory;
    memory += static_cast<Address>(kept) * sizeof(double);
    return at;
  };
  if (a.mean) normalize_mean(a, kept, v.data());
  s.center = a.mean ? attach(1) : take();
  if (a.stddev) normalize_factors(a, kept, 0, v.data());
  s.factor = a.stddev ? attach(2) : take();
  return s;
}

void set_statistics(hrk::ReduceParams& p, const NormalizeArgs& a, const Statistics& s,
                    int64_t count) {
  p.center = s.center;
  p.center_step = 1;
  p.factor = s.factor;
  p.attached = s.attached;
  p.count = count;
  p.degrees = static_cast<double>(count) - static_cast<double>(a.ddof);
  p.scale = a.scale;
  p.epsilon = a.epsilon;
}

// Calls `launch` with the total and the sink of each statistic that is not given.
template <class F>
void launch_statistics(DType t, bool mean_given, bool stddev_given, int64_t most, F&& launch) {
  const char* total = total_type(total_of(Reduce::real_sum, t));
  std::string type = type_name(t);
  bool moments = has_moments(t, most);
  TotalOf sum = t == DType::i64 || t == DType::u64 ? TotalOf{"RealSum<" + type + ">"} : sum_of(t);
  TotalOf spread =
      moments ? TotalOf{"Moments<" + type + ">", 2} : TotalOf{"Deviation<" + type + ", double>"};
  if (moments && !mean_given && !stddev_given)
    return launch(spread, "PutBoth<" + spread.operation + ", " + total + ">");
  if (!mean_given) launch(sum, "PutMean<" + sum.operation + ", " + total + ">");
  if (!stddev_given) launch(spread, "PutFactor<" + spread.operation + ">");
}

hrk::NormalizeParams apply_params(const Job& j, double shift) {
  hrk::NormalizeParams p{};
  const Reduction& r = j.r;
  p.in = reinterpret_cast<uint64_t>(j.in.data);
  p.out = reinterpret_cast<uint64_t>(j.out.data);
  p.center = j.s.center;
  p.factor = j.s.factor;
  p.attached = j.s.attached;
  p.shift = shift;
  // As in Totals: the innermost axis is either reduced, or kept as a column of each row.
  int last = r.n - 1, outer = std::max(last, 0);
  bool by_column = r.n > 0 && !r.reduced[last];
  p.length = r.n > 0 ? r.extent[last] : 1;
  p.columns = by_column ? p.length : 1;
  if (by_column && r.n > 1) p.length *= r.extent[--outer];
  p.segments = 1;
  p.naxes = outer;
  int64_t results = p.columns;
  for (int d = outer - 1; d >= 0; d--) {
    p.segments *= r.extent[d];
    p.size[d] = divider(r.extent[d]);
    p.step[d] = r.reduced[d] ? 0 : results;
    if (!r.reduced[d]) results *= r.extent[d];
  }
  p.by_columns = divider(p.columns);
  return p;
}

void launch_apply(Run& run, const std::vector<Job>& jobs, double shift) {
  DType from = jobs[0].in.dtype, to = jobs[0].out.dtype;
  int large = std::max(itemsize(from), itemsize(to)),
      small = std::min(itemsize(from), itemsize(to));
  int64_t each = std::max(16 / large, 4 / small);
  std::string types = std::string(type_name(to)) + ", " + type_name(from) +
                      (is_wide(from) || is_wide(to) ? ", double" : ", float");
  std::map<int64_t, std::vector<hrk::NormalizeParams>> by_columns;  // key 0: more than 4
  for (const Job& j : jobs) {
    if (j.out.volume() == 0) continue;
    hrk::NormalizeParams p = apply_params(j, shift);
    bool few = p.columns <= 4;
    p.units = few ? (p.length + each * p.columns - 1) / (each * p.columns) : p.length;
    p.by_units = divider(p.units);
    by_columns[few ? p.columns : 0].push_back(p);
  }
  for (const auto& [columns, records] : by_columns) {
    int64_t most = 0;
    for (const auto& p : records) most = std::max<int64_t>(most, p.segments * p.units);
    uint64_t table = run.attach(records.data(), records.size() * sizeof(records[0]));
    std::string call = columns ? "normalize_rows<" + types + ", " + std::to_string(columns) + ">"
                               : "normalize_columns<" + types + ">";
    run.launch(kFile, call, table, static_cast<int64_t>(records.size()), sizeof(records[0]),
               blocks_for(most));
  }
}

void run(Run& run) {
  const auto& first = run.samples[0].args.as<NormalizeArgs>();
  bool mean = first.mean.has_value(), stddev = first.stddev.has_value();
  std::vector<Job> jobs;
  int64_t entries = 0, most = 0;
  for (const StepSample& s : run.samples) {
    Reduction r(s.in[0].shape, normalize_axes(s.args.as<NormalizeArgs>(), s.in[0].shape));
    entries = checked_add(entries, r.kept);
    most = std::max(most, r.gathered);
    jobs.push_back({s.in[0], s.out[0], r, {}});
  }
  size_t numbers = static_cast<size_t>(entries) * ((mean ? 0 : 1) + (stddev ? 0 : 1));
  Address memory = numbers ? run.temporary(numbers * 8) : 0;
  std::vector<Totals> all;
  for (size_t i = 0; i < jobs.size(); i++) {
    Job& j = jobs[i];
    const auto& a = run.samples[i].args.as<NormalizeArgs>();
    j.s = place_statistics(run, a, j.r.kept, memory);
    if (mean && stddev) continue;
    set_statistics(all.emplace_back(j.in, j.r).p, a, j.s, j.r.gathered);
  }
  launch_statistics(jobs[0].in.dtype, mean, stddev, most,
                    [&](const TotalOf& what, const std::string& sink) {
                      launch_totals(run, all, what, kFile, sink);
                    });
  launch_apply(run, jobs, first.shift);
}

// Allocates results with the shapes of the input's samples.
void allocate(const BatchContext& c, const StreamRef& stream, Samples& out) {
  const Samples& in = *c.in[0];
  out.dtype = c.spec.outs[0].dtype;
  out.ndim = in.ndim;
  out.n = c.n;
  for (int64_t i = 0; i < c.n; i++) {
    Shape s = in.shape(in.n == 1 ? 0 : i);
    for (int d = 0; d < s.ndim; d++) out.shapes.push_back(s[d]);
  }
  check_fits(out, "the output");  // its type may be wider than the input's
  make_room(out, stream);
}

// Uses one mean and one stddev for all samples.
void run_batch(BatchContext& c, const StreamRef& stream) {
  const Samples& in = *c.in[0];
  Samples& out = c.out[0];
  allocate(c, stream, out);
  if (c.n == 0) return;
  const Args args = c.at(0);
  const auto& a = args.as<NormalizeArgs>();
  bool mean = a.mean.has_value(), stddev = a.stddev.has_value();
  uint32_t axes = normalize_batch_axes(a, in);
  Run run(stream);
  run.begin(c.spec);
  int64_t kept = Reduction(in.shape(0), axes).kept, count = 0;
  if (kept == 0) return;
  size_t numbers = static_cast<size_t>(kept) * ((mean ? 0 : 1) + (stddev ? 0 : 1));
  Address memory = numbers ? run.temporary(numbers * 8) : 0;
  Statistics s = place_statistics(run, a, kept, memory);
  std::vector<Job> jobs;
  for (int64_t i = 0; i < c.n; i++) {
    View v = in.view(in.n == 1 ? 0 : i);
    Reduction r(v.shape, axes);
    jobs.push_back({v, out.view(i), r, s});
    count += r.gathered;
  }
  std::vector<Totals> all;
  hrk::ReduceParams joint{};
  joint.kept = kept;
  set_statistics(joint, a, s, count);
  if (!mean || !stddev)
    for (const Job& j : jobs) set_statistics(all.emplace_back(j.in, j.r).p, a, s, count);
  launch_statistics(in.dtype, mean, stddev, count,
                    [&](const TotalOf& what, const std::string& sink) {
                      launch_joint_totals(run, all, what, kFile, sink, joint);
                    });
  launch_apply(run, jobs, a.shift);
  run.enqueue();
}

// ---- given mean and stddev of a few channels: a composed step ----------------------------------

// The only kept axis, with one statistic per index; -1: not exactly one axis.
int channel_axis(const NormalizeArgs& a, int ndim) {
  if (!a.axes) return ndim - 1;
  uint32_t kept = ((1u << ndim) - 1) & ~axes_mask(*a.axes);
  return std::has_single_bit(kept) ? std::countr_zero(kept) : -1;
}

bool composes(const NormalizeArgs& a, const Spec& spec) {
  if (!a.mean || !a.stddev) return false;  // missing, or different per sample
  int64_t channels = std::max(a.mean->size(), a.stddev->size());
  int ndim = spec.outs[0].ndim, axis = channel_axis(a, ndim);
  return channels > 1 && channels <= 4 && ndim > 1 && axis >= std::max(0, ndim - 4);
}

// Channels, and the last three of the other axes.
Axes axes(const NormalizeArgs& a, const Spec&, int, int ndim) {
  Axes found;
  found.c = channel_axis(a, ndim);
  int* next[] = {&found.x, &found.y, &found.z};
  for (int d = ndim - 1, k = 0; d >= 0 && k < 3; d--)
    if (d != found.c) *next[k++] = d;
  return found;
}

void pack(const NormalizeArgs& a, const StepSample& s, void* to) {
  auto& p = *static_cast<hrk::NormalizePixelParams*>(to);
  int64_t channels = s.out[0].shape[s.out_axes.c];
  normalize_mean(a, channels, p.center);
  normalize_factors(a, channels, 0, p.factor);
  p.shift = a.shift;
}

const Entry normalize{"normalize",
                      {.file = "operators/reduce/normalize_pixels.cuh",
                       .type = "NormalizePixels",
                       .params = sizeof(hrk::NormalizePixelParams),
                       .pack = typed<pack>,
                       .axes = typed<axes>,
                       .whole_pixels = true,
                       .composes = typed<composes>,
                       .run = run}};
const Entry normalize_batch{"normalize_batch", {.run_batch = run_batch}};

}  // namespace
}  // namespace hr::gpu::normalize_kernel
