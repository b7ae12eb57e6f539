// coord_flip, coord_transform: launched separately.
#include "operators/coords/coords.h"

#include <algorithm>

#include "gpu/kernel.h"
#include "operators/coords/coords_params.cuh"

namespace hr::gpu::coords_kernel {
namespace {

hrk::PointsParams points_of(const StepSample& s) {
  hrk::PointsParams p{};
  p.in = reinterpret_cast<uint64_t>(s.in[0].data);
  p.out = reinterpret_cast<uint64_t>(s.out[0].data);
  p.from = static_cast<int>(dimensions(s.in[0].shape));
  p.to = static_cast<int>(dimensions(s.out[0].shape));
  p.points = p.to ? s.out[0].volume() / p.to : 0;
  return p;
}

void launch(Run& run, const std::string& call, const std::vector<hrk::PointsParams>& all) {
  int64_t most = 0;
  for (const auto& p : all) most = std::max<int64_t>(most, p.points * p.to);
  if (most == 0) return;
  uint64_t table = run.attach(all.data(), all.size() * sizeof all[0]);
  run.launch("operators/coords/coords.cuh", call, table, static_cast<int64_t>(all.size()),
             sizeof all[0], blocks_for(most));
}

void run_flip(Run& run) {
  std::vector<hrk::PointsParams> all;
  for (const StepSample& s : run.samples) {
    hrk::PointsParams p = points_of(s);
    PointFlip f = point_flip(s.args.as<CoordFlipArgs>(), p.from);
    std::copy(f.center, f.center + 3, p.center);
    std::copy(f.scale, f.scale + 3, p.scale);
    all.push_back(p);
  }
  DType t = run.samples[0].in[0].dtype;
  launch(run,
         "flip_points<" + std::string(type_name(t)) + (t == DType::f64 ? ", double>" : ", float>"),
         all);
}

template <class Real>
uint64_t attach_map(Run& run, const StepSample& s, int n, int m) {
  Real map[kMostCoordinates * (kMostCoordinates + 1)] = {};
  point_map(s.args.as<CoordTransformArgs>(), n, m, map, map + n * m);
  return run.attach(map, static_cast<size_t>((n + 1) * m) * sizeof(Real));
}

void run_transform(Run& run) {
  DType from = run.samples[0].in[0].dtype, to = run.samples[0].out[0].dtype;
  bool wide = wide_points(from, to);
  std::vector<hrk::PointsParams> all;
  for (const StepSample& s : run.samples) {
    hrk::PointsParams p = points_of(s);
    p.matrix =
        wide ? attach_map<double>(run, s, p.from, p.to) : attach_map<float>(run, s, p.from, p.to);
    all.push_back(p);
  }
  launch(run,
         "transform_points<" + std::string(type_name(from)) + ", " + type_name(to) +
             (wide ? ", double>" : ", float>"),
         all);
}

const Entry entries[] = {Entry{"coord_flip", {.run = run_flip}},
                         Entry{"coord_transform", {.run = run_transform}}};

}  // namespace
}  // namespace hr::gpu::coords_kernel
