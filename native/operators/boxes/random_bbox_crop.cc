// random_bbox_crop: a random window with enough overlap with boxes, and the boxes cropped to it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "operators/boxes/boxes.h"
#include "operators/geometry/random_window.h"
#include "operators/random/random_pick.h"

namespace hr::random_bbox_crop_kernel {
namespace {

// iou: intersection over union; overlap: fraction of a box inside the window.
HR_ENUM(ThresholdType, iou, overlap);

struct RandomBboxCropArgs {
  std::optional<List<int>> columns;
  bool extents;
  List<float> thresholds;
  ThresholdType threshold_type;
  bool all_boxes, no_crop;
  Attempts num_attempts;
  std::optional<Attempts> total_num_attempts;
  List<float> ratio, scaling;
  std::optional<List<int64_t>> input_shape, crop_shape;
  std::optional<List<int>> shape_axes;  // axis of each number of the two shapes
  std::optional<float> prune;
  bool labels, indices;  // whether these outputs exist
};
HR_ARGS(RandomBboxCropArgs, columns, extents, thresholds, threshold_type, all_boxes, no_crop,
        num_attempts, total_num_attempts, ratio, scaling, input_shape, crop_shape, shape_axes,
        prune, labels, indices);

struct Window {
  Box box;  // relative to the image
  std::array<float, kBoxAxes> size{};
  std::array<float, kBoxAxes> anchor{}, shape{};  // as returned to the caller
  int64_t kept = 0;                               // number of boxes
};

constexpr float kRounding = 1e-5f;  // boxes may exceed the image by this much

float volume(const Box& b, int axes) {
  float v = 1;
  for (int k = 0; k < axes; k++) v *= std::max(b.hi[k] - b.lo[k], 0.0f);
  return v;
}

float intersection(const Box& a, const Box& b, int axes) {
  float v = 1;
  for (int k = 0; k < axes; k++)
    v *= std::max(std::min(a.hi[k], b.hi[k]) - std::max(a.lo[k], b.lo[k]), 0.0f);
  return v;
}

class Search {
 public:
  Search(const RandomBboxCropArgs& a, RandomStream rng, const View& boxes)
      : a_(a),
        rng_(rng),
        layout_(BoxLayout::named(a.columns, a.extents, boxes.shape[1])),
        axes_(layout_.axes),
        count_(boxes.shape[0]),
        boxes_(reinterpret_cast<Box*>(scratch(sizeof(Box) * (count_ + 1)))) {
    dispatch(boxes.dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (is_real<T>)
        for (int64_t i = 0; i < count_; i++)
          boxes_[i] = checked(layout_.load(boxes.as<T>() + i * boxes.shape[1]), i);
    });
    read_shapes();
  }

  const BoxLayout& layout() const { return layout_; }
  const Box& box(int64_t i) const { return boxes_[i]; }
  int64_t count() const { return count_; }

  Window find() {
    Window best, w;
    float best_metric = -1;
    bool limited = a_.total_num_attempts.has_value(), no_crop = a_.no_crop && !a_.crop_shape;
    int64_t most = limited ? *a_.total_num_attempts : patience(), options = a_.thresholds.size();
    for (int64_t tried = 0; tried < most;) {
      int64_t option = pick_below(rng_, options + (no_crop ? 1 : 0));
      if (option == options) return whole();
      float threshold = a_.thresholds[option];
      for (int64_t i = 0; i < a_.num_attempts && tried < most; i++, tried++) {
        if (!draw(w)) continue;
        float metric = measure(w.box);
        if (metric > best_metric) best = w, best_metric = metric;
        if (count_ == 0 || (metric >= threshold && keeps_any(w.box))) return counted(w);
      }
    }
    if (!limited)
      fail_value("no window met the thresholds and aspect ratios in " + std::to_string(most) +
                 " attempts: give total_num_attempts= to take the best one found");
    return best_metric < 0 ? whole() : counted(best);
  }

  bool kept(const Box& window, int64_t i) const {
    const Box& b = boxes_[i];
    if (a_.prune) {
      float part = intersection(b, window, axes_) / volume(b, axes_);
      return part > 0 && part >= *a_.prune;
    }
    for (int k = 0; k < axes_; k++) {
      float center = (b.lo[k] + b.hi[k]) * 0.5f;
      if (!(center >= window.lo[k] && center < window.hi[k])) return false;
    }
    return true;
  }

