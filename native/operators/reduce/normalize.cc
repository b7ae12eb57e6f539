// normalize: (x - mean) / stddev * scale + shift, with given or computed statistics.
#include "operators/reduce/normalize.h"

#include <cmath>
#include <cstring>

#include "base/checked.h"
#include "engine/pool.h"
#include "operators/color/scale.h"
#include "operators/reduce/reduction.h"

namespace hr {
namespace {

// True if a given mean or stddev has a valid shape: one number, one element per kept element, or
// the sample's shape with 1 at reduced axes (leading axes may be missing).
bool fits(const Shape& given, const Shape& sample, uint32_t axes) {
  int missing = sample.ndim - given.ndim;
  if (given.volume() == 1) return true;
  if (given.ndim == 1 && given[0] == Reduction(sample, axes).kept) return true;
  if (missing < 0) return false;
  for (int d = 0; d < sample.ndim; d++) {
    int64_t extent = d < missing ? 1 : given[d - missing];
    if (extent != (axes >> d & 1 ? 1 : sample[d])) return false;
  }
  return true;
}

}  // namespace

uint32_t normalize_axes(const NormalizeArgs& a, const Shape& sample) {
  uint32_t all = (1u << sample.ndim) - 1, axes = all;
  if (a.axes) {
    axes = axes_mask(*a.axes);
  } else {
    for (const auto& list : {a.mean, a.stddev}) {
      if (!list || list->size() == 1) continue;
      Shape given = list->shape();
      int missing = sample.ndim - given.ndim;
      axes = 0;
      for (int d = 0; d < sample.ndim; d++)
        if (d < missing || (d - missing < given.ndim && given[d - missing] == 1)) axes |= 1u << d;
      break;
    }
  }
  for (const auto& list : {a.mean, a.stddev}) {
    if (!list || fits(list->shape(), sample, axes)) continue;
    std::string reduced = "(";
    for (int d = 0; d < sample.ndim; d++)
      reduced += (d ? ", " : "") + std::to_string(axes >> d & 1 ? 1 : sample[d]);
    fail_value(std::string(list->name()) + " has shape " + list->shape().str() +
               ", needs one element or the shape of the sample with the normalised axes reduced, " +
               reduced + ")");
  }
  return axes;
}

uint32_t normalize_batch_axes(const NormalizeArgs& a, const Samples& in) {
  uint32_t axes = normalize_axes(a, in.shape(0));
  for (int64_t i = 0; i < in.n; i++) {
    Shape s = in.shape(i), first = in.shape(0);
    for (int d = 0; d < in.ndim; d++)
      if (!(axes >> d & 1) && s[d] != first[d])
        fail_value("batch=True needs equal extents along axes that are not normalised: axis " +
                   std::to_string(d) + " has " + std::to_string(first[d]) + " in sample 0 and " +
                   std::to_string(s[d]) + " in sample " + std::to_string(i));
  }
  return axes;
}

void normalize_mean(const NormalizeArgs& a, int64_t kept, double* to) {
  for (int64_t i = 0; i < kept; i++) to[i] = a.mean->broadcast(i);
}

void normalize_factors(const NormalizeArgs& a, int64_t kept, int64_t count, double* v) {
  if (a.stddev) {
    for (int64_t i = 0; i < kept; i++) {
      v[i] = a.stddev->broadcast(i);
      if (a.epsilon) v[i] = std::sqrt(v[i] * v[i] + a.epsilon);
      v[i] = v[i] != 0 ? a.scale / v[i] : 0;
    }
    return;
  }
  double divisor = static_cast<double>(count) - static_cast<double>(a.ddof);
  for (int64_t i = 0; i < kept; i++) {
    double variance = divisor > 0 ? v[i] / divisor + a.epsilon : 0;
    v[i] = variance > 0 ? a.scale / std::sqrt(variance) : 0;
  }
}

namespace {

void infer(const NormalizeArgs& a, InferContext& c) {
  normalize_axes(a, c.in[0].shape);
  c.out[0] = c.in[0].shape;
}

// Adds the sums (or squared distances from `mean`) of a sample to `sums`.
void add_sums(const Reduction& r, const View& in, const double* mean, double* sums) {
  Reduce op = mean ? Reduce::deviation : Reduce::real_sum;
  uint8_t* totals = scratch(static_cast<size_t>(r.kept * 8));
  std::memset(totals, 0, static_cast<size_t>(r.kept * 8));
  accumulate(op, r, in.data, in.dtype, mean, totals);
  auto add = [&](auto* total) {
    for (int64_t i = 0; i < r.kept; i++) sums[i] += static_cast<double>(total[i]);
  };
  switch (total_of(op, in.dtype)) {
    case Total::i64:
      return add(reinterpret_cast<int64_t*>(totals));
    case Total::u64:
      return add(reinterpret_cast<uint64_t*>(totals));
    default:
      return add(reinterpret_cast<double*>(totals));
  }
}

void apply(const Reduction& r, const View& in, const View& out, const double* mean,
           const double* factor, double shift) {
  if (out.volume() == 0) return;
  int64_t from = itemsize(in.dtype), to = itemsize(out.dtype);
  int last = r.n - 1;
  auto rows = [&](int64_t e, int64_t count, int64_t columns, const double* m, const double* f) {
    scale_rows(in.data + e * from, in.dtype, out.data + e * to, out.dtype, count, columns, m, f,
               shift);
  };
  if (r.n == 0) return rows(0, 1, 1, mean, factor);
  if (!r.reduced[last]) {
    if (r.n == 1) return rows(0, 1, r.extent[0], mean, factor);
    return r.walk(last - 1, [&](int64_t e, int64_t k) {
      rows(e, r.extent[last - 1], r.extent[last], mean + k, factor + k);
    });
  }
  int64_t length = r.extent[last], count = last > 0 ? r.extent[last - 1] : 1;
  if (length > kShortRun || count == 1)
    return r.walk(last, [&](int64_t e, int64_t k) { rows(e, length, 1, mean + k, factor + k); });
  // Short runs: repeat mean and factor, so that many runs form one long row.
  int64_t at_once = 4096 / length;
  double* m = reinterpret_cast<double*>(
      scratch(static_cast<size_t>(2 * at_once * length) * sizeof(double), 4));
  double* f = m + at_once * length;
  r.walk(last - 1, [&](int64_t e, int64_t k) {
    for (int64_t i = 0; i < count; i += at_once) {
      int64_t n = std::min(at_once, count - i);
      for (int64_t j = 0; j < n; j++)
        for (int64_t x = 0; x < length; x++) {
          m[j * length + x] = mean[k + i + j];
          f[j * length + x] = factor[k + i + j];
        }
      rows(e + i * length, 1, n * length, m, f);
    }
  });
}

void run(const NormalizeArgs& a, RunContext& c) {
  const View& in = c.in[0];
  if (in.volume() == 0) return;  // empty samples may have any number of means
  Reduction r(in.shape, normalize_axes(a, in.shape));
  size_t bytes = static_cast<size_t>(r.kept) * sizeof(double);
  double* mean = reinterpret_cast<double*>(std::memset(scratch(bytes, 1), 0, bytes));
  double* factor = reinterpret_cast<double*>(std::memset(scratch(bytes, 5), 0, bytes));
  if (a.mean) {
    normalize_mean(a, r.kept, mean);
  } else {
    add_sums(r, in, nullptr, mean);
    for (int64_t i = 0; i < r.kept; i++) mean[i] /= static_cast<double>(r.gathered);
  }
  if (!a.stddev) add_sums(r, in, mean, factor);
  normalize_factors(a, r.kept, r.gathered, factor);
  apply(r, in, c.out[0], mean, factor, a.shift);
}

// Uses one mean and one stddev for all samples.
void run_batch(BatchContext& c) {
  const Samples& in = *c.in[0];
  const Args args = c.at(0);
  const auto& a = args.as<NormalizeArgs>();
  auto view = [&](int64_t i) { return in.view(in.n == 1 ? 0 : i); };
  Samples& out = c.out[0];
  out.dtype = c.spec.outs[0].dtype;
  out.ndim = in.ndim;
  out.n = c.n;
  for (int64_t i = 0; i < c.n; i++) {
    View v = view(i);
    for (int d = 0; d < in.ndim; d++) out.shapes.push_back(v.shape[d]);
  }
  check_fits(out, "the output");  // its type may be wider than the input's
  make_room(out, 1);
  if (c.n == 0) return;

  uint32_t axes = normalize_batch_axes(a, in);
  int64_t kept = Reduction(view(0).shape, axes).kept, count = 0;
  for (int64_t i = 0; i < c.n; i++) count += Reduction(view(i).shape, axes).gathered;
  // Statistics per sample, summed in sample order.
  std::vector<double> mean(static_cast<size_t>(kept)), factor(static_cast<size_t>(kept));
  auto gather = [&](const double* center, std::vector<double>& to) {
    std::vector<double> each(static_cast<size_t>(checked_multiply(kept, c.n)));
    parallel(c.pool, c.n, [&](int64_t i) {
      View v = view(i);
      add_sums(Reduction(v.shape, axes), v, center, each.data() + i * kept);
    });
    for (int64_t i = 0; i < c.n; i++)
      for (int64_t k = 0; k < kept; k++) to[k] += each[i * kept + k];
  };
  if (a.mean) {
    normalize_mean(a, kept, mean.data());
  } else {
    gather(nullptr, mean);
    for (double& m : mean) m /= static_cast<double>(count);
  }
  if (!a.stddev) gather(mean.data(), factor);
  normalize_factors(a, kept, count, factor.data());
  parallel(c.pool, c.n, [&](int64_t i) {
    View v = view(i);
    apply(Reduction(v.shape, axes), v, out.view(i), mean.data(), factor.data(), a.shift);
  });
}

const KernelEntry normalize{{.name = "normalize",
                             .args = schema<NormalizeArgs>(),
                             .infer = typed<infer>,
                             .run = typed<run>,
                             .cost = 2}};
const KernelEntry normalize_batch{{.name = "normalize_batch",
                                   .args = schema<NormalizeArgs>(),
                                   .run_batch = run_batch,
                                   .cost = 2}};

}  // namespace
}  // namespace hr
