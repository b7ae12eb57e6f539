// random_crop_generator, roi_random_crop: anchors and shapes of random windows.
#include <limits>

#include "operators/geometry/random_window.h"
#include "operators/random/random_pick.h"

namespace hr::random_crops_kernel {
namespace {

// ---- random_crop_generator: a window for the image size given as input ----

void infer_generator(InferContext& c) {
  int64_t n = c.in[0].shape[0];
  if (n != 2 && n != 3)
    fail_value("needs the 2 or 3 sizes of an image (HW or HWC), got " + std::to_string(n));
  c.out[0] = c.out[1] = Shape{2};
}

int64_t size_at(const View& v, int axis) {
  return dispatch(v.dtype, [&](auto tag) -> int64_t {
    using T = typename decltype(tag)::type;
    T size = v.as<T>()[axis];
    if constexpr (is_real<T>) {
      fail(ErrorKind::type, "needs sizes of an integer type");
    } else if constexpr (!std::is_same_v<T, bool>) {
      if (size < 0) fail_value("sizes must not be negative, got " + std::to_string(size));
      if (static_cast<uint64_t>(size) > std::numeric_limits<int32_t>::max())
        fail_value("size " + std::to_string(size) + " is too large");
    }
    return static_cast<int64_t>(size);
  });
}

void run_generator(const RandomWindowArgs& a, RunContext& c) {
  int64_t height = size_at(c.in[0], 0), width = size_at(c.in[0], 1);
  Region r;
  if (height && width) r = draw_window(c.args.random(), a.limits(), height, width);
  int32_t *anchor = c.out[0].as<int32_t>(), *shape = c.out[1].as<int32_t>();
  anchor[0] = static_cast<int32_t>(r.y0);
  anchor[1] = static_cast<int32_t>(r.x0);
  shape[0] = static_cast<int32_t>(r.rows());
  shape[1] = static_cast<int32_t>(r.cols());
}

const KernelEntry generator{{.name = "random_crop_generator",
                             .args = schema<RandomWindowArgs>(),
                             .infer = infer_generator,
                             .run = typed<run_generator>}};

// ---- roi_random_crop: the position of a window near a region of interest ----

using Numbers = List<int64_t>;  // one per axis, or one for all

struct RoiRandomCropArgs {
  Numbers crop_shape, roi_start;
  std::optional<Numbers> roi_end, roi_shape, in_shape;
};
HR_ARGS(RoiRandomCropArgs, crop_shape, roi_start, roi_end, roi_shape, in_shape);

int64_t dimensions(const RoiRandomCropArgs& a) {
  const std::optional<Numbers> lists[] = {a.crop_shape, a.roi_start, a.roi_end, a.roi_shape,
                                          a.in_shape};
  int64_t n = 1;
  for (const auto& list : lists)
    if (list && list->size() != 1) n = list->size();
  for (const auto& list : lists)
    if (list && list->size() != n && list->size() != 1)
      fail_value(std::string(list->name()) + " has " + std::to_string(list->size()) +
                 " numbers where another argument has " + std::to_string(n));
  return n;
}

void infer_roi(const RoiRandomCropArgs& a, InferContext& c) {
  int64_t n = dimensions(a);
  if (c.nin && c.in[0].shape.ndim < n)
    fail_value("an input of shape " + c.in[0].shape.str() + " does not go with windows of " +
               std::to_string(n) + " axes");
  c.out[0] = Shape{n};
}

int64_t number(const Numbers& list, int64_t axis, bool negative = false) {
  int64_t v = list.broadcast(axis), far = int64_t(1) << 60;  // so that sums cannot overflow
  if (v < 0 && !negative)
    fail_value(std::string(list.name()) + " must not be negative, got " + std::to_string(v));
  if (v > far || v < -far) fail_value(std::string(list.name()) + " is too large");
  return v;
}

// Start of a window on one axis. A window larger than the region contains it, else lies inside.
int64_t place(const RoiRandomCropArgs& a, RandomStream& rng, int64_t axis, int64_t within) {
  int64_t crop = number(a.crop_shape, axis), start = number(a.roi_start, axis, true);
  int64_t end = a.roi_end     ? number(*a.roi_end, axis, true)
                : a.roi_shape ? start + number(*a.roi_shape, axis)
                              : start;
  std::string where = " on axis " + std::to_string(axis);
  if (end < start)
    fail_value("the region ends at " + std::to_string(end) + ", before its start " +
               std::to_string(start) + where);
  int64_t lo = std::min(start, end - crop), hi = std::max(start, end - crop);
  if (within >= 0) {
    if (crop > within)
      fail_value("crop_shape " + std::to_string(crop) + " is larger than the input, " +
                 std::to_string(within) + where);
    if (start < 0 || end > within)
      fail_value("the region [" + std::to_string(start) + ", " + std::to_string(end) +
                 ") leaves the input, [0, " + std::to_string(within) + ")" + where);
    lo = std::max<int64_t>(lo, 0);
    hi = std::min(hi, within - crop);
  }
  return lo + pick_below(rng, hi - lo + 1);
}

void run_roi(const RoiRandomCropArgs& a, RunContext& c) {
  RandomStream rng = c.args.random();
  for (int64_t axis = 0; axis < c.out[0].shape[0]; axis++) {
    int64_t within = -1;
    if (c.nin)
      within = c.in[0].shape[static_cast<int>(axis)];
    else if (a.in_shape)
      within = number(*a.in_shape, axis);
    c.out[0].as<int64_t>()[axis] = place(a, rng, axis, within);
  }
}

const KernelEntry roi{{.name = "roi_random_crop",
                       .args = schema<RoiRandomCropArgs>(),
                       .infer = typed<infer_roi>,
                       .run = typed<run_roi>}};

}  // namespace
}  // namespace hr::random_crops_kernel
