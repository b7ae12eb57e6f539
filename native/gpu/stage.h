// Launching a stage: its kernels as the plan lists them, in one upload.
#pragma once
#include "engine/stage_run.h"
#include "gpu/chain.h"
#include "gpu/device/launch.cuh"

namespace hr::gpu {

class StageLauncher : StageCalls {
 public:
  explicit StageLauncher(StageRun& run);
  void launch();

 private:
  // A planned kernel, or a part of one that was split: what the shapes of its samples decide.
  struct Part {
    std::shared_ptr<const Chain> chain;  // null: a launch of its own
    bool elements = false;               // x counts single elements
    bool planes = false;                 // channels are the outermost axis
    int vector = 1;                      // pixels that a thread makes at a time

    Axes seen(Axes a) const {
      if (planes && a.c >= 0) a.z = a.c, a.c = -1;
      return a;
    }
  };
  struct Virtual {
    int64_t sample = 0, frame = 0, outer = 0;
  };
  // The values of a chain at a virtual sample.
  struct ChainViews {
    std::vector<View> in;             // of all links, one after another
    std::vector<View> made;           // by link
    std::vector<const View*> arrays;  // those in memory: what is read, then what is written
  };

  bool failed(int s, int64_t i) const { return run_.outcome(s, i) != StageRun::kFine; }
  bool unfolds(const Chain& chain, const Link& l, int j) const {
    return chain.unfold && (spec(l.step).unfolds(j) || !spec(l.step).frame_inputs);
  }

  void order_inputs();
  void keep_host_inputs();
  void split_kernels();
  bool holds(const Join& join) const;
  bool fits(const StageKernel& kernel, int root);
  bool whole_pixels(const Chain& chain) const;
  bool few_axes(const Part& part) const;
  int64_t input_size(int s, int input, int64_t i, int axis) const;
  std::vector<Virtual> virtuals(int s, bool unfold, int lead = 0) const;

  void allocate_temporaries();
  View memory_of(int reg, int64_t i) const;
  View input_view(int s, int input, int64_t i) const;
  View output_view(int s, int out, int64_t i) const;
  View unfolded(const View& v, const Virtual& at, bool unfold, int lead = 0) const;

  void emit(int s);
  void emit_chain(int root);
  // By `run`, or, alone, by `alone`, which may decline: then it is false.
  bool emit_own(int s, bool alone = false);
  void emit_host_outputs(int s);
  void inherit_failures(int s);
  void clear_filled(int s);
  std::string type_of(const Part& part, int link) const;
  struct Walk;
  void look(const Chain& chain, const Virtual& at, ChainViews& v) const;
  static Walk flat_walk(const ChainViews& views);
  Walk pixel_walk(const Part& part, const ChainViews& views) const;
  View link_input(const Chain& chain, const Link& l, int j, const Virtual& at) const;
  View link_output(const Chain& chain, const Link& l, const Virtual& at) const;
  static hrk::StoreParams store_of(const Part& part, const Walk& w, const Shape& shape);
  static void check_rows(const View& in, const Axes& axes);
  void pack(const Part& part, const Virtual& at, uint64_t record);
  uint64_t attach_once(const void* data, size_t bytes);

  StageRun& run_;
  StreamRef stream_;
  Run launches_;
  struct {
    uint64_t at = 0;
    size_t bytes = 0;
  } attached_;                   // the constants that a chain attached last
  ChainViews views_;             // of the sample that is packed
  std::vector<int> joined_;      // by step: the step whose kernel makes it too, -1: its own
  std::vector<Part> parts_;      // by step, where it is a root
  std::vector<Samples> memory_;  // by register: device memory of what is written
};

// The stream comes after all that made or may still use these samples.
void follow_samples(const Samples& samples, const StreamRef& stream);

}  // namespace hr::gpu
