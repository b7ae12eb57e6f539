// Calls written down, to be made again on other values: what run-ahead (loop.h) and pipelines
// (replay.h) share.
#pragma once
#include <unordered_map>
#include <vector>

#include "engine/engine.h"

namespace hr {

// Where an operand of a recorded call came from.
struct Origin {
  enum Kind { batch, call, constant, unknown } kind = unknown;
  int index = 0;  // of the input, or of the call
  int out = 0;
  NodeRef node;  // constants
  bool operator==(const Origin&) const = default;
};

// The origins of values, by the nodes that they are outputs of.
class Origins {
 public:
  static constexpr size_t kMostOuts = 256;  // of one node

  void clear() { map_.clear(); }
  void add_input(const Input& in, int index) { map_[key(in)] = {Origin::batch, index, 0, nullptr}; }
  void add_call(const Node& node, int index) {
    for (size_t o = 0; o < node.spec->outs.size(); o++)
      map_[node.seq << 8 | o] = {Origin::call, index, static_cast<int>(o), nullptr};
  }
  const Origin* find(const Input& in) const {
    auto it = map_.find(key(in));
    return it == map_.end() ? nullptr : &it->second;
  }

 private:
  static uint64_t key(const Input& in) { return in.node->seq << 8 | static_cast<uint64_t>(in.out); }
  std::unordered_map<uint64_t, Origin> map_;
};

struct RecordedCall {
  std::shared_ptr<const Spec> spec;
  std::vector<Origin> inputs, dyn;
  std::vector<std::pair<int, bool>> params;  // of dyn: which, per frame
  int64_t n = 0;
  RandomKey key;
  int site = -1;
  std::shared_ptr<Pool> pool;
  std::shared_ptr<gpu::Stream> stream;

  // A call that was made, with the origins that `origin` finds for its operands.
  template <class F>
  static RecordedCall of(const Node& node, const std::vector<Input>& inputs,
                         const std::vector<DynArg>& dyn, F&& origin) {
    RecordedCall call;
    call.spec = node.spec;
    for (const Input& in : inputs) call.inputs.push_back(origin(in));
    for (const DynArg& d : dyn) {
      call.dyn.push_back(origin(d.value));
      call.params.emplace_back(d.param, d.per_frame);
    }
    call.n = node.n;
    call.key = node.key;
    call.site = node.site;
    call.pool = node.pool;
    call.stream = node.stream;
    return call;
  }
  // Its operands, with the values that `resolve` has for their origins.
  template <class F>
  std::pair<std::vector<Input>, std::vector<DynArg>> operands(F&& resolve) const {
    std::pair<std::vector<Input>, std::vector<DynArg>> r;
    for (const Origin& o : inputs) r.first.push_back(resolve(o));
    for (size_t d = 0; d < dyn.size(); d++)
      r.second.push_back({params[d].first, resolve(dyn[d]), params[d].second});
    return r;
  }
};

}  // namespace hr
