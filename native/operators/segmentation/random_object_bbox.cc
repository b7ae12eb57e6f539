// random_object_bbox: the bounding box of a random object of a mask, or the whole mask.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/kernel.h"
#include "operators/random/random_pick.h"
#include "operators/segmentation/objects.h"

namespace hr::random_object_bbox_kernel {
namespace {

HR_ENUM(Format, anchor_shape, start_end, box);

struct ObjectArgs {
  List<int64_t> background;  // one label
  std::optional<List<int64_t>> classes;
  std::optional<List<double>> class_weights;
  double foreground_prob;
  Format format;
  bool ignore_class;
  std::optional<int64_t> k_largest;
  std::optional<List<int64_t>> threshold;
  bool output_class;
};
HR_ARGS(ObjectArgs, background, classes, class_weights, foreground_prob, format, ignore_class,
        k_largest, threshold, output_class);

struct Work {
  Objects objects;
  std::vector<int64_t> chosen;
  std::vector<std::pair<int64_t, double>> classes;
  int64_t least[kMaxDims];  // minimum extents of an object
};

Work& work() {
  thread_local Work w;
  return w;
}

void infer(const ObjectArgs& a, InferContext& c) {
  const Shape& in = c.in[0].shape;
  int64_t n = a.threshold ? a.threshold->size() : 1;
  if (n != 1 && n != in.ndim)
    fail_value("threshold has " + std::to_string(n) + " numbers for a mask of " +
               std::to_string(in.ndim) + " axes");
  for (int axis = 0; axis < in.ndim; axis++)
    if (in[axis] > std::numeric_limits<int32_t>::max())
      fail_value("a mask of shape " + in.str() + " is too large for boxes of 32-bit numbers");
  if (a.k_largest && *a.k_largest < 1)
    fail_value("k_largest must be positive, got " + std::to_string(*a.k_largest));
  bool box = a.format == Format::box;
  c.out[0] = Shape{box ? 2 * in.ndim : in.ndim};
  if (!box) c.out[1] = c.out[0];
  if (a.output_class) c.out[box ? 1 : 2] = Shape{};
}

// Classes and weights as given, in ascending order, with the weights of equal classes summed.
// Unnamed classes are 0, 1, 2 … without the background.
void read_classes(const ObjectArgs& a, int64_t background,
                  std::vector<std::pair<int64_t, double>>& out) {
  out.clear();
  bool named = a.classes.has_value(), weighted = a.class_weights.has_value();
  int64_t n = named ? a.classes->size() : a.class_weights->size(), unnamed = 0;
  if (named && weighted && a.class_weights->size() != n)
    fail_value("class_weights has " + std::to_string(a.class_weights->size()) + " numbers for " +
               std::to_string(n) + " classes");
  for (int64_t k = 0; k < n; k++) {
    double weight = weighted ? (*a.class_weights)[k] : 1.0;
    if (!(weight >= 0 && std::isfinite(weight)))
      fail_value("class_weights must be finite and not negative, got " + std::to_string(weight));
    if (!named && unnamed == background) unnamed++;
    out.push_back({named ? (*a.classes)[k] : unnamed++, weight});
  }
  std::sort(out.begin(), out.end());
  size_t last = 0;
  for (size_t k = 1; k < out.size(); k++) {
    if (out[k].first == out[last].first)
      out[last].second += out[k].second;
    else
      out[++last] = out[k];
  }
  if (!out.empty()) out.resize(last + 1);
}

// The background label. Default 0; if 0 is a class, a number below all classes.
int64_t background_label(const ObjectArgs& a) {
  int64_t label = a.background[0], least = label;
  if (!a.classes) return label;
  bool taken = false;
  for (int64_t k = 0; k < a.classes->size(); k++) {
    taken |= (*a.classes)[k] == label;
    least = std::min(least, (*a.classes)[k]);
  }
  if (!taken) return label;
  if (!a.background.constant() || label != 0)
    fail_value("class " + std::to_string(label) + " is the background: choose another background=");
  if (least == std::numeric_limits<int64_t>::min())
    fail_value("no number is below all classes: choose a background=");
  return least - 1;
}

void weigh(const ObjectArgs& a, int64_t background, Work& w) {
  if (!a.classes && !a.class_weights) return;  // all weights are 1
  read_classes(a, background, w.classes);
  for (Objects::Label& label : w.objects.labels()) {
    auto at = std::lower_bound(w.classes.begin(), w.classes.end(),
                               std::pair<int64_t, double>{label.value, -1.0});
    label.weight = at != w.classes.end() && at->first == label.value ? at->second : 0;
  }
}

// Draws an index of labels() with probability proportional to its weight; -1 if all weights are 0.
int draw_label(RandomStream& rng, const std::vector<Objects::Label>& labels) {
  double total = 0;
  for (const auto& label : labels) total += label.weight;
  uint32_t u = rng.next(), v = rng.next();
  double at = RandomStream::unit64(u, v) * total;
  int last = -1;
  for (size_t k = 0; k < labels.size(); k++) {
    if (!(labels[k].weight > 0)) continue;
    last = static_cast<int>(k);
    at -= labels[k].weight;
    if (at < 0) break;
  }
  return last;
}

bool large_enough(const Work& w, int64_t object, int ndim) {
  for (int axis = 0; axis < ndim; axis++)
    if (w.objects.hi(object, axis) - w.objects.lo(object, axis) < w.least[axis]) return false;
  return true;
}

// Sets the weight of labels without a large enough object to 0.
void leave_out_small(Work& w, int ndim) {
  std::vector<Objects::Label>& labels = w.objects.labels();
  for (int64_t k = 0; k < w.objects.count(); k++) {
    double& weight = labels[w.objects.owner(k)].weight;
    if (weight > 0 && large_enough(w, k, ndim)) weight = -weight;  // negative marks the label
  }
  for (Objects::Label& label : labels) label.weight = std::max(-label.weight, 0.0);
}

// Sets w.chosen to the candidate objects: large enough, of the label, the k largest.
void choose(const ObjectArgs& a, Work& w, int label, int ndim) {
  const Objects& objects = w.objects;
  std::vector<int64_t>& chosen = w.chosen;
  chosen.clear();
  for (int64_t k = 0; k < objects.count(); k++)
    if ((label == Objects::kAll || objects.owner(k) == label) && large_enough(w, k, ndim))
      chosen.push_back(k);
  if (!a.k_largest || static_cast<int64_t>(chosen.size()) <= *a.k_largest) return;
  auto before = [&](int64_t p, int64_t q) {
    double vp = objects.volume(p), vq = objects.volume(q);
    return vp != vq ? vp > vq : p < q;
  };
  auto end = chosen.begin() + *a.k_largest;
  std::partial_sort(chosen.begin(), end, chosen.end(), before);
  chosen.erase(end, chosen.end());
}

// Index of an object, or -1: the whole mask.
int64_t draw_object(const ObjectArgs& a, RandomStream rng, Work& w, const View& mask,
                    int64_t background) {
  double probability = a.foreground_prob;
  if (!(probability >= 0 && probability <= 1))
    fail_value("foreground_prob must lie in [0, 1], got " + std::to_string(probability));
  uint32_t u = rng.next(), v = rng.next();
  if (!(RandomStream::unit64(u, v) < probability)) return -1;
  for (int axis = 0; axis < mask.shape.ndim; axis++)
    w.least[axis] = a.threshold ? a.threshold->broadcast(axis) : 0;
  w.objects.read(mask, background);
  int label = Objects::kAll;
  if (a.ignore_class) {
    w.objects.find();
  } else {
    weigh(a, background, w);
    if (a.threshold) {  // only labels with a large enough object can be drawn
      w.objects.find();
      leave_out_small(w, mask.shape.ndim);
    }
    label = draw_label(rng, w.objects.labels());
    if (label < 0) return -1;
    if (!a.threshold) w.objects.find(label);
  }
  choose(a, w, label, mask.shape.ndim);
  if (w.chosen.empty()) return -1;
  return w.chosen[pick_below(rng, static_cast<int64_t>(w.chosen.size()))];
}

void run(const ObjectArgs& a, RunContext& c) {
  Work& w = work();
  const View& mask = c.in[0];
  int ndim = mask.shape.ndim;
  int64_t background = background_label(a);
  int64_t object = draw_object(a, c.args.random(), w, mask, background);
  int last = a.format == Format::box ? 0 : 1;
  int32_t* lo = c.out[0].as<int32_t>();
  int32_t* hi = a.format == Format::box ? lo + ndim : c.out[1].as<int32_t>();
  for (int axis = 0; axis < ndim; axis++) {
    int64_t from = object < 0 ? 0 : w.objects.lo(object, axis);
    int64_t to = object < 0 ? mask.shape[axis] : w.objects.hi(object, axis);
    lo[axis] = static_cast<int32_t>(from);
    hi[axis] = static_cast<int32_t>(a.format == Format::anchor_shape ? to - from : to);
  }
  if (!a.output_class) return;
  int64_t label = object < 0 ? background : w.objects.labels()[w.objects.owner(object)].value;
  const View& out = c.out[last + 1];
  if (out.dtype == DType::i64)
    *out.as<int64_t>() = label;
  else
    *out.as<int32_t>() = static_cast<int32_t>(label);
}

const KernelEntry entry{{.name = "random_object_bbox",
                         .args = schema<ObjectArgs>(),
                         .infer = typed<infer>,
                         .run = typed<run>,
                         .cost = 4.0f}};

}  // namespace
}  // namespace hr::random_object_bbox_kernel
