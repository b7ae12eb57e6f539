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

// A call whose operands are not values but origins.
struct RecordedCall : Invocation {
  std::vector<Origin> origins;  // of the inputs, then of the arguments

  // A call that was made, with the origins that `origin` finds for its operands.
  template <class F>
  RecordedCall(Invocation call, F&& origin) : Invocation(std::move(call)) {
    origins.reserve(inputs.size() + dyn.size());
    each_operand([&](Input& in) {
      origins.push_back(origin(in));
      in = {};
    });
  }
  // The same call on the values that `resolve` has for the origins.
  template <class F>
  Invocation on(F&& resolve) const {
    Invocation call = *this;
    auto next = origins.begin();
    call.each_operand([&](Input& in) { in = resolve(*next++); });
    return call;
  }
};

}  // namespace hr