 private:
  Box checked(Box b, int64_t i) const {
    for (int k = 0; k < axes_; k++) {
      // Negated, so that NaN fails.
      if (!(b.lo[k] >= -kRounding && b.hi[k] <= 1 + kRounding))
        fail_value("box " + std::to_string(i) + " leaves the image: [" + std::to_string(b.lo[k]) +
                   ", " + std::to_string(b.hi[k]) + "] on axis " + "xyz"[k] +
                   "; boxes are relative, from 0 to 1");
      b.lo[k] = std::clamp(b.lo[k], 0.0f, 1.0f);
      b.hi[k] = std::clamp(b.hi[k], 0.0f, 1.0f);
      if (!(b.lo[k] <= b.hi[k] + kRounding))
        fail_value("box " + std::to_string(i) + " ends before it starts on axis " + "xyz"[k]);
      b.hi[k] = std::max(b.hi[k], b.lo[k]);
    }
    return b;
  }

  void read_shapes() {
    for (int k = 0; k < axes_; k++) input_[k] = 1, crop_[k] = 0;
    if (a_.input_shape) read_shape(*a_.input_shape, input_);
    if (a_.crop_shape) read_shape(*a_.crop_shape, crop_);
    if (a_.ratio.size() == 6 && axes_ == 2)
      fail_value("aspect_ratio takes 2 numbers for boxes of two dimensions, got 6");
  }

  void read_shape(const List<int64_t>& shape, int64_t* to) const {
    if (shape.size() != axes_)
      fail_value(std::string(shape.name()) + " needs " + std::to_string(axes_) + " numbers, got " +
                 std::to_string(shape.size()));
    if (a_.shape_axes && a_.shape_axes->size() != axes_)
      fail_value("shape_layout needs " + std::to_string(axes_) + " letters for these boxes");
    for (int k = 0; k < axes_; k++) {
      int64_t size = shape[k];
      if (size < 1 || size > std::numeric_limits<int32_t>::max())
        fail_value(std::string(shape.name()) + " must be positive and below 2^31, got " +
                   std::to_string(size));
      to[a_.shape_axes ? (*a_.shape_axes)[k] : k] = size;
    }
  }

