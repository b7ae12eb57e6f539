// multi_paste: arguments, and sources and destinations of regions.
#pragma once
#include <vector>

#include "engine/kernel.h"

namespace hr {

// A row and a column per region; _rel: as fractions of the image's or output's size.
struct MultiPasteArgs {
  std::optional<List<int64_t>> in_anchors, shapes, out_anchors, output_size;
  std::optional<List<float>> in_anchors_rel, shapes_rel, out_anchors_rel;
  std::optional<List<int64_t>> in_ids;  // sample indices, for multi_paste_ids
};
HR_ARGS(MultiPasteArgs, in_anchors, in_anchors_rel, shapes, shapes_rel, out_anchors,
        out_anchors_rel, output_size, in_ids);

namespace multi_paste {

// Rows and columns of one region.
struct Paste {
  int64_t from[2], size[2], to[2];
};

// Source of a region in an image of extent `in`, and destination in one of extent `out`.
Paste paste_of(const MultiPasteArgs& a, int64_t region, int64_t count, const int64_t* in,
               const int64_t* out);

// Sources of one sample (or frame): images with three axes.
struct Sources {
  const View* images;
  int64_t count;
};

// ---- with in_ids -----------------------------------------------------------------------------

// Output shapes of a whole-batch call.
void infer_batch(BatchContext& c);

View frame_of(const View& whole, int64_t frame, bool sequences);

// The source images of frame `frame` of output `sample`.
class Picked {
 public:
  Picked(const BatchContext& c, int64_t sample) : in_(*c.in[0]), frames_(c.spec.unfolds(0)) {
    const Args args = c.at(sample);
    const List<int64_t> ids = args.as<MultiPasteArgs>().in_ids.value_or(List<int64_t>());
    const int64_t size = in_.n == 1 ? c.n : in_.n;
    for (int64_t k = 0; k < ids.size(); k++) {
      int64_t id = ids[k];
      if (id < 0 || id >= size)
        fail(ErrorKind::index, "in_ids[" + std::to_string(k) + "] is " + std::to_string(id) +
                                   ", the batch has samples 0 to " + std::to_string(size - 1));
      ids_.push_back(in_.n == 1 ? 0 : id);
    }
    views_.resize(ids_.size());
  }

  // All sequences of one output must have equal length.
  int64_t frames(int64_t sample) const {
    if (!frames_) return 1;
    int64_t frames = in_.shape(ids_.empty() ? (in_.n == 1 ? 0 : sample) : ids_[0])[0];
    for (int64_t id : ids_)
      if (in_.shape(id)[0] != frames)
        fail_value("sequences of one output have different lengths: " + std::to_string(frames) +
                   " and " + std::to_string(in_.shape(id)[0]) + " frames");
    return frames;
  }

  Sources at(int64_t frame) {
    for (size_t k = 0; k < ids_.size(); k++) {
      views_[k] = frame_of(in_.view(ids_[k]), frame, frames_);
    }
    return {views_.data(), static_cast<int64_t>(views_.size())};
  }

 private:
  const Samples& in_;
  bool frames_;
  std::vector<int64_t> ids_;
  std::vector<View> views_;
};

}  // namespace multi_paste
}  // namespace hr
