// Launches the planned kernels of a stage, in one upload.
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
  // A planned kernel, or a part of a split one, with what the sample shapes decide.
  struct Part {
    std::shared_ptr<const Chain> chain;  // null: a launch of its own
    bool elements = false;               // x counts elements, not pixels
    bool planes = false;                 // channels are the outermost axis
    int vector = 1;                      // pixels per thread at a time

    Axes seen(Axes a) const {
      if (planes && a.c >= 0) a.z = a.c, a.c = -1;
      return a;
    }
  };
  struct Virtual {
    int64_t sample = 0, frame = 0, outer = 0;
  };
  // The values of a chain for one virtual sample.
  struct ChainViews {
    std::vector<View> in;             // of all links, concatenated
    std::vector<View> made;           // output of each link
    std::vector<const View*> arrays;  // those in memory: all reads, then the output
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
  // Calls `run`, or `alone`, which may decline (false).
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
  } attached_;                   // most recently attached constants
  ChainViews views_;             // of the sample being packed
  std::vector<int> joined_;      // per step: the step whose kernel computes it; -1: a root
  std::vector<Part> parts_;      // per root step
  std::vector<Samples> memory_;  // per register: device memory of written results
};

// Makes the stream wait for all work that produced or may still use these samples.
void follow_samples(const Samples& samples, const StreamRef& stream);

}  // namespace hr::gpu
