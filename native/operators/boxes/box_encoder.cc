// box_encoder: matches anchors to boxes.
#include "operators/boxes/box_encoder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "operators/boxes/boxes.h"

namespace hr {
namespace {

void prepare(const BoxEncoderArgs& a, Spec& spec) {
  auto made = std::make_shared<Anchors>();
  made->count = a.anchors.size() / 4;
  for (int64_t k = 0; k < made->count; k++) {
    float b[4];
    for (int j = 0; j < 4; j++) b[j] = a.anchors[4 * k + j];
    made->left.push_back(b[0]);
    made->top.push_back(b[1]);
    made->right.push_back(b[2]);
    made->bottom.push_back(b[3]);
    made->area.push_back((b[2] - b[0]) * (b[3] - b[1]));
  }
  spec.prepared = made;
}

// Overlaps are not negative, so their bits compare like integers: such loops vectorise.
struct Match {
  int32_t* overlap;  // best overlap with any box, as bits
  int32_t* box;      // -1: none yet
};

constexpr float kForced = 2;  // larger than any overlap

// Intersection over union of a box with all anchors, as bits; NaN counts as 0.
void overlaps(const Anchors& a, const Box& b, int32_t* out) {
  float own = (b.hi[0] - b.lo[0]) * (b.hi[1] - b.lo[1]);
  const float *left = a.left.data(), *top = a.top.data(), *area = a.area.data();
  const float *right = a.right.data(), *bottom = a.bottom.data();
  for (int64_t k = 0; k < a.count; k++) {
    float w = std::min(right[k], b.hi[0]) - std::max(left[k], b.lo[0]);
    float h = std::min(bottom[k], b.hi[1]) - std::max(top[k], b.lo[1]);
    float common = std::max(w, 0.0f) * std::max(h, 0.0f), of = area[k] + own - common;
    int32_t bits = std::bit_cast<int32_t>(common / of);
    out[k] = (common > 0) & (of > 0) ? bits : 0;
  }
}

// Assigns each anchor to the box that overlaps it most. In addition, each box gets the anchor that
// it overlaps most. Ties: the last one wins.
Match match(const Anchors& a, const View& boxes) {
  auto* memory = reinterpret_cast<int32_t*>(scratch(sizeof(int32_t) * 3 * (a.count + 1)));
  Match m{memory, memory + a.count};
  if (a.count == 0) return m;
  int32_t* here = memory + 2 * a.count;
  std::fill(m.overlap, m.overlap + a.count, 0);
  std::fill(m.box, m.box + a.count, -1);
  BoxLayout layout = BoxLayout::plain(4, false);
  const float* rows = boxes.as<float>();
  for (int64_t i = 0; i < boxes.shape[0]; i++) {
    overlaps(a, layout.load(rows + 4 * i), here);
    int32_t most = 0, box = static_cast<int32_t>(i);
    for (int64_t k = 0; k < a.count; k++) most = std::max(most, here[k]);
    int64_t best = a.count - 1;
    while (best > 0 && here[best] != most) best--;
    here[best] = std::bit_cast<int32_t>(kForced);
    for (int64_t k = 0; k < a.count; k++) {
      bool better = (here[k] >= m.overlap[k]) & (here[k] > 0);
      m.box[k] = better ? box : m.box[k];
      m.overlap[k] = better ? here[k] : m.overlap[k];
    }
  }
  return m;
}

void infer(InferContext& c) {
  const Shape &boxes = c.in[0].shape, &labels = c.in[1].shape;
  if (boxes[1] != 4) fail_value("boxes have 4 numbers, got " + std::to_string(boxes[1]));
  if (labels.volume() != boxes[0])
    fail_value(std::to_string(labels.volume()) + " labels for " + std::to_string(boxes[0]) +
               " boxes");
  if (boxes[0] > std::numeric_limits<int32_t>::max()) fail_value("there are too many boxes");
  int64_t count = c.args.spec().prep<Anchors>().count;
  c.out[0] = Shape{count, 4};
  c.out[1] = Shape{count};
}

// Centre and size of a box.
void centered(float left, float top, float right, float bottom, float scale, float* out) {
  out[0] = (left + right) * 0.5f * scale;
  out[1] = (top + bottom) * 0.5f * scale;
  out[2] = (right - left) * scale;
  out[3] = (bottom - top) * scale;
}

void run(const BoxEncoderArgs& args, RunContext& c) {
  const Anchors& a = c.args.spec().prep<Anchors>();
  Match m = match(a, c.in[0]);
  const auto [criteria, scale, mean, deviation, offset] = box_encoding(args);
  const float* boxes = c.in[0].as<float>();
  for (int64_t k = 0; k < a.count; k++) {
    float* out = c.out[0].as<float>() + 4 * k;
    float anchor[4];
    centered(a.left[k], a.top[k], a.right[k], a.bottom[k], scale, anchor);
    bool matched = m.box[k] >= 0 && std::bit_cast<float>(m.overlap[k]) > criteria;
    int32_t label = 0;
    if (!matched) {
      for (int j = 0; j < 4; j++) out[j] = offset ? 0.0f : anchor[j];
    } else {
      const float* b = boxes + 4 * int64_t{m.box[k]};
      float box[4];
      centered(b[0], b[1], b[2], b[3], scale, box);
      for (int j = 0; j < 4; j++) {
        if (!offset)
          out[j] = box[j];
        else if (j < 2)
          out[j] = ((box[j] - anchor[j]) / anchor[2 + j] - mean[j]) / deviation[j];
        else
          out[j] = (std::log(box[j] / anchor[j]) - mean[j]) / deviation[j];
      }
      dispatch(c.in[1].dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        if constexpr (std::is_integral_v<T>)
          label = static_cast<int32_t>(c.in[1].as<T>()[m.box[k]]);
      });
    }
    c.out[1].as<int32_t>()[k] = label;
  }
}

const KernelEntry entry{{.name = "box_encoder",
                         .args = schema<BoxEncoderArgs>(),
                         .infer = infer,
                         .run = typed<run>,
                         .prepare = typed<prepare>,
                         .cost = 4.0f}};

}  // namespace

BoxEncoding box_encoding(const BoxEncoderArgs& a) {
  BoxEncoding e{};
  e.offset = a.offset;
  e.criteria = a.criteria;
  e.scale = a.offset ? a.scale : 1.0f;
  for (int k = 0; k < 4; k++) {
    e.mean[k] = a.means[k];
    e.deviation[k] = a.stds[k];
  }
  return e;
}

}  // namespace hr