  // Number of attempts if none is given: limits the search to a fraction of a second.
  int64_t patience() const {
    return std::clamp<int64_t>(100'000'000 / (count_ + 10), 10'000, 1'000'000);
  }

  Window whole() const {
    Window w;
    for (int k = 0; k < axes_; k++) w.box.hi[k] = w.size[k] = w.shape[k] = 1;
    return counted(w);
  }

  Window counted(Window w) const {
    w.kept = 0;
    for (int64_t i = 0; i < count_; i++) w.kept += kept(w.box, i);
    return w;
  }

  bool keeps_any(const Box& window) const {
    for (int64_t i = 0; i < count_; i++)
      if (kept(window, i)) return true;
    return false;
  }

  // The smallest overlap of any box with the window; the largest if one box is enough.
  float measure(const Box& window) const {
    bool all = a_.all_boxes, part_of_box = a_.threshold_type == ThresholdType::overlap;
    float result = all ? std::numeric_limits<float>::infinity() : 0, area = volume(window, axes_);
    for (int64_t i = 0; i < count_; i++) {
      float common = intersection(boxes_[i], window, axes_), own = volume(boxes_[i], axes_);
      float of = part_of_box ? own : own + area - common;
      float metric = of > 0 ? common / of : 0;
      result = all ? std::min(result, metric) : std::max(result, metric);
    }
    return result;
  }

  bool draw(Window& w) {
    if (a_.crop_shape) {
      place_fixed(w);
      return true;
    }
    if (!draw_shape(w.size)) return false;
    w.shape = w.size;
    for (int k = 0; k < axes_; k++) {
      w.anchor[k] = w.box.lo[k] = rng_.uniform() * (1 - w.size[k]);
      w.box.hi[k] = w.box.lo[k] + w.size[k];
    }
    return true;
  }

  // Places a window of crop_shape at a random integer position.
  void place_fixed(Window& w) {
    for (int k = 0; k < axes_; k++) {
      int64_t room = input_[k] - crop_[k];
      int64_t anchor = std::min<int64_t>(room, 0) + pick_below(rng_, std::abs(room) + 1);
      w.anchor[k] = static_cast<float>(anchor);
      w.shape[k] = static_cast<float>(crop_[k]);
      w.size[k] = w.shape[k] / static_cast<float>(input_[k]);
      w.box.lo[k] = w.anchor[k] / static_cast<float>(input_[k]);
      w.box.hi[k] = w.box.lo[k] + w.size[k];
    }
  }

  // Draws extents from the scaling range; false if they violate the aspect ratios. If the range is
  // a single ratio, shrinks one extent to match.
  bool draw_shape(std::array<float, kBoxAxes>& shape) {
    float lo = a_.scaling[0], hi = a_.scaling[1];
    for (int k = 0; k < axes_; k++) shape[k] = lo + rng_.uniform() * (hi - lo);
    each_pair([&](int i, int j, float least, float most, float to_relative) {
      if (least != most) return true;
      float ratio = least * to_relative, longest = std::max(shape[i], shape[j]);
      shape[i] = ratio >= 1 ? longest : longest * ratio;
      shape[j] = ratio >= 1 ? longest / ratio : longest;
      return true;
    });
    return each_pair([&](int i, int j, float least, float most, float to_relative) {
      float ratio = shape[i] / (shape[j] * to_relative);
      if (least == most) return std::fabs(ratio - least) <= 1e-4f * least;
      return ratio >= least && ratio <= most;
    });
  }

  // Calls f for every pair of axes with its range of aspect ratios, until f returns false.
  template <class F>
  bool each_pair(F f) const {
    int pair = 0;
    for (int i = 0; i < axes_; i++)
      for (int j = i + 1; j < axes_; j++, pair++) {
        int at = a_.ratio.size() == 6 ? 2 * pair : 0;
        float to_relative = static_cast<float>(input_[j]) / static_cast<float>(input_[i]);
        if (!f(i, j, a_.ratio[at], a_.ratio[at + 1], to_relative)) return false;
      }
    return true;
  }

  const RandomBboxCropArgs& a_;
  RandomStream rng_;
  BoxLayout layout_;
  int axes_;
  int64_t count_;
  Box* boxes_;
  int64_t input_[kBoxAxes], crop_[kBoxAxes];
};

void infer(const RandomBboxCropArgs& a, InferContext& c) {
  const Shape& boxes = c.in[0].shape;
  if (a.labels && c.in[1].shape[0] != boxes[0])
    fail_value(std::to_string(c.in[1].shape[0]) + " labels for " + std::to_string(boxes[0]) +
               " boxes");
  Search search(a, c.args.random(), c.in[0]);
  Window w = search.find();
  *static_cast<Window*>(c.state) = w;
  c.out[0] = c.out[1] = Shape{search.layout().axes};
  c.out[2] = Shape{w.kept, boxes[1]};
  int next = 3;
  if (a.labels) {
    c.out[next] = c.in[1].shape;
    c.out[next++][0] = w.kept;
  }
  if (a.indices) c.out[next] = Shape{w.kept};
}

Box seen_from(const Window& w, const Box& b, int axes) {
  Box moved;
  for (int k = 0; k < axes; k++) {
    moved.lo[k] = std::clamp((b.lo[k] - w.box.lo[k]) / w.size[k], 0.0f, 1.0f);
    moved.hi[k] = std::clamp((b.hi[k] - w.box.lo[k]) / w.size[k], 0.0f, 1.0f);
  }
  return moved;
}

void run(const RandomBboxCropArgs& a, RunContext& c) {
  const Window& w = c.st<Window>();
  Search search(a, c.args.random(), c.in[0]);
  const BoxLayout& layout = search.layout();
  bool labelled = a.labels, indexed = a.indices;
  for (int k = 0; k < layout.axes; k++) {
    c.out[0].as<float>()[k] = w.anchor[k];
    c.out[1].as<float>()[k] = w.shape[k];
  }
  int64_t label_bytes = 0, kept = 0;
  if (labelled) label_bytes = c.in[1].shape.volume(1) * itemsize(c.in[1].dtype);
  for (int64_t i = 0; i < search.count(); i++) {
    if (!search.kept(w.box, i)) continue;
    Box moved = seen_from(w, search.box(i), layout.axes);
    dispatch(c.out[2].dtype, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (is_real<T>) layout.store(moved, c.out[2].as<T>() + kept * 2 * layout.axes);
    });
    if (labelled)
      std::memcpy(c.out[3].data + kept * label_bytes, c.in[1].data + i * label_bytes, label_bytes);
    if (indexed) c.out[labelled ? 4 : 3].as<int32_t>()[kept] = static_cast<int32_t>(i);
    kept++;
  }
}

const KernelEntry entry{{.name = "random_bbox_crop",
                         .args = schema<RandomBboxCropArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .state_size = sizeof(Window),
                         .data_inputs = 1,
                         .cost = 4.0f}};

}  // namespace
}  // namespace hr::random_bbox_crop_kernel
