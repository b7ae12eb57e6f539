// A stage on the GPU: which calls become one kernel, and the launches of all of them.
#pragma once
#include "engine/run.h"
#include "gpu/device/launch.cuh"
#include "gpu/kernel.h"

namespace hr::gpu {

class StageLauncher {
 public:
  explicit StageLauncher(StageRun& run);
  void launch();

 private:
  // One step of a chain, with what the virtual samples of the chain know of it.
  struct Link {
    int step = 0;
    std::vector<int> sources;  // by input: a link of the chain, or -1: memory
    Axes out_axes;
    std::vector<Axes> in_axes;
    int at = 0;               // offset of its parameters in a record
    std::vector<int> memory;  // by input: offset of MemoryParams, -1: a link
  };
  struct Chain {
    std::vector<Link> links;  // the last is the root
    bool flat = false;        // element by element: axes do not matter
    bool unfold = false;      // virtual samples are frames
    bool elements = false;    // x counts single elements
    int lead = 0;  // leading axes that nobody names: each of their places is a virtual sample
    size_t stride = 0;
    int vector = 1;
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

  const Step& step(int s) const { return stage_.steps[s]; }
  const Spec& spec(int s) const { return *step(s).node->spec; }
  const GpuKernel& kernel(int s) const { return *kernels_[s]; }
  bool composed(int s) const;
  int producer(const Source& in) const;  // the step that makes it, -1: from outside

  void order_inputs();
  void keep_host_inputs();
  void choose_chains();
  bool may_join(int p, int s, int input) const;
  bool gathers(int s) const;
  bool gather(int root, Chain& chain) const;
  int add_link(int s, Chain& chain) const;
  bool settle_axes(Chain& chain) const;
  bool settle_lead(Chain& chain) const;
  bool settle_channels(Chain& chain) const;
  bool settle_walk(const Chain& chain) const;
  int64_t input_size(int s, int input, int64_t i, int axis) const;
  std::vector<Virtual> virtuals(int s, bool unfold, int lead = 0) const;

  void allocate_temporaries();
  View memory_of(int reg, int64_t i) const;
  View input_view(int s, int input, int64_t i) const;
  View output_view(int s, int out, int64_t i) const;
  View unfolded(const View& v, const Virtual& at, bool unfold, int lead = 0) const;

  void emit_chain(int root);
  // By `run`, or, alone, by `alone`, which may decline: then it is false.
  bool emit_own(int s, bool alone = false);
  void emit_host_outputs(int s);
  void inherit_failures(int s);
  void clear_filled(int s);
  std::string type_of(const Chain& chain, int link) const;
  int run_length(const Chain& chain, int widest) const;
  struct Walk;
  void look(const Chain& chain, const Virtual& at, ChainViews& v) const;
  static Walk flat_walk(const ChainViews& views);
  Walk pixel_walk(const Chain& chain, const ChainViews& views) const;
  View link_input(const Chain& chain, const Link& l, int j, const Virtual& at) const;
  View link_output(const Chain& chain, const Link& l, const Virtual& at) const;
  static hrk::StoreParams store_of(const Chain& chain, const Walk& w, const Shape& shape);
  static void check_rows(const View& in, const Axes& axes);
  void pack(const Chain& chain, const Virtual& at, uint64_t record);
  uint64_t attach_once(const void* data, size_t bytes);

  StageRun& run_;
  const Stage& stage_;
  StreamRef stream_;
  Run launches_;
  struct {
    uint64_t at = 0;
    size_t bytes = 0;
  } attached_;        // the constants that a chain attached last
  ChainViews views_;  // of the sample that is packed
  std::vector<const GpuKernel*> kernels_;
  std::vector<Chain> chains_;    // by root
  std::vector<int> joined_;      // by step: the step whose kernel makes it too, -1: its own
  std::vector<Samples> memory_;  // by register: device memory of what is written
};

}  // namespace hr::gpu
